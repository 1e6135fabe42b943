//! The names of a site, and titles without them.
//!
//! Most titles end with the name of the site: "Rye bread | Crumb". Whether the end is a name or a
//! part of the title cannot be seen in the title, "Bread - Butter", so another statement of the
//! page has to name the site too:
//!
//! - what it states: `og:site_name`, the publisher in JSON-LD, its host;
//! - what it shows: the text of a link to the front page, which is the logo, and the line with `©`.
//!
//! What is shown is less certain than what is stated. It only counts where the title has it next to
//! a separator. For example, with `<title>Rye bread | Crumb</title>` and "© 2024 Crumb Ltd." the
//! title is "Rye bread".

mod shown;

use shown::{HOME_BYTES, copyright_words, logos};
pub(in crate::metadata) use shown::{add_shown, owners};
use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::aside::has_word;
use super::candidate::Standing;
use super::collector::Collector;
use super::field::Field;
use super::folded::{squash, squashes_to, words};
use super::no_title::is_no_title;
use crate::page::{around, has_class_word};

/// Signs that separate the title of a page and the name of its site, with a space on both sides.
const SEPARATORS: [char; 38] = [
    '|', '-', '–', '—', '·', '•', '»', '«', '›', '‹', '~', '/', ':', '‧', '∙', '⋅', '●', '▪', '◦',
    '→', '←', '>', '<', '―', '−', '★', '☆', '⋆', '｜', '│', '丨', '\u{3163}', '¦', '┃', '؛', '：',
    '－', '／',
];

/// The most times that such a sign is repeated: "::", "||", "———".
const REPEATED: usize = 3;

/// Signs that separate the name of a site also without spaces on both sides, where the name is
/// certain.
const TIGHT: [char; 24] = [
    '|', '｜', '│', '丨', '\u{3163}', '┃', '¦', '_', '–', '—', '―', '·', '•', '»', '›', '⋆', '★',
    '؛', ':', '：', '-', '－', '/', '／',
];

/// Signs that separate sections and names also where no spaces are around them.
const SURE: [char; 6] = ['|', '｜', '│', '丨', '┃', '_'];

/// The digits of a year, at the end of a day.
const YEAR_DIGITS: usize = 4;

/// The length of the shortest name of a site that longer names may begin with, in bytes. Shorter
/// names do not count, because the second labels of hosts such as `com.au` are taken for names too.
const LEAST_NAME: usize = 4;

/// The length of the shortest logo that longer names may begin with, in bytes.
const LEAST_LOGO: usize = 8;

/// The most words of a longer name of a site.
const NAME_WORDS: usize = 4;

/// Returns true if the end of a title has no more words than the name of a site.
pub(super) fn is_short(end: &str) -> bool {
    end.split_whitespace().nth(NAME_WORDS).is_none()
}

/// Returns a title before and after its last separator.
pub(super) fn split_end(title: &str) -> Option<(&str, &str)> {
    memchr::memrchr_iter(b' ', title.as_bytes()).find_map(|at| cut(title, at))
}

/// Returns the part of a `<title>` that is farthest from what the heading says, if it is no longer
/// than the name of a site: "Crumb" in "Rye bread » Recipes » Crumb", or in "[Crumb] Rye bread".
pub(super) fn rest_of_title<'t>(title: &'t str, heading: &str) -> Option<&'t str> {
    let is_sign = |c: char| !c.is_alphanumeric();
    let after = title.strip_prefix(heading).filter(|rest| rest.trim_start().starts_with(is_sign));
    let before = title.strip_suffix(heading).filter(|rest| rest.trim_end().ends_with(is_sign));
    let bare = |rest: &'t str| rest.trim_matches(|c: char| is_sign(c) && !matches!(c, '!' | '.'));
    let last = |rest: &'t str| rest.rsplit(SURE).next().unwrap_or(rest).trim();
    let after = after.map(bare).map(|rest| last(split_end(rest).map_or(rest, |(_, end)| end)));
    let before =
        || before.map(bare).map(|rest| split_beginning(rest).map_or(rest, |(name, _)| name));
    let rest = after.or_else(before)?;
    // "News | 3 May 2024"
    let is_day = rest.starts_with(|c: char| c.is_ascii_digit())
        && rest.len() > YEAR_DIGITS
        && rest.bytes().rev().take(YEAR_DIGITS).all(|byte| byte.is_ascii_digit());
    let is_name = is_short(rest) && rest.contains(char::is_alphabetic) && !is_no_title(rest);
    (is_name && !is_day).then_some(rest)
}

