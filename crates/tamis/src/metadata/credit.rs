//! Authors after a label in Chinese and Japanese, anywhere in the page: `作者：王小明`,
//! `（记者 王小明 李雷）`.
//!
//! Authors in Korean are found by the job after their name too: see [`korean`].
//!
//! These pages name the author at the end as often as at the beginning, and many have no heading.

mod korean;

use memchr::memmem;
use tamis_dom::NodeId;

use super::aside::is_aside;
use super::authors::is_host;
use super::candidate::{Candidate, Origin};
use super::collector::Collector;
use super::field::Field;
use super::own_line::marked;
use super::place::Place;
use crate::words::{List, words};

/// The longest line, and the longest bracket at the end of a longer text, in bytes.
const LINE_BYTES: usize = 120;

/// The most characters of a name, or of its family and given name where a space is between them.
const NAME_CHARS: usize = 4;

/// The most names after one label.
const MAX_NAMES: usize = 8;

/// Adds the authors after labels.
pub(super) fn add_credits(collector: &mut Collector<'_>, heading: Option<NodeId>) {
    let page = collector.page;
    let text = page.text.as_bytes();
    if !has_ideograph(text) {
        return;
    }
    add_lines(collector, heading, |text| {
        short_part(text)
            .and_then(chinese)
            .or_else(|| signature(text))
            .or_else(|| korean::credit(text))
    });
    let is_credited = collector.of(Field::Author).any(|author| author.place == Place::Credit);
    if is_credited {
        // The name of the site does not count if a person is named too.
        let is_site =
            |candidate: &Candidate| candidate.field == Field::Author && is_host(&candidate.value);
        collector.found.candidates.retain(|candidate| !is_site(candidate));
    }
    if collector.of(Field::Author).next().is_none()
        && words()
            .list(List::Editors)
            .iter()
            .any(|label| memmem::find(text, label.as_bytes()).is_some())
    {
        add_lines(collector, heading, |text| short_part(text).and_then(editors));
    }
}

/// Adds the authors that are found in the paragraphs.
fn add_lines(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    find: impl Fn(&str) -> Option<String>,
) {
    let page = collector.page;
    for paragraph in page.paragraphs() {
        let Some(names) = find(page.paragraph_text(paragraph)) else { continue };
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        if is_aside(collector.page, node, heading) {
            continue;
        }
        let at = collector.chars_before(node);
        let origin = Origin::new(Place::Credit, "text", node).with_tiebreak(at);
        let origin = marked(collector, origin, &names, node, heading);
        collector.add(Field::Author, &names, origin);
    }
}

/// Returns true if a text may have Chinese or Korean characters. Those of the labels begin with one
/// of these bytes, which are rare in texts of most languages, so this check spares nearly all pages
/// the search.
fn has_ideograph(text: &[u8]) -> bool {
    // Without branches, so that the compiler can look at many bytes at once.
    let has =
        |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | (0xe4..=0xed).contains(byte));
    text.chunks(256).any(has)
}

/// The longest text, in bytes, in the middle of which an author is named.
const MIDDLE_BYTES: usize = 600;

/// Returns the part of a text that can be a credit: a short line, the author within a line of
/// facts, or the bracket that a longer text ends with.
fn short_part(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.len() <= LINE_BYTES {
        return Some(text);
    }
    let label = ["作者：", "作者:"].iter().find_map(|label| text.find(label));
    if let Some(at) = label.filter(|_| text.len() <= MIDDLE_BYTES) {
        return Some(&text[at..text.floor_char_boundary(at + LINE_BYTES)]);
    }
    let inner = text.strip_suffix(['）', ')'])?;
    let inner = &inner[inner.ceil_char_boundary(inner.len().saturating_sub(LINE_BYTES))..];
    let start = inner.rfind(['（', '('])?;
    Some(&inner[start..])
}

/// Returns the names after a label, or before a job in Korean, with commas between them.
pub(super) fn credit(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    chinese(text).or_else(|| korean::credit(text))
}

/// Returns the names after the first label that has any.
fn chinese(text: &str) -> Option<String> {
    let labels = words().list(List::Credits).iter();
    let labelled =
        labels.filter(|label| !label.starts_with(korean::is_syllable)).find_map(|label| {
            let at = text.find(label)?;
            names_after(&text[at + label.len()..])
        });
    labelled.or_else(|| {
        words().list(List::TextCredits).iter().find(|label| text.starts_with(**label))?;
        names_after(&text["文".len()..])
    })
}

/// Returns the editors after a label with a colon.
fn editors(text: &str) -> Option<String> {
    words().list(List::Editors).iter().find_map(|label| {
        let rest = &text[text.find(label)? + label.len()..];
        rest.trim_start().starts_with([':', '：']).then(|| names_after(rest))?
    })
}

/// Returns the names in the bracket that a text ends with, without a label: `（王小明）`, or with the
/// place of a report: `（王小明 上海报道）`. The text is long or the bracket alone.
fn signature(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = text.strip_suffix(['）', ')'])?;
    let start = inner.rfind(['（', '('])?;
    if start > 0 && text.len() <= LINE_BYTES || inner.len() - start > LINE_BYTES / 2 {
        return None;
    }
    let inner = inner[start..].trim_start_matches(['（', '(']);
    let parts = inner.split(|c: char| c.is_whitespace() || c == '、');
    let names: Vec<&str> = parts.take_while(|part| !is_no_name(part)).collect();
    let is_name = |word: &&str| {
        (2..NAME_CHARS).contains(&word.chars().count())
            && word.chars().all(is_ideograph)
            && word.starts_with(|first| {
                words().list(List::FamilyNames).iter().any(|names| names.contains(first))
            })
    };
    (!names.is_empty() && names.iter().all(is_name)).then(|| names.join("、"))
}

