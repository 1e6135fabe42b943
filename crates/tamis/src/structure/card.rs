//! Link cards: boxes that programs of forums put in the place of a link, with the title of the page
//! that it leads to and often a description.

use tamis_dom::{Document, NodeId, name};

use crate::page::around;

/// The classes of cards. Sources: the Onebox of Discourse, the unfurled links of `XenForo`.
const CLASSES: [&str; 2] = ["onebox", "bbCodeBlock--unfurl"];

/// Returns the card around an element.
pub(crate) fn card_around(document: &Document, id: NodeId) -> Option<NodeId> {
    around(document, id).skip(1).find(|&id| {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
    })
}
