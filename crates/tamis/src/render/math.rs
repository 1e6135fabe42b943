//! Formulas as TeX, in the various encodings of pages.

use tamis_dom::{Attr, Document, NodeId, NodeKind, name};

/// A formula.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Formula {
    pub(super) tex: String,
    /// The formula is displayed on lines of its own.
    pub(super) is_block: bool,
}

impl Formula {
    /// Returns the formula between the delimiters that math scripts search texts for.
    pub(super) fn delimited(&self) -> String {
        let (opening, closing) = if self.is_block { ("\\[", "\\]") } else { ("\\(", "\\)") };
        format!("{opening}{}{closing}", self.tex)
    }
}

/// Returns the TeX form of an element's formula, or `None` if it has none.
///
/// Sources: `MathML` Core, `annotation` (as in `KaTeX` and Wikipedia); `LaTeXML`'s `alttext`;
/// `MathJax` 2's scripts; images of Wikipedia, `WordPress` (`latex`) and Sphinx (`math`).
pub(super) fn of(document: &Document, id: NodeId) -> Option<Formula> {
    let (tex, is_block) = match document.name(id)? {
        name::MATH => {
            let tex = annotation(document, id)
                .or_else(|| document.attr(id, name::ALTTEXT).map(str::to_owned))?;
            (tex, document.attr(id, name::DISPLAY) == Some("block"))
        }
        name::SCRIPT => {
            let kind = script_kind(document, id)?;
            (document.text(id).to_owned(), kind == FormulaDisplay::Block)
        }
        name::SPAN | name::DIV if has_class(document, id, "mwe-math-element") => {
            let image = || document.elements(id).find(|&id| document.is_html(id, name::IMG));
            let of_image = || document.attr(image()?, name::ALT).map(str::to_owned);
            let is_block = document.is_html(id, name::DIV)
                || document.elements(id).any(|id| {
                    let display = document.attr(id, name::DISPLAY);
                    document.name(id) == Some(name::MATH) && display == Some("block")
                });
            (annotation(document, id).or_else(of_image)?, is_block)
        }
        name::IMG if is_formula_image(document, id) => {
            (document.attr(id, name::ALT)?.to_owned(), false)
        }
        _ => return None,
    };
    let tex = cleaned(&tex);
    (!tex.is_empty()).then_some(Formula { tex, is_block })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FormulaDisplay {
    Inline,
    Block,
}

/// Returns the kind of formula that a script contains.
fn script_kind(document: &Document, id: NodeId) -> Option<FormulaDisplay> {
    let kind = document.attr(id, name::TYPE)?.strip_prefix("math/tex")?;
    Some(if kind.contains("mode=display") { FormulaDisplay::Block } else { FormulaDisplay::Inline })
}

/// True for a script that contains a formula.
pub(super) fn is_script(document: &Document, id: NodeId) -> bool {
    document.is_html(id, name::SCRIPT) && script_kind(document, id).is_some()
}

/// Returns the scripts whose formulas have no other form with text in the page.
pub(super) fn lone_scripts(document: &Document) -> impl Iterator<Item = NodeId> {
    let attrs = document.all_attrs().iter().filter(|attr| attr.name() == name::TYPE);
    let shown = |script| {
        let before = std::iter::successors(Some(script), |&id| document.previous_sibling(id));
        let mut forms = before.skip(1).take(MAX_DISTANCE).filter(|&id| is_form(document, id));
        forms.any(|id| !document.text(id).trim().is_empty())
    };
    attrs.map(Attr::owner).filter(move |&id| is_script(document, id) && !shown(id))
}

/// The most nodes of a formula that are searched for text. A larger formula certainly has text.
const MAX_SEARCHED_NODES: usize = 1000;

/// True if a `MathML` element has no text except its TeX annotation.
pub(super) fn is_annotation_alone(document: &Document, formula: NodeId) -> bool {
    let end = document.subtree_end(formula).index();
    let mut next = formula.index() + 1;
    if end > next + MAX_SEARCHED_NODES {
        return false;
    }
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if !document.text(id).trim().is_empty() => return false,
            NodeKind::Element if is_annotation(document, id) => {
                next = document.subtree_end(id).index();
            }
            _ => {}
        }
    }
    annotation(document, formula).is_some()
}

/// True for an annotation of `MathML`, which repeats the formula in another form.
pub(super) fn is_annotation(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::ANNOTATION | name::ANNOTATION_XML))
}

/// True if an element displays a formula that is next to it in another form: before it in `MathML`,
/// or after it in a script.
pub(super) fn is_display_form(document: &Document, id: NodeId) -> bool {
    is_second_form(document, id) || is_before_script(document, id)
}

/// True if an element displays a formula that precedes it in `MathML`. Source: `KaTeX` and
/// Wikipedia.
pub(super) fn is_second_form(document: &Document, id: NodeId) -> bool {
    if !matches!(document.name(id), Some(name::SPAN | name::IMG)) {
        return false;
    }
    let is_form = document.attr(id, name::CLASS).is_some_and(|class| class == "katex-html")
        || is_formula_image(document, id);
    let Some(before) = document.previous_sibling(id).filter(|_| is_form) else { return false };
    let mut inside = document.elements(before).take(MAX_DISTANCE);
    inside.any(|id| document.name(id) == Some(name::MATH))
}

