//! Cleans the joined elements; the rest is the article.
//!
//! Source: `Readability.js`, `_prepArticle`.

mod ad_words;
pub(super) mod attributes;
mod conditional;
mod counts;
mod lazy_images;
mod should_remove;
mod tables;

use std::collections::HashSet;

use tamis_dom::{NodeId, name};

use super::class_words::WordLists;
use super::config::DEFAULT_CHAR_THRESHOLD;
use super::grab::{Grab, Purpose};
use super::shape::{html_name, is_phrasing, next_node, single_tag_inside};
use super::text::utf16_len;

/// The elements of an article that cleaning may change, in document order.
#[derive(Debug, Default)]
struct ElementsToClean {
    forms: bool,
    fieldsets: bool,
    lists: bool,
    divs: bool,
    tables: bool,
    images: Vec<NodeId>,
    /// Elements to remove before those with `share` in their names are checked.
    removed_first: Vec<NodeId>,
    /// Elements to remove after that.
    removed_later: Vec<NodeId>,
    shares: Vec<NodeId>,
    headers: Vec<NodeId>,
}

/// The elements that are still to be checked after most of the cleaning.
#[derive(Debug, Default)]
struct ElementsLeft {
    titles: Vec<NodeId>,
    paragraphs: Vec<NodeId>,
    breaks: Vec<NodeId>,
    tables: Vec<NodeId>,
}

impl Grab<'_, '_> {
    /// Cleans the article. The order of the steps matters, and is the reference's.
    ///
    /// Source: `_prepArticle`.
    pub(super) fn prepare_article(&mut self, article: NodeId) {
        if self.purpose != Purpose::Nodes {
            attributes::clean_styles(&mut self.tree, article);
        }
        let overview = self.elements_to_clean(article);
        let data_tables = if overview.tables { self.data_tables(article) } else { HashSet::new() };
        self.fix_lazy_images(&overview.images);
        if overview.forms {
            self.clean_conditionally(article, name::FORM, &data_tables);
        }
        if overview.fieldsets {
            self.clean_conditionally(article, name::FIELDSET, &data_tables);
        }
        self.clean(&overview.removed_first);
        self.clean_shares(&overview.shares);
        self.clean(&overview.removed_later);
        self.clean_headers(&overview.headers);
        if overview.tables {
            self.clean_conditionally(article, name::TABLE, &data_tables);
        }
        if overview.lists {
            self.clean_conditionally(article, name::UL, &data_tables);
        }
        if overview.divs {
            self.clean_conditionally(article, name::DIV, &data_tables);
        }
        self.stats.next_epoch();
        let remains = self.elements_left(article);
        for &title in &remains.titles {
            self.tree.rename(title, name::H2);
        }
        self.remove_empty_paragraphs(&remains.paragraphs);
        self.remove_breaks(&remains.breaks);
        self.unwrap_single_cells(&remains.tables);
    }

    fn elements_to_clean(&mut self, article: NodeId) -> ElementsToClean {
        let mut overview = ElementsToClean::default();
        let mut next = self.tree.next_in(article, article);
        while let Some(id) = next {
            next = self.tree.next_in(article, id);
            let Some(name) = self.tree.name(id) else { continue };
            match name {
                name::FORM => overview.forms = true,
                name::FIELDSET => overview.fieldsets = true,
                name::UL => overview.lists = true,
                name::DIV => overview.divs = true,
                name::TABLE => overview.tables = true,
                name::IMG | name::PICTURE | name::FIGURE => overview.images.push(id),
                name::H1 | name::H2 => overview.headers.push(id),
                name::OBJECT | name::EMBED | name::FOOTER | name::LINK | name::ASIDE => {
                    overview.removed_first.push(id);
                }
                name::IFRAME | name::INPUT | name::TEXTAREA | name::SELECT | name::BUTTON => {
                    overview.removed_later.push(id);
                }
                _ => {}
            }
            let shares = self.facts_of(id).names(WordLists::SHARE);
            if shares && self.tree.parent(id) != Some(article) {
                overview.shares.push(id);
            }
        }
        overview
    }

    fn elements_left(&self, article: NodeId) -> ElementsLeft {
        let mut remains = ElementsLeft::default();
        for id in self.tree.descendants_and_self(article).skip(1) {
            match self.tree.name(id) {
                Some(name::H1) => remains.titles.push(id),
                Some(name::P) => remains.paragraphs.push(id),
                Some(name::BR) => remains.breaks.push(id),
                Some(name::TABLE) => remains.tables.push(id),
                _ => {}
            }
        }
        remains
    }

