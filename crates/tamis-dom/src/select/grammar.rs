//! The supported part of CSS, and the types that represent selectors.

use std::fmt;

use cssparser::{BasicParseErrorKind, ToCss};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{NonTSPseudoClass, PseudoElement, SelectorImpl, SelectorParseErrorKind};

use crate::document::Document;
use crate::names::Name;

/// The types that represent parts of selectors.
#[derive(Clone, Debug)]
pub(super) struct Css;

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

/// An identifier or string of a selector, and its name if it is a known one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CssName {
    pub(super) text: Box<str>,
    known: Option<Name>,
}

impl CssName {
    pub(super) fn is(&self, document: &Document, name: Name) -> bool {
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
    /// Source: FNV-1a.
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

/// A pseudo-class or pseudo-element that needs a browser. None is supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoPseudo {}

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

/// The reason why a selector is invalid, from the `selectors` crate.
#[derive(Clone, Debug)]
pub(super) struct GrammarError {
    kind: SelectorParseErrorKind,
}

impl GrammarError {
    /// Returns the reason as part of a sentence for users.
    pub(super) fn reason(&self) -> &'static str {
        use SelectorParseErrorKind as Kind;
        match self.kind {
            Kind::EmptySelector => "a selector is missing",
            Kind::DanglingCombinator => "a selector is missing after a combinator",
            Kind::UnsupportedPseudoClassOrElement
            | Kind::InvalidPseudoElementInsideWhere
            | Kind::InvalidPseudoElementAfterSlotted
            | Kind::NonPseudoElementAfterSlotted => {
                "the pseudo-class or pseudo-element is not supported"
            }
            Kind::PseudoElementExpectedColon
            | Kind::PseudoElementExpectedIdent
            | Kind::NoIdentForPseudo => "the name of a pseudo-class is missing",
            Kind::ClassNeedsIdent => "the name of a class is missing",
            Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                "the name of an attribute is missing"
            }
            Kind::UnexpectedTokenInAttributeSelector | Kind::ExpectedBarInAttr => {
                "the attribute selector is invalid"
            }
            Kind::BadValueInAttr => "the value of an attribute is missing",
            Kind::ExpectedNamespace | Kind::ExplicitNamespaceUnexpectedToken => {
                "the namespace is unknown"
            }
            Kind::NonCompoundSelector | Kind::InvalidState | Kind::UnexpectedIdent => {
                "this is unexpected here"
            }
        }
    }
}

/// Returns the reason of an error from the `cssparser` crate, as part of a sentence for users.
pub(super) fn basic_reason(kind: &BasicParseErrorKind) -> &'static str {
    match kind {
        BasicParseErrorKind::EndOfInput => "the selector is incomplete",
        BasicParseErrorKind::TooManyNestedBlocks => "selectors are nested too deep",
        BasicParseErrorKind::UnexpectedToken
        | BasicParseErrorKind::AtRuleInvalid
        | BasicParseErrorKind::AtRuleBodyInvalid
        | BasicParseErrorKind::QualifiedRuleInvalid => "this is unexpected here",
    }
}

impl From<SelectorParseErrorKind> for GrammarError {
    fn from(kind: SelectorParseErrorKind) -> GrammarError {
        GrammarError { kind }
    }
}

/// The options of the parser of the `selectors` crate.
pub(super) struct SelectorGrammar;

impl selectors::Parser<'_> for SelectorGrammar {
    type Impl = Css;
    type Error = GrammarError;

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
