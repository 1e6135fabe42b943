//! CSS selectors, matched by the `selectors` crate of Servo and Firefox.

mod element;
mod grammar;
mod keys;
mod weight;

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

use element::{ElementRef, Steps};
use grammar::{Css, SelectorGrammar, basic_reason};
use weight::Weight;

pub use keys::SelectorKey;

/// A parsed list of CSS selectors that can be matched against any document.
///
/// Supports the part of Selectors Level 4 that needs no browser state: type, class, id and
/// attribute selectors, all combinators, `:is()`, `:where()`, `:not()`, `:has()`, `:root`, `:empty`
/// and the `:nth-…` family. `:hover`, `::before` and the like are errors.
///
/// ```
/// use tamis_dom::{Limits, Parser, Selector};
/// let html = "<main><p class=lead>One<p>Two</main><p>Three";
/// let document = Parser::new(Limits::default()).parse(html);
/// let selector = Selector::parse("main > p:not(.lead)").unwrap();
/// let texts: Vec<_> = document.select(&selector).map(|id| document.text(id)).collect();
/// assert_eq!(texts, ["Two"]);
/// assert!(Selector::parse("p:hover").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Selector {
    list: SelectorList<Css>,
    /// True if it may ask for the position among siblings, as `:nth-child()` does.
    asks_position: bool,
    weight: Weight,
}

/// The error for an invalid selector. Its `Display` text says where and why.
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
    /// Parses a comma-separated list of selectors.
    ///
    /// ```
    /// use tamis_dom::Selector;
    /// assert!(Selector::parse("article > p, .lead").is_ok());
    /// assert!(Selector::parse("p:hover").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a list of the supported selectors.
    pub fn parse(css: &str) -> Result<Selector, SelectorError> {
        let mut parser = CssParser::new(css);
        let parsed = SelectorList::parse(&SelectorGrammar, &mut parser, ParseRelative::No);
        let asks_position = ["nth-", "-of-type"].iter().any(|part| css.contains(part));
        let selector = |list| {
            let weight = Weight::of(&list, css);
            Selector { list, asks_position, weight }
        };
        parsed.map(selector).map_err(|error| {
            let reason = match error.kind {
                ParseErrorKind::Basic(kind) => basic_reason(&kind),
                ParseErrorKind::Custom(error) => error.reason(),
            };
            let column = parser.current_source_location().column;
            SelectorError {
                message: format!(
                    "`{css}` can't be read as a selector: {reason} (at column {column})"
                ),
            }
        })
    }

    /// Returns true if the node is an element that matches one of the selectors.
    ///
    /// To match many elements or selectors, use [`Document::select`] or [`Document::matcher`].
    pub fn matches(&self, document: &Document, id: NodeId) -> bool {
        document.matcher().matches(self, id)
    }

    /// Returns keys that index this list among many.
    ///
    /// An element that fits none of the keys does not match the list; an element that fits one may
    /// match it. So an index by key leaves few selectors to test for each element. There is one key
    /// for each selector, or more for `:is()` and for names with capital letters. In quirks mode,
    /// compare ids and classes without regard to ASCII case.
    ///
    /// ```
    /// use tamis_dom::{Selector, SelectorKey};
    /// let css = "main > p.lead, #top, nav a, [itemprop=name], [rel], div *";
    /// let selector = Selector::parse(css).unwrap();
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
        keys::add_keys(&self.list, &mut keys);
        keys
    }

    /// Returns `None` if the steps do not suffice.
    fn matches_within(
        &self,
        document: &Document,
        id: NodeId,
        caches: &mut SelectorCaches,
        steps: &Steps,
    ) -> Option<bool> {
        if document.kind(id) != NodeKind::Element {
            return Some(false);
        }
        if !steps.begin(self.weight) {
            return None;
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
        // In a debug build, `selectors` counts the siblings of each element again to check itself.
        // A stop within that check would be a panic.
        let unlimited = Steps::new(u64::MAX, u64::MAX);
        let checks_itself = cfg!(debug_assertions) && self.asks_position;
        let steps = if checks_itself { &unlimited } else { steps };
        let element = ElementRef { document, id, steps };
        let matches = matches_selector_list(&self.list, element, &mut context);
        // Without the step, the crate saw no sibling or child. That is not just a missed match,
        // because `:not()` turns it around.
        (!steps.was_short()).then_some(matches)
    }
}

/// The steps to siblings and children for all selectors of one matcher: on any page, and for each
/// node of it.
const SIBLINGS: u64 = 4_000_000;
const SIBLINGS_PER_NODE: u64 = 64;

/// The steps for everything else. The built-in rules take up to 4 for each node.
const STEPS: u64 = 2_000_000;
const STEPS_PER_NODE: u64 = 64;

