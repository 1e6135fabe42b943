//! The class `Extractor`.

use std::cell::RefCell;
use std::rc::Rc;

use tamis::dom::decode_forced;
use tamis::{Input, Url};
use wasm_bindgen::prelude::*;

use crate::extraction::Extraction;
use crate::failure::{Kind, failure};
use crate::options;
use crate::shared::Shared;

/// Extracts from one page after another, and keeps its buffers.
#[wasm_bindgen]
pub struct Extractor(Shared);

#[wasm_bindgen]
impl Extractor {
    /// Returns an extractor with these options, a JSON object.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Extractor, JsValue> {
        let config = options::config(options)?;
        let extractor = tamis::Extractor::new(config);
        let extractor = extractor.map_err(|error| failure(Kind::Config, &error))?;
        Ok(Extractor(Rc::new(RefCell::new(extractor))))
    }

    /// Extracts the main content of a page. `is_text` says that the bytes are a text in UTF-8, so
    /// that what the page says about its encoding does not count.
    ///
    /// # Errors
    ///
    /// If no encoding has the name `charset`. An address that is not valid is ignored.
    pub fn extract(
        &self,
        html: &[u8],
        is_text: bool,
        url: Option<String>,
        charset: Option<String>,
    ) -> Result<Extraction, JsValue> {
        let charset = charset.filter(|_| !is_text);
        let url = url.and_then(|url| Url::parse(&url).ok());
        let mut input = input(html, is_text, charset.as_deref())?;
        if let Some(url) = &url {
            input = input.url(url);
        }
        let extraction = self.0.borrow_mut().extract(input);
        Ok(Extraction::new(extraction, Rc::clone(&self.0)))
    }
}

/// Returns a page as the library takes it.
///
/// # Errors
///
/// If no encoding has the name `charset`.
pub(crate) fn input<'h>(
    html: &'h [u8],
    is_text: bool,
    charset: Option<&'h str>,
) -> Result<Input<'h>, JsValue> {
    if is_text && let Ok(text) = std::str::from_utf8(html) {
        return Ok(Input::from(text));
    }
    let input = Input::from(html);
    let Some(charset) = charset else { return Ok(input) };
    if decode_forced(b"", charset).is_none() {
        let message = format!(
            "`charset`: no encoding has the name `{charset}`: expected one of the Encoding \
             Standard, such as utf-8 or windows-1251"
        );
        return Err(failure(Kind::Config, &message));
    }
    Ok(input.charset(charset))
}
