//! The attributes of HTML elements that are kept, and their values.

use std::borrow::Cow;

use tamis_dom::{AttrNamespace, Name, name};

use super::escape::escape_attribute;
use super::{Policy, urls};

/// The kind of value that an attribute must have.
#[derive(Clone, Copy)]
enum ValueKind {
    /// Any text, because it is only shown or read aloud.
    Text,
    /// Present or absent. The value is left out.
    Flag,
    /// One of these words.
    Keyword(&'static [&'static str]),
    /// A language tag.
    Language,
    /// Letters and hyphens.
    Word,
    /// An integer, which may be negative.
    Integer,
    /// At most four digits.
    Count,
    /// A length in pixels or percent.
    Length,
    /// An id.
    Id,
    /// Ids separated by white space.
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

/// Returns the kind of value of an element's attribute, or `None` if the attribute is not allowed.
fn value_of(attribute: Name, element: Name) -> Option<ValueKind> {
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    everywhere(attribute).or_else(|| match attribute {
        name::HREF => on(&[name::A], ValueKind::Link),
        name::HREFLANG => on(&[name::A], ValueKind::Language),
        name::NAME => on(&[name::A], ValueKind::Id),
        name::CITE => on(&[name::BLOCKQUOTE, name::Q, name::DEL, name::INS], ValueKind::Source),
        name::DATETIME => on(&[name::TIME, name::DEL, name::INS], ValueKind::Text),
        name::OPEN => on(&[name::DETAILS], ValueKind::Flag),
        name::START => on(&[name::OL], ValueKind::Integer),
        name::REVERSED => on(&[name::OL], ValueKind::Flag),
        name::VALUE => on(&[name::LI], ValueKind::Integer).or(on(&[name::DATA], ValueKind::Text)),
        name::TYPE => on(&[name::OL], ValueKind::Keyword(&["1", "a", "A", "i", "I"]))
            .or(on(&[name::SOURCE], ValueKind::Query)),
        _ => of_media(attribute, element).or_else(|| of_tables(attribute, element)),
    })
}

fn everywhere(attribute: Name) -> Option<ValueKind> {
    match attribute {
        name::ID => Some(ValueKind::Id),
        name::CLASS => Some(ValueKind::Classes),
        name::TITLE | name::ARIA_LABEL => Some(ValueKind::Text),
        name::LANG => Some(ValueKind::Language),
        name::DIR => Some(ValueKind::Keyword(&["ltr", "rtl", "auto"])),
        name::HIDDEN => Some(ValueKind::Flag),
        name::ROLE => Some(ValueKind::Word),
        name::ARIA_HIDDEN => Some(ValueKind::Keyword(&["true", "false"])),
        name::ARIA_LABELLEDBY | name::ARIA_DESCRIBEDBY => Some(ValueKind::Ids),
        _ => None,
    }
}

fn of_media(attribute: Name, element: Name) -> Option<ValueKind> {
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    match attribute {
        name::SRC => on(&[name::IMG], ValueKind::Image)
            .or(on(&[name::SOURCE, name::VIDEO, name::AUDIO, name::TRACK], ValueKind::Source)),
        name::SRCSET => on(&[name::IMG, name::SOURCE], ValueKind::Srcset),
        name::SIZES => on(&[name::IMG, name::SOURCE], ValueKind::Query),
        name::MEDIA => on(&[name::SOURCE], ValueKind::Query),
        name::ALT => on(&[name::IMG], ValueKind::Text),
        name::WIDTH | name::HEIGHT => {
            on(&[name::IMG, name::SOURCE, name::VIDEO, name::IFRAME], ValueKind::Length)
        }
        name::LOADING => on(&[name::IMG], ValueKind::Keyword(&["lazy", "eager"])),
        name::POSTER => on(&[name::VIDEO], ValueKind::Image),
        name::LOOP | name::MUTED => on(&[name::VIDEO, name::AUDIO], ValueKind::Flag),
        name::PLAYSINLINE => on(&[name::VIDEO], ValueKind::Flag),
        name::KIND => on(&[name::TRACK], ValueKind::Keyword(TRACK_KINDS)),
        name::SRCLANG => on(&[name::TRACK], ValueKind::Language),
        name::LABEL => on(&[name::TRACK], ValueKind::Text),
        name::DEFAULT => on(&[name::TRACK], ValueKind::Flag),
        name::ALLOWFULLSCREEN => on(&[name::IFRAME], ValueKind::Flag),
        _ => None,
    }
}

