//! Between tokenizer and tree builder: what keeps hostile nesting from costing more than its length.
//!
//! html5ever looks through its whole stack of open elements for many tokens, and puts elements of the
//! list of active formatting elements back again and again. Both are quadratic on pages made for it. The guard counts,
//! and takes over from the tree builder ([`Flat`]) where the tree gets too deep, for as long as it is, or
//! where a budget is used up, for the rest of the page.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};

use super::builder::{Builder, Handle};
use super::flat::{Flat, Outcome};
use super::sink::Sink;
use crate::limits::{Limits, Warning};

/// Steps that each byte of the page pays for. With [`STEPS_PER_NODE`] and about 4 ns per step this keeps a page
/// under 20 ns per byte and 1 µs per node, what html5ever's tokenizer takes for itself aside.
const STEPS_PER_BYTE: usize = 1;
/// Steps that each node of the tree pays for.
const STEPS_PER_NODE: usize = 256;
/// Nodes per token that a page may have beyond [`NODES_FREE`]; ordinary pages have less than one.
const NODES_PER_TOKEN: usize = 8;
/// Nodes that the ratio to tokens is not asked of.
const NODES_FREE: usize = 4096;
/// An attribute takes two bytes at least; more attributes are copies, made with formatting elements.
const BYTES_PER_ATTRIBUTE: usize = 2;
/// Attributes that a page may have beyond that.
const ATTRIBUTES_FREE: usize = 1 << 16;
/// Comparing a formatting element's attributes with those of one that is active costs about as much.
const STEPS_PER_ACTIVE: usize = 48;

/// How near to the limit of depth the guard looks at what each tag did to the tree.
const NEAR_LIMIT: u16 = 8;

/// Source: HTML standard, 13.2.4.3 "The list of active formatting elements".
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

/// A token sink that hands tokens on to the tree builder, or handles them itself.
pub(super) struct Guard<'p> {
    tree: TreeBuilder<Handle, Sink<'p>>,
    flat: RefCell<Option<Flat>>,
    depth_limit: u16,
    nodes_limit: usize,
    attributes_limit: usize,
    steps_free: usize,
    steps: Cell<usize>,
    tokens: Cell<usize>,
    /// Formatting elements that were opened and not closed.
    active: Cell<usize>,
    /// Whether the tokenizer reads the text of an element such as `<script>`.
    raw: Cell<bool>,
    /// What [`Guard::tokens`] was when it began to.
    raw_since: Cell<usize>,
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
        in_raw_text: bool,
    ) -> Guard<'p> {
        Guard {
            tree,
            flat: RefCell::new(None),
            depth_limit: limits.depth as u16,
            nodes_limit: limits.nodes,
            attributes_limit: ATTRIBUTES_FREE + html_bytes / BYTES_PER_ATTRIBUTE,
            steps_free: limits.steps.saturating_add(html_bytes * STEPS_PER_BYTE),
            steps: Cell::new(0),
            tokens: Cell::new(0),
            active: Cell::new(0),
            raw: Cell::new(in_raw_text),
            raw_since: Cell::new(0),
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

    /// Whether the last token was the start tag of such an element, and nothing of its text has been read.
    pub(super) fn at_raw_text(&self) -> bool {
        self.raw.get() && self.raw_since.get() == self.tokens.get()
    }

    /// Adds text to the script or style that was just opened.
    pub(super) fn append_raw_text(&self, text: &str) {
        let skipped = self.flat.borrow().as_ref().is_some_and(Flat::is_text_only);
        if !text.is_empty() && !skipped {
            self.tree.sink.with(|builder| builder.append_text_to_last(text));
        }
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

    /// Counts the token and looks at the budgets; the depth at which the tree stands.
    #[inline]
    fn charge(&self, token: &Token) -> u16 {
        let (depth, nodes, attributes) = self
            .tree
            .sink
            .with(|builder| (builder.last_depth, builder.nodes.len(), builder.attrs.len()));
        let mut steps = self.steps.get() + 1;
        if let Token::TagToken(tag) = token {
            // The name of each element is looked at for an end tag, its kind only for a start tag.
            let looks = if tag.kind == TagKind::EndTag { 2 } else { 1 };
            steps += usize::from(depth) * looks + self.charge_formatting(tag);
        } else if self.active.get() > 0 {
            // Each text looks for the last active formatting element among those that are open.
            steps += usize::from(depth);
        }
        self.steps.set(steps);
        let over_steps = steps > self.steps_free.saturating_add(nodes * STEPS_PER_NODE);
        let over_ratio = nodes > NODES_FREE + self.tokens.get() * NODES_PER_TOKEN;
        let over_attributes = attributes > self.attributes_limit;
        if over_steps || over_ratio || over_attributes || nodes >= self.nodes_limit {
            self.note_spent(nodes);
        }
        depth
    }

    #[cold]
    fn note_spent(&self, nodes: usize) {
        if nodes >= self.nodes_limit {
            self.spent.set(Spent::Nodes);
        } else if self.spent.get() == Spent::Nothing {
            self.spent.set(Spent::Steps);
        }
    }

    fn charge_formatting(&self, tag: &Tag) -> usize {
        if !is_formatting(&tag.name) {
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

    #[expect(clippy::inline_always, reason = "a token is large, and its moves cost 2 % of a parse")]
    #[inline(always)]
    fn build(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let depth = self.charge(&token);
        if self.spent.get() == Spent::Nothing && depth + NEAR_LIMIT < self.depth_limit {
            return self.hand_on(token, line);
        }
        self.build_watched(token, line)
    }

    /// Hands the token to the tree builder and sees whether the tree has become too deep or too costly.
    fn build_watched(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let spent = self.spent.get() != Spent::Nothing;
        let mut is_start = false;
        let mut stays_open = false;
        let mut ends_raw = false;
        if let Token::TagToken(tag) = &token {
            is_start = tag.kind == TagKind::StartTag;
            ends_raw = !is_start && self.raw.get();
            if !is_start && spent && !ends_raw {
                return TokenSinkResult::Continue;
            }
            stays_open = is_start && !tag.self_closing && !Flat::is_void(&tag.name);
        }
        if spent && matches!(token, Token::CommentToken(_)) {
            return TokenSinkResult::Continue;
        }
        let is_text = matches!(token, Token::CharacterTokens(_));
        let before = self.tree.sink.with(|builder| builder.appended);
        let result = self.hand_on(token, line);
        let (depth, after) = self.tree.sink.with(|builder| (builder.last_depth, builder.appended));
        if spent && ends_raw {
            self.go_flat(Builder::parent_of_last_element);
            return result;
        }
        if after == before || self.raw.get() {
            return result;
        }
        let too_deep = depth >= self.depth_limit && stays_open;
        if too_deep || spent && (is_start || is_text) {
            self.go_flat(if stays_open {
                Builder::last_appended
            } else {
                Builder::parent_of_last_appended
            });
        }
        result
    }

    fn go_flat(&self, parent: impl FnOnce(&Builder) -> Handle) {
        if self.spent.get() == Spent::Nothing {
            self.depth_limited.set(true);
        }
        let text_only = self.spent.get() == Spent::Nodes;
        let flat = self.tree.sink.with(|builder| Flat::new(builder, parent(builder), text_only));
        self.steps.set(self.steps.get() + usize::from(self.depth_limit));
        *self.flat.borrow_mut() = Some(flat);
    }

    #[expect(clippy::inline_always, reason = "as for `build`")]
    #[inline(always)]
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
                self.raw_since.set(self.tokens.get());
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
