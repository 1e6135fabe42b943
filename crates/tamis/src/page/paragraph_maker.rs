//! jusText's segmentation of a page into paragraphs.

use tamis_dom::{Name, NodeId, name};

use super::Page;
use super::paragraph::{Paragraph, Piece};
use super::role::Role;
use super::scan::{Gap, TextCounts, scan_words, skip_space};

/// An element whose end was not reached yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub(super) id: NodeId,
    pub(super) end: u32,
    pub(super) name: Name,
    pub(super) role: Role,
    /// True if jusText removes the element or one around it.
    pub(super) removed: bool,
    /// True if no browser shows the element or one around it.
    pub(super) hidden: bool,
    /// True if jusText neither removes nor unwraps the element: a step of its paths.
    pub(super) kept: bool,
    pub(super) in_heading: bool,
    pub(super) in_select: bool,
}

/// A run of text: the text between two tags that are kept.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// The first of its pieces.
    first_piece: usize,
    is_open: bool,
    has_text: bool,
    /// White space since the last word of the run, or since its beginning.
    gap: Gap,
    /// Characters, white space collapsed but not trimmed.
    chars: u32,
}

/// jusText's segmentation. Source: jusText, `core.py`, `ParagraphMaker`.
pub(super) struct ParagraphMaker<'a> {
    paragraphs: &'a mut Vec<Paragraph>,
    pieces: &'a mut Vec<Piece>,
    text: &'a mut String,
    joined: &'a mut String,
    /// Positions in `text` where the current paragraph has white space that jusText's has not.
    joints: &'a mut Vec<u32>,
    current: Paragraph,
    /// White space at the end of the runs so far.
    gap: Gap,
    /// White space that a browser shows before the next word and jusText does not.
    apart: Gap,
    run: Run,
    in_link: bool,
    /// True if the last tag was a `br`, with only white space since.
    after_break: bool,
    /// True if the paragraph's text may have a literal `&copy`.
    saw_ampersand: bool,
}

impl<'a> ParagraphMaker<'a> {
    /// Returns a maker at the start of a page whose tables are empty. `joints` is a buffer.
    pub(super) fn new(page: &'a mut Page, joints: &'a mut Vec<u32>) -> ParagraphMaker<'a> {
        ParagraphMaker {
            paragraphs: &mut page.paragraphs,
            pieces: &mut page.pieces,
            text: &mut page.text,
            joined: &mut page.joined,
            joints,
            current: Paragraph::starting(NodeId::DOCUMENT),
            gap: Gap::None,
            apart: Gap::None,
            run: Run::default(),
            in_link: false,
            after_break: false,
            saw_ampersand: false,
        }
    }
}

