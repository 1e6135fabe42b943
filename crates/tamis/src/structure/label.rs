//! Labels of what is not the content: readers' comments and other stories.

use tamis_dom::NodeId;

use crate::page::{Page, Paragraph, around};
use crate::words::{Label, words};

/// The longest label, in characters.
const MAX_LABEL_CHARS: u32 = 60;

/// The fewest characters that the element around a label has besides it. An element with less is
/// the label's own, for example with a line about the order of the comments.
const MIN_LABELLED_CHARS: u32 = 100;

/// Returns what a paragraph is a label of. A label in a link leads to what it names, so it is none.
pub(crate) fn label_of(page: &Page, paragraph: &Paragraph) -> Option<Label> {
    if paragraph.text_chars > MAX_LABEL_CHARS || 2 * paragraph.link_chars > paragraph.text_chars {
        return None;
    }
    words().label(page.paragraph_text(paragraph))
}

/// Returns the end of the element around a label that has more than the label.
pub(crate) fn labelled_end(page: &Page, label: &Paragraph) -> Option<NodeId> {
    let document = page.document();
    let has_more =
        |&id: &NodeId| page.stats(id).text_chars >= label.text_chars + MIN_LABELLED_CHARS;
    let element = around(document, label.origin()).find(has_more);
    element.map(|id| document.subtree_end(id))
}
