//! Recipes and other instructions that a page states in JSON-LD: what is needed, and the steps.
//!
//! Sites write them for search engines, and with care, because a recipe without its steps is shown
//! by none. So they say more surely than any look of the page which of its lines are those of the
//! recipe: "1 tsp salt" could as well be the product of an advertisement.
//!
//! Source: schema.org, `Recipe` and `HowTo`.

use std::borrow::Cow;

use tamis_dom::NodeId;

use super::folded::squash;
use super::json::{Json, Value};
use super::json_ld::{by_address, is_script, nodes, types};
use super::references::decoded;
use crate::page::Page;
use crate::page::questions::SENTENCE_ENDS;

/// The members with the steps of a recipe and of an instruction.
const STEPS: [&str; 2] = ["recipeInstructions", "step"];

/// The members with what the steps need.
const NEEDED: [&str; 4] = ["recipeIngredient", "ingredients", "supply", "tool"];

/// The most levels of sections with steps.
const MAX_LEVELS: usize = 8;

/// The most bytes of scripts that are read for [`stated_lines`], and the most lines.
const MAX_BYTES: usize = 1 << 20;
const MAX_LINES: usize = 400;

/// A part of an instruction, in the order in which it is stated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'j> {
    /// A thing that is needed: "1 tsp salt".
    Needed(Cow<'j, str>),
    /// All steps as one text, which may be HTML.
    Text(Cow<'j, str>),
    /// The begin of a section, and its name if it has one. Steps follow.
    Section(Option<Cow<'j, str>>),
    /// The end of a section.
    End,
    /// A step: its name, if it is not in the text, and its text.
    Step(Option<Cow<'j, str>>, Cow<'j, str>),
}

/// Returns true for a recipe or an instruction with steps.
pub(crate) fn has_steps(object: Value<'_>) -> bool {
    types(object).any(|kind| matches!(&*kind, "Recipe" | "HowTo"))
        && STEPS.iter().any(|key| object.get(key).is_some())
}

/// Returns the parts of a recipe or an instruction: first what is needed.
pub(crate) fn parts(object: Value<'_>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for key in NEEDED {
        let needed = object.get(key).into_iter().flat_map(Value::each).flat_map(Value::each);
        let needed = needed.filter_map(|of| of.string().or_else(|| of.get("name")?.string()));
        parts.extend(needed.map(Part::Needed));
    }
    for steps in STEPS.iter().filter_map(|key| object.get(key)) {
        push_steps(steps, &mut parts, 0);
    }
    parts
}

/// Appends steps. A section has a name and further steps.
fn push_steps<'j>(steps: Value<'j>, parts: &mut Vec<Part<'j>>, level: usize) {
    if let Some(text) = steps.lines() {
        parts.push(Part::Text(text));
        return;
    }
    for step in steps.each() {
        if step.is_array() && level < MAX_LEVELS {
            push_steps(step, parts, level + 1);
            continue;
        }
        let inner = ["itemListElement", "steps"].iter().find_map(|key| step.get(key));
        let text = step.lines().or_else(|| step.get("text")?.lines());
        let name = step.get("name").and_then(Value::string);
        if let (None, Some(inner)) = (&text, inner.filter(|_| level < MAX_LEVELS)) {
            parts.push(Part::Section(name));
            push_steps(inner, parts, level + 1);
            parts.push(Part::End);
            continue;
        }
        let name = name.filter(|name| text.as_ref().is_none_or(|text| !text.contains(&**name)));
        parts.push(Part::Step(name, text.unwrap_or_default()));
    }
}

/// Returns the only one of some objects, or the one that names the page if there are several.
pub(crate) fn own<'j>(
    objects: &[Value<'j>],
    page: &Page,
    is: impl Fn(Value<'j>) -> bool,
) -> Option<Value<'j>> {
    let of_kind: Vec<Value<'j>> = objects.iter().filter(|of| is(**of)).copied().collect();
    match of_kind.as_slice() {
        [only] => Some(*only),
        several => by_address(several, page),
    }
}

