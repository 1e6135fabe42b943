//! Code in the lines that a highlighter made of it.

use tamis_dom::{Namespace, NodeId, name};

use super::Composer;
use super::open::is_preformatted;
use crate::structure::code::{self, Code};

impl Composer<'_> {
    /// Returns the code of an element if its lines are elements or have line numbers.
    pub(super) fn highlighted_code(&self, id: NodeId) -> Option<Code> {
        let (document, texts) = (self.document, self.kept_nodes.texts());
        let code = if document.is_html(id, name::TABLE) {
            code::of_table(document, texts, id)
        } else {
            let is_made = is_preformatted(document, id)
                && !self.top().in_pre
                && code::has_line_elements(document, id);
            is_made.then(|| code::of(document, texts, id))
        };
        code.filter(|code| !code.text.is_empty())
    }

    /// Writes code without the markup of the highlighter.
    pub(super) fn code(&mut self, id: NodeId, code: &Code) {
        self.end_line();
        self.write_open();
        let is_table = self.document.is_html(id, name::TABLE);
        if is_table {
            self.builder.open("pre", Namespace::Html, &[]);
        } else {
            self.start_tag(id, false);
        }
        let class = format!("language-{}", code.language);
        let class: &[_] = if code.language.is_empty() { &[] } else { &[("class", class.as_str())] };
        let mut elements = self.document.elements(id);
        if is_table || !class.is_empty() || elements.any(|id| self.document.is_html(id, name::CODE))
        {
            self.builder.open("code", Namespace::Html, class);
            self.builder.text(&code.text);
            self.builder.close();
        } else {
            self.builder.text(&code.text);
        }
        self.builder.close();
        self.follows_text = false;
        self.line_feed();
    }
}
