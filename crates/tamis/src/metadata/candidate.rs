//! Candidates: the values found for each field, chosen or not.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tamis_dom::NodeId;

use super::field::Field;
use super::place::{Place, SchemaType, Subject};
use super::value::Value;

/// A value that was found for a field, chosen or not: see
/// [`Metadata::candidates`](super::Metadata::candidates).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Candidate {
    /// The field.
    pub field: Field,
    /// The value. For authors and keywords the whole text that the names are taken from.
    pub value: Value,
    /// The part that the value has in the choice.
    pub standing: Standing,
    /// The trust in the source: its position among the sources of the field, 0 for the most
    /// trusted. Sources may have the same position.
    pub trust: u8,
    /// The element; `None` if the value is not in the document, such as the page's address.
    pub node: Option<NodeId>,
    pub(super) place: Place,
    pub(super) schema_type: SchemaType,
    /// The number that decides among values of the same trust, before their order in the page. Less
    /// is better, for example a smaller distance from the heading.
    pub(super) tiebreak: u32,
    /// It is a date of the site or of another page.
    pub(super) is_foreign: bool,
    /// It is an author whom a label names where it can only mean the author of the page.
    pub(super) is_own: bool,
}

/// The part that a candidate has in the choice for its field.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::metadata::Standing;
/// use tamis::{Metadata, Page};
/// let html = "<h1>Bread</h1><meta name=date content=2024-05-06><time>2024-01-02</time>";
/// let metadata = Metadata::of(&Page::measure(Parser::default().parse(html)));
/// let standing = |text: &str| {
///     metadata.candidates().iter().find(|found| &*found.value == text).unwrap().standing
/// };
/// assert_eq!(standing("2024-01-02"), Standing::Eligible);
/// assert_eq!(standing("2024-05-06"), Standing::Outvoted);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Standing {
    /// It is chosen if no eligible value of the field is trusted more.
    Eligible,
    /// A date that other sources outweigh. It is only chosen if no eligible one is left.
    Outvoted,
    /// It is never chosen: it is too far from the heading, in something next to the article, or the
    /// page cannot have such a value.
    Excluded,
}

impl Candidate {
    /// Returns the key that candidates are sorted by, the best one of each field first.
    ///
    /// Trust decides among outvoted dates too, except that a date of the page itself in JSON-LD
    /// comes first. This matters only if all dates of the winning day are excluded, because
    /// otherwise one of those is chosen.
    pub(super) fn order(&self) -> impl Ord + use<> {
        let is_of_page = matches!(self.place, Place::JsonLd(Subject::Page, _));
        let is_outvoted = self.standing == Standing::Outvoted;
        (self.field, self.standing, !(is_outvoted && is_of_page), self.trust, self.tiebreak)
    }
}

/// Everything about a value except its field and text.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) place: Place,
    pub(super) description: Cow<'static, str>,
    pub(super) node: Option<NodeId>,
    pub(super) standing: Standing,
    pub(super) schema_type: SchemaType,
    pub(super) tiebreak: u32,
    pub(super) is_foreign: bool,
    pub(super) is_own: bool,
}

impl Origin {
    /// Returns an eligible value from this place, with the description of its source.
    pub(super) fn new(
        place: Place,
        description: impl Into<Cow<'static, str>>,
        node: impl Into<Option<NodeId>>,
    ) -> Origin {
        Origin {
            place,
            description: description.into(),
            node: node.into(),
            standing: Standing::Eligible,
            schema_type: SchemaType::Other,
            tiebreak: 0,
            is_foreign: false,
            is_own: false,
        }
    }

    pub(super) fn with_tiebreak(self, tiebreak: u32) -> Origin {
        Origin { tiebreak, ..self }
    }

    pub(super) fn with_schema_type(self, schema_type: SchemaType) -> Origin {
        Origin { schema_type, ..self }
    }

    /// Marks a date of the site or of another page, which is never chosen.
    pub(super) fn foreign_if(self, is_foreign: bool) -> Origin {
        Origin { is_foreign, ..self }.excluded_if(is_foreign)
    }

    pub(super) fn excluded_if(self, is_excluded: bool) -> Origin {
        let standing = if is_excluded { Standing::Excluded } else { self.standing };
        Origin { standing, ..self }
    }
}
