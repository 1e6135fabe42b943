//! Options as JSON.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tamis::site_rules::SiteRules;
use tamis::stoplists::Stoplist;
use tamis::{Config, Stopwords};
use wasm_bindgen::JsValue;

use crate::failure::{Kind, failure};

/// The option that names the language of the stopwords.
const LANGUAGE: &str = "language";
/// The option with words of the caller's own. None at all for engines that work independently of
/// the language.
const STOPWORDS: &str = "stopwords";
/// The option with the rules for single sites: the names and the texts of the files.
const SITE_RULES: &str = "site_rules";

/// Returns the configuration of an extractor: the fields of [`Config`] by their names, `language`,
/// `stopwords` and `site_rules`.
///
/// # Errors
///
/// If an option is unknown or its value is not valid.
pub(crate) fn config(json: &str) -> Result<Config, JsValue> {
    let mut fields: Map<String, Value> = read(json)?;
    let language: Option<String> = take(&mut fields, LANGUAGE)?;
    let words: Option<Vec<String>> = take(&mut fields, STOPWORDS)?;
    let rules: Option<Map<String, Value>> = take(&mut fields, SITE_RULES)?;
    let mut config: Config = of_value(Value::Object(fields), None)?;
    if let Some(language) = language {
        config.stopwords = Stopwords::Language(language);
    }
    if let Some(words) = words {
        config.stopwords = match words.as_slice() {
            [] => Stopwords::None,
            words => Stopwords::List(Stoplist::from_words(words)),
        };
    }
    if let Some(files) = rules {
        config.site_rules = Some(Arc::new(site_rules(files)?));
    }
    Ok(config)
}

/// Reads options that have a field for each key, such as those of a renderer. All are read as
/// values first: to read some from the text would compile each type twice.
///
/// # Errors
///
/// If an option is unknown or its value is not valid.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, JsValue> {
    let value: Value =
        serde_json::from_str(json).map_err(|error| failure(Kind::Config, &error.to_string()))?;
    of_value(value, None)
}

/// Removes an option and returns its value.
fn take<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, JsValue> {
    fields.remove(name).map(|value| of_value(value, Some(name))).transpose()
}

/// Reads a value. An error names the option, for example `justext.length_low`.
fn of_value<T: DeserializeOwned>(value: Value, name: Option<&str>) -> Result<T, JsValue> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, reason) = (error.path().to_string(), error.inner().to_string());
        let path = if matches!(path.as_str(), "." | "?") { "" } else { &path };
        let option = [name.unwrap_or_default(), path].join(".");
        let message = match option.trim_matches('.') {
            "" => reason,
            option => format!("`{option}`: {reason}"),
        };
        failure(Kind::Config, &message)
    })
}

fn site_rules(files: Map<String, Value>) -> Result<SiteRules, JsValue> {
    let mut rules = SiteRules::default();
    for (name, text) in files {
        let text: String = of_value(text, Some(&format!("{SITE_RULES}.{name}")))?;
        if let Some(warning) = rules.add(&name, &text).into_iter().next() {
            return Err(failure(Kind::Config, &format!("`{SITE_RULES}`: {warning}")));
        }
    }
    Ok(rules)
}
