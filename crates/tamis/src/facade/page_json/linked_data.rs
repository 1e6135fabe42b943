//! Text in scripts of JSON-LD.

use tamis_dom::NodeId;

use super::{JsonText, TextSource, push_html};
use crate::metadata::instructions::{Part, has_steps, may_have_steps, own, parts};
use crate::metadata::json::{Json, Value};
use crate::metadata::json_ld::{is_article, is_script, nodes, types};
use crate::page::Page;

/// Returns the `articleBody` of the page's article, else the steps of its recipe or instruction,
/// else the `description` of its product.
pub(super) fn text(page: &Page, scripts: &[NodeId]) -> Option<JsonText> {
    let document = page.document();
    let scripts =
        scripts.iter().filter(|&&id| is_script(document, id) && may_have_text(document.text(id)));
    let read: Vec<Json<'_>> = scripts.map(|&id| Json::read(document.text(id))).collect();
    let objects: Vec<Value<'_>> = read.iter().flat_map(nodes).collect();
    let own = |is: &dyn Fn(Value<'_>) -> bool| own(&objects, page, is);
    let is = |object: Value<'_>, is_kind: fn(&str) -> bool| types(object).any(|of| is_kind(&of));
    let has = |object: Value<'_>, key: &str| string(object, key).is_some();
    let mut html = String::new();
    let mut is_whole = true;
    if let Some(article) = own(&|of| is(of, is_article) && has(of, "articleBody")) {
        push_html(&string(article, "articleBody")?, &mut html);
    } else if let Some(steps) = own(&has_steps) {
        push_steps(steps, &mut html);
    } else {
        let is_product = |kind: &str| matches!(kind, "Product" | "ProductGroup");
        let product = own(&|of| is(of, is_product) && has(of, "description"))?;
        push_html(&string(product, "description")?, &mut html);
        is_whole = false;
    }
    Some(JsonText { source: TextSource::JsonLd, is_whole, html })
}

/// True if a script may have a text. Most have none, and need not be read.
fn may_have_text(script: &str) -> bool {
    let has = |name: &str| memchr::memmem::find(script.as_bytes(), name.as_bytes()).is_some();
    has("articleBody") || may_have_steps(script) || has("Product") && has("description")
}

/// Appends the description, what is needed, and the steps.
fn push_steps(object: Value<'_>, html: &mut String) {
    if let Some(text) = string(object, "description") {
        push_html(&text, html);
    }
    let mut list = List::None;
    for part in parts(object) {
        match part {
            Part::Needed(text) => {
                list.open(List::Needed, html);
                push_item(None, &text, html);
            }
            Part::Step(name, text) => {
                list.open(List::Steps, html);
                push_item(name.as_deref(), &text, html);
            }
            Part::Text(text) => {
                list.open(List::None, html);
                push_html(&text, html);
            }
            Part::End => list.open(List::None, html),
            Part::Section(name) => {
                list.open(List::None, html);
                if let Some(name) = name {
                    html.push_str("<h3>");
                    push_line(&name, html);
                    html.push_str("</h3>\n");
                }
            }
        }
    }
    list.open(List::None, html);
}

/// The list that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    None,
    Needed,
    Steps,
}

impl List {
    /// Closes the list and opens another, if it is another.
    fn open(&mut self, other: List, html: &mut String) {
        if *self == other {
            return;
        }
        html.push_str(match self {
            List::None => "",
            List::Needed => "</ul>\n",
            List::Steps => "</ol>\n",
        });
        html.push_str(match other {
            List::None => "",
            List::Needed => "<ul>",
            List::Steps => "<ol>",
        });
        *self = other;
    }
}

/// Appends an item of a list, with its name before it.
fn push_item(name: Option<&str>, text: &str, html: &mut String) {
    html.push_str("<li>");
    if let Some(name) = name {
        html.push_str("<b>");
        push_line(name, html);
        html.push_str("</b> ");
    }
    push_line(text, html);
    html.push_str("</li>\n");
}

/// Appends a string as HTML. A single line needs no paragraph of its own.
fn push_line(text: &str, html: &mut String) {
    let mut all = String::new();
    push_html(text, &mut all);
    let line = all.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>\n"));
    html.push_str(line.filter(|line| !line.contains("<p>")).unwrap_or(&all));
}

fn string(object: Value<'_>, key: &str) -> Option<String> {
    let text = object.get(key)?.lines()?;
    (!text.trim().is_empty()).then(|| text.into_owned())
}