/// True if an element displays a formula that follows it in a script. Source: `MathJax` 2.
fn is_before_script(document: &Document, id: NodeId) -> bool {
    let after = std::iter::successors(Some(id), |&id| document.next_sibling(id)).skip(1);
    is_form(document, id) && after.take(MAX_DISTANCE).any(|id| is_script(document, id))
}

/// True if an element is the display that a script made of a formula. Source: `MathJax` 2.
fn is_form(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::SPAN | name::DIV))
        && document.attr(id, name::CLASS).is_some_and(|class| class.starts_with("MathJax"))
}

/// True if an element contains the hidden form of a formula that is shown as an image. Source:
/// Wikipedia.
pub(super) fn is_hidden_form(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::CLASS).is_some_and(|class| class.contains("mwe-math-mathml"))
}

/// The largest distance between two forms of a formula, in siblings.
const MAX_DISTANCE: usize = 4;

fn is_formula_image(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    matches!(class, "tex" | "latex" | "math") || class.starts_with("mwe-math-fallback-image")
}

fn has_class(document: &Document, id: NodeId, wanted: &str) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == wanted)
}

/// Returns the TeX annotation of a formula.
fn annotation(document: &Document, formula: NodeId) -> Option<String> {
    let mut annotations = document.elements(formula).filter(|&id| {
        document.name(id) == Some(name::ANNOTATION)
            && document.attr(id, name::ENCODING).is_some_and(|encoding| {
                let is = |name: &str| encoding.eq_ignore_ascii_case(name);
                is("application/x-tex") || is("text/x-tex") || is("TeX") || is("LaTeX")
            })
    });
    let id = annotations.next()?;
    let texts = document.descendants_and_self(id).filter(|&id| document.kind(id) == NodeKind::Text);
    Some(texts.map(|id| document.text(id)).collect())
}

/// Returns the TeX without size commands around it and without empty lines, which would end the
/// formula.
fn cleaned(tex: &str) -> String {
    let tex = tex.trim();
    let inner = tex.strip_prefix('{').and_then(|tex| tex.strip_suffix('}'));
    let styled = inner.and_then(|tex| {
        tex.strip_prefix("\\displaystyle").or_else(|| tex.strip_prefix("\\textstyle"))
    });
    let lines = styled.unwrap_or(tex).lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A piece of a text with formulas.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MathPiece<'t> {
    Text(&'t str),
    Formula(Formula),
}

/// The default delimiters that scripts search texts for, and whether they enclose a displayed
/// formula. Source: `MathJax` and `KaTeX`.
const DELIMITERS: [(&str, &str, bool); 3] =
    [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true)];

/// True if the text may contain formulas in delimiters.
pub(super) fn may_have_delimiters(text: &str) -> bool {
    memchr::memchr2_iter(b'\\', b'$', text.as_bytes())
        .any(|at| matches!(text.as_bytes().get(at..at + 2), Some(b"\\(" | b"\\[" | b"$$")))
}

/// Splits a text into plain text and formulas. Linear in its length.
pub(super) fn pieces(text: &str) -> Vec<MathPiece<'_>> {
    let mut pieces = Vec::new();
    let (mut plain, mut at) = (0, 0);
    // A closing delimiter that is missing once is missing for all later positions too, so it is not
    // searched for again. That keeps the time linear.
    let mut is_unclosed = [false; DELIMITERS.len()];
    while let Some(sign) =
        memchr::memchr2(b'\\', b'$', &text.as_bytes()[at..]).map(|sign| at + sign)
    {
        at = sign + 1;
        let opened =
            (0..DELIMITERS.len()).find(|&index| text[sign..].starts_with(DELIMITERS[index].0));
        let Some(index) = opened.filter(|&index| !is_unclosed[index]) else { continue };
        let (opening, closing, is_block) = DELIMITERS[index];
        let begin = sign + opening.len();
        let Some(end) = text[begin..].find(closing).map(|end| begin + end) else {
            is_unclosed[index] = true;
            continue;
        };
        at = end + closing.len();
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

/// The classes of elements whose text a script turns into formulas. Sources: Pandoc, Sphinx, Stack
/// Exchange.
const MARKED: [&str; 4] =
    ["math inline", "math display", "math notranslate nohighlight", "math-container"];

/// True if a script turns texts of the page into formulas: the script is present, or its markup is.
pub(super) fn has_script(document: &Document) -> bool {
    document.all_attrs().iter().any(|attr| match attr.name() {
        name::SRC if document.is_html(attr.owner(), name::SCRIPT) => {
            let address = document.attr_value(attr).to_ascii_lowercase();
            address.contains("mathjax") || address.contains("katex")
        }
        name::CLASS => MARKED.contains(&document.attr_value(attr)),
        _ => false,
    })
}
