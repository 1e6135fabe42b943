//! The options of a request: from the query, from headers with Jina's names, and from JSON.
//!
//! All three state the same options, so they become one JSON object that is read once. A later
//! source overrides an earlier one: headers first, then the query, then the body.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tamis::blend::auto::Favor;
use tamis::json::JsonOptions;
use tamis::render::{HtmlOptions, LinkStyle, MarkdownOptions, TextOptions, XmlDialect, XmlOptions};
use tamis::{Strategy, Url};
use tamis_run::drawing::{Drawing, Render};
use tamis_run::row::Window;
use tamis_run::settings::{Rendering, Settings};

use crate::accept::Format;
use crate::app::App;
use crate::error::ApiError;

/// The options that have several values, so that a query or header may repeat them.
const REPEATED: [&str; 3] = ["selector", "remove", "with"];

/// Headers of Jina's reader with the options that they set. Their values are those of the options,
/// except where [`header_value`] says otherwise.
const HEADERS: [(&str, &str); 9] = [
    ("x-respond-with", "format"),
    ("x-return-format", "format"),
    ("x-target-selector", "selector"),
    ("x-remove-selector", "remove"),
    ("x-with-links-summary", "links"),
    ("x-retain-images", "images"),
    ("x-timeout", "timeout"),
    ("x-no-cache", "no_cache"),
    ("x-token-budget", "token_budget"),
];

/// The options of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// The format of the answer. Default: what the client accepts.
    pub(crate) format: Option<Format>,
    /// CSS selectors of the elements that are the content.
    pub(crate) selector: Several,
    /// CSS selectors of elements to leave out before anything is read.
    pub(crate) remove: Several,
    pub(crate) links: Links,
    /// False to leave out images.
    pub(crate) images: Option<bool>,
    /// True to add readers' comments.
    pub(crate) comments: bool,
    /// True for HTML without a page around it.
    pub(crate) fragment: bool,
    /// True for metadata in YAML before Markdown.
    pub(crate) front_matter: bool,
    /// The most characters of the content.
    pub(crate) max_chars: Option<usize>,
    /// The place where the content begins, in characters. Needs `max_chars`.
    pub(crate) cursor: usize,
    /// The most tokens of the content, as estimated. More of them are an error.
    pub(crate) token_budget: Option<usize>,
    /// The time limit in seconds, at most that of the server.
    pub(crate) timeout: Option<f64>,
    /// True to fetch the page even if it is in the cache.
    pub(crate) no_cache: bool,
    /// Which pages are drawn by a browser first. Default: as the server is started.
    pub(crate) render: Option<Render>,
    /// What chooses the content. Default: that of the configuration.
    pub(crate) strategy: Option<Strategy>,
    /// What is done with paragraphs in doubt. Default: that of the configuration.
    pub(crate) favor: Option<Favor>,
    /// More fields of JSON.
    pub(crate) with: Vec<Part>,
    /// The configuration of the library.
    pub(crate) config: Option<tamis::Config>,
    /// True if a model reads the answer: text that no reader sees is left out, and a warning counts
    /// it. Requests cannot set it.
    #[serde(skip)]
    pub(crate) for_model: bool,
}

/// The form of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Links {
    #[default]
    Inline,
    References,
    None,
}

/// An optional field of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    Markdown,
    Html,
    Paragraphs,
    Verdicts,
}

/// One value or a list of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "OneOrMany")]
pub(crate) struct Several(pub(crate) Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Several {
    fn from(value: OneOrMany) -> Several {
        Several(match value {
            OneOrMany::One(value) => vec![value],
            OneOrMany::Many(values) => values,
        })
    }
}

/// What is done with a page.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) settings: Arc<Settings>,
    pub(crate) format: Format,
    pub(crate) timeout: Duration,
    pub(crate) token_budget: Option<usize>,
    /// True if the content is what selectors match, so that it is an error if they match nothing.
    pub(crate) has_selector: bool,
    /// What the chapters of a book have: as HTML, whose options they are.
    pub(crate) chapters: HtmlOptions,
}

