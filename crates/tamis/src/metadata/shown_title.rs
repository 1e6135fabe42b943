//! The part of a `<title>` that the page shows above its text.
//!
//! Many pages without an `<h1>` have their title in a `<div>`, a `<td>` or a `<b>`, and more in
//! `<title>`: the name of the site, a section, a motto. If no statement names the site, nothing in
//! `<title>` tells which part is the title. Examples are "Town Voice : Bakers on strike" and
//! "Bakers on strike | News in brief | Town | Voice of the Town". The page does, because it shows
//! that part alone, in one block.

use tamis_dom::{NameSet, NodeId, name};

use super::aside::is_aside;
use super::collector::Collector;
use super::folded::{squash, squashes_to};
use super::no_title::is_no_title;
use super::site_names::{is_home, is_short, rest_of_title, title_parts};
use crate::page::width::width;
use crate::page::{Paragraph, around, has_class_word};

/// The shortest part that counts, in columns of letters: a Chinese character has two. Shorter ones
/// are names of sections, which pages show too.
const MIN_WIDTH: usize = 14;

/// The text of a page, in characters, before which it shows its title, and a paragraph of a text in
/// which no title is.
const MAX_BEFORE: u32 = 12_000;
const TEXT_CHARS: u32 = 400;

/// The width from which a text of few words is no name of a site.
const MAX_NAME_WIDTH: usize = 30;

/// Elements of menus and forms, words in classes of mottos, and the id that `MediaWiki` gives to
/// its own.
const CONTROLS: NameSet = NameSet::of(&[name::BUTTON, name::NAV, name::SELECT]);
const MOTTOS: [&str; 5] = ["claim", "motto", "slogan", "strapline", "tagline"];
const MEDIAWIKI_MOTTO: &str = "siteSub";

/// A part of a title, and the block that shows it.
pub(super) struct ShownTitle<'t> {
    pub(super) title: &'t str,
    pub(super) block: NodeId,
}

/// Returns the longest part at the beginning or the end of a title that a block of the page shows.
/// `None` if a block shows the whole title.
pub(super) fn shown_title<'t>(collector: &Collector<'_>, title: &'t str) -> Option<ShownTitle<'t>> {
    let is_front = collector.page.url().is_some_and(|url| is_home(url.as_str()));
    let mut parts: Vec<(&str, String)> = title_parts(title)
        .filter(|part| width(part) >= MIN_WIDTH && !is_no_title(part))
        .map(|part| (part, squash(part)))
        .collect();
    if is_front || parts.is_empty() {
        return None;
    }
    parts.push((title, squash(title)));
    parts.sort_by_key(|(_, squashed)| std::cmp::Reverse(squashed.len()));
    parts.dedup();
    let mut found: Option<(usize, NodeId)> = None;
    for paragraph in collector.page.paragraphs() {
        let block = paragraph.origin();
        let is_part = |text: &str, (_, squashed): &(&str, String)| squashes_to(text, squashed);
        let is_text =
            paragraph.text_chars > TEXT_CHARS && 4 * paragraph.link_chars < paragraph.text_chars;
        if is_text || collector.chars_before(block) > MAX_BEFORE {
            break;
        }
        let best = found.map_or(parts.len(), |(at, _)| at);
        let text = collector.page.paragraph_text(paragraph);
        let Some(at) = parts[..best].iter().position(|part| is_part(text, part)) else { continue };
        let part = parts[at].0;
        // The end may be the name of the site or its motto: "Rye bread | Larkmere Courier".
        let is_end = title.ends_with(part) && part.len() < title.len();
        let is_name = || is_short(part) && width(part) < MAX_NAME_WIDTH;
        let is_site =
            is_end && !paragraph.in_heading && (is_name() || rest_of_title(title, part).is_none());
        let is_link = 2 * paragraph.link_chars > paragraph.text_chars && !paragraph.in_heading;
        if !is_site
            && !is_link
            && !is_of_site(collector, block)
            && !is_aside(collector.page, block, None)
        {
            found = Some((at, block));
        }
    }
    let (at, block) = found?;
    let title_part = parts[at].0;
    (title_part.len() < title.len()).then_some(ShownTitle { title: title_part, block })
}

/// Returns the first block before the text that shows a title and nothing else.
pub(super) fn block_of(collector: &Collector<'_>, title: &str) -> Option<NodeId> {
    if width(title) < MIN_WIDTH {
        return None;
    }
    let squashed = squash(title);
    let paragraphs = collector.page.paragraphs().iter();
    let mut before = paragraphs.take_while(|paragraph| {
        paragraph.text_chars <= TEXT_CHARS
            && collector.chars_before(paragraph.origin()) <= MAX_BEFORE
    });
    let is_shown = |paragraph: &&Paragraph| {
        let block = paragraph.origin();
        2 * paragraph.link_chars <= paragraph.text_chars
            && squashes_to(collector.page.paragraph_text(paragraph), &squashed)
            && !is_of_site(collector, block)
            && !is_aside(collector.page, block, None)
    };
    before.find(is_shown).map(Paragraph::origin)
}

/// Returns true in a menu or a control of a form, which list sections, and in the site's motto.
fn is_of_site(collector: &Collector<'_>, block: NodeId) -> bool {
    let document = collector.document;
    around(document, block).any(|id| {
        document.name(id).is_some_and(|of| CONTROLS.contains(of))
            || has_class_word(document, id, &MOTTOS)
            || document.attr(id, name::ID) == Some(MEDIAWIKI_MOTTO)
    })
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use crate::metadata::Metadata;
    use crate::page::Page;

    #[test]
    fn the_part_that_the_page_shows() {
        let text = "The bakers of the town left their ovens cold this morning. ".repeat(10);
        for (title, body, expected) in [
            ("Bakers on strike : Town Voice", "<div>Bakers on strike</div>", "Bakers on strike"),
            (
                "Town Voice : The bakers are on strike",
                "<b>The bakers are on strike</b>",
                "The bakers are on strike",
            ),
            (
                "Bakers on strike｜In brief｜Town｜Voice of all",
                "<p><font size=5>Bakers on strike</font>",
                "Bakers on strike",
            ),
            ("Voice: Why bake - and how", "<h2>Why bake - and how</h2>", "Why bake - and how"),
            (
                "面包师傅今日罢工要求涨薪_新闻_海港网",
                "<b>面包师傅今日罢工要求涨薪</b>",
                "面包师傅今日罢工要求涨薪",
            ),
            // The whole title, a menu, a link, a motto, and nothing of it.
            ("Bakers - ovens and bread", "<p>Bakers - ovens and bread<p>ovens and bread", ""),
            ("Bakers on strike : Town", "<nav><p>Bakers on strike</nav>", ""),
            ("Bakers on strike : Town", "<p><a href=/b>Bakers on strike</a>", ""),
            ("Rye bread | Larkmere Courier", "<p>Larkmere Courier", ""),
            ("Rolf | The voice of the town", "<p class=tagline>The voice of the town", ""),
            (
                "Why they left their ovens | Voice | News from the whole town",
                "<p>News from the whole town",
                "",
            ),
            ("面包师傅今日罢工——要求提高工资", "<b>面包师傅今日罢工</b>", ""),
            ("Bakers on strike : Town", "<p>Millers on strike", ""),
        ] {
            let html = format!("<title>{title}</title>{body}</div><table></table><p>{text}");
            let page = Page::measure(Parser::default().parse(&html));
            let expected = if expected.is_empty() { title } else { expected };
            assert_eq!(Metadata::of(&page).title.as_deref(), Some(expected), "{html}");
        }
    }
}
