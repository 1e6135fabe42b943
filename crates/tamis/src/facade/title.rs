//! The title of a page as a part of its content.
//!
//! The title is in the metadata in any case. Should the text have it too? References differ: some
//! begin with the headline, some do not, and the engines differ from page to page, because it
//! depends on whether the headline is in the chosen element. A caller who puts the title above each
//! text would have it twice on some pages and once on others. So a policy decides, the same for all
//! pages: the heading that shows the title is kept, replaced or left out.

use std::str::FromStr;

use crate::Error;
use crate::metadata::shows_title;
use crate::page::{Page, Paragraph};
use crate::verdict::Verdict;

/// The length from which a kept paragraph outside headings is the text below the title, in
/// characters. Above it are bylines and dates.
const MIN_TEXT: u32 = 100;

/// The place of the title in the content. It is in the metadata in any case.
///
/// The heading that shows the title is one above the text that has at least half of the title's
/// letters and digits, in the same order, and no more than twice as many.
///
/// ```
/// use tamis::{Config, TitlePolicy};
/// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
/// let page = format!("<title>Times</title><nav>Home</nav><h1>Times</h1><p>{text}");
/// let first_line = |config: Config| {
///     let extraction = tamis::extract(&page, &config)?;
///     Ok::<_, tamis::Error>(extraction.text().lines().next().map(str::to_owned))
/// };
/// let config = Config::default();
/// assert_eq!(first_line(config.clone())?.as_deref(), Some(text.trim()));
/// assert_eq!(first_line(config.title(TitlePolicy::Keep))?.as_deref(), Some("Times"));
/// assert_eq!("add".parse(), Ok(TitlePolicy::Add));
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum TitlePolicy {
    /// The heading that shows the title is kept once, at its place. A page without such a heading
    /// has no title in its content.
    Keep,
    /// The content has no heading that shows the title. Text, Markdown and a fragment of HTML
    /// begin with the title of the metadata, as a heading of level 1.
    Add,
    /// The content has no heading that shows the title, unless all other text is shorter. For
    /// example, the title of a link that somebody posted is its whole content.
    Strip,
}

impl TitlePolicy {
    /// Every value.
    pub const ALL: &[TitlePolicy] = &[TitlePolicy::Keep, TitlePolicy::Add, TitlePolicy::Strip];

    /// Returns the name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            TitlePolicy::Keep => "keep",
            TitlePolicy::Add => "add",
            TitlePolicy::Strip => "strip",
        }
    }

    /// Keeps or drops the headings that show the title. Does nothing if the verdict keeps nothing.
    pub(super) fn apply(self, page: &Page, verdict: &mut Verdict, title: &str) {
        let showing = headings_showing(page, verdict, title);
        if self == TitlePolicy::Strip && is_most_of_text(page, verdict, &showing, title) {
            return;
        }
        let first = match self {
            TitlePolicy::Strip | TitlePolicy::Add => None,
            TitlePolicy::Keep => {
                showing.iter().find(|&&at| verdict.kept[at]).or(showing.last()).copied()
            }
        };
        for at in showing {
            let is_kept = Some(at) == first;
            if verdict.kept[at] != is_kept {
                let reason = if is_kept { "shows the title" } else { "the title is left out" };
                set(page, verdict, at, is_kept, reason);
            }
        }
    }
}

impl FromStr for TitlePolicy {
    type Err = Error;

    fn from_str(name: &str) -> Result<TitlePolicy, Error> {
        let found = TitlePolicy::ALL.iter().find(|policy| policy.as_str() == name);
        let unknown = || Error::config(format!("`{name}` the title: expected keep, add or strip"));
        found.copied().ok_or_else(unknown)
    }
}

/// Returns the paragraphs in headings above the kept text that show the title. Empty if nothing is
/// kept.
fn headings_showing(page: &Page, verdict: &Verdict, title: &str) -> Vec<usize> {
    let paragraphs = page.paragraphs();
    let is_text =
        |at: usize, of: &Paragraph| verdict.kept[at] && !of.in_heading && of.text_chars >= MIN_TEXT;
    if !verdict.kept.contains(&true) {
        return Vec::new();
    }
    let above = paragraphs.iter().enumerate().take_while(|&(at, of)| !is_text(at, of));
    let headings = above.filter(|(_, of)| of.in_heading);
    let showing = headings.filter(|(_, of)| shows_title(page.paragraph_text(of), title));
    showing.map(|(at, _)| at).collect()
}

