//! Authors in Korean, whose job is behind their name: `김민수 기자`, `김민수·이서연 기자
//! minsu@example.com`, `(서울=통신) 김민수 기자 = …`, or who have a label before it: `글 이서연`.
//!
//! The words are short and frequent, so what is before the job, or after the label, must look like
//! a name: two or three syllables, of which the first is a family name. The line must have nothing
//! else but names, an address of mail, a date and the name of the newspaper.

use std::sync::LazyLock;

use crate::words::{List, words};

/// The longest line, in bytes.
const LINE_BYTES: usize = 160;

/// The most bytes of a longer text before the sign `=` that ends the line of its author.
const OPENING_BYTES: usize = 160;

/// The most words before the first name, such as the name of the newspaper.
const WORDS_BEFORE: usize = 2;

/// The most names of one line.
const MAX_NAMES: usize = 8;

/// The first syllables of names.
static FAMILY_NAMES: LazyLock<Vec<char>> = LazyLock::new(|| {
    let names = words().list(List::FamilyNames).iter().flat_map(|names| names.chars());
    let mut syllables: Vec<char> = names.filter(|&c| is_syllable(c)).collect();
    syllables.sort_unstable();
    syllables
});

/// Family names of two syllables, with which names have four.
const LONG_FAMILY_NAMES: [&str; 6] = ["남궁", "독고", "사공", "선우", "제갈", "황보"];

/// Returns true for a syllable of Korean.
pub(super) fn is_syllable(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Returns the names of the authors in a line, or in the line that a longer text begins with,
/// joined with `、`.
pub(super) fn credit(text: &str) -> Option<String> {
    let text = text.trim();
    let line = if text.len() <= LINE_BYTES {
        text
    } else {
        // "(서울=통신) 김민수 기자 = …"
        let opening = &text[..text.floor_char_boundary(OPENING_BYTES)];
        let job = words().list(List::Reporters).iter().find_map(|job| {
            let end = opening.find(job)? + job.len();
            opening[end..].trim_start().starts_with(['=', '＝']).then_some(end)
        });
        &opening[..job?]
    };
    if !line.contains(is_syllable) {
        return None;
    }
    let parts: Vec<&str> = line.split(is_gap).filter(|part| !part.is_empty()).collect();
    let names = labelled(line).or_else(|| before_job(&parts))?;
    let mut unique: Vec<&str> = Vec::new();
    for name in names {
        if !unique.contains(&name) {
            unique.push(name);
        }
    }
    (unique.len() <= MAX_NAMES).then(|| unique.join("、"))
}

fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '·' | 'ㆍ'
                | '・'
                | ','
                | '、'
                | '/'
                | '|'
                | '='
                | '＝'
                | ':'
                | '：'
                | '('
                | ')'
                | '['
                | ']'
                | '【'
                | '】'
                | '<'
                | '>'
                | '&'
                | '▲'
                | '■'
                | '☞'
                | '©'
                | '\u{3163}'
        )
}

/// Returns the names after the label that a line begins with: `글 이서연 기자`, `글=이서연 사진=김민수`.
fn labelled(line: &str) -> Option<Vec<&str>> {
    let labels = words().list(List::Credits).iter().filter(|label| label.starts_with(is_syllable));
    let rest = labels.filter_map(|label| line.strip_prefix(label)).min_by_key(|rest| rest.len())?;
    rest.starts_with(is_gap).then_some(())?;
    let parts: Vec<&str> = rest.split(is_gap).filter(|part| !part.is_empty()).collect();
    let count = parts.iter().take_while(|part| is_name(part)).count();
    // "글 전체" is a link to all posts. A name of two syllables needs a sign before it.
    let is_sure = rest.trim_start().starts_with(|c: char| is_gap(c) && !c.is_whitespace())
        || parts.first().is_some_and(|name| name.chars().nth(2).is_some());
    (count > 0 && is_sure && ends(&parts[count..])).then(|| parts[..count].to_vec())
}

