//! The names in texts that state authors.

use super::date::{Range, Reading};
use super::months::month;
use super::one_line;
use super::title::squash;

/// What introduces an author, in lower case, longest first where one begins with another.
const INTRODUCTIONS: &[&str] = &[
    "article written by",
    "article by",
    "written by",
    "posted by",
    "post by",
    "published by",
    "submitted by",
    "created by",
    "story by",
    "words by",
    "text by",
    "reported by",
    "authored by",
    "started by",
    "thread starter",
    "topic starter",
    "authors:",
    "authors",
    "author:",
    "author",
    "autorin:",
    "autoren:",
    "autor:",
    "autor",
    "auteur:",
    "auteur",
    "autore:",
    "geschrieben von",
    "verfasst von",
    "veröffentlicht von",
    "ein beitrag von",
    "ein artikel von",
    "von:",
    "von",
    "by:",
    "by",
    "par:",
    "par",
    "escrito por",
    "publicado por",
    "por:",
    "por",
    "scritto da",
    "pubblicato da",
    "di:",
    "door:",
    "door",
    "geschreven door",
    "av:",
    "av",
    "af:",
    "af",
    "skrevet av",
    "skrevet af",
    "napisał",
    "автор:",
    "автор",
    "yazan:",
    "yazar:",
    "написал",
];

/// The text behind a word that introduces an author; `None` where none does.
pub(super) fn by_line(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let first = *text.as_bytes().first()?;
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ':' | '|');
    INTRODUCTIONS.iter().find_map(|introduction| {
        // Letters of other alphabets begin with another byte in the other case.
        if first.is_ascii() && first.to_ascii_lowercase() != introduction.as_bytes()[0] {
            return None;
        }
        let (start, rest) = text.split_at_checked(introduction.len())?;
        let same = start.eq_ignore_ascii_case(introduction)
            || !start.is_ascii()
                && !introduction.is_ascii()
                && start.to_lowercase() == **introduction;
        let ends = introduction.ends_with(':') || rest.is_empty() || rest.starts_with(is_gap);
        (same && ends).then(|| rest.trim_start_matches(is_gap))
    })
}

/// Whether a text introduces an author and says no more.
pub(super) fn is_by(text: &str) -> bool {
    by_line(text).is_some_and(str::is_empty)
}

