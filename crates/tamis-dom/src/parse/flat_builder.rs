//! A minimal tree builder for elements that are nested too deep. It attaches all of them to one
//! parent.

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSinkResult};
use html5ever::{LocalName, local_name};

use super::builder::{Builder, Handle};
use super::sink::Sink;
use crate::names::name as tag;
use crate::names::{Name, NameSet};
use crate::node::NodeKind;

/// Elements without content: the void elements, and elements that the parser treats like them.
///
/// Source: HTML standard, 13.1.2 "Elements" and 13.2.6.4.7 "in body".
const VOID: NameSet = NameSet::of(&[
    tag::AREA,
    tag::BASE,
    tag::BASEFONT,
    tag::BGSOUND,
    tag::BR,
    tag::COL,
    tag::EMBED,
    tag::FRAME,
    tag::HR,
    tag::IMG,
    tag::IMAGE,
    tag::INPUT,
    tag::KEYGEN,
    tag::LINK,
    tag::META,
    tag::PARAM,
    tag::SOURCE,
    tag::TRACK,
    tag::WBR,
]);

/// Elements of which a page has at most one. The page already has it at this point.
const ONE_PER_PAGE: NameSet = NameSet::of(&[tag::HTML, tag::HEAD, tag::BODY, tag::FRAMESET]);

/// The result of processing a token.
pub(super) enum Outcome {
    /// The token was processed.
    Done(TokenSinkResult<Handle>),
    /// The token is an end tag of an element outside. The tree builder has to continue.
    NotHere,
    /// The token is the end of the page.
    EndOfPage,
}

/// Attaches elements that would be too deep as children of one parent. Text stays in document
/// order, and in an element with the name of its innermost open element.
pub(super) struct FlatBuilder {
    parent: Handle,
    /// The open elements that this builder attached, outermost first.
    open: Vec<(LocalName, Handle)>,
    /// The names of the parent and its ancestors.
    above: OpenAbove,
    /// True if tags only become line breaks.
    text_only: bool,
    /// True inside of a script or style in text-only mode, where their text is dropped.
    in_script_or_style: bool,
}

/// The set of names of an element and its ancestors.
struct OpenAbove {
    /// Indexed by known name.
    known: Vec<bool>,
    /// True if one of the names is not a known name.
    others: bool,
}

impl OpenAbove {
    fn of(builder: &Builder, element: Handle) -> OpenAbove {
        let mut above = OpenAbove { known: vec![false; usize::from(Name::KNOWN)], others: false };
        let mut id = element.id;
        while let Some(node) = builder.nodes.get(id as usize) {
            match above.known.get_mut(node.name.index()) {
                Some(known) => *known = true,
                None => above.others |= node.kind == NodeKind::Element,
            }
            id = node.parent;
        }
        above
    }

    fn has(&self, name: &LocalName) -> bool {
        Name::known(name).map_or(self.others, |name| self.known[name.index()])
    }
}

impl FlatBuilder {
    pub(super) fn new(builder: &Builder, parent: Handle, text_only: bool) -> FlatBuilder {
        let above = OpenAbove::of(builder, parent);
        FlatBuilder { parent, open: Vec::new(), above, text_only, in_script_or_style: false }
    }

    pub(super) fn is_void(name: &LocalName) -> bool {
        Name::known(name).is_some_and(|name| VOID.contains(name))
    }

    pub(super) fn is_text_only(&self) -> bool {
        self.text_only
    }

    /// Switches to text-only mode, which makes no elements.
    pub(super) fn read_text_only(&mut self) {
        self.text_only = true;
        self.open.clear();
    }

    pub(super) fn process(&mut self, token: &Token, sink: &Sink<'_>) -> Outcome {
        match token {
            Token::TagToken(tag) if self.text_only => {
                return Outcome::Done(self.line_break(tag, sink));
            }
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return Outcome::Done(self.start_tag(tag, sink)),
                TagKind::EndTag => {
                    if !self.end_tag(&tag.name) {
                        return Outcome::NotHere;
                    }
                }
            },
            Token::CharacterTokens(text) if !self.in_script_or_style => self.text(text, sink),
            Token::EOFToken => return Outcome::EndOfPage,
            Token::CharacterTokens(_)
            | Token::NullCharacterToken
            | Token::CommentToken(_)
            | Token::DoctypeToken(_)
            | Token::ParseError(_) => {}
        }
        Outcome::Done(TokenSinkResult::Continue)
    }

    fn start_tag(&mut self, tag: &Tag, sink: &Sink<'_>) -> TokenSinkResult<Handle> {
        if Name::known(&tag.name).is_some_and(|name| ONE_PER_PAGE.contains(name)) {
            return TokenSinkResult::Continue;
        }
        let element = sink.create_html(&tag.name, &tag.attrs);
        sink.with(|builder| builder.append(self.parent, element));
        if !tag.self_closing && !Self::is_void(&tag.name) {
            self.open.push((tag.name.clone(), element));
        }
        tokenizer_switch(&tag.name)
    }

    /// Returns true if the end tag closes an element of this builder, or none at all.
    fn end_tag(&mut self, name: &LocalName) -> bool {
        // Searching all open elements would take quadratic time on a page of unmatched end tags.
        const SEARCHED: usize = 32;
        let first = self.open.len().saturating_sub(SEARCHED);
        if let Some(index) = self.open[first..].iter().rposition(|(open, _)| open == name) {
            self.open.truncate(first + index);
            return true;
        }
        !self.above.has(name)
    }

    fn text(&mut self, text: &str, sink: &Sink<'_>) {
        let Some((name, element)) = self.open.last_mut() else {
            return sink.with(|builder| builder.append_text(self.parent, text));
        };
        if !sink.with(|builder| builder.is_last_child(self.parent, *element)) {
            // Other elements came after it, so the text goes into a new element of the same name at
            // the end.
            *element = sink.create_html(name, &[]);
            sink.with(|builder| builder.append(self.parent, *element));
        }
        sink.with(|builder| builder.append_text(*element, text));
    }

    fn line_break(&mut self, tag: &Tag, sink: &Sink<'_>) -> TokenSinkResult<Handle> {
        self.in_script_or_style = false;
        sink.with(|builder| builder.append_text(self.parent, "\n"));
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        self.in_script_or_style = matches!(Name::known(&tag.name), Some(tag::SCRIPT | tag::STYLE));
        tokenizer_switch(&tag.name)
    }
}

/// Returns the state that the tokenizer switches to after the start tag of this element, if
/// scripting is disabled.
///
/// Source: HTML standard, 13.2.6.4.
#[inline]
pub(super) fn tokenizer_switch(name: &LocalName) -> TokenSinkResult<Handle> {
    match *name {
        local_name!("script") => TokenSinkResult::RawData(RawKind::ScriptData),
        local_name!("style")
        | local_name!("xmp")
        | local_name!("iframe")
        | local_name!("noembed")
        | local_name!("noframes") => TokenSinkResult::RawData(RawKind::Rawtext),
        local_name!("title") | local_name!("textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
        local_name!("plaintext") => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
