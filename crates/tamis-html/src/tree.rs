//! Tree construction: from tokens to calls of a [`TreeSink`].
//!
//! The standard describes this as a machine with modes. A token is given to the rules of the
//! current mode, which insert nodes, change the stack of open elements, and may go to another mode
//! and process the token again. The code has the same shape, so that each rule can be compared with
//! the paragraph that it is from: a file for each group of modes, a function for each kind of
//! token.
//!
//! Three things are not as in the standard, because pages can be made to be slow:
//!
//! - Questions about the stack, such as "has an element in scope", walk over all open elements in
//!   the standard, and are asked for nearly every tag. [`Stack`] counts the open elements of each
//!   name, so that most of these questions are answered without a walk: if there is no open `<p>`,
//!   there is none in scope.
//! - Open formatting elements are repeated in each new block, as the standard says, but within a
//!   budget. Otherwise a thousand open `<b>` and a thousand `<p>` would make a million elements.
//! - The depth has a limit. Deeper elements become siblings ([`flat`]), and no text is lost.
//!
//! For example, `<p>One<p>Two` gives a start tag, a text, a start tag, a text. At the second `<p>`,
//! the stack has a `p` in button scope, so it is closed first; that is how the two become siblings.
//!
//! Source: HTML standard, 13.2.6,
//! <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>.

mod adoption;
mod after;
mod flags;
mod flat;
mod foreign;
mod formatting;
mod frameset;
mod head;
mod in_body;
mod in_body_end;
mod in_row;
mod in_table;
mod initial;
mod insert;
mod quirks;
mod reset;
mod stack;
mod template;

use std::collections::hash_map::RandomState;

use crate::options::{Limits, Options, Outcome, QuirksMode, Warnings};
use crate::sink::{Handle, TreeSink};
use crate::tag::Tag;
use crate::tokenizer::{Buffers, TagToken, TextToken, Token, Tokenizer};
use flags::{ANNOTATION_XML, FOREIGN, HTML_POINT, MATH_POINT};
use flat::Surplus;
use formatting::FormattingList;
use stack::{Open, Stack};

/// The insertion mode.
///
/// Source: HTML standard, 13.2.4.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// The fate of a token after a mode has seen it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Done,
    /// The rules of the current mode apply to it, which may be another one now.
    Reprocess,
}

/// The form element pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormPointer {
    None,
    /// A form that contains the fragment.
    OfContext,
    Element(Handle),
}

/// Memory that is kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct TreeBuffers {
    stack: Stack,
    formatting: FormattingList,
    template_modes: Vec<Mode>,
    surplus: Surplus,
}

/// The builder of a tree.
pub(crate) struct TreeBuilder<'p, S> {
    tokenizer: Tokenizer<'p>,
    sink: &'p mut S,
    stack: &'p mut Stack,
    formatting: &'p mut FormattingList,
    template_modes: &'p mut Vec<Mode>,
    surplus: &'p mut Surplus,
    hash_state: &'p RandomState,
    mode: Mode,
    original_mode: Mode,
    head: Option<Handle>,
    form: FormPointer,
    /// The element that a fragment is in.
    context: Option<Open>,
    frameset_ok: bool,
    foster_parenting: bool,
    /// True if a line feed that comes next is left out.
    skips_line_feed: bool,
    scripting: bool,
    empty_text: bool,
    /// True if the last tag with the name `noscript` was a start tag.
    in_noscript: bool,
    quirks_mode: QuirksMode,
    limits: Limits,
    warnings: Warnings,
    token_start: u32,
    /// The end of an element that the current token closes.
    close_end: u32,
}

impl<'p, S: TreeSink> TreeBuilder<'p, S> {
    pub fn new(
        source: &'p str,
        sink: &'p mut S,
        token_buffers: &'p mut Buffers,
        buffers: &'p mut TreeBuffers,
        hash_state: &'p RandomState,
        options: &Options,
    ) -> Self {
        let TreeBuffers { stack, formatting, template_modes, surplus } = buffers;
        stack.clear();
        formatting.clear(options.limits.repeated.saturating_add(source.len() / 8));
        template_modes.clear();
        surplus.clear();
        Self {
            tokenizer: Tokenizer::new(source, token_buffers, options.limits.attributes),
            sink,
            stack,
            formatting,
            template_modes,
            surplus,
            hash_state,
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            head: None,
            form: FormPointer::None,
            context: None,
            frameset_ok: true,
            foster_parenting: false,
            skips_line_feed: false,
            scripting: options.scripting,
            empty_text: options.empty_text,
            in_noscript: false,
            quirks_mode: QuirksMode::None,
            limits: options.limits,
            warnings: Warnings::default(),
            token_start: 0,
            close_end: 0,
        }
    }

