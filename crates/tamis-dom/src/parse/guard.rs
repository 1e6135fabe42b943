//! Between tokenizer and tree builder: what keeps hostile nesting from costing more than its length.
//!
//! html5ever looks through its whole stack of open elements for many tokens, and puts elements of the
//! list of active formatting elements back again and again. Both are quadratic on pages made for it. The guard counts,
//! and takes over from the tree builder ([`Flat`]) where the tree gets too deep, for as long as it is, or
//! where a budget is used up, for the rest of the page.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;

use super::builder::Handle;
use super::flat::{Flat, Outcome};
use super::sink::Sink;
use crate::limits::{Limits, Warning};
use crate::names::NameSet;
use crate::names::name as tag;

/// Steps that each byte of the page pays for. With [`STEPS_PER_NODE`] and about 3 ns per step this keeps a page
/// under 20 ns per byte and 1 µs per node.
const STEPS_PER_BYTE: usize = 4;
/// Steps that each node of the tree pays for.
const STEPS_PER_NODE: usize = 256;
/// Nodes per token that a page may have beyond [`NODES_FREE`]; ordinary pages have less than one.
const NODES_PER_TOKEN: usize = 8;
/// Nodes that the ratio to tokens is not asked of.
const NODES_FREE: usize = 4096;
/// Comparing a formatting element's attributes with those of one that is active costs about as much.
const STEPS_PER_ACTIVE: usize = 48;

/// Source: HTML standard, 13.2.4.3 "The list of active formatting elements".
const FORMATTING: NameSet = NameSet::of(&[
    tag::A,
    tag::B,
    tag::BIG,
    tag::CODE,
    tag::EM,
    tag::FONT,
    tag::I,
    tag::NOBR,
    tag::S,
    tag::SMALL,
    tag::STRIKE,
    tag::STRONG,
    tag::TT,
    tag::U,
]);

/// A token sink that hands tokens on to the tree builder, or handles them itself.
pub(super) struct Guard<'p> {
    tree: TreeBuilder<Handle, Sink<'p>>,
    flat: RefCell<Option<Flat>>,
    depth_limit: u16,
    nodes_limit: usize,
    steps_free: usize,
    steps: Cell<usize>,
    tokens: Cell<usize>,
    /// Formatting elements that were opened and not closed.
    active: Cell<usize>,
    /// Whether the tokenizer reads the text of an element such as `<script>`.
    raw: Cell<bool>,
    spent: Cell<Spent>,
    depth_limited: Cell<bool>,
}

/// The budget that is used up, if one is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    Nothing,
    Steps,
    Nodes,
}

