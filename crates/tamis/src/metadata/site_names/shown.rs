//! The names of a site that its pages show: in the logo, and after `©`.
//!
//! The logo is the first link to the front page that says something else than "Home". For example:
//!
//! ```html
//! <a href="/"><img src="logo.svg" alt="Larkmere Courier logo"></a>
//! <p>© 2019–2026 Larkmere Courier Ltd. All rights reserved.</p>
//! ```

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::{LEAST_NAME, NAME_WORDS, is_named_logo};
use crate::metadata::candidate::Origin;
use crate::metadata::collector::Collector;
use crate::metadata::field::Field;
use crate::metadata::folded::{squash, words};
use crate::metadata::no_title::is_no_title;
use crate::metadata::place::Place;
use crate::metadata::value::one_line;
use crate::page::{Page, Paragraph, around, near};

/// The levels from a link that are searched for the class of a logo, with its own.
const LOGO_LEVELS: usize = 3;

/// The most links to the front page that are read, and the most bytes of their texts.
const HOME_LINKS: usize = 8;
pub(super) const HOME_BYTES: usize = 120;

/// Returns the links to the front page with their texts, except labels such as "Home".
pub(super) fn logos(collector: &Collector<'_>) -> Vec<(NodeId, String)> {
    let document = collector.document;
    let plain = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_owned();
    let own = collector.page.url().cloned().into_iter();
    let stated = collector.of(Field::Canonical).filter_map(|found| Url::parse(&found.value).ok());
    let hosts: Vec<String> =
        own.chain(stated).filter_map(|url| url.host_str().map(plain)).collect();
    // A link to the front page of another site names that one.
    let is_own = |link: NodeId| {
        let href = document.attr(link, name::HREF).unwrap_or_default().trim();
        !href.contains("://")
            || Url::parse(href).is_ok_and(|url| {
                url.host_str().is_some_and(|host| hosts.iter().any(|own| *own == plain(host)))
            })
    };
    let links = collector.found.homes.iter().filter(|&&link| is_own(link)).take(HOME_LINKS);
    let texts = links.flat_map(|&link| {
        let texts = [Some(document.text(link)), picture_text(document, link)];
        texts.into_iter().flatten().map(move |text| (link, text))
    });
    texts
        .filter(|(_, text)| text.len() <= HOME_BYTES)
        .filter_map(|(link, text)| Some((link, without_label(&one_line(text)?)?)))
        .collect()
}

/// Returns the text in the place of the picture in a link, or what the link says of itself.
fn picture_text(document: &Document, link: NodeId) -> Option<&str> {
    let alt = document
        .descendants_and_self(link)
        .take(HOME_BYTES)
        .find(|&id| document.name(id) == Some(name::IMG))
        .and_then(|picture| document.attr(picture, name::ALT));
    let own = || [name::TITLE, name::ARIA_LABEL].into_iter().find_map(|of| document.attr(link, of));
    alt.filter(|alt| !alt.trim().is_empty()).or_else(own)
}

/// Returns the text of a link to the front page without the word "logo", and without a label such
/// as "Home" after a sign: "Logo: Larkmere Courier", "Larkmere Courier - Home". `None` if it says
/// nothing else.
fn without_label(text: &str) -> Option<String> {
    let is_sign = |c: char| !c.is_alphanumeric();
    let is_logo = |word: &str| {
        let word = word.trim_matches(is_sign);
        word.is_empty() || word.eq_ignore_ascii_case("logo")
    };
    let mut rest = text.trim();
    while let Some((beginning, last)) = rest.rsplit_once(' ')
        && (is_logo(last) || is_no_title(last) && beginning.ends_with(is_sign))
    {
        rest = beginning.trim_end();
    }
    while let Some((first, end)) = rest.split_once(' ')
        && is_logo(first)
    {
        rest = end.trim_start();
    }
    // A picture inside the page may have styles of its own. "Back to homepage" says what the link
    // does.
    let last = rest.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let is_name = !is_logo(rest)
        && !is_no_title(rest)
        && !rest.contains('{')
        && !FRONT_PAGES.contains(&last.trim_matches(is_sign));
    (is_name && squash(rest).len() >= LEAST_NAME).then(|| rest.to_owned())
}

/// Words for the front page that no name ends with.
const FRONT_PAGES: [&str; 5] = ["frontpage", "homepage", "startpagina", "startseite", "startsida"];

/// The most lines with a sign of copyright that are read, the last ones of the page, and the bytes
/// of each.
const RIGHTS: usize = 4;
const RIGHTS_BYTES: usize = 320;

/// Returns the last lines of a page with a sign of copyright, and where the sign is in each. Those
/// of pictures are left out, because they name photographers.
fn copyright_lines(page: &Page) -> impl Iterator<Item = (&str, usize)> {
    let document = page.document();
    let is_of_picture = |paragraph: &Paragraph| {
        let mut near = page.first_text(paragraph).into_iter().flat_map(|text| near(document, text));
        near.any(|id| matches!(document.name(id), Some(name::FIGURE | name::FIGCAPTION)))
    };
    let signed = page.paragraphs().iter().rev().filter_map(move |paragraph| {
        let line = page.paragraph_text(paragraph);
        let sign = memchr::memmem::find(line.as_bytes(), "©".as_bytes())?;
        (!is_of_picture(paragraph)).then_some((line, sign))
    });
    signed.take(RIGHTS).map(|(line, at)| {
        let start = line.ceil_char_boundary(at.saturating_sub(RIGHTS_BYTES / 2));
        let end = line.floor_char_boundary(start + RIGHTS_BYTES);
        (&line[start..end], at - start)
    })
}

