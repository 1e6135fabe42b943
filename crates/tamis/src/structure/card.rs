//! Link cards: boxes that programs of forums put in the place of a link, with the title of the page
//! that it leads to and often a description.

use tamis_dom::{Document, NodeId, name};

/// The classes of cards. Sources: the Onebox of Discourse, the unfurled links of `XenForo`.
const CLASSES: [&str; 2] = ["onebox", "bbCodeBlock--unfurl"];

/// The most levels between the title of a card and the card.
const MAX_LEVELS: usize = 6;

/// Returns the card around an element.
pub(crate) fn card_around(document: &Document, id: NodeId) -> Option<NodeId> {
    document.ancestors(id).take(MAX_LEVELS).find(|&around| {
        let class = document.attr(around, name::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
    })
}