/// Returns a title before and after its first separator.
fn split_beginning(title: &str) -> Option<(&str, &str)> {
    memchr::memchr_iter(b' ', title.as_bytes()).find_map(|at| cut(title, at))
}

/// Returns a title before and after the separator that begins with the space at `at`.
fn cut(title: &str, at: usize) -> Option<(&str, &str)> {
    let (sign, end) = title[at + 1..].split_once(' ')?;
    is_separator(sign).then_some((&title[..at], end))
}

/// Returns true for a sign that separates, once or several times: "|", "::".
fn is_separator(sign: &str) -> bool {
    let mut chars = sign.chars();
    let Some(first) = chars.next().filter(|first| SEPARATORS.contains(first)) else { return false };
    let count = 1 + sign[first.len_utf8()..].chars().take(REPEATED).count();
    count <= REPEATED && chars.all(|c| c == first)
}

/// The names of a site, squashed.
pub(super) struct SiteNames(Vec<String>);

impl SiteNames {
    /// Returns the names that the page states, and those in its host.
    pub(super) fn of(collector: &Collector<'_>) -> SiteNames {
        let stated = collector.of(Field::SiteName).filter(|of| of.standing == Standing::Eligible);
        let mut names: Vec<String> = stated.map(|candidate| squash(&candidate.value)).collect();
        if let Some(host) = collector.page.url().and_then(Url::host_str) {
            let host = host.strip_prefix("www.").unwrap_or(host);
            names.push(squash(host));
            let labels: Vec<&str> = host.split('.').collect();
            if let [.., second, _] = labels[..] {
                names.push(squash(second));
                // `example.co.uk`
                if let [.., third, _, _] = labels[..]
                    && second.len() <= 3
                {
                    names.push(squash(third));
                }
            }
        }
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        SiteNames(names)
    }

    /// Returns true if a squashed text is a name of the site, with or without "the".
    pub(super) fn has(&self, squashed: &str) -> bool {
        let plain = squashed.strip_prefix("the").unwrap_or(squashed);
        let same = |name: &String| {
            name == squashed || name == plain || name.strip_prefix("the").unwrap_or(name) == plain
        };
        self.0.iter().any(same)
    }

