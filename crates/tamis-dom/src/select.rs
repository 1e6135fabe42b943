//! CSS selectors over the arena, by the `selectors` crate of Servo and Firefox.

use std::fmt;

use cssparser::{ParseErrorKind, Parser as CssParser, ToCss};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{
    AttrSelectorOperation, AttrSelectorOperator, CaseSensitivity, NamespaceConstraint,
};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags,
    QuirksMode as CssQuirksMode, SelectorCaches,
};
use selectors::matching::{ElementSelectorFlags, matches_selector_list};
use selectors::parser::{
    Component, NonTSPseudoClass, ParseRelative, PseudoElement, SelectorImpl, SelectorList,
    SelectorParseErrorKind,
};
use selectors::{Element, OpaqueElement};

use crate::document::{Document, QuirksMode};
use crate::names::{Name, name};
use crate::node::{AttrNamespace, Namespace, Node, NodeId, NodeKind};

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
        add_keys(&self.0, &mut keys);
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

/// What the last part of a selector, the one for the element itself, asks of an element first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectorKey<'s> {
    /// An id.
    Id(&'s str),
    /// A class.
    Class(&'s str),
    /// An attribute of this name with this value, perhaps in any case of its letters.
    Value(&'s str, &'s str),
    /// An attribute of this name, whatever its value.
    Attribute(&'s str),
    /// A local name.
    Name(&'s str),
    /// Nothing that could be looked up.
    Any,
}

impl SelectorKey<'_> {
    /// How much the key leaves over, the least first.
    fn breadth(self) -> u8 {
        match self {
            SelectorKey::Id(_) => 0,
            SelectorKey::Class(_) => 1,
            SelectorKey::Value(..) => 2,
            SelectorKey::Attribute(_) => 3,
            SelectorKey::Name(_) => 4,
            SelectorKey::Any => 5,
        }
    }
}

fn add_keys<'s>(list: &'s SelectorList<Css>, keys: &mut Vec<SelectorKey<'s>>) {
    for selector in list.slice() {
        let best = selector.iter().map(key_of).min_by_key(|key| key.breadth());
        let best = best.unwrap_or(SelectorKey::Any);
        let nested = selector.iter().find_map(|component| match component {
            Component::Is(list) | Component::Where(list) => Some(list),
            _ => None,
        });
        match nested {
            // The parser bounds how deep they nest.
            Some(list) if best == SelectorKey::Any => add_keys(list, keys),
            _ => {
                keys.push(best);
                keys.extend(selector.iter().find_map(|component| as_written(component, best)));
            }
        }
    }
}

/// The key for elements outside of HTML, whose names keep their capitals.
fn as_written<'s>(component: &'s Component<Css>, key: SelectorKey<'s>) -> Option<SelectorKey<'s>> {
    let (lower, written, own) = match component {
        Component::LocalName(local) => {
            let name = SelectorKey::Name(&local.name.text);
            (SelectorKey::Name(&local.lower_name.text), name, local.name != local.lower_name)
        }
        Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
            let name = SelectorKey::Attribute(&local_name.text);
            (SelectorKey::Attribute(&local_name_lower.text), name, local_name != local_name_lower)
        }
        _ => return None,
    };
    (own && lower == key).then_some(written)
}

fn key_of(component: &Component<Css>) -> SelectorKey<'_> {
    match component {
        Component::ID(id) => SelectorKey::Id(&id.text),
        Component::Class(class) => SelectorKey::Class(&class.text),
        Component::LocalName(local) => SelectorKey::Name(&local.lower_name.text),
        Component::AttributeInNoNamespaceExists { local_name_lower, .. } => {
            SelectorKey::Attribute(&local_name_lower.text)
        }
        Component::AttributeInNoNamespace {
            local_name,
            operator: AttrSelectorOperator::Equal,
            value,
            ..
        } => SelectorKey::Value(&local_name.text, &value.text),
        Component::AttributeInNoNamespace { local_name, .. } => {
            SelectorKey::Attribute(&local_name.text)
        }
        _ => SelectorKey::Any,
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

/// An element under test.
#[derive(Clone, Copy)]
struct Candidate<'d> {
    document: &'d Document,
    id: NodeId,
}

impl fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.id)
    }
}

impl<'d> Candidate<'d> {
    fn at(self, id: NodeId) -> Candidate<'d> {
        Candidate { document: self.document, id }
    }

    fn is_element(self) -> bool {
        self.document.kind(self.id) == NodeKind::Element
    }

    fn sibling_element(self, next: impl Fn(NodeId) -> Option<NodeId>) -> Option<Candidate<'d>> {
        let mut siblings = std::iter::successors(next(self.id), |&id| next(id));
        siblings.find(|&id| self.at(id).is_element()).map(|id| self.at(id))
    }
}

