//! Plain text.

use crate::page::Page;

/// The texts of the kept paragraphs in the page's order, an empty line between each two. Empty paragraphs are left
/// out. `kept` is in the order of [`Page::paragraphs`].
pub fn text(page: &Page, kept: &[bool]) -> String {
    let texts = || {
        let kept = page.paragraphs().iter().zip(kept).filter(|&(_, &kept)| kept);
        kept.map(|(paragraph, _)| page.paragraph_text(paragraph)).filter(|text| !text.is_empty())
    };
    let mut out = String::with_capacity(texts().map(|text| text.len() + 2).sum());
    for text in texts() {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(text);
    }
    out
}