/// Returns true if what is kept besides these headings is shorter than the title.
fn is_most_of_text(page: &Page, verdict: &Verdict, headings: &[usize], title: &str) -> bool {
    let kept = page.paragraphs().iter().enumerate().filter(|&(at, _)| verdict.kept[at]);
    let rest = kept.filter(|(at, _)| headings.binary_search(at).is_err());
    let rest_chars: usize = rest.map(|(_, of)| of.text_chars as usize).sum();
    rest_chars < title.chars().count()
}

/// Keeps or drops a paragraph, and its nodes if the verdict names nodes.
fn set(page: &Page, verdict: &mut Verdict, at: usize, is_kept: bool, reason: &'static str) {
    verdict.set(at, is_kept, reason);
    let Some(nodes) = &mut verdict.nodes else { return };
    for text in page.paragraph_nodes(&page.paragraphs()[at]) {
        if !is_kept {
            nodes.remove(text);
            continue;
        }
        nodes.insert(text);
        for element in page.document().ancestors(text) {
            if !nodes.insert(element) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` and `expected` have a character per paragraph, `+` if it is kept.
    fn check(html: &str, kept: &str, policy: TitlePolicy, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::nothing("test", &page);
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        assert_eq!(verdict.kept.len(), page.paragraphs().len(), "{html}");
        policy.apply(&page, &mut verdict, "How to bake bread");
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    const TEXT: &str = "<p>A text below the title that is much longer than the byline above it, \
                        so that it is not one of the lines about it.";

    #[test]
    fn the_heading_with_the_title_is_kept_once_or_not_at_all() {
        let page = format!("<h1>How to bake bread</h1><p>by Ann{TEXT}<h2>Flour</h2><p>One");
        check(&page, "--+++", TitlePolicy::Keep, "+-+++");
        check(&page, "+-+++", TitlePolicy::Strip, "--+++");
        check(&page, "+-+++", TitlePolicy::Add, "--+++");
        let twice = format!("<h1>How to bake bread</h1><h1>How to bake bread!</h1>{TEXT}");
        check(&twice, "+++", TitlePolicy::Keep, "+-+");
        check(&twice, "--+", TitlePolicy::Keep, "-++");
        check(&twice, "+++", TitlePolicy::Strip, "--+");
    }

    #[test]
    fn a_title_that_is_most_of_the_text_stays() {
        let page = "<p>r/bread<h1>How to bake bread</h1><p>by Ann";
        check(page, "+++", TitlePolicy::Strip, "+++");
        check(page, "+++", TitlePolicy::Add, "+-+");
    }

    #[test]
    fn other_headings_stay() {
        let below = format!("{TEXT}<h2>How to bake bread</h2><p>One");
        check(&below, "+++", TitlePolicy::Strip, "+++");
        check(&below, "+-+", TitlePolicy::Keep, "+-+");
        let part = format!("<h1>Bread</h1>{TEXT}");
        check(&part, "++", TitlePolicy::Strip, "++");
        let longer = format!("<h1>How to bake bread without flour, salt and yeast</h1>{TEXT}");
        check(&longer, "++", TitlePolicy::Strip, "++");
        check(&format!("<p>How to bake bread{TEXT}"), "++", TitlePolicy::Strip, "++");
    }

    #[test]
    fn an_empty_selection_stays_empty() {
        check("<h1>How to bake bread</h1><p>One", "--", TitlePolicy::Keep, "--");
    }

    #[test]
    fn nodes_go_with_their_paragraph() {
        let html = format!("<div><h1>How to bake bread</h1></div>{TEXT}");
        let page = Page::measure(Parser::default().parse(&html));
        let document = page.document();
        let mut verdict = Verdict::nothing("test", &page);
        verdict.keep(1, "");
        let mut nodes = crate::NodeSet::of(document);
        page.paragraph_nodes(&page.paragraphs()[1]).for_each(|id| {
            nodes.insert(id);
        });
        verdict.nodes = Some(nodes);
        let text = |verdict: &Verdict| crate::render::text(&page, verdict);
        let without = text(&verdict);
        TitlePolicy::Keep.apply(&page, &mut verdict, "How to bake bread");
        assert_eq!(text(&verdict), format!("How to bake bread\n\n{without}"));
        TitlePolicy::Strip.apply(&page, &mut verdict, "How to bake bread");
        assert_eq!(text(&verdict), without);
    }
}
