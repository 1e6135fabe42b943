//! Comparison of two documents, node by node.

use tamis_dom::{Document, NodeId, NodeKind};

/// One line for each node, including template contents, independent of the ids.
pub fn dump(document: &Document) -> Vec<String> {
    let depth = |id| document.ancestors(id).count();
    let nodes = (0..document.len()).map(NodeId::from_index);
    nodes.map(|id| format!("{} {}", depth(id), line(document, id))).collect()
}

/// Fails unless both documents have the same nodes and the same warnings.
pub fn assert_same(page: &str, one: &Document, two: &Document) {
    assert_eq!(one.warnings(), two.warnings(), "{page}");
    let (one, two) = (dump(one), dump(two));
    let at = one.iter().zip(&two).position(|(one, two)| one != two);
    let lines = at.map(|at| (&one[at], &two[at]));
    assert!(one == two, "{page}: {lines:?}");
}

fn line(document: &Document, id: NodeId) -> String {
    match document.kind(id) {
        NodeKind::Document => "document".to_owned(),
        NodeKind::Fragment => "contents".to_owned(),
        NodeKind::Text => format!("{:?}", document.text(id)),
        NodeKind::Comment => format!("comment {:?}", document.comment(id)),
        NodeKind::Doctype => {
            format!("doctype {:?}", document.doctype(id).map(|parts| parts[0].to_owned()))
        }
        NodeKind::Element => {
            let attrs: Vec<_> = document
                .attrs(id)
                .iter()
                .map(|attr| {
                    let name = document.name_str(attr.name());
                    (attr.namespace(), name, document.attr_value(attr))
                })
                .collect();
            format!("{:?} {:?} {attrs:?}", document.namespace(id), document.local_name(id))
        }
    }
}
