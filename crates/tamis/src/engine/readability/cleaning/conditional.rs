//! Takes elements out that do not look like content, by what is in them.

use std::collections::HashSet;

use tamis_dom::{Name, NodeId, NodeKind, name};

use super::fishy::{Shape, is_fishy};
use crate::engine::readability::grab::Grab;
use crate::engine::readability::measure::Measure;
use crate::engine::readability::measures::{HASH_LINK_WEIGHT, is_hash_link};
use crate::engine::readability::shape::{
    first_element_child, has_ancestor, html_name, next_element_sibling,
};

/// What stands below an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) measure: Measure,
    /// The lengths of all lists; nested ones count twice. UTF-16 code units.
    pub(super) list_length: u64,
    /// The lengths of all headings. UTF-16 code units.
    pub(super) heading_length: u64,
    /// Whether any element that usually has text has some.
    pub(super) has_text_elements: bool,
    pub(super) paragraphs: u32,
    pub(super) images: u32,
    pub(super) items: u32,
    pub(super) inputs: u32,
    pub(super) embeds: u32,
    pub(super) has_video: bool,
    pub(super) has_data_table: bool,
    /// Where its texts begin on the stack of texts.
    texts_from: usize,
    /// Where its links begin on the stack of links.
    links_from: usize,
}

impl Tally {
    fn add(&mut self, child: &Tally) {
        self.measure.push(child.measure);
        self.list_length += child.list_length;
        self.heading_length += child.heading_length;
        self.has_text_elements |= child.has_text_elements;
        self.paragraphs += child.paragraphs;
        self.images += child.images;
        self.items += child.items;
        self.inputs += child.inputs;
        self.embeds += child.embeds;
        self.has_video |= child.has_video;
        self.has_data_table |= child.has_data_table;
    }
}

/// A walk over the article, children before parents, in which elements of one name are taken out.
struct Cleaning<'d> {
    tag: Name,
    data_tables: &'d HashSet<NodeId>,
    /// How many tables of data are open.
    in_data_tables: usize,
    open: Vec<Tally>,
    /// Texts of the open elements that are not blank.
    texts: Vec<NodeId>,
    /// What each `<a>` in the open elements counts for in their link density.
    links: Vec<f64>,
}

/// A longer text is none of the words for advertisements and loading. UTF-16 code units.
const LONGEST_WORD: u32 = 16;

/// With so many commas, it is text. Source: `_cleanConditionally`.
const COMMAS_OF_TEXT: u32 = 10;

