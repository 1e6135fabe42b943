//! Conditional cleaning: removes elements that, judged by what they contain, are not content.

use std::collections::HashSet;

use tamis_dom::{Name, NodeId, NodeKind, name};

use super::ad_words::is_ad_or_loading_word;
use super::counts::{Counts, TEXTISH_TAGS};
use super::should_remove::{ElementTraits, should_remove};
use crate::engine::readability::grab::Grab;
use crate::engine::readability::shape::{
    first_element_child, has_ancestor, html_name, next_element_sibling,
};
use crate::engine::readability::stats_cache::{HASH_LINK_WEIGHT, is_hash_link};

/// The state of one walk over the article, which removes elements of one name. Children are judged
/// before their parents.
struct Cleaning<'d> {
    tag: Name,
    data_tables: &'d HashSet<NodeId>,
    /// Number of open data tables.
    in_data_tables: usize,
    /// Counts of the open elements, outermost first. The article is never popped.
    open: Vec<Counts>,
    /// Non-blank text nodes inside the open elements, in document order.
    texts: Vec<NodeId>,
    /// Weighted text length of each `<a>` inside the open elements, in document order.
    links: Vec<f64>,
}

/// No advertisement or loading word is longer. UTF-16 code units.
const LONGEST_WORD: u32 = 16;

/// An element with at least this many commas is running text. Source: `_cleanConditionally`.
const COMMAS_OF_TEXT: u32 = 10;

impl Cleaning<'_> {
    fn innermost(&mut self) -> &mut Counts {
        self.open.last_mut().expect("the article stays open")
    }
}

impl Grab<'_, '_> {
    /// Removes the elements named `tag` that are not content. Does nothing in an attempt without
    /// this flag.
    ///
    /// Source: `_cleanConditionally`.
    pub(super) fn clean_conditionally(
        &mut self,
        article: NodeId,
        tag: Name,
        data_tables: &HashSet<NodeId>,
    ) {
        if !self.flags.clean_conditionally {
            return;
        }
        let mut cleaning = Cleaning {
            tag,
            data_tables,
            in_data_tables: 0,
            open: vec![Counts::default()],
            texts: Vec::new(),
            links: Vec::new(),
        };
        self.walk_and_clean(article, &mut cleaning);
    }

    /// Walks the article. An element is judged when the walk leaves it, after its next sibling has
    /// been read: removing it then does not disturb the walk.
    fn walk_and_clean(&mut self, article: NodeId, cleaning: &mut Cleaning<'_>) {
        let mut parent = article;
        let mut next = self.tree.first_child(article);
        loop {
            let Some(id) = next else {
                if parent == article {
                    return;
                }
                let left = parent;
                next = self.tree.next_sibling(left);
                parent = self.tree.parent(left).expect("the walk came from the parent");
                self.leave(left, cleaning);
                continue;
            };
            next = self.tree.next_sibling(id);
            match self.tree.kind(id) {
                NodeKind::Text => self.pass_text(id, cleaning),
                NodeKind::Element => {
                    self.enter(id, cleaning);
                    parent = id;
                    next = self.tree.first_child(id);
                }
                _ => {}
            }
        }
    }

    fn pass_text(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        let stats = self.stats.text(&self.tree, id);
        if !stats.is_blank() {
            cleaning.texts.push(id);
        }
        cleaning.innermost().text.push(stats);
    }

    fn enter(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        match self.tree.name(id) {
            Some(name::A) => cleaning.links.push(0.0),
            Some(name::TABLE) => {
                cleaning.in_data_tables += usize::from(cleaning.data_tables.contains(&id));
            }
            _ => {}
        }
        cleaning.open.push(Counts {
            texts_from: cleaning.texts.len(),
            links_from: cleaning.links.len(),
            ..Counts::default()
        });
    }

    fn leave(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        let mut counts = cleaning.open.pop().expect("the element was entered");
        let name = self.tree.name(id).expect("only elements are entered");
        let is_data_table = name == name::TABLE && cleaning.data_tables.contains(&id);
        cleaning.in_data_tables -= usize::from(is_data_table);
        if name == cleaning.tag && !is_data_table && self.should_remove(id, &counts, cleaning) {
            self.tree.detach(id);
            cleaning.texts.truncate(counts.texts_from);
            cleaning.links.truncate(counts.links_from);
            return;
        }
        self.count(id, name, &mut counts, cleaning);
        counts.has_data_table |= is_data_table;
        cleaning.innermost().add(&counts);
    }

