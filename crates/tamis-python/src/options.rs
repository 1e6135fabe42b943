//! Keyword arguments as configurations.

use std::ffi::CString;
use std::sync::Arc;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tamis::site_rules::SiteRules;
use tamis::stoplists::Stoplist;
use tamis::{Config, Stopwords};

use crate::error::config_error;
use crate::json::from_keywords;

/// The keyword that names the language of the stopwords.
const LANGUAGE: &str = "language";
/// The keyword with words of the caller's own. None at all for engines that work independently of
/// the language.
const STOPWORDS: &str = "stopwords";
/// The keyword with the rules for single sites: [`RuleFiles`].
const SITE_RULES: &str = "site_rules";

/// The rules for single sites. JSON keeps their form, for a process of its own.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct RuleFiles {
    /// True if they are those of a folder.
    is_folder: bool,
    /// Names and texts.
    files: Vec<[String; 2]>,
}

/// Returns the configuration of an extractor: the fields of [`Config`] by their names, `language`,
/// `stopwords` and `site_rules`. Keywords that are `None` have their defaults.
///
/// # Errors
///
/// `tamis.ConfigError` if a keyword is unknown or its value is not valid.
pub(crate) fn config(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Config> {
    let Some(keywords) = keywords else { return Ok(Config::default()) };
    let fields = given(keywords)?;
    let language = take::<String>(&fields, LANGUAGE)?;
    let words = take::<Vec<String>>(&fields, STOPWORDS)?;
    let rules = take::<RuleFiles>(&fields, SITE_RULES)?;
    let mut config: Config = from_keywords(&fields)?;
    if let Some(language) = language {
        config.stopwords = Stopwords::Language(language);
    }
    if let Some(words) = words {
        config.stopwords = match words.as_slice() {
            [] => Stopwords::None,
            words => Stopwords::List(Stoplist::from_words(words)),
        };
    }
    if let Some(rules) = rules {
        config.site_rules = Some(Arc::new(site_rules(keywords.py(), &rules)?));
    }
    Ok(config)
}

/// Returns options that have a field for each keyword, such as those of a renderer.
///
/// # Errors
///
/// `tamis.ConfigError` if a keyword is unknown or its value is not valid.
pub(crate) fn options<T: serde::de::DeserializeOwned + Default>(
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<T> {
    keywords.map_or_else(|| Ok(T::default()), |keywords| from_keywords(&given(keywords)?))
}

/// Returns the keywords that are not `None`.
fn given<'py>(keywords: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(keywords.py());
    for (name, value) in keywords {
        if !value.is_none() {
            fields.set_item(name, value)?;
        }
    }
    Ok(fields)
}

/// Removes a keyword and returns its value.
///
/// # Errors
///
/// `tamis.ConfigError`, which names the keyword, if the value has another type.
fn take<'py, T>(keywords: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let Some(value) = keywords.get_item(name)? else { return Ok(None) };
    keywords.del_item(name)?;
    let value = value.extract();
    value.map(Some).map_err(|error: PyErr| {
        let py = keywords.py();
        config_error(py, format!("`{name}`: {}", error.value(py)))
    })
}

/// Returns the rules in files. Lines that are not supported are ignored in a folder, as people
/// share them with rules for other programs; what a program itself gives is right or an error.
fn site_rules(py: Python<'_>, of: &RuleFiles) -> PyResult<SiteRules> {
    let mut rules = SiteRules::default();
    let mut ignored = Vec::new();
    for [name, text] in &of.files {
        for warning in rules.add(name, text) {
            // Line 0 is that of a file that cannot be read as a whole.
            if !of.is_folder || warning.line == 0 {
                return Err(config_error(py, format!("`{SITE_RULES}`: {warning}")));
            }
            ignored.push(warning);
        }
    }
    if let Some(first) = ignored.first() {
        let count = ignored.len();
        let message = format!("{count} lines of site rules are ignored, the first: {first}");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
    }
    Ok(rules)
}
