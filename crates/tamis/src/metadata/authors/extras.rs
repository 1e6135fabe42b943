//! What texts that state authors have besides the names: addresses of mail, jobs, the places where
//! people work, and people who are no authors.
//!
//! "Ann Lee (ann@example.com)", "Ann Lee - Senior Editor" and "Ann Lee, Department of Physics, 12
//! Mill Lane" name one person each. "Ann Lee, photos by Bob Ray" and "Ann Lee, Bob Ray
//! (translation)" name one author each, because photographers and translators did not write the
//! text.

use std::borrow::Cow;

use super::naming::{is_bare_role, is_role};
use crate::words::{List, words};

/// Returns a text without addresses of mail and names of accounts, and without brackets that had
/// nothing else. "ann@example.com (Ann Lee)", the form of RSS, becomes "Ann Lee".
pub(super) fn without_contacts(text: &str) -> Cow<'_, str> {
    if !text.contains('@') {
        return Cow::Borrowed(text);
    }
    let is_bracket = |c: char| matches!(c, '(' | ')' | '[' | ']' | '<' | '>' | ',' | ';' | ':');
    let is_contact = |word: &&str| {
        let word = word.trim_matches(is_bracket);
        match word.split_once('@') {
            Some(("", account)) => !account.is_empty(),
            Some((_, host)) => host.contains('.'),
            None => false,
        }
    };
    let mut contacts = text.split_whitespace().filter(is_contact).peekable();
    // A single account is all that is known.
    let is_alone = text.split_whitespace().nth(1).is_none() && text.trim().starts_with('@');
    if contacts.peek().is_none() || is_alone {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    for word in text.split_whitespace() {
        let part = if is_contact(&word) {
            // The sign after it still separates two people.
            word.trim_start_matches(|c| !matches!(c, ',' | ';'))
        } else {
            word
        };
        if !kept.is_empty() && !part.starts_with([',', ';']) && !part.is_empty() {
            kept.push(' ');
        }
        kept.push_str(part);
    }
    match kept.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => Cow::Owned(inner.to_owned()),
        None => Cow::Owned(kept),
    }
}

/// Returns true if a part of a text names somebody who is not an author of the text: "Photos by
/// Bob Ray", "Translation: Cy Oe", "Bob Ray (photos)".
pub(super) fn is_other_credit(part: &str) -> bool {
    let inner = part.trim().strip_suffix(')').and_then(|inner| inner.rsplit_once('('));
    begins_other_credit(part) || inner.is_some_and(|(_, inner)| is_other_role(inner))
}

/// Returns true if a text begins with words for somebody who is not an author: "Photos by". A label
/// may have its colon after a space, or another sign: "Photo : Ann Lee", "写真＝佐藤健一".
pub(in crate::metadata) fn begins_other_credit(text: &str) -> bool {
    let text = text.trim();
    let Some(first) = text.chars().next().and_then(|c| c.to_lowercase().next()) else {
        return false;
    };
    let known = words().sorted(List::OtherCredits);
    let start = known.partition_point(|label| label.chars().next() < Some(first));
    let mut alike = known[start..].iter().take_while(|label| label.starts_with(first));
    let lower = text[..text.floor_char_boundary(LABEL_BYTES)].to_lowercase();
    alike.any(|label| {
        let is_colon = |c: char| matches!(c, ':' | '：' | '=' | '＝' | '／');
        let plain = label.trim_end_matches(|c: char| is_colon(c) || c == ' ');
        let Some(rest) = lower.strip_prefix(plain) else { return false };
        if plain.len() < label.len() {
            rest.trim_start().starts_with(is_colon) || lower.starts_with(label)
        } else {
            !label.ends_with(char::is_alphanumeric)
                || rest.is_empty()
                || rest.starts_with([' ', ':', '/'])
        }
    })
}

/// The longest label, in bytes, with the signs after it.
const LABEL_BYTES: usize = 64;

/// Returns true for a word for somebody who is not an author of the text: "photographer".
pub(super) fn is_other_role(text: &str) -> bool {
    let mut parts = text.split(|c: char| !c.is_alphanumeric());
    parts.any(|word| words().has(List::OtherRoles, &word.to_lowercase()))
}

/// Signs between a name and a job.
const JOB_SIGNS: [&str; 5] = [" - ", " – ", " — ", " (", ": "];

/// Returns a name without the job after it: "Ann Lee - Senior Editor", "Ann Lee (reporter)", "Ann
/// Lee Staff Writer".
pub(super) fn without_job(name: &str) -> &str {
    let after_sign = JOB_SIGNS.iter().filter_map(|sign| name.split_once(sign)).find(|(_, job)| {
        let job = job.trim_end_matches(')');
        is_role(job)
    });
    if let Some((name, _)) = after_sign {
        return name.trim_end();
    }
    if is_bare_role(name) || name.to_lowercase().starts_with("the ") {
        return name;
    }
    // A name has two words at least. One word after it may be a part of it, "Luxury Travel Expert".
    let is_rank = |word: &str| words().has(List::Ranks, &word.to_lowercase());
    let ends_with_role = || name.rsplit(' ').next().is_some_and(is_role);
    let starts = name.match_indices(' ').map(|(at, _)| at).skip(1);
    let mut parts = starts.map(|at| name.split_at(at));
    let job = parts.find(|(_, job)| {
        let mut words = job.split_whitespace();
        let is_long = words.clone().nth(1).is_some();
        is_long && (words.clone().next().is_some_and(is_rank) || words.all(is_role))
    });
    job.filter(|_| ends_with_role()).map_or(name, |(person, _)| person)
}

/// Returns true if a part after a name is the place where the person works, or its address:
/// "Department of Physics", "12 Mill Lane".
pub(super) fn is_workplace(part: &str) -> bool {
    let has_digit = part.contains(|c: char| c.is_ascii_digit());
    let mut parts = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    has_digit && part.trim().contains(' ')
        || parts.any(|word| words().has(List::Institutions, &word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_no_part_of_names() {
        for (text, expected) in [
            ("Ann Lee ann@example.com", "Ann Lee"),
            ("Ann Lee (ann@example.com)", "Ann Lee"),
            ("ann@example.com (Ann Lee)", "Ann Lee"),
            ("Ann Lee <ann@example.com>", "Ann Lee"),
            ("Ann Lee @annlee", "Ann Lee"),
            ("ann@example.com", ""),
            ("@annlee", "@annlee"),
            ("Ann @ Home", "Ann @ Home"),
        ] {
            assert_eq!(without_contacts(text), expected, "{text}");
        }
    }

    #[test]
    fn jobs_are_no_part_of_names() {
        for (text, expected) in [
            ("Ann Lee - Senior Editor", "Ann Lee"),
            ("Ann Lee (reporter)", "Ann Lee"),
            ("Ann Lee Staff Writer", "Ann Lee"),
            ("Ann Lee Senior Editor", "Ann Lee"),
            ("Ann Lee Senior Bread Reporter", "Ann Lee"),
            ("Luxury Travel Expert", "Luxury Travel Expert"),
            ("The Bread Editor", "The Bread Editor"),
            ("Food Editor", "Food Editor"),
            ("Ann Lee-Reporter", "Ann Lee-Reporter"),
        ] {
            assert_eq!(without_job(text), expected, "{text}");
        }
    }
}
