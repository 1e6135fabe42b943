//! Mozilla Readability alone, for the drop-in module.

use serde::{Deserialize, Serialize};
use tamis::dom::{Decoded, Document, EncodingRules, Parser, decode_by};
use tamis::engine::readability::{Config, Readability, ReaderableOptions};
use tamis::{Page, Url};
use wasm_bindgen::prelude::*;

use crate::failure::{Kind, failure};
use crate::options::read;

/// The fields of the reference's result, by its names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Article<'a> {
    title: &'a str,
    byline: Option<&'a str>,
    dir: Option<&'a str>,
    lang: Option<&'a str>,
    content: String,
    text_content: String,
    length: usize,
    excerpt: Option<&'a str>,
    site_name: Option<&'a str>,
    published_time: Option<&'a str>,
}

/// The options of `isProbablyReaderable`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Readerable {
    min_content_length: Option<usize>,
    min_score: Option<f64>,
}

/// Returns the article of a page as JSON: the fields of Readability.js. `null` if it finds none.
/// `is_unsanitized` asks for the reference's HTML, in which scripts of the page may be left.
///
/// # Errors
///
/// If an option is unknown or its value is not valid, or if the page has more elements than
/// `max_elements`.
#[wasm_bindgen]
pub fn readability(
    html: &[u8],
    is_text: bool,
    url: Option<String>,
    options: &str,
    is_unsanitized: bool,
) -> Result<String, JsValue> {
    let page = Page::measure(parse(html, is_text));
    let page = match url.and_then(|url| Url::parse(&url).ok()) {
        Some(url) => page.with_url(url),
        None => page,
    };
    let engine = Readability::new(read::<Config>(options)?);
    let article = engine.article(&page).map_err(|error| failure(Kind::Page, &error))?;
    let fields = article.as_ref().map(|article| Article {
        title: article.title(),
        byline: article.byline(),
        dir: article.dir(),
        lang: article.lang(),
        content: if is_unsanitized { article.content_unsanitized() } else { article.content() },
        text_content: article.text_content(),
        length: article.length_utf16(),
        excerpt: article.excerpt(),
        site_name: article.site_name(),
        published_time: article.published_time(),
    });
    serde_json::to_string(&fields).map_err(|error| failure(Kind::Internal, &error))
}

/// Returns true if a page probably has an article.
///
/// # Errors
///
/// If an option is unknown or its value is not valid.
#[wasm_bindgen(js_name = isProbablyReaderable)]
pub fn is_probably_readerable(html: &[u8], is_text: bool, options: &str) -> Result<bool, JsValue> {
    let given: Readerable = read(options)?;
    let mut options = ReaderableOptions::default();
    if let Some(utf16) = given.min_content_length {
        options = options.min_content_length(utf16);
    }
    if let Some(score) = given.min_score {
        options = options.min_score(score);
    }
    let document = parse(html, is_text);
    Ok(tamis::engine::readability::is_probably_readerable(&document, &options))
}

/// Returns the tree of a page.
pub(crate) fn parse(html: &[u8], is_text: bool) -> Document {
    let decoded = match std::str::from_utf8(html) {
        Ok(text) if is_text => Decoded::from(text),
        _ => decode_by(EncodingRules::default(), html, None),
    };
    Parser::default().parse_decoded(&decoded)
}
