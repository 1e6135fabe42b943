//! The composer: builds a tree of what is kept, for the formats that have elements.
//!
//! The walk follows the page's order and uses every text at most once. An element is opened once
//! there is something to write in it, so elements without content vanish, except that an empty cell
//! of a table keeps its column. What is left out between two kept texts still leaves the separation
//! that a browser would show: a space, a line break, or the end of a paragraph.

mod code;
mod media;
mod open;
mod writing;

use std::ops::Range;

use tamis_dom::{Document, DocumentBuilder, NameSet, NodeId, name};
use url::Url;

use self::open::{OpenElement, is_link};
use super::apart::apart;
use super::embeds::{EmbedStyle, Embeds};
use super::kept_nodes::KeptNodes;
use super::posts::PostUnits;
use super::typed_marks::TypedMarks;
use super::visit::{Visitor, visit};
use crate::page::role::is_box;
use crate::page::{NodeSet, Page};
use crate::sanitize::shown_email;
use crate::structure::edit_link::without_brackets;
use crate::structure::images::Images;
use crate::structure::math;
use crate::structure::role::RenderRole;
use crate::structure::tabs::TabPanels;
use crate::verdict::Verdict;

/// The optional parts of the content that are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Links. The text of a link is always written.
    pub(super) links: bool,
    pub(super) images: bool,
    pub(super) embeds: EmbedStyle,
    /// Marked text, such as bold and deleted text.
    pub(super) emphasis: bool,
}

/// The elements that mark text without adding meaning.
const EMPHASIS: NameSet = NameSet::of(&[
    name::B,
    name::BIG,
    name::DEL,
    name::EM,
    name::I,
    name::INS,
    name::MARK,
    name::S,
    name::SMALL,
    name::STRIKE,
    name::STRONG,
    name::U,
]);

/// The composed tree.
pub(super) struct Composed {
    /// The content, below the document node.
    pub(super) document: Document,
    /// The first `<h1>` of the content, in the page's document.
    pub(super) first_h1: Option<NodeId>,
}

/// The bytes of tags that any page may repeat, in addition to its own size in bytes.
pub(super) const REPEATED_BYTES: usize = 1 << 16;

/// The bytes of tags that may be repeated for each node of an element that is composed alone.
const TAG_BYTES: usize = 64;

/// The separation between the last text and the next one, so that two words that a browser shows
/// apart are never joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    /// Something within the line was left out.
    Space,
    /// A block that is not written begins or ends.
    Block,
}

/// Composes what a verdict keeps of a page. Images have their best source, and addresses are
/// relative to `base`. Linear in the page.
pub(super) fn compose(
    page: &Page,
    verdict: &Verdict,
    base: Option<&Url>,
    parts: Parts,
) -> Composed {
    let document = page.document();
    let nodes = NodeId::from_index(1)..document.subtree_end(NodeId::DOCUMENT);
    let kept_nodes = KeptNodes::of(page, verdict, parts.images);
    let media = (Images::new(document, base), Embeds::new(document, base));
    let mut composer = Composer::new(document, &kept_nodes, media, parts);
    composer.posts = PostUnits::of(document, &verdict.posts);
    if verdict.has_labels {
        composer.tabs = TabPanels::of(document, kept_nodes.texts());
        composer.marks = TypedMarks::of(document, kept_nodes.texts(), false);
        composer.apart = apart(document, kept_nodes.texts());
    }
    composer.compose_nodes(nodes)
}

/// Composes what is kept of one element. Linear in its nodes and text.
pub(super) fn compose_element(
    document: &Document,
    kept_nodes: &KeptNodes<'_>,
    id: NodeId,
    media: (Images<'_>, Embeds<'_>),
    parts: Parts,
) -> Document {
    let nodes = id..document.subtree_end(id);
    let mut composer = Composer::new(document, kept_nodes, media, parts);
    composer.repeatable_bytes = TAG_BYTES * (nodes.end.index() - nodes.start.index());
    composer.compose_nodes(nodes).document
}

