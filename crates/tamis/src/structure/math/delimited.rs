//! Formulas between delimiters in texts, which a script of the page displays.

use tamis_dom::{Document, NodeId, name};

use super::{Formula, cleaned};

/// A piece of a text with formulas.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum MathPiece<'t> {
    Text(&'t str),
    Formula(Formula),
}

/// The default delimiters that scripts search texts for, and whether they enclose a displayed
/// formula. Source: `MathJax` and `KaTeX`.
const DELIMITERS: [(&str, &str, bool); 3] =
    [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true)];

/// True if the text may contain formulas in delimiters.
pub(crate) fn may_have_delimiters(text: &str) -> bool {
    memchr::memchr2_iter(b'\\', b'$', text.as_bytes()).any(|at| {
        text.as_bytes()[at] == b'$' || matches!(text.as_bytes().get(at + 1), Some(b'(' | b'['))
    })
}

/// The delimiters that the scripts of a page search its texts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiters {
    /// No script does.
    None,
    /// The ones that no price has: [`DELIMITERS`].
    Common,
    /// Also single dollar signs.
    WithDollar,
}

/// Splits a text into plain text and formulas. Linear in its length.
pub(crate) fn pieces(text: &str, delimiters: Delimiters) -> Vec<MathPiece<'_>> {
    let mut pieces = Vec::new();
    let (mut plain, mut at) = (0, 0);
    // A closing delimiter that is missing once is missing for all later positions too, so it is not
    // searched for again. That keeps the time linear.
    let mut is_unclosed = [false; DELIMITERS.len()];
    while let Some(sign) =
        memchr::memchr2(b'\\', b'$', &text.as_bytes()[at..]).map(|sign| at + sign)
    {
        at = sign + 1;
        let rest = &text[sign..];
        if rest.starts_with("\\$") || rest.starts_with("\\\\") {
            at += 1;
            continue;
        }
        let opened = (0..DELIMITERS.len()).find(|&index| rest.starts_with(DELIMITERS[index].0));
        let found = match opened {
            Some(index) if is_unclosed[index] => None,
            Some(index) => {
                let (opening, closing, is_block) = DELIMITERS[index];
                let begin = sign + opening.len();
                let end = text[begin..].find(closing).map(|end| begin + end);
                is_unclosed[index] = end.is_none();
                end.map(|end| (begin, end, end + closing.len(), is_block))
            }
            None if delimiters == Delimiters::WithDollar && rest.starts_with('$') => {
                single_dollars(text, sign).map(|end| (sign + 1, end, end + 1, false))
            }
            None => None,
        };
        let Some((begin, end, after, is_block)) = found else { continue };
        at = after;
        let tex = cleaned(&text[begin..end]);
        if tex.is_empty() {
            continue;
        }
        pieces.push(MathPiece::Text(&text[plain..sign]));
        pieces.push(MathPiece::Formula(Formula { tex, is_block }));
        plain = at;
    }
    pieces.push(MathPiece::Text(&text[plain..]));
    pieces
}

/// Returns the end of the formula between this dollar sign and the next one. As Pandoc reads them,
/// the signs are directly next to the formula, and no digit follows, so that two prices are none.
fn single_dollars(text: &str, sign: usize) -> Option<usize> {
    let begin = sign + 1;
    let end = begin + memchr::memchr(b'$', &text.as_bytes()[begin..])?;
    let inside = &text[begin..end];
    let is_close = |char: Option<char>| char.is_some_and(|char| !char.is_whitespace());
    let is_formula = is_close(inside.chars().next())
        && is_close(inside.chars().next_back())
        && !inside.ends_with('\\')
        && !text[end + 1..].starts_with(|char: char| char.is_ascii_digit() || char == '$');
    is_formula.then_some(end)
}

/// The classes of elements whose text a script turns into formulas. Sources: Pandoc, Sphinx, Stack
/// Exchange.
const MARKED: [&str; 4] =
    ["math inline", "math display", "math notranslate nohighlight", "math-container"];

/// The words that settings of math scripts name their delimiters with. Sources: `MathJax` 2 to 4;
/// `KaTeX`, `auto-render`.
const SETTINGS: [&str; 2] = ["inlineMath", "delimiters"];

/// The number of bytes of settings that are searched for single dollar signs.
const SETTING_BYTES: usize = 400;

/// Returns the delimiters that scripts of the page search texts for: if such a script or its markup
/// is present. Linear in the page.
pub(crate) fn delimiters_of(document: &Document) -> Delimiters {
    let mut found = Delimiters::None;
    for attr in document.all_attrs() {
        found = match attr.name() {
            name::SRC if document.is_html(attr.owner(), name::SCRIPT) => {
                let address = document.attr_value(attr).to_ascii_lowercase();
                let is_math =
                    ["mathjax", "katex", "temml"].iter().any(|name| address.contains(name));
                if is_math { Delimiters::Common } else { found }
            }
            name::CLASS if MARKED.contains(&document.attr_value(attr)) => Delimiters::Common,
            _ => found,
        };
    }
    if found == Delimiters::Common && has_dollar_setting(document) {
        return Delimiters::WithDollar;
    }
    found
}

/// True if a script of the page sets single dollar signs as delimiters.
fn has_dollar_setting(document: &Document) -> bool {
    let scripts = document.elements(NodeId::DOCUMENT);
    let mut scripts = scripts.filter(|&id| document.is_html(id, name::SCRIPT));
    scripts.any(|id| {
        let script = document.text(id).as_bytes();
        SETTINGS.iter().any(|setting| {
            let mut settings = memchr::memmem::find_iter(script, setting.as_bytes());
            settings.any(|at| {
                let end = script.len().min(at + SETTING_BYTES);
                let window = &script[at..end];
                ["'$'", "\"$\""]
                    .iter()
                    .any(|sign| memchr::memmem::find(window, sign.as_bytes()).is_some())
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, delimiters: Delimiters, expected: &[&str]) {
        let found = pieces(text, delimiters).into_iter().filter_map(|piece| match piece {
            MathPiece::Formula(formula) => Some(formula.tex),
            MathPiece::Text(_) => None,
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn prices_are_no_formulas() {
        for text in ["$5 and $6", "from $5-$6", "a $5 b$6", "US$ and A$", "\\$x\\$", "$ x $"] {
            check(text, Delimiters::WithDollar, &[]);
        }
        check("so $x$ and $y_1$.", Delimiters::WithDollar, &["x", "y_1"]);
        check("so $x$ and $$y$$", Delimiters::Common, &["y"]);
        check("$$x$$ costs $5, $$y$$", Delimiters::WithDollar, &["x", "y"]);
    }

    #[test]
    fn missing_ends_are_searched_for_once() {
        check(&"\\( \\[ $$ ".repeat(3), Delimiters::Common, &["\\( \\["]);
        check(&"\\(".repeat(20_000), Delimiters::WithDollar, &[]);
    }
}
