//! The fidelity of Markdown to the structure of small pages: the words of the Markdown against
//! those of Defuddle's, on the corpus `structure`.
//!
//! The words of a page are a multiset, in lower case. Targets of links and images are left out, and
//! the backslashes of Markdown, which part words at an underscore.
//! The first heading that has the words of the title is left out of both sides, because Defuddle
//! gives the title apart from the text, and only where it recognizes the heading as the title.

use std::fmt;
use std::sync::LazyLock;

use anyhow::Result;
use regex::Regex;
use serde::Serialize;
use tamis::{Extractor, Input, Url};
use tamis_testkit::structure::Page;

use crate::score::{Score, tokens};

/// The target of a link or an image, with parentheses in it and a title behind it.
static TARGET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\]\((?:<[^>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"\n]*")?\)"#)
        .expect("a valid pattern")
});

/// A sign with a backslash before it.
static ESCAPE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\\([[:punct:]])").expect("a valid pattern"));

/// The agreement on all pages.
#[derive(Debug, Clone, Serialize)]
pub struct StructureReport {
    /// The mean over the pages.
    pub overall: Score,
    /// Each page by itself, in the order of the corpus.
    pub page_scores: Vec<PageScore>,
}

/// The agreement on one page.
#[derive(Debug, Clone, Serialize)]
pub struct PageScore {
    /// Its id.
    pub id: String,
    /// Its score.
    #[serde(flatten)]
    pub score: Score,
}

/// Returns the Markdown that the library makes of a page with its default options.
///
/// # Errors
///
/// If the page's address is none.
pub fn markdown(extractor: &mut Extractor, page: &Page) -> Result<String> {
    let url = page.url.as_deref().map(Url::parse).transpose()?;
    let input = Input::from(page.html.as_str());
    let input = url.as_ref().map_or(input, |url| input.url(url));
    Ok(extractor.extract(input).markdown())
}

/// Scores the Markdown that `render` makes of each page.
///
/// # Errors
///
/// If `render` fails.
pub fn measure(
    pages: &[Page],
    mut render: impl FnMut(&Page) -> Result<String>,
) -> Result<StructureReport> {
    let page_scores = pages
        .iter()
        .map(|page| {
            let ours = words(&render(page)?, &page.title);
            let score = Score::of_text(&ours, &words(&page.markdown, &page.title));
            Ok(PageScore { id: page.id.clone(), score })
        })
        .collect::<Result<Vec<_>>>()?;
    let overall = Score::mean(page_scores.iter().map(|page| &page.score));
    Ok(StructureReport { overall, page_scores })
}

/// Returns the Markdown without targets and backslashes, and without the first heading that is the
/// title.
fn words(markdown: &str, title: &str) -> String {
    let is_title = |line: &&str| {
        let heading = line.trim_start_matches('#');
        heading.len() < line.len() && !title.is_empty() && is_same(heading, title)
    };
    let heading = markdown.lines().find(is_title);
    let without = heading.map_or(markdown.to_owned(), |heading| markdown.replacen(heading, "", 1));
    ESCAPE.replace_all(&TARGET.replace_all(&without, "]"), "$1").into_owned()
}

/// True if two texts have the same words in the same order.
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    tokens(&TARGET.replace_all(&a, "]")).eq(tokens(&b))
}

impl fmt::Display for StructureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pages: Vec<_> = self.page_scores.iter().collect();
        pages.sort_by(|a, b| b.score.f1.total_cmp(&a.score.f1));
        let mut line = |name: &str, score: &Score| {
            let Score { f1, precision, recall } = score;
            writeln!(f, "{name:<60} {f1:>9.4} {precision:>9.4} {recall:>9.4}")
        };
        for page in pages {
            line(&page.id, &page.score)?;
        }
        line(&format!("mean of {} pages", self.page_scores.len()), &self.overall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_the_title_do_not_count() {
        let markdown = "# Hot [tea](/a)\n\nSee [it](https://e.com/a_(b) \"Cups\") and ![a](<c d>).";
        assert_eq!(words(markdown, "hot tea!").trim(), "See [it] and ![a].");
        assert_eq!(words("# Tea\n\nHot", "Cups"), "# Tea\n\nHot");
        assert_eq!(words("Tea\n\nHot", "Tea"), "Tea\n\nHot");
        assert_eq!(words(r"hot\_tea", "Tea"), "hot_tea");
    }

    #[test]
    fn the_mean_is_over_pages() {
        let page = |id: &str, markdown: &str| Page {
            id: id.to_owned(),
            url: None,
            html: "<p>Hot tea".to_owned(),
            title: String::new(),
            markdown: markdown.to_owned(),
        };
        let pages = [page("1", "hot tea"), page("2", "cold")];
        let report = measure(&pages, |_| Ok("Hot tea".to_owned())).unwrap();
        let scores: Vec<_> = report.page_scores.iter().map(|page| page.score.f1).collect();
        assert_eq!((scores, report.overall.f1), (vec![1.0, 0.0], 0.5));
    }
}
