//! Code that belongs to a text.
//!
//! Code looks like nothing that the model knows as content: short lines, signs, no sentences. Code
//! between two kept texts is kept anyway. At the end of an article only the text before it speaks
//! for it, and what a program writes around code stands between them: the name of the file, the
//! numbers of the lines. For example, in
//!
//! ```html
//! <p>The script is short:</p><div>wall.py</div><pre>for stone in wall: …</pre>
//! ```
//!
//! the code is kept with the text above it. It is kept or dropped as a whole: half a program is of
//! no use. It needs a probability of [`MIN_PART`], because it may belong to a list of other
//! snippets.
//!
//! Formulas after a text are kept in the same way.

use std::collections::BTreeSet;

use tamis_dom::{NodeId, name};

use super::between::{MIN_PART, keep_between};
use super::blocks::Around;
use crate::page::{Page, Paragraph, around, near};
use crate::structure::code::is_code_table;
use crate::structure::math::stands_for_formula;
use crate::structure::tabs::is_label;
use crate::verdict::Verdict;

/// The longest line below a block of code that is part of it, in characters.
const MAX_FOOTER: u32 = 150;

/// The blocks of code around paragraphs.
struct Code<'b> {
    blocks: &'b [Around],
    /// The tables whose cells are lines of code.
    tables: BTreeSet<NodeId>,
}

impl Code<'_> {
    fn of<'b>(page: &Page, blocks: &'b [Around]) -> Code<'b> {
        let tables: BTreeSet<NodeId> =
            blocks.iter().filter_map(|around| around.block(name::TABLE)).collect();
        let tables = tables.into_iter().filter(|&table| is_code_table(page.document(), table));
        Code { blocks, tables: tables.collect() }
    }

    /// Returns the block of code around a paragraph.
    fn around(&self, at: usize) -> Option<NodeId> {
        let table = self.blocks[at].block(name::TABLE);
        table.filter(|table| self.tables.contains(table)).or(self.blocks[at].block(name::PRE))
    }
}

/// Keeps the code between two kept paragraphs, and drops what is only a label of it.
pub(super) fn keep_code(page: &Page, verdict: &mut Verdict, blocks: &[Around]) {
    let code = Code::of(page, blocks);
    let is_code = |at: usize| code.around(at).is_some();
    let is_tab = |at: usize| {
        page.paragraph_nodes(&page.paragraphs()[at])
            .next()
            .is_some_and(|text| is_label(page.document(), text))
    };
    keep_between(
        verdict,
        |at| is_code(at) || is_tab(at) || is_beside_code(page, at, is_code),
        |at| {
            let reason =
                if is_code(at) { "code in a text that is kept" } else { "a label of code" };
            (is_code(at), reason)
        },
    );
}

/// Returns true for a short text after code, close to it: where the code is from, as below a gist.
fn is_beside_code(page: &Page, at: usize, is_code: impl Fn(usize) -> bool) -> bool {
    let paragraph = &page.paragraphs()[at];
    let Some(before) = at.checked_sub(1).filter(|&before| is_code(before)) else { return false };
    let document = page.document();
    let code = page.paragraphs()[before].origin();
    let mut around = near(document, paragraph.origin()).skip(1).take_while(|&id| {
        !matches!(document.name(id), Some(name::ARTICLE | name::BODY | name::MAIN | name::SECTION))
    });
    paragraph.text_chars <= MAX_FOOTER && around.any(|id| id <= code)
}

/// The longest text between a text and the code after it that is dropped without ending the text,
/// in characters, and the most of them: the name of a file, numbers of lines.
const MAX_CODE_NAME: u32 = 60;
const MAX_CODE_NAMES: usize = 2;

/// Keeps the code after a kept text whose parent contains it: as a whole, if one of its lines is
/// not surely boilerplate.
pub(super) fn keep_code_after(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    blocks: &[Around],
) {
    let code = Code::of(page, blocks);
    let code_at = |at: usize| code.around(at);
    let is_probable = |at: usize| probabilities[at] >= MIN_PART;
    let document = page.document();
    let paragraphs = page.paragraphs();
    // The node after the parent of the text, and the names since then.
    let (mut end, mut names) = (NodeId::DOCUMENT, 0);
    let mut at = 0;
    while at < paragraphs.len() {
        let of = &paragraphs[at];
        let code = code_at(at);
        let lines = (at + 1..paragraphs.len()).take_while(|&next| code_at(next) == code);
        let next = if code.is_some() { at + 1 + lines.count() } else { at + 1 };
        let has_kept = verdict.kept[at..next].contains(&true);
        if has_kept && code.is_none() {
            let parent = document.parent(of.origin());
            end = parent.map_or(NodeId::DOCUMENT, |id| document.subtree_end(id));
            names = 0;
        } else if code.is_some() && (has_kept || of.origin() < end && (at..next).any(is_probable)) {
            for line in at..next {
                if !verdict.kept[line] {
                    verdict.set(line, true, "code after a text that is kept");
                }
            }
            names = 0;
        } else if of.text_chars <= MAX_CODE_NAME && names < MAX_CODE_NAMES {
            names += 1;
        } else {
            end = NodeId::DOCUMENT;
        }
        at = next;
    }
}

/// Keeps the formulas after a kept text whose parent contains them.
pub(super) fn keep_formulas(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in 1..paragraphs.len() {
        let is_after = !verdict.kept[at] && verdict.kept[at - 1] && probabilities[at] >= MIN_PART;
        if !is_after || !is_formula(page, &paragraphs[at]) {
            continue;
        }
        let parent = document.parent(paragraphs[at - 1].origin());
        let end = parent.map(|id| document.subtree_end(id));
        if end.is_some_and(|end| paragraphs[at].origin() < end) {
            verdict.set(at, true, "a formula after a text that is kept");
        }
    }
}

/// Returns true for a paragraph that is a formula and nothing else.
fn is_formula(page: &Page, paragraph: &Paragraph) -> bool {
    let document = page.document();
    let mut nodes = page.paragraph_nodes(paragraph);
    let Some(first) = nodes.next() else { return false };
    let last = nodes.last().unwrap_or(first);
    around(document, first)
        .skip(1)
        .any(|id| last < document.subtree_end(id) && stands_for_formula(document, id))
}
