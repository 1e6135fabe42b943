//! The arguments of tools, and their schemas.
//!
//! Their comments are what a model reads, so they say what to write and when.

use std::sync::Arc;

use rmcp::model::JsonObject;
use rmcp::schemars;
use rmcp::schemars::JsonSchema;
use rmcp::schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::accept::Format;
use crate::error::ApiError;
use crate::options::{self, Links, Options, Several};

/// The most addresses of one call.
pub(crate) const MAX_URLS: usize = 10;

/// The most characters of a page if the call does not say, as in the reference server for fetching.
const DEFAULT_LENGTH: usize = 5000;

/// The most characters of a page that a call can ask for.
const MAX_LENGTH: usize = 1_000_000;

/// The arguments of `fetch`.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Fetch {
    /// The address of the page, beginning with https:// or http://. Give this or `urls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) url: Option<String>,
    /// The addresses of up to 10 pages. A page that fails does not fail the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub(crate) urls: Vec<String>,
    /// True for the HTML of the whole page, with menus and footers but without scripts, styles,
    /// comments and hidden elements. Use it if the main content misses what you need. A file that
    /// is not HTML, such as JSON or a feed, is returned as it is.
    pub(crate) raw: bool,
    /// True to open the page in a browser and to run its scripts first. Use it if an answer says
    /// that scripts build the page. It takes some seconds, and not every server has a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub(crate) render: Option<bool>,
    /// The form of the content.
    #[serde(flatten)]
    pub(crate) output: Output,
}

/// The arguments of `extract`.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extract {
    /// The HTML of a page.
    pub(crate) html: String,
    /// The address that the HTML came from, for links in it. It is not fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) url: Option<String>,
    /// The form of the content.
    #[serde(flatten)]
    pub(crate) output: Output,
}

/// The form of the content, the same for `fetch` and `extract`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Output {
    /// The most characters of each page to return.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) max_length: usize,
    /// The character of the content to begin with. If an answer was cut, its end says which number
    /// to give here to go on.
    pub(crate) start_index: usize,
    /// The same as `start_index`: give `next_cursor` of an answer to go on after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    pub(crate) cursor: Option<usize>,
    /// The format of the content: markdown, text or html.
    pub(crate) format: OutputFormat,
    /// CSS selectors of the elements that are the content, for example `["#comments"]`. Use it if
    /// you know the page; without it, the main content is found by itself.
    #[serde(skip_serializing_if = "is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(crate) selector: Several,
    /// CSS selectors of elements to leave out.
    #[serde(skip_serializing_if = "is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(crate) remove: Several,
    /// True for addresses of pictures, with the descriptions that the page gives them.
    pub(crate) images: bool,
}

/// A format of the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum OutputFormat {
    #[default]
    Markdown,
    Text,
    Html,
}

/// The arguments of `explain`.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Explain {
    /// The address of the page. Give this or `html`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) url: Option<String>,
    /// The HTML of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) html: Option<String>,
    /// Words that the page shows. The paragraphs that contain them are explained; case and white
    /// space do not matter. Without it, the first paragraphs of the page are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) passage: Option<String>,
}

impl Default for Output {
    fn default() -> Output {
        Output {
            max_length: DEFAULT_LENGTH,
            start_index: 0,
            cursor: None,
            format: OutputFormat::default(),
            selector: Several::default(),
            remove: Several::default(),
            images: false,
        }
    }
}

fn is_empty(several: &Several) -> bool {
    several.0.is_empty()
}

impl Output {
    /// Returns the place where the content begins, in characters.
    pub(crate) fn start(&self) -> usize {
        self.cursor.unwrap_or(self.start_index)
    }

    /// Returns the options of a page. HTML is cut after it is written.
    ///
    /// # Errors
    ///
    /// If a number is out of its range.
    pub(crate) fn options(&self) -> Result<Options, ApiError> {
        if self.max_length == 0 || self.max_length > MAX_LENGTH {
            let message = format!("`max_length`: expected a number from 1 to {MAX_LENGTH}");
            return Err(ApiError::bad_request(message));
        }
        let is_cut_at_once = self.format != OutputFormat::Html;
        Ok(Options {
            format: Some(match self.format {
                OutputFormat::Markdown => Format::Markdown,
                OutputFormat::Text => Format::Text,
                OutputFormat::Html => Format::Html,
            }),
            selector: self.selector.clone(),
            remove: self.remove.clone(),
            links: Links::Inline,
            images: Some(self.images),
            fragment: self.format == OutputFormat::Html,
            for_model: true,
            max_chars: is_cut_at_once.then_some(self.max_length),
            cursor: if is_cut_at_once { self.start() } else { 0 },
            ..Options::default()
        })
    }
}

