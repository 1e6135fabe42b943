//! The mini tree builder for what is nested too deep: elements stand side by side under one parent.

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSinkResult};
use html5ever::{LocalName, local_name};

use super::builder::{Builder, Handle};
use super::sink::Sink;
use crate::names::name as tag;
use crate::names::{Name, NameSet};
use crate::node::NodeKind;

/// Source: HTML standard, 13.1.2 "Elements", void elements, and those that parsers treat like them.
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

/// There is one of each at most, and it is there already.
const ONCE: NameSet = NameSet::of(&[tag::HTML, tag::HEAD, tag::BODY, tag::FRAMESET]);

/// What became of a token.
pub(super) enum Outcome {
    /// It was dealt with.
    Done(TokenSinkResult<Handle>),
    /// An end tag of an element above: the tree builder has to go on.
    NotHere,
    /// The page is over.
    EndOfPage,
}

/// Elements that would be too deep, as children of `parent`. Each keeps the text that is directly in it,
/// and the text keeps its order.
pub(super) struct Flat {
    parent: Handle,
    /// The open elements among them.
    open: Vec<(LocalName, Handle)>,
    /// The names of the open elements above.
    above: Above,
    /// Whether tags are line breaks only.
    text_only: bool,
    /// Whether the text that comes is that of a script or style, which is nobody's text.
    skipping: bool,
}

/// The names of an element and its ancestors.
struct Above {
    known: Vec<bool>,
    others: bool,
}

impl Above {
    fn of(builder: &Builder, element: Handle) -> Above {
        let mut above = Above { known: vec![false; usize::from(Name::KNOWN)], others: false };
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

impl Flat {
    pub(super) fn new(builder: &Builder, parent: Handle, text_only: bool) -> Flat {
        let above = Above::of(builder, parent);
        Flat { parent, open: Vec::new(), above, text_only, skipping: false }
    }

    pub(super) fn is_void(name: &LocalName) -> bool {
        Name::known(name).is_some_and(|name| VOID.contains(name))
    }

    pub(super) fn is_text_only(&self) -> bool {
        self.text_only
    }

    /// From here on no node is made but text.
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
            Token::CharacterTokens(text) if !self.skipping => self.text(text, sink),
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
        if Name::known(&tag.name).is_some_and(|name| ONCE.contains(name)) {
            return TokenSinkResult::Continue;
        }
        let element = sink.create_html(&tag.name, &tag.attrs);
        sink.with(|builder| builder.append(self.parent, element));
        if !tag.self_closing && !Self::is_void(&tag.name) {
            self.open.push((tag.name.clone(), element));
        }
        raw_text(&tag.name)
    }

    /// Whether the tag closes an element here, or nothing anywhere.
    fn end_tag(&mut self, name: &LocalName) -> bool {
        // Only the last few: a search through all would make a page of unmatched tags slow.
        const LOOKED_AT: usize = 32;
        let first = self.open.len().saturating_sub(LOOKED_AT);
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
            // Others came behind it: the text goes on in a new element of the same name, behind them.
            *element = sink.create_html(name, &[]);
            sink.with(|builder| builder.append(self.parent, *element));
        }
        sink.with(|builder| builder.append_text(*element, text));
    }

    fn line_break(&mut self, tag: &Tag, sink: &Sink<'_>) -> TokenSinkResult<Handle> {
        self.skipping = false;
        sink.with(|builder| builder.append_text(self.parent, "\n"));
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        self.skipping = matches!(Name::known(&tag.name), Some(tag::SCRIPT | tag::STYLE));
        raw_text(&tag.name)
    }
}

/// How the tokenizer has to read the content of this element, scripting off. Source: HTML standard, 13.2.6.4.
#[inline]
pub(super) fn raw_text(name: &LocalName) -> TokenSinkResult<Handle> {
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
