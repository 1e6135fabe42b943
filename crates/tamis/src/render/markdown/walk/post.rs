//! The posts of a thread: a heading above each.

use tamis_dom::NodeId;

use super::{EndAction, Heading, HeadingText, MarkdownWalker};
use crate::render::posts::POST_LEVEL;
use crate::threads::Post;

impl MarkdownWalker<'_> {
    /// Begins a post with its heading, or with a rule if neither its author nor its day is known.
    pub(super) fn begin_post(&mut self, id: NodeId, post: &Post) {
        self.end_line();
        let heading = post.heading();
        if heading.is_empty() {
            self.writer.lines("---");
        } else {
            let level = if self.options.headings { POST_LEVEL } else { 0 };
            self.writer.set_heading(level);
            let at = self.writer.len();
            self.writer.text(&heading);
            self.end_line();
            self.writer.set_heading(0);
            self.headings.push(Heading { at, level: POST_LEVEL, text: HeadingText::Post(heading) });
        }
        self.push(id, EndAction::Block);
    }
}
