//! jusText's cleaner as a mask: says for each node what the cleaner would do. The document is not
//! changed.

use tamis_dom::{Document, NodeId, NodeKind};

use crate::page::role::{Role, Roles, is_removed_by_rule};

/// The cleaner's decision about a node, for an example see [`preprocess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disposition {
    /// The node stays.
    Keep,
    /// The element is removed, its content stays.
    Unwrap,
    /// The node is removed with its content.
    Remove,
}

/// Returns the cleaner's decision for each node, indexed by [`NodeId::index`]. Everything inside a
/// removed element is removed, and so are template contents.
///
/// Removed with their content: comments, `head`, `script`, `style`, `base`, style sheet links,
/// `applet`, `button`, `input`, `select`, `textarea`, `param` outside `object`. Unwrapped: `form`,
/// `iframe`, `embed`, `layer`, `object`, `param` inside it. [`crate::Measurer`] applies the same
/// rules in its walk.
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
/// Source: jusText, `core.py`, `preprocessor`, and lxml's `Cleaner` with its options.
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
