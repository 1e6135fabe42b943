//! Lines with the tags of paragraphs, headings, lists, preformatted text and links.

use tamis::dom::{NodeId, name};

use super::{Layout, is_blank, is_space};

/// The schemes of addresses that run a script or hold a page.
const SCRIPTS: [&str; 3] = ["javascript:", "vbscript:", "data:"];

impl Layout<'_> {
    /// Writes the begin of an element. Returns false if it has no tag in the lines.
    pub(super) fn start_markup(&mut self, id: NodeId, tag: &str) -> bool {
        match tag {
            "br" => {
                self.line.push_str("<br>");
                self.is_broken = true;
            }
            "a" if self.has_address(id) => {
                self.open_line();
                if self.has_gap && !self.line.is_empty() && !self.line.ends_with([' ', '>']) {
                    self.line.push(' ');
                }
                self.line.push_str("<a href=\"");
                let address = self.attr(id, name::HREF).trim_matches(is_space);
                self.push_escaped(address, true);
                self.line.push_str("\">");
                self.has_gap = false;
            }
            "pre" if self.line.ends_with("<li>") => {
                self.preformatted += 1;
                self.line.push_str(if self.has_gap { " <pre>" } else { "<pre>" });
            }
            _ if has_tag(tag) && self.preformatted > 0 => self.push_tag("<", tag),
            _ if has_tag(tag) => {
                self.block(tag);
                self.preformatted += usize::from(tag == "pre");
                self.begin_tag("<", tag);
            }
            "ul" | "ol" | "li" => {
                self.block(tag);
                if self.options.bullets {
                    if tag == "li" {
                        self.open_item();
                    }
                    self.begin_tag("<", tag);
                    if tag != "li" {
                        self.lists.push(super::List::default());
                    }
                }
            }
            _ => return false,
        }
        true
    }

    pub(super) fn end_markup(&mut self, id: NodeId, tag: &str) {
        match tag {
            "a" if self.has_address(id) => self.line.push_str("</a>"),
            "pre" => {
                self.preformatted -= 1;
                self.line.push_str("</pre>");
                self.block(tag);
            }
            _ if has_tag(tag) && self.preformatted > 0 => self.push_tag("</", tag),
            _ if has_tag(tag) => self.close(tag, true),
            "li" if self.options.bullets => {
                self.close(tag, false);
                self.close_item();
            }
            "ul" | "ol" if self.options.bullets => {
                self.lists.pop();
                self.end_line();
                self.margin = 1;
                self.begin_tag("</", tag);
                self.block(tag);
            }
            "br" => {}
            _ => self.block(tag),
        }
    }

    /// Begins a line with a tag.
    fn begin_tag(&mut self, begin: &str, tag: &str) {
        self.begin_line();
        self.indent();
        self.push_tag(begin, tag);
        self.has_gap = false;
    }

    fn push_tag(&mut self, begin: &str, tag: &str) {
        for part in [begin, tag, ">"] {
            self.line.push_str(part);
        }
    }

    /// Writes an end tag on the last line that there is.
    fn close(&mut self, tag: &str, is_indented: bool) {
        if self.line.is_empty()
            && let Some(line) = self.lines.pop()
        {
            self.line = line;
            self.margin = 0;
        }
        if is_indented {
            self.indent();
        }
        self.push_tag("</", tag);
        self.is_broken = false;
        self.block(tag);
    }

    /// Returns true for a link to be written, unless it runs a script. Browsers ignore control
    /// characters in front of the scheme and in it.
    fn has_address(&self, link: NodeId) -> bool {
        if !self.options.links {
            return false;
        }
        let address = self.attr(link, name::HREF).chars().filter(|&c| c > '\u{20}');
        let address = address.collect::<String>().to_lowercase();
        !address.is_empty() && !SCRIPTS.iter().any(|scheme| address.starts_with(scheme))
    }

    /// Returns a text without the white space that has no effect after a tag.
    pub(super) fn after_tag<'t>(&mut self, text: &'t str) -> &'t str {
        if self.is_broken && !is_blank(text) {
            self.end_line();
            self.is_broken = false;
        }
        let is_after_tag = self.line.ends_with('>') && !self.line.ends_with("</a>");
        if !is_after_tag || self.preformatted > 0 {
            return text;
        }
        let rest = text.trim_start_matches(is_space);
        self.has_gap &= rest.is_empty();
        let is_gap = rest.is_empty() && !text.is_empty() && self.line.ends_with("<li>");
        if is_gap { " " } else { rest }
    }

    fn open_line(&mut self) {
        if self.is_broken {
            self.end_line();
            self.is_broken = false;
        }
        if self.line.is_empty() {
            self.begin_line();
        }
    }

    pub(super) fn push_escaped(&mut self, text: &str, is_attribute: bool) {
        for c in text.chars() {
            match c {
                '&' => self.line.push_str("&amp;"),
                '<' => self.line.push_str("&lt;"),
                '>' => self.line.push_str("&gt;"),
                '"' if is_attribute => self.line.push_str("&quot;"),
                '\'' if is_attribute => self.line.push_str("&#x27;"),
                _ => self.line.push(c),
            }
        }
    }
}

/// Returns true for elements whose tags are written in all lines.
fn has_tag(tag: &str) -> bool {
    matches!(tag, "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre")
}
