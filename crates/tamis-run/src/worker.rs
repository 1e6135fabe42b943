//! Workers, which make the row of a task.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use tamis::engine::readability::is_probably_readerable;
use tamis::metadata::Date;
use tamis::render::front_matter_of;
use tamis::site_rules::{LEARNED, LearnedRules, NAME as SITE_RULES, SiteRule};
use tamis::{Explanation, Extraction, Extractor, Input, Outcome, Selection, Url};

use crate::article::Article;
use crate::drawing::{Render, SentPage};
use crate::drawn::{can_be_drawn, save};
use crate::failure::{Failure, FailureKind};
use crate::load::{self, LoadError, Loaded};
use crate::not_html;
use crate::row::{AnswerRow, Row, RuleUse, Timings};
use crate::settings::{Rendering, Settings};
use crate::task::Task;

/// Works on one page after the other.
pub struct Worker {
    extractor: Extractor,
    settings: Arc<Settings>,
}

/// Measures how long the steps of a page take.
struct Clock(Instant);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now())
    }

    /// Returns the milliseconds since the last step.
    fn lap_ms(&mut self) -> f64 {
        let now = Instant::now();
        let lap = now.duration_since(std::mem::replace(&mut self.0, now));
        lap.as_secs_f64() * 1000.0
    }
}

impl Worker {
    /// Returns a worker with these settings.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid.
    pub fn new(settings: Arc<Settings>) -> Result<Worker, tamis::Error> {
        Ok(Worker { extractor: Extractor::new((*settings.config).clone())?, settings })
    }

    /// Returns the row of a task. It never panics, because one page must not end a run of a
    /// million.
    pub fn row(&mut self, task: Task) -> Row {
        let source = task.source();
        let outcome = self.guarded(|worker| worker.work(source.clone(), task));
        outcome.unwrap_or_else(|failure| Row::failed(source, failure))
    }

    /// Returns the row of a page that is loaded already. It never panics.
    pub fn row_of(&mut self, source: String, loaded: Loaded) -> Row {
        self.row_with(source, loaded, |_| ()).0
    }

    /// Returns the row of a page that is loaded already, and what `work` makes of its article. The
    /// latter is for formats that a row cannot have, such as a book. `None` if the page cannot be
    /// read. It never panics.
    pub fn row_with<T>(
        &mut self,
        source: String,
        loaded: Loaded,
        work: impl FnOnce(&Article) -> T,
    ) -> (Row, Option<T>) {
        let outcome = self.guarded(|worker| {
            let mut row = Row::new(source.clone());
            let (clock, timings) = (Clock::start(), Timings::default());
            let made = worker.fill_from(loaded, None, clock, timings, &mut row, work);
            let (made, error) =
                made.map_or_else(|error| (None, Some(error)), |of| (Some(of), None));
            row.error = error;
            (row, made)
        });
        outcome.unwrap_or_else(|failure| (Row::failed(source, failure), None))
    }