/// Matches many selectors against the elements of one document, with caches that they share.
///
/// Selectors such as `hr ~ p` and `:has(~ p)` can take steps in proportion to the square of the
/// page, and a list of many selectors in proportion to its length for each element. So all
/// selectors of a matcher share a number of steps to siblings and children: 4,000,000, and 64 for
/// each node of the page. For everything else they share 2,000,000, and 64 for each node: a step is
/// the test of a simple selector, a move to a parent, or the reading of 16 bytes of an attribute. A
/// selector that needs more does not match, and [`Matcher::is_out_of_steps`] tells.
pub struct Matcher<'d> {
    document: &'d Document,
    caches: SelectorCaches,
    steps: Steps,
    is_out_of_steps: bool,
}

impl fmt::Debug for Matcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher").finish_non_exhaustive()
    }
}

impl Matcher<'_> {
    /// Returns true if the node is an element that matches one of the selectors of the list.
    /// Returns false if finding out takes more steps than are left.
    pub fn matches(&mut self, selector: &Selector, id: NodeId) -> bool {
        let matches = selector.matches_within(self.document, id, &mut self.caches, &self.steps);
        if matches.is_none() {
            self.is_out_of_steps = true;
            // The caches are emptied, because searches that were stopped are in them as if they had
            // ended.
            self.caches = SelectorCaches::default();
        }
        matches.unwrap_or(false)
    }

    /// Returns the number of steps that are left, of the kind of which fewer are.
    pub fn steps_left(&self) -> u64 {
        self.steps.left()
    }

    /// Returns true if a selector took more steps than were left, so that it may have missed
    /// elements.
    ///
    /// ```
    /// use tamis_dom::{Parser, Selector};
    /// let document = Parser::default().parse(&"<p>".repeat(20_000));
    /// let (cheap, costly) = (Selector::parse("p + p")?, Selector::parse("hr ~ p")?);
    /// let mut matcher = document.matcher();
    /// assert!(document.elements(document.body().unwrap()).any(|id| matcher.matches(&cheap, id)));
    /// assert!(!matcher.is_out_of_steps());
    /// document.elements(document.body().unwrap()).for_each(|id| {
    ///     matcher.matches(&costly, id);
    /// });
    /// assert!(matcher.is_out_of_steps());
    /// # Ok::<(), tamis_dom::SelectorError>(())
    /// ```
    pub fn is_out_of_steps(&self) -> bool {
        self.is_out_of_steps
    }
}

impl Document {
    /// Returns a matcher for many selectors and elements of this document.
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
        let nodes = self.len() as u64;
        self.matcher_by(Steps::new(
            SIBLINGS + SIBLINGS_PER_NODE * nodes,
            STEPS + STEPS_PER_NODE * nodes,
        ))
    }

    /// Returns a matcher that takes this number of steps of each kind at most.
    ///
    /// So that many small documents share a number of steps, each can get what
    /// [`Matcher::steps_left`] says of the one before it.
    ///
    /// ```
    /// use tamis_dom::{Parser, Selector};
    /// let document = Parser::default().parse("<p>One");
    /// let p = Selector::parse("p").unwrap();
    /// let mut matcher = document.matcher_within(3);
    /// let id = document.first_child(document.body().unwrap()).unwrap();
    /// assert!(matcher.matches(&p, id) && matcher.steps_left() == 0);
    /// assert!(!matcher.matches(&p, id) && matcher.is_out_of_steps());
    /// ```
    pub fn matcher_within(&self, steps: u64) -> Matcher<'_> {
        self.matcher_by(Steps::new(steps, steps))
    }

    fn matcher_by(&self, steps: Steps) -> Matcher<'_> {
        let caches = SelectorCaches::default();
        Matcher { document: self, caches, steps, is_out_of_steps: false }
    }

    /// Returns the elements that match the selector, in document order. Template contents are not
    /// searched.
    ///
    /// Takes as many steps as a [`Matcher`], which can tell if that was too few.
    ///
    /// ```
    /// use tamis_dom::{Parser, Selector};
    /// let document = Parser::default().parse("<ul><li>One<li>Two</ul>");
    /// let items = Selector::parse("ul > li").unwrap();
    /// let texts: Vec<_> = document.select(&items).map(|id| document.text(id)).collect();
    /// assert_eq!(texts, ["One", "Two"]);
    /// ```
    pub fn select<'a>(&'a self, selector: &'a Selector) -> impl Iterator<Item = NodeId> + 'a {
        self.select_in(NodeId::DOCUMENT, selector)
    }

    /// Returns the elements among `root` and its descendants that match the selector, in document
    /// order.
    ///
    /// The selector may refer to elements outside of this subtree, such as ancestors of `root`.
    pub fn select_in<'a>(
        &'a self,
        root: NodeId,
        selector: &'a Selector,
    ) -> impl Iterator<Item = NodeId> + 'a {
        let mut matcher = self.matcher();
        self.elements(root).filter(move |&id| matcher.matches(selector, id))
    }
}
