//! The walk over the composed tree: the elements that are written, and the extent of those that
//! mark words.
//!
//! A line of text is in a paragraph, a heading or code, or directly in an item, a cell or a quote,
//! at its begin. A line contains no blocks: when a block begins, the line and its marks end, and
//! the marks begin again with the text after it.

mod lines;

use tamis_dom::{Document, Name, Namespace, NodeId, NodeKind, Step, name};
use url::Url;

use super::content::XmlContent;
use super::tag::{ListKind, Tag, Term};
use crate::render::composer::REPEATED_BYTES;
use crate::render::posts::POST_ATTRIBUTE;
use crate::sanitize::{Policy, is_dropped, link_address};
use crate::structure::math;
use crate::structure::role::RenderRole;
use crate::structure::table::span;

use self::lines::{OpenLine, OpenMark};

/// The element that loose text in a block becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// Text of the element around it: a paragraph, or the begin of an item, a cell or a quote.
    Flow,
    Paragraph,
    Heading(u8),
    Code,
}

/// An open element of the page.
#[derive(Debug)]
enum EndAction {
    /// Transparent.
    Plain,
    /// Transparent, but separated by white space from what is around it.
    Separated,
    /// Marks words.
    Mark,
    /// A line of code.
    CodeLine,
    /// A block, with the number of levels and the expected text to return to at its end.
    Block { levels: usize, around: Expect },
}

/// A written element that contains blocks.
#[derive(Debug)]
struct Level {
    kind: LevelKind,
    /// The page has no element for it.
    is_implied: bool,
    /// The level has content.
    is_begun: bool,
    /// For a list of terms: the number of terms so far.
    terms: u32,
    /// A post has begun in it.
    has_posts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelKind {
    Root,
    Post,
    /// The content after a post in the same element. TEI allows only such a part there.
    Rest,
    List,
    Item,
    Quote,
    Table,
    Row,
    Cell,
}

impl LevelKind {
    /// Returns true if its text is in paragraphs.
    fn is_division(self) -> bool {
        matches!(self, LevelKind::Root | LevelKind::Post | LevelKind::Rest)
    }
}

struct XmlWalker<'d, 'c> {
    document: &'d Document,
    policy: Policy<'d>,
    content: &'c mut XmlContent,
    frames: Vec<EndAction>,
    /// The open levels. The root is the first.
    levels: Vec<Level>,
    expect: Expect,
    line: Option<OpenLine>,
    /// The elements around that mark words, outermost first.
    marks: Vec<OpenMark>,
    /// The number of marks, from the outermost, that the line has begun.
    begun_marks: usize,
    repeatable_bytes: usize,
}

/// Adds the content of a composed document. `html_bytes` is the size of the page it was composed
/// from. Linear in both.
pub(super) fn walk(
    document: &Document,
    html_bytes: usize,
    base: Option<&Url>,
    content: &mut XmlContent,
) {
    let policy = Policy::default();
    let root = Level {
        kind: LevelKind::Root,
        is_implied: false,
        is_begun: false,
        terms: 0,
        has_posts: false,
    };
    let mut walk = XmlWalker {
        document,
        policy: base.map_or(policy, |base| policy.base_url(base)),
        content,
        frames: Vec::new(),
        levels: vec![root],
        expect: Expect::Flow,
        line: None,
        marks: Vec::new(),
        begun_marks: 0,
        repeatable_bytes: REPEATED_BYTES + html_bytes,
    };
    // The element that is left out with everything in it.
    let mut dropped = NodeId::DOCUMENT..NodeId::DOCUMENT;
    for step in document.walk(NodeId::DOCUMENT) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        if dropped.contains(&id) {
            continue;
        }
        match step {
            Step::Enter(_) if is_dropped(document, id) => {
                dropped = id..document.subtree_end(id);
            }
            Step::Enter(id) if walk.formula(id) => dropped = id..document.subtree_end(id),
            Step::Enter(id) => walk.enter(id),
            Step::Leave(id) if document.kind(id) == NodeKind::Element => walk.leave(),
            Step::Leave(_) => {}
        }
    }
    walk.end_line();
    walk.back_to(1);
}

impl XmlWalker<'_, '_> {
    fn enter(&mut self, id: NodeId) {
        match self.document.kind(id) {
            NodeKind::Text => self.text(self.document.text(id)),
            NodeKind::Element => {
                let role = RenderRole::of(self.document, id);
                let frame = match self.document.name(id) {
                    Some(name) if self.document.is_html(id, name) => self.element(id, name, role),
                    _ if self.document.namespace(id) == Namespace::Svg => self.apart(),
                    _ => EndAction::Plain,
                };
                self.frames.push(frame);
            }
            _ => {}
        }
    }

    /// Writes a formula as TeX. Returns false for other content.
    fn formula(&mut self, id: NodeId) -> bool {
        if RenderRole::of(self.document, id) != RenderRole::Formula {
            return false;
        }
        let formula = math::of(self.document, id);
        formula.inspect(|formula| self.text(&formula.delimited())).is_some()
    }

