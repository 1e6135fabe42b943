//! From one task to its row.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use tamis::engine::readability::{ReaderableOptions, is_probably_readerable};
use tamis::render::{HtmlOptions, JsonOptions, MarkdownOptions, TextOptions, XmlOptions};
use tamis::site_rules::LEARNED;
use tamis::{Config, Extraction, Extractor, Input, Url};
use tamis_fetch::{Client, Request};

use crate::follow::Article;
use crate::input::Task;
use crate::not_html;
use crate::read;
use crate::row::{AnswerRow, LearnedUse, Row, Timings};
use crate::warc::Record;

/// What holds for all pages of a run.
#[derive(Debug, Default)]
pub struct Settings {
    pub config: Config,
    /// The encoding of all pages.
    pub encoding: Option<String>,
    /// The address of the one page.
    pub url: Option<String>,
    /// Whether the answers of all engines are printed.
    pub answers: bool,
    /// The address that relative ones start from, whatever the page's own is.
    pub base_url: Option<Url>,
    /// Present where Markdown, HTML, XML or text with options is printed.
    pub rendering: Option<Rendering>,
    /// Present where a part of the content is printed.
    pub window: Option<Window>,
    /// What rows have beside what they always have.
    pub json: JsonOptions,
    /// Whether rows say how long they took.
    pub timings: bool,
    /// Present where pages are asked whether they are probably articles.
    pub readerable: Option<ReaderableOptions>,
    /// The most bytes of a page.
    pub max_bytes: u64,
    /// Present where pages of the web may be asked for.
    pub client: Option<Client>,
    /// Whether the User-Agent header was chosen by the user, so that rules for sites don't set it.
    pub own_user_agent: bool,
    /// Whether further pages of articles on the web are fetched.
    pub follow_pages: bool,
}

/// What is printed but the text as it is by default.
#[derive(Clone, Debug)]
pub enum Rendering {
    Text(TextOptions),
    Html(HtmlOptions),
    Markdown(MarkdownOptions),
    Xml(XmlOptions),
    /// Parts of so many characters.
    Chunks(MarkdownOptions, Option<usize>),
}

impl Rendering {
    fn write(&self, article: &Article, row: &mut Row) {
        match self {
            Rendering::Text(options) => row.rendered = Some(article.text(options)),
            Rendering::Html(options) => row.rendered = Some(article.html(options)),
            Rendering::Markdown(options) => row.rendered = Some(article.markdown(options)),
            Rendering::Xml(options) => {
                row.rendered = Some(article.first.xml_with(&article.more, options));
            }
            Rendering::Chunks(options, max_chars) => {
                row.chunks = Some(article.chunks(options, *max_chars));
                row.comment_chunks = article.comment_chunks(options, *max_chars);
            }
        }
    }
}

/// Which part of the content is printed. Unicode scalar values.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub cursor: usize,
    pub max_chars: usize,
}

/// Tells how long steps take.
struct Clock(Instant);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now())
    }

    /// The milliseconds since the step before.
    fn lap_ms(&mut self) -> f64 {
        let now = Instant::now();
        let lap = now.duration_since(std::mem::replace(&mut self.0, now));
        lap.as_secs_f64() * 1000.0
    }
}

/// Works on one page after the other.
pub struct Worker {
    extractor: Extractor,
    settings: Arc<Settings>,
}

/// A page that was read.
#[derive(Default)]
struct Loaded {
    bytes: Vec<u8>,
    charset: Option<String>,
    url: Option<String>,
    status: Option<u16>,
    warnings: Vec<String>,
}

impl Worker {
    /// A worker with these settings.
    ///
    /// # Errors
    ///
    /// When the configuration can't be carried out.
    pub fn new(settings: Arc<Settings>) -> Result<Worker, tamis::Error> {
        Ok(Worker { extractor: Extractor::new(settings.config.clone())?, settings })
    }

