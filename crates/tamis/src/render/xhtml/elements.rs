//! What each HTML element is in XHTML, and which of its attributes stay.

use tamis_dom::{Name, name};

/// What an element is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The tags are left out.
    Unwrapped,
    /// Left out with all it holds.
    Dropped,
    /// A part of a line.
    Phrase(&'static str),
    /// As `Phrase`, and not within itself.
    Definition,
    /// A link: it may hold what the place it stands at may.
    Link,
    /// As a link, but also in one.
    Edit(&'static str),
    /// A day or a time, if a machine can read it.
    Time,
    /// `<br>` and `<wbr>`.
    Break(&'static str),
    Rule,
    Image,
    Media(&'static str),
    /// A source or a track of a video.
    MediaPart(&'static str),
    Frame,
    /// A block with lines alone.
    Line(&'static str),
    /// A block with blocks.
    Block(&'static str),
    Figure,
    FigureCaption,
    Details,
    Summary,
    List(&'static str),
    Item,
    Terms,
    Term,
    Definitions,
    Ruby,
    RubyBase,
    RubyText,
    Table,
    Caption,
    Section(&'static str),
    Row,
    Cell(&'static str),
}

/// What an HTML element of this name is. Of the elements for parts of pages, those that may not stand in each other are blocks
/// like others, and those that HTML has given up are what has taken their place.
pub(super) fn kind(name: Name) -> Kind {
    match name {
        name::A => Kind::Link,
        name::DEL => Kind::Edit("del"),
        name::INS => Kind::Edit("ins"),
        name::TIME => Kind::Time,
        name::DFN => Kind::Definition,
        name::RUBY => Kind::Ruby,
        name::RB => Kind::RubyBase,
        name::RT | name::RTC => Kind::RubyText,
        // It shows only where ruby is not known.
        name::RP => Kind::Dropped,
        name::BR => Kind::Break("br"),
        name::WBR => Kind::Break("wbr"),
        name::HR => Kind::Rule,
        name::IMG => Kind::Image,
        name::AUDIO => Kind::Media("audio"),
        name::VIDEO => Kind::Media("video"),
        name::SOURCE => Kind::MediaPart("source"),
        name::TRACK => Kind::MediaPart("track"),
        name::IFRAME => Kind::Frame,
        _ => phrase(name).map_or_else(|| block(name), Kind::Phrase),
    }
}

fn phrase(name: Name) -> Option<&'static str> {
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

fn block(name: Name) -> Kind {
    match name {
        name::P => Kind::Line("p"),
        name::PRE => Kind::Line("pre"),
        name::H1 => Kind::Line("h1"),
        name::H2 => Kind::Line("h2"),
        name::H3 => Kind::Line("h3"),
        name::H4 => Kind::Line("h4"),
        name::H5 => Kind::Line("h5"),
        name::H6 => Kind::Line("h6"),
        name::ARTICLE => Kind::Block("article"),
        name::ASIDE => Kind::Block("aside"),
        name::BLOCKQUOTE => Kind::Block("blockquote"),
        name::SECTION => Kind::Block("section"),
        name::ADDRESS
        | name::DIV
        | name::FOOTER
        | name::HEADER
        | name::HGROUP
        | name::MAIN
        | name::NAV => Kind::Block("div"),
        name::FIGURE => Kind::Figure,
        name::FIGCAPTION => Kind::FigureCaption,
        name::DETAILS => Kind::Details,
        name::SUMMARY => Kind::Summary,
        name::UL | name::MENU => Kind::List("ul"),
        name::OL => Kind::List("ol"),
        name::LI => Kind::Item,
        name::DL => Kind::Terms,
        name::DT => Kind::Term,
        name::DD => Kind::Definitions,
        name::TABLE => Kind::Table,
        name::CAPTION => Kind::Caption,
        name::THEAD => Kind::Section("thead"),
        name::TBODY => Kind::Section("tbody"),
        name::TFOOT => Kind::Section("tfoot"),
        name::TR => Kind::Row,
        name::TD => Kind::Cell("td"),
        name::TH => Kind::Cell("th"),
        _ => Kind::Unwrapped,
    }
}

/// Whether the attribute stays on an element that is written with this tag, with this value. Links (`href`), ids and languages have
/// rules of their own.
pub(super) fn stays(attribute: Name, tag: &str, value: &str) -> bool {
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

/// Whether this is a language tag by its form: up to eight letters, then parts of up to eight letters and digits.
///
/// ```
/// use tamis::render::is_language_tag;
/// assert!(is_language_tag("zh-Hans-CN") && !is_language_tag("en_GB"));
/// ```
pub fn is_language_tag(value: &str) -> bool {
    value.split('-').enumerate().all(|(place, part)| {
        let is_part = |byte: u8| byte.is_ascii_alphabetic() || place > 0 && byte.is_ascii_digit();
        (1..=8).contains(&part.len()) && part.bytes().all(is_part)
    })
}

/// Whether this is a number of at most nine digits: one that every reader takes.
pub(super) fn is_count(value: &str) -> bool {
    (1..=9).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_integer(value: &str) -> bool {
    is_count(value.strip_prefix('-').unwrap_or(value))
}

fn is_zero(value: &str) -> bool {
    value.bytes().all(|byte| byte == b'0')
}

/// Whether this is a day, or a day and a time with or without a zone.
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

/// Whether the value has a digit where the form has one, and else the same.
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
    fn times_that_a_machine_can_read() {
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

    #[test]
    fn languages_by_their_form() {
        assert!(
            is_language_tag("en") && is_language_tag("zh-Hans-CN") && is_language_tag("es-419")
        );
        assert!(
            !is_language_tag("")
                && !is_language_tag("en_GB")
                && !is_language_tag("419")
                && !is_language_tag("en-")
        );
    }
}
