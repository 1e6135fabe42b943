//! Pages that html5ever 0.40 reads otherwise than the standard says, with its sections.

/// The contexts of fragments that are not in HTML.
const FOREIGN: [&str; 5] = ["svg", "foreignObject", "desc", "mi", "annotation-xml"];

/// True for pages that may be read otherwise. `context` is the element of a fragment.
pub fn is_known(context: &str, source: &str) -> bool {
    let has = |part: &str| {
        source.as_bytes().windows(part.len()).any(|at| at.eq_ignore_ascii_case(part.as_bytes()))
    };
    let any = |parts: &[&str]| parts.iter().any(|part| has(part));
    // 13.2.4.2: `search` is special, `isindex` is not.
    any(&["<search", "<isindex"])
        // 13.2.4.2: elements of `MathML` and SVG that are integration points are special, too, and
        // `annotation-xml` is in the lists of scopes.
        || has("<annotation-xml")
        || any(&["<mi", "<mo", "<mn", "<ms", "<mtext", "<desc", "<foreignobject", "<title"])
            && any(&["<svg", "<math"])
            && any(&["</", "<li", "<dd", "<dt", "<a", "<nobr"])
        // 13.2.6.4.10: U+000D is white space.
        || has("&#13") && has("<table")
        // 13.2.6.4.10: a document type ends the characters of a table.
        || has_late_doctype(source) && (!context.is_empty() || has("<table"))
        // 13.2.6.4.9: characters in a `template` among the parts of a table are those of a table.
        || (has("<template") || context == "template")
            && any(&["<tr", "<td", "<th", "<tb", "<tf", "<ca", "<co"])
        // 13.2.6.4.7: an error of the tokenizer does not change that a line feed is ignored.
        || any(&["<pre", "<listing", "<textarea"]) && any(&["</>", "&#"])
        // 13.2.6.5: an end tag that reaches the root of a fragment is processed as in HTML.
        || FOREIGN.contains(&context) && has("</")
        || !context.is_empty() && any(&["<svg", "<math"]) && has("</")
        // 13.2.6.4.7: an `input` in a fragment of a `select` is ignored.
        || context == "select" && has("<input")
        // 13.2.6.4.13: a `thead` in table scope is enough to end it. html5ever looks for a `table`,
        // which a template lacks.
        || has("<thead") && (!context.is_empty() || has("<template"))
}

/// True if a document type follows something else.
fn has_late_doctype(source: &str) -> bool {
    let bytes = source.as_bytes();
    bytes.windows(9).skip(1).any(|at| at.eq_ignore_ascii_case(b"<!doctype"))
}
