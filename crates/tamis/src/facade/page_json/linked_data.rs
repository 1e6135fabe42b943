//! Text in scripts of JSON-LD.

use tamis_dom::NodeId;

use super::{JsonText, TextSource, push_html};
use crate::metadata::json::{Json, Value};
use crate::metadata::json_ld::{by_address, is_article, is_script, nodes, types};
use crate::page::Page;

/// Returns the `articleBody` of the page's article, else the `description` of its product.
pub(super) fn text(page: &Page, scripts: &[NodeId]) -> Option<JsonText> {
    let document = page.document();
    let scripts = scripts.iter().filter(|&&id| is_script(document, id));
    let read: Vec<Json<'_>> = scripts.map(|&id| Json::read(document.text(id))).collect();
    let objects: Vec<Value<'_>> = read.iter().flat_map(nodes).collect();
    let own = |is_kind: fn(&str) -> bool, key: &str| {
        let of_kind = objects.iter().filter(|object| types(**object).any(|kind| is_kind(&kind)));
        let with_text: Vec<Value<'_>> =
            of_kind.filter(|object| string(**object, key).is_some()).copied().collect();
        let object = match with_text.as_slice() {
            [only] => Some(*only),
            several => by_address(several, page),
        };
        object.and_then(|object| string(object, key))
    };
    let text = own(is_article, "articleBody")
        .or_else(|| own(|kind| matches!(kind, "Product" | "ProductGroup"), "description"))?;
    let mut html = String::new();
    push_html(&text, &mut html);
    Some(JsonText { source: TextSource::JsonLd, html })
}

fn string(object: Value<'_>, key: &str) -> Option<String> {
    let text = object.get(key)?.lines()?;
    (!text.trim().is_empty()).then(|| text.into_owned())
}
