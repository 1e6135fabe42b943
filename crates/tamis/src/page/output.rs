//! The budget of a page's output: its length in each format is bounded by the page's own.

use std::sync::OnceLock;

use tamis_dom::Limits;

use super::{Page, Warning};

/// The maximum length of a page in each format, and what reached it.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputBudget {
    limits: Limits,
    /// True if no format has text that readers do not see.
    drops_hidden: bool,
    /// Set once a format was cut.
    cut: OnceLock<()>,
}

impl OutputBudget {
    pub(crate) fn new(limits: Limits, drops_hidden: bool) -> OutputBudget {
        OutputBudget { limits, drops_hidden, cut: OnceLock::new() }
    }
}

/// The bytes that the paths of a page may have beyond its own. Without a limit, a page of many
/// paragraphs, each nested deeply, would have paths a hundred times longer than itself.
const PATH_BYTES: usize = 1 << 22;

impl Page {
    /// Returns the most bytes of the paths of this page's paragraphs, in one notation.
    pub(crate) fn path_bytes(&self) -> usize {
        PATH_BYTES + self.document.html_bytes()
    }

    /// Returns the most bytes of this page in one format, by
    /// [`Limits::output_ratio`](tamis_dom::Limits#structfield.output_ratio). A document that was
    /// not parsed has no length in bytes and no such limit.
    ///
    /// ```
    /// use tamis::{Page, dom::Parser};
    ///
    /// let page = Page::measure(Parser::default().parse("<p>Bread rises."));
    /// assert_eq!(page.output_bytes(), 65_536 + 20 * 15);
    /// ```
    pub fn output_bytes(&self) -> usize {
        match self.document.html_bytes() {
            0 => usize::MAX,
            html_bytes => self.output.limits.output_bytes(html_bytes),
        }
    }

    /// True if all that readers do not see is left out of the formats of this page. See
    /// [`Config::drop_hidden`](crate::Config::drop_hidden).
    pub(crate) fn drops_hidden(&self) -> bool {
        self.output.drops_hidden
    }

    /// Records that a format of the page was cut.
    pub(crate) fn note_output_cut(&self) {
        // It may have been recorded before.
        let _ = self.output.cut.set(());
    }

    /// Returns the warning of a format that was cut, if one was so far.
    pub(crate) fn output_warning(&self) -> Option<Warning> {
        let max_bytes = self.output_bytes();
        self.output.cut.get().map(|()| Warning::OutputCut { max_bytes })
    }
}