/// Returns the options that headers and the query state, as an object.
pub(crate) fn stated(headers: &HeaderMap, query: Option<&str>) -> Map<String, Value> {
    let mut stated = Map::new();
    for (header, option) in HEADERS {
        for value in headers.get_all(header) {
            let text = value.to_str().unwrap_or_default().trim();
            if let Some(value) = header_value(header, text) {
                add(&mut stated, option, value);
            }
        }
    }
    let mut of_query = Map::new();
    for (name, value) in query_pairs(query.unwrap_or_default()) {
        let value = if REPEATED.contains(&&*name) || name == "url" {
            Value::String(value)
        } else {
            scalar(&value)
        };
        add(&mut of_query, &name, value);
    }
    stated.extend(of_query);
    stated
}

/// Returns the names and values of a query.
pub(crate) fn query_pairs(query: &str) -> Vec<(String, String)> {
    // The parser of the library for addresses reads queries, too.
    let url = Url::parse("http://localhost/").ok().map(|mut url| {
        url.set_query(Some(query));
        url
    });
    let pairs = url.iter().flat_map(|url| url.query_pairs());
    pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

/// Adds a value to an object, to those that the option has already if it can have several.
fn add(object: &mut Map<String, Value>, option: &str, value: Value) {
    if !REPEATED.contains(&option) {
        object.insert(option.to_owned(), value);
        return;
    }
    let values = object.entry(option).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(values) = values {
        values.push(value);
    }
}

/// Returns a value of a query as JSON: `true`, `false`, a number, or a text.
fn scalar(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Bool(_) | Value::Number(_))) => value,
        _ => Value::String(text.to_owned()),
    }
}

/// Returns the value of an option that a header of Jina's sets. `None` if it changes nothing.
fn header_value(header: &str, text: &str) -> Option<Value> {
    let is_on = !matches!(text, "" | "false" | "0");
    match header {
        "x-with-links-summary" => is_on.then(|| "references".into()),
        "x-retain-images" => (text == "none").then_some(Value::Bool(false)),
        "x-no-cache" => Some(Value::Bool(is_on)),
        // `content` is Jina's name for its default, Markdown of the article.
        "x-respond-with" | "x-return-format" if text == "content" => Some("markdown".into()),
        "x-target-selector" | "x-remove-selector" => Some(Value::String(text.to_owned())),
        _ => Some(scalar(text)),
    }
}

/// Reads an object. An error names the field.
pub(crate) fn read<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.inner().to_string();
        ApiError::bad_request(if path == "." { reason } else { format!("`{path}`: {reason}") })
    })
}

impl Options {
    /// Returns what is done with a page. `accepted` is the format that the client prefers.
    ///
    /// # Errors
    ///
    /// If options contradict each other, or the client accepts none of our formats.
    pub(crate) fn plan(&self, app: &App, accepted: Option<Format>) -> Result<Plan, ApiError> {
        let format = self.format.or(accepted).ok_or_else(|| {
            let message = "there is no format that the client accepts";
            ApiError::new(StatusCode::NOT_ACCEPTABLE, "not_acceptable", message)
        })?;
        self.check(format)?;
        let limit = app.config.request_timeout;
        let timeout = self.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let settings = Settings {
            config: self.config(app),
            rendering: self.rendering(format),
            window: self.max_chars.map(|max_chars| Window { cursor: self.cursor, max_chars }),
            json: self.json(),
            count_hidden: self.for_model,
            max_bytes: app.max_bytes(),
            client: Some(app.client(self.no_cache).clone()),
            drawing: self.drawing(app)?,
            ..Settings::default()
        };
        Ok(Plan {
            settings: Arc::new(settings),
            format,
            timeout: timeout.map_or(limit, |timeout| timeout.min(limit)),
            token_budget: self.token_budget,
            has_selector: !self.selector.0.is_empty(),
            chapters: self.html(),
        })
    }