    /// Returns the title without the names of the site at its end and its beginning. A name is kept
    /// if nothing else is left.
    pub(super) fn without<'t>(&self, title: &'t str) -> &'t str {
        self.cuts(title).last().map_or(title, |(rest, _)| rest)
    }

    /// Returns the name of the site at the end or the beginning of a title, as the title has it.
    pub(super) fn named_by<'t>(&self, title: &'t str) -> Option<&'t str> {
        let mut names = self.cuts(title).map(|(_, name)| name.trim());
        names.find(|name| name.contains(char::is_alphabetic) && !is_no_title(name))
    }

    /// Returns what is left of a title and what was cut from it, for each name of the site.
    fn cuts<'s, 't: 's>(&'s self, title: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> + 's {
        let cut = |rest| {
            let (rest, name) = self.without_end(rest).or_else(|| self.without_beginning(rest))?;
            let rest = rest.trim();
            rest.contains(char::is_alphanumeric).then_some((rest, name))
        };
        std::iter::successors(cut(title), move |&(rest, _)| cut(rest))
    }

    /// Returns a title before and after the sign that separates a name of the site at its end.
    fn without_end<'t>(&self, title: &'t str) -> Option<(&'t str, &'t str)> {
        let spaced = split_end(title).filter(|(_, end)| {
            let squashed = squash(end);
            self.has(&squashed) || is_short(end) && self.begins(&squashed) || is_no_title(end)
        });
        let tight = || tight_cuts(title, false).find(|(_, end)| self.names_surely(end));
        let bracket = || end_bracket(title).filter(|(_, name)| self.names_surely(name));
        spaced.or_else(tight).or_else(bracket)
    }

    /// Returns true for a name that is long enough to be no part of a title.
    fn names_surely(&self, text: &str) -> bool {
        let squashed = squash(text);
        squashed.len() >= LEAST_NAME && self.has(&squashed)
    }

    /// Returns true if a squashed text begins with a name of the site: "Crumb Forums" does so on
    /// the site "Crumb".
    fn begins(&self, squashed: &str) -> bool {
        let squashed = squashed.strip_prefix("the").unwrap_or(squashed);
        let plain = self.0.iter().map(|name| name.strip_prefix("the").unwrap_or(name));
        plain.filter(|name| name.len() >= LEAST_NAME).any(|name| squashed.starts_with(name))
    }

    /// Returns a title after and before the sign that separates a name of the site at its
    /// beginning.
    fn without_beginning<'t>(&self, title: &'t str) -> Option<(&'t str, &'t str)> {
        let cuts = [split_beginning(title), title.split_once(": ")];
        let spaced = cuts.into_iter().flatten().min_by_key(|(beginning, _)| beginning.len());
        let spaced =
            spaced.filter(|(beginning, _)| self.has(&squash(beginning)) || is_no_title(beginning));
        let tight = || tight_cuts(title, true).find(|(beginning, _)| self.names_surely(beginning));
        let bracket = || first_bracket(title).filter(|(name, _)| self.names_surely(name));
        spaced.or_else(tight).or_else(bracket).map(|(beginning, rest)| (rest, beginning))
    }

    /// Adds names.
    pub(super) fn extend(&mut self, names: impl IntoIterator<Item = String>) {
        self.0.extend(names.into_iter().filter(|name| !name.is_empty()));
    }

    /// Adds the beginnings and ends of the titles that the page shows as the name of its site: in
    /// links to the front page, and after `©`. `headings` are squashed texts of those that are
    /// logos.
    pub(super) fn extend_shown(&mut self, collector: &Collector<'_>, headings: &[String]) {
        let mut shown: Option<(Vec<String>, String)> = None;
        let mut names = Vec::new();
        for title in collector.of(Field::Title) {
            for (part, is_end) in ends(&title.value) {
                let squashed = squash(part);
                if squashed.len() < LEAST_NAME || !part.contains(char::is_alphabetic) {
                    continue;
                }
                let (home, rights) = shown.get_or_insert_with(|| {
                    let home = logos(collector).into_iter().map(|(_, text)| squash(&text));
                    (home.collect(), copyright_words(collector.page))
                });
                // "Crumb Online" begins with what the logo of "Crumb" says.
                let may_be_longer = is_end && is_short(part);
                let is_logo = headings.iter().chain(home.iter()).any(|name| {
                    *name == squashed
                        || may_be_longer
                            && name.len() >= LEAST_LOGO
                            && squashed.starts_with(name.as_str())
                });
                // A picture has a sign of copyright too, and what it shows begins the title.
                let is_owner =
                    || is_end && rights.contains(&format!(" {} ", words(part).join(" ")));
                if is_logo || is_owner() {
                    names.push(squashed);
                }
            }
        }
        self.extend(names);
    }
}

/// Returns true if the page shows a text as the name of its site: in a link to the front page, or
/// after `©`.
pub(super) fn shows_name(collector: &Collector<'_>, text: &str) -> bool {
    let squashed = squash(text);
    squashed.len() >= LEAST_NAME
        && (logos(collector).iter().any(|(_, name)| squashes_to(name, &squashed))
            || copyright_words(collector.page).contains(&format!(" {} ", words(text).join(" "))))
}

/// Signs between the parts of a path: of them, one section shows that the others are sections too.
const PATH_SIGNS: [&str; 8] = ["|", "<", ">", "‹", "›", "«", "»", "::"];

/// Those that part nothing else: before the name of the site, they show that what is before it is a
/// section.
const SURE_PATH_SIGNS: [&str; 5] = ["<", ">", "›", "»", "::"];

/// The most sections at the end of a title.
const MOST_SECTIONS: usize = 4;

/// The most words of a section that the page does not show, and the fewest of a title before it, in
/// characters.
const SECTION_WORDS: usize = 3;
const TITLE_CHARS: usize = 12;