impl<'p> Guard<'p> {
    pub(super) fn new(
        tree: TreeBuilder<Handle, Sink<'p>>,
        limits: &Limits,
        html_bytes: usize,
    ) -> Guard<'p> {
        Guard {
            tree,
            flat: RefCell::new(None),
            depth_limit: limits.depth as u16,
            nodes_limit: limits.nodes,
            steps_free: limits.steps.saturating_add(html_bytes * STEPS_PER_BYTE),
            steps: Cell::new(0),
            tokens: Cell::new(0),
            active: Cell::new(0),
            raw: Cell::new(false),
            spent: Cell::new(Spent::Nothing),
            depth_limited: Cell::new(false),
        }
    }

    /// Tokens seen so far: it grows when, and only when, the tokenizer has finished something.
    pub(super) fn tokens(&self) -> usize {
        self.tokens.get()
    }

    /// Whether what follows is the text of an element such as `<script>`, in which `<` begins no tag
    /// but the end tag.
    pub(super) fn in_raw_text(&self) -> bool {
        self.raw.get()
    }

    /// Adds what had to be limited to the page's warnings.
    pub(super) fn report(&self, warnings: &mut Vec<Warning>) {
        if self.depth_limited.get() {
            warnings.push(Warning::DepthLimited);
        }
        match self.spent.get() {
            Spent::Nothing => {}
            Spent::Steps => warnings.push(Warning::StepsLimited),
            Spent::Nodes => warnings.push(Warning::NodesLimited),
        }
    }

    pub(super) fn into_sink(self) -> Sink<'p> {
        self.tree.sink
    }

    /// Counts the token and looks at the budgets.
    fn charge(&self, token: &Token) {
        let (depth, nodes) =
            self.tree.sink.with(|builder| (builder.last_depth, builder.nodes.len()));
        let mut steps = self.steps.get() + usize::from(depth) + 1;
        if let Token::TagToken(tag) = token {
            steps += self.charge_formatting(tag);
        }
        self.steps.set(steps);
        if self.spent.get() == Spent::Nothing {
            let over_steps = steps > self.steps_free + nodes * STEPS_PER_NODE;
            let over_ratio = nodes > NODES_FREE + self.tokens.get() * NODES_PER_TOKEN;
            if nodes >= self.nodes_limit {
                self.spent.set(Spent::Nodes);
            } else if over_steps || over_ratio {
                self.spent.set(Spent::Steps);
            }
        }
    }

    fn charge_formatting(&self, tag: &Tag) -> usize {
        if !crate::names::Name::known(&tag.name).is_some_and(|name| FORMATTING.contains(name)) {
            return 0;
        }
        let active = self.active.get();
        match tag.kind {
            TagKind::StartTag => {
                self.active.set(active + 1);
                active * STEPS_PER_ACTIVE
            }
            TagKind::EndTag => {
                self.active.set(active.saturating_sub(1));
                0
            }
        }
    }

    /// Hands the token to the tree builder and sees whether the tree has become too deep or too costly.
    fn build(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        self.charge(&token);
        let spent = self.spent.get() != Spent::Nothing;
        let start_tag = match &token {
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => {
                if spent && !self.raw.get() {
                    return TokenSinkResult::Continue;
                }
                None
            }
            Token::TagToken(tag) => Some((tag.name.clone(), tag.self_closing)),
            _ => None,
        };
        let is_text = matches!(token, Token::CharacterTokens(_));
        let appended_before = self.tree.sink.with(|builder| builder.appended);
        let result = self.hand_on(token, line);
        let (depth, appended) =
            self.tree.sink.with(|builder| (builder.last_depth, builder.appended));
        let too_deep = depth >= self.depth_limit;
        if !(too_deep || spent) || appended == appended_before || self.raw.get() {
            return result;
        }
        if let Some((name, self_closing)) = start_tag {
            let stays_open = !self_closing && !Flat::is_void(&name);
            if spent || stays_open {
                self.go_flat(stays_open);
            }
        } else if spent && is_text {
            self.go_flat(false);
        }
        result
    }

    fn go_flat(&self, last_stays_open: bool) {
        if self.spent.get() == Spent::Nothing {
            self.depth_limited.set(true);
        }
        let flat = self.tree.sink.with(|builder| {
            let parent = if last_stays_open {
                builder.last_appended()
            } else {
                builder.parent_of_last_appended()
            };
            Flat::new(builder, parent, self.spent.get() == Spent::Nodes)
        });
        self.steps.set(self.steps.get() + usize::from(self.depth_limit));
        *self.flat.borrow_mut() = Some(flat);
    }

    fn hand_on(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if matches!(token, Token::TagToken(_)) {
            self.raw.set(false);
        }
        let result = self.tree.process_token(token, line);
        self.mind_raw(result)
    }

    /// Scripts are not run and the encoding is settled, so that the tokenizer never has to stop.
    fn mind_raw(&self, result: TokenSinkResult<Handle>) -> TokenSinkResult<Handle> {
        match result {
            TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext => {
                self.raw.set(true);
                result
            }
            TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_)
            | TokenSinkResult::Continue => TokenSinkResult::Continue,
        }
    }

    fn build_flat(&self, flat: &mut Flat, token: &Token) -> Outcome {
        let nodes = self.tree.sink.with(|builder| builder.nodes.len());
        if nodes >= self.nodes_limit && self.spent.get() != Spent::Nodes {
            self.spent.set(Spent::Nodes);
            flat.read_text_only();
        }
        if matches!(token, Token::TagToken(_)) {
            self.raw.set(false);
        }
        flat.process(token, &self.tree.sink)
    }
}

impl TokenSink for Guard<'_> {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if matches!(token, Token::ParseError(_)) {
            return TokenSinkResult::Continue;
        }
        self.tokens.set(self.tokens.get() + 1);
        let mut flat = self.flat.borrow_mut();
        let Some(active) = flat.as_mut() else {
            drop(flat);
            return self.build(token, line);
        };
        match self.build_flat(active, &token) {
            Outcome::Done(result) => self.mind_raw(result),
            // With a budget used up there is no way back: the tag is read as closing nothing.
            Outcome::NotHere if self.spent.get() != Spent::Nothing => TokenSinkResult::Continue,
            Outcome::NotHere => {
                *flat = None;
                drop(flat);
                self.build(token, line)
            }
            Outcome::EndOfPage => {
                *flat = None;
                drop(flat);
                self.hand_on(token, line)
            }
        }
    }

    fn end(&self) {
        self.tree.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.flat.borrow().is_none()
            && self.tree.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
