//! The measuring pass: one walk over the document gives the counts of all subtrees and the paragraphs.

use tamis_dom::{Document, Name, NodeId, NodeKind, name};

use crate::page::Page;
use crate::paragraph::{Paragraph, Piece, Role, Roles, is_removed_by_rule};
use crate::stats::{NodeStats, RunningSums};
use crate::whitespace::{
    CLASSES, Class, is_foreign_comma, is_foreign_sentence_end, is_python_space,
};

/// Measures pages, one after the other, and keeps its buffers from page to page.
#[derive(Debug, Default)]
pub struct Measurer {
    roles: Roles,
    open: Vec<Open>,
    joints: Vec<u32>,
    spare: Page,
}

impl Measurer {
    /// The page of this document. Linear in its nodes and text.
    pub fn measure(&mut self, document: Document) -> Page {
        self.roles.fill(&document);
        self.open.clear();
        let mut page = std::mem::take(&mut self.spare);
        page.sums.clear(document.len());
        page.paragraphs.clear();
        page.pieces.clear();
        page.text.clear();
        page.joined.clear();
        page.url = None;
        page.warnings.clear();
        let pass = Pass {
            document: &document,
            roles: &self.roles,
            open: &mut self.open,
            counts: NodeStats::default(),
            links_open: 0,
            maker: ParagraphMaker {
                paragraphs: &mut page.paragraphs,
                pieces: &mut page.pieces,
                text: &mut page.text,
                joined: &mut page.joined,
                joints: &mut self.joints,
                current: Paragraph::starting(NodeId::DOCUMENT),
                gap: Gap::None,
                apart: Gap::None,
                run: Run::default(),
                in_link: false,
                after_break: false,
                saw_ampersand: false,
            },
        };
        pass.run(&mut page.sums);
        page.document = document;
        page
    }

    /// Takes back the buffers of a page that is no longer needed, and gives its document.
    pub fn recycle(&mut self, mut page: Page) -> Document {
        let document = std::mem::take(&mut page.document);
        self.spare = page;
        document
    }
}

/// An element whose end has not come.
#[derive(Clone, Copy, Debug)]
struct Open {
    id: NodeId,
    end: u32,
    name: Name,
    role: Role,
    /// In an element that jusText removes, or one itself.
    removed: bool,
    /// In an element that no browser shows, or one itself.
    hidden: bool,
    /// Neither removed nor unwrapped: a step of paths.
    kept: bool,
    in_heading: bool,
    in_select: bool,
}

struct Pass<'a> {
    document: &'a Document,
    roles: &'a Roles,
    open: &'a mut Vec<Open>,
    counts: NodeStats,
    links_open: u32,
    maker: ParagraphMaker<'a>,
}

impl Pass<'_> {
    fn run(mut self, sums: &mut RunningSums) {
        self.open.push(Open {
            id: NodeId::DOCUMENT,
            end: u32::MAX,
            name: name::HTML,
            role: Role::default(),
            removed: false,
            hidden: false,
            kept: false,
            in_heading: false,
            in_select: false,
        });
        for id in self.document.descendants_and_self(NodeId::DOCUMENT) {
            while self.top().end as usize <= id.index() {
                self.leave();
            }
            sums.push(self.counts);
            match self.document.kind(id) {
                NodeKind::Element => self.enter(id),
                NodeKind::Text => self.text(id),
                _ => {}
            }
        }
        while self.open.len() > 1 {
            self.leave();
        }
        sums.push(self.counts);
        self.maker.start_new_paragraph(self.top());
    }

    /// The innermost open element; the document itself is always there.
    fn top(&self) -> Open {
        self.open[self.open.len() - 1]
    }

    fn enter(&mut self, id: NodeId) {
        let Some(name) = self.document.name(id) else { return };
        let parent = self.top();
        let role = self.roles.of(name);
        self.counts.tags += 1;
        if name == name::A {
            self.counts.links += 1;
            self.links_open += 1;
        }
        let removed =
            parent.removed || role.has(Role::REMOVE) || is_removed_by_rule(self.document, id, name);
        let kept = !removed && !role.has(Role::UNWRAP);
        let element = Open {
            id,
            end: self.document.subtree_end(id).index() as u32,
            name,
            role,
            removed,
            hidden: parent.hidden || role.has(Role::HIDDEN),
            kept,
            in_heading: parent.in_heading || kept && role.has(Role::HEADING),
            in_select: parent.in_select || kept && role.has(Role::SELECT),
        };
        if kept {
            self.maker.start_element(element);
        }
        if !parent.removed {
            self.maker.note_edge(role);
        }
        self.open.push(element);
    }

    fn leave(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if element.name == name::A && element.id != NodeId::DOCUMENT {
            self.links_open -= 1;
        }
        let parent = self.top();
        if element.kept {
            self.maker.end_element(element, parent);
        }
        if !parent.removed {
            self.maker.note_edge(element.role);
        }
    }

    fn text(&mut self, id: NodeId) {
        let parent = self.top();
        if parent.removed && parent.hidden {
            return;
        }
        let text = self.document.text(id);
        let mut counts = TextCounts::default();
        if parent.removed {
            count_text(text, &mut counts);
        } else {
            self.maker.characters(id, text, &mut counts);
        }
        if !parent.hidden && counts.words > 0 {
            let text_chars = counts.chars + counts.gaps;
            self.counts += NodeStats {
                text_chars,
                link_chars: if self.links_open > 0 { text_chars } else { 0 },
                words: counts.words,
                tags: 0,
                links: 0,
                commas: counts.commas,
                sentence_ends: counts.sentence_ends,
            };
        }
    }
}

