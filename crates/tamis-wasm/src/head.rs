//! Returns the `<meta>` elements and the JSON-LD of a page as they are. The drop-in module of
//! Defuddle has them among its fields.

use serde::Serialize;
use serde_json::Value;
use tamis::dom::{Document, NodeId, name};
use wasm_bindgen::prelude::*;

use crate::failure::{Kind, failure};
use crate::readability::parse;

/// The type of a script with linked data.
const JSON_LD: &str = "application/ld+json";

#[derive(Default, Serialize)]
struct Head {
    /// The objects of JSON-LD, in the order of the page. Those that are no JSON are left out.
    schema: Vec<Value>,
    meta: Vec<Meta>,
}

#[derive(Serialize)]
struct Meta {
    name: Option<String>,
    property: Option<String>,
    content: Option<String>,
}

/// Returns the JSON-LD and the `<meta>` elements of a page, as JSON.
///
/// # Errors
///
/// None that a page can cause.
#[wasm_bindgen]
pub fn head(html: &[u8], is_text: bool) -> Result<String, JsValue> {
    let head = head_of(&parse(html, is_text));
    serde_json::to_string(&head).map_err(|error| failure(Kind::Internal, &error))
}

fn head_of(document: &Document) -> Head {
    let mut head = Head::default();
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        let attr = |of| document.attr(id, of).map(str::to_owned);
        match document.name(id) {
            Some(name::META) => {
                let meta = Meta {
                    name: attr(name::NAME),
                    property: attr(name::PROPERTY),
                    content: attr(name::CONTENT),
                };
                if meta.content.is_some() && (meta.name.is_some() || meta.property.is_some()) {
                    head.meta.push(meta);
                }
            }
            Some(name::SCRIPT) => {
                let kind = document.attr(id, name::TYPE).unwrap_or_default().trim();
                if kind.eq_ignore_ascii_case(JSON_LD)
                    && let Ok(value) = serde_json::from_str(document.text(id).trim())
                {
                    head.schema.push(value);
                }
            }
            _ => {}
        }
    }
    head
}
