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
//! no use.

use tamis_dom::{NodeId, name};

use crate::page::{Page, near};
use crate::verdict::Verdict;

/// The longest line below a block of code that is part of it, in characters.
const MAX_FOOTER: u32 = 150;

/// Returns true for a short text after code, close to it: where the code is from, as below a gist.
pub(super) fn is_beside_code(page: &Page, at: usize, is_code: impl Fn(usize) -> bool) -> bool {
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
/// `is_probable`. `code_at` returns the block of code around a paragraph.
pub(super) fn keep_code_after(
    page: &Page,
    verdict: &mut Verdict,
    is_probable: impl Fn(usize) -> bool,
    code_at: impl Fn(usize) -> Option<NodeId>,
) {
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
        } else if code.is_some() && (has_kept || of.origin() < end && (at..next).any(&is_probable))
        {
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
