//! Formulas as TeX, in the various encodings of pages.
//!
//! A page often has a formula in two forms: one to see, and one to read or to search. One of them
//! is written. `forms.rs` tells them apart, `source.rs` finds the TeX that the page states,
//! `mathml.rs` makes TeX of `MathML` without it, `chtml.rs` of the elements that `MathJax` draws
//! with, and `delimited.rs` finds formulas in texts.

mod chtml;
mod delimited;
mod forms;
mod mathml;
mod source;
mod symbols;
mod tex_writer;

use tamis_dom::{Document, NodeId, name};

pub(crate) use self::delimited::{
    Delimiters, MathPiece, delimiters_of, may_have_delimiters, pieces,
};
pub(crate) use self::forms::{
    is_annotation, is_annotation_alone, is_display_form, is_hidden_form, is_second_form,
    lone_scripts,
};
use self::source::FormulaDisplay;
pub(crate) use self::source::stands_for_formula;
pub(crate) use self::source::{is_script, is_tex_alone, needs_no_text};

/// A formula.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) tex: String,
    /// The formula is displayed on lines of its own.
    pub(crate) is_block: bool,
}

impl Formula {
    /// Returns the formula between the delimiters that math scripts search texts for.
    pub(crate) fn delimited(&self) -> String {
        let (opening, closing) = if self.is_block { ("\\[", "\\]") } else { ("\\(", "\\)") };
        format!("{opening}{}{closing}", self.tex)
    }
}

/// Returns the TeX form of an element's formula, or `None` if it has none.
///
/// Sources: `MathML` Core, `annotation` (as in `KaTeX`, Temml and Wikipedia); `LaTeXML`'s
/// `alttext`; `MathJax` 2's scripts; `MathJax` 3 and 4's containers; attributes of editors; images
/// of Wikipedia, `WordPress` (`latex`), Sphinx (`math`) and of services that draw TeX.
pub(crate) fn of(document: &Document, id: NodeId) -> Option<Formula> {
    let name = document.name(id)?;
    let (tex, is_block) = match name {
        name::MATH => (source::of_math(document, id)?, source::is_displayed(document, id)),
        name::SCRIPT => {
            let kind = source::script_kind(document, id)?;
            (document.text(id).to_owned(), kind == FormulaDisplay::Block)
        }
        name::IMG => (source::of_image(document, id)?, false),
        _ if stands_for_formula(document, id) => source::of_element(document, id)?,
        _ => return None,
    };
    let tex = cleaned(&tex);
    (!tex.is_empty()).then_some(Formula { tex, is_block })
}

/// The delimiters around the TeX in the attributes of some pages.
const WRAPPERS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// Returns the TeX without delimiters and size commands around it, and without comments and empty
/// lines, which would end the formula.
fn cleaned(tex: &str) -> String {
    let tex = tex.trim();
    let inner = tex.strip_prefix('{').and_then(|tex| tex.strip_suffix('}'));
    let styled = inner.and_then(|tex| {
        tex.strip_prefix("\\displaystyle").or_else(|| tex.strip_prefix("\\textstyle"))
    });
    let bare = WRAPPERS.iter().find_map(|(opening, closing)| {
        let inner = tex.strip_prefix(opening)?.strip_suffix(closing)?;
        (!inner.contains('$') && !inner.ends_with('\\') && !inner.contains(closing))
            .then_some(inner)
    });
    let lines = styled.or(bare).unwrap_or(tex).lines().map(|line| without_comment(line).trim_end());
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let mut tex = lines.join("\n").trim().to_owned();
    // A backslash at the end would escape the delimiter.
    let backslashes = tex.bytes().rev().take_while(|&byte| byte == b'\\').count();
    tex.truncate(tex.len() - backslashes % 2);
    tex.truncate(tex.trim_end().len());
    tex
}

/// Returns a line up to its comment. As a comment ends with its line, it would hide what follows if
/// the lines were joined.
fn without_comment(line: &str) -> &str {
    let comment = memchr::memchr_iter(b'%', line.as_bytes()).find(|&at| {
        let escapes = line[..at].bytes().rev().take_while(|&byte| byte == b'\\').count();
        escapes % 2 == 0
    });
    comment.map_or(line, |at| &line[..at])
}