struct Composer<'p> {
    document: &'p Document,
    kept_nodes: &'p KeptNodes<'p>,
    posts: PostUnits<'p>,
    tabs: TabPanels,
    /// The nodes before which a space is shown.
    apart: NodeSet,
    marks: TypedMarks,
    images: Images<'p>,
    embeds: Embeds<'p>,
    parts: Parts,
    builder: DocumentBuilder,
    /// The elements that have not ended yet. The document is the first.
    open: Vec<OpenElement>,
    /// The indices of the blocks in `open`.
    blocks: Vec<usize>,
    /// The wanted elements before this index of `open` are written.
    written: usize,
    /// The index in `open` of the element after which a paragraph added by the composer is open.
    paragraph: Option<usize>,
    /// True directly after text or an image, with no begin or end of a block since.
    follows_text: bool,
    /// True if the last text ends with white space.
    follows_space: bool,
    /// The last character of the last text.
    last_char: Option<char>,
    gap: Gap,
    /// The white space since the last text.
    space: String,
    /// The line breaks since the last text.
    line_breaks: u8,
    /// The cells without content of the rows that are not written yet.
    empty_cells: Vec<NodeId>,
    /// A link target without text since the last text.
    anchor: Option<NodeId>,
    last_image: Option<NodeId>,
    /// The address of the last embed.
    last_embed: String,
    repeatable_bytes: usize,
    first_h1: Option<NodeId>,
}

impl Visitor for Composer<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let (document, role) = (self.document, RenderRole::of(self.document, id));
        let (inside, after) = (id.index() + 1, document.subtree_end(id).index());
        if self.top().as_it_is && role != RenderRole::Hidden {
            let wanted = !self.is_refused(id, role) && self.kept_nodes.has_part(id);
            self.push_as_it_is(id, wanted);
            return inside;
        }
        if math::is_display_form(document, id) {
            return after;
        }
        if self.apart.contains(id) {
            self.gap = self.gap.max(Gap::Space);
        }
        // This comes before the check for hidden elements, because the `<noscript>` form of a
        // hidden image may be kept.
        if self.images.is_image(id) {
            self.image(id);
        }
        if self.kept_nodes.leaves_out(id) {
            return after;
        }
        if self.embeds.is_player(id) {
            self.embed(id);
        }
        if math::is_tex_alone(document, id) && self.attribute_formula(id) {
            return after;
        }
        if document.is_html(id, name::INPUT) {
            self.task(id);
        }
        if self.posts.at(id).is_some() || self.tabs.label(id).is_some() {
            self.end_line();
            self.push(id, RenderRole::Container, true);
            return inside;
        }
        if let Some(code) = self.highlighted_code(id) {
            self.code(id, &code);
            return after;
        }
        if self.enter_role(id, role) { inside } else { after }
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        let is_kept = self.kept_nodes.has_text(id);
        if self.top().as_it_is {
            if is_kept || is_space(text) {
                self.builder.text(text);
            }
        } else if is_space(text) {
            self.space.extend(text.chars().filter(|c| is_html_space(*c)));
        } else if is_kept {
            self.last_embed.clear();
            if self.apart.contains(id) {
                self.gap = self.gap.max(Gap::Space);
            }
            let email = shown_email(self.document, id);
            let text = self.marks.without_mark(id, text);
            let text = email.as_deref().unwrap_or(without_brackets(self.document, id, text));
            if text.is_empty() {
                return;
            }
            self.start_line(text);
            self.builder.text(text);
            self.last_char = text.chars().next_back();
            self.follows_text = true;
            self.follows_space = text.ends_with(is_html_space);
        } else {
            self.gap = self.gap.max(Gap::Space);
            self.anchor = None;
        }
    }

    fn leave_before(&mut self, id: NodeId) {
        while self.open.last().is_some_and(|open| open.end <= id) {
            self.leave();
        }
    }

    /// Returns false, because the tree is never much larger than the page. Its writer counts the
    /// bytes of the output.
    fn is_full(&self) -> bool {
        false
    }
}

