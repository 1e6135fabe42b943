//! The documents whose names are checked, and the code in them.

use super::{has_extension, numbered};

/// Documents at the root that are read, besides every README and the book below `docs/`.
const AT_ROOT: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];

/// Returns true for the documents that users and contributors read.
pub fn is_document(path: &str) -> bool {
    let is_readme = path.rsplit('/').next() == Some("README.md");
    let is_page = path.starts_with("docs/") && has_extension(path, "md");
    (AT_ROOT.contains(&path) || is_readme || is_page) && !path.starts_with("testdata/")
}

/// A piece of a document.
#[derive(Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// The line that it begins in, from 1.
    pub line: usize,
    /// Its text. Lines of code are joined by spaces, those of prose are not.
    pub text: String,
    pub place: Place<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'t> {
    /// Outside code.
    Prose,
    /// Between backticks. Such code may go on in the next line of its paragraph.
    Code,
    /// One line between fences, with the word after the opening fence, such as `sh`, or "".
    Fence(&'t str),
}

/// Returns the pieces of the Markdown in their order.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut paragraph = String::new();
    let mut fence = None;
    let mut last = 0;
    for (line, text) in numbered(text) {
        last = line;
        if let Some(info) = text.trim_start().strip_prefix("```") {
            add_paragraph(&mut paragraph, line, &mut parts);
            fence = if fence.is_some() { None } else { Some(info.trim()) };
        } else if let Some(info) = fence {
            parts.push(Part { line, text: text.to_string(), place: Place::Fence(info) });
        } else if text.trim().is_empty() {
            add_paragraph(&mut paragraph, line, &mut parts);
        } else {
            paragraph.push_str(text);
            paragraph.push('\n');
        }
    }
    add_paragraph(&mut paragraph, last + 1, &mut parts);
    parts
}

/// Moves a paragraph that ends before the line `end` to the parts.
fn add_paragraph(paragraph: &mut String, end: usize, parts: &mut Vec<Part<'_>>) {
    let mut line = end - paragraph.lines().count();
    for (index, text) in paragraph.split('`').enumerate() {
        if index % 2 == 1 {
            let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
            parts.push(Part { line, text: lines.join(" "), place: Place::Code });
        } else if !text.is_empty() {
            parts.push(Part { line, text: text.to_string(), place: Place::Prose });
        }
        line += text.matches('\n').count();
    }
    paragraph.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_the_readmes_the_book_and_three_pages_of_the_root() {
        for path in ["README.md", "crates/a/README.md", "docs/a.md", "docs/b/c.md", "SECURITY.md"] {
            assert!(is_document(path), "{path}");
        }
        for path in ["CHANGELOG.md", "testdata/README.md", "docs/book.toml", "records/a.md"] {
            assert!(!is_document(path), "{path}");
        }
    }

    #[test]
    fn code_is_told_from_prose_also_where_it_goes_on_in_the_next_line() {
        let text = "a `b\n  c` d\ne\n\n```sh\nx `y\n```\n`z`";
        let parts: Vec<_> =
            parts(text).into_iter().map(|part| (part.line, part.text, part.place)).collect();
        let part = |line, text: &str, place| (line, text.to_string(), place);
        assert_eq!(
            parts,
            [
                part(1, "a ", Place::Prose),
                part(1, "b c", Place::Code),
                part(2, " d\ne\n", Place::Prose),
                part(6, "x `y", Place::Fence("sh")),
                part(8, "z", Place::Code),
                part(8, "\n", Place::Prose),
            ]
        );
    }
}
