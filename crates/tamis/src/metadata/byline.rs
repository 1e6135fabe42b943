//! The authors: bylines near the heading, and names out of what pages state.

use tamis_dom::NodeId;

use super::Field;
use super::date::{Range, Reading};
use super::marks::{Mark, is_aside};
use super::one_line;
use super::survey::Survey;
use super::title::{Sites, squash};

/// Ranks of authors in the body: an element named so that begins with "by", a link to the author, an element named so near
/// the heading, a line that begins with "by", an element elsewhere.
const BYLINE_RANK: u8 = 35;
const RELATION_RANK: u8 = 34;
const MARKED_RANK: u8 = 40;
const LINE_RANK: u8 = 45;
const FAR_RANK: u8 = 55;

/// How far from the heading a byline stands at most, in visible characters: before it and behind it.
const NEAR_BEFORE: u32 = 300;
const NEAR_BEHIND: u32 = 1500;

/// The longest line, in bytes, that is a byline.
const LINE_BYTES: usize = 120;

/// Notes the authors that stand in the body.
pub(super) fn resolve(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let document = survey.document;
    let start = heading.map(|id| survey.chars_before(id));
    let is_near =
        |at: u32| start.is_none_or(|start| at + NEAR_BEFORE >= start && at <= start + NEAR_BEHIND);
    for (id, mark) in survey.marked.clone() {
        if !mark.has(Mark::AUTHOR.with(Mark::RELATION)) || is_aside(document, id, heading) {
            continue;
        }
        let near = is_near(survey.chars_before(id));
        let Some(text) = one_line(&spaced_text(survey, id)) else { continue };
        let (rank, source) = if mark.has(Mark::RELATION) {
            (if near { RELATION_RANK } else { FAR_RANK }, "rel=author")
        } else if !near {
            (FAR_RANK, "class")
        } else if without_by(&text).is_some() {
            (BYLINE_RANK, "class, by")
        } else {
            (MARKED_RANK, "class")
        };
        survey.note(Field::Author, rank, &text, source, Some(id));
    }
    if start.is_some() {
        note_lines(survey, &is_near, heading);
    }
}

/// Notes the lines near the heading that begin with "by".
fn note_lines(survey: &mut Survey<'_>, is_near: &dyn Fn(u32) -> bool, heading: Option<NodeId>) {
    let page = survey.page;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        if text.len() > LINE_BYTES || without_by(text).is_none() {
            continue;
        }
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        if is_near(survey.chars_before(node)) && !is_aside(survey.document, node, heading) {
            survey.note(Field::Author, LINE_RANK, text, "text", Some(node));
        }
    }
}

/// The text of an element with a space between its text nodes.
fn spaced_text(survey: &Survey<'_>, id: NodeId) -> String {
    let document = survey.document;
    let mut text = String::new();
    for node in document.descendants_and_self(id) {
        if document.name(node).is_none() && document.first_child(node).is_none() {
            text.push_str(document.text(node));
            text.push('\n');
        }
    }
    text
}

/// What introduces an author, in lower case, longest first.
const INTRODUCTIONS: &[&str] = &[
    "article written by",
    "article by",
    "written by",
    "posted by",
    "published by",
    "reviewed by",
    "submitted by",
    "created by",
    "story by",
    "words by",
    "text by",
    "reported by",
    "authored by",
    "author:",
    "authors:",
    "author",
    "autorin:",
    "autor:",
    "autor",
    "auteur :",
    "auteur:",
    "autore:",
    "geschrieben von",
    "verfasst von",
    "veröffentlicht von",
    "ein beitrag von",
    "ein artikel von",
    "text:",
    "text von",
    "von:",
    "von",
    "by:",
    "by",
    "par :",
    "par",
    "escrito por",
    "publicado por",
    "por:",
    "por",
    "scritto da",
    "pubblicato da",
    "di",
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
    "autor",
    "автор:",
    "автор",
    "yazan:",
    "yazar:",
    "написал",
];

/// The text behind a word that introduces an author; `None` where none does.
pub(super) fn without_by(text: &str) -> Option<&str> {
    let text = text.trim_start();
    INTRODUCTIONS.iter().find_map(|introduction| {
        let (start, rest) = text.split_at_checked(introduction.len())?;
        let same = start.to_lowercase() == **introduction;
        let ends = introduction.ends_with(':') || rest.starts_with([' ', '\n', ':', '\u{a0}']);
        (same && ends).then(|| rest.trim_start_matches([' ', '\n', ':', '\u{a0}']))
    })
}