    /// Removes these elements, except videos.
    ///
    /// Source: `_clean`.
    fn clean(&mut self, doomed: &[NodeId]) {
        for &id in doomed {
            let is_embed =
                matches!(self.tree.name(id), Some(name::OBJECT | name::EMBED | name::IFRAME));
            if !is_embed || !self.is_allowed_video(id) {
                self.tree.detach(id);
            }
        }
    }

    /// Returns true if an attribute of the embedded element refers to an allowed video. For an
    /// `object` outside HTML its content counts too: the reference compares with a lower-case tag
    /// name, which only such elements have.
    fn is_allowed_video(&self, id: NodeId) -> bool {
        let video = &self.config.allowed_video;
        let mut values = attributes::kept_attrs(&self.tree, id).map(|(.., value)| value);
        if values.any(|value| video.is_match(value)) {
            return true;
        }
        self.tree.name(id) == Some(name::OBJECT)
            && html_name(&self.tree, id).is_none()
            && video.is_match(&self.tree.inner_html(id))
    }

    /// Removes elements with `share` in their class or id and little text.
    ///
    /// Source: `_prepArticle`, `_cleanMatchedNodes`.
    fn clean_shares(&mut self, shares: &[NodeId]) {
        if shares.is_empty() {
            return;
        }
        self.stats.next_epoch();
        for &id in shares {
            if self.has_little_text(id) {
                self.detach(id);
            }
        }
    }

    /// Returns true if the text, with all its white space, is shorter than the default length of an
    /// article.
    fn has_little_text(&mut self, id: NodeId) -> bool {
        // This length is tested first, because it is cheap to get, and never greater than the
        // length with all white space.
        if self.stats.of(&self.tree, id).length as usize >= DEFAULT_CHAR_THRESHOLD {
            return false;
        }
        let mut length = 0;
        self.tree.text_pieces(id).all(|text| {
            length += utf16_len(text);
            length < DEFAULT_CHAR_THRESHOLD
        })
    }

    /// Removes headings whose class and id speak against them. Source: `_cleanHeaders`.
    fn clean_headers(&mut self, headers: &[NodeId]) {
        for &id in headers {
            if self.class_weight(id) < 0 {
                self.tree.detach(id);
            }
        }
    }

    /// Removes paragraphs without text and media. Source: `_prepArticle`, "Remove extra
    /// paragraphs".
    fn remove_empty_paragraphs(&mut self, paragraphs: &[NodeId]) {
        for &id in paragraphs.iter().rev() {
            if !self.stats.of(&self.tree, id).is_blank() {
                continue;
            }
            let is_media = |id: NodeId| {
                let name = self.tree.name(id);
                matches!(name, Some(name::IMG | name::EMBED | name::OBJECT | name::IFRAME))
            };
            if !self.tree.elements(id).skip(1).any(is_media) {
                self.detach(id);
            }
        }
    }

    /// Removes line breaks before paragraphs. Source: `_prepArticle`.
    fn remove_breaks(&mut self, breaks: &[NodeId]) {
        for &id in breaks {
            let next = next_node(&self.tree, self.tree.next_sibling(id));
            if next.is_some_and(|next| self.tree.is_html(next, name::P)) {
                self.tree.detach(id);
            }
        }
    }

    /// Replaces each table that has a single cell by that cell. Source: `_prepArticle`, "Remove
    /// single-cell tables".
    fn unwrap_single_cells(&mut self, tables: &[NodeId]) {
        for &table in tables {
            let tree = &mut self.tree;
            let body = single_tag_inside(tree, table, name::TBODY).unwrap_or(table);
            let row = single_tag_inside(tree, body, name::TR);
            let Some(cell) = row.and_then(|row| single_tag_inside(tree, row, name::TD)) else {
                continue;
            };
            let is_paragraph = tree.children(cell).all(|child| is_phrasing(tree, child));
            tree.rename(cell, if is_paragraph { name::P } else { name::DIV });
            if let Some(parent) = tree.parent(table) {
                self.stats.forget(&self.tree, parent);
            }
            self.tree.replace(table, cell);
        }
    }

    /// Detaches a node, and updates the cached statistics.
    fn detach(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.parent(id) {
            self.stats.forget(&self.tree, parent);
        }
        self.tree.detach(id);
    }
}
