//! Authors after a label in Chinese and Japanese, anywhere in the page: `作者：王小明`,
//! `（记者 王小明 李雷）`.
//!
//! These pages name the author at the end as often as at the beginning, and many have no heading.

use memchr::memmem;
use tamis_dom::NodeId;

use super::aside::is_aside;
use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::place::Place;

/// Words before the names of authors: author, reporter in simple and other characters, writer.
const LABELS: [&str; 6] = ["作者", "记者", "記者", "撰文", "著者", "執筆"];

/// Words for the text itself. They are a part of other words, and so begin the line.
const TEXT_LABELS: [&str; 5] = ["文：", "文:", "文/", "文／", "文｜"];

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
    let mut labels = LABELS.iter().chain(&TEXT_LABELS);
    if labels.all(|label| memmem::find(text, label.as_bytes()).is_none()) {
        return;
    }
    for paragraph in page.paragraphs() {
        let Some(names) = short_part(page.paragraph_text(paragraph)).and_then(credit) else {
            continue;
        };
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        if is_aside(collector.document, node, heading) {
            continue;
        }
        let at = collector.chars_before(node);
        let origin = Origin::new(Place::Credit, "text", node).with_tiebreak(at);
        collector.add(Field::Author, &names, origin);
    }
}

/// True if a text may have characters of Chinese: those of the labels begin with one of these
/// bytes, which are rare in the texts of most languages.
fn has_ideograph(text: &[u8]) -> bool {
    // Without branches, so that the compiler can look at many bytes at once.
    let has =
        |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | (0xe4..=0xe8).contains(byte));
    text.chunks(256).any(has)
}

/// The part of a text that can be a credit: a short line, or the bracket that a longer text ends
/// with.
fn short_part(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.len() <= LINE_BYTES {
        return Some(text);
    }
    let inner = text.strip_suffix(['）', ')'])?;
    let inner = &inner[inner.ceil_char_boundary(inner.len().saturating_sub(LINE_BYTES))..];
    let start = inner.rfind(['（', '('])?;
    Some(&inner[start..])
}

/// The names after the first label that has any, with commas between them.
fn credit(text: &str) -> Option<String> {
    let labelled = LABELS.iter().find_map(|label| {
        let at = text.find(label)?;
        names_after(&text[at + label.len()..])
    });
    labelled.or_else(|| {
        TEXT_LABELS.iter().find(|label| text.starts_with(**label))?;
        names_after(&text["文".len()..])
    })
}

fn names_after(rest: &str) -> Option<String> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ':' | '：' | '/' | '／' | '|' | '｜');
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
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '、').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    // A name of two characters is often written with a space between them.
    if words.len() == 2 && words.iter().all(|word| word.chars().count() == 1) {
        return Some(words.concat());
    }
    let is_name = |word: &&&str| (2..=NAME_CHARS).contains(&word.chars().count());
    let names: Vec<&str> = words.iter().take_while(is_name).take(MAX_NAMES).copied().collect();
    (!names.is_empty()).then(|| names.join("、"))
}

/// True for the characters of Chinese, and of most Japanese names.
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
            ("晨报记者王小明/文", Some("王小明")),
            ("晨报记者 王小明 城东特别报道", Some("王小明")),
            ("（記者 王小明、李雷）", Some("王小明、李雷")),
            ("文/王小明", Some("王小明")),
            ("文：王小明", Some("王小明")),
            ("图文：王小明", None),
            ("小记者训练营", None),
            ("作者单位：面包学院", None),
            ("记者了解到，面包涨价了", None),
            ("记者：", None),
            ("面包", None),
        ] {
            assert_eq!(credit(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn brackets_at_the_end() {
        let long = "面包".repeat(40);
        assert_eq!(short_part(&format!("{long}（记者 王小明）")), Some("（记者 王小明"));
        assert_eq!(short_part(&format!("{long}记者 王小明")), None);
    }
}
