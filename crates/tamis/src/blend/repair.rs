//! Repairs of a selection, so that a reader finds what belongs together.
//!
//! The model decides paragraph by paragraph, and a paragraph is a small thing: a cell of a table,
//! an item of a list, a line of code. So a selection can be right for most of them and still be of
//! little use. For example, three kept rows of a table of four mislead, because a reader takes them
//! for the whole. A description without its term, a link card without its title and a "[2]" without
//! the note are of little use, too.
//!
//! The repairs are small rules over the finished selection, each of which knows one kind of thing
//! that belongs together. They run in this order:
//!
//! 1. Lines of the recipe that the page states in JSON-LD are kept. Cells of a table between two
//!    kept paragraphs are kept, unless the table lays out the page.
//! 2. A list, table, figure or code block is completed if enough of its text is kept. [`BLOCKS`]
//!    says how much is enough, innermost kinds first, so that a completed item counts for its list.
//! 3. What introduces or names a kept text is kept: the line before a list, the term, the title of
//!    a link card, the heading.
//! 4. Code, formulas, announced lists and notes that follow a kept text are kept.
//! 5. Other stories before the title, and articles that the page appends to its own, are dropped.
//!    The date and place of an event are kept. Then elements built alike are decided together,
//!    small groups are completed, and tables under headings, notes within a text, and the tables
//!    and lines at its end are kept. Headings that are now between kept texts are kept as in
//!    step 3.
//! 6. Long texts that were kept before are dropped. This comes late, because a rule before it may
//!    have kept the second copy. Readers' comments, boxes of other stories, those that
//!    ask for an address, and tickers follow.
//! 7. Headings between kept texts are dropped if their own text is.
//!
//! Most rules keep text, because a cell too many is a smaller mistake than half of a table.
//! The limits are those for which most of the added text is content on the labelled pages of
//! `wcxb-dev`.
//!
//! The exceptions, and their reasons:
//!
//! - Code after a kept text needs a probability of [`MIN_PART`], because it may belong to a list of
//!   other snippets.
//! - Lists are kept after a line that ends with a colon, and not after a heading: see
//!   [`keep_announced`].

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use tamis_dom::{Name, NameSet, NodeId, name};

