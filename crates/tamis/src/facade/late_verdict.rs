//! The verdict of the engine that a blend did without. Found when all verdicts are asked for.

use std::fmt;
use std::sync::Arc;

use crate::blend::Blend;
use crate::engine::Engine;
use crate::metadata::Metadata;
use crate::page::Page;
use crate::verdict::{Context, Verdict};

/// An engine that has not run, and what is needed to rate its verdict.
#[derive(Clone)]
pub(super) struct LateVerdict {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) blend: Blend,
    /// The probabilities of the paragraphs by which the blend decided.
    pub(super) probabilities: Vec<f64>,
}

impl LateVerdict {
    /// Runs the engine, and adds its verdict to those of the others. `page` is the one that they
    /// are about.
    pub(super) fn add_to(&self, others: &mut Vec<Verdict>, page: &Page) {
        // The engine needs no stopwords.
        let late = as_part(self.engine.judge(page, &Context::default()));
        self.blend.add_late(page, others, late, &self.probabilities);
    }
}

impl fmt::Debug for LateVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LateVerdict").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

/// Returns the verdict of an engine as a part of a blend. Engines give no title or author there:
/// they must not depend on whose text is chosen. Joined words are also for an engine alone, to be
/// exact.
pub(super) fn as_part(mut verdict: Verdict) -> Verdict {
    verdict.metadata = Metadata::default();
    verdict.joins_words = false;
    verdict
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::{Config, Extraction, Extractor};

    fn engines(extraction: &Extraction) -> Vec<String> {
        let engine = |of: crate::Selection<'_>| of.verdict().engine.to_string();
        extraction.selections().map(engine).collect()
    }

    const ALL: [&str; 5] = ["model", "justext", "readability", "density", "selectors"];

    #[test]
    fn all_verdicts_are_there_when_they_are_asked_for() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
        let mut extractor = Extractor::new(Config::default()).unwrap();
        let mut late_pages = 0;
        for page in folder.read_dir().unwrap() {
            let page = page.unwrap().path().join("page.html");
            let extraction = extractor.extract(&*fs::read(&page).unwrap());
            let is_late = extraction.late_verdict.is_some();
            late_pages += usize::from(is_late);
            assert_eq!(extraction.decision.others.len(), if is_late { 3 } else { 4 });
            let text = extraction.text().to_owned();
            assert_eq!(engines(&extraction), ALL, "{page:?}");
            assert_eq!(extraction.text(), text, "{page:?}");
            let decision = extractor.decide(extraction.page());
            let listed: Vec<_> = extraction.selections().skip(1).collect();
            for (verdict, listed) in decision.others.iter().zip(listed) {
                assert!(verdict.confidence.is_some(), "{page:?}");
                assert_eq!(verdict, listed.verdict(), "{page:?}");
            }
        }
        assert!((1..8).contains(&late_pages), "{late_pages}");
    }

    #[test]
    fn a_page_of_which_nothing_is_kept_is_judged_by_all() {
        let mut extractor = Extractor::new(Config::default()).unwrap();
        let extraction = extractor.extract("<p>");
        assert!(extraction.late_verdict.is_none());
        assert_eq!(engines(&extraction), ALL);
    }

    #[test]
    fn a_fast_blend_has_no_late_verdict() {
        let mut extractor = Extractor::new(Config::default().fast(true)).unwrap();
        let extraction = extractor.extract("<p>One");
        assert_eq!(engines(&extraction), ["model", "justext", "density", "selectors"]);
    }
}