    /// Parses the whole source.
    pub fn run(mut self) -> Outcome {
        loop {
            let in_foreign = self.in_foreign();
            self.token_start = self.tokenizer.position();
            self.close_end = self.token_start;
            let token = self.tokenizer.next(in_foreign);
            match &token {
                Token::Start(tag) => self.start_tag(tag),
                Token::End(tag) => self.end_tag(tag),
                Token::Text(text) => self.text(*text),
                _ => {
                    self.skips_line_feed = false;
                    self.surplus.tail = None;
                    match &token {
                        Token::Comment(comment) if in_foreign => self.insert_comment(comment),
                        _ => self.by_mode(&token),
                    }
                }
            }
            if matches!(token, Token::Eof) {
                return self.finish();
            }
        }
    }

    /// Stops parsing.
    fn finish(self) -> Outcome {
        let end = self.tokenizer.position();
        while let Some(open) = self.stack.elements.pop() {
            self.sink.close(open.handle, end);
        }
        let mut warnings = self.warnings;
        warnings.attributes |= self.tokenizer.warnings.attributes;
        let steps = self.stack.steps + self.formatting.steps;
        Outcome { quirks_mode: self.quirks_mode, warnings, steps }
    }

    /// The adjusted current node.
    #[inline]
    fn adjusted_current(&self) -> Option<Open> {
        match (self.stack.len(), self.context) {
            (1, Some(context)) => Some(context),
            _ => self.stack.elements.last().copied(),
        }
    }

    /// Returns true if the adjusted current node is not in HTML.
    #[inline]
    fn in_foreign(&self) -> bool {
        self.adjusted_current().is_some_and(|open| open.has(FOREIGN))
    }

    #[inline]
    fn start_tag(&mut self, tag: &TagToken) {
        self.skips_line_feed = false;
        if self.stack.len() >= self.limits.depth && self.mode != Mode::Text {
            return self.flat_start_tag(tag);
        }
        if tag.tag == Tag::NOSCRIPT {
            self.in_noscript = true;
        }
        if let Some(current) = self.adjusted_current()
            && current.has(FOREIGN)
        {
            let is_html = current.has(HTML_POINT)
                || current.has(MATH_POINT) && !matches!(tag.tag, Tag::MGLYPH | Tag::MALIGNMARK)
                || current.has(ANNOTATION_XML) && tag.tag == Tag::SVG;
            if !is_html {
                return self.foreign_start_tag(tag);
            }
        }
        if self.mode == Mode::InBody {
            self.body_start(tag);
        } else {
            self.by_mode(&Token::Start(*tag));
        }
    }

    #[inline]
    fn end_tag(&mut self, tag: &TagToken) {
        self.close_end = tag.span.end;
        self.skips_line_feed = false;
        if !self.surplus.is_empty() && self.flat_end_tag(tag.tag) {
            return;
        }
        if tag.tag == Tag::NOSCRIPT {
            self.in_noscript = false;
        }
        if self.in_foreign() {
            self.foreign_end_tag(tag);
        } else if self.mode != Mode::InBody || self.body_end(tag) == Flow::Reprocess {
            self.by_mode(&Token::End(*tag));
        }
        if self.stack.len() < self.limits.depth {
            self.surplus.clear();
        }
    }

    #[inline]
    fn text(&mut self, mut text: TextToken) {
        if self.skips_line_feed {
            self.skips_line_feed = false;
            if self.tokenizer.resolve(&text).as_str().starts_with('\n') {
                text.part.start += 1;
                text.span.start += u32::from(!text.is_changed);
                if text.part.start == text.part.end {
                    return;
                }
            }
        }
        if !self.surplus.is_empty() && self.mode != Mode::Text {
            return self.flat_text(text);
        }
        if let Some(current) = self.adjusted_current()
            && current.has(FOREIGN)
            && !current.has(HTML_POINT | MATH_POINT)
        {
            return self.foreign_text(text);
        }
        match self.mode {
            Mode::InBody | Mode::InCell | Mode::InCaption => self.body_text(text),
            Mode::Text => self.insert_text(&text),
            _ => self.by_mode(&Token::Text(text)),
        }
    }

    /// Applies the rules of the insertion mode.
    #[inline]
    fn by_mode(&mut self, token: &Token) {
        while self.in_mode(self.mode, token) == Flow::Reprocess {}
    }

    /// Applies the rules of a mode.
    #[inline]
    fn in_mode(&mut self, mode: Mode, token: &Token) -> Flow {
        match mode {
            Mode::InBody => self.in_body(token),
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::Text => self.in_text(token),
            Mode::InTable => self.in_table(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }
}
