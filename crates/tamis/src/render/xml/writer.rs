//! XML as text.

use super::escape::{escape_xml_attribute, escape_xml_text};
use crate::render::form::Form;

/// The deepest level with more indentation than the one before. Without a limit, the indentation of
/// a deeply nested page would be longer than its text.
const MAX_INDENT: usize = 24;

/// Writes elements, each on its own line where no text is next to it.
#[derive(Debug, Default)]
pub(super) struct XmlWriter {
    out: String,
    open: Vec<OpenTag>,
    /// The last start tag still lacks its `>`.
    in_tag: bool,
    form: Form,
}

#[derive(Debug)]
struct OpenTag {
    name: &'static str,
    /// White space in it is significant.
    is_mixed: bool,
}

impl XmlWriter {
    pub(super) fn new(form: Form) -> XmlWriter {
        XmlWriter { form, ..XmlWriter::default() }
    }

    /// Returns the length of the output in bytes.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Begins an element. In a mixed one, and in all elements in it, the only white space is that
    /// of the texts.
    pub(super) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)], is_mixed: bool) {
        self.end_tag();
        let around_is_mixed = self.open.last().is_some_and(|around| around.is_mixed);
        if !around_is_mixed && !self.out.is_empty() {
            self.new_line();
        }
        self.out.push('<');
        self.out.push_str(name);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape_xml_attribute(value, &mut self.out);
            self.out.push('"');
        }
        self.in_tag = true;
        self.open.push(OpenTag { name, is_mixed: is_mixed || around_is_mixed });
    }

    /// Ends the innermost element.
    pub(super) fn close(&mut self) {
        let innermost = self.open.pop();
        debug_assert!(innermost.is_some(), "an element is open");
        let Some(element) = innermost else { return };
        if std::mem::take(&mut self.in_tag) {
            self.out.push_str("/>");
            return;
        }
        if !element.is_mixed {
            self.new_line();
        }
        self.out.push_str("</");
        self.out.push_str(element.name);
        self.out.push('>');
    }

    pub(super) fn text(&mut self, text: &str) {
        self.end_tag();
        escape_xml_text(text, &mut self.out);
    }

    /// Writes an element that contains only this text.
    pub(super) fn element(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes, true);
        if !text.is_empty() {
            self.text(text);
        }
        self.close();
    }

    /// Ends all open elements and returns the document.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out.push('\n');
        self.out
    }

    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.push('>');
        }
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        let max_indent = match self.form {
            Form::Full => MAX_INDENT,
            Form::Plain => 0,
        };
        for _ in 0..self.open.len().min(max_indent) {
            self.out.push_str("  ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        let mut writer = XmlWriter::default();
        writer.element("x", &[("y", "\"a\"\u{1} & <b>")], "\"a\"\u{1} & <b>\u{ffff}");
        assert_eq!(
            writer.finish(),
            "<x y=\"&quot;a&quot; &amp; &lt;b&gt;\">\"a\" &amp; &lt;b&gt;</x>\n"
        );
    }

    #[test]
    fn white_space_is_added_where_no_text_is() {
        let mut writer = XmlWriter::default();
        writer.open("a", &[], false);
        writer.open("b", &[], true);
        writer.element("c", &[], "");
        writer.open("d", &[], false);
        writer.element("e", &[], "text");
        writer.close();
        writer.close();
        writer.element("f", &[], "");
        assert_eq!(writer.finish(), "<a>\n  <b><c/><d><e>text</e></d></b>\n  <f/>\n</a>\n");
    }
}