    /// The row of a task, whatever happens: one page must not end a run of a million.
    pub fn row(&mut self, task: Task) -> Row {
        let source = task.source();
        let outcome = catch_unwind(AssertUnwindSafe(|| self.work(source.clone(), task)));
        outcome.unwrap_or_else(|_| {
            // What the page left behind in the extractor is not to be trusted; the configuration was good before.
            if let Ok(extractor) = Extractor::new(self.settings.config.clone()) {
                self.extractor = extractor;
            }
            Row::failed(
                source,
                "the program failed on this page, which is a mistake of the program".into(),
            )
        })
    }

    fn work(&mut self, source: String, task: Task) -> Row {
        let mut row = Row::new(source);
        let mut clock = Clock::start();
        let mut timings = Timings::default();
        let followed = match &task {
            Task::Url(url) if self.settings.follow_pages => Some(url.clone()),
            _ => None,
        };
        let mut loaded = match self.load(task) {
            Ok(loaded) => loaded,
            Err((status, error)) => {
                row.status = status;
                row.error = Some(error);
                return row;
            }
        };
        timings.read = clock.lap_ms();
        loaded.url = loaded.url.or_else(|| self.settings.url.clone());
        row.url.clone_from(&loaded.url);
        row.status = loaded.status;
        row.extraction.warnings = std::mem::take(&mut loaded.warnings);
        let extraction = match self.extract(&loaded) {
            Ok(extraction) => extraction,
            Err(error) => {
                row.error = Some(error);
                return row;
            }
        };
        let article = match followed {
            Some(asked) => self.follow(extraction, &asked),
            None => Article::of(extraction),
        };
        timings.extract = clock.lap_ms();
        self.fill(&mut row, &article);
        timings.render = clock.lap_ms();
        row.timings_ms = self.settings.timings.then_some(timings);
        for extraction in std::iter::once(article.first).chain(article.more) {
            self.extractor.recycle(extraction.into_page());
        }
        row
    }

    /// The content of the page of a task, or a sentence.
    ///
    /// # Errors
    ///
    /// When the page can't be read.
    pub fn extraction(&mut self, task: Task) -> Result<Extraction, String> {
        let mut loaded = self.load(task).map_err(|(_, error)| error)?;
        loaded.url = loaded.url.or_else(|| self.settings.url.clone());
        self.extract(&loaded)
    }

    fn fill(&self, row: &mut Row, article: &Article) {
        row.fill(article, &self.settings.json);
        row.learned = self.learned(&article.first);
        if self.settings.answers {
            row.answers = self.answers(&article.first);
        }
        let Settings { rendering, readerable, .. } = &*self.settings;
        if let Some(rendering) = rendering {
            rendering.write(article, row);
        }
        if let Some(window) = self.settings.window {
            row.cut(window);
        }
        let document = article.first.page().document();
        row.readerable =
            readerable.as_ref().map(|options| is_probably_readerable(document, options));
    }

    /// The learned rules for the site of the page, and whether they found content.
    fn learned(&self, extraction: &Extraction) -> Option<LearnedUse> {
        let rule = self.settings.config.site_rules.as_ref()?.find(extraction.page().url()?)?;
        let file = rule.learned()?.name().to_owned();
        Some(LearnedUse { file, succeeded: extraction.strategy_used() == LEARNED })
    }

    /// What each engine answers, that which is taken first. Where a rule for the page's site did, the engines are asked now.
    fn answers(&self, extraction: &Extraction) -> Vec<AnswerRow> {
        let page = extraction.page();
        let mut answers: Vec<_> = extraction.answers().map(AnswerRow::from).collect();
        if let [_] = answers.as_slice() {
            let verdicts = self.extractor.judge_each(page);
            answers.extend(verdicts.iter().map(|verdict| AnswerRow::of(page, verdict)));
        }
        answers
    }