/// Returns a title, from which the name of the site is gone, without the sections at its end: "Rye
/// bread | Recipes". A section has a link in a menu or in the path to the page, or comes before one
/// that has: "Rye bread | Baking | Recipes" where only "Recipes" is in the menu. `whole` is the
/// title with the name, whose end may say what kind of page it is: "제목 < 문화 < 기사본문 - 신문".
pub(super) fn without_section<'t>(document: &Document, whole: &str, title: &'t str) -> &'t str {
    let mut rest = title;
    let after = whole.strip_prefix(title).unwrap_or_default().trim_start();
    let mut sign_of_last = SURE_PATH_SIGNS
        .into_iter()
        .find(|sign| after.strip_prefix(sign).is_some_and(|rest| rest.starts_with(' ')));
    for _ in 0..MOST_SECTIONS {
        let spaced = split_end(rest).filter(|(_, end)| is_short(end));
        let Some((beginning, end)) = spaced.or_else(|| tight_section(rest, after)) else { break };
        let sign = rest[beginning.len()..rest.len() - end.len()].trim();
        let is_tight = spaced.is_none();
        let is_in_path = (is_tight || sign_of_last == Some(sign) && PATH_SIGNS.contains(&sign))
            && end.split_whitespace().nth(SECTION_WORDS).is_none()
            && beginning
                .chars()
                .nth(if is_tight { TIGHT_TITLE_CHARS } else { TITLE_CHARS } - 1)
                .is_some()
            && beginning.len() > end.len();
        let is_sure = is_in_path && !(is_tight && TIGHT_LISTED.contains(&sign));
        if !is_sure && !is_listed(document, end) {
            break;
        }
        sign_of_last = Some(sign);
        rest = beginning.trim();
    }
    let before = whole.strip_suffix(rest).unwrap_or_default().trim_end();
    for _ in 0..MOST_SECTIONS {
        let sign = SURE_PATH_SIGNS[1..].iter().find(|sign| before.ends_with(**sign));
        let Some((section, title)) = sign.and_then(|sign| rest.split_once(&format!(" {sign} ")))
        else {
            break;
        };
        let is_section = section.split_whitespace().nth(SECTION_WORDS).is_none();
        if !is_section
            || title.len() <= section.len()
            || title.chars().nth(TITLE_CHARS - 1).is_none()
        {
            break;
        }
        rest = title.trim();
    }
    rest
}

/// The signs without spaces between the parts of a path, as Chinese pages have them, and the fewest
/// characters of a title before one.
const TIGHT_PATH_SIGNS: [&str; 4] = ["_", "--", "：", "｜"];

/// Those that part more than a path: the section must be in the menu.
const TIGHT_LISTED: [&str; 2] = ["：", "｜"];
const TIGHT_TITLE_CHARS: usize = 6;

/// Returns a title before and after the last sign of the kind that also comes before the name of
/// the site: `标题_财经` of `标题_财经_河谷日报`, where `after` is `_河谷日报`.
fn tight_section<'t>(title: &'t str, after: &str) -> Option<(&'t str, &'t str)> {
    let sign = TIGHT_PATH_SIGNS.into_iter().find(|sign| after.starts_with(sign))?;
    let (beginning, end) = title.rsplit_once(sign)?;
    let is_latin = |text: &str| text.is_ascii();
    (!end.is_empty() && !is_latin(end)).then_some((beginning, end))
}

/// Returns true if a text is that of a link in a menu or in the path to the page.
fn is_listed(document: &Document, text: &str) -> bool {
    let wanted = squash(text);
    let is_section = |link: NodeId| {
        document.is_html(link, name::A)
            && document.text(link).len() <= HOME_BYTES
            && squashes_to(document.text(link), &wanted)
            && around(document, link).skip(1).any(|id| {
                document.is_html(id, name::NAV) || has_class_word(document, id, &SECTION_LISTS)
            })
    };
    let is_in_row = |link: NodeId| {
        document.is_html(link, name::A)
            && document.text(link).len() <= HOME_BYTES
            && squashes_to(document.text(link), &wanted)
            && around(document, link).skip(1).take(MENU_LEVELS).any(|id| is_menu(document, id))
    };
    !wanted.is_empty()
        && document.elements(NodeId::DOCUMENT).any(|id| is_section(id) || is_in_row(id))
}