use super::announced::keep_announced;
use super::appended::drop_appended;
use super::asides::keep_asides;
use super::bare_headings::drop_bare_headings;
use super::before_title::drop_before_title;
use super::between::{MIN_PART, keep_between};
use super::code::{is_beside_code, keep_code_after};
use super::facts::keep_facts;
use super::groups::keep_groups;
use super::headed::keep_headed;
use super::headings::keep_headings;
use super::labelled::drop_labelled;
use super::parts::keep_parts;
use super::repeats::drop_repeats;
use super::rows::keep_rows;
use super::sign_ups::drop_sign_ups;
use super::stated::keep_stated;
use super::teasers::drop_tickers;
use crate::page::{Page, Paragraph, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::card::card_around;
use crate::structure::code::is_code_table;
use crate::structure::footnote::notes;
use crate::structure::math::stands_for_formula;
use crate::structure::table::is_layout;
use crate::structure::tabs::is_label;
use crate::threads::FoundPosts;
use crate::verdict::Verdict;

/// A kind of element that is kept as a whole if enough of it is kept.
struct Block {
    names: NameSet,
    /// Its characters.
    chars: RangeInclusive<u32>,
    /// The share of its characters that must be kept, in percent.
    kept_percent: u32,
    /// The longest dropped paragraph that is kept with it, in characters.
    max_part: u32,
}

/// The kinds of blocks, innermost first. The limits are those for which most of the added text is
/// content on the labelled pages of `wcxb-dev`.
static BLOCKS: [Block; 7] = [
    Block { names: NameSet::of(&[name::LI]), chars: 0..=300, kept_percent: 50, max_part: 20 },
    Block {
        names: NameSet::of(&[name::UL, name::OL]),
        chars: 0..=300,
        kept_percent: 50,
        max_part: 40,
    },
    // Short ones are mostly facts about the author of a post.
    Block {
        names: NameSet::of(&[name::DL]),
        chars: 301..=u32::MAX,
        kept_percent: 50,
        max_part: u32::MAX,
    },
    // The last line of a quote often names its source.
    Block { names: NameSet::of(&[name::BLOCKQUOTE]), chars: ANY, kept_percent: 50, max_part: 100 },
    Block { names: NameSet::of(&[name::FIGURE]), chars: ANY, kept_percent: 50, max_part: u32::MAX },
    // A part of a table is of no use.
    Block { names: NameSet::of(&[name::TABLE]), chars: ANY, kept_percent: 30, max_part: u32::MAX },
    Block { names: NameSet::of(&[name::PRE]), chars: ANY, kept_percent: 50, max_part: u32::MAX },
];

const ANY: RangeInclusive<u32> = 0..=u32::MAX;

/// The names of all blocks.
const BLOCK_NAMES: NameSet = {
    let (mut names, mut at) = (NameSet::of(&[]), 0);
    while at < BLOCKS.len() {
        names = names.with(&BLOCKS[at].names);
        at += 1;
    }
    names
};

/// The longest introduction of a list, in characters.
const MAX_INTRODUCTION: u32 = 300;

/// The lowest probability of a cell of a table that is kept between two kept paragraphs. Of such
/// cells in doubt, most have content: 67 % of their characters on `wcxb-dev`.
const MIN_CELL: f64 = 0.4;

/// The greatest number of notes that are kept if all of them were dropped.
const MAX_DROPPED_NOTES: usize = 3;

/// Keeps what belongs to kept paragraphs: the rest of a block, the introduction of a list, the
/// heading above a text that follows another, the notes to a text. `probabilities` are those of the
/// paragraphs.
pub(super) fn repair(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    keep_stated(page, verdict);
    let blocks: Vec<Around> = page.paragraphs().iter().map(|of| Around::of(page, of)).collect();
    let is_in = |at: usize, name: Name| blocks[at].is_in(name);
    // A table in, around or with a part that is kept is completed below, or it is the layout of a
    // page.
    let document = page.document();
    let table_of = |at: usize| blocks[at].block(name::TABLE);
    let kept = (0..blocks.len()).filter(|&at| verdict.kept[at]);
    let begun: BTreeSet<NodeId> = kept.filter_map(table_of).collect();
    let is_apart = |table: NodeId| {
        begun.range(table..document.subtree_end(table)).next().is_none()
            && !around(document, table).skip(1).any(|id| begun.contains(&id))
    };
    keep_between(
        verdict,
        |at| table_of(at).is_some_and(is_apart),
        |at| match probabilities[at] {
            MIN_CELL.. => (true, "a table in a text that is kept"),
            _ => (false, "a cell that is probably boilerplate"),
        },
    );
    for (kind, block) in BLOCKS.iter().enumerate() {
        complete_blocks(page, verdict, block, |at| blocks[at].0[kind]);
    }
    keep_introductions(page, verdict, |at| is_in(at, name::LI));
    keep_labels(page, verdict);
    keep_card_titles(page, verdict);
    keep_headings(page, verdict, probabilities, page_types);
    let tables: BTreeSet<NodeId> = (0..blocks.len()).filter_map(table_of).collect();
    let code_tables: BTreeSet<NodeId> =
        tables.into_iter().filter(|&table| is_code_table(document, table)).collect();
    let is_code = |at: usize| {
        is_in(at, name::PRE) || table_of(at).is_some_and(|table| code_tables.contains(&table))
    };
    let is_tab = |at: usize| {
        page.paragraph_nodes(&page.paragraphs()[at])
            .next()
            .is_some_and(|text| is_label(document, text))
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
    let code_at = |at: usize| {
        let table = table_of(at).filter(|table| code_tables.contains(table));
        table.or_else(|| blocks[at].block(name::PRE))
    };
    keep_code_after(page, verdict, |at| probabilities[at] >= MIN_PART, code_at);
    keep_after(page, verdict, "a formula after a text that is kept", |at| {
        probabilities[at] >= MIN_PART && is_formula(page, &page.paragraphs()[at])
    });
    keep_announced(page, verdict, probabilities);
    drop_before_title(page, verdict, page_types);
    drop_appended(page, verdict, page_types);
    keep_facts(page, verdict, probabilities, page_types);
    keep_rows(page, verdict, probabilities, page_types);
    keep_groups(page, verdict, probabilities, page_types);
    keep_headed(page, verdict, probabilities, page_types);
    keep_asides(page, verdict, probabilities);
    keep_parts(page, verdict, probabilities, page_types);
    keep_headings(page, verdict, probabilities, page_types);
    keep_notes(page, verdict);
    // References say the same thing in many places.
    let page_type = page_types.map(|types| types.most_probable());
    if page_type != Some(PageType::Documentation) {
        drop_repeats(page, verdict);
    }
    drop_labelled(page, verdict, page_types);
    drop_sign_ups(page, verdict);
    drop_tickers(page, verdict, page_types);
    drop_bare_headings(page, verdict);
}

/// Keeps those of the `leads` that are before all kept texts.
pub(super) fn keep_lead(page: &Page, verdict: &mut Verdict, leads: impl Iterator<Item = usize>) {
    let mut texts = page.paragraphs().iter().zip(&verdict.kept);
    let Some(first) = texts.position(|(of, kept)| *kept && !of.in_heading) else { return };
    for lead in leads.take_while(|&lead| lead < first) {
        verdict.set(lead, true, "the lead of a text that is kept");
    }
}

/// Keeps the text of the posts that belong to the thread, and drops advertising between them.
pub(crate) fn complete_thread(page: &Page, verdict: &mut Verdict, posts: &FoundPosts) {
    for at in posts.missing(page, &verdict.kept) {
        verdict.set(at, true, "the text of a post of the thread");
    }
    for at in posts.attached(page, &verdict.kept) {
        verdict.set(at, true, "attached to a post");
    }
    // Each mostly says who wrote the post below it.
    keep_between(
        verdict,
        |at| page.paragraphs()[at].in_heading,
        |_| (false, "a heading between posts"),
    );
    for at in posts.chrome(page) {
        if verdict.kept[at] {
            verdict.set(at, false, "next to the text of a post");
        }
    }
    for at in posts.advertising() {
        if verdict.kept[at] {
            verdict.set(at, false, "a post that is advertising");
        }
    }
}

/// The innermost element of each kind of [`BLOCKS`] around a paragraph.
#[derive(Clone, Copy, Default)]
struct Around([Option<NodeId>; BLOCKS.len()]);

impl Around {
    fn of(page: &Page, paragraph: &Paragraph) -> Around {
        let document = page.document();
        let origin = paragraph.origin();
        let mut blocks = Around::default();
        for id in around(document, origin) {
            if let Some(kind) = document.name(id).and_then(kind_of) {
                blocks.0[kind].get_or_insert(id);
            }
        }
        blocks
    }

    /// Returns the block of the kind that has this name.
    fn block(&self, name: Name) -> Option<NodeId> {
        self.0[kind_of(name)?]
    }

    /// Returns true in a block of the kind that has this name.
    fn is_in(&self, name: Name) -> bool {
        self.block(name).is_some()
    }
}

/// Returns the index in [`BLOCKS`] of the blocks with this name.
fn kind_of(name: Name) -> Option<usize> {
    let is_block = BLOCK_NAMES.contains(name);
    is_block.then(|| BLOCKS.iter().position(|block| block.names.contains(name))).flatten()
}

/// Keeps all of a block if enough of it is kept.
fn complete_blocks(
    page: &Page,
    verdict: &mut Verdict,
    block: &Block,
    element_of: impl Fn(usize) -> Option<NodeId>,
) {
    let paragraphs = page.paragraphs();
    let mut index = 0;
    while index < paragraphs.len() {
        let Some(element) = element_of(index) else {
            index += 1;
            continue;
        };
        let element_end = page.document().subtree_end(element);
        let inside = |of: &&Paragraph| (element..element_end).contains(&of.origin());
        let end = index + paragraphs[index..].iter().take_while(inside).count().max(1);
        if block.is_to_be_whole(&paragraphs[index..end], &verdict.kept[index..end])
            && !is_layout(page.document(), element)
        {
            for (at, paragraph) in paragraphs.iter().enumerate().take(end).skip(index) {
                if !verdict.kept[at] && paragraph.text_chars <= block.max_part {
                    verdict.set(at, true, "in a block that is kept");
                }
            }
        }
        index = end;
    }
}

impl Block {
    /// Returns true if these are the paragraphs of a block that is to be whole, and is not yet.
    fn is_to_be_whole(&self, paragraphs: &[Paragraph], kept: &[bool]) -> bool {
        let sum =
            |of: &mut dyn Iterator<Item = &Paragraph>| -> u32 { of.map(|p| p.text_chars).sum() };
        let all = sum(&mut paragraphs.iter());
        let of_kept = sum(&mut paragraphs.iter().zip(kept).filter(|of| *of.1).map(|of| of.0));
        let is_enough = u64::from(of_kept) * 100 >= u64::from(all) * u64::from(self.kept_percent);
        of_kept < all && is_enough && self.chars.contains(&all)
    }
}

/// Keeps a paragraph that ends with a colon before a kept item of a list.
fn keep_introductions(page: &Page, verdict: &mut Verdict, in_list: impl Fn(usize) -> bool) {
    let paragraphs = page.paragraphs();
    for index in 1..paragraphs.len() {
        let before = &paragraphs[index - 1];
        let is_introduction = !verdict.kept[index - 1]
            && verdict.kept[index]
            && before.text_chars <= MAX_INTRODUCTION
            && page.paragraph_text(before).ends_with([':', '：']);
        if is_introduction && in_list(index) && !in_list(index - 1) {
            verdict.set(index - 1, true, "introduces a list that is kept");
        }
    }
}

/// The elements whose text names the content that follows in their parent: a term and its
/// descriptions, a question and its answer that opens.
const LABELS: [Name; 2] = [name::DT, name::SUMMARY];

/// Keeps a dropped term before its kept description, and the summary of kept details.
fn keep_labels(page: &Page, verdict: &mut Verdict) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in (1..paragraphs.len()).rev() {
        let (label, next) = (at - 1, &paragraphs[at]);
        if verdict.kept[label] || !verdict.kept[at] {
            continue;
        }
        let first = |of: &Paragraph| page.paragraph_nodes(of).next();
        let mut around = first(&paragraphs[label]).into_iter().flat_map(|text| {
            // jusText's paragraphs do not begin at a `<summary>`, so their origin does not tell.
            around(document, text).skip(1)
        });
        let element = around.find(|&id| document.name(id).is_some_and(|of| LABELS.contains(&of)));
        let end = element.and_then(|id| document.parent(id)).map(|id| document.subtree_end(id));
        if first(next).is_some_and(|text| Some(text) < end) {
            verdict.set(label, true, "names a text that is kept");
        }
    }
}

/// The most paragraphs of a link card after its title.
const CARD_PARAGRAPHS: usize = 3;

/// Keeps the dropped title of a link card with its kept description: it has the link.
fn keep_card_titles(page: &Page, verdict: &mut Verdict) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in 0..paragraphs.len() {
        if verdict.kept[at] || !paragraphs[at].in_heading {
            continue;
        }
        let Some(card) = card_around(document, paragraphs[at].origin()) else { continue };
        let end = document.subtree_end(card);
        let after = at + 1..paragraphs.len().min(at + 1 + CARD_PARAGRAPHS);
        let mut inside = after.take_while(|&next| paragraphs[next].origin() < end);
        if inside.any(|next| verdict.kept[next]) {
            verdict.set(at, true, "the title of a link card that is kept");
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

/// Keeps those of some paragraphs that come after a kept one whose parent contains them.
fn keep_after(
    page: &Page,
    verdict: &mut Verdict,
    reason: &'static str,
    may_be_kept: impl Fn(usize) -> bool,
) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in 1..paragraphs.len() {
        if verdict.kept[at] || !verdict.kept[at - 1] || !may_be_kept(at) {
            continue;
        }
        let parent = document.parent(paragraphs[at - 1].origin());
        let end = parent.map(|id| document.subtree_end(id));
        if end.is_some_and(|end| paragraphs[at].origin() < end) {
            verdict.set(at, true, reason);
        }
    }
}

/// Keeps the notes to kept texts if some of them are kept, or if there are few: long lists of
/// references are mostly no content.
fn keep_notes(page: &Page, verdict: &mut Verdict) {
    let notes = notes(page.document());
    let of_kept = notes.iter().filter_map(|(reference, note)| {
        let after = page.paragraphs_in(*reference).end;
        let is_kept = after.checked_sub(1).is_some_and(|at| verdict.kept[at]);
        is_kept.then(|| page.paragraphs_among(note.clone()))
    });
    let of_kept: Vec<_> = of_kept.collect();
    let has_kept = of_kept.iter().any(|note| verdict.kept[note.clone()].contains(&true));
    if !has_kept && of_kept.len() > MAX_DROPPED_NOTES {
        return;
    }
    for at in of_kept.into_iter().flatten() {
        if !verdict.kept[at] {
            verdict.set(at, true, "a note to a text that is kept");
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` has a character per paragraph: `+` for kept, `?` for one in doubt, `.` for surely
    /// boilerplate.
    fn check(html: &str, kept: &str, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::nothing("test", &page);
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        let probability = |c: char| match c {
            '.' => 0.05,
            '?' => 0.45,
            '+' => 0.9,
            _ => 0.3,
        };
        let probabilities: Vec<f64> = kept.chars().map(probability).collect();
        repair(&page, &mut verdict, &probabilities, None);
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn the_lead_goes_with_its_text() {
        let html = "<h1>Title</h1><p>Lead<p>One<p>Two";
        let page = Page::measure(Parser::default().parse(html));
        let with_lead = |kept: [bool; 4]| {
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept = kept.to_vec();
            keep_lead(&page, &mut verdict, [1, 2].into_iter());
            verdict.kept
        };
        assert_eq!(with_lead([true, false, false, true]), [true; 4]);
        assert_eq!(with_lead([false, false, true, false]), [false, true, true, false]);
        assert_eq!(with_lead([true, false, false, false]), [true, false, false, false]);
    }

    #[test]
    fn a_heading_goes_with_its_text() {
        check("<p>One<h2>Two</h2><p>Three", "+-+", "+++");
        check("<p>One<h2>Two</h2><h3>Three</h3><p>Four", "+--+", "++++");
        check("<p>One<h2>Two</h2><p>Three", "+--", "+--");
        check("<p>One<h2>Two</h2><p>Three", "--+", "--+");
        check("<p>One<p>Two<h2>Three</h2><p>Four", "+--+", "+-++");
        check("<p>One<p>Two<h2>Three</h2><p>Four", "+-.+", "+--+");
        let link = "<h2 id=two>Two</h2><a href=#two>Section titled Two</a>";
        check(&format!("<p>One{link}<p>Three"), "+--+", "++-+");
        check(&format!("<p>One{link}<p>Three"), "++++", "++-+");
        let itself = "<p>One<h2 id=two><a href=#two>Two</a></h2><p>Three";
        check(itself, "+.+", "+++");
        check(&itself.replace("#two", "#one"), "+.+", "+-+");
        check(&format!("<p>One{}<p>Three", link.replace("#two", "#one")), "+--+", "+--+");
        check("<p>One<p>Two<p>Three", "+-+", "+-+");
        check("<p>One<h2>Two</h2>", "+-", "+-");
        check("<p>One<h2>Read on</h2><p>Three", "+.+", "+-+");
    }

    #[test]
    fn a_heading_that_is_boilerplate_does_not_hide_the_next_one() {
        check("<p>One<h2>Read on</h2><h2>Two</h2><p>Three", "+.-+", "+-++");
    }

    #[test]
    fn terms_and_questions_go_with_their_answers() {
        check("<dl><dt>Flour<dd>500 g<dt>Salt<dd>10 g</dl>", "-+-+", "++++");
        check("<dl><div><dt>Flour</dt><dd>500 g</dd></div></dl>", "-+", "++");
        check("<details><summary>Why?</summary><p>Because.</details>", "-+", "++");
        check("<details><summary>Why?</summary><p>Because.</details>", "--", "--");
        check("<dl><dt>Flour</dl><p>One", "-+", "-+");
    }

    #[test]
    fn the_title_of_a_link_card_goes_with_its_description() {
        let card = "<p>One<aside class=onebox><header>a.example</header><h3><a href=/>Two</a></h3>\
            <p>Three</aside>";
        check(card, "+--+", "+-++");
        check(card, "+---", "+---");
    }

    #[test]
    fn a_table_in_doubt_goes_with_the_text_around() {
        let table = "<table><tr><td>Flour<td>Water<tr><td>500 g<td>350 g</table>";
        let page = format!("<p>One{table}<p>Two");
        for (kept, expected) in [
            ("+????+", "++++++"),
            ("+--??+", "++++++"),
            ("+----+", "+----+"),
            ("-????+", "-----+"),
            ("+?????", "+-----"),
        ] {
            check(&page, kept, expected);
        }
        let layout = "<table><tr><td>Ann<br>Posts: 9<td><p>One<tr><td>Bob<td><p>Two</table>";
        check(layout, "?+?+", "-+-+");
        let post = "<td><p>A post";
        let member = "<td><table><tr><td>Bob<td>Posts: 9</table>";
        check(&format!("<table><tr>{post}<tr>{member}{post}</table>"), "+??+", "+--+");
        let inner = "<table><tr><td><p>A post</table>";
        check(&format!("<table><tr><td>{inner}<tr><td>Bob<td>{inner}</table>"), "+?+", "+-+");
    }

    #[test]
    fn tables_and_code_are_whole() {
        let table = "<table><tr><th>A<td>one<tr><th>B<td>two</table>";
        check(table, "+++-", "++++");
        check(table, "+---", "+---");
        check(table, "-+--", "++++");
        check("<pre>one<p>two</pre>", "+-", "++");
        check("<div><table><tr><td>one<td>two</table>three</div>", "++-", "++-");
        let layout = "<table><tr><td>One<td><table><tr><td>two</table></table>";
        check(layout, "+-", "+-");
        let post = "<table><tr><td>Ann<br>Posts: 9<td><p>by Ann, on Monday<p>A post</table>";
        check(post, "-+-", "-+-");
    }

    #[test]
    fn short_parts_of_items_and_lists_are_kept() {
        check("<ul><li><div>2</div><div>cups of flour</div></ul>", "-+", "++");
        check("<ul><li><div>2</div><div>cups of flour</div></ul>", "+-", "+-");
        let more = "A part of an item of more than forty characters";
        check(&format!("<ul><li><div>{more}</div><div>{more} here</div></ul>"), "-+", "-+");
        check("<ul><li>one<li>two<li>three</ul>", "-++", "+++");
        let long = "A text of forty characters and then more.".repeat(9);
        check(&format!("<ul><li>one<li>{long}</ul>"), "-+", "-+");
    }

    #[test]
    fn long_definition_lists_and_figures_are_whole() {
        let long = "Words of a definition. ".repeat(15);
        check(&format!("<dl><dt>Term<dd>{long}<dt>Other<dd>One</dl>"), "-+--", "++++");
        check("<dl><dt>Joined<dd>2019, in the spring<dt>Posts<dd>3</dl>", "-+--", "++--");
        check("<figure><p>A picture of a harbour<figcaption>By me</figure>", "+-", "++");
    }

    #[test]
    fn a_quote_goes_with_its_source() {
        let sentence = "<p>The boat was ours, and so was the river.";
        for source in ["<footer>— Ann</footer>", "<cite>Ann</cite>", "<p>— Ann, 1912"] {
            let html = format!("<blockquote>{sentence}</p>{source}</blockquote>");
            check(&html, "+-", "++");
            check(&html, "-+", "-+");
        }
        let long = "A text of forty characters and then more.".repeat(3);
        let html = format!("<blockquote>{}<p>{long}</blockquote>", sentence.repeat(4));
        check(&html, "++++-", "++++-");
    }

    #[test]
    fn code_goes_with_its_text() {
        check("<p>One<pre>two</pre><p>Three", "+-+", "+++");
        check("<p>One<pre>two</pre><p>Three", "+--", "++-");
        check("<p>One<div class=code><pre>two</pre></div>", "+-", "++");
        check("<p>One<pre>two</pre>", "+.", "+-");
        check("<p>One<pre>two</pre><p>Three", "--+", "--+");
        check("<div><p>One</div><pre>two</pre><p>Three", "+--", "+--");
    }

    #[test]
    fn code_after_a_text_is_whole() {
        let line = "<tr><td class=blob-num data-line-number=1><td class=blob-code>two";
        let table = format!("<table class=highlight>{}</table>", line.repeat(3));
        check(&format!("<div><p>One{table}</div>"), "+---", "++++");
        check(&format!("<div><p>One{table}</div>"), "+.-.", "++++");
        check(&format!("<div><p>One{table}</div>"), "+...", "+---");
        let name = "<div>wall.py</div>";
        check(&format!("<div><p>One{name}<pre>two</pre></div>"), "+.-", "+-+");
        let names = name.repeat(3);
        check(&format!("<div><p>One{names}<pre>two</pre></div>"), "+...-", "+----");
    }

    #[test]
    fn a_formula_goes_with_its_text() {
        let formula = "<div class=math data-math='a^2'>a2</div>";
        check(&format!("<p>One{formula}<p>Three"), "+--", "++-");
        check(&format!("<p>One{formula}"), "+.", "+-");
        check("<p>One<p><span class=math data-math='a^2'>a<sup>2</sup></span>", "+-", "++");
        check("<p>One<p><span class=math data-math='a^2'>a2</span> two", "+-", "+-");
        check("<p>One<div class=math>two</div>", "+-", "+-");
    }

    #[test]
    fn notes_go_with_their_references() {
        let text = "<p>Tea<sup><a href=#n1 id=r1>1</a></sup><p>Cups";
        let note = "<ol><li id=n1><p>From China.<a href=#r1>↩</a><p>By ship.</ol><p>More";
        check(&format!("{text}{note}"), "++---", "++++-");
        check(&format!("{text}{note}"), "-+---", "-+---");
    }

    #[test]
    fn introductions_go_with_their_lists() {
        check("<p>Take:<ul><li>one<li>two</ul>", "-++", "+++");
        check("<p>Take<ul><li>one<li>two</ul>", "-++", "-++");
        check("<p>Take:<p>one", "-+", "-+");
        check("<ul><li>Take:<li>one</ul>", "-+", "-+");
    }
}
