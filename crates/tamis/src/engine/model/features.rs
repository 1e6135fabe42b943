//! The features of a page's paragraphs: one row per paragraph, one column per feature.
//!
//! A tree can only ask about what is in a column, so the columns are all that the model knows of a
//! page. They say what a person would look at to tell content from boilerplate without reading the
//! text:
//!
//! - the text itself: its length, its links, its punctuation (`text`);
//! - the elements and classes around it, for example how far up an `<article>` or an element with
//!   the class "comments" is (`elements`, `class_groups`, `surroundings`);
//! - the paragraphs that are built alike, within elements of the same names and classes, and how
//!   many of them the engines keep (`kin`);
//! - the headings before it and what they are about, for example "Related" (`headings`, `topics`);
//! - the paragraphs before and after it, as copies of some of their columns;
//! - the page as a whole (`page_row`), which is the same in each row;
//! - the verdicts of the engines and how far they agree (`votes`).
//!
//! Values are counts, shares and flags, and not words of one language: a model that knew the words
//! of its training pages would be wrong on all others. The topics are an exception, because they
//! are few and come from lists for many languages.
//!
//! A neighbour that does not exist has the value -1 rather than 0, because 0 is an answer. For
//! example, the column `chars-1` of the first paragraph is -1: there is no paragraph before it.
//!
//! Only paragraphs near one that an engine keeps have a row. Paragraphs farther away are almost
//! never content, and skipping them halves the work. Rows are made 32 at a time, because a whole
//! table needs a kilobyte per paragraph: 200 MB on a page of 2 MB of list items.
//!
//! The names of the columns are hashed into a model's file. So a model that was trained with other
//! columns is refused instead of giving wrong answers.

mod blocks;
mod class_groups;
mod columns;
#[cfg(test)]
mod columns_tests;
mod containers;
mod elements;
mod facts;
mod headings;
mod kin;
mod page_row;
mod row;
mod surroundings;
mod text;
mod topics;
mod unit;
mod votes;

use super::LATE_ENGINE;
use crate::page::Page;
use crate::verdict::Verdict;

pub(super) use blocks::{Block, PageRows};
pub(super) use columns::COLUMNS;
pub use columns::Column;

/// Returns a hash of the names of the features: a model fits only the features that it was trained
/// with.
pub(super) fn names_hash() -> u64 {
    topics::word_hash(&columns::names().concat())
}

/// Returns true if the verdict of [`LATE_ENGINE`] is among these.
pub(super) fn has_late(verdicts: &[Verdict]) -> bool {
    verdicts.iter().any(|verdict| verdict.engine == LATE_ENGINE.as_str())
}

/// The facts about a page from which the model predicts which paragraphs are main content.
///
/// Each row describes a paragraph of [`Page::paragraphs`], each column is a named feature. Counts
/// are whole numbers, shares are 0 to 1, and flags are 0 or 1, so the values are the same on every
/// machine. Only paragraphs near one that an engine keeps are described.
///
/// ```
/// use tamis::engine::model::FeatureTable;
///
/// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
/// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
/// let page = extractor.page(&format!("<h1>Bread</h1><p>{text}"));
/// let table = FeatureTable::of(&page, &extractor.verdicts(&page));
/// let column = FeatureTable::names().iter().position(|name| name == "chars").unwrap();
/// let chars = table.rows().map(|(paragraph, row)| (paragraph, row[column]));
/// assert_eq!(chars.collect::<Vec<_>>(), [(0, 5.0), (1, 255.0)]);
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FeatureTable {
    /// The index of the paragraph of each row, rising.
    paragraphs: Vec<u32>,
    values: Vec<f32>,
    has_late: bool,
}

impl FeatureTable {
    /// Returns the features of a page's paragraphs. `verdicts` are those of the engines of
    /// [`EngineName::ALL`](crate::engine::EngineName::ALL), in any order. An engine without a
    /// verdict counts as one that keeps nothing.
    ///
    /// # Panics
    ///
    /// If a verdict is about another page.
    pub fn of(page: &Page, verdicts: &[Verdict]) -> FeatureTable {
        let mut table = FeatureTable { has_late: has_late(verdicts), ..FeatureTable::default() };
        PageRows::new(page).for_each_block(verdicts, |block| {
            table.paragraphs.extend_from_slice(block.paragraphs);
            table.values.extend_from_slice(block.values);
        });
        table
    }

    /// Returns the name of each column.
    pub fn names() -> Vec<String> {
        columns::names()
    }