/// The number of elements around a link that may be a menu without a name, the fewest links of
/// one, the most that are read, and their longest text.
const MENU_LEVELS: usize = 3;
const MENU_LINKS: usize = 4;
const MAX_MENU_LINKS: usize = 64;
const MENU_TEXT_BYTES: usize = 48;

/// Returns true for an element with some short links and no other text, as in menus whose classes
/// are made by a program.
fn is_menu(document: &Document, id: NodeId) -> bool {
    if document.text_range(id).len() > MAX_MENU_LINKS * MENU_TEXT_BYTES {
        return false;
    }
    let letters = |id| squash(document.text(id)).len();
    let links = document.elements(id).filter(|&id| document.is_html(id, name::A));
    let lengths: Vec<usize> = links.take(MAX_MENU_LINKS).map(letters).collect();
    lengths.len() >= MENU_LINKS
        && lengths.iter().all(|&length| length <= MENU_TEXT_BYTES)
        && lengths.iter().sum::<usize>() == letters(id)
}

/// The words in classes of menus and of the path to a page.
const SECTION_LISTS: [&str; 7] =
    ["breadcrumb", "breadcrumbs", "menu", "nav", "navbar", "navigation", "topics"];

/// Returns the parts of a title before its first separators and after its last ones, and true for
/// the latter.
fn ends(title: &str) -> impl Iterator<Item = (&str, bool)> {
    let spaced = split_end(title).map(|(_, end)| end);
    let first = split_beginning(title).map(|(beginning, _)| beginning);
    let last = spaced.into_iter().chain(tight_cuts(title, false).map(|(_, end)| end));
    let beginning =
        first.into_iter().chain(tight_cuts(title, true).map(|(beginning, _)| beginning));
    let last = last.chain(end_bracket(title).map(|(_, name)| name));
    let beginning = beginning.chain(first_bracket(title).map(|(name, _)| name));
    let last = last.map(|part| (part.trim(), true));
    last.chain(beginning.map(|part| (part.trim(), false)))
}

/// The brackets around the name of a site at the end or the beginning of a title.
const BRACKETS: [(char, char); 8] = [
    ('【', '】'),
    ('［', '］'),
    ('[', ']'),
    ('（', '）'),
    ('(', ')'),
    ('〔', '〕'),
    ('「', '」'),
    ('《', '》'),
];

/// Returns a title before the bracket at its end, and what is in that: "パンの焼き方【石切新聞】".
fn end_bracket(title: &str) -> Option<(&str, &str)> {
    let title = title.trim_end();
    let (open, close) = *BRACKETS.iter().find(|(_, close)| title.ends_with(*close))?;
    let inner = &title[..title.len() - close.len_utf8()];
    let at = inner.rfind(open)?;
    Some((&title[..at], &inner[at + open.len_utf8()..]))
}

/// Returns what is in the bracket at the beginning of a title, and the title after it.
fn first_bracket(title: &str) -> Option<(&str, &str)> {
    let title = title.trim_start();
    let (open, close) = *BRACKETS.iter().find(|(open, _)| title.starts_with(*open))?;
    title[open.len_utf8()..].split_once(close)
}

/// The most signs at the beginning or the end of a title that it is cut at.
const MOST_CUTS: usize = 3;

/// Returns a title before and after each of its first or last signs that may separate a name. A
/// hyphen or a slash between letters of the Latin alphabet is part of a word: "Spider-Man".
fn tight_cuts(title: &str, from_start: bool) -> impl Iterator<Item = (&str, &str)> {
    let is_sign = |c: char| TIGHT.contains(&c);
    let (first, last) = if from_start {
        (Some(title.match_indices(is_sign)), None)
    } else {
        (None, Some(title.rmatch_indices(is_sign)))
    };
    let signs = first.into_iter().flatten().chain(last.into_iter().flatten());
    let cuts =
        signs.take(MOST_CUTS).map(|(at, sign)| (&title[..at], sign, &title[at + sign.len()..]));
    cuts.filter(|(beginning, sign, end)| {
        let is_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let is_in_word = is_latin(beginning.chars().next_back()) && is_latin(end.chars().next());
        !(is_in_word && matches!(*sign, "-" | "/" | ":" | "_"))
    })
    .map(|(beginning, sign, end)| {
        // The other half of "::" or "——".
        let half = sign.chars().next().unwrap_or(' ');
        (beginning.trim_end_matches(half), end.trim_start_matches(half))
    })
}

