//! The names in texts that state authors.

mod ending;
mod introduction;
mod naming;

use super::one_line;

pub(super) use introduction::{by_line, ends_with_by, is_by};

use ending::before_end;
use naming::{is_address, is_degree, is_name, is_role, looks_like_name};

/// Where a text that states authors comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The page states it as its author, or introduces it with "by": it names one, however it is spelled.
    Stated,
    /// It only stands where authors do: it has to look like a name.
    Guessed,
    /// It is a line of text: it has to be written as names are.
    Line,
}

impl Origin {
    /// The origin of what has this source.
    pub(super) fn of(source: &str) -> Origin {
        match source {
            "text" => Origin::Line,
            "class" | "class, by" | "a[href]" => Origin::Guessed,
            _ => Origin::Stated,
        }
    }

    /// Whether the name of the site is an author in this source: in some it stands only because something has to.
    pub(super) fn may_be_site(source: &str) -> bool {
        !matches!(source, "class" | "text" | "a[href]")
            && !["json-ld TechArticle", "json-ld WebPage", "json-ld Soft", "json-ld Video"]
                .iter()
                .any(|start| source.starts_with(start))
    }
}

/// The names in a text that states authors: those between "and", commas and the like, without introductions, roles, addresses and
/// what is no name. Empty where no name is left.
pub(super) fn names(text: &str, origin: Origin) -> Vec<String> {
    if is_address(text) {
        return Vec::new();
    }
    let segments = text.split(['|', '·', '•', '»', '›', '\t', '\n']);
    let mut segments = segments.map(|segment| segment_names(segment, origin));
    segments.find(|names| !names.is_empty()).unwrap_or_default()
}

fn segment_names(segment: &str, origin: Origin) -> Vec<String> {
    let mut text = segment.trim();
    let mut origin = origin;
    while let Some(rest) = by_line(text) {
        text = rest;
        // A line that begins with "by" may go on with anything.
        if rest.is_empty() {
            return Vec::new();
        }
    }
    if origin != Origin::Stated {
        text = before_end(text);
    } else if text.len() > MAX_STATED_BYTES {
        origin = Origin::Guessed;
    }
    let mut names: Vec<String> = Vec::new();
    for part in parts(text) {
        let Some(name) = clean(part) else { continue };
        if is_degree(&name) {
            if let Some(last) = names.last_mut() {
                last.push_str(", ");
                last.push_str(&name);
            }
            continue;
        }
        let is_title = is_role(&name) && !names.is_empty();
        let is_name = is_name(&name)
            && match origin {
                Origin::Stated => true,
                Origin::Guessed => looks_like_name(&name),
                Origin::Line => looks_like_name(&name) && !name.starts_with(char::is_lowercase),
            };
        if is_name && !is_title && !names.contains(&name) {
            names.push(name);
        } else if origin != Origin::Stated && !is_title {
            // The line goes on with something else.
            break;
        }
    }
    names
}

/// A longer text that is stated as the author has to look like names.
const MAX_STATED_BYTES: usize = 200;

fn parts(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split([',', ';', '/', '、', '，', '&']).collect();
    for conjunction in [" and ", " und ", " et ", " y ", " with ", " och ", " og ", " en "] {
        parts = parts.into_iter().flat_map(|part| part.split(conjunction)).collect();
    }
    parts
}

fn clean(part: &str) -> Option<String> {
    let part = part.trim();
    let part = part.strip_prefix("and ").unwrap_or(part);
    let part = part.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ':' | '-' | '–' | '—' | '*' | '"' | '“' | '”' | '\'' | '~' | '|' | ',' | '@'
            )
    });
    one_line(part)
}

/// Words between names, in lower case.
const CONJUNCTIONS: [&str; 9] = ["and", "und", "et", "y", "&", "with", "och", "og", "en"];

/// Whether a part of a text belongs to what stands beside it: it begins or ends with a comma or a word between names.
pub(super) fn joins(part: &str) -> bool {
    let is_conjunction = |word: &str| {
        word.starts_with(',')
            || word.ends_with(',')
            || CONJUNCTIONS.iter().any(|conjunction| word.eq_ignore_ascii_case(conjunction))
    };
    let mut words = part.split_whitespace();
    words.next().is_some_and(is_conjunction) || words.next_back().is_some_and(is_conjunction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(origin: Origin, cases: &[(&str, &[&str])]) {
        for (text, expected) in cases {
            assert_eq!(names(text, origin), *expected, "{text}");
        }
    }

    #[test]
    fn stated_names() {
        check(
            Origin::Stated,
            &[
                ("Ann Lee", &["Ann Lee"]),
                ("By Ann Lee and Bo Ek", &["Ann Lee", "Bo Ek"]),
                ("Ann Lee, Bo Ek & Cy Oe", &["Ann Lee", "Bo Ek", "Cy Oe"]),
                ("Anna Huber und Bernd Amsel", &["Anna Huber", "Bernd Amsel"]),
                ("Ann Lee, Ph.D.", &["Ann Lee, Ph.D."]),
                ("Ann Lee, Senior Editor", &["Ann Lee"]),
                ("Ann Lee | The Times", &["Ann Lee"]),
                ("bread lover", &["bread lover"]),
                ("https://example.com/ann", &[]),
                ("www.example.com/ann", &[]),
                ("admin", &[]),
                ("By", &[]),
                ("", &[]),
            ],
        );
    }

    #[test]
    fn guessed_names() {
        check(
            Origin::Guessed,
            &[
                ("By | Ann Lee | Published | May 2, 2024", &["Ann Lee"]),
                ("Von Anna Huber, 2. Mai 2024", &["Anna Huber"]),
                ("Ann Lee Published May 2, 2024", &["Ann Lee"]),
                ("Ludwig van Beethoven", &["Ludwig van Beethoven"]),
                ("ann99", &["ann99"]),
                ("10 min read | Ann Lee", &["Ann Lee"]),
                ("using this page, you agree", &[]),
                ("Sign In", &[]),
                ("Sat", &[]),
                ("Reading", &[]),
                ("May", &[]),
            ],
        );
        check(
            Origin::Line,
            &[("By Ann Lee", &["Ann Lee"]), ("By submission", &[]), ("by ann99", &[])],
        );
    }

    #[test]
    fn parts_that_join() {
        assert!(joins("and Bo") && joins("Ann,") && !joins("Ann"));
    }
}
