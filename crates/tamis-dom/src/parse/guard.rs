//! A guard between tokenizer and tree builder, which keeps the cost of hostile nesting linear.
//!
//! For many tokens, html5ever searches its whole stack of open elements, or reconstructs all active
//! formatting elements. Both take quadratic time on pages made for it. The guard counts estimated
//! steps. It passes tokens to a [`FlatBuilder`] instead of the tree builder while the tree is too
//! deep, or, once a budget is spent, for the rest of the page.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};

use super::builder::{Builder, Handle};
use super::flat_builder::{FlatBuilder, Outcome};
use super::sink::Sink;
use crate::limits::{Limits, Warning};

/// Steps that each byte of the page adds to the budget. A step takes about 4 ns. So this constant
/// and [`STEPS_PER_NODE`] bound the time of the tree builder to a few nanoseconds per byte and 1 µs
/// per node.
const STEPS_PER_BYTE: usize = 1;
/// Steps that each node of the tree adds to the budget.
const STEPS_PER_NODE: usize = 256;
/// Maximum number of nodes per token, after the first [`FREE_NODES`]. Ordinary pages have less than
/// one.
const NODES_PER_TOKEN: usize = 8;
/// Number of nodes that do not count for [`NODES_PER_TOKEN`].
const FREE_NODES: usize = 4096;
/// Minimum length of an attribute in a page. If there are more attributes, they are copies that
/// were made with reconstructed formatting elements.
const BYTES_PER_ATTRIBUTE: usize = 2;
/// Number of attributes that do not count for [`BYTES_PER_ATTRIBUTE`].
const FREE_ATTRIBUTES: usize = 1 << 16;
/// Cost of comparing the attributes of a new formatting element with those of one active formatting
/// element.
const STEPS_PER_ACTIVE_ELEMENT: usize = 48;

/// Distance from the limit of depth at which the guard starts to check the tree after each token.
/// One token can add several levels.
const NEAR_LIMIT: u16 = 8;

/// True for the formatting elements. Source: HTML standard, 13.2.4.3 "The list of active formatting
/// elements".
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

/// A token sink that passes tokens to the tree builder or to a [`FlatBuilder`].
pub(super) struct Guard<'p> {
    tree: TreeBuilder<Handle, Sink<'p>>,
    flat: RefCell<Option<FlatBuilder>>,
    depth_limit: u16,
    nodes_limit: usize,
    attributes_limit: usize,
    free_steps: usize,
    steps: Cell<usize>,
    tokens: Cell<usize>,
    /// The number of formatting elements that are open, estimated from their tags.
    active_formatting: Cell<usize>,
    /// True if the tokenizer reads raw text, such as that of a script.
    raw_text: Cell<bool>,
    /// The number of tokens when that raw text started.
    raw_text_since: Cell<usize>,
    /// True in a `<noscript>`, by its tags.
    in_noscript: Cell<bool>,
    spent: Cell<SpentBudget>,
    depth_limited: Cell<bool>,
}

