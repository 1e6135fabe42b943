//! The document as it is at two steps of the reference, and the trimmed texts of its elements there.

use std::borrow::Cow;

use tamis_dom::{Document, Name, NodeId, NodeKind, name};

use super::text::{js_trim_end, js_trim_start, utf16_len};

/// How far the reference has come with the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nothing is taken out yet.
    Parsed,
    /// Elements `script`, `noscript` and `style` are taken out.
    ///
    /// Source: `Readability.js`, `_removeScripts` and `_prepDocument`. Deviations, which only a heading can show that stands
    /// in for the title or is compared with it: white space between chains of `<br>` stays, where `_replaceBrs` takes some
    /// away; and no heading is moved out of a `<noscript>` with its image by `_unwrapNoscriptImages`.
    Prepared,
}

impl Stage {
    fn takes_out(self, name: Name) -> bool {
        self == Stage::Prepared && matches!(name, name::SCRIPT | name::NOSCRIPT | name::STYLE)
    }

    /// The node, and where the walk goes on; past the subtree for what is taken out.
    fn step(self, document: &Document, id: NodeId) -> (Option<NodeId>, NodeId) {
        if document.name(id).is_some_and(|name| self.takes_out(name)) {
            (None, document.subtree_end(id))
        } else {
            (Some(id), NodeId::from_index(id.index() + 1))
        }
    }

    /// The nodes from `start` to before `end` that are in the document at this stage, in document order. `start` itself is in
    /// no element that is taken out.
    fn nodes(
        self,
        document: &Document,
        start: NodeId,
        end: NodeId,
    ) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = start;
        std::iter::from_fn(move || {
            while next < end {
                let (node, behind) = self.step(document, next);
                next = behind;
                if node.is_some() {
                    return node;
                }
            }
            None
        })
    }

    /// The elements of the document, in document order.
    pub fn elements(self, document: &Document) -> impl Iterator<Item = NodeId> + '_ {
        let end = document.subtree_end(NodeId::DOCUMENT);
        let nodes = self.nodes(document, NodeId::DOCUMENT, end);
        nodes.filter(|&id| document.kind(id) == NodeKind::Element)
    }

    /// The `textContent` of an element.
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

/// The trimmed texts of elements, each found in logarithmic time however the elements are nested. The document's
/// text is read once at most, and only as far as asked for.
#[derive(Debug)]
pub struct TrimmedTexts<'d> {
    document: &'d Document,
    stage: Stage,
    /// The first node that was not read yet.
    next: NodeId,
    /// The length of the text up to there.
    utf16: usize,
    /// The text nodes that are more than white space.
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    node: NodeId,
    /// Where its first character stands that is no white space, in UTF-16 code units of the document's text.
    start: usize,
    /// One behind the last such character.
    end: usize,
}

/// The trimmed text of an element: from the first character of `first` that is no white space to the last one of `last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    first: NodeId,
    last: NodeId,
    /// Its length.
    pub utf16: usize,
}

impl<'d> TrimmedTexts<'d> {
    /// The texts of this document at this stage.
    pub fn of(document: &'d Document, stage: Stage) -> TrimmedTexts<'d> {
        TrimmedTexts { document, stage, next: NodeId::DOCUMENT, utf16: 0, runs: Vec::new() }
    }

    /// The trimmed text of an element that is in the document at this stage; `None` where it has only white space.
    pub fn span(&mut self, id: NodeId) -> Option<Span> {
        let end = self.document.subtree_end(id);
        self.read_to(end);
        let first = self.runs.partition_point(|run| run.node < id);
        let behind = self.runs.partition_point(|run| run.node < end);
        let runs = &self.runs[first..behind];
        let (first, last) = (runs.first()?, runs.last()?);
        Some(Span { first: first.node, last: last.node, utf16: last.end - first.start })
    }

    /// Whether the text is the same as this one, which is trimmed.
    pub fn is_same(&self, span: Span, text: &str) -> bool {
        let document = self.document;
        let behind = NodeId::from_index(span.last.index() + 1);
        let mut rest = text;
        for id in self.stage.nodes(document, span.first, behind) {
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
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        rest.is_empty()
    }

    fn read_to(&mut self, end: NodeId) {
        while self.next < end {
            let (node, behind) = self.stage.step(self.document, self.next);
            self.next = behind;
            if let Some(id) = node
                && self.document.kind(id) == NodeKind::Text
            {
                self.read(id);
            }
        }
    }

    fn read(&mut self, node: NodeId) {
        let text = self.document.text(node);
        let behind_space = js_trim_start(text);
        let trimmed = js_trim_end(behind_space);
        if !trimmed.is_empty() {
            let start = self.utf16 + utf16_len(&text[..text.len() - behind_space.len()]);
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
    fn texts_are_those_of_javascript() {
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
    fn what_is_taken_out_has_no_text() {
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
