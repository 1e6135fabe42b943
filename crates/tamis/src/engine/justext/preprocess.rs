//! What jusText's cleaner does to each node, as a mask: the document stays as it is.

use tamis_dom::{Document, NodeId, NodeKind};

use crate::paragraph::{Role, Roles, is_removed_by_rule};

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disposition {
    /// It stays.
    Keep,
    /// The element goes, its content stays.
    Unwrap,
    /// It goes with all it contains.
    Remove,
}

/// What becomes of each node of the document, by [`NodeId::index`]; nodes in removed elements are removed, template
/// contents too.
///
/// Removed with their content: comments, `head`, `script`, `style`, `base`, style sheet links, `applet`,
/// `button`, `input`, `select`, `textarea`, `param` outside of `object`. Unwrapped: `form`, `iframe`, `embed`, `layer`,
/// `object`, `param` in it.
/// [`crate::Measurer`] applies the same rules while it walks.
///
/// ```
/// use tamis::dom::{NodeId, Parser};
/// use tamis::engine::justext::{Disposition, preprocess};
/// let document = Parser::default().parse("<form><p>text<input></p></form>");
/// let kept: Vec<_> = preprocess(&document)
///     .iter()
///     .enumerate()
///     .filter(|&(_, disposition)| *disposition == Disposition::Keep)
///     .filter_map(|(index, _)| document.local_name(NodeId::from_index(index)))
///     .collect();
/// assert_eq!(kept, ["html", "body", "p"]);
/// ```
///
/// Source: jusText, `core.py`, `preprocessor`, and what lxml's `Cleaner` does with its options.
pub fn preprocess(document: &Document) -> Vec<Disposition> {
    let mut roles = Roles::default();
    roles.fill(document);
    let mut mask = vec![Disposition::Remove; document.len()];
    let mut skip_to = 0;
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        if id.index() < skip_to {
            continue;
        }
        let disposition = disposition(document, &roles, id);
        if disposition == Disposition::Remove {
            skip_to = document.subtree_end(id).index();
        }
        mask[id.index()] = disposition;
    }
    mask
}

fn disposition(document: &Document, roles: &Roles, id: NodeId) -> Disposition {
    match (document.kind(id), document.name(id)) {
        (NodeKind::Comment | NodeKind::Doctype, _) => Disposition::Remove,
        (_, Some(name)) => {
            let role = roles.of(name);
            if role.has(Role::REMOVE) || is_removed_by_rule(document, id, name) {
                Disposition::Remove
            } else if role.has(Role::UNWRAP) {
                Disposition::Unwrap
            } else {
                Disposition::Keep
            }
        }
        _ => Disposition::Keep,
    }
}