    /// Does work that may panic. After a panic, the extractor is a new one, because the panic may
    /// have left the old one in a bad state.
    ///
    /// # Errors
    ///
    /// [`FailureKind::Panicked`] if the work panics.
    pub fn guarded<T>(&mut self, work: impl FnOnce(&mut Worker) -> T) -> Result<T, Failure> {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(self)));
        outcome.map_err(|_| {
            // The configuration was valid before, so a new one can be made.
            if let Ok(extractor) = Extractor::new((*self.settings.config).clone()) {
                self.extractor = extractor;
            }
            Failure::panicked()
        })
    }

    /// Does work with other settings, which may panic. The extractor stays if the configuration is
    /// the same one; else there is another for this work.
    ///
    /// # Errors
    ///
    /// [`FailureKind::Panicked`] if the work panics, or
    /// `Configuration`.
    pub fn with_settings<T>(
        &mut self,
        settings: Arc<Settings>,
        work: impl FnOnce(&mut Worker) -> T,
    ) -> Result<T, Failure> {
        if !Arc::ptr_eq(&settings.config, &self.settings.config) {
            return Worker::new(settings)?.guarded(work);
        }
        let before = std::mem::replace(&mut self.settings, settings);
        let outcome = self.guarded(work);
        self.settings = before;
        outcome
    }

    /// Sets the last day that the date of a page can be.
    pub fn set_latest_date(&mut self, date: Option<Date>) {
        self.extractor.set_latest_date(date);
    }

    fn work(&mut self, source: String, task: Task) -> Row {
        let mut row = Row::new(source);
        row.error = self.try_work(task, &mut row).err();
        row
    }

    /// Fills the row of a task. After an error, the row keeps what is known by then, for example
    /// the status of the server.
    fn try_work(&mut self, task: Task, row: &mut Row) -> Result<(), Failure> {
        let mut clock = Clock::start();
        let mut timings = Timings::default();
        let followed = match &task {
            Task::Url { url, .. } if self.settings.follow_pages => Some(url.clone()),
            _ => None,
        };
        let loaded = self.load(task).map_err(|error| {
            row.status = error.status;
            error.failure
        })?;
        timings.read = clock.lap_ms();
        self.fill_from(loaded, followed, clock, timings, row, |_| ())
    }

    /// Fills the row of a page that is loaded. `followed` is the address of an article whose
    /// further pages are fetched. Returns what `work` makes of the article.
    fn fill_from<T>(
        &mut self,
        mut loaded: Loaded,
        followed: Option<String>,
        mut clock: Clock,
        mut timings: Timings,
        row: &mut Row,
        work: impl FnOnce(&Article) -> T,
    ) -> Result<T, Failure> {
        row.url.clone_from(&loaded.url);
        row.status = loaded.status;
        let is_clicked = self.is_clicked(&loaded);
        let mut article = self.article_of_drawn(&mut loaded, is_clicked)?;
        row.url.clone_from(&loaded.url);
        row.is_drawn = loaded.is_drawn;
        row.extraction.warnings = std::mem::take(&mut loaded.warnings);
        if let Some(requested) = followed.filter(|_| !is_clicked) {
            article = self.follow(article.first, &requested);
        }
        timings.extract = clock.lap_ms();
        self.fill(row, &article);
        let made = work(&article);
        timings.render = clock.lap_ms();
        row.timings_ms = self.settings.timings.then_some(timings);
        for extraction in std::iter::once(article.first).chain(article.more) {
            self.extractor.recycle(extraction.into_page());
        }
        Ok(made)
    }

    /// Extracts the content of the page of a task.
    ///
    /// # Errors
    ///
    /// If the page cannot be read.
    pub fn extraction(&mut self, task: Task) -> Result<Extraction, Failure> {
        let mut loaded = self.load(task).map_err(|error| error.failure)?;
        self.extraction_of_drawn(&mut loaded)
    }

    /// Explains an extraction of this worker.
    pub fn explain<'e>(&self, extraction: &'e Extraction) -> Explanation<'e> {
        self.extractor.explain(extraction)
    }

    fn load(&self, task: Task) -> Result<Loaded, LoadError> {
        let mut loaded = load::load(task, &self.settings)
            .map_err(|error| LoadError { failure: self.advised(error.failure), ..error })?;
        loaded.url = loaded.url.or_else(|| self.settings.url.clone());
        Ok(loaded)
    }

    /// Returns a failure with what users can do about it.
    fn advised(&self, mut failure: Failure) -> Failure {
        if let Some(advice) = self.settings.advice {
            failure.message.push_str(advice(failure.kind));
        }
        failure
    }

    /// Extracts the content of a page that is loaded.
    ///
    /// # Errors
    ///
    /// If it is not HTML.
    pub fn extraction_of(&mut self, loaded: &Loaded) -> Result<Extraction, Failure> {
        // What a browser shows is in an encoding of its own.
        let label = self.settings.encoding.as_deref().filter(|_| !loaded.is_drawn);
        let charset = loaded.charset.as_deref();
        if let Some(refusal) = not_html::refusal(&loaded.bytes, label.or(charset)) {
            return Err(self.advised(refusal));
        }
        let mut input = Input::from(&loaded.bytes);
        if let Some(charset) = charset {
            input = input.charset(charset);
        }
        if let Some(label) = label {
            input = input.encoding(label);
        }
        let base = self.settings.base_url.clone();
        let base = base.or_else(|| loaded.url.as_deref().and_then(|url| Url::parse(url).ok()));
        if let Some(base) = &base {
            input = input.url(base);
        }
        if let Some(layout) = &loaded.layout {
            input = input.layout(layout);
        }
        Ok(self.extractor.extract(input))
    }

    /// Extracts the content of a page that is loaded. If the settings say so, the page is drawn by
    /// a browser, and `loaded` becomes what is shown.
    ///
    /// # Errors
    ///
    /// If it is not HTML, or must be drawn and cannot be.
    pub fn extraction_of_drawn(&mut self, loaded: &mut Loaded) -> Result<Extraction, Failure> {
        Ok(self.article_of_drawn(loaded, false)?.first)
    }

    /// True if the parts of a story are looked for behind buttons. Rules for its site say better
    /// where they are.
    fn is_clicked(&self, loaded: &Loaded) -> bool {
        let rules = self.settings.config.site_rules.as_ref();
        let url = loaded.url.as_deref().and_then(|url| Url::parse(url).ok());
        let rule = rules.zip(url.as_ref()).and_then(|(rules, url)| rules.find(url));
        self.settings.follow_pages && rule.is_none()
    }

    /// Extracts the article that begins on a page. If the settings say so, the page is drawn by a
    /// browser; with `is_clicked`, its further parts are those behind the button "next".
    fn article_of_drawn(
        &mut self,
        loaded: &mut Loaded,
        is_clicked: bool,
    ) -> Result<Article, Failure> {
        let Some(drawing) = self.settings.drawing.clone() else {
            return Ok(Article::of(self.extraction_of(loaded)?));
        };
        if !can_be_drawn(loaded) {
            if drawing.render == Render::Always && !loaded.is_drawn {
                let reason = "not drawn: only pages on the web and saved pages with --url are";
                loaded.warnings.push(reason.to_owned());
            }
            return Ok(Article::of(self.extraction_of(loaded)?));
        }
        let sent = self.extraction_of(loaded)?;
        if !drawing.is_for(&sent) {
            return Ok(Article::of(sent));
        }
        let page = SentPage {
            url: loaded.url.as_deref().unwrap_or_default(),
            bytes: &loaded.bytes,
            charset: loaded.charset.as_deref(),
        };
        let read = |before: Option<(Article, Option<Loaded>)>, shown| {
            let Some((mut article, first)) = before else {
                save(&drawing, &shown)
                    .map_err(|reason| Failure::new(FailureKind::Drawing, reason))?;
                let shown = Loaded::of_drawn(shown);
                return Ok(((Article::of(self.extraction_of(&shown)?), Some(shown)), is_clicked));
            };
            let shown = Loaded::of_drawn(shown);
            // What is no page any more is no part of the story.
            let part = self.extraction_of(&shown).ok();
            let is_part = part.is_some_and(|part| article.add_part(part, shown.url.as_deref()));
            Ok(((article, first), is_part))
        };
        let is_found = |(article, _): &(Article, _)| is_content(&article.first);
        let taken = drawing.take(&page, (Article::of(sent), None), is_found, read)?;
        let (article, shown) = taken.reading;
        if let Some(shown) = shown {
            let (status, warnings) = (loaded.status, std::mem::take(&mut loaded.warnings));
            *loaded = Loaded { status, warnings, ..shown };
        }
        loaded.warnings.extend(taken.warning);
        Ok(article)
    }

    /// Returns the article that begins on this page, which was fetched from `requested`.
    fn follow(&mut self, extraction: Extraction, requested: &str) -> Article {
        let Some(rules) = self.settings.config.site_rules.clone() else {
            return Article::of(extraction);
        };
        Article::follow(extraction, requested, &rules, |url, found_on| {
            let request = load::request(url.as_str(), &self.settings).found_on(found_on.as_str());
            let mut loaded = load::fetch(&request, &self.settings)
                .map_err(|error| self.advised(error.failure).message)?;
            self.extraction_of_drawn(&mut loaded).map_err(|failure| failure.message)
        })
    }

    fn fill(&self, row: &mut Row, article: &Article) {
        if self.settings.content_only {
            row.fill_content(article);
        } else {
            row.fill(article, &self.settings.json);
        }
        row.rules = self.rule_use(&article.first);
        row.left_out = self.settings.filters.refusal(&row.extraction);
        if row.left_out.is_some() {
            return;
        }
        if self.settings.count_hidden {
            row.warn_of_hidden(article);
        }
        row.text_digest = self.settings.filters.text_digest(&row.extraction);
        if self.settings.answers {
            row.answers = self.answers(&article.first);
        }
        if let Some(rendering) = &self.settings.rendering {
            render(rendering, article, row);
            row.add_warnings(article);
        }
        match (self.settings.window, &self.settings.rendering) {
            (Some(window), Some(Rendering::Markdown(..))) => row.cut_markdown(window),
            (Some(window), _) => row.cut(window),
            (None, _) => {}
        }
        let document = article.first.parsed_page().document();
        let readerable = self.settings.readerable.as_ref();
        row.readerable = readerable.map(|options| is_probably_readerable(document, options));
    }

    /// Returns the use of the rules for single sites. `None` if there are no rules at all.
    pub fn rule_use(&self, extraction: &Extraction) -> Option<RuleUse> {
        let rules = self.settings.config.site_rules.as_ref()?;
        let rule = extraction.parsed_page().address().and_then(|url| rules.find(&url));
        let used = extraction.strategy_used();
        let learned = rule.as_ref().and_then(SiteRule::learned).map(LearnedRules::name);
        let files = rule.iter().flat_map(SiteRule::names).map(|name| {
            let decides = used == if learned == Some(name) { LEARNED } else { SITE_RULES };
            (name.to_owned(), decides && !extraction.text().is_empty())
        });
        Some(RuleUse { files: files.collect() })
    }

    /// Returns the answer of each engine, the one that was taken first. If a rule for the site gave
    /// it, no engine has judged the page yet.
    fn answers(&self, extraction: &Extraction) -> Vec<AnswerRow> {
        let page = extraction.parsed_page();
        let selections = extraction.selections();
        let answer = |selection: Selection<'_>| {
            let verdict = selection.verdict();
            AnswerRow::of(selection.page(), verdict, extraction.confidence_in(verdict))
        };
        let mut answers: Vec<_> = selections.map(answer).collect();
        if let [_] = answers.as_slice() {
            let verdicts = self.extractor.verdicts(page);
            answers.extend(verdicts.iter().map(|verdict| {
                AnswerRow::of(page, verdict, verdict.confidence.unwrap_or_default())
            }));
        }
        answers
    }
}