/// The budget that is spent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpentBudget {
    None,
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
            attributes_limit: FREE_ATTRIBUTES + html_bytes / BYTES_PER_ATTRIBUTE,
            free_steps: limits.steps.saturating_add(html_bytes * STEPS_PER_BYTE),
            steps: Cell::new(0),
            tokens: Cell::new(0),
            active_formatting: Cell::new(0),
            raw_text: Cell::new(in_raw_text),
            raw_text_since: Cell::new(0),
            in_noscript: Cell::new(false),
            spent: Cell::new(SpentBudget::None),
            depth_limited: Cell::new(false),
        }
    }

    /// The number of tokens so far, without parse errors. It grows exactly when the tokenizer emits
    /// a token, which tells its state: see [`super::feed`].
    pub(super) fn tokens(&self) -> usize {
        self.tokens.get()
    }

    /// The number of steps so far.
    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// True if the tokenizer reads raw text, in which only the element's own end tag is a tag.
    pub(super) fn in_raw_text(&self) -> bool {
        self.raw_text.get()
    }

    /// True if the last token was the start tag of an element with raw text.
    pub(super) fn at_raw_text(&self) -> bool {
        self.raw_text.get() && self.raw_text_since.get() == self.tokens.get()
    }

    /// Adds text to the script or style that was just opened. In text-only mode, drops it.
    pub(super) fn append_raw_text(&self, text: &str) {
        let skipped = self.flat.borrow().as_ref().is_some_and(FlatBuilder::is_text_only);
        if !text.is_empty() && !skipped {
            self.tree.sink.with(|builder| builder.append_text_to_last(text));
        }
    }

    /// Adds the warnings of this page to `warnings`.
    pub(super) fn report(&self, warnings: &mut Vec<Warning>) {
        if self.depth_limited.get() {
            warnings.push(Warning::DepthLimited);
        }
        match self.spent.get() {
            SpentBudget::None => {}
            SpentBudget::Steps => warnings.push(Warning::StepsLimited),
            SpentBudget::Nodes => warnings.push(Warning::NodesLimited),
        }
    }

    pub(super) fn into_sink(self) -> Sink<'p> {
        self.tree.sink
    }

    /// Charges the token to the budgets, and returns the current depth.
    #[inline]
    fn charge(&self, token: &Token) -> u16 {
        let (depth, nodes, attributes) = self
            .tree
            .sink
            .with(|builder| (builder.last_depth, builder.nodes.len(), builder.attrs.len()));
        let mut steps = self.steps.get() + 1;
        if let Token::TagToken(tag) = token {
            // An end tag is compared with the name of each open element; a start tag only needs its
            // scope.
            let visits = if tag.kind == TagKind::EndTag { 2 } else { 1 };
            steps += usize::from(depth) * visits + self.charge_formatting(tag);
        } else if self.active_formatting.get() > 0 {
            // Text searches the stack of open elements for the last active formatting element.
            steps += usize::from(depth);
        }
        self.steps.set(steps);
        let over_steps = steps > self.free_steps.saturating_add(nodes * STEPS_PER_NODE);
        let over_ratio = nodes > FREE_NODES + self.tokens.get() * NODES_PER_TOKEN;
        let over_attributes = attributes > self.attributes_limit;
        if over_steps || over_ratio || over_attributes || nodes >= self.nodes_limit {
            self.note_spent(nodes);
        }
        depth
    }

    #[cold]
    fn note_spent(&self, nodes: usize) {
        if nodes >= self.nodes_limit {
            self.spent.set(SpentBudget::Nodes);
        } else if self.spent.get() == SpentBudget::None {
            self.spent.set(SpentBudget::Steps);
        }
    }

    fn charge_formatting(&self, tag: &Tag) -> usize {
        if !is_formatting(&tag.name) {
            return 0;
        }
        let active = self.active_formatting.get();
        match tag.kind {
            TagKind::StartTag => {
                self.active_formatting.set(active + 1);
                active * STEPS_PER_ACTIVE_ELEMENT
            }
            TagKind::EndTag => {
                self.active_formatting.set(active.saturating_sub(1));
                0
            }
        }
    }

    /// Passes the token to the tree builder, with checks if a limit may be near.
    #[expect(clippy::inline_always, reason = "a token is large, and its moves cost 2 % of a parse")]
    #[inline(always)]
    fn build(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let depth = self.charge(&token);
        if self.spent.get() == SpentBudget::None && depth + NEAR_LIMIT < self.depth_limit {
            return self.forward(token, line);
        }
        self.build_watched(token, line)
    }

    /// Passes the token to the tree builder, and goes flat if the tree has become too deep or too
    /// costly.
    ///
    /// Once a budget is spent, comments and end tags are dropped, and the next inserted node starts
    /// the flat mode. Only the end tag of raw text is still needed before that.
    fn build_watched(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let spent = self.spent.get() != SpentBudget::None;
        let mut is_start_tag = false;
        let mut stays_open = false;
        let mut ends_raw_text_element = false;
        if let Token::TagToken(tag) = &token {
            is_start_tag = tag.kind == TagKind::StartTag;
            ends_raw_text_element = !is_start_tag && self.raw_text.get();
            if !is_start_tag && spent && !ends_raw_text_element {
                return TokenSinkResult::Continue;
            }
            stays_open = is_start_tag && !tag.self_closing && !FlatBuilder::is_void(&tag.name);
        }
        if spent && matches!(token, Token::CommentToken(_)) {
            return TokenSinkResult::Continue;
        }
        let is_text = matches!(token, Token::CharacterTokens(_));
        let before = self.tree.sink.with(|builder| builder.appended);
        let result = self.forward(token, line);
        let (depth, after) = self.tree.sink.with(|builder| (builder.last_depth, builder.appended));
        if spent && ends_raw_text_element {
            self.go_flat(Builder::parent_of_last_element);
            return result;
        }
        if after == before || self.raw_text.get() {
            return result;
        }
        let too_deep = depth >= self.depth_limit && stays_open;
        if too_deep || spent && (is_start_tag || is_text) {
            self.go_flat(if stays_open {
                Builder::last_appended
            } else {
                Builder::parent_of_last_appended
            });
        }
        result
    }

    /// Starts the flat mode, in which all elements become children of `parent`.
    fn go_flat(&self, parent: impl FnOnce(&Builder) -> Handle) {
        if self.spent.get() == SpentBudget::None {
            self.depth_limited.set(true);
        }
        let text_only = self.spent.get() == SpentBudget::Nodes;
        let flat =
            self.tree.sink.with(|builder| FlatBuilder::new(builder, parent(builder), text_only));
        self.steps.set(self.steps.get() + usize::from(self.depth_limit));
        *self.flat.borrow_mut() = Some(flat);
    }

    /// Passes the token to the tree builder.
    #[expect(clippy::inline_always, reason = "as for `build`")]
    #[inline(always)]
    fn forward(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let mut ends_at_once = false;
        if let Token::TagToken(tag) = &token {
            self.raw_text.set(false);
            ends_at_once = self.ends_at_once(tag);
        }
        let result = self.tree.process_token(token, line);
        if ends_at_once && matches!(result, TokenSinkResult::RawData(_)) {
            return self.end_frame(line);
        }
        self.note_raw_text(result)
    }

    /// True for the tag `<iframe/>` in a `<noscript>`. By the standard it has no end without
    /// scripting, and the rest of the page is its text. Browsers that run scripts read the content
    /// of a `<noscript>` as text and show the page, so pages have such tags.
    #[inline]
    fn ends_at_once(&self, tag: &Tag) -> bool {
        if tag.name == local_name!("noscript") {
            self.in_noscript.set(tag.kind == TagKind::StartTag);
        }
        tag.self_closing && self.in_noscript.get() && tag.name == local_name!("iframe")
    }

    /// Ends the frame whose start tag was just passed to the tree builder.
    #[cold]
    fn end_frame(&self, line: u64) -> TokenSinkResult<Handle> {
        let end = Tag {
            kind: TagKind::EndTag,
            name: local_name!("iframe"),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        };
        let result = self.tree.process_token(Token::TagToken(end), line);
        self.note_raw_text(result)
    }

    /// Notes the start of raw text. The tokenizer never has to stop, because scripts are not run
    /// and the encoding is known.
    fn note_raw_text(&self, result: TokenSinkResult<Handle>) -> TokenSinkResult<Handle> {
        match result {
            TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext => {
                self.raw_text.set(true);
                self.raw_text_since.set(self.tokens.get());
                result
            }
            TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_)
            | TokenSinkResult::Continue => TokenSinkResult::Continue,
        }
    }

    /// Passes the token to the flat builder.
    fn build_flat(&self, flat: &mut FlatBuilder, token: &Token) -> Outcome {
        let nodes = self.tree.sink.with(|builder| builder.nodes.len());
        if nodes >= self.nodes_limit && self.spent.get() != SpentBudget::Nodes {
            self.spent.set(SpentBudget::Nodes);
            flat.read_text_only();
        }
        if matches!(token, Token::TagToken(_)) {
            self.raw_text.set(false);
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
            Outcome::Done(result) => self.note_raw_text(result),
            // Once a budget is spent, the tree builder never continues, so the tag closes nothing.
            Outcome::NotHere if self.spent.get() != SpentBudget::None => TokenSinkResult::Continue,
            Outcome::NotHere => {
                *flat = None;
                drop(flat);
                self.build(token, line)
            }
            Outcome::EndOfPage => {
                *flat = None;
                drop(flat);
                self.forward(token, line)
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