/// Returns the parts of a title before and after its first and its last separators, at most
/// [`MOST_CUTS`] each.
///
/// A dash or a colon without spaces does not count, because Chinese titles have one before the
/// subtitle: "为现代化凝聚力量——热烈祝贺会议开幕".
pub(super) fn title_parts(title: &str) -> impl Iterator<Item = &str> {
    let cuts = tight_cuts(title, true).chain(tight_cuts(title, false));
    let cuts = cuts.filter(|(beginning, end)| {
        let sign = title[beginning.len()..].chars().next();
        let is_spaced = beginning.ends_with(' ') || end.starts_with(' ');
        is_spaced || !sign.is_some_and(|sign| "–—―：".contains(sign))
    });
    cuts.flat_map(|(beginning, end)| [beginning.trim(), end.trim()])
}

/// Words in classes of logos.
const LOGO_WORDS: &[&str] = &["brand", "branding", "logo", "sitename", "sitetitle"];

/// Returns true if the class of an element says that it is the logo.
pub(super) fn is_named_logo(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    has_word(class, LOGO_WORDS) || has_word(class, &["site"]) && has_word(class, &["name", "title"])
}

/// Returns true for the address of the front page of a site: `/`, `./`, `/en/`,
/// `https://example.com/`.
pub(super) fn is_home(href: &str) -> bool {
    let href = href.trim();
    let path = match href.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => match href {
            "" => return false,
            href => href.trim_start_matches('.'),
        },
    };
    let is_absolute = href.contains("://") || href.starts_with(['/', '.']);
    let name = path.trim_matches('/');
    is_absolute
        && (name.is_empty()
            || name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_lowercase())
            || matches!(name, "index.html" | "index.htm" | "index.php"))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::metadata::Metadata;
    use crate::page::Page;

    #[test]
    fn names_that_the_page_shows() {
        let check = |html: &str, expected: &str| {
            let page = Page::measure(Parser::default().parse(html));
            assert_eq!(Metadata::of(&page).title.as_deref(), Some(expected), "{html}");
        };
        for sign in ["|", "·", "-", "–", "—", "»", "•", "/", ":", "★"] {
            let title = format!("<title>Rye bread {sign} Larkmere Courier</title>");
            check(&format!("{title}<a href=/>Larkmere Courier</a>"), "Rye bread");
            check(&format!("{title}<p>© 2026 Larkmere Courier. All rights"), "Rye bread");
            check(&format!("{title}<h1 class=logo>Larkmere Courier</h1>"), "Rye bread");
            let kept = format!("Rye bread {sign} Larkmere Courier");
            check(&format!("{title}<p>Larkmere Courier"), &kept);
        }
        let title = "<title>Rye bread | Larkmere Courier Online</title>";
        check(&format!("{title}<a href=/>Larkmere Courier</a>"), "Rye bread");
        let title = "<title>Larkmere Courier: Rye bread</title>";
        check(&format!("{title}<a href=/><img alt='Larkmere Courier'></a>"), "Rye bread");
        let title = "<meta property=og:title content='Rye bread｜Larkmere Courier'>";
        check(&format!("{title}<footer>Larkmere Courier © 2026</footer>"), "Rye bread");
        let title = "<title>Bread - Butter</title><a href=/>Home</a>";
        check(&format!("{title}<p>© 2026 Butterworth"), "Bread - Butter");
        check("<title>Larkmere Courier</title><a href=/>Larkmere Courier</a>", "Larkmere Courier");
        check("<title>Rye bread: Crumbs</title><p>© Ann Lee</p><p>Crumbs</p>", "Rye bread: Crumbs");
        let title = "<title>Rye bread | Crumbs</title><a href=https://a.example>Crumbs</a>";
        check(title, "Rye bread | Crumbs");
        let own = "<link rel=canonical href=https://www.a.example/rye>";
        check(&format!("{own}{title}"), "Rye bread");
        check("<title>news_0412.html</title><h1>Rye bread</h1>", "Rye bread");
        check("<title>news_0412.html</title>", "news_0412.html");
        check("<title>Rye bread</title><h1>Rye bread <a href=#r>#</a></h1>", "Rye bread");
        check("<title>Rye | Crumb</title><h1>+1 555 123 4567</h1>", "Rye | Crumb");
    }

    #[test]
    fn names_of_sites_that_state_none() {
        let check = |html: &str, expected: Option<(&str, &str)>| {
            let page = Page::measure(Parser::default().parse(html));
            let metadata = Metadata::of(&page);
            let name = metadata.site_name.as_ref().map(|name| (name.as_str(), name.source()));
            assert_eq!(name, expected, "{html}");
        };
        let titled = Some(("Larkmere Courier", "title"));
        for title in [
            "Rye bread | Larkmere Courier",
            "Rye bread » Recipes » Larkmere Courier",
            "Rye bread｜Larkmere Courier",
            "Larkmere Courier: Rye bread",
            "[Larkmere Courier] Rye bread",
        ] {
            check(&format!("<title>{title}</title><h1>Rye bread</h1>"), titled);
        }
        let logo = Some(("Larkmere Courier", "logo"));
        let title = "<title>Rye bread</title>";
        check(&format!("{title}<a href=/><img alt='Larkmere Courier logo'></a>"), logo);
        check(&format!("{title}<a href=/ aria-label='Larkmere Courier'><svg></svg></a>"), logo);
        check(&format!("{title}<div class=logo><a href=/>Larkmere Courier</a></div>"), logo);
        check(&format!("{title}<a href=/>Back to all news</a>"), None);
        let rights = Some(("Larkmere Courier", "text, copyright"));
        check(&format!("{title}<p>© 2026 Larkmere Courier. All rights reserved."), rights);
        check("<title>Rye bread recipe</title><h1>Rye bread</h1>", None);
        check("<title>Rye bread - Home</title><h1>Rye bread</h1>", None);
        let stated = "<meta property=og:site_name content=Crumb>";
        check(&format!("{stated}{title}<p>© Butter"), Some(("Crumb", "meta og:site_name")));
    }

    #[test]
    fn sections_leave_after_the_site() {
        let nav = "<nav><ul><li><a href=/r>Recipes</a><li><a href=/t>Tea</a></ul></nav>";
        let path = "<div class='page-breadcrumbs'><a href=/r><span>Recipes</span></a></div>";
        let text = "<p>Rye <a href=/r>recipes</a></p>";
        for (body, title, expected) in [
            (nav, "Rye bread | Recipes", "Rye bread"),
            (path, "Rye bread - RECIPES", "Rye bread"),
            (nav, "Rye bread | News", "Rye bread | News"),
            (text, "Rye bread | Recipes", "Rye bread | Recipes"),
            (nav, "Recipes", "Recipes"),
        ] {
            let document = Parser::default().parse(body);
            assert_eq!(without_section(&document, title, title), expected, "{body}");
        }
    }

    #[test]
    fn addresses_of_front_pages() {
        for (href, expected) in [
            ("/", true),
            ("./", true),
            ("/de/", true),
            ("/index.html", true),
            ("https://example.com", true),
            ("https://example.com/", true),
            ("https://example.com/news", false),
            ("/news", false),
            ("#", false),
            ("", false),
            ("de", false),
        ] {
            assert_eq!(is_home(href), expected, "{href}");
        }
    }

    #[test]
    fn names_without_spaces_around_the_sign() {
        let sites = SiteNames(vec!["crumb".to_owned(), "面包网".to_owned()]);
        for (title, expected) in [
            ("Rye bread|Crumb", "Rye bread"),
            ("Rye bread: Crumb", "Rye bread"),
            ("Rye bread—Crumb", "Rye bread"),
            ("裸麦面包_面包网", "裸麦面包"),
            ("裸麦面包-面包网", "裸麦面包"),
            ("面包网：裸麦面包", "裸麦面包"),
            ("Rye ★ Crumb", "Rye"),
            ("Bread-Crumb", "Bread-Crumb"),
            ("Rye bread|Butter", "Rye bread|Butter"),
            ("Crumb", "Crumb"),
            ("Home > Rye bread", "Rye bread"),
            ("Rye bread - Home", "Rye bread"),
        ] {
            assert_eq!(sites.without(title), expected, "{title}");
        }
    }
}