    /// Returns what draws the page, if it may be drawn.
    ///
    /// # Errors
    ///
    /// If the request asks for it, and the server has no browser.
    fn drawing(&self, app: &App) -> Result<Option<Drawing>, ApiError> {
        match (&app.config.drawing, self.render) {
            (_, Some(Render::Never)) | (None, None) => Ok(None),
            (Some(drawing), render) => {
                let render = render.unwrap_or(drawing.render);
                Ok(Some(Drawing { render, ..drawing.clone() }))
            }
            (None, Some(_)) => Err(ApiError::bad_request(
                "`render`: this server draws no pages; start it with --render auto",
            )),
        }
    }

    fn check(&self, format: Format) -> Result<(), ApiError> {
        let refused = |message: &str| Err(ApiError::bad_request(message));
        if self.timeout.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
            return refused("`timeout`: expected a number of seconds above 0");
        }
        if self.cursor > 0 && self.max_chars.is_none() {
            return refused("`cursor` goes with `max_chars`");
        }
        let is_cut = self.max_chars.is_some();
        if self.max_chars == Some(0) {
            return refused("`max_chars`: expected a number above 0");
        }
        if is_cut && !matches!(format, Format::Markdown | Format::Text | Format::Json) {
            return refused("`max_chars` goes with Markdown, text and JSON");
        }
        if self.front_matter && format != Format::Markdown {
            return refused("`front_matter` goes with Markdown");
        }
        if self.fragment && format != Format::Html {
            return refused("`fragment` goes with HTML");
        }
        if !self.with.is_empty() && format != Format::Json {
            return refused("`with` goes with JSON");
        }
        Ok(())
    }

    /// Returns the configuration of the library: one of the server's if the request changes
    /// nothing, for which threads have an extractor. The limits are always those of the server.
    fn config(&self, app: &App) -> Arc<tamis::Config> {
        let own = if self.for_model { &app.for_model } else { &app.extraction };
        let is_same = self.config.is_none()
            && self.strategy.is_none_or(|strategy| strategy == app.extraction.strategy)
            && self.favor.is_none_or(|favor| favor == app.extraction.favor)
            && self.selector.0.is_empty()
            && self.remove.0.is_empty()
            && !self.comments;
        if is_same {
            return Arc::clone(own);
        }
        let mut config = self.config.clone().unwrap_or_else(|| (**own).clone());
        config.limits = app.extraction.limits;
        config.site_rules.clone_from(&app.extraction.site_rules);
        config.model.clone_from(&app.extraction.model);
        config.select.extend(self.selector.0.iter().cloned());
        config.drop.extend(self.remove.0.iter().cloned());
        config.comments |= self.comments;
        config.strategy = self.strategy.unwrap_or(config.strategy);
        config.favor = self.favor.unwrap_or(config.favor);
        config.drop_hidden |= self.for_model;
        Arc::new(config)
    }

    fn markdown(&self) -> MarkdownOptions {
        let links = match self.links {
            Links::Inline => LinkStyle::Inline,
            Links::References => LinkStyle::Referenced,
            Links::None => LinkStyle::Omitted,
        };
        MarkdownOptions::default().links(links).images(self.has_images())
    }

    fn html(&self) -> HtmlOptions {
        HtmlOptions::default().links(self.links != Links::None).images(self.has_images())
    }

    fn has_images(&self) -> bool {
        self.images.unwrap_or(true)
    }

    fn rendering(&self, format: Format) -> Option<Rendering> {
        let xml = XmlOptions::default().links(self.links != Links::None).images(self.has_images());
        Some(match format {
            Format::Markdown => Rendering::Markdown(self.markdown(), self.front_matter),
            Format::Text => Rendering::Text(TextOptions::default()),
            Format::Html => Rendering::Html(self.html().fragment(self.fragment)),
            Format::Xml => Rendering::Xml(xml),
            Format::Tei => Rendering::Xml(xml.dialect(XmlDialect::Tei)),
            Format::Json | Format::Epub => return None,
        })
    }

    fn json(&self) -> JsonOptions {
        let mut options = JsonOptions::default()
            .paragraphs(self.with.contains(&Part::Paragraphs))
            .verdicts(self.with.contains(&Part::Verdicts));
        if self.with.contains(&Part::Markdown) {
            options = options.markdown(self.markdown());
        }
        if self.with.contains(&Part::Html) {
            options = options.html(self.html().fragment(true));
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ServerConfig;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn headers_of_jina_and_the_query_state_the_same() {
        let headers = headers(&[
            ("x-respond-with", "text"),
            ("x-target-selector", "main, .post"),
            ("x-remove-selector", "nav"),
            ("x-remove-selector", "footer"),
            ("x-with-links-summary", "true"),
            ("x-retain-images", "none"),
            ("x-timeout", "5"),
            ("x-no-cache", "true"),
            ("x-token-budget", "100"),
        ]);
        let options: Options = read(stated(&headers, None)).unwrap();
        assert_eq!(options.format, Some(Format::Text));
        assert_eq!(options.selector.0, ["main, .post"]);
        assert_eq!(options.remove.0, ["nav", "footer"]);
        assert_eq!(options.links, Links::References);
        assert_eq!((options.images, options.timeout), (Some(false), Some(5.0)));
        assert_eq!((options.no_cache, options.token_budget), (true, Some(100)));
        let query = "format=json&selector=a&selector=b&with=html&with=verdicts&timeout=2.5";
        let options: Options = read(stated(&headers, Some(query))).unwrap();
        assert_eq!(options.format, Some(Format::Json));
        assert_eq!(options.selector.0, ["a", "b"]);
        assert_eq!(options.with, [Part::Html, Part::Verdicts]);
        assert_eq!(options.timeout, Some(2.5));
    }

    /// Another configuration costs a new extractor for each request.
    #[test]
    fn requests_that_change_nothing_have_a_configuration_of_the_server() {
        let app = App::new(ServerConfig::default()).unwrap();
        let config = |options: Options| options.plan(&app, Some(Format::Json)).unwrap().settings;
        let same = |options, own| Arc::ptr_eq(&config(options).config, own);
        let strategy = Some(app.extraction.strategy);
        assert!(same(
            Options { strategy, images: Some(false), ..Options::default() },
            &app.extraction
        ));
        let for_model =
            Options { for_model: true, cursor: 1, max_chars: Some(1), ..Options::default() };
        assert!(same(for_model, &app.for_model) && app.for_model.drop_hidden);
        assert!(!app.extraction.drop_hidden);
        let other = Options { strategy: Some(Strategy::Density), ..Options::default() };
        assert_eq!(config(other).config.strategy, Strategy::Density);
        let favor = Some(Favor::Recall);
        assert_eq!(
            config(Options { favor, for_model: true, ..Options::default() }).config.favor,
            Favor::Recall
        );
    }

    #[test]
    fn the_description_has_every_strategy() {
        let description: Value = serde_json::from_str(crate::routes::OPENAPI).unwrap();
        let listed = |name: &str| {
            let property =
                &description["components"]["schemas"]["Page"]["properties"][name]["enum"];
            let mut listed: Vec<_> =
                property.as_array().unwrap().iter().map(Value::to_string).collect();
            listed.sort_unstable();
            listed
        };
        let mut all: Vec<_> =
            Strategy::ALL.iter().map(|of| serde_json::json!(of).to_string()).collect();
        all.sort_unstable();
        assert_eq!(listed("strategy"), all);
        let mut all: Vec<_> =
            Favor::ALL.iter().map(|of| serde_json::json!(of).to_string()).collect();
        all.sort_unstable();
        assert_eq!(listed("favor"), all);
    }

    #[test]
    fn a_wrong_value_is_named() {
        for (query, beginning) in [
            ("format=pdf", "`format`: unknown variant `pdf`"),
            ("max_chars=x", "`max_chars`: invalid type: string"),
            ("nothing=1", "`nothing`: unknown field"),
            ("token_budget=-1", "`token_budget`: invalid value"),
        ] {
            let error = read::<Options>(stated(&HeaderMap::new(), Some(query))).unwrap_err();
            assert!(error.message.starts_with(beginning), "{query}: {}", error.message);
        }
    }
}