impl<'p> Composer<'p> {
    fn new(
        document: &'p Document,
        kept_nodes: &'p KeptNodes<'p>,
        (images, embeds): (Images<'p>, Embeds<'p>),
        parts: Parts,
    ) -> Composer<'p> {
        Composer {
            document,
            kept_nodes,
            posts: PostUnits::of(document, &[]),
            tabs: TabPanels::default(),
            apart: NodeSet::default(),
            marks: TypedMarks::default(),
            images,
            embeds,
            parts,
            builder: DocumentBuilder::new(),
            open: Vec::new(),
            blocks: Vec::new(),
            written: 0,
            paragraph: None,
            follows_text: false,
            follows_space: false,
            last_char: None,
            gap: Gap::None,
            space: String::new(),
            line_breaks: 0,
            empty_cells: Vec::new(),
            anchor: None,
            last_image: None,
            last_embed: String::new(),
            repeatable_bytes: REPEATED_BYTES + document.html_bytes(),
            first_h1: None,
        }
    }

    /// Begins an element according to its role. Returns false if its content must be skipped.
    fn enter_role(&mut self, id: NodeId, role: RenderRole) -> bool {
        match role {
            RenderRole::Hidden => {
                self.script(id);
                false
            }
            RenderRole::LineBreak => {
                self.line_breaks = self.line_breaks.saturating_add(1);
                true
            }
            RenderRole::Rule => {
                self.rule(id);
                true
            }
            RenderRole::Frame => {
                self.embed(id);
                false
            }
            RenderRole::Media if self.parts.embeds == EmbedStyle::Omitted => {
                self.gap = self.gap.max(Gap::Space);
                false
            }
            _ if self.is_kept_whole(id, role) => self.enter_whole(id, role),
            RenderRole::Media => {
                self.gap = self.gap.max(Gap::Space);
                false
            }
            RenderRole::Formula | RenderRole::Drawing => {
                self.push(id, RenderRole::Separated, false);
                true
            }
            _ => {
                self.enter_element(id, role);
                true
            }
        }
    }

    /// Begins an element that is copied as it is. A formula without text except its TeX is written
    /// as TeX instead, and its content is skipped.
    fn enter_whole(&mut self, id: NodeId, role: RenderRole) -> bool {
        if role == RenderRole::Formula && math::is_annotation_alone(self.document, id) {
            self.tex(id);
            return false;
        }
        self.start_line("");
        self.push_as_it_is(id, true);
        true
    }

    /// Begins an element that is written as soon as something in it is written, so that there are
    /// no empty elements.
    fn enter_element(&mut self, id: NodeId, role: RenderRole) {
        let document = self.document;
        if role.is_block() {
            self.end_line();
        }
        let wanted = !self.is_refused(id, role)
            && !self.posts.is_frame(id)
            && self.kept_nodes.has_element(document, id, role);
        let is_box = role == RenderRole::Plain
            && document.name(id).is_some_and(is_box)
            && !self.images.is_image(id);
        self.push(id, if is_box { RenderRole::Separated } else { role }, wanted);
    }

    /// Composes what is kept of these nodes.
    fn compose_nodes(mut self, nodes: Range<NodeId>) -> Composed {
        self.push(NodeId::DOCUMENT, RenderRole::Container, false);
        visit(self.document, nodes, &mut self);
        while !self.open.is_empty() {
            self.leave();
        }
        Composed { document: self.builder.finish(), first_h1: self.first_h1 }
    }

    /// Returns true if an element is not written, whatever is kept in it.
    fn is_refused(&self, id: NodeId, role: RenderRole) -> bool {
        let document = self.document;
        let is_emphasis = || {
            document.name(id).is_some_and(|name| EMPHASIS.contains(name))
                && role == RenderRole::Inline
        };
        is_link(document, id) && !self.parts.links
            || !self.parts.emphasis && is_emphasis()
            || document.is_html(id, name::IMG) && !self.parts.images
    }

    /// Returns true if the element is kept and copied as it is.
    fn is_kept_whole(&self, id: NodeId, role: RenderRole) -> bool {
        match role {
            RenderRole::Media => self.kept_nodes.has_media(id),
            RenderRole::Drawing => self.kept_nodes.has_drawing(id),
            RenderRole::Formula => self.kept_nodes.has_formula(self.document, id),
            _ => false,
        }
    }
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// True for white space, and for text that no browser shows: zero-width spaces.
fn is_space(text: &str) -> bool {
    text.chars().all(|c| is_html_space(c) || matches!(c, '\u{200b}' | '\u{feff}'))
}
