//! The document at two stages of the reference's work, and the trimmed texts of its elements there.

use std::borrow::Cow;

use tamis_dom::{Document, Name, NodeId, NodeKind, name};

use super::text::{js_trim_end, js_trim_start, utf16_len};

/// A stage of the reference's work on the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nothing has been removed.
    Parsed,
    /// Elements named `script`, `noscript` and `style` have been removed.
    ///
    /// Source: `Readability.js`, `_removeScripts` and `_prepDocument`. Deviations: white space
    /// between chains of `<br>` stays, of which `_replaceBrs` removes some; and a heading in a
    /// `<noscript>` with an image is not moved out, as `_unwrapNoscriptImages` would. Both matter
    /// only for a heading that replaces the title or is compared with it.
    Prepared,
}

impl Stage {
    fn takes_out(self, name: Name) -> bool {
        self == Stage::Prepared && matches!(name, name::SCRIPT | name::NOSCRIPT | name::STYLE)
    }

    /// Returns true if an element is in the document at this stage.
    pub fn has(self, document: &Document, id: NodeId) -> bool {
        let mut around = std::iter::once(id).chain(document.ancestors(id));
        !around.any(|id| document.name(id).is_some_and(|name| self.takes_out(name)))
    }

    /// Returns the node unless it is removed at this stage, and the next node of the walk. The walk
    /// skips the subtree of a removed node.
    fn step(self, document: &Document, id: NodeId) -> (Option<NodeId>, NodeId) {
        if document.name(id).is_some_and(|name| self.takes_out(name)) {
            (None, document.subtree_end(id))
        } else {
            (Some(id), NodeId::from_index(id.index() + 1))
        }
    }

    /// Returns the nodes in `start..end` that are in the document at this stage, in document order.
    /// `start` must not be inside a removed element.
    fn nodes(
        self,
        document: &Document,
        start: NodeId,
        end: NodeId,
    ) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = start;
        std::iter::from_fn(move || {
            while next < end {
                let (node, after) = self.step(document, next);
                next = after;
                if node.is_some() {
                    return node;
                }
            }
            None
        })
    }

    /// Returns the elements of the document, in document order.
    pub fn elements(self, document: &Document) -> impl Iterator<Item = NodeId> + '_ {
        let end = document.subtree_end(NodeId::DOCUMENT);
        let nodes = self.nodes(document, NodeId::DOCUMENT, end);
        nodes.filter(|&id| document.kind(id) == NodeKind::Element)
    }

    /// Returns the `textContent` of an element.
    pub fn text(self, document: &Document, id: NodeId) -> Cow<'_, str> {
        let end = document.subtree_end(id);
        let all = document
            .elements(id)
            .all(|id| document.name(id).is_none_or(|name| !self.takes_out(name)));
        if all {
            return Cow::Borrowed(document.text(id));
        }
        let nodes = self.nodes(document, id, end);
        nodes
            .filter(|&id| document.kind(id) == NodeKind::Text)
            .map(|id| document.text(id))
            .collect()
    }
}

/// The trimmed texts of elements. Each lookup takes logarithmic time, however deeply elements are
/// nested. The document's text is read at most once, and only as far as lookups need it.
#[derive(Debug)]
pub struct TrimmedTexts<'d> {
    document: &'d Document,
    stage: Stage,
    /// The first node that has not been read.
    next: NodeId,
    /// The length of the text before `next`, in UTF-16 code units.
    utf16: usize,
    /// The text nodes read so far that are not blank.
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    node: NodeId,
    /// Offset of its first non-blank character in the document's text, in UTF-16 code units.
    start: usize,
    /// Offset after its last non-blank character.
    end: usize,
}

/// The trimmed text of an element: from the first non-blank character of `first` to the last one of
/// `last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    first: NodeId,
    last: NodeId,
    /// Its length in UTF-16 code units.
    pub utf16: usize,
}

impl<'d> TrimmedTexts<'d> {
    /// Prepares the texts of this document at this stage. Nothing is read yet.
    pub fn of(document: &'d Document, stage: Stage) -> TrimmedTexts<'d> {
        TrimmedTexts { document, stage, next: NodeId::DOCUMENT, utf16: 0, runs: Vec::new() }
    }

    /// Returns the trimmed text of an element, or `None` if it is blank. The element must be in the
    /// document at this stage.
    pub fn span(&mut self, id: NodeId) -> Option<Span> {
        let end = self.document.subtree_end(id);
        self.read_to(end);
        let first = self.runs.partition_point(|run| run.node < id);
        let after = self.runs.partition_point(|run| run.node < end);
        let runs = &self.runs[first..after];
        let (first, last) = (runs.first()?, runs.last()?);
        Some(Span { first: first.node, last: last.node, utf16: last.end - first.start })
    }

    /// Returns true if the span's text equals `text`, which must be trimmed.
    pub fn is_same(&self, span: Span, text: &str) -> bool {
        let document = self.document;
        let after = NodeId::from_index(span.last.index() + 1);
        let mut rest = text;
        for id in self.stage.nodes(document, span.first, after) {
            if document.kind(id) != NodeKind::Text {
                continue;
            }
            let mut piece = document.text(id);
            if id == span.first {
                piece = js_trim_start(piece);
            }
            if id == span.last {
                piece = js_trim_end(piece);
            }
            match rest.strip_prefix(piece) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    fn read_to(&mut self, end: NodeId) {
        while self.next < end {
            let (node, after) = self.stage.step(self.document, self.next);
            self.next = after;
            if let Some(id) = node
                && self.document.kind(id) == NodeKind::Text
            {
                self.read(id);
            }
        }
    }

    fn read(&mut self, node: NodeId) {
        let text = self.document.text(node);
        let after_space = js_trim_start(text);
        let trimmed = js_trim_end(after_space);
        if !trimmed.is_empty() {
            let start = self.utf16 + utf16_len(&text[..text.len() - after_space.len()]);
            self.runs.push(Run { node, start, end: start + utf16_len(trimmed) });
        }
        self.utf16 += utf16_len(text);
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::super::text::js_trim;
    use super::*;

    const PAGE: &str = "<div> <p> 🦀 a<script>x</script> </p>\u{a0}<style> y </style></div>\
                        <ul> <li> </ul><p>é <noscript>z</noscript>";

    #[test]
    fn texts_equal_javascripts() {
        let document = Parser::default().parse(PAGE);
        for stage in [Stage::Parsed, Stage::Prepared] {
            let mut texts = TrimmedTexts::of(&document, stage);
            for id in stage.elements(&document) {
                let text = stage.text(&document, id);
                let expected = js_trim(&text);
                let span = texts.span(id);
                assert_eq!(span.map_or(0, |span| span.utf16), utf16_len(expected));
                assert_eq!(span.is_some(), !expected.is_empty());
                assert!(span.is_none_or(|span| texts.is_same(span, expected)));
                let other = expected.replace(|_: char| true, "q");
                assert!(span.is_none_or(|span| !texts.is_same(span, &other)));
            }
        }
    }

    #[test]
    fn removed_elements_have_no_text() {
        let document = Parser::default().parse(PAGE);
        let body = document.body().unwrap();
        assert_eq!(Stage::Parsed.text(&document, body), document.text(body));
        assert_eq!(Stage::Prepared.text(&document, body), "  🦀 a \u{a0}  é ");
        let names: Vec<_> = Stage::Prepared
            .elements(&document)
            .map(|id| document.local_name(id).unwrap())
            .collect();
        assert_eq!(names, ["html", "head", "body", "div", "p", "ul", "li", "p"]);
    }
}