/// Reads the arguments of `fetch`.
///
/// # Errors
///
/// If one is not known, or not what it should be.
pub(crate) fn fetch(arguments: Map<String, Value>) -> Result<Fetch, ApiError> {
    let (own, output) = split(arguments, &["url", "urls", "raw", "render"]);
    Ok(Fetch { output: options::read(output)?, ..options::read(own)? })
}

/// Reads the arguments of `extract`.
///
/// # Errors
///
/// If one is not known, or not what it should be.
pub(crate) fn extract(arguments: Map<String, Value>) -> Result<Extract, ApiError> {
    let (own, output) = split(arguments, &["html", "url"]);
    Ok(Extract { output: options::read(output)?, ..options::read(own)? })
}

/// Reads the arguments of `explain`.
///
/// # Errors
///
/// If one is not known, or not what it should be.
pub(crate) fn explain(arguments: Map<String, Value>) -> Result<Explain, ApiError> {
    options::read(split(arguments, &[]).1)
}

/// Returns the arguments of these names, and the others. Arguments that are null are as if they
/// were not there, because some clients send all of them.
///
/// They are read apart because a flattened structure cannot refuse unknown fields.
fn split(
    arguments: Map<String, Value>,
    names: &[&str],
) -> (Map<String, Value>, Map<String, Value>) {
    arguments
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .partition(|(name, _)| names.contains(&&**name))
}

/// Returns the schema of arguments as clients get it. What only adds bytes is left out: the titles
/// of types, and formats that validators do not know.
pub(super) fn input_schema<T: JsonSchema>() -> Arc<JsonObject> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    for name in ["title", "description"] {
        schema.as_object_mut().map(|schema| schema.remove(name));
    }
    tidy(&mut schema);
    match schema {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}

fn tidy(schema: &mut Value) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        property.remove("format");
        if let Some(Value::String(description)) = property.get_mut("description") {
            // The ends of lines of a comment.
            *description = description.replace('\n', " ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(object) = value else { panic!("no object: {value}") };
        object
    }

    #[test]
    fn schemas_say_what_clients_may_give() {
        let schema = Value::Object((*input_schema::<Fetch>()).clone());
        let properties = object(schema["properties"].clone());
        for name in ["url", "urls", "raw", "max_length", "start_index", "cursor", "format"] {
            let description = properties[name]["description"].as_str();
            assert!(description.is_some_and(|text| text.len() > 20), "{name}");
        }
        assert_eq!(properties["max_length"]["default"], 5000);
        assert_eq!(properties["max_length"]["maximum"], MAX_LENGTH);
        assert_eq!(properties["urls"]["maxItems"], MAX_URLS);
        assert_eq!(properties["url"]["type"], "string");
        assert_eq!(properties["selector"]["type"], "array");
        assert_eq!(schema["additionalProperties"], false, "{schema}");
        assert_eq!(schema.get("required"), None);
        let extract = Value::Object((*input_schema::<Extract>()).clone());
        assert_eq!(extract["required"], serde_json::json!(["html"]));
    }

    #[test]
    fn arguments_are_read_as_clients_send_them() {
        let arguments = serde_json::json!({
            "url": "https://example.com", "urls": null, "selector": "main", "max_length": 10,
        });
        let read = fetch(object(arguments)).unwrap();
        assert_eq!(read.url.as_deref(), Some("https://example.com"));
        assert_eq!((read.output.selector.0, read.output.max_length), (vec!["main".to_owned()], 10));
        let error = fetch(object(serde_json::json!({ "selectors": [] }))).unwrap_err();
        assert!(error.message.contains("unknown field `selectors`"), "{}", error.message);
        let error = extract(object(serde_json::json!({ "url": "x" }))).unwrap_err();
        assert!(error.message.contains("missing field `html`"), "{}", error.message);
    }
}