fn of_tables(attribute: Name, element: Name) -> Option<ValueKind> {
    const CELLS: &[Name] = &[name::TD, name::TH];
    const ROWS: &[Name] = &[name::TR, name::TBODY, name::THEAD, name::TFOOT, name::TD, name::TH];
    let on = |elements: &[Name], value| elements.contains(&element).then_some(value);
    match attribute {
        name::COLSPAN | name::ROWSPAN => on(CELLS, ValueKind::Count),
        name::HEADERS => on(CELLS, ValueKind::Ids),
        name::SCOPE => on(CELLS, ValueKind::Keyword(&["row", "col", "rowgroup", "colgroup"])),
        name::ABBR => on(&[name::TH], ValueKind::Text),
        name::BORDER => on(&[name::TABLE], ValueKind::Count),
        name::VALIGN => on(ROWS, ValueKind::Keyword(VERTICAL_ALIGNMENTS)),
        name::ALIGN => {
            const BLOCKS: &[Name] =
                &[name::P, name::DIV, name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
            const OTHERS: &[Name] = &[name::TABLE, name::CAPTION, name::IMG];
            let aligned = [ROWS, BLOCKS, OTHERS].iter().any(|list| list.contains(&element));
            aligned.then_some(ValueKind::Keyword(ALIGNMENTS))
        }
        _ => None,
    }
}

/// Writes the allowed attributes of an HTML element: those with a listed name, no namespace, and a
/// valid value. Only the first occurrence of a name is written.
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

/// Returns the value as it is written, or `None` if it is invalid.
fn kept<'v>(
    kind: ValueKind,
    value: &'v str,
    element: Name,
    policy: &Policy<'_>,
) -> Option<Cow<'v, str>> {
    match kind {
        ValueKind::Text => Some(value.into()),
        ValueKind::Flag => Some("".into()),
        ValueKind::Keyword(words) => keyword(value, words).map(Cow::Borrowed),
        ValueKind::Language => is_spelt(value, 35, |c| c.is_ascii_alphanumeric() || c == '-'),
        ValueKind::Word => is_spelt(value, 35, |c| c.is_ascii_alphabetic() || c == '-'),
        ValueKind::Integer => {
            let digits = value.trim().strip_prefix('-').unwrap_or(value.trim());
            is_spelt(digits, 9, |c| c.is_ascii_digit()).map(|_| value.trim().into())
        }
        ValueKind::Count => is_spelt(value, 4, |c| c.is_ascii_digit()),
        ValueKind::Length => length(value),
        ValueKind::Id => id(value),
        ValueKind::Ids => ids(value),
        ValueKind::Classes => classes(value, element, policy),
        ValueKind::Link => urls::link(value, policy),
        ValueKind::Source => urls::media(value, policy),
        ValueKind::Image => urls::image(value, policy),
        ValueKind::Srcset => urls::srcset(value, policy).map(Cow::Owned),
        ValueKind::Query => is_spelt(value, usize::MAX, |c| {
            c.is_ascii_alphanumeric() || " \t\n.,:;()<>=+-*/%_'\"".contains(c)
        }),
    }
}

/// Returns the listed word that equals the value, else the one that equals it without regard to
/// case.
fn keyword(value: &str, words: &'static [&'static str]) -> Option<&'static str> {
    let value = value.trim();
    let same = |word: &&&str| **word == value;
    let alike = |word: &&&str| word.eq_ignore_ascii_case(value);
    words.iter().find(same).or_else(|| words.iter().find(alike)).copied()
}

/// Returns the trimmed value if it has 1 to `length` bytes and all its characters are allowed.
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

/// Returns the id with the prefix, or `None` if it is no valid id.
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