    fn element(&mut self, id: NodeId, name: Name, role: RenderRole) -> EndAction {
        match name {
            name::BR => self.line_break(),
            name::HR => self.rule(),
            name::IMG => self.image(id),
            _ if role.is_block() => return self.block(id, name),
            _ if matches!(role, RenderRole::Separated | RenderRole::Media | RenderRole::Frame) => {
                return self.apart();
            }
            _ => {
                let Some(tag) = self.mark_of(id, name) else { return EndAction::Plain };
                self.marks.push(OpenMark::new(tag));
                return EndAction::Mark;
            }
        }
        EndAction::Plain
    }

    fn leave(&mut self) {
        match self.frames.pop() {
            Some(EndAction::Separated) => self.space(),
            Some(EndAction::Mark) => self.end_mark(),
            Some(EndAction::CodeLine) => self.break_code(),
            Some(EndAction::Block { levels, around }) => {
                self.end_line();
                self.back_to(levels);
                self.expect = around;
            }
            Some(EndAction::Plain) | None => {}
        }
    }

    fn apart(&mut self) -> EndAction {
        self.space();
        EndAction::Separated
    }

    /// Returns the mark for the words in an element, if it makes one.
    fn mark_of(&self, id: NodeId, name: Name) -> Option<Tag> {
        let highlight = match name {
            name::A => {
                let address = link_address(self.document.attr(id, name::HREF)?, &self.policy)?;
                // Links within the page are written as text, because ids of the page are not
                // written, so they have no target.
                let leads_away = !address.is_empty() && !address.starts_with('#');
                return leads_away.then(|| Tag::Link(address.into_owned()));
            }
            name::CODE => return (self.expect != Expect::Code).then_some(Tag::Code),
            name::Q => return Some(Tag::InlineQuote),
            name::DEL | name::S | name::STRIKE => return Some(Tag::Deleted),
            name::B | name::STRONG => "#b",
            name::I | name::EM => "#i",
            name::U => "#u",
            name::KBD | name::SAMP | name::TT | name::VAR => "#t",
            name::SUB => "#sub",
            name::SUP => "#sup",
            _ => return None,
        };
        Some(Tag::Highlight(highlight))
    }

    /// Begins a block. In code, every block is a line.
    fn block(&mut self, id: NodeId, name: Name) -> EndAction {
        if self.expect == Expect::Code {
            self.break_code();
            return EndAction::CodeLine;
        }
        self.end_line();
        let around = self.expect;
        let mut levels = self.levels.len();
        match name {
            name::H1 => self.expect = Expect::Heading(1),
            name::H2 => self.expect = Expect::Heading(2),
            name::H3 => self.expect = Expect::Heading(3),
            name::H4 => self.expect = Expect::Heading(4),
            name::H5 => self.expect = Expect::Heading(5),
            name::H6 => self.expect = Expect::Heading(6),
            name::ARTICLE if self.is_post(id) => levels = self.post(),
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => self.expect = Expect::Code,
            name::UL | name::MENU | name::DIR => levels = self.list(ListKind::Bulleted),
            name::OL => levels = self.list(ListKind::Numbered),
            name::DL => levels = self.list(ListKind::Terms),
            name::LI | name::DT | name::DD => levels = self.item(name),
            name::BLOCKQUOTE => {
                self.make_room();
                levels = self.begin(LevelKind::Quote, Tag::Quote, false);
            }
            name::TABLE if !is_frame(self.document, id) => {
                self.make_room();
                levels = self.begin(LevelKind::Table, Tag::Table, false);
            }
            name::TR | name::CAPTION => levels = self.row(id, name),
            name::TD | name::TH => levels = self.cell(id, name == name::TH),
            name::P | name::FIGCAPTION | name::LEGEND | name::SUMMARY | name::ADDRESS => {
                self.expect = Expect::Paragraph;
            }
            _ => {}
        }
        EndAction::Block { levels, around }
    }

    fn level(&self) -> LevelKind {
        self.levels.last().map_or(LevelKind::Root, |level| level.kind)
    }

    /// Begins a level, and returns the number of levels before it.
    fn begin(&mut self, kind: LevelKind, tag: Tag, is_implied: bool) -> usize {
        let count = self.levels.len();
        self.content.open(tag);
        self.note_begun();
        self.levels.push(Level { kind, is_implied, is_begun: false, terms: 0, has_posts: false });
        if !is_implied {
            self.expect = Expect::Flow;
        }
        count
    }

