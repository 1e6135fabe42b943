//! The words of our selectors, and which of CSS can be read.

use std::fmt;

use cssparser::ToCss;
use precomputed_hash::PrecomputedHash;
use selectors::parser::{NonTSPseudoClass, PseudoElement, SelectorImpl, SelectorParseErrorKind};

use crate::document::Document;
use crate::names::Name;

/// The kinds of things that our selectors are made of.
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

/// A word of a selector, with its number if it is a known name.
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

/// Why a selector can't be read, in the words of the `selectors` crate.
#[derive(Clone, Debug)]
pub(super) struct ReadError {
    pub(super) kind: SelectorParseErrorKind,
}

impl From<SelectorParseErrorKind> for ReadError {
    fn from(kind: SelectorParseErrorKind) -> ReadError {
        ReadError { kind }
    }
}

/// Which parts of CSS are read.
pub(super) struct CssReader;

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
