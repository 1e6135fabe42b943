//! The tests that tell names from other texts.

use crate::metadata::folded::squash;
use crate::words::{List, words};

/// The most words and characters of a name.
const NAME_WORDS: usize = 6;
const NAME_CHARS: usize = 60;

/// Returns true if a text can be a name, however it is spelled.
pub(super) fn is_name(name: &str) -> bool {
    let squashed = squash(name);
    let word_count = name.split(' ').count();
    let chars = name.chars().count();
    (2..=NAME_CHARS).contains(&chars)
        && word_count <= NAME_WORDS
        && squashed.chars().any(char::is_alphabetic)
        && !words().has(List::NoNames, &squashed)
        && !words().is_comment_label(name)
        && !words().is_related_label(name)
        && !is_address(name)
        && !is_account(name)
        && !is_organization(name)
        && !is_company(name)
        && !name.contains(['?', '!', '{', '}', '<', '>', '=', '©', '§', '#'])
        && !name.contains(": ")
}

/// The ends of the names of hosts, whatever the case of their letters, and the most characters of
/// other ends.
const HOST_ENDS: [&str; 5] = [".cn", ".com", ".de", ".net", ".org"];
const MAX_END: usize = 4;

/// Returns true if a text is the name of a host such as `example.com`, because many pages give
/// theirs as the author.
pub(in crate::metadata) fn is_host(name: &str) -> bool {
    let name = name.trim();
    let lower = name.to_ascii_lowercase();
    let is_lower = || {
        name.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'.'))
            && name.rsplit_once('.').is_some_and(|(host, end)| {
                (2..=MAX_END).contains(&end.len()) && host.len() >= MAX_END
            })
    };
    !lower.contains(' ') && (HOST_ENDS.iter().any(|end| lower.ends_with(end)) || is_lower())
}

/// The forms of companies at the end of their names, as laws of many countries abbreviate them.
/// They are compared with their capitals, because "Ag" may be the name of a person.
const COMPANY_ENDS: [&str; 48] = [
    "A.E.", "A/S", "AB", "AG", "ASA", "ApS", "B.V.", "BV", "Corp", "Corp.", "GmbH", "Inc", "Inc.",
    "KG", "LLC", "LLP", "Limited", "Ltd", "Ltd.", "Ltda", "Ltda.", "N.V.", "NV", "OÜ", "Oy", "Oyj",
    "PLC", "Pty", "S.A", "S.A.", "S.A.S.", "S.L.", "S.L.U.", "S.R.L.", "S.p.A.", "S.r.l.", "SARL",
    "SAS", "SIA", "SRL", "SpA", "Srl", "UAB", "a.s.", "d.o.o.", "o.o.", "plc", "s.r.o.",
];

/// The forms before the names of companies.
const COMPANY_STARTS: [&str; 5] = ["ООО", "ОАО", "ЗАО", "ПАО", "ТОВ"];

/// The forms at either end of the names of companies, with or without a space.
const COMPANY_FORMS: [&str; 6] = ["株式会社", "有限会社", "㈱", "(株)", "주식회사", "(주)"];

/// Returns true for the name of a company with its form, which owns the site and writes nothing:
/// "Crumb Media Ltd".
fn is_company(name: &str) -> bool {
    let last = name.rsplit_once(' ').map(|(_, last)| last.trim_matches(['(', ')']));
    let first = name.split_once(' ').map(|(first, _)| first);
    last.is_some_and(|last| COMPANY_ENDS.contains(&last))
        || first.is_some_and(|first| COMPANY_STARTS.contains(&first))
        || COMPANY_FORMS.iter().any(|form| name.starts_with(form) || name.ends_with(form))
}

/// Returns true for the account of a program or of a site, and for the name of an element, because
/// templates that are filled in wrongly show these.
fn is_account(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let is_one_word = !lower.contains(' ');
    words.clone().any(|word| matches!(word, "drupal" | "joomla" | "wordpress"))
        || is_one_word && words.any(|word| matches!(word, "admin" | "author" | "authors"))
}

/// Returns true for the name of an organization in Chinese. Their last characters are enough,
/// because no names of persons end with them.
fn is_organization(name: &str) -> bool {
    name.chars().nth(2).is_some()
        && words().list(List::Organizations).iter().any(|end| name.ends_with(end))
}

/// Returns true if a text is written like a name: its words begin with capitals, except a few such
/// as "van", and have no digits. For example, "Jan van Dam" is, and "read more" is not. A single
/// word can be almost anything, because members of a site choose their names.
pub(super) fn looks_like_name(name: &str) -> bool {
    let mut parts = name.split(' ').filter(|part| !part.is_empty());
    if parts.clone().count() == 1 {
        // "Sat", "Mon"
        let is_short_day = name.len() == 3 && name.chars().next().is_some_and(char::is_uppercase);
        return !is_short_day
            && words().month(name).is_none()
            && !words().has(List::Days, &name.to_lowercase())
            && !name.ends_with('.')
            && !name.ends_with("ing");
    }
    let is_capital = |word: &str| {
        word.trim_start_matches(['(', '"', '“', '\''])
            .chars()
            .next()
            .is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
    };
    parts.clone().next().is_some_and(is_capital)
        && parts.clone().next_back().is_some_and(is_capital)
        && parts
            .all(|part| is_capital(part) || words().has(List::Particles, part) || is_title(part))
        && !name.contains(|c: char| c.is_ascii_digit())
}

/// Returns true for a part of the title before a name: "med." in "Prof. Dr. med. Ida Quill".
fn is_title(word: &str) -> bool {
    word.ends_with('.') && (3..=MAX_TITLE_CHARS).contains(&word.chars().count())
}

/// The most characters of such a part, such as "techn.".
const MAX_TITLE_CHARS: usize = 6;

/// Returns true if a text is written like the whole name of a person: two words at least, and none
/// of them a job.
pub(in crate::metadata) fn is_full_name(name: &str) -> bool {
    name.contains(' ') && looks_like_name(name) && !is_role(name)
}

/// Returns true if a text is a web address.
pub(super) fn is_address(name: &str) -> bool {
    let lower = name.trim().to_ascii_lowercase();
    let is_one_word = !lower.contains(' ');
    lower.starts_with("http:")
        || lower.starts_with("https:")
        || lower.starts_with("www.")
        || is_one_word
            && (lower.starts_with('/') || lower.contains("://") || lower.contains(".com/"))
}

/// Returns true if a text is a degree.
pub(super) fn is_degree(name: &str) -> bool {
    let plain: String = name.chars().filter(|&c| c != '.').flat_map(char::to_lowercase).collect();
    words().has(List::Degrees, &plain)
}

/// Returns true if a text says what a person is or does.
pub(super) fn is_role(name: &str) -> bool {
    name.split(' ').any(|word| words().has(List::Roles, &word.to_lowercase()))
}

/// Returns a name without the words at its end that say what people are: "Crumb" for "Crumb Staff",
/// the people of a site who are not named.
pub(in crate::metadata) fn without_role(name: &str) -> &str {
    let mut rest = name;
    while let Some((before, last)) = rest.rsplit_once(' ')
        && is_role(last)
    {
        rest = before;
    }
    rest
}

/// Returns true if a text is the title of a person without the person, for example "Editor" or
/// "Senior Editor".
pub(super) fn is_bare_role(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    is_role(name) && (first == name || words().has(List::Ranks, &first.to_lowercase()))
}