impl Element for Candidate<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        let node: &Node = self.document.node(self.id);
        OpaqueElement::new(node)
    }

    fn parent_element(&self) -> Option<Self> {
        self.document.parent(self.id).map(|id| self.at(id)).filter(|parent| parent.is_element())
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.sibling_element(|id| self.document.previous_sibling(id))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.sibling_element(|id| self.document.next_sibling(id))
    }

    fn first_element_child(&self) -> Option<Self> {
        let first = self.document.first_child(self.id).map(|id| self.at(id))?;
        if first.is_element() { Some(first) } else { first.next_sibling_element() }
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.document.namespace(self.id) == Namespace::Html
    }

    fn has_local_name(&self, local_name: &CssName) -> bool {
        local_name.is(self.document, self.document.node(self.id).name)
    }

    fn has_namespace(&self, namespace: &CssName) -> bool {
        namespace.text.is_empty()
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.document.node(self.id), other.document.node(other.id));
        mine.name == theirs.name && mine.namespace == theirs.namespace
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&CssName>,
        local_name: &CssName,
        operation: &AttrSelectorOperation<&CssName>,
    ) -> bool {
        let any = matches!(namespace, NamespaceConstraint::Any);
        self.document.attrs(self.id).iter().any(|attr| {
            (any || attr.namespace() == AttrNamespace::None)
                && local_name.is(self.document, attr.name())
                && operation.eval_str(self.document.attr_value(attr))
        })
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &NoPseudo,
        _context: &mut MatchingContext<Css>,
    ) -> bool {
        match *class {}
    }

    fn match_pseudo_element(
        &self,
        element: &NoPseudo,
        _context: &mut MatchingContext<Css>,
    ) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _flags: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.document.is_html(self.id, name::A) && self.document.attr(self.id, name::HREF).is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        self.document.is_html(self.id, name::SLOT)
    }

    fn has_id(&self, id: &CssName, case: CaseSensitivity) -> bool {
        let value = self.document.attr(self.id, name::ID);
        value.is_some_and(|value| case.eq(value.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, class: &CssName, case: CaseSensitivity) -> bool {
        let classes = self.document.attr(self.id, name::CLASS).unwrap_or_default();
        classes.split_ascii_whitespace().any(|word| case.eq(word.as_bytes(), class.text.as_bytes()))
    }

    fn has_custom_state(&self, _name: &CssName) -> bool {
        false
    }

    fn imported_part(&self, _name: &CssName) -> Option<CssName> {
        None
    }

    fn is_part(&self, _name: &CssName) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.document.children(self.id).all(|id| match self.document.kind(id) {
            NodeKind::Element => false,
            NodeKind::Text => self.document.text(id).is_empty(),
            _ => true,
        })
    }

    fn is_root(&self) -> bool {
        self.parent_element().is_none() && self.document.root() == Some(self.id)
    }

    fn add_element_unique_hashes(&self, _filter: &mut BloomFilter) -> bool {
        false
    }
}

/// The kinds of things that our selectors are made of.
#[derive(Clone, Debug)]
struct Css;

impl SelectorImpl for Css {
    type ExtraMatchingData<'a> = ();
    type AttrValue = CssName;
    type Identifier = CssName;
    type LocalName = CssName;
    type NamespaceUrl = CssName;
    type NamespacePrefix = CssName;
    type BorrowedNamespaceUrl = CssName;
    type BorrowedLocalName = CssName;
    type NonTSPseudoClass = NoPseudo;
    type PseudoElement = NoPseudo;
}

/// A word of a selector, with its number if it is a known name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CssName {
    text: Box<str>,
    known: Option<Name>,
}

impl CssName {
    fn is(&self, document: &Document, name: Name) -> bool {
        match self.known {
            Some(known) => known == name,
            None => *self.text == *document.name_str(name),
        }
    }
}

impl From<&str> for CssName {
    fn from(text: &str) -> CssName {
        CssName { text: text.into(), known: Name::known(text) }
    }
}

impl AsRef<str> for CssName {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl PrecomputedHash for CssName {
    /// FNV-1a.
    fn precomputed_hash(&self) -> u32 {
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        self.text.bytes().fold(0x811c_9dc5, mix)
    }
}

impl ToCss for CssName {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.text, dest)
    }
}

/// A pseudo-class or pseudo-element that needs a browser: there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NoPseudo {}

impl ToCss for NoPseudo {
    fn to_css<W: fmt::Write>(&self, _dest: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl NonTSPseudoClass for NoPseudo {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl PseudoElement for NoPseudo {}

/// Why a selector can't be read, in the words of the `selectors` crate.
#[derive(Clone, Debug)]
struct ReadError {
    kind: SelectorParseErrorKind,
}

impl From<SelectorParseErrorKind> for ReadError {
    fn from(kind: SelectorParseErrorKind) -> ReadError {
        ReadError { kind }
    }
}

struct CssReader;

impl selectors::Parser<'_> for CssReader {
    type Impl = Css;
    type Error = ReadError;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn allow_forgiving_selectors(&self) -> bool {
        false
    }
}