/// Returns the names before a job.
fn before_job<'t>(parts: &[&'t str]) -> Option<Vec<&'t str>> {
    let (mut names, mut pending) = (Vec::new(), Vec::new());
    let (mut before, mut at) = (0, 0);
    while let Some(&part) = parts.get(at) {
        let job = words().list(List::Reporters).iter().find_map(|job| part.strip_suffix(job));
        match job {
            // "사진 기자" took the photographs.
            Some(rank) if is_photo(rank) => return None,
            Some(name) if pending.is_empty() && is_name(name) => names.push(name),
            // "김민수 의학전문기자"
            Some(_) if !pending.is_empty() => names.append(&mut pending),
            _ if !names.is_empty() && is_end(part) => break,
            _ if is_rank(part) => {}
            _ if is_name(part) => pending.push(part),
            _ if names.is_empty() && !is_photo(part) && before < WORDS_BEFORE => {
                before += 1 + pending.len();
                pending.clear();
            }
            _ => return None,
        }
        at += 1;
    }
    // "채석신문 김민수 기자": the first word may look like a name itself.
    (!names.is_empty() && pending.is_empty() && before <= WORDS_BEFORE && ends(&parts[at..]))
        .then_some(names)
}

/// Returns true if the rest of a line belongs to the author, or names other people: an address of
/// mail, a date, a label of another person.
fn ends(parts: &[&str]) -> bool {
    let rest = parts.iter().take_while(|part| !is_photo(part));
    rest.clone().all(|part| is_end(part))
}

fn is_end(part: &str) -> bool {
    let is_job = |part: &str| words().list(List::Reporters).iter().any(|job| part.ends_with(job));
    part.contains('@')
        || is_job(part)
        || is_photo(part)
        || !part.contains(char::is_alphabetic)
        || [List::Endings, List::Published, List::Changed].iter().any(|&of| words().has(of, part))
}

fn is_photo(part: &str) -> bool {
    words().list(List::OtherRoles).iter().any(|role| {
        role.starts_with(is_syllable) && part.starts_with(role) && part.chars().count() <= 4
    })
}

/// Returns true for a word between a name and a job: "선임" in "김민수 선임 기자".
fn is_rank(part: &str) -> bool {
    words().has(List::Ranks, part)
}

fn is_name(part: &str) -> bool {
    let most = if LONG_FAMILY_NAMES.iter().any(|name| part.starts_with(name)) { 4 } else { 3 };
    (2..=most).contains(&part.chars().count())
        && part.chars().all(is_syllable)
        && part.starts_with(|first| FAMILY_NAMES.binary_search(&first).is_ok())
        && !is_rank(part)
        && !is_photo(part)
        && !words().has(List::Reporters, part)
        && !words().has(List::NoNames, part)
        && !words().list(List::Organizations).iter().any(|end| part.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_jobs_and_labels() {
        let text =
            "채석장 거리의 열람실이 금요일 정오에 문을 닫았다. 계단 아래의 수도관이 얼어붙었다. "
                .repeat(3);
        for (line, expected) in [
            ("김민수 기자", Some("김민수")),
            ("김민수기자", Some("김민수")),
            ("김민수 기자 minsu@paper.example", Some("김민수")),
            ("김민수 기자(minsu@paper.example)", Some("김민수")),
            ("김민수·이서연 기자", Some("김민수、이서연")),
            ("김민수 기자, 이서연 기자", Some("김민수、이서연")),
            ("[채석신문 김민수 기자]", Some("김민수")),
            ("채석신문 = 김민수 선임기자", Some("김민수")),
            ("김민수 의학전문기자 2024.05.06", Some("김민수")),
            ("파리=이서연 특파원", Some("이서연")),
            ("글 이서연", Some("이서연")),
            ("글·사진 이서연 기자", Some("이서연")),
            ("글=이서연 기자 사진=박철수 기자", Some("이서연")),
            ("기자 : 김민수", Some("김민수")),
            ("사진=박철수 기자", None),
            ("박철수 사진기자", None),
            ("담당 기자", None),
            ("글 목록", None),
            ("글쓰기", None),
            ("글 공유하기", None),
            ("글 전체", None),
            ("남궁민수 기자", Some("남궁민수")),
            ("김민수 기자 구독", None),
            ("김민수 기자는 지난 금요일에 열람실을 찾았다", None),
            ("기자 회견", None),
            (&format!("(서울=통신) 김민수 기자 = {text}"), Some("김민수")),
            (&format!("김민수 기자 {text}"), None),
            (&text, None),
        ] {
            assert_eq!(credit(line).as_deref(), expected, "{line}");
        }
    }
}
