//! Cleans the joined elements up: what is left is the article.
//!
//! Source: `Readability.js`, `_prepArticle`.

pub(super) mod attributes;
mod conditional;
mod fishy;
mod lazy_images;
mod tables;

use std::collections::HashSet;

use tamis_dom::{NodeId, name};

use super::config::DEFAULT_CHAR_THRESHOLD;
use super::grab::{Grab, Wanted};
use super::matching::Words;
use super::shape::{html_name, is_phrasing, next_node, single_tag_inside};
use super::text::utf16_len;

/// What an article has of the elements that are looked at, in document order.
#[derive(Debug, Default)]
struct Overview {
    forms: bool,
    fieldsets: bool,
    lists: bool,
    divs: bool,
    tables: bool,
    images: Vec<NodeId>,
    /// Elements that go before those with `share` in their names are looked at.
    first_doomed: Vec<NodeId>,
    /// Elements that go after that.
    then_doomed: Vec<NodeId>,
    shares: Vec<NodeId>,
    headers: Vec<NodeId>,
}

/// What is left to look at once the article has been cleaned.
#[derive(Debug, Default)]
struct Remains {
    titles: Vec<NodeId>,
    paragraphs: Vec<NodeId>,
    breaks: Vec<NodeId>,
    tables: Vec<NodeId>,
}

impl Grab<'_, '_> {
    /// Source: `_prepArticle`.
    pub(super) fn prepare_article(&mut self, article: NodeId) {
        if self.wanted != Wanted::Nodes {
            attributes::clean_styles(&mut self.tree, article);
        }
        let overview = self.look_over(article);
        let data_tables = if overview.tables { self.data_tables(article) } else { HashSet::new() };
        self.fix_lazy_images(&overview.images);
        if overview.forms {
            self.clean_conditionally(article, name::FORM, &data_tables);
        }
        if overview.fieldsets {
            self.clean_conditionally(article, name::FIELDSET, &data_tables);
        }
        self.clean(&overview.first_doomed);
        self.clean_shares(&overview.shares);
        self.clean(&overview.then_doomed);
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
        self.measures.next_epoch();
        let remains = self.look_over_remains(article);
        for &title in &remains.titles {
            self.tree.rename(title, name::H2);
        }
        self.remove_empty_paragraphs(&remains.paragraphs);
        self.remove_breaks(&remains.breaks);
        self.unwrap_single_cells(&remains.tables);
    }

    fn look_over(&mut self, article: NodeId) -> Overview {
        let mut overview = Overview::default();
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
                    overview.first_doomed.push(id);
                }
                name::IFRAME | name::INPUT | name::TEXTAREA | name::SELECT | name::BUTTON => {
                    overview.then_doomed.push(id);
                }
                _ => {}
            }
            let shares = self.facts_of(id).names(Words::SHARE);
            if shares && self.tree.parent(id) != Some(article) {
                overview.shares.push(id);
            }
        }
        overview
    }

    fn look_over_remains(&self, article: NodeId) -> Remains {
        let mut remains = Remains::default();
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

    /// Takes these elements out, but for videos.
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

    /// Whether an attribute of the embedded element names an allowed video, or what an `object` outside of HTML holds does:
    /// only the latter has a tag name in small letters, which the reference asks for.
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

    /// Takes out what has `share` in its names and little text.
    ///
    /// Source: `_prepArticle`, `_cleanMatchedNodes`.
    fn clean_shares(&mut self, shares: &[NodeId]) {
        if shares.is_empty() {
            return;
        }
        self.measures.next_epoch();
        for &id in shares {
            if self.has_little_text(id) {
                self.detach(id);
            }
        }
    }

    /// Whether the text, white space and all, is shorter than an article is by default.
    fn has_little_text(&mut self, id: NodeId) -> bool {
        // Cheap to know, and never more than the whole length.
        if self.measures.of(&self.tree, id).length as usize >= DEFAULT_CHAR_THRESHOLD {
            return false;
        }
        let mut length = 0;
        self.tree.text_pieces(id).all(|text| {
            length += utf16_len(text);
            length < DEFAULT_CHAR_THRESHOLD
        })
    }

    /// Source: `_cleanHeaders`.
    fn clean_headers(&mut self, headers: &[NodeId]) {
        for &id in headers {
            if self.class_weight(id) < 0 {
                self.tree.detach(id);
            }
        }
    }

    /// Source: `_prepArticle`, "Remove extra paragraphs".
    fn remove_empty_paragraphs(&mut self, paragraphs: &[NodeId]) {
        for &id in paragraphs.iter().rev() {
            if !self.measures.of(&self.tree, id).is_blank() {
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

    /// Takes out line breaks before paragraphs. Source: `_prepArticle`.
    fn remove_breaks(&mut self, breaks: &[NodeId]) {
        for &id in breaks {
            let next = next_node(&self.tree, self.tree.next_sibling(id));
            if next.is_some_and(|next| self.tree.is_html(next, name::P)) {
                self.tree.detach(id);
            }
        }
    }

    /// Puts the only cell of a table in its place. Source: `_prepArticle`, "Remove single-cell tables".
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
                self.measures.forget(&self.tree, parent);
            }
            self.tree.replace(table, cell);
        }
    }

    /// Takes a node out of the article while measures are kept.
    fn detach(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.parent(id) {
            self.measures.forget(&self.tree, parent);
        }
        self.tree.detach(id);
    }
}
