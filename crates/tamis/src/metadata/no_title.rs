//! Texts in the place of a title that are none, and signs that are no part of one.
//!
//! Programs fill in a title where nobody wrote one: the name of the file, "Untitled Document",
//! "Home". Templates put a telephone number or the path to the page into a heading. Such a text is
//! only taken if a page has no other.

use super::value::one_line;
use crate::words::{List, words};

/// The fewest digits of a telephone number.
const PHONE_DIGITS: usize = 7;

/// The fewest hyphens and underscores of a name of a file without an ending.
const SLUG_SIGNS: usize = 2;

/// The endings of names of files.
const FILE_ENDS: [&str; 16] = [
    ".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp", ".pdf", ".doc", ".docx", ".md",
    ".ppt", ".pptx", ".rtf", ".txt", ".xls",
];

/// Signs of a link from a heading to itself, at its end.
const ANCHORS: [char; 4] = ['¶', '§', '🔗', '⚓'];

/// Returns true if a text is no title: a label of the front page or of a kind of pages, the name of
/// a file, a telephone number, a path of links, signs alone.
pub(super) fn is_no_title(text: &str) -> bool {
    let text = text.trim();
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    // "New Page 1". "Document 12" may be the twelfth of a file.
    let unnumbered = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let name = if unnumbered.contains(' ') { unnumbered } else { text };
    words().has(List::NoTitles, &name.to_lowercase())
        || is_file_name(text)
        || is_printed_file(text)
        || is_phone_number(text)
        || is_path(text)
}

/// Returns true for the title that a printer gives to a page: "Microsoft Word - Harbour wall.doc".
fn is_printed_file(text: &str) -> bool {
    let name = text.split_once(" - ").filter(|(program, _)| program.starts_with("Microsoft "));
    name.is_some_and(|(_, name)| ends_like_file(name))
}

fn ends_like_file(text: &str) -> bool {
    let at = text.rfind('.').filter(|&at| at > 0);
    at.is_some_and(|at| FILE_ENDS.iter().any(|end| text[at..].eq_ignore_ascii_case(end)))
}

fn is_file_name(text: &str) -> bool {
    if text.contains(char::is_whitespace) {
        return false;
    }
    let is_slug = || {
        text.contains(|c: char| c.is_ascii_lowercase())
            && text.bytes().filter(|byte| matches!(byte, b'-' | b'_')).count() >= SLUG_SIGNS
            && text.bytes().all(|byte| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
            })
    };
    ends_like_file(text) || is_slug()
}

/// Returns true for a telephone number, with a word before it or without: "+1 555 123 4567", "Tel.
/// 555-1234".
fn is_phone_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_part = |c: char| c.is_ascii_digit() || " +-–./()".contains(c);
    let number = text.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '+' && c != '(');
    let before = text[..text.len() - number.len()].trim();
    let is_day = || text.bytes().filter(|&byte| byte == b'-').count() == 2 && digits == 8;
    digits >= PHONE_DIGITS
        && number.chars().all(is_part)
        && !before.contains(' ')
        && number.starts_with(['+', '(']) | !is_day()
}

/// Returns true for a path of links from the front page: "Home › News › Town".
fn is_path(text: &str) -> bool {
    let mut parts = text.split(['›', '»', '>', '/', '→']).map(str::trim);
    let begins_home =
        parts.next().is_some_and(|first| words().has(List::NoTitles, &first.to_lowercase()));
    begins_home && parts.nth(1).is_some()
}

/// Returns true for a text in UTF-8 that some program took for Windows-1252: "gelÃ©e" for "gelée".
pub(super) fn is_garbled(text: &str) -> bool {
    // The second byte of "à" is a space that does not break, which became a plain one.
    let bytes: Option<Vec<u8>> = text.replace("Ã ", "Ã\u{a0}").chars().map(western_byte).collect();
    let is_utf8 = |bytes: Vec<u8>| !bytes.is_ascii() && String::from_utf8(bytes).is_ok();
    text.contains('\u{fffd}') || bytes.is_some_and(is_utf8)
}

/// Returns the byte of a character in Windows-1252.
fn western_byte(c: char) -> Option<u8> {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let special = FROM_80.chars().position(|special| special == c);
    match special {
        Some(at) => u8::try_from(0x80 + at).ok(),
        None => u8::try_from(u32::from(c)).ok(),
    }
}

/// Returns a title in one line, without characters that have no width, and without the sign of a
/// link to itself at its end. Empty if nothing is left.
pub(super) fn clean(title: &str) -> String {
    let is_hidden = |c: char| {
        matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let shown = || title.chars().filter(|&c| !is_hidden(c));
    let text: String = if title.contains(is_hidden) { shown().collect() } else { title.to_owned() };
    let mut rest = text.trim_end();
    while let Some(shorter) = rest.strip_suffix(ANCHORS).or_else(|| rest.strip_suffix(" #")) {
        rest = shorter.trim_end();
    }
    one_line(rest).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_titles() {
        for text in [
            "Home",
            "Startseite",
            "/",
            "|",
            "Oppskrift",
            "Untitled Document",
            "New Page 1",
            "Neue Seite 12",
            "Microsoft Word - Harbour wall final.docx",
            "ferry-that-stopped.html",
            "the-ferry-that-stopped",
            "news_0412_final",
            "+1 (555) 123-4567",
            "Tel.: 0351 1234567",
            "Home › News › Town",
            "Startseite > Themen > Brot",
        ] {
            assert!(is_no_title(text), "{text}");
        }
        for text in [
            "Rye bread",
            "Microsoft Word - an introduction",
            "Document your code",
            "Document 12",
            "1984",
            "2024-05-03",
            "covid-19",
            "Home baking",
            "Call 911 / 112",
            "Top 10 of 2024",
            "News › Town",
            "Node.js",
        ] {
            assert!(!is_no_title(text), "{text}");
        }
    }

    #[test]
    fn garbled_texts() {
        for text in
            ["Une conduite gelÃ©e", "LÃ  oÃ¹", "Ð¢Ñ\u{80}Ñ\u{83}Ð±Ð°", "donâ€™t", "Rye \u{fffd}"]
        {
            assert!(is_garbled(text), "{text}");
        }
        for text in ["Une conduite gelée", "CAFÉ “À LA CARTE”", "Rye bread", "Труба", "Ã"]
        {
            assert!(!is_garbled(text), "{text}");
        }
    }

    #[test]
    fn signs_that_are_no_part_of_a_title() {
        for (text, expected) in [
            ("Rye\u{200b} bread", "Rye bread"),
            ("\u{feff}Rye bread", "Rye bread"),
            ("Rye bread¶", "Rye bread"),
            ("Rye bread #", "Rye bread"),
            ("Rye bread 🔗", "Rye bread"),
            ("Introduction to C#", "Introduction to C#"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ] {
            assert_eq!(clean(text), expected, "{text}");
        }
    }
}
