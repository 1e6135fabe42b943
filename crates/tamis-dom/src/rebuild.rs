//! Conversion of a working tree back to a document.

use crate::document::Document;
use crate::document_builder::DocumentBuilder;
use crate::edit::WorkingTree;
use crate::limits::Warning;
use crate::names::Name;
use crate::node::{NodeId, NodeKind};
use crate::traverse::{Step, next_step};

impl WorkingTree<'_> {
    /// Returns the tree as a new document.
    ///
    /// Its nodes are in document order and have new ids, and adjacent texts are joined. Encoding,
    /// length and warnings are those of the original document. Detached nodes are dropped.
    ///
    /// ```
    /// use tamis_dom::{NodeId, Parser, WorkingTree, name};
    /// let document = Parser::default().parse("<p>One<p>Two");
    /// let mut tree = WorkingTree::of(&document);
    /// let second = document.last_child(document.body().unwrap()).unwrap();
    /// tree.wrap(second, name::BLOCKQUOTE);
    /// let quoted = tree.to_document();
    /// assert_eq!(
    ///     quoted.inner_html(quoted.body().unwrap()),
    ///     "<p>One</p><blockquote><p>Two</p></blockquote>"
    /// );
    /// ```
    pub fn to_document(&self) -> Document {
        let source = self.document();
        let mut builder = DocumentBuilder::with_names(self.unlisted_names());
        builder.quirks_mode(source.quirks_mode());
        builder.reserve(source.whole_text().len(), source.data.len(), source.len());
        // The contents of a template are a separate tree, which is walked between the template's
        // tags.
        let mut walks = vec![(NodeId::DOCUMENT, Some(Step::Enter(NodeId::DOCUMENT)))];
        while let Some((root, next)) = walks.last_mut() {
            let Some(step) = *next else {
                walks.pop();
                continue;
            };
            *next = next_step(self, *root, step);
            match step {
                Step::Enter(id) => {
                    self.enter(id, &mut builder);
                    if let Some(contents) = self.template_contents(id) {
                        walks.push((contents, Some(Step::Enter(contents))));
                    }
                }
                Step::Leave(id) if self.kind(id) == NodeKind::Element => builder.close(),
                Step::Leave(_) => {}
            }
        }
        let mut document = builder.finish();
        let warnings = std::mem::replace(&mut document.warnings, source.warnings.clone());
        let is_new = |warning: &Warning| !source.warnings.contains(warning);
        document.warnings.extend(warnings.into_iter().filter(is_new));
        document.encoding = source.encoding;
        document.html_bytes = source.html_bytes;
        document
    }

    fn enter(&self, id: NodeId, builder: &mut DocumentBuilder) {
        match self.kind(id) {
            NodeKind::Element => {
                let name = self.name(id).unwrap_or(Name::SATURATED);
                builder.open_element(name, self.namespace(id), self.attrs(id));
            }
            NodeKind::Text => {
                builder.text_from(self.place(id), self.own_text(id));
            }
            NodeKind::Comment => {
                builder.comment(self.document().comment(id).unwrap_or_default());
            }
            NodeKind::Doctype => {
                let [name, public_id, system_id] = self.document().doctype(id).unwrap_or_default();
                builder.doctype(name, public_id, system_id);
            }
            NodeKind::Document | NodeKind::Fragment => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::name;
    use crate::{Limits, Parser};

    #[test]
    fn an_unchanged_copy_gives_the_same_document() {
        for html in [
            "",
            "<!doctype html public '-//W3C//DTD HTML 4.01//EN'><title>t</title><p>a<b>b</b>c",
            "<x-y data-z=1>own <x-y>names</x-y></x-y><!-- and a comment -->",
            "<svg xmlns=u xmlns:xlink=v viewbox=0><a xlink:href=w xml:lang=en>t</a></svg>",
            "<template>in <template>deeper</template></template>out",
            "<table>foster<tr><td>cell</table><script>a < b</script><pre>\n\nx</pre>",
        ] {
            let mut parser = Parser::new(Limits::default().attributes_per_element(2));
            let document = parser.parse_bytes(html.as_bytes(), Some("windows-1252"));
            let again = WorkingTree::of(&document).to_document();
            assert_eq!(again.outer_html(NodeId::DOCUMENT), document.outer_html(NodeId::DOCUMENT));
            assert_eq!(again.len(), document.len(), "{html}");
            assert_eq!(again.whole_text(), document.whole_text(), "{html}");
            assert_eq!(again.quirks_mode(), document.quirks_mode(), "{html}");
            assert_eq!(again.encoding(), document.encoding(), "{html}");
            assert_eq!(again.html_bytes(), document.html_bytes(), "{html}");
            assert_eq!(again.warnings(), document.warnings(), "{html}");
        }
    }

    #[test]
    fn new_names_keep_their_texts() {
        let document = Parser::default().parse("<x-card x-old=1>One");
        let card = document.elements(NodeId::DOCUMENT).last().unwrap();
        let mut tree = WorkingTree::of(&document);
        let (new, unused) = (tree.add_name("x-new"), tree.add_name("x-unused"));
        tree.set_attr(card, new, "2");
        assert_ne!(new, unused);
        assert_eq!(
            tree.to_document().outer_html(card),
            r#"<x-card x-old="1" x-new="2">One</x-card>"#
        );
    }

    #[test]
    fn adjacent_texts_are_joined() {
        let document = Parser::default().parse("<p>One <b>two</b> three");
        let mut tree = WorkingTree::of(&document);
        let bold = document.elements(NodeId::DOCUMENT).last().unwrap();
        tree.replace_with_children(bold);
        let joined = tree.to_document();
        let p = joined.elements(NodeId::DOCUMENT).last().unwrap();
        assert!(joined.is_html(p, name::P));
        assert_eq!(joined.children(p).count(), 1);
        assert_eq!(joined.text(p), "One two three");
    }
}
