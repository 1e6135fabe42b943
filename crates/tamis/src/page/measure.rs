//! The measuring pass: one walk over the document that counts all subtrees and makes the
//! paragraphs.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::paragraph_maker::{OpenElement, ParagraphMaker};
use super::role::{Role, Roles, is_removed_by_rule};
use super::scan::{TextCounts, count_text};
use super::stats::{NodeStats, RunningSums};
use super::{NodeLayout, OutputBudget, Page};

/// Measures one page after another, and keeps its buffers. Use one per thread.
///
/// ```
/// use tamis::Measurer;
/// use tamis::dom::Parser;
/// let mut measurer = Measurer::default();
/// for html in ["<p>One", "<p>Two<p>Three"] {
///     let page = measurer.measure(Parser::default().parse(html));
///     println!("{} paragraphs", page.paragraphs().len());
///     measurer.recycle(page);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Measurer {
    roles: Roles,
    open: Vec<OpenElement>,
    joints: Vec<u32>,
    spare: Page,
}

impl Measurer {
    /// Measures a document. Linear in its nodes and text.
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
        page.output = OutputBudget::default();
        page.layout = NodeLayout::default();
        page.width_copies.take();
        let mut sums = std::mem::take(&mut page.sums);
        let pass = Pass {
            document: &document,
            roles: &self.roles,
            open: &mut self.open,
            counts: NodeStats::default(),
            tags: 0,
            links: 0,
            links_open: 0,
            maker: ParagraphMaker::new(&mut page, &mut self.joints),
        };
        pass.run(&mut sums);
        page.sums = sums;
        page.document = document;
        page
    }

    /// Takes back the buffers of a page that is no longer needed, and returns its document.
    pub fn recycle(&mut self, mut page: Page) -> Document {
        let document = std::mem::take(&mut page.document);
        self.spare = page;
        document
    }
}

impl Page {
    /// Measures a document. To measure many, keep a [`Measurer`].
    pub fn measure(document: Document) -> Page {
        Measurer::default().measure(document)
    }
}

struct Pass<'a> {
    document: &'a Document,
    roles: &'a Roles,
    open: &'a mut Vec<OpenElement>,
    /// The counts of text so far.
    counts: NodeStats,
    /// The elements so far. Apart from `counts`, whose copy would otherwise wait for a write to a
    /// part of it at each element.
    tags: u32,
    links: u32,
    links_open: u32,
    maker: ParagraphMaker<'a>,
}

impl Pass<'_> {
    fn run(mut self, sums: &mut RunningSums) {
        self.open.push(OpenElement {
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
            sums.push(self.sums());
            match self.document.kind(id) {
                NodeKind::Element => self.enter(id),
                NodeKind::Text => self.text(id),
                _ => {}
            }
        }
        while self.open.len() > 1 {
            self.leave();
        }
        sums.push(self.sums());
        self.maker.start_new_paragraph(self.top());
    }

    /// Returns the counts of everything so far.
    #[inline]
    fn sums(&self) -> NodeStats {
        NodeStats { tags: self.tags, links: self.links, ..self.counts }
    }

    /// Returns the innermost open element. The document itself is always open.
    fn top(&self) -> OpenElement {
        self.open[self.open.len() - 1]
    }

    fn enter(&mut self, id: NodeId) {
        let Some(name) = self.document.name(id) else { return };
        let parent = self.top();
        let role = self.roles.of(name);
        self.tags += 1;
        if name == name::A {
            self.links += 1;
            self.links_open += 1;
        }
        let removed =
            parent.removed || role.has(Role::REMOVE) || is_removed_by_rule(self.document, id, name);
        let kept = !removed && !role.has(Role::UNWRAP);
        let element = OpenElement {
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