    fn note_begun(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.is_begun = true;
        }
    }

    /// Ends levels until `count` are left.
    fn back_to(&mut self, count: usize) {
        while self.levels.len() > count {
            self.levels.pop();
            self.content.close();
        }
    }

    /// Ends the innermost levels that are of these kinds and have no element in the page.
    fn end_implied(&mut self, kinds: &[LevelKind]) {
        let is_ended = |level: &Level| level.is_implied && kinds.contains(&level.kind);
        while self.levels.last().is_some_and(is_ended) {
            self.back_to(self.levels.len() - 1);
        }
    }

    /// Begins an item, a row or a cell if the next content cannot be directly in the list or table
    /// around it.
    fn make_room(&mut self) {
        self.end_implied(&[LevelKind::List]);
        loop {
            let (kind, tag) = match self.level() {
                LevelKind::List => (LevelKind::Item, Tag::Item(None)),
                LevelKind::Table => (LevelKind::Row, Tag::Row),
                LevelKind::Row => {
                    (LevelKind::Cell, Tag::Cell { is_head: false, columns: 1, rows: 1 })
                }
                LevelKind::Root | LevelKind::Post if self.follows_post() => {
                    (LevelKind::Rest, Tag::Rest)
                }
                LevelKind::Root
                | LevelKind::Post
                | LevelKind::Rest
                | LevelKind::Item
                | LevelKind::Quote
                | LevelKind::Cell => break,
            };
            self.begin(kind, tag, true);
        }
    }

    /// Begins a post. Where the format allows no post, for example in a quote, its content is
    /// written without an element of its own.
    fn post(&mut self) -> usize {
        self.end_implied(&[LevelKind::Rest]);
        if !matches!(self.level(), LevelKind::Root | LevelKind::Post) {
            return self.levels.len();
        }
        if let Some(around) = self.levels.last_mut() {
            around.has_posts = true;
        }
        self.begin(LevelKind::Post, Tag::Post, false)
    }

    fn is_post(&self, id: NodeId) -> bool {
        let name = self.document.find_name(POST_ATTRIBUTE);
        name.is_some_and(|name| self.document.attr(id, name).is_some())
    }

    /// Returns true if a post has ended in the innermost level.
    fn follows_post(&self) -> bool {
        self.levels.last().is_some_and(|level| level.has_posts)
    }

    /// Begins a list. Like the methods after it, it returns the number of levels to return to at
    /// its end.
    fn list(&mut self, kind: ListKind) -> usize {
        self.make_room();
        self.begin(LevelKind::List, Tag::List(kind), false)
    }

    fn item(&mut self, name: Name) -> usize {
        self.end_implied(&[LevelKind::Item]);
        if self.level() != LevelKind::List {
            self.make_room();
            let kind = if name == name::LI { ListKind::Bulleted } else { ListKind::Terms };
            self.begin(LevelKind::List, Tag::List(kind), true);
        }
        let mut term = None;
        if let Some(list) = self.levels.last_mut() {
            list.terms += u32::from(name == name::DT);
            term = match name {
                name::DT => Some(Term::Name(list.terms)),
                name::DD => Some(Term::Description(list.terms.max(1))),
                _ => None,
            };
        }
        self.begin(LevelKind::Item, Tag::Item(term), false)
    }

    /// Begins a row of a table. A caption becomes a row with one header cell. Outside of a table,
    /// rows are ignored.
    fn row(&mut self, id: NodeId, name: Name) -> usize {
        self.end_implied(&[LevelKind::Row, LevelKind::Cell]);
        if self.level() != LevelKind::Table {
            return self.levels.len();
        }
        let count = self.begin(LevelKind::Row, Tag::Row, false);
        if name == name::CAPTION {
            self.cell(id, true);
        }
        count
    }

    fn cell(&mut self, id: NodeId, is_head: bool) -> usize {
        self.end_implied(&[LevelKind::Cell]);
        if self.level() == LevelKind::Table {
            self.begin(LevelKind::Row, Tag::Row, true);
        }
        if self.level() != LevelKind::Row {
            return self.levels.len();
        }
        let columns = span(self.document, id, name::COLSPAN);
        let rows = span(self.document, id, name::ROWSPAN);
        self.begin(LevelKind::Cell, Tag::Cell { is_head, columns, rows }, false)
    }
}

/// Returns true if a table is only a frame around its content: it declares that, or no row has two
/// cells or a header cell.
fn is_frame(document: &Document, table: NodeId) -> bool {
    let role = document.attr(table, name::ROLE).unwrap_or_default();
    let is = |id, names: &[Name]| names.iter().any(|&name| document.is_html(id, name));
    let sections = document.children(table).flat_map(|child| {
        let is_section = is(child, &[name::THEAD, name::TBODY, name::TFOOT]);
        let rows = is_section.then(|| document.children(child)).into_iter().flatten();
        std::iter::once(child).chain(rows)
    });
    let mut rows = sections.filter(|&id| is(id, &[name::TR]));
    let is_of_grid = |row: NodeId| {
        let mut cells = document.children(row).filter(|&id| is(id, &[name::TD, name::TH]));
        let first = cells.next();
        cells.next().is_some() || first.is_some_and(|cell| is(cell, &[name::TH]))
    };
    matches!(role, "presentation" | "none") || !rows.any(is_of_grid)
}
