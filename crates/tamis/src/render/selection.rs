//! Which nodes of a page a verdict keeps.

use tamis_dom::{Document, Name, NameSet, NodeId, name};

use super::math;
use super::role::{HEADINGS, Role};
use crate::engine::Verdict;
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;

/// Parts of a page within which an image belongs to the paragraphs beside it.
const SECTIONS: NameSet =
    NameSet::of(&[name::ARTICLE, name::ASIDE, name::BODY, name::MAIN, name::NAV, name::SECTION]);

/// How far up a section or figure is looked for: the time must not grow with the depth of the page.
const SECTION_DEPTH: usize = 64;

/// The nodes of a page that are written.
///
/// Where the verdict names nodes, it is these, elements and text alike. Where it names paragraphs alone:
///
/// - of texts, those of the kept paragraphs;
/// - of elements, those that say what their content is: paragraphs, headings, lists, tables, quotes, figures,
///   marked text, links, and never those that only group others;
/// - of images, videos, sounds, frames and rules, those whose neighbours are kept: the paragraph that they stand in, or
///   else the one before and the one behind, as far as these begin in the same [section](SECTIONS). What stands
///   in a `<figure>` is kept with its caption; else its neighbours are the figure's. What is hidden (`hidden`,
///   `display: none`) is not kept.
pub(super) enum Selection<'p> {
    Nodes { page: &'p Page, nodes: &'p NodeSet },
    Paragraphs { page: &'p Page, kept: &'p [bool], texts: NodeSet },
}

impl<'p> Selection<'p> {
    pub(super) fn of(page: &'p Page, verdict: &'p Verdict) -> Selection<'p> {
        if let Some(nodes) = &verdict.nodes {
            return Selection::Nodes { page, nodes };
        }
        let mut texts = NodeSet::of(page.document());
        let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
        for node in kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph)) {
            texts.insert(node);
        }
        Selection::Paragraphs { page, kept: &verdict.kept, texts }
    }

    /// Whether an element is left out with all it holds, since it is hidden and has little text.
    pub(super) fn leaves_out(&self, id: NodeId) -> bool {
        let (Selection::Nodes { page, .. } | Selection::Paragraphs { page, .. }) = self;
        is_left_out(page, id)
    }

    /// The nodes among which the texts are that are written.
    pub(super) fn texts(&self) -> &NodeSet {
        match self {
            Selection::Nodes { nodes, .. } => nodes,
            Selection::Paragraphs { texts, .. } => texts,
        }
    }

    /// Whether this text node is written.
    #[inline]
    pub(super) fn has_text(&self, id: NodeId) -> bool {
        self.texts().contains(id)
    }

    /// Whether this element is written, if there is anything to write in it.
    pub(super) fn has_element(&self, document: &Document, id: NodeId, role: Role) -> bool {
        match self {
            Selection::Nodes { nodes, .. } => nodes.contains(id),
            Selection::Paragraphs { .. } => match role {
                Role::Leaf | Role::Structure | Role::Inline => true,
                Role::Plain => {
                    let has = |attr: Name| document.attr(id, attr).is_some();
                    document.is_html(id, name::SPAN) && (has(name::LANG) || has(name::DIR))
                }
                _ => false,
            },
        }
    }

    /// Whether this element, which needs no text, is written.
    pub(super) fn has_media(&self, id: NodeId) -> bool {
        match self {
            Selection::Nodes { nodes, .. } => nodes.contains(id),
            Selection::Paragraphs { page, kept, .. } => is_among_kept(page, kept, id),
        }
    }

    /// Whether this formula is written, with all it holds.
    pub(super) fn has_formula(&self, document: &Document, id: NodeId) -> bool {
        match self {
            Selection::Nodes { nodes, .. } => nodes.contains(id),
            Selection::Paragraphs { texts, .. } => {
                document.descendants_and_self(id).any(|id| texts.contains(id))
            }
        }
    }

    /// Whether this drawing is written, with all it holds.
    pub(super) fn has_drawing(&self, id: NodeId) -> bool {
        match self {
            Selection::Nodes { nodes, .. } => nodes.contains(id),
            Selection::Paragraphs { .. } => false,
        }
    }

    /// Whether an element in a formula, a drawing or a video that is written is so, too.
    pub(super) fn has_part(&self, id: NodeId) -> bool {
        match self {
            Selection::Nodes { nodes, .. } => nodes.contains(id),
            Selection::Paragraphs { .. } => true,
        }
    }
}

/// Whether this element, which needs no text, is written.
pub(super) fn has_media(page: &Page, verdict: &Verdict, id: NodeId) -> bool {
    match &verdict.nodes {
        Some(nodes) => nodes.contains(id),
        None => is_among_kept(page, &verdict.kept, id),
    }
}

/// The text nodes of the kept paragraphs; of those that the verdict names, where it names any.
pub(super) fn kept_texts(page: &Page, verdict: &Verdict) -> NodeSet {
    let mut texts = NodeSet::of(page.document());
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
    for id in kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph)) {
        if verdict.nodes.as_ref().is_none_or(|nodes| nodes.contains(id)) {
            texts.insert(id);
        }
    }
    texts
}

