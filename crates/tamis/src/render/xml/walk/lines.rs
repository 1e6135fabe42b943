//! Lines: text, marks, and inline content.

use tamis_dom::{NodeId, name};

use super::{Expect, LevelKind, XmlWalker};
use crate::render::xml::tag::Tag;

/// An open line.
#[derive(Debug)]
pub(super) struct OpenLine {
    /// The line has an element of its own.
    is_element: bool,
    is_code: bool,
    /// The line ends with text or an image so far.
    follows_text: bool,
    /// White space followed the last text.
    space: bool,
    /// In code: a line ended after the last text.
    is_broken: bool,
}

/// An element that marks words.
#[derive(Debug)]
pub(super) struct OpenMark {
    tag: Tag,
    is_open: bool,
    /// It was open before.
    is_repeated: bool,
}

impl OpenMark {
    pub(super) fn new(tag: Tag) -> OpenMark {
        OpenMark { tag, is_open: false, is_repeated: false }
    }

    /// Returns the approximate size of its tags in bytes.
    fn bytes(&self) -> usize {
        const TAGS: usize = 32;
        TAGS + if let Tag::Link(target) = &self.tag { target.len() } else { 0 }
    }
}

impl XmlWalker<'_, '_> {
    pub(super) fn text(&mut self, text: &str) {
        if self.expect == Expect::Code {
            self.code(text);
            return;
        }
        if text.trim().is_empty() {
            return self.space();
        }
        let mut words = text.split(is_html_space).filter(|word| !word.is_empty());
        self.start(text.starts_with(is_html_space));
        let first = words.next();
        debug_assert!(first.is_some(), "the text is not empty");
        self.content.text(first.unwrap_or_default());
        for word in words {
            self.content.text(" ");
            self.content.text(word);
        }
        if let Some(line) = &mut self.line {
            line.space = text.ends_with(is_html_space);
        }
    }

    /// Separates the next text from the text before it in the line.
    pub(super) fn space(&mut self) {
        if let Some(line) = &mut self.line {
            line.space = true;
        }
    }

    /// Writes text unchanged.
    fn code(&mut self, text: &str) {
        self.begin_line();
        let is_broken = self.line.as_mut().is_some_and(|line| std::mem::take(&mut line.is_broken));
        let is_separated = self.content.ends_with_line_feed() || text.starts_with('\n');
        if is_broken && !is_separated {
            self.content.text("\n");
        }
        self.begin_marks();
        self.content.text(text);
        if let Some(line) = &mut self.line {
            line.follows_text = true;
        }
    }

    /// Ends a line of code, if one is open.
    pub(super) fn break_code(&mut self) {
        if let Some(line) = self.line.as_mut().filter(|line| line.is_code) {
            line.is_broken = line.follows_text;
        }
    }

    /// Begins inline content: the line if none is open, the space before, and the marks around.
    fn start(&mut self, starts_with_space: bool) {
        self.begin_line();
        if let Some(line) = &mut self.line {
            let space = line.space || starts_with_space;
            if space && line.follows_text {
                self.content.text(" ");
            }
            line.space = false;
            line.follows_text = true;
        }
        self.begin_marks();
    }

    fn begin_line(&mut self) {
        if self.line.is_some() {
            return;
        }
        self.make_room();
        let level = self.levels.last();
        let is_bare = level.is_some_and(|level| !level.kind.is_division() && !level.is_begun);
        let tag = match self.expect {
            Expect::Flow if is_bare => None,
            Expect::Flow | Expect::Paragraph => Some(Tag::Paragraph),
            Expect::Heading(level) => Some(Tag::Heading(level)),
            Expect::Code => Some(Tag::CodeBlock),
        };
        self.line = Some(OpenLine {
            is_element: tag.is_some(),
            is_code: self.expect == Expect::Code,
            follows_text: false,
            space: false,
            is_broken: false,
        });
        if let Some(tag) = tag {
            self.content.open(tag);
        }
        self.note_begun();
    }

    pub(super) fn end_line(&mut self) {
        let Some(line) = self.line.take() else { return };
        for mark in self.marks[..self.begun_marks].iter_mut().rev() {
            if std::mem::take(&mut mark.is_open) {
                self.content.close();
            }
        }
        self.begun_marks = 0;
        if line.is_element {
            self.content.close();
        }
    }

    /// Begins the marks that the line has not begun yet. A mark within an equal one adds nothing,
    /// and repeated marks have a budget.
    fn begin_marks(&mut self) {
        for at in self.begun_marks..self.marks.len() {
            let (around, rest) = self.marks.split_at_mut(at);
            let Some(mark) = rest.first_mut() else { break };
            let bytes = if mark.is_repeated { mark.bytes() } else { 0 };
            let is_known = around.iter().any(|other| other.is_open && other.tag == mark.tag);
            if is_known || bytes > self.repeatable_bytes {
                continue;
            }
            self.repeatable_bytes -= bytes;
            mark.is_open = true;
            mark.is_repeated = true;
            self.content.open(mark.tag.clone());
        }
        self.begun_marks = self.marks.len();
    }

    pub(super) fn end_mark(&mut self) {
        if self.marks.pop().is_some_and(|mark| mark.is_open) {
            self.content.close();
        }
        self.begun_marks = self.begun_marks.min(self.marks.len());
    }

    pub(super) fn line_break(&mut self) {
        let Some(line) = &mut self.line else { return };
        line.space = false;
        line.follows_text = false;
        if line.is_code {
            self.content.text("\n");
        } else {
            self.content.empty(Tag::LineBreak);
        }
    }

    /// Writes a thematic break where one is allowed.
    pub(super) fn rule(&mut self) {
        if self.expect == Expect::Code {
            return self.break_code();
        }
        self.end_line();
        if self.level().is_division() || self.level() == LevelKind::Quote {
            self.make_room();
            self.content.empty(Tag::Rule);
        }
    }

    pub(super) fn image(&mut self, id: NodeId) {
        let source = self.document.attr(id, name::SRC).unwrap_or_default().to_owned();
        let alt = self.document.attr(id, name::ALT).unwrap_or_default();
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        self.start(false);
        self.content.empty(Tag::Image { source, alt });
    }
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}
