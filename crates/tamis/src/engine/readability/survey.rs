//! One pass over the frozen page: where the elements are that have to be prepared, and what subtrees lack.

use tamis_dom::{Document, Name, NameSet, NodeId, NodeKind, name};

use super::text::is_js_space;

/// What a page has of the elements that are dealt with before the article is looked for, in document order.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) images: Vec<NodeId>,
    pub(super) noscripts: Vec<NodeId>,
    pub(super) styles: Vec<NodeId>,
    /// Scripts and noscripts.
    pub(super) scripts: Vec<NodeId>,
    /// `<br>` in the body.
    pub(super) breaks: Vec<NodeId>,
    pub(super) fonts: Vec<NodeId>,
    /// All elements of the page.
    pub(super) elements: usize,
    /// Texts that are not blank before each node, those left out that are removed with scripts and styles.
    words_before: Vec<u32>,
    /// `<br>` and `<hr>` before each node.
    breaks_before: Vec<u32>,
}

const REMOVED: NameSet = NameSet::of(&[name::SCRIPT, name::NOSCRIPT, name::STYLE]);

impl Survey {
    pub(super) fn of(document: &Document, body: Option<NodeId>) -> Survey {
        let mut survey = Survey::default();
        let nodes = document.subtree_end(NodeId::DOCUMENT).index();
        survey.words_before.reserve_exact(nodes + 1);
        survey.breaks_before.reserve_exact(nodes + 1);
        let in_body = body.map_or(0..0, |body| body.index()..document.subtree_end(body).index());
        let (mut words, mut breaks, mut removed_until) = (0, 0, 0);
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            survey.words_before.push(words);
            survey.breaks_before.push(breaks);
            let stays = removed_until <= id.index();
            if let Some(name) = document.name(id) {
                survey.elements += 1;
                survey.note(id, name);
                if REMOVED.contains(name) && stays {
                    removed_until = document.subtree_end(id).index();
                } else if stays && matches!(name, name::BR | name::HR) {
                    breaks += 1;
                    if name == name::BR && in_body.contains(&id.index()) {
                        survey.breaks.push(id);
                    }
                }
            } else if stays && document.kind(id) == NodeKind::Text {
                let text = &document.whole_text().as_bytes()[document.text_range(id)];
                let has_words = text.first().is_some_and(u8::is_ascii_graphic);
                words += u32::from(has_words || !is_blank(document.text(id)));
            }
        }
        survey.words_before.push(words);
        survey.breaks_before.push(breaks);
        survey
    }

    fn note(&mut self, id: NodeId, name: Name) {
        match name {
            name::IMG => self.images.push(id),
            name::SCRIPT => self.scripts.push(id),
            name::NOSCRIPT => {
                self.scripts.push(id);
                self.noscripts.push(id);
            }
            name::STYLE => self.styles.push(id),
            name::FONT => self.fonts.push(id),
            _ => {}
        }
    }

    /// Whether an element of the document has no text but white space, scripts and styles left out.
    pub(super) fn is_blank(&self, document: &Document, id: NodeId) -> bool {
        let end = document.subtree_end(id).index();
        self.words_before.get(id.index()) == self.words_before.get(end)
    }

    /// How many `<br>` and `<hr>` stood in an element of the document, itself included.
    pub(super) fn breaks_in(&self, document: &Document, id: NodeId) -> usize {
        let end = document.subtree_end(id).index();
        match (self.breaks_before.get(id.index()), self.breaks_before.get(end)) {
            (Some(before), Some(after)) => (after - before) as usize,
            _ => 0,
        }
    }
}

/// Whether there is nothing but white space.
///
/// Source: `Readability.js`, `REGEXPS.whitespace`.
#[inline]
pub(super) fn is_blank(text: &str) -> bool {
    let is_space = |&byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    match text.as_bytes().iter().find(|byte| !is_space(byte)) {
        None => true,
        Some(byte) if byte.is_ascii() => false,
        Some(_) => text.chars().all(is_js_space),
    }
}
