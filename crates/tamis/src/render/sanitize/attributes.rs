//! Which attributes of HTML elements stay, and with what values.

use std::borrow::Cow;

use tamis_dom::{AttrNamespace, Name, name};

use super::escape::escape_attribute;
use super::{Policy, urls};

/// What the value of an attribute has to be.
#[derive(Clone, Copy)]
enum Value {
    /// Any text: it is shown or read aloud, and nothing else.
    Text,
    /// Present or not; the value is left out.
    Flag,
    /// One of these words.
    Keyword(&'static [&'static str]),
    /// A language tag.
    Language,
    /// Letters and hyphens.
    Word,
    /// A whole number, which may be negative.
    Integer,
    /// At most four digits.
    Count,
    /// A length in pixels or percent.
    Length,
    /// An id.
    Id,
    /// Ids, white space between them.
    Ids,
    Classes,
    Link,
    Source,
    Image,
    Srcset,
    /// A media query, the sizes of an image, or a media type.
    Query,
}

const ALIGNMENTS: &[&str] = &["left", "right", "center", "justify", "char"];
const VERTICAL_ALIGNMENTS: &[&str] = &["top", "middle", "bottom", "baseline"];
const TRACK_KINDS: &[&str] = &["subtitles", "captions", "descriptions", "chapters", "metadata"];

/// What the value of this attribute of this element has to be; `None` where the attribute goes.
fn value_of(attribute: Name, element: Name) -> Option<Value> {
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    everywhere(attribute).or_else(|| match attribute {
        name::HREF => on(&[name::A], Value::Link),
        name::HREFLANG => on(&[name::A], Value::Language),
        name::NAME => on(&[name::A], Value::Id),
        name::CITE => on(&[name::BLOCKQUOTE, name::Q, name::DEL, name::INS], Value::Source),
        name::DATETIME => on(&[name::TIME, name::DEL, name::INS], Value::Text),
        name::OPEN => on(&[name::DETAILS], Value::Flag),
        name::START => on(&[name::OL], Value::Integer),
        name::REVERSED => on(&[name::OL], Value::Flag),
        name::VALUE => on(&[name::LI], Value::Integer).or(on(&[name::DATA], Value::Text)),
        name::TYPE => on(&[name::OL], Value::Keyword(&["1", "a", "A", "i", "I"]))
            .or(on(&[name::SOURCE], Value::Query)),
        _ => of_media(attribute, element).or_else(|| of_tables(attribute, element)),
    })
}

fn everywhere(attribute: Name) -> Option<Value> {
    match attribute {
        name::ID => Some(Value::Id),
        name::CLASS => Some(Value::Classes),
        name::TITLE | name::ARIA_LABEL => Some(Value::Text),
        name::LANG => Some(Value::Language),
        name::DIR => Some(Value::Keyword(&["ltr", "rtl", "auto"])),
        name::HIDDEN => Some(Value::Flag),
        name::ROLE => Some(Value::Word),
        name::ARIA_HIDDEN => Some(Value::Keyword(&["true", "false"])),
        name::ARIA_LABELLEDBY | name::ARIA_DESCRIBEDBY => Some(Value::Ids),
        _ => None,
    }
}

fn of_media(attribute: Name, element: Name) -> Option<Value> {
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    match attribute {
        name::SRC => on(&[name::IMG], Value::Image)
            .or(on(&[name::SOURCE, name::VIDEO, name::AUDIO, name::TRACK], Value::Source)),
        name::SRCSET => on(&[name::IMG, name::SOURCE], Value::Srcset),
        name::SIZES => on(&[name::IMG, name::SOURCE], Value::Query),
        name::MEDIA => on(&[name::SOURCE], Value::Query),
        name::ALT => on(&[name::IMG], Value::Text),
        name::WIDTH | name::HEIGHT => {
            on(&[name::IMG, name::SOURCE, name::VIDEO, name::IFRAME], Value::Length)
        }
        name::LOADING => on(&[name::IMG], Value::Keyword(&["lazy", "eager"])),
        name::POSTER => on(&[name::VIDEO], Value::Image),
        name::LOOP | name::MUTED => on(&[name::VIDEO, name::AUDIO], Value::Flag),
        name::PLAYSINLINE => on(&[name::VIDEO], Value::Flag),
        name::KIND => on(&[name::TRACK], Value::Keyword(TRACK_KINDS)),
        name::SRCLANG => on(&[name::TRACK], Value::Language),
        name::LABEL => on(&[name::TRACK], Value::Text),
        name::DEFAULT => on(&[name::TRACK], Value::Flag),
        name::ALLOWFULLSCREEN => on(&[name::IFRAME], Value::Flag),
        _ => None,
    }
}