/// Returns true for a word after the names that is not a name itself.
fn is_no_name(word: &str) -> bool {
    words()
        .list(List::AfterCredits)
        .iter()
        .any(|part| word.starts_with(part) || word.ends_with(part))
}

fn names_after(rest: &str) -> Option<String> {
    let is_gap =
        |c: char| c.is_whitespace() || matches!(c, ':' | '：' | '/' | '／' | '|' | '｜' | '＝');
    let text = rest.trim_start_matches(is_gap);
    let has_gap = text.len() < rest.len();
    let end =
        text.find(|c: char| !(is_ideograph(c) || c.is_whitespace() || matches!(c, '·' | '、')));
    let (text, after) = text.split_at(end.unwrap_or(text.len()));
    // "记者了解到，…" goes on with a sentence.
    let ends = after.starts_with(['/', '／', '）', ')', '】', ']']);
    if !has_gap && !ends {
        return None;
    }
    // "记者 王小明 通讯员 李雷"
    let without_label = |word: &'_ str| {
        let label = words().list(List::Credits).iter().find(|label| word.starts_with(**label));
        label.map_or(0, |label| label.len())
    };
    let parts = text.split(|c: char| c.is_whitespace() || c == '、');
    let parts = parts.map(|part| &part[without_label(part)..]);
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    // "文：田村直子　撮影：佐藤健一" goes on with the label of somebody else.
    if after.starts_with([':', '：', '=', '＝']) {
        parts.pop();
    }
    // A name of two characters is often written with a space between them.
    if parts.len() == 2 && parts.iter().all(|part| part.chars().count() == 1) {
        return Some(parts.concat());
    }
    // The family and the given name of a Japanese author, of which one has a single character.
    if let [family, given] = parts[..]
        && family.chars().count() + given.chars().count() <= NAME_CHARS
        && [family, given].iter().any(|part| part.chars().count() == 1)
    {
        return Some(parts.join(" "));
    }
    let is_name = |word: &&&str| {
        (2..=NAME_CHARS).contains(&word.chars().count())
            && !is_no_name(word)
            && !words().has(List::OtherRoles, word)
    };
    let names: Vec<&str> = parts.iter().take_while(is_name).take(MAX_NAMES).copied().collect();
    (!names.is_empty()).then(|| names.join("、"))
}

/// Returns true for the characters of Chinese, and of most Japanese names.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_after_labels() {
        for (text, expected) in [
            ("作者：王小明", Some("王小明")),
            ("来源：晨报 作者: 王小明 李雷", Some("王小明、李雷")),
            ("作者：王 明", Some("王明")),
            ("文：佐藤 健", Some("佐藤 健")),
            ("取材・文／鈴木一郎", Some("鈴木一郎")),
            ("晨报记者王小明/文", Some("王小明")),
            ("晨报记者 王小明 城东特别报道", Some("王小明")),
            ("（記者 王小明、李雷）", Some("王小明、李雷")),
            ("文/王小明", Some("王小明")),
            ("文：王小明", Some("王小明")),
            ("图文：王小明", None),
            ("記者 王小明", Some("王小明")),
            ("文＝山田太郎", Some("山田太郎")),
            ("ライター：山田太郎", Some("山田太郎")),
            ("取材・文：田村直子　撮影：佐藤健一", Some("田村直子")),
            ("文／田村直子　写真／佐藤健一", Some("田村直子")),
            ("作者：王小明 设计：李雷", Some("王小明")),
            ("撮影：佐藤健一", None),
            ("小记者训练营", None),
            ("作者单位：面包学院", None),
            ("记者了解到，面包涨价了", None),
            ("本报记者 王小明 通讯员 李雷", Some("王小明、李雷")),
            ("作者： 王小明 出自 晨报", Some("王小明")),
            ("记者：", None),
            ("面包", None),
        ] {
            assert_eq!(credit(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn signatures_without_label() {
        let long = "面包".repeat(40);
        for (text, expected) in [
            ("（王小明）".to_owned(), Some("王小明")),
            (format!("{long}（王小明 上海报道）"), Some("王小明")),
            (format!("{long}(王小明、李雷)"), Some("王小明、李雷")),
            (format!("{long}（完）"), None),
            (format!("{long}（全文完）"), None),
            ("面包（王小明）".to_owned(), None),
        ] {
            assert_eq!(signature(&text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn editors_have_a_colon() {
        assert_eq!(editors("来源：晨报 编辑：王小明").as_deref(), Some("王小明"));
        assert_eq!(editors("编辑 王小明"), None);
    }

    #[test]
    fn brackets_at_the_end() {
        let long = "面包".repeat(40);
        assert_eq!(short_part(&format!("{long}（记者 王小明）")), Some("（记者 王小明"));
        assert_eq!(short_part(&format!("{long}记者 王小明")), None);
    }
}