    /// The content of a page that was read, or a sentence.
    fn extract(&mut self, loaded: &Loaded) -> Result<Extraction, String> {
        let label = self.settings.encoding.as_deref();
        let charset = loaded.charset.as_deref().or_else(|| not_html::utf16_label(&loaded.bytes));
        if let Some(refusal) = not_html::refusal(&loaded.bytes, label.or(charset)) {
            return Err(refusal);
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
        self.extractor.extract(input).map_err(|error| error.to_string())
    }

    /// The article that begins on this page, fetched from `asked`.
    fn follow(&mut self, extraction: Extraction, asked: &str) -> Article {
        let Some(rules) = self.settings.config.site_rules.clone() else {
            return Article::of(extraction);
        };
        Article::follow(extraction, asked, &rules, |url, found_on| {
            let request = self.request(url.as_str()).found_on(found_on.as_str());
            let loaded = self.fetch(&request).map_err(|(_, error)| error)?;
            self.extract(&loaded)
        })
    }

    /// The page of a task; where it can't be had, the HTTP status if there is one, and a sentence.
    fn load(&self, task: Task) -> Result<Loaded, (Option<u16>, String)> {
        let max_bytes = self.settings.max_bytes;
        match task {
            Task::Url(url) => self.fetch(&self.request(&url)),
            Task::File(path) => match read::file(&path, max_bytes) {
                Ok(bytes) => Ok(Loaded { bytes, ..Loaded::default() }),
                Err(error) => Err((None, error.to_string())),
            },
            Task::Bytes { bytes, .. } => Ok(Loaded { bytes, ..Loaded::default() }),
            Task::Record { record, .. } => load_record(*record, max_bytes),
            Task::Failed { error, .. } => Err((None, error)),
        }
    }

    /// The request for a page, with the headers that the rules for its site have.
    fn request(&self, url: &str) -> Request {
        let mut request = Request::new(url);
        let rules = self.settings.config.site_rules.as_deref();
        let parsed = rules.and_then(|_| Url::parse(url).ok());
        if let Some(rule) = parsed.and_then(|url| rules?.find(&url)) {
            for (name, value) in rule.headers() {
                let is_ours = self.settings.own_user_agent && name == "user-agent";
                if !is_ours {
                    request = request.header(name, value);
                }
            }
        }
        request
    }

    fn fetch(&self, request: &Request) -> Result<Loaded, (Option<u16>, String)> {
        let Some(client) = &self.settings.client else {
            return Err((None, "pages of the web are not asked for in this run".into()));
        };
        match client.send(request) {
            Ok(response) => Ok(Loaded {
                bytes: response.body,
                charset: response.charset,
                url: Some(response.url),
                status: Some(response.status),
                warnings: Vec::new(),
            }),
            Err(error) => {
                let status = match error.kind() {
                    tamis_fetch::ErrorKind::Http(status) => Some(status),
                    _ => None,
                };
                Err((status, fetch_sentence(&error, &request.url)))
            }
        }
    }
}

/// The error without the address, if it is the one that was asked for, which the row names already.
fn fetch_sentence(error: &tamis_fetch::Error, asked: &str) -> String {
    let sentence = error.to_string();
    let same = |url: &&str| url.trim_end_matches('/') == asked.trim_end_matches('/');
    error
        .url()
        .filter(same)
        .and_then(|url| sentence.strip_prefix(&format!("cannot fetch {url}: ")))
        .map_or_else(|| sentence.clone(), |reason| format!("cannot fetch it: {reason}"))
}

fn load_record(record: Record, max_bytes: u64) -> Result<Loaded, (Option<u16>, String)> {
    let status = record.message.status;
    let charset = record.message.charset.clone();
    let body = record.message.into_body(max_bytes).map_err(|error| (status, error))?;
    let cut = body.is_cut.then(|| "the end of the page is missing in the archive".to_owned());
    Ok(Loaded {
        bytes: body.bytes,
        charset,
        url: record.uri,
        status,
        warnings: cut.into_iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use tamis::Page;
    use tamis::engine::{Context, Engine, Verdict};

    use super::*;

    /// An engine that fails.
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
    fn a_page_that_makes_the_program_fail_is_one_failed_row() {
        let settings = Arc::new(Settings { max_bytes: 100, ..Settings::default() });
        let extractor = Extractor::with_engine(Failing, Config::default()).unwrap();
        let mut worker = Worker { extractor, settings };
        let mut row =
            || worker.row(Task::Bytes { source: "a page".into(), bytes: b"<p>text".to_vec() });
        let failed = row();
        assert_eq!(failed.source, "a page");
        assert!(failed.error.unwrap().contains("a mistake of the program"));
        assert_eq!(row().error, None);
    }
}