impl Grab<'_, '_> {
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
            open: vec![Tally::default()],
            texts: Vec::new(),
            links: Vec::new(),
        };
        let mut parent = article;
        let mut next = self.tree.first_child(article);
        loop {
            let Some(id) = next else {
                if parent == article {
                    return;
                }
                let left = parent;
                next = self.tree.next_sibling(left);
                parent = self.tree.parent(left).unwrap_or(article);
                self.leave(left, &mut cleaning);
                continue;
            };
            next = self.tree.next_sibling(id);
            match self.tree.kind(id) {
                NodeKind::Text => self.pass_text(id, &mut cleaning),
                NodeKind::Element => {
                    self.enter(id, &mut cleaning);
                    parent = id;
                    next = self.tree.first_child(id);
                }
                _ => {}
            }
        }
    }

    fn pass_text(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        let measure = self.measures.text(&self.tree, id);
        if !measure.is_blank() {
            cleaning.texts.push(id);
        }
        if let Some(top) = cleaning.open.last_mut() {
            top.measure.push(measure);
        }
    }

    fn enter(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        match self.tree.name(id) {
            Some(name::A) => cleaning.links.push(0.0),
            Some(name::TABLE) => {
                cleaning.in_data_tables += usize::from(cleaning.data_tables.contains(&id));
            }
            _ => {}
        }
        cleaning.open.push(Tally {
            texts_from: cleaning.texts.len(),
            links_from: cleaning.links.len(),
            ..Tally::default()
        });
    }

    fn leave(&mut self, id: NodeId, cleaning: &mut Cleaning<'_>) {
        let Some(mut tally) = cleaning.open.pop() else { return };
        let Some(name) = self.tree.name(id) else { return };
        let is_data_table = name == name::TABLE && cleaning.data_tables.contains(&id);
        cleaning.in_data_tables -= usize::from(is_data_table);
        if name == cleaning.tag && !is_data_table && self.is_doomed(id, &tally, cleaning) {
            self.tree.detach(id);
            cleaning.texts.truncate(tally.texts_from);
            cleaning.links.truncate(tally.links_from);
            return;
        }
        self.count(id, name, &mut tally, cleaning);
        tally.has_data_table |= is_data_table;
        if let Some(parent) = cleaning.open.last_mut() {
            parent.add(&tally);
        }
    }

    /// Adds the element itself to what stands below it.
    fn count(&self, id: NodeId, name: Name, tally: &mut Tally, cleaning: &mut Cleaning<'_>) {
        let length = u64::from(tally.measure.length);
        match name {
            name::UL | name::OL => tally.list_length += length,
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                tally.heading_length += length;
            }
            name::P => tally.paragraphs += 1,
            name::IMG => tally.images += 1,
            name::LI => tally.items += 1,
            name::INPUT => tally.inputs += 1,
            name::OBJECT | name::EMBED | name::IFRAME => {
                tally.embeds += 1;
                tally.has_video |= self.is_allowed_video(id);
            }
            name::A => {
                let is_hash = is_hash_link(&self.tree, id);
                let weight = if is_hash { HASH_LINK_WEIGHT } else { 1.0 };
                cleaning.links[tally.links_from - 1] = length as f64 * weight;
                tally.measure.close_link(is_hash);
            }
            _ => {}
        }
        let is_text_element =
            html_name(&self.tree, id).is_some_and(|name| super::fishy::TEXTISH.contains(name));
        tally.has_text_elements |= is_text_element && length > 0;
    }

    fn is_doomed(&mut self, id: NodeId, tally: &Tally, cleaning: &Cleaning<'_>) -> bool {
        if cleaning.in_data_tables > 0
            || tally.has_data_table
            || has_ancestor(&self.tree, id, name::CODE)
        {
            return false;
        }
        let weight = self.class_weight(id);
        if weight < 0 {
            return true;
        }
        if tally.measure.ascii_commas >= COMMAS_OF_TEXT || tally.has_video {
            return false;
        }
        if self.is_suspicious_word(tally, cleaning) {
            return true;
        }
        let is_list = cleaning.tag == name::UL || is_mostly_list(tally);
        let shape = Shape {
            weight,
            is_list,
            is_in_figure: has_ancestor(&self.tree, id, name::FIGURE),
            link_density: link_density(tally, &cleaning.links),
            modifier: self.config.link_density_modifier,
        };
        is_fishy(tally, &shape) && !(is_list && self.is_list_of_images(id, tally))
    }

    fn is_suspicious_word(&self, tally: &Tally, cleaning: &Cleaning<'_>) -> bool {
        if tally.measure.length > LONGEST_WORD {
            return false;
        }
        let texts = cleaning.texts[tally.texts_from..].iter();
        let text: String = texts.map(|&id| self.tree.own_text(id)).collect();
        super::fishy::is_suspicious_word(&text)
    }

    /// Whether every item of the list has an image and no child of the list has more than one child.
    fn is_list_of_images(&self, list: NodeId, tally: &Tally) -> bool {
        let is_simple = |child: NodeId| {
            let first = first_element_child(&self.tree, child);
            first.is_none_or(|first| next_element_sibling(&self.tree, first).is_none())
        };
        tally.images == tally.items && self.tree.children(list).all(is_simple)
    }
}

/// Source: `_cleanConditionally`, `isList`.
fn is_mostly_list(tally: &Tally) -> bool {
    const MOST: f64 = 0.9;
    tally.list_length as f64 / f64::from(tally.measure.length) > MOST
}

/// Source: `_getLinkDensity`.
fn link_density(tally: &Tally, links: &[f64]) -> f64 {
    let length = f64::from(tally.measure.length);
    if tally.measure.is_blank() {
        0.0
    } else if tally.measure.hash_links == 0 {
        f64::from(tally.measure.link_length) / length
    } else {
        links[tally.links_from..].iter().fold(0.0, |sum, weight| sum + weight) / length
    }
}
