//! CSS selectors over the arena, by the `selectors` crate of Servo and Firefox.

mod candidate;
mod keys;
mod language;

use std::fmt;

use cssparser::{ParseErrorKind, Parser as CssParser};
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags,
    QuirksMode as CssQuirksMode, SelectorCaches,
};
use selectors::matching::matches_selector_list;
use selectors::parser::{ParseRelative, SelectorList};

use crate::document::{Document, QuirksMode};
use crate::node::{NodeId, NodeKind};

use candidate::Candidate;
use language::{Css, CssReader, ReadError};

pub use keys::SelectorKey;

/// A list of CSS selectors, ready to be matched against any document.
///
/// Knows Selectors Level 4 as far as it does not ask for a browser's state: type, class, id and attribute
/// selectors, all combinators, `:is()`, `:where()`, `:not()`, `:has()`, `:root`, `:empty` and the `:nth-…`
/// family. `:hover`, `::before` and the like are errors.
///
/// ```
/// use tamis_dom::{Limits, Parser, Selector};
/// let document = Parser::new(Limits::default()).parse("<main><p class=lead>One<p>Two</main><p>Three");
/// let selector = Selector::parse("main > p:not(.lead)").unwrap();
/// let texts: Vec<_> = document.select(&selector).map(|id| document.text(id)).collect();
/// assert_eq!(texts, ["Two"]);
/// assert!(Selector::parse("p:hover").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Selector(SelectorList<Css>);

/// A selector that can't be read; says where and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    message: String,
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SelectorError {}

impl Selector {
    /// The selectors of this list, separated by commas as in CSS.
    ///
    /// # Errors
    ///
    /// When the text is not a selector list of the kind above.
    pub fn parse(css: &str) -> Result<Selector, SelectorError> {
        let mut parser = CssParser::new(css);
        let parsed = SelectorList::parse(&CssReader, &mut parser, ParseRelative::No);
        parsed.map(Selector).map_err(|error| {
            let reason = match error.kind {
                ParseErrorKind::Basic(kind) => format!("{kind:?}"),
                ParseErrorKind::Custom(ReadError { kind }) => format!("{kind:?}"),
            };
            let column = parser.current_source_location().column;
            SelectorError {
                message: format!(
                    "`{css}` can't be read as a selector: {reason} at column {column}"
                ),
            }
        })
    }

    /// Whether the node is an element that one of the selectors matches.
    pub fn matches(&self, document: &Document, id: NodeId) -> bool {
        document.matcher().matches(self, id)
    }

    /// What an element must have so that this list can match it: one key for each selector, more for an `:is()` and for a
    /// name with capitals. An element that fits none of the keys is not matched; one that fits has still to be asked.
    ///
    /// With the keys, many selectors are sorted by what they look for, and an element is held against few of them. A page
    /// in quirks mode takes ids and classes in any case of letters.
    ///
    /// ```
    /// use tamis_dom::{Selector, SelectorKey};
    /// let selector = Selector::parse("main > p.lead, #top, nav a, [itemprop=name], [rel], div *").unwrap();
    /// let keys = [
    ///     SelectorKey::Class("lead"),
    ///     SelectorKey::Id("top"),
    ///     SelectorKey::Name("a"),
    ///     SelectorKey::Value("itemprop", "name"),
    ///     SelectorKey::Attribute("rel"),
    ///     SelectorKey::Any,
    /// ];
    /// assert_eq!(selector.keys(), keys);
    /// ```
    pub fn keys(&self) -> Vec<SelectorKey<'_>> {
        let mut keys = Vec::new();
        keys::add_keys(&self.0, &mut keys);
        keys
    }

    fn matches_cached(&self, document: &Document, id: NodeId, caches: &mut SelectorCaches) -> bool {
        if document.kind(id) != NodeKind::Element {
            return false;
        }
        let quirks = match document.quirks_mode() {
            QuirksMode::None => CssQuirksMode::NoQuirks,
            QuirksMode::Limited => CssQuirksMode::LimitedQuirks,
            QuirksMode::Full => CssQuirksMode::Quirks,
        };
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            caches,
            quirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        matches_selector_list(&self.0, Candidate { document, id }, &mut context)
    }
}

/// Holds many selectors against the elements of one document, and keeps what it worked out for the next question.
pub struct Matcher<'d> {
    document: &'d Document,
    caches: SelectorCaches,
}

impl fmt::Debug for Matcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher").finish_non_exhaustive()
    }
}

impl Matcher<'_> {
    /// Whether the node is an element that one of the selectors of the list matches.
    pub fn matches(&mut self, selector: &Selector, id: NodeId) -> bool {
        selector.matches_cached(self.document, id, &mut self.caches)
    }
}

impl Document {
    /// A matcher for many selectors and elements.
    ///
    /// ```
    /// use tamis_dom::{Parser, Selector};
    /// let document = Parser::default().parse("<p>One<p id=a>Two");
    /// let (p, a) = (Selector::parse("p").unwrap(), Selector::parse("#a").unwrap());
    /// let mut matcher = document.matcher();
    /// let second = document.last_child(document.body().unwrap()).unwrap();
    /// assert!(matcher.matches(&p, second) && matcher.matches(&a, second));
    /// ```
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher { document: self, caches: SelectorCaches::default() }
    }

    /// The elements of the whole document that the selector matches, in document order.
    pub fn select<'a>(&'a self, selector: &'a Selector) -> impl Iterator<Item = NodeId> + 'a {
        self.select_in(NodeId::DOCUMENT, selector)
    }

    /// The elements of this subtree that the selector matches, in document order.
    pub fn select_in<'a>(
        &'a self,
        root: NodeId,
        selector: &'a Selector,
    ) -> impl Iterator<Item = NodeId> + 'a {
        let mut matcher = self.matcher();
        self.elements(root).filter(move |&id| matcher.matches(selector, id))
    }
}