/// Returns the words of the last lines with a sign of copyright, with a space before and after
/// each.
pub(super) fn copyright_words(page: &Page) -> String {
    let mut found = String::from(" ");
    for (line, _) in copyright_lines(page) {
        for word in words(line) {
            found.push_str(&word);
            found.push(' ');
        }
        // Words of two lines are not next to each other.
        found.push_str("© ");
    }
    found
}

/// Returns the squashed names of the owners of the rights in the page.
pub(in crate::metadata) fn owners(page: &Page) -> Vec<String> {
    copyright_lines(page).filter_map(|(line, sign)| owner(line, sign)).map(squash).collect()
}

/// Returns the owner that a line with a sign of copyright names, after the sign and the year.
fn owner(line: &str, sign: usize) -> Option<&str> {
    let is_before = |c: char| !c.is_alphabetic();
    let rest = line[sign + '©'.len_utf8()..].trim_start_matches(is_before);
    let rest = match rest.split_once(' ') {
        Some((first, rest)) if first.eq_ignore_ascii_case("copyright") => rest,
        _ => rest,
    };
    let rest = rest.trim_start_matches(is_before);
    let end = rest.find(['|', '·', ',', ';', '•', '(', '\n', '–', '—', '。', '©']);
    let end = [end, rest.find(". "), rest.find(" - ")].into_iter().flatten().min();
    let name = rest[..end.unwrap_or(rest.len())].trim_end_matches(|c: char| {
        c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | '-' | ':')
    });
    let is_name = name.split_whitespace().nth(NAME_WORDS).is_none()
        && squash(name).len() >= LEAST_NAME
        && !name.eq_ignore_ascii_case("all rights reserved");
    is_name.then_some(name)
}

/// Returns true if a host contains a word: "courier" is in "larkmerecouriercom".
fn is_in_host(host: &str, word: &str) -> bool {
    word.len() >= LEAST_NAME && memchr::memmem::find(host.as_bytes(), word.as_bytes()).is_some()
}

/// Adds the names that the page shows, if it states none.
pub(in crate::metadata) fn add_shown(collector: &mut Collector<'_>) {
    if collector.of(Field::SiteName).next().is_some() {
        return;
    }
    let (page, document) = (collector.page, collector.document);
    let host = page.url().and_then(Url::host_str).map(squash).unwrap_or_default();
    let is_named =
        |text: &str| !host.is_empty() && words(text).iter().any(|word| is_in_host(&host, word));
    let is_picture = |link| {
        let mut inside = document.descendants_and_self(link).take(HOME_BYTES);
        inside.any(|id| matches!(document.name(id), Some(name::IMG | name::SVG)))
            || around(document, link).take(LOGO_LEVELS).any(|id| is_named_logo(document, id))
    };
    let mut logos = logos(collector);
    logos.retain(|(_, text)| text.split_whitespace().nth(2 * NAME_WORDS).is_none());
    let named = logos.iter().find(|(_, text)| is_named(text));
    let logo = named.or_else(|| logos.iter().find(|&&(link, _)| is_picture(link)));
    if let Some((link, text)) = logo {
        collector.add(Field::SiteName, text, Origin::new(Place::Logo, "logo", *link));
    }
    let rights = copyright_lines(page).find_map(|(line, sign)| owner(line, sign));
    if let Some(owner) = rights {
        collector.add(Field::SiteName, owner, Origin::new(Place::Rights, "text, copyright", None));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_leave_logos() {
        for (text, expected) in [
            ("Larkmere Courier", Some("Larkmere Courier")),
            ("Larkmere Courier Logo", Some("Larkmere Courier")),
            ("Larkmere Courier - Home", Some("Larkmere Courier")),
            ("Logo: Larkmere Courier", Some("Larkmere Courier")),
            ("Startseite", None),
            ("Home", None),
            ("Logo", None),
            ("Home page", None),
            ("Logo - Back to homepage", None),
            ("Zur Startseite", None),
            ("Sweet Home", Some("Sweet Home")),
        ] {
            assert_eq!(without_label(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn owners_after_the_sign() {
        for (line, expected) in [
            ("© 2026 Larkmere Courier", Some("Larkmere Courier")),
            (
                "Copyright © 2019-2026 Larkmere Courier. All rights reserved.",
                Some("Larkmere Courier"),
            ),
            ("© Larkmere Courier 2026", Some("Larkmere Courier")),
            ("© Copyright 2026, Larkmere Courier | Imprint", Some("Larkmere Courier")),
            ("© 2026 by all those who have written for us over the years", None),
            ("© 2026", None),
        ] {
            let sign = line.find('©').unwrap();
            assert_eq!(owner(line, sign), expected, "{line}");
        }
    }
}