/// Returns the lines of what the page's recipe needs and of its steps, and the sentences of each
/// line that has several: their letters and digits, in lower case. Empty for most pages, because
/// they state none.
pub(crate) fn stated_lines(page: &Page) -> Vec<String> {
    let document = page.document();
    let mut room = MAX_BYTES;
    let scripts = document.elements(NodeId::DOCUMENT).filter(|&id| is_script(document, id));
    let texts = scripts.map(|id| document.text(id)).filter(|text| {
        let is_read = text.len() <= room && may_have_steps(text);
        room -= if is_read { text.len() } else { 0 };
        is_read
    });
    let read: Vec<Json<'_>> = texts.map(Json::read).collect();
    let objects: Vec<Value<'_>> = read.iter().flat_map(nodes).collect();
    let Some(object) = own(&objects, page, has_steps) else { return Vec::new() };
    let mut lines = Vec::new();
    for part in parts(object) {
        match part {
            Part::Needed(text) | Part::Text(text) => push_lines(&text, &mut lines),
            Part::Section(name) => push_lines(&name.unwrap_or_default(), &mut lines),
            Part::End => {}
            Part::Step(name, text) => {
                push_lines(&name.unwrap_or_default(), &mut lines);
                push_lines(&text, &mut lines);
            }
        }
    }
    lines.truncate(MAX_LINES);
    lines
}

/// Returns true if a script may have steps. Most have none, and need not be read.
pub(crate) fn may_have_steps(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find(bytes, b"recipeInstructions").is_some()
        || memchr::memmem::find(bytes, b"HowTo").is_some()
}

/// Appends the lines of a text without their tags.
fn push_lines(text: &str, lines: &mut Vec<String>) {
    let text = decoded(text);
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain.push_str(before);
        let end =
            tag.find('>').filter(|_| tag.starts_with(|c: char| c == '/' || c.is_alphabetic()));
        plain.push_str(if end.is_some() { "\n" } else { "<" });
        rest = end.map_or(tag, |end| &tag[end + 1..]);
    }
    plain.push_str(rest);
    for line in plain.lines() {
        let sentences: Vec<&str> = line.split_inclusive(SENTENCE_ENDS).collect();
        let sentences = if sentences.len() > 1 { sentences } else { Vec::new() };
        let texts = std::iter::once(line).chain(sentences).map(squash);
        lines.extend(texts.filter(|text| !text.is_empty()));
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &[&str]) {
        let html = format!("<script type=application/ld+json>{json}</script><p>One");
        let page = Page::measure(Parser::default().parse(&html));
        assert_eq!(stated_lines(&page), expected, "{json}");
    }

    #[test]
    fn lines_of_recipes_and_instructions() {
        check(
            r#"{"@type": "Recipe", "recipeIngredient": ["1 tsp Salt", "3 &lt; 4"],
                "recipeInstructions": [{"@type": "HowToSection", "name": "Dough",
                "itemListElement": [{"text": "Knead.<br>Wait! For an hour."}]}]}"#,
            &["1tspsalt", "34", "dough", "knead", "waitforanhour", "wait", "foranhour"],
        );
        check(
            r#"{"@type": "HowTo", "tool": {"name": "A saw"},
                "step": [{"@type": "HowToStep", "name": "Cut", "text": "Saw it."}]}"#,
            &["asaw", "cut", "sawit"],
        );
        // Some sites put a list in the list.
        check(
            r#"{"@type": "Recipe", "recipeIngredient": [["salt"]], "recipeInstructions": [["Mix."]]}"#,
            &["salt", "mix"],
        );
    }

    #[test]
    fn pages_with_several_recipes_state_none() {
        let recipe = r#"{"@type": "Recipe", "recipeInstructions": "Mix."}"#;
        check(&format!("[{recipe}, {recipe}]"), &[]);
        check(r#"{"@type": "Recipe", "recipeIngredient": ["salt"]}"#, &[]);
        check("{", &[]);
    }
}