fn is_among_kept(page: &Page, kept: &[bool], id: NodeId) -> bool {
    let document = page.document();
    if is_hidden(document, id) {
        return false;
    }
    let around = |matches: &dyn Fn(Name) -> bool| {
        let mut ancestors = document.ancestors(id).take(SECTION_DEPTH);
        ancestors.find(|&id| document.name(id).is_some_and(matches))
    };
    let whole = around(&|name| name == name::FIGURE).unwrap_or(id);
    let paragraphs = page.paragraphs();
    let first_node =
        |paragraph: &Paragraph| page.paragraph_pieces(paragraph).first().map(|piece| piece.node());
    let count_before = |id: NodeId| paragraphs.partition_point(|p| first_node(p) < Some(id));
    let (first_within, behind) = (count_before(whole), count_before(document.subtree_end(whole)));
    let before = first_within.checked_sub(1);
    let is_kept = |index: usize| kept.get(index).copied().unwrap_or(false);
    if let Some(before) = before
        && page.paragraph_pieces(&paragraphs[before]).last().is_some_and(|last| last.node() > whole)
    {
        return is_kept(before);
    }
    if (first_within..behind).any(is_kept) {
        return true;
    }
    let section = around(&|name| SECTIONS.contains(name)).unwrap_or(NodeId::DOCUMENT);
    let in_section = |index: &usize| {
        let first = paragraphs.get(*index).and_then(first_node);
        first.is_some_and(|first| section < first && first < document.subtree_end(section))
    };
    let mut neighbours = [before, Some(behind)].into_iter().flatten().filter(in_section).peekable();
    neighbours.peek().is_some() && neighbours.all(is_kept)
}

/// From how much text on a hidden part of a page is written: scripts show it, as answers to questions, or the whole page once it
/// is loaded. Unicode scalar values. On `wcxb-dev`, 100 to 400 give the same F1, and more than to leave out all or nothing.
const MIN_HIDDEN_CHARS: u32 = 200;

/// Words in classes of what opens when its title is clicked. Sources: Bootstrap (`collapse`), jQuery UI (`accordion`), and how pages call
/// answers to questions.
const OPENING: [&str; 5] = ["accordion", "answer", "collaps", "panel", "slide"];

/// Signs of the links that headings have to themselves, which show when one points at them. Sources: Sphinx, `MkDocs`, rustdoc,
/// Docusaurus, `CommonMark` for PHP; the last is that of Font Awesome.
const PERMALINKS: [&str; 5] = ["¶", "§", "#", "🔗", "\u{f0c1}"];

/// Whether an element is left out: since it is [hidden](is_hidden_part), or a sign that links to the place it stands at.
pub(super) fn is_left_out(page: &Page, id: NodeId) -> bool {
    is_permalink(page.document(), id) || is_hidden_part(page, id)
}

/// How far up what a permalink stands in is looked for.
const PERMALINK_DEPTH: usize = 5;

/// Whether an element is a sign that links to the place it stands at: to itself or an element around it, or within the page
/// from a heading.
pub(super) fn is_permalink(document: &Document, id: NodeId) -> bool {
    if !document.is_html(id, name::A) || !PERMALINKS.contains(&document.text(id).trim()) {
        return false;
    }
    let place = document.attr(id, name::HREF).and_then(|address| address.strip_prefix('#'));
    let Some(place) = place else { return false };
    let mut around = std::iter::once(id).chain(document.ancestors(id).take(PERMALINK_DEPTH));
    around.any(|id| {
        document.attr(id, name::ID) == Some(place)
            || document.name(id).is_some_and(|name| HEADINGS.contains(name))
    })
}

/// Whether an element is hidden, and no part of what a reader gets to see: not where it has much text, [opens](opens), is a part of
/// the page that React sends later and a script puts in its place, or a formula for which an image stands.
fn is_hidden_part(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    is_hidden(document, id)
        && page.stats(id).text_chars < MIN_HIDDEN_CHARS
        && !opens(document, id)
        && !math::is_hidden_form(document, id)
        && !document.attr(id, name::ID).is_some_and(|id| id.starts_with("S:"))
}

/// Whether a hidden element is the panel of a tab or what opens under a title. Source: WAI-ARIA Authoring Practices, accordion and
/// tabs.
fn opens(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    matches!(document.attr(id, name::ROLE), Some("tabpanel" | "region"))
        || document.attr(id, name::ARIA_LABELLEDBY).is_some()
        || OPENING.iter().any(|word| class.contains(word))
}

/// Whether an element says itself that it is not shown: by `hidden`, unless it shows when it is searched for, or by `display: none`.
fn is_hidden(document: &Document, id: NodeId) -> bool {
    if document
        .attr(id, name::HIDDEN)
        .is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
    {
        return true;
    }
    let style = document.attr(id, name::STYLE).unwrap_or_default();
    style.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
        let value = value.split('!').next().unwrap_or_default();
        property.trim().eq_ignore_ascii_case("display") && value.trim().eq_ignore_ascii_case("none")
    })
}