/// Whether a text ends with a word that introduces an author.
pub(super) fn ends_with_by(text: &str) -> bool {
    let text = text.trim_end_matches([':', ' ']);
    let last = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    !last.is_empty() && is_by(last)
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

/// Words that are no names, in lower case, squashed.
const NO_NAMES: &[&str] = &[
    "abouttheauthor",
    "admin",
    "administrator",
    "allposts",
    "anonymous",
    "author",
    "authors",
    "autor",
    "bio",
    "byline",
    "comment",
    "comments",
    "contributor",
    "contributors",
    "default",
    "editor",
    "editorial",
    "editors",
    "follow",
    "guest",
    "guestauthor",
    "guestpost",
    "home",
    "lastupdated",
    "login",
    "moderator",
    "moreposts",
    "na",
    "newsdesk",
    "none",
    "null",
    "owner",
    "posts",
    "profile",
    "published",
    "readmore",
    "redacción",
    "redaction",
    "redaktion",
    "register",
    "root",
    "share",
    "signin",
    "signup",
    "siteadmin",
    "staff",
    "superuser",
    "support",
    "team",
    "undefined",
    "unknown",
    "updated",
    "user",
    "viewallposts",
    "viewprofile",
    "webmaster",
    "website",
    "writer",
    "written",
];

/// Words with which something else begins behind a name.
const ENDINGS: &[&str] = &[
    "published",
    "updated",
    "last",
    "posted",
    "reviewed",
    "released",
    "read",
    "min",
    "mins",
    "view",
    "follow",
    "follows",
    "medically",
    "edited",
    "updated:",
    "published:",
    "posted:",
    "veröffentlicht",
    "aktualisiert",
];

/// Degrees and the like, which belong to the name before them. In lower case, without dots.
const DEGREES: &[&str] = &[
    "phd", "md", "mba", "rd", "rdn", "ms", "msc", "bsc", "ma", "ba", "bs", "rn", "dvm", "dds",
    "vmd", "cpa", "cfp", "cfa", "esq", "jr", "sr", "dacvb", "lcsw", "psyd", "frcpc", "pa-c",
    "faad", "mph", "edd", "jd", "llm", "do", "np", "ldn", "cscs", "mbe", "obe",
];

/// What a person is or does, in lower case: parts of bylines that are no names.
const ROLES: &[&str] = &[
    "editor",
    "writer",
    "reporter",
    "correspondent",
    "contributor",
    "author",
    "founder",
    "ceo",
    "cto",
    "manager",
    "director",
    "analyst",
    "journalist",
    "columnist",
    "photographer",
    "freelance",
    "professor",
    "specialist",
    "expert",
    "strategist",
    "consultant",
    "engineer",
    "producer",
    "staff",
    "co-founder",
    "cofounder",
    "redakteur",
    "redakteurin",
    "developer",
    "president",
    "officer",
    "lead",
    "marketer",
    "blogger",
    "researcher",
    "coach",
    "therapist",
    "dietitian",
    "dietician",
];

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

/// The text up to where a byline ends: a dash, a bracket, a date, words that begin something else.
fn before_end(text: &str) -> &str {
    const ENDS: [&str; 12] =
        [" – ", " — ", " - ", " -- ", " (", " on ", " in ", " @", " am ", " le ", " // ", " at "];
    let end = ENDS.iter().filter_map(|end| text.find(end)).filter(|&at| at > 0).min();
    let text = before_ending(&text[..end.unwrap_or(text.len())]);
    // A date begins with a number or the name of a month before one.
    let reading = Reading { month_first: true, range: Range { latest: None } };
    if reading.find(text).is_none() {
        return text;
    }
    let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let head = text[..digit].trim_end();
    let last = head.rsplit(' ').next().unwrap_or_default();
    let is_month = month(last.trim_end_matches(['.', ','])).is_some();
    head[..head.len() - if is_month { last.len() } else { 0 }].trim_end()
}

fn before_ending(text: &str) -> &str {
    let mut start = 0;
    for word in text.split(' ') {
        if start > 0 && ENDINGS.iter().any(|ending| word.to_lowercase() == *ending) {
            return text[..start].trim_end();
        }
        start += word.len() + 1;
    }
    text
}

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

/// The most words, and characters, of a name.
const NAME_WORDS: usize = 6;
const NAME_CHARS: usize = 60;

fn is_name(name: &str) -> bool {
    let squashed = squash(name);
    let words = name.split(' ').count();
    let chars = name.chars().count();
    (2..=NAME_CHARS).contains(&chars)
        && words <= NAME_WORDS
        && squashed.chars().any(char::is_alphabetic)
        && !NO_NAMES.contains(&squashed.as_str())
        && !is_address(name)
        && !name.contains(['?', '!', '{', '}', '<', '>', '=', '©', '§', '#'])
}

/// Whether it is written as names are: the words with capitals, but for those such as "van"; no numbers; one word can be anything
/// that members of a site call themselves.
fn looks_like_name(name: &str) -> bool {
    const PARTICLES: &[&str] = &[
        "van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "du", "la", "le",
        "bin", "al", "el", "ten", "ter", "zu", "of", "the", "for",
    ];
    let mut words = name.split(' ').filter(|word| !word.is_empty());
    if words.clone().count() == 1 {
        let is_short_day = name.len() == 3 && name.chars().next().is_some_and(char::is_uppercase);
        return !is_short_day
            && month(name).is_none()
            && !name.ends_with('.')
            && !name.ends_with("ing");
    }
    let is_capital = |word: &str| {
        word.trim_start_matches(['(', '"', '“', '\''])
            .chars()
            .next()
            .is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
    };
    words.clone().next().is_some_and(is_capital)
        && words.clone().next_back().is_some_and(is_capital)
        && words.all(|word| is_capital(word) || PARTICLES.contains(&word))
        && !name.contains(|c: char| c.is_ascii_digit())
}

fn is_address(name: &str) -> bool {
    let lower = name.trim().to_ascii_lowercase();
    let is_one_word = !lower.contains(' ');
    lower.starts_with("http:")
        || lower.starts_with("https:")
        || lower.starts_with("www.")
        || is_one_word
            && (lower.starts_with('/') || lower.contains("://") || lower.contains(".com/"))
}

fn is_degree(name: &str) -> bool {
    let plain: String = name.chars().filter(|&c| c != '.').flat_map(char::to_lowercase).collect();
    DEGREES.contains(&plain.as_str())
}

fn is_role(name: &str) -> bool {
    name.split(' ').any(|word| {
        let word = word.to_ascii_lowercase();
        ROLES.contains(&word.as_str())
    })
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
    fn lines_that_begin_with_by() {
        assert_eq!(by_line("Written by Ann"), Some("Ann"));
        assert_eq!(by_line("VON: Anna"), Some("Anna"));
        assert_eq!(by_line("Автор: Анна"), Some("Анна"));
        assert_eq!(by_line("Bypass"), None);
        assert!(is_by("Written by:") && !is_by("by Ann"));
        assert!(ends_with_by("12 May, by ") && ends_with_by("Von:") && !ends_with_by("nearby"));
        assert!(joins("and Bo") && joins("Ann,") && !joins("Ann"));
    }
}