    /// Returns the columns, with what each means. [`Column`] has an example.
    pub fn columns() -> &'static [Column] {
        columns::columns()
    }

    /// Returns the rows: for each described paragraph its index, and its features in the order of
    /// [`FeatureTable::names`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (usize, &[f32])> {
        self.block().rows()
    }

    /// Returns true if one of the verdicts is that of [`LATE_ENGINE`]. A table without it is judged
    /// by trees of its own.
    pub(super) fn has_late(&self) -> bool {
        self.has_late
    }

    /// Returns all rows as one block.
    pub(super) fn block(&self) -> Block<'_> {
        Block { paragraphs: &self.paragraphs, values: &self.values }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::EngineName;
    use crate::page::Measurer;
    use tamis_dom::Parser;

    /// Returns a page of paragraphs, and verdicts that all keep the paragraphs with these indices.
    fn table(html: &str, kept: &[usize]) -> (Page, FeatureTable) {
        let page = Measurer::default().measure(Parser::default().parse(html));
        let verdict = |engine: &EngineName| {
            let mut verdict = Verdict::nothing(engine.as_str(), &page);
            for &index in kept {
                verdict.keep(index, "");
            }
            verdict
        };
        let verdicts: Vec<Verdict> = EngineName::ALL.iter().map(verdict).collect();
        let table = FeatureTable::of(&page, &verdicts);
        (page, table)
    }

    /// Returns the values of a column, with -9 for paragraphs that are not described.
    fn column(html: &str, kept: &[usize], name: &str) -> Vec<f32> {
        let (page, table) = table(html, kept);
        let names = FeatureTable::names();
        let column = names.iter().position(|other| other == name).unwrap();
        let mut values = vec![-9.0; page.paragraphs().len()];
        table.rows().for_each(|(index, row)| values[index] = row[column]);
        values
    }

    fn check(html: &str, kept: &[usize], name: &str, expected: &[f32]) {
        assert_eq!(column(html, kept, name), expected, "{name} of {html}");
    }

    #[test]
    fn names_are_unique() {
        let names = FeatureTable::names();
        assert_eq!(names.len(), COLUMNS);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), COLUMNS);
    }

    #[test]
    fn each_column_is_described() {
        let columns = FeatureTable::columns();
        let descriptions: BTreeSet<_> = columns.iter().map(Column::description).collect();
        assert_eq!(descriptions.len(), columns.len(), "two columns have the same description");
        for (column, name) in columns.iter().zip(FeatureTable::names()) {
            let description = column.description();
            assert_eq!(column.name(), name);
            assert!(description.starts_with(|c: char| c.is_ascii_uppercase()), "{description}");
            assert!(!description.contains(". "), "{description}");
        }
        let last = columns.last().unwrap();
        assert_eq!(last.name(), "near_links+2");
        let expected = "Share of the nearest container in links (second paragraph after)";
        assert_eq!(last.description(), expected);
    }

    #[test]
    fn only_paragraphs_near_kept_ones_are_described() {
        let html = "<p>a".repeat(12);
        let far = -9.0;
        let votes = [0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, far, far, far];
        check(&html, &[4], "votes", &votes);
        check(&html, &[], "votes", &[far; 12]);
        let (_, table) = table("", &[]);
        assert_eq!(table.rows().len(), 0);
    }

    #[test]
    fn texts() {
        check("<p>One, two<p>Three.", &[0], "chars", &[8.0, 6.0]);
        check("<p>One, two<p>Three.", &[0], "words", &[2.0, 1.0]);
        check("<p>One, two<p>Three.", &[0], "last_char", &[1.0, 7.0]);
        check("<p>One<p>Two<p>One", &[0], "copies", &[2.0, 1.0, 2.0]);
        check("<p>One<p>Two<p>One", &[0], "is_copy", &[0.0, 0.0, 1.0]);
        check("<p><a href=/>One</a><p>Two", &[0], "link_density", &[1.0, 0.0]);
        check("<title>Good bread</title><p>Bread is good<p>Two", &[0], "of_title", &[1.0, 0.0]);
        check("<p>Read more<p>Two", &[0], "words_related", &[1.0, 0.0]);
        check("<p>本文です<p>Two", &[0], "words", &[4.0, 1.0]);
    }

    #[test]
    fn surroundings() {
        let html = "<article><div class=comments><p>One</p></div><p>Two</article><p>Three";
        check(html, &[0], "to_article", &[2.0, 1.0, 31.0]);
        check(html, &[0], "class_comment", &[1.0, 31.0, 31.0]);
        check(html, &[0], "articles", &[1.0, 1.0, 0.0]);
        check(
            "<p hidden>One<p style='color:red; display: none'>Two<p>Three",
            &[0],
            "to_hidden",
            &[0.0, 0.0, 31.0],
        );
        let list = "<ul><li class=a>One<li class=b>Two<li class=a>Three</ul>";
        check(list, &[0], "repeat_count", &[2.0, 0.0, 2.0]);
        check(list, &[0], "repeat_index", &[0.0, 0.0, 1.0]);
    }

    #[test]
    fn kin_and_twins() {
        let html = "<div class=a><p>One</div><div class=b><p>Three</div><div class=a><p>Two</div>";
        check(html, &[0], "kin_count", &[2.0, 1.0, 2.0]);
        check(html, &[0], "kin_index", &[0.0, 0.0, 1.0]);
        check(html, &[0], "kin_chars", &[3.0, 5.0, 3.0]);
        check(html, &[0], "kin_votes", &[2.0, 0.0, 2.0]);
        check(html, &[0], "kin_selectors", &[0.5, 0.0, 0.5]);
        let html = format!("<main>{html}</main>{html}");
        check(&html, &[2], "kin_count", &[4.0, 2.0, 4.0, 4.0, 2.0, 4.0]);
        check(&html, &[2], "twin_count", &[2.0, 1.0, 2.0, 2.0, 1.0, 2.0]);
    }

    #[test]
    fn a_page_without_an_address_has_its_canonical_one() {
        for (head, segments) in [
            ("", -1.0),
            ("<link rel=canonical href=https://example.com/a/b>", 2.0),
            ("<meta property=og:url content=https://example.com/a/b/c>", 3.0),
            ("<link rel=canonical href=/a/b>", -1.0),
            ("<link rel=next href=https://example.com/a/b>", -1.0),
        ] {
            check(&format!("{head}<p>One"), &[0], "path_segments", &[segments]);
        }
    }

    #[test]
    fn engines_are_known_by_their_names() {
        let page = Page::measure(Parser::default().parse("<p>One<p>Two"));
        let verdict = |engine: EngineName, kept: usize| {
            let mut verdict = Verdict::nothing(engine.as_str(), &page);
            verdict.keep(kept, "");
            verdict
        };
        let [one, two] = [verdict(EngineName::Selectors, 0), verdict(EngineName::Justext, 1)];
        let nothing = Verdict::nothing(EngineName::Readability.as_str(), &page);
        let of = |verdicts: &[&Verdict]| {
            FeatureTable::of(&page, &verdicts.iter().copied().cloned().collect::<Vec<_>>()).values
        };
        assert_eq!(of(&[&one, &two]), of(&[&two, &nothing, &one]));
        assert_ne!(of(&[&one, &two]), of(&[&one]));
    }

    #[test]
    fn leads_say_what_the_description_says() {
        let lead = "Flour, water, salt and time are all that you need";
        let head =
            format!("<title>Bread</title><meta name=description content='{lead}, he said.'>");
        let leads = |body: &str| {
            let (_, table) = table(&format!("{head}{body}"), &[2]);
            table.block().leads().collect::<Vec<usize>>()
        };
        let none: [usize; 0] = [];
        assert_eq!(leads(&format!("<p>Ann<h1>Bread</h1><p>{lead}.<p>{lead}<p>More")), [2, 3]);
        assert_eq!(leads(&format!("<p>{lead}<h1>Bread</h1><p>Ann<h2>{lead}</h2>")), [3]);
        assert_eq!(leads(&format!("<h1>Bread</h1><h2>Ann</h2><p>{lead}")), none);
        assert_eq!(leads(&format!("<h2>Ann</h2><p>{lead}<p>One")), none);
        assert_eq!(leads("<h1>Bread</h1><p>Flour, water, salt<p>One"), none);
    }

    #[test]
    fn places() {
        let html = "<title>Bread</title><p>One<h1>Bread</h1><p>Two<h2>Related</h2><p>Three";
        check(html, &[2], "headings_since_title", &[0.0, 0.0, 1.0, 1.0, 2.0]);
        check(html, &[2], "last_level", &[0.0, 0.0, 1.0, 1.0, 2.0]);
        check(html, &[2], "heading_related", &[0.0, 0.0, 0.0, 0.0, 1.0]);
        check(html, &[2], "back_to_kept", &[100.0, 100.0, 0.0, 1.0, 2.0]);
        check(html, &[2], "chars-1", &[-1.0, 3.0, 5.0, 3.0, 7.0]);
        check(html, &[2], "chars+2", &[3.0, 7.0, 5.0, -1.0, -1.0]);
    }
}