impl ParagraphMaker<'_> {
    /// Source: `ParagraphMaker.startElementNS`.
    #[inline]
    pub(super) fn start_element(&mut self, element: OpenElement) {
        self.end_run();
        let is_break = element.name == name::BR;
        if element.role.has(Role::PARAGRAPH) || is_break && self.after_break {
            if is_break {
                self.current.tags -= 1;
            }
            self.start_new_paragraph(element);
            return;
        }
        self.after_break = is_break;
        if is_break {
            self.pieces.push(Piece::of_break(element.id));
            self.gap = self.gap.max(Gap::Space);
        } else if element.name == name::A {
            self.in_link = true;
        }
        self.current.tags += 1;
    }

    /// Source: `ParagraphMaker.endElementNS`. The new paragraph has the path of the parent.
    #[inline]
    pub(super) fn end_element(&mut self, element: OpenElement, parent: OpenElement) {
        self.end_run();
        if element.role.has(Role::PARAGRAPH) {
            self.start_new_paragraph(parent);
        }
        if element.name == name::A {
            self.in_link = false;
        }
    }

    pub(super) fn start_new_paragraph(&mut self, origin: OpenElement) {
        if self.text.len() as u32 == self.current.text.start {
            // A paragraph of line breaks is false in the reference: its length is 0.
            self.pieces.truncate(self.current.pieces.start as usize);
        } else {
            self.current.text.end = self.text.len() as u32;
            self.current.pieces.end = self.pieces.len() as u32;
            self.current.joined.start = self.joined.len() as u32;
            self.join();
            self.current.joined.end = self.joined.len() as u32;
            if self.saw_ampersand {
                let joined = &self.joined[self.current.joined.start as usize..];
                let text = &self.text[self.current.text.start as usize..];
                let as_justext = if joined.is_empty() { text } else { joined };
                self.current.has_copyright |= as_justext.contains("&copy");
            }
            self.paragraphs.push(self.current.clone());
        }
        self.current = Paragraph::starting(origin.id);
        self.current.in_heading = origin.in_heading;
        self.current.in_select = origin.in_select;
        self.current.text.start = self.text.len() as u32;
        self.current.pieces.start = self.pieces.len() as u32;
        self.gap = Gap::None;
        self.apart = Gap::None;
        self.saw_ampersand = false;
    }

    /// Writes the paragraph's text without the white space that jusText's has not, if there is any.
    fn join(&mut self) {
        let mut start = self.current.text.start as usize;
        if self.joints.is_empty() {
            return;
        }
        for joint in self.joints.drain(..) {
            let joint = joint as usize;
            self.joined.push_str(&self.text[start..joint]);
            start = joint + 1;
        }
        self.joined.push_str(&self.text[start..]);
    }

    /// Records that an element of this role begins or ends.
    #[inline]
    pub(super) fn note_edge(&mut self, role: Role) {
        if role.has(Role::BLOCK) {
            self.apart = Gap::LineBreak;
        } else if role.has(Role::BOX) {
            self.apart = self.apart.max(Gap::Space);
        }
    }

    /// Adds a text node to the run, its words to the paragraph's text, and its counts to `counts`.
    pub(super) fn characters(&mut self, id: NodeId, text: &str, counts: &mut TextCounts) {
        if !self.run.is_open {
            self.run = Run { is_open: true, first_piece: self.pieces.len(), ..Run::default() };
        }
        let starts_run = self.pieces.len() == self.run.first_piece;
        self.pieces.push(Piece::of_text(id, starts_run));
        let mut at = 0;
        while at < text.len() {
            let (gap, word) = skip_space(text, at);
            counts.gaps += u32::from(gap != Gap::None);
            self.run.gap = self.run.gap.max(gap);
            if word == text.len() {
                break;
            }
            self.close_gap();
            let chars_before = counts.chars;
            let (end, spaces) = scan_words(text, word, counts);
            at = end;
            self.text.push_str(&text[word..at]);
            self.current.words += spaces;
            let chars = counts.chars - chars_before + spaces;
            self.current.text_chars += chars;
            self.run.chars += chars;
        }
        self.current.has_copyright |= counts.has_copyright;
        self.saw_ampersand |= counts.has_ampersand;
    }

    /// Writes the white space before a word.
    #[inline]
    fn close_gap(&mut self) {
        let before_word = self.gap.max(self.run.gap);
        let apart = std::mem::take(&mut self.apart);
        self.run.chars += u32::from(self.run.gap != Gap::None);
        self.run.gap = Gap::None;
        self.run.has_text = true;
        self.gap = Gap::None;
        if self.text.len() as u32 == self.current.text.start {
            self.current.words = 1;
            return;
        }
        if before_word != Gap::None {
            self.text.push(if before_word == Gap::LineBreak { '\n' } else { ' ' });
            self.current.text_chars += 1;
            self.current.words += 1;
        } else if apart != Gap::None {
            self.joints.push(self.text.len() as u32);
            self.text.push(if apart == Gap::LineBreak { '\n' } else { ' ' });
        }
    }

    /// Source: `ParagraphMaker.characters`: a run of white space alone counts for nothing, and the
    /// words next to it are joined.
    #[inline]
    fn end_run(&mut self) {
        if !self.run.is_open {
            return;
        }
        self.run.is_open = false;
        if !self.run.has_text {
            self.pieces.truncate(self.run.first_piece);
            self.apart = self.apart.max(self.run.gap);
            return;
        }
        self.gap = self.gap.max(self.run.gap);
        self.after_break = false;
        if self.in_link {
            self.current.link_chars += self.run.chars + u32::from(self.run.gap != Gap::None);
        }
    }
}
