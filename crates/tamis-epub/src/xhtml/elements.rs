//! The HTML elements as XHTML: what each is written as, and which of its attributes are kept.

use tamis::dom::{Name, name};

use crate::markup::is_language_tag;

/// The kind of an element. The tag, if there is one, is the name that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ElementKind {
    /// Only the content is written.
    Unwrapped,
    /// Neither the element nor its content is written.
    Dropped,
    /// An element of phrasing content, such as `<b>`.
    Phrasing(&'static str),
    /// `<dfn>`: phrasing content, but not inside another `<dfn>`.
    Dfn,
    /// `<a>`: transparent, but not inside another link.
    Link,
    /// `<ins>` or `<del>`: transparent.
    Edit(&'static str),
    /// `<time>`, if its time is machine-readable.
    Time,
    /// `<br>` and `<wbr>`.
    Break(&'static str),
    /// `<hr>`.
    Rule,
    /// `<img>`.
    Image,
    /// `<audio>` or `<video>`.
    Media(&'static str),
    /// `<source>` or `<track>`.
    MediaPart(&'static str),
    /// `<iframe>`.
    Frame,
    /// A block that contains phrasing content only, such as `<p>`.
    PhrasingBlock(&'static str),
    /// A block that contains flow content, such as `<section>`.
    FlowBlock(&'static str),
    /// `<figure>`.
    Figure,
    /// `<figcaption>`.
    FigureCaption,
    /// `<details>`.
    Details,
    /// `<summary>`.
    Summary,
    /// `<ul>` or `<ol>`.
    List(&'static str),
    /// `<li>`.
    ListItem,
    /// `<dl>`.
    DescriptionList,
    /// `<dt>`.
    Term,
    /// `<dd>`.
    Description,
    /// `<ruby>`.
    Ruby,
    /// `<rb>`.
    RubyBase,
    /// `<rt>`.
    RubyText,
    /// `<table>`.
    Table,
    /// `<caption>`.
    Caption,
    /// `<thead>`, `<tbody>` or `<tfoot>`.
    TableSection(&'static str),
    /// `<tr>`.
    Row,
    /// `<td>` or `<th>`.
    Cell(&'static str),
}

/// Returns the kind of an HTML element.
///
/// Obsolete elements are written as their replacements. Sectioning elements that must not contain
/// each other, such as `<header>` and `<footer>`, are written as `<div>`.
pub(super) fn element_kind(name: Name) -> ElementKind {
    match name {
        name::A => ElementKind::Link,
        name::DEL => ElementKind::Edit("del"),
        name::INS => ElementKind::Edit("ins"),
        name::TIME => ElementKind::Time,
        name::DFN => ElementKind::Dfn,
        name::RUBY => ElementKind::Ruby,
        name::RB => ElementKind::RubyBase,
        name::RT | name::RTC => ElementKind::RubyText,
        // Fallback for browsers without ruby, which show the parentheses.
        name::RP => ElementKind::Dropped,
        name::BR => ElementKind::Break("br"),
        name::WBR => ElementKind::Break("wbr"),
        name::HR => ElementKind::Rule,
        name::IMG => ElementKind::Image,
        name::AUDIO => ElementKind::Media("audio"),
        name::VIDEO => ElementKind::Media("video"),
        name::SOURCE => ElementKind::MediaPart("source"),
        name::TRACK => ElementKind::MediaPart("track"),
        name::IFRAME => ElementKind::Frame,
        _ => phrasing_tag(name).map_or_else(|| block(name), ElementKind::Phrasing),
    }
}

/// Returns the tag of an element of phrasing content, or `None` for other elements.
fn phrasing_tag(name: Name) -> Option<&'static str> {
    const SAME: &[Name] = &[
        name::ABBR,
        name::B,
        name::BDI,
        name::BDO,
        name::CITE,
        name::CODE,
        name::EM,
        name::I,
        name::KBD,
        name::MARK,
        name::Q,
        name::S,
        name::SAMP,
        name::SMALL,
        name::SPAN,
        name::STRONG,
        name::SUB,
        name::SUP,
        name::U,
        name::VAR,
    ];
    match name {
        name::ACRONYM => Some("abbr"),
        name::BIG => Some("span"),
        name::STRIKE => Some("s"),
        name::TT => Some("code"),
        _ if SAME.contains(&name) => name.as_known_str(),
        _ => None,
    }
}

/// Returns the kind of a block or of a part of one. Unknown elements are unwrapped.
fn block(name: Name) -> ElementKind {
    match name {
        name::P => ElementKind::PhrasingBlock("p"),
        name::PRE => ElementKind::PhrasingBlock("pre"),
        name::H1 => ElementKind::PhrasingBlock("h1"),
        name::H2 => ElementKind::PhrasingBlock("h2"),
        name::H3 => ElementKind::PhrasingBlock("h3"),
        name::H4 => ElementKind::PhrasingBlock("h4"),
        name::H5 => ElementKind::PhrasingBlock("h5"),
        name::H6 => ElementKind::PhrasingBlock("h6"),
        name::ARTICLE => ElementKind::FlowBlock("article"),
        name::ASIDE => ElementKind::FlowBlock("aside"),
        name::BLOCKQUOTE => ElementKind::FlowBlock("blockquote"),
        name::SECTION => ElementKind::FlowBlock("section"),
        name::ADDRESS
        | name::DIV
        | name::FOOTER
        | name::HEADER
        | name::HGROUP
        | name::MAIN
        | name::NAV => ElementKind::FlowBlock("div"),
        name::FIGURE => ElementKind::Figure,
        name::FIGCAPTION => ElementKind::FigureCaption,
        name::DETAILS => ElementKind::Details,
        name::SUMMARY => ElementKind::Summary,
        name::UL | name::MENU => ElementKind::List("ul"),
        name::OL => ElementKind::List("ol"),
        name::LI => ElementKind::ListItem,
        name::DL => ElementKind::DescriptionList,
        name::DT => ElementKind::Term,
        name::DD => ElementKind::Description,
        name::TABLE => ElementKind::Table,
        name::CAPTION => ElementKind::Caption,
        name::THEAD => ElementKind::TableSection("thead"),
        name::TBODY => ElementKind::TableSection("tbody"),
        name::TFOOT => ElementKind::TableSection("tfoot"),
        name::TR => ElementKind::Row,
        name::TD => ElementKind::Cell("td"),
        name::TH => ElementKind::Cell("th"),
        _ => ElementKind::Unwrapped,
    }
}

/// Returns true if an attribute with this value is kept on an element that is written with this
/// tag.
///
/// The writer handles `href`, `id`, `lang` and the `value` of list items itself.
pub(super) fn keeps_attribute(attribute: Name, tag: &str, value: &str) -> bool {
    match attribute {
        name::TITLE => true,
        name::DIR => matches!(value, "ltr" | "rtl" | "auto"),
        name::CLASS => matches!(tag, "code" | "pre"),
        name::HREFLANG => tag == "a" && is_language_tag(value),
        name::DATETIME => tag == "time" && is_time(value),
        name::OPEN => tag == "details",
        name::START => tag == "ol" && is_integer(value),
        name::REVERSED => tag == "ol",
        name::TYPE => tag == "ol" || tag == "source" && value.contains('/'),
        name::SRC => matches!(tag, "img" | "audio" | "video" | "source" | "track" | "iframe"),
        name::ALT => tag == "img",
        name::WIDTH | name::HEIGHT => matches!(tag, "img" | "video" | "iframe") && is_count(value),
        name::POSTER => tag == "video",
        name::CONTROLS | name::LOOP | name::MUTED => matches!(tag, "audio" | "video"),
        name::KIND | name::LABEL | name::DEFAULT => tag == "track",
        name::SRCLANG => tag == "track" && is_language_tag(value),
        name::ALLOWFULLSCREEN => tag == "iframe",
        name::COLSPAN => matches!(tag, "td" | "th") && is_count(value) && !is_zero(value),
        name::ROWSPAN => matches!(tag, "td" | "th") && is_count(value),
        name::SCOPE => tag == "th",
        _ => false,
    }
}

/// Returns true if this is a number of at most nine digits, because all readers can parse such a
/// number.
pub(super) fn is_count(value: &str) -> bool {
    (1..=9).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if this is a number of at most nine digits, with or without a minus sign.
pub(super) fn is_integer(value: &str) -> bool {
    is_count(value.strip_prefix('-').unwrap_or(value))
}

fn is_zero(value: &str) -> bool {
    value.bytes().all(|byte| byte == b'0')
}

/// Returns true if this is a date, or a date and a time with or without a time zone.
///
/// Source: HTML standard, 2.3.5 "Dates and times".
pub(super) fn is_time(value: &str) -> bool {
    let Some((day, rest)) = value.split_at_checked(10) else { return false };
    if !has_form(day, "0000-00-00") {
        return false;
    }
    let Some(time) = rest.strip_prefix(['T', ' ']) else { return rest.is_empty() };
    let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_zone = ["", "Z", "+00:00", "-00:00", "+0000", "-0000"];
    (has_form(time, "00:00") && fraction == "0" || has_form(time, "00:00:00"))
        && fraction.len() <= 3
        && is_count(fraction)
        && is_zone.iter().any(|form| has_form(zone, form))
}

/// Returns true if the value has the form: a digit for each `0`, and the same byte for all others.
fn has_form(value: &str, form: &str) -> bool {
    value.len() == form.len()
        && value.bytes().zip(form.bytes()).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            _ => byte == form,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_readable_times() {
        for time in [
            "2024-05-01",
            "2024-05-01T10:00",
            "2024-05-01 10:00:59Z",
            "2024-05-01T10:00:59.123+02:00",
            "2024-05-01T10:00:59-0700",
        ] {
            assert!(is_time(time), "{time}");
        }
        for time in [
            "",
            "yesterday",
            "2024-5-1",
            "2024-05-01T",
            "2024-05-01T10",
            "2024-05-01T10:00:59.1234",
        ] {
            assert!(!is_time(time), "{time}");
        }
    }
}
