//! The rest of a page that has too many nodes: one text, with line breaks for tags.
//!
//! A limit of nodes must not lose text. So the parser goes on after the last node, but its elements
//! are not made: they only get handles, so that it can tell them apart. The text of the rest is
//! added to one element, with a line break wherever a tag was, so that words do not run together.
//! For example, `<p>One<p>Two` beyond the limit becomes "One\nTwo". Scripts and styles are still
//! left out.

use tamis_html::{Handle as HtmlHandle, Text};

use super::builder::{Builder, Handle};

/// The first number of a handle that stands for an element that is not made. The limit of nodes is
/// below it.
const FIRST: u32 = 1 << 30;

/// The state after the last node that the limit allows.
pub(super) struct Over {
    /// The element that gets the text.
    parent: u32,
    /// The number of the next handle.
    next: u32,
    /// A script or style, whose text is dropped.
    dropped: Option<HtmlHandle>,
    /// True if a tag came after the last text.
    breaks: bool,
}

/// Returns true if the handle stands for an element that was not made.
pub(super) fn is_absent(handle: HtmlHandle) -> bool {
    handle.index() >= FIRST as usize
}

impl Over {
    pub(super) fn new(parent: u32) -> Over {
        Over { parent, next: FIRST, dropped: None, breaks: false }
    }

    /// Returns the handle of an element that is not made.
    pub(super) fn element(&mut self, is_dropped: bool) -> HtmlHandle {
        let handle = HtmlHandle::new(self.next);
        // Numbers may repeat, because the parser only has to tell its open elements apart, of which
        // there are far fewer.
        self.next = FIRST.max(self.next.wrapping_add(1) % (FIRST << 1));
        if is_dropped {
            self.dropped = Some(handle);
        }
        self.breaks = true;
        handle
    }

    pub(super) fn note_end(&mut self) {
        self.breaks = true;
    }

    pub(super) fn move_to(&mut self, parent: u32) {
        self.parent = parent;
    }

    pub(super) fn text(&mut self, builder: &mut Builder, inside: HtmlHandle, text: Text<'_>) {
        if self.dropped == Some(inside) {
            return;
        }
        let parent = Handle(self.parent);
        if std::mem::take(&mut self.breaks) {
            builder.append_text(parent, "\n");
        }
        builder.append_text(parent, text.as_str());
        builder.note_source(text.span().start, text.span().end);
    }
}