/// What a text node holds.
#[derive(Clone, Copy, Debug, Default)]
struct TextCounts {
    /// Characters that are no white space.
    chars: u32,
    /// Runs of white space.
    gaps: u32,
    words: u32,
    commas: u32,
    sentence_ends: u32,
    has_ampersand: bool,
    has_copyright: bool,
}

/// White space that has been seen and not yet written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    LineBreak,
}

/// The white space that begins here: its kind and where it ends.
#[inline]
fn skip_space(text: &str, mut at: usize) -> (Gap, usize) {
    let bytes = text.as_bytes();
    let mut gap = Gap::None;
    while let Some(&byte) = bytes.get(at) {
        match CLASSES[usize::from(byte)] {
            Class::Space => gap = gap.max(Gap::Space),
            Class::LineBreak => gap = Gap::LineBreak,
            Class::Wide => match wide_at(text, at) {
                c if is_python_space(c) => {
                    gap = gap.max(Gap::Space);
                    at += c.len_utf8();
                    continue;
                }
                _ => break,
            },
            _ => break,
        }
        at += 1;
    }
    (gap, at)
}

/// The end of the word that begins here; its characters are counted.
#[inline]
fn scan_word(text: &str, start: usize, counts: &mut TextCounts) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    // Bytes behind the first one of each character.
    let mut continuation = 0;
    while let Some(&byte) = bytes.get(at) {
        match CLASSES[usize::from(byte)] {
            Class::Plain => {}
            Class::Comma => counts.commas += 1,
            Class::SentenceEnd => counts.sentence_ends += 1,
            Class::Ampersand => counts.has_ampersand = true,
            Class::Space | Class::LineBreak => break,
            Class::Wide => {
                let c = wide_at(text, at);
                if is_python_space(c) {
                    break;
                }
                counts.commas += u32::from(is_foreign_comma(c));
                counts.sentence_ends += u32::from(is_foreign_sentence_end(c));
                counts.has_copyright |= c == '\u{a9}';
                continuation += c.len_utf8() - 1;
                at += c.len_utf8() - 1;
            }
        }
        at += 1;
    }
    counts.chars += (at - start - continuation) as u32;
    counts.words += 1;
    at
}

#[inline]
fn wide_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn count_text(text: &str, counts: &mut TextCounts) {
    let mut at = 0;
    while at < text.len() {
        let (gap, word) = skip_space(text, at);
        counts.gaps += u32::from(gap != Gap::None);
        if word == text.len() {
            break;
        }
        at = scan_word(text, word, counts);
    }
}

/// A run of text: what stands between two tags that are kept.
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
struct ParagraphMaker<'a> {
    paragraphs: &'a mut Vec<Paragraph>,
    pieces: &'a mut Vec<Piece>,
    text: &'a mut String,
    joined: &'a mut String,
    /// Where in `text` the current paragraph has white space that jusText has not.
    joints: &'a mut Vec<u32>,
    current: Paragraph,
    /// White space at the end of the runs so far.
    gap: Gap,
    /// What parts the next word from the one before for a browser, while jusText joins the two.
    apart: Gap,
    run: Run,
    in_link: bool,
    /// Whether the last tag was a `br`, with nothing but white space since.
    after_break: bool,
    /// Whether the paragraph's text may have a literal `&copy`.
    saw_ampersand: bool,
}

impl Paragraph {
    fn starting(origin: NodeId) -> Paragraph {
        Paragraph {
            origin,
            text: 0..0,
            joined: 0..0,
            pieces: 0..0,
            text_chars: 0,
            link_chars: 0,
            words: 0,
            tags: 0,
            in_heading: false,
            in_select: false,
            has_copyright: false,
        }
    }
}

impl ParagraphMaker<'_> {
    /// Source: `ParagraphMaker.startElementNS`.
    #[inline]
    fn start_element(&mut self, element: Open) {
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

    /// Source: `ParagraphMaker.endElementNS`. The new paragraph's path is that of the parent.
    #[inline]
    fn end_element(&mut self, element: Open, parent: Open) {
        self.end_run();
        if element.role.has(Role::PARAGRAPH) {
            self.start_new_paragraph(parent);
        }
        if element.name == name::A {
            self.in_link = false;
        }
    }

    fn start_new_paragraph(&mut self, origin: Open) {
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

    /// Writes the paragraph's text without what jusText has not in it, if there is any.
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

    /// Notes that an element of this role begins or ends.
    #[inline]
    fn note_edge(&mut self, role: Role) {
        if role.has(Role::BLOCK) {
            self.apart = Gap::LineBreak;
        } else if role.has(Role::BOX) {
            self.apart = self.apart.max(Gap::Space);
        }
    }

    /// Adds a text node to the run, its words to the paragraph's text, and its counts to `counts`.
    fn characters(&mut self, id: NodeId, text: &str, counts: &mut TextCounts) {
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
            at = scan_word(text, word, counts);
            self.text.push_str(&text[word..at]);
            let chars = counts.chars - chars_before;
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

    /// Source: `ParagraphMaker.characters`: a run of white space alone counts for nothing, and joins what it parts.
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
