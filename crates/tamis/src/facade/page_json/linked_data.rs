//! Text in scripts of JSON-LD.

use tamis_dom::NodeId;

use super::{JsonText, TextSource, push_html};
use crate::metadata::json::{Json, Value};
use crate::metadata::json_ld::{by_address, is_article, is_script, nodes, types};
use crate::page::Page;

/// The members with the steps of a recipe and of an instruction.
const STEPS: [&str; 2] = ["recipeInstructions", "step"];

/// The members with what the steps need.
const NEEDED: [&str; 4] = ["recipeIngredient", "ingredients", "supply", "tool"];

/// The most levels of sections with steps.
const MAX_LEVELS: usize = 8;

/// Returns the `articleBody` of the page's article, else the steps of its recipe or instruction,
/// else the `description` of its product.
pub(super) fn text(page: &Page, scripts: &[NodeId]) -> Option<JsonText> {
    let document = page.document();
    let scripts = scripts.iter().filter(|&&id| is_script(document, id));
    let read: Vec<Json<'_>> = scripts.map(|&id| Json::read(document.text(id))).collect();
    let objects: Vec<Value<'_>> = read.iter().flat_map(nodes).collect();
    // The only object of a kind, or the one that names the page.
    let own = |is: &dyn Fn(Value<'_>) -> bool| {
        let of_kind: Vec<Value<'_>> = objects.iter().filter(|of| is(**of)).copied().collect();
        match of_kind.as_slice() {
            [only] => Some(*only),
            several => by_address(several, page),
        }
    };
    let is = |object: Value<'_>, is_kind: fn(&str) -> bool| types(object).any(|of| is_kind(&of));
    let has = |object: Value<'_>, key: &str| string(object, key).is_some();
    let mut html = String::new();
    if let Some(article) = own(&|of| is(of, is_article) && has(of, "articleBody")) {
        push_html(&string(article, "articleBody")?, &mut html);
    } else if let Some(steps) = own(&has_steps) {
        push_steps(steps, &mut html);
    } else {
        let is_product = |kind: &str| matches!(kind, "Product" | "ProductGroup");
        let product = own(&|of| is(of, is_product) && has(of, "description"))?;
        push_html(&string(product, "description")?, &mut html);
    }
    Some(JsonText { source: TextSource::JsonLd, html })
}

/// True for a recipe or an instruction.
fn has_steps(object: Value<'_>) -> bool {
    types(object).any(|kind| matches!(&*kind, "Recipe" | "HowTo"))
        && STEPS.iter().any(|key| object.get(key).is_some())
}

/// Appends the description, what is needed, and the steps.
fn push_steps(object: Value<'_>, html: &mut String) {
    if let Some(text) = string(object, "description") {
        push_html(&text, html);
    }
    for key in NEEDED {
        let needed = object.get(key).into_iter().flat_map(Value::each);
        let needed = needed.filter_map(|of| of.string().or_else(|| of.get("name")?.string()));
        let start = html.len();
        html.push_str("<ul>");
        let empty = html.len();
        for of in needed {
            html.push_str("<li>");
            push_line(&of, html);
            html.push_str("</li>\n");
        }
        if html.len() == empty {
            html.truncate(start);
        } else {
            html.push_str("</ul>\n");
        }
    }
    for steps in STEPS.iter().filter_map(|key| object.get(key)) {
        push_items(steps, html, 0);
    }
}

/// Appends steps. A section has a name and further steps.
fn push_items(steps: Value<'_>, html: &mut String, level: usize) {
    if let Some(text) = steps.lines() {
        push_html(&text, html);
        return;
    }
    let mut is_open = false;
    for step in steps.each() {
        let inner = ["itemListElement", "steps"].iter().find_map(|key| step.get(key));
        let text = step.lines().or_else(|| step.get("text")?.lines());
        if let (None, Some(inner)) = (&text, inner.filter(|_| level < MAX_LEVELS)) {
            html.push_str(if is_open { "</ol>\n" } else { "" });
            is_open = false;
            if let Some(name) = step.get("name").and_then(Value::string) {
                html.push_str("<h3>");
                push_line(&name, html);
                html.push_str("</h3>\n");
            }
            push_items(inner, html, level + 1);
            continue;
        }
        let name = step.get("name").and_then(Value::string);
        let name = name.filter(|name| text.as_ref().is_none_or(|text| !text.contains(&**name)));
        html.push_str(if is_open { "<li>" } else { "<ol><li>" });
        is_open = true;
        if let Some(name) = name {
            html.push_str("<b>");
            push_line(&name, html);
            html.push_str("</b> ");
        }
        push_line(&text.unwrap_or_default(), html);
        html.push_str("</li>\n");
    }
    html.push_str(if is_open { "</ol>\n" } else { "" });
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