fn of_tables(attribute: Name, element: Name) -> Option<Value> {
    const CELLS: &[Name] = &[name::TD, name::TH];
    const ROWS: &[Name] = &[name::TR, name::TBODY, name::THEAD, name::TFOOT, name::TD, name::TH];
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    match attribute {
        name::COLSPAN | name::ROWSPAN => on(CELLS, Value::Count),
        name::HEADERS => on(CELLS, Value::Ids),
        name::SCOPE => on(CELLS, Value::Keyword(&["row", "col", "rowgroup", "colgroup"])),
        name::ABBR => on(&[name::TH], Value::Text),
        name::BORDER => on(&[name::TABLE], Value::Count),
        name::VALIGN => on(ROWS, Value::Keyword(VERTICAL_ALIGNMENTS)),
        name::ALIGN => {
            const BLOCKS: &[Name] =
                &[name::P, name::DIV, name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
            const OTHERS: &[Name] = &[name::TABLE, name::CAPTION, name::IMG];
            let aligned = [ROWS, BLOCKS, OTHERS].iter().any(|list| list.contains(&element));
            aligned.then_some(Value::Keyword(ALIGNMENTS))
        }
        _ => None,
    }
}

/// Writes those of the attributes that stay on an HTML element of this name: an allowed name, without a namespace,
/// given for the first time, with a value that may be.
pub(super) fn write<'t>(
    attributes: impl Iterator<Item = (Name, AttrNamespace, &'t str)>,
    element: Name,
    policy: &Policy<'_>,
    out: &mut String,
) {
    let mut seen = [0_u64; (Name::KNOWN as usize).div_ceil(64)];
    for (attribute, namespace, value) in attributes {
        let (Some(name), AttrNamespace::None) = (attribute.as_known_str(), namespace) else {
            continue;
        };
        let Some(kind) = value_of(attribute, element) else { continue };
        let Some(value) = kept(kind, value, element, policy) else { continue };
        let (word, bit) = (attribute.index() / 64, 1 << (attribute.index() % 64));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            push(name, &value, out);
        }
    }
}

/// Writes one attribute.
pub(super) fn push(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_attribute(value, out);
    out.push('"');
}

/// The value as it is written; `None` where it may not be.
fn kept<'v>(
    kind: Value,
    value: &'v str,
    element: Name,
    policy: &Policy<'_>,
) -> Option<Cow<'v, str>> {
    match kind {
        Value::Text => Some(value.into()),
        Value::Flag => Some("".into()),
        Value::Keyword(words) => keyword(value, words).map(Cow::Borrowed),
        Value::Language => is_spelt(value, 35, |c| c.is_ascii_alphanumeric() || c == '-'),
        Value::Word => is_spelt(value, 35, |c| c.is_ascii_alphabetic() || c == '-'),
        Value::Integer => {
            let digits = value.trim().strip_prefix('-').unwrap_or(value.trim());
            is_spelt(digits, 9, |c| c.is_ascii_digit()).map(|_| value.trim().into())
        }
        Value::Count => is_spelt(value, 4, |c| c.is_ascii_digit()),
        Value::Length => length(value),
        Value::Id => id(value),
        Value::Ids => ids(value),
        Value::Classes => classes(value, element, policy),
        Value::Link => urls::link(value, policy),
        Value::Source => urls::media(value, policy),
        Value::Image => urls::image(value, policy),
        Value::Srcset => urls::srcset(value, policy).map(Cow::Owned),
        Value::Query => is_spelt(value, usize::MAX, |c| {
            c.is_ascii_alphanumeric() || " \t\n.,:;()<>=+-*/%_'\"".contains(c)
        }),
    }
}

/// The word as the list has it: in its case, or else in lower case.
fn keyword(value: &str, words: &'static [&'static str]) -> Option<&'static str> {
    let value = value.trim();
    let same = |word: &&&str| **word == value;
    let alike = |word: &&&str| word.eq_ignore_ascii_case(value);
    words.iter().find(same).or_else(|| words.iter().find(alike)).copied()
}

/// The value without white space around it, if it is of these characters only, and of 1 to `length` of them.
fn is_spelt(value: &str, length: usize, of: impl Fn(char) -> bool) -> Option<Cow<'_, str>> {
    let value = value.trim();
    let right = !value.is_empty() && value.len() <= length && value.chars().all(of);
    right.then_some(value.into())
}

fn length(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim();
    let number = value.strip_suffix('%').or(value.strip_suffix("px")).unwrap_or(value);
    is_spelt(number, 8, |c| c.is_ascii_digit() || c == '.').map(|_| value.into())
}

/// The id with the prefix; `None` for what is none.
pub(super) fn id(value: &str) -> Option<Cow<'_, str>> {
    let is_id = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c.is_control());
    is_id.then(|| urls::id(value))
}

fn ids(value: &str) -> Option<Cow<'_, str>> {
    let ids: Vec<_> = value.split_ascii_whitespace().filter_map(id).collect();
    (!ids.is_empty()).then(|| ids.join(" ").into())
}

fn classes<'v>(value: &'v str, element: Name, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    if policy.keep_classes {
        return (!value.trim().is_empty()).then_some(value.into());
    }
    if element != name::CODE && element != name::PRE {
        return None;
    }
    let names_language =
        |class: &&str| class.starts_with("language-") || class.starts_with("lang-");
    let kept: Vec<_> = value.split_ascii_whitespace().filter(names_language).collect();
    (!kept.is_empty()).then(|| kept.join(" ").into())
}
