//! Features of the whole page, the same in every row.

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::columns::Feature;
use super::elements::{Elements, TYPES};
use super::row::{Row, count, ratio};
use super::text::{Counts, PageWords, WordSet};
use super::topics::for_each_word;
use crate::page::Page;

/// A paragraph of at least this many characters is long.
const LONG_CHARS: u32 = 200;

/// Returns the words of the page's title, description and address.
pub(super) fn page_words(page: &Page, address: Option<&Url>) -> PageWords {
    let document = page.document();
    let (mut title, mut description) = (WordSet::default(), WordSet::default());
    for_each_word(document.title().unwrap_or_default(), |word| title.insert(word));
    let metas = document.head().into_iter().flat_map(|head| document.elements(head));
    for id in metas.filter(|&id| document.name(id) == Some(name::META)) {
        let content = document.attr(id, name::CONTENT).unwrap_or_default();
        match meta_name(document, id) {
            "og:title" | "twitter:title" => for_each_word(content, |word| title.insert(word)),
            "description" | "og:description" => {
                for_each_word(content, |word| description.insert(word));
            }
            _ => {}
        }
    }
    let mut of_address = WordSet::default();
    if let Some(url) = address {
        for_each_word(url.path(), |word| of_address.insert(word));
    }
    PageWords::new(title, description, of_address)
}

fn meta_name(document: &Document, id: NodeId) -> &str {
    let property = document.attr(id, name::PROPERTY);
    property.or_else(|| document.attr(id, name::NAME)).unwrap_or_default()
}

/// Writes the features of the page's elements and address.
pub(super) fn write(row: &mut Row<'_>, page: &Page, elements: &Elements, address: Option<&Url>) {
    let stats = page.stats(NodeId::DOCUMENT);
    let counts = &elements.page;
    let chars = stats.text_chars;
    row.set(Feature::PageChars, count(chars));
    row.set(Feature::PageParagraphs, count(page.paragraphs().len() as u32));
    row.set(Feature::PageLinks, ratio(stats.link_chars, chars));
    row.set(Feature::PageDensity, ratio(chars, stats.tags.max(1)));
    row.set(Feature::PageCommas, 100.0 * ratio(stats.commas, chars));
    row.set(Feature::PageSentences, 100.0 * ratio(stats.sentence_ends, chars));
    row.set(Feature::PageItems, ratio(counts.item_chars, chars));
    row.set(Feature::PageTables, ratio(counts.table_chars, chars));
    row.set(Feature::PageCode, ratio(counts.code_chars, chars));
    row.set(Feature::PageComments, ratio(counts.comment_chars, chars));
    row.set(Feature::PageMessages, ratio(counts.message_chars, chars));
    row.set(Feature::PageProducts, ratio(counts.product_chars, chars));
    row.set(Feature::PageArticles, count(counts.articles));
    row.set(Feature::PageMain, count(counts.mains.min(1)));
    row.set(Feature::PageTitles, count(counts.titles));
    row.set(Feature::PageHeadings, count(counts.headings));
    row.set(Feature::PageTimes, count(counts.times));
    row.set(Feature::PageImages, count(counts.images));
    row.set(Feature::PageFields, count(counts.fields));
    let repeat = elements.largest_repeat();
    row.set(Feature::PageRepeated, ratio(repeat.chars, chars));
    row.set(Feature::PageRepeats, count(repeat.count));
    row.set(Feature::PageRepeatChars, ratio(repeat.chars, repeat.count));
    row.set(Feature::PageRepeatLinks, ratio(repeat.link_chars, repeat.chars));
    for ((feature, _), said) in TYPES.into_iter().zip(counts.types) {
        row.set(feature, f32::from(said));
    }
    write_address(row, address);
}

/// The words in addresses that have a column for their kind.
const PATH_WORDS: [(Feature, &[&str]); 4] = [
    (
        Feature::PathForum,
        &["forum", "thread", "topic", "discussion", "question", "viewtopic", "community"],
    ),
    (Feature::PathProduct, &["product", "item", "shop", "store", "/p/", "/dp/"]),
    (
        Feature::PathCategory,
        &["category", "categories", "collection", "tag/", "list", "search", "browse"],
    ),
    (Feature::PathDocs, &["docs", "doc/", "manual", "reference", "guide", "wiki", "help", "api"]),
];

fn write_address(row: &mut Row<'_>, address: Option<&Url>) {
    let Some(url) = address else {
        row.set(Feature::PathSegments, -1.0);
        return;
    };
    let address = url.as_str().to_ascii_lowercase();
    let segments: Vec<&str> = url.path().split('/').filter(|part| !part.is_empty()).collect();
    row.set(Feature::PathSegments, count(segments.len() as u32));
    let last = segments.last().copied().unwrap_or_default();
    let words = last.split(['-', '_', '.', '+']).filter(|word| !word.is_empty()).count();
    row.set(Feature::PathWords, count(words as u32));
    let digits = url.path().bytes().filter(u8::is_ascii_digit).count();
    row.set(Feature::PathDigits, count(digits as u32));
    for (feature, words) in PATH_WORDS {
        row.set(feature, f32::from(words.iter().any(|word| address.contains(word))));
    }
}

/// Writes the features of the page's paragraphs.
pub(super) fn write_texts(row: &mut Row<'_>, page: &Page, texts: &[Counts]) {
    let chars: u32 = page.paragraphs().iter().map(|paragraph| paragraph.text_chars).sum();
    let long = page.paragraphs().iter().map(|paragraph| paragraph.text_chars);
    row.set(Feature::PageLong, ratio(long.filter(|&chars| chars >= LONG_CHARS).sum(), chars));
    row.set(
        Feature::PagePrices,
        count(texts.iter().filter(|counts| counts.has_price()).count() as u32),
    );
}
