//! `wcxb-dev`: the mean over pages of the scores by tokens, overall and per page kind.

use std::fmt;

use anyhow::Result;
use serde::Serialize;
use tamis_testkit::wcxb::{Page, PageKind};

use super::{PageInput, System, row, thousandths};
use crate::score::Score;

/// The result of a system on `wcxb-dev`.
#[derive(Debug, Clone, Serialize)]
pub struct TokenReport {
    /// The name of the corpus.
    pub corpus: &'static str,
    /// The name of the system.
    pub system: String,
    /// The number of scored pages.
    pub pages: usize,
    /// For how many of them the system had no answer.
    pub missing: usize,
    /// The mean over all pages.
    pub overall: Score,
    /// The mean over the pages of each kind that occurs.
    pub kinds: Vec<KindScore>,
    /// Each page by itself, in the order of the corpus.
    pub page_scores: Vec<PageScore>,
}

/// The mean over the pages of a kind.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct KindScore {
    /// The kind.
    pub kind: PageKind,
    /// The number of pages of that kind.
    pub pages: usize,
    /// The mean.
    #[serde(flatten)]
    pub score: Score,
}

/// The score of one page.
#[derive(Debug, Clone, Serialize)]
pub struct PageScore {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: PageKind,
    /// Its score.
    #[serde(flatten)]
    pub score: Score,
}

/// Scores a system on pages of `wcxb-dev`.
///
/// # Errors
///
/// If a page cannot be read or the system fails.
pub fn measure_wcxb(
    name: &str,
    system: &mut dyn System,
    pages: impl IntoIterator<Item = Result<Page>>,
) -> Result<TokenReport> {
    let mut page_scores = Vec::new();
    let mut missing = 0;
    for page in pages {
        let page = page?;
        // The corpus stores every page in UTF-8, whatever the page itself declares.
        let charset = Some("utf-8");
        let url = page.url.as_deref();
        let text = system.text(PageInput { id: &page.id, html: &page.html, charset, url })?;
        missing += usize::from(text.is_none());
        let score = Score::of_text(text.as_deref().unwrap_or_default(), &page.main_content);
        page_scores.push(PageScore { id: page.id, kind: page.kind, score });
    }
    let kinds = PageKind::ALL.into_iter().filter_map(|kind| kind_score(kind, &page_scores));
    Ok(TokenReport {
        corpus: tamis_testkit::wcxb::NAME,
        system: name.to_owned(),
        pages: page_scores.len(),
        missing,
        overall: Score::mean(page_scores.iter().map(|page| &page.score)),
        kinds: kinds.collect(),
        page_scores,
    })
}

/// The mean over the pages of a kind, or `None` where there are none.
fn kind_score(kind: PageKind, pages: &[PageScore]) -> Option<KindScore> {
    let scores: Vec<_> =
        pages.iter().filter(|page| page.kind == kind).map(|page| page.score).collect();
    let score = Score::mean(&scores);
    (!scores.is_empty()).then_some(KindScore { kind, pages: scores.len(), score })
}

impl fmt::Display for TokenReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = format!("{} on {}\n", self.system, self.corpus);
        row(&mut table, "", "pages", ["F1", "precision", "recall"]);
        let mut line = |name: &str, pages: usize, score: &Score| {
            let numbers = [score.f1, score.precision, score.recall].map(thousandths);
            row(&mut table, name, &pages.to_string(), numbers.each_ref().map(String::as_str));
        };
        line("all", self.pages, &self.overall);
        for kind in &self.kinds {
            line(kind.kind.name(), kind.pages, &kind.score);
        }
        f.write_str(&table)?;
        if self.missing > 0 {
            writeln!(f, "{} pages without an answer count as empty", self.missing)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(&'static str);

    impl System for Fixed {
        fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>> {
            Ok((page.id != "2").then(|| self.0.to_owned()))
        }
    }

    fn page(id: &str, kind: PageKind, main_content: &str) -> Page {
        Page { main_content: main_content.to_owned(), ..Page::unmarked(id, kind) }
    }

    #[test]
    fn a_page_without_an_answer_counts_as_empty() {
        let pages = [
            page("1", PageKind::Forum, "a b"),
            page("2", PageKind::Article, "a"),
            page("3", PageKind::Article, "a"),
        ];
        let report = measure_wcxb("fixed", &mut Fixed("a"), pages.map(Ok)).unwrap();
        assert_eq!(
            report.to_string(),
            "\
fixed on wcxb-dev
                pages        F1 precision    recall
all                 3      .556      .667      .500
article             2      .500      .500      .500
forum               1      .667     1.000      .500
1 pages without an answer count as empty
"
        );
    }
}