fn is_content(extraction: &Extraction) -> bool {
    extraction.outcome() == Outcome::Found
}

/// Writes the article into the row, in the format to print.
fn render(rendering: &Rendering, article: &Article, row: &mut Row) {
    match rendering {
        Rendering::Text(options) => row.rendered = Some(article.text(options)),
        Rendering::Html(options) => row.rendered = Some(article.html(options)),
        Rendering::Markdown(options, has_front_matter) => {
            let content = article.markdown(options);
            row.rendered = Some(if *has_front_matter && !content.is_empty() {
                let source = row.url.as_deref().unwrap_or(&row.source);
                format!("{}\n{content}", front_matter_of(article.first.metadata(), source))
            } else {
                content
            });
        }
        Rendering::Xml(options) => row.rendered = Some(article.xml(options)),
        Rendering::Chunks(options, max_chars) => {
            row.chunks = Some(article.chunks(options, *max_chars));
            row.comment_chunks = article.comment_chunks(options, *max_chars);
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis::engine::{Context, Engine, Verdict};
    use tamis::{Config, Page};

    use super::*;
    use crate::drawing::{Drawer, Drawing, DrawnPage};

    /// An engine that panics.
    struct Failing;

    impl Engine for Failing {
        fn name(&self) -> &'static str {
            "failing"
        }

        fn judge(&self, _: &Page, _: &Context<'_>) -> Verdict {
            panic!("this engine fails")
        }
    }

    #[test]
    fn a_page_that_makes_the_program_panic_is_one_failed_row() {
        let settings = Arc::new(Settings { max_bytes: 100, ..Settings::default() });
        let extractor = Extractor::with_engine(Failing, Config::default()).unwrap();
        let mut worker = Worker { extractor, settings };
        let mut row =
            || worker.row(Task::Bytes { source: "a page".into(), bytes: b"<p>text".to_vec() });
        let failed = row();
        assert_eq!(failed.source, "a page");
        assert_eq!(failed.error.unwrap().kind, FailureKind::Panicked);
        assert_eq!(row().error, None);
    }

    /// What is printed of such a row is the same.
    #[test]
    fn rows_of_content_alone_have_the_same_content() {
        let pages = [
            "<title>Rain</title><p>It rained for days, and nobody, not even the cat, went out.",
            "<p>&nbsp;",
            "<script src=app.js></script><div id=root></div>",
        ];
        let row = |content_only: bool, page: &str| {
            let config = Arc::new(Config::default().comments(true));
            let settings =
                Settings { config, content_only, max_bytes: 1000, ..Settings::default() };
            let mut worker = Worker::new(Arc::new(settings)).unwrap();
            worker.row(Task::Bytes { source: "a page".into(), bytes: page.into() })
        };
        for page in pages {
            let (of_content, whole) = (row(true, page).extraction, row(false, page).extraction);
            assert_eq!(of_content.text, whole.text, "{page}");
            assert_eq!(of_content.outcome, whole.outcome, "{page}");
            assert_eq!(of_content.comments, whole.comments, "{page}");
            assert_eq!(of_content.warnings, whole.warnings, "{page}");
            assert!(of_content.metadata.is_none() && whole.metadata.is_some(), "{page}");
        }
    }

    /// Draws every page as this text, or refuses.
    struct Painter(Option<&'static str>);

    impl Drawer for Painter {
        fn draw(&self, url: &str, bytes: &[u8], kind: &str) -> Result<DrawnPage, String> {
            assert!(!bytes.is_empty() && kind == "text/html");
            let text = self.0.ok_or("no paint")?;
            Ok(DrawnPage {
                html: text.into(),
                url: format!("{url}#drawn"),
                is_settled: false,
                ..DrawnPage::default()
            })
        }
    }

    /// The row of a page with this address.
    fn row_of(render: Render, text: Option<&'static str>, url: Option<&str>, page: &str) -> Row {
        let drawing = Some(Drawing { render, drawer: Arc::new(Painter(text)), save: None });
        let encoding = Some("windows-1252".to_owned());
        let settings = Settings { max_bytes: 9999, drawing, encoding, ..Settings::default() };
        let mut worker = Worker::new(Arc::new(settings)).unwrap();
        let loaded =
            Loaded { bytes: page.into(), url: url.map(str::to_owned), ..Loaded::default() };
        worker.row_of("a page".into(), loaded)
    }

    const SHELL: &str = "<body><div id=root></div><script src=a.js></script>";
    const SENT: &str = "<article><p>It was the best of times, and it was the worst of times, as we \
                        all know. It was the age of wisdom and of foolishness, and all that.";
    const SHOWN: &str = "<article><p>It was the spring of hope, and it was the winter of despair – \
                         we had everything before us, and we had nothing before us, as they say.";
    const URL: Option<&str> = Some("https://example.com/");

    #[test]
    fn pages_are_drawn_where_that_is_asked_for_or_needed() {
        let text = |row: &Row| row.extraction.text.clone().unwrap_or_default();
        for (render, page, is_drawn) in [
            (Render::Never, SHELL, false),
            (Render::Auto, SHELL, true),
            (Render::Auto, SENT, false),
            (Render::Auto, "<p></p>", true),
            (Render::Always, SENT, true),
        ] {
            let row = row_of(render, Some(SHOWN), URL, page);
            assert_eq!(row.is_drawn, is_drawn, "{render:?} {page}");
            assert_eq!(text(&row).contains("winter of despair – we"), is_drawn, "{}", text(&row));
            let end = if is_drawn { "https://example.com/#drawn" } else { "https://example.com/" };
            assert_eq!(row.url.as_deref(), Some(end));
            let unsettled = "the page did not come to rest in the browser";
            assert_eq!(row.extraction.warnings.iter().any(|of| of == unsettled), is_drawn);
        }
        // Without an address, its scripts would have none either.
        assert!(!row_of(Render::Always, Some(SHOWN), None, SHELL).is_drawn);
    }

    #[test]
    fn what_was_sent_stays_if_nothing_better_is_shown() {
        let hint =
            format!("{SENT}{SHELL}<noscript>Please enable JavaScript to read on.</noscript>");
        let less = row_of(Render::Auto, Some("<p></p>"), URL, &hint);
        assert!(!less.is_drawn && less.extraction.text.unwrap().contains("age of wisdom"));
        let refused = row_of(Render::Auto, None, URL, SHELL);
        assert_eq!(refused.extraction.warnings[0], "no browser could draw the page: no paint");
        let refused = row_of(Render::Always, None, URL, SHELL).error.unwrap();
        assert_eq!((refused.kind, &*refused.message), (FailureKind::Drawing, "no paint"));
    }
}
