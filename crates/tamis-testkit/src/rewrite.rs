//! A document built anew without comments, with other texts and other values of attributes.

use std::borrow::Cow;

use tamis_dom::{Document, DocumentBuilder, NodeId, NodeKind, Step};

use crate::readability_compare::qualified;

/// Returns the document without its comments. The texts before and after a comment become one text.
///
/// ```
/// use tamis_dom::{NodeId, Parser};
/// use tamis_testkit::rewrite::without_comments;
///
/// let html = "<!doctype html><p title=t>a<!--x-->b<svg><a xlink:href=u></a></svg>";
/// let document = Parser::default().parse(html);
/// let rebuilt = without_comments(&document);
/// assert_eq!(
///     rebuilt.outer_html(NodeId::DOCUMENT),
///     "<!DOCTYPE html><html><head></head><body>\
///      <p title=\"t\">ab<svg><a xlink:href=\"u\"></a></svg></p></body></html>"
/// );
/// ```
pub fn without_comments(document: &Document) -> Document {
    rewritten(document, |_, text| Cow::Borrowed(text), |_, _, value| Cow::Borrowed(value))
}

/// Returns the document with each text and each value of an attribute replaced. `text` gets the
/// text node, `value` the element and the name of the attribute. Comments are dropped.
pub fn rewritten<'d>(
    document: &'d Document,
    mut text: impl FnMut(NodeId, &'d str) -> Cow<'d, str>,
    mut value: impl FnMut(NodeId, &str, &'d str) -> Cow<'d, str>,
) -> Document {
    let mut builder = DocumentBuilder::new();
    builder.quirks_mode(document.quirks_mode());
    let mut walks = vec![document.walk(NodeId::DOCUMENT)];
    while let Some(walk) = walks.last_mut() {
        let Some(step) = walk.next() else {
            walks.pop();
            continue;
        };
        match step {
            Step::Enter(id) => {
                match document.kind(id) {
                    NodeKind::Element => open(&mut builder, document, id, &mut value),
                    NodeKind::Text => builder.text(&text(id, document.text(id))),
                    NodeKind::Doctype => {
                        let [name, public_id, system_id] = document.doctype(id).unwrap_or_default();
                        builder.doctype(name, public_id, system_id);
                    }
                    NodeKind::Document | NodeKind::Fragment | NodeKind::Comment => {}
                }
                walks
                    .extend(document.template_contents(id).map(|contents| document.walk(contents)));
            }
            Step::Leave(id) if document.kind(id) == NodeKind::Element => builder.close(),
            Step::Leave(_) => {}
        }
    }
    builder.finish()
}

fn open<'d>(
    builder: &mut DocumentBuilder,
    document: &'d Document,
    id: NodeId,
    value: &mut impl FnMut(NodeId, &str, &'d str) -> Cow<'d, str>,
) {
    let attributes: Vec<_> = document
        .attrs(id)
        .iter()
        .map(|attr| {
            let name = qualified(attr.namespace(), document.name_str(attr.name()));
            let value = value(id, &name, document.attr_value(attr));
            (name, value)
        })
        .collect();
    let attributes: Vec<_> =
        attributes.iter().map(|(name, value)| (name.as_str(), value.as_ref())).collect();
    let name = document.local_name(id).unwrap_or_default();
    builder.open(name, document.namespace(id), &attributes);
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn a_template_keeps_its_contents() {
        let html = "<html><head></head><body><template><p>a<template>b</template></p></template>c</body></html>";
        let document = Parser::default().parse(html);
        assert_eq!(without_comments(&document).outer_html(NodeId::DOCUMENT), html);
    }

    #[test]
    fn texts_and_values_are_replaced() {
        let document = Parser::default().parse("<p title=one class=two>three");
        let rebuilt = rewritten(
            &document,
            |_, text| text.to_uppercase().into(),
            |_, name, value| if name == "title" { "1".into() } else { value.into() },
        );
        let body = rebuilt.body().unwrap();
        assert_eq!(rebuilt.inner_html(body), r#"<p title="1" class="two">THREE</p>"#);
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_built_again_as_it_was() {
        use crate::Corpus;
        use crate::readability_pages::{NAME, pages};
        let corpus = Corpus::required(NAME);
        let mut parser = Parser::default();
        for page in pages(&corpus).unwrap() {
            let document = parser.parse(&String::from_utf8_lossy(&page.source));
            let once = without_comments(&document);
            let comments = document
                .descendants_and_self(NodeId::DOCUMENT)
                .filter(|&id| document.kind(id) == NodeKind::Comment)
                .count();
            assert!(once.len() <= document.len() - comments, "{}", page.slug);
            assert_eq!(once.whole_text(), document.whole_text(), "{}", page.slug);
            assert_eq!(once.all_attrs().len(), document.all_attrs().len(), "{}", page.slug);
            assert!(once.warnings().is_empty(), "{}", page.slug);
        }
    }
}