    /// Adds the element itself to the counts of its descendants.
    fn count(&self, id: NodeId, name: Name, counts: &mut Counts, cleaning: &mut Cleaning<'_>) {
        let length = u64::from(counts.text.length);
        match name {
            name::UL | name::OL => counts.list_length += length,
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                counts.heading_length += length;
            }
            name::P => counts.paragraphs += 1,
            name::IMG => counts.images += 1,
            name::LI => counts.list_items += 1,
            name::INPUT => counts.inputs += 1,
            name::OBJECT | name::EMBED | name::IFRAME => {
                counts.embeds += 1;
                counts.has_video |= self.is_allowed_video(id);
            }
            name::A => {
                let is_hash = is_hash_link(&self.tree, id);
                let weight = if is_hash { HASH_LINK_WEIGHT } else { 1.0 };
                cleaning.links[counts.links_from - 1] = length as f64 * weight;
                counts.text.close_link(is_hash);
            }
            _ => {}
        }
        let is_text_element =
            html_name(&self.tree, id).is_some_and(|name| TEXTISH_TAGS.contains(name));
        counts.has_text_elements |= is_text_element && length > 0;
    }

    fn should_remove(&mut self, id: NodeId, counts: &Counts, cleaning: &Cleaning<'_>) -> bool {
        if cleaning.in_data_tables > 0
            || counts.has_data_table
            || has_ancestor(&self.tree, id, name::CODE)
        {
            return false;
        }
        let weight = self.class_weight(id);
        if weight < 0 {
            return true;
        }
        if counts.text.ascii_commas >= COMMAS_OF_TEXT || counts.has_video {
            return false;
        }
        if self.is_ad_or_loading_word(counts, cleaning) {
            return true;
        }
        let is_list = cleaning.tag == name::UL || is_mostly_list(counts);
        let element = ElementTraits {
            weight,
            is_list,
            is_in_figure: has_ancestor(&self.tree, id, name::FIGURE),
            link_density: link_density(counts, &cleaning.links),
            modifier: self.config.link_density_modifier,
        };
        should_remove(counts, &element) && !(is_list && self.is_list_of_images(id, counts))
    }

    fn is_ad_or_loading_word(&self, counts: &Counts, cleaning: &Cleaning<'_>) -> bool {
        if counts.text.length > LONGEST_WORD {
            return false;
        }
        let texts = cleaning.texts[counts.texts_from..].iter();
        let text: String = texts.map(|&id| self.tree.own_text(id)).collect();
        is_ad_or_loading_word(&text)
    }

    /// Returns true if the list has as many images as items, and none of its children has more than
    /// one child element.
    ///
    /// Source: `_cleanConditionally`, "Allow simple lists of images to remain in pages".
    fn is_list_of_images(&self, list: NodeId, counts: &Counts) -> bool {
        let is_simple = |child: NodeId| {
            let first = first_element_child(&self.tree, child);
            first.is_none_or(|first| next_element_sibling(&self.tree, first).is_none())
        };
        counts.images == counts.list_items && self.tree.children(list).all(is_simple)
    }
}

/// Returns true if more than nine tenths of the text are in lists. Source: `_cleanConditionally`,
/// `isList`.
fn is_mostly_list(counts: &Counts) -> bool {
    const MOST: f64 = 0.9;
    counts.list_length as f64 / f64::from(counts.text.length) > MOST
}

/// Share of the text that is in links. Links to a place on the page count less.
///
/// Source: `_getLinkDensity`.
fn link_density(counts: &Counts, links: &[f64]) -> f64 {
    let length = f64::from(counts.text.length);
    if counts.text.is_blank() {
        0.0
    } else if counts.text.hash_links == 0 {
        f64::from(counts.text.link_length) / length
    } else {
        links[counts.links_from..].iter().fold(0.0, |sum, weight| sum + weight) / length
    }
}