/// Words of names that are none, in lower case, squashed.
const NO_NAMES: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "author",
    "authors",
    "autor",
    "byline",
    "comment",
    "comments",
    "contributor",
    "contributors",
    "editor",
    "editors",
    "editorial",
    "guest",
    "guestauthor",
    "guestpost",
    "home",
    "moderator",
    "none",
    "null",
    "owner",
    "root",
    "share",
    "staff",
    "superuser",
    "support",
    "team",
    "undefined",
    "unknown",
    "user",
    "webmaster",
    "website",
    "writer",
    "redaktion",
    "redaction",
    "redacción",
    "abouttheauthor",
    "follow",
    "readmore",
    "bio",
    "profile",
    "moreposts",
    "viewprofile",
    "viewallposts",
    "allposts",
    "posts",
    "default",
    "siteadmin",
    "written",
    "published",
    "updated",
    "lastupdated",
    "newsdesk",
    "na",
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
    "phd",
    "md",
    "mba",
    "rd",
    "ms",
    "msc",
    "bsc",
    "rn",
    "dvm",
    "dds",
    "dacvb",
    "vmd",
    "cpa",
    "cfp",
    "esq",
    "jr",
    "sr",
    "ph.d.",
    "m.d.",
    "m.s.",
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
    "lcsw",
    "psyd",
    "psy.d.",
    "frcpc",
    "pa-c",
    "faad",
];

/// The names in a text that states authors: those between "and", commas and the like, without introductions, roles, addresses and
/// what is no name. Empty where no name is left.
pub(super) fn names(text: &str, sites: &Sites) -> Vec<String> {
    let mut text = text.trim();
    while let Some(rest) = without_by(text) {
        text = rest;
    }
    let text = before_end(text);
    let mut names: Vec<String> = Vec::new();
    for part in parts(text) {
        let Some(name) = clean(part) else { continue };
        let is_title = is_role(&name) && !names.is_empty();
        if !is_title && is_name(&name, sites) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The text up to where a byline ends: a bar, a dot in the middle, a date, an address.
fn before_end(text: &str) -> &str {
    const ENDS: [&str; 16] = [
        " | ", " · ", " • ", " – ", " — ", " - ", "\t", "\n", " (", " on ", " in ", " @", " am ",
        " le ", " // ", " at ",
    ];
    let end = ENDS.iter().filter_map(|end| text.find(end)).filter(|&at| at > 0).min();
    let text = &text[..end.unwrap_or(text.len())];
    // A date begins with a number or the name of a month before one.
    let reading = Reading { month_first: true, range: Range { latest: None } };
    if reading.find(text).is_some() {
        let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let head = text[..digit].trim_end();
        let last = head.rsplit(' ').next().unwrap_or_default();
        let is_month = super::months::month(last.trim_end_matches(['.', ','])).is_some();
        return head[..head.len() - if is_month { last.len() } else { 0 }].trim_end();
    }
    text
}

fn parts(text: &str) -> Vec<&str> {
    const CONJUNCTIONS: [&str; 10] =
        [" and ", " und ", " et ", " y ", " & ", " with ", " och ", " og ", " en ", " et "];
    let mut parts: Vec<&str> = text.split([',', ';', '/', '、', '，', '|']).collect();
    for conjunction in CONJUNCTIONS {
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
                ':' | '-'
                    | '–'
                    | '—'
                    | '*'
                    | '"'
                    | '“'
                    | '”'
                    | '\''
                    | '•'
                    | '·'
                    | '|'
                    | ','
                    | '@'
            )
    });
    one_line(part)
}

/// The most words, and characters, of a name.
const NAME_WORDS: usize = 6;
const NAME_CHARS: usize = 60;

fn is_name(name: &str, sites: &Sites) -> bool {
    let squashed = squash(name);
    let words = name.split(' ').count();
    let chars = name.chars().count();
    (2..=NAME_CHARS).contains(&chars)
        && words <= NAME_WORDS
        && squashed.chars().any(char::is_alphabetic)
        && !NO_NAMES.contains(&squashed.as_str())
        && !sites.has(&squashed)
        && !is_address(name)
        && !name.contains(['?', '!', '{', '}', '<', '>', '='])
}

fn is_address(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.contains("://")
        || lower.starts_with("www.")
        || lower.contains('@')
        || [".com", ".org", ".net", ".de", ".co.uk"].iter().any(|end| lower.ends_with(end))
}

fn is_role(name: &str) -> bool {
    name.split(' ').any(|word| {
        let word = word.to_ascii_lowercase();
        ROLES.contains(&word.as_str())
    })
}
