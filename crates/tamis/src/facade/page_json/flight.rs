//! The data of the newer router of Next.js.
//!
//! Its pages push strings: `self.__next_f.push([1,"2:[\"$\",\"p\",null,{\"children\":\"A\"}]\n"])`.
//! Put together, the strings are rows, each with a number and a value: JSON, in which an array that
//! begins with `"$"` is an element with its name, key and properties, or a long text, which has its
//! length before it and which other rows name by `$` and its number.
//!
//! Source: React, `ReactFlightClient.js`; Next.js, `app-render`.

use std::collections::HashMap;

use super::push_html;
use super::reading::{MIN_BYTES, Reading};
use crate::metadata::json::{Json, Value};
use crate::sanitize::escape_text;

/// The calls that push.
const PUSH: &str = "__next_f.push(";

/// The elements that are written with their names. The others are only gone through.
const WRITTEN: [&str; 36] = [
    "a",
    "article",
    "b",
    "blockquote",
    "br",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];

/// The elements that are no content, or show no text.
const LEFT_OUT: [&str; 14] = [
    "aside", "button", "footer", "form", "head", "header", "link", "meta", "nav", "noscript",
    "script", "style", "svg", "title",
];

/// Appends what a script pushes. False if it pushes nothing.
pub(super) fn push_payload(script: &str, payload: &mut String) -> bool {
    let mut pushes = false;
    let mut rest = script;
    while let Some((_, after)) = rest.split_once(PUSH) {
        pushes = true;
        // A script with several calls is read call by call.
        let end = after.find(PUSH).unwrap_or(after.len());
        let json = Json::read(&after[..end]);
        let mut values = json.roots().next().into_iter().flat_map(Value::each);
        let is_data = values.next().is_some_and(|kind| kind.index() == Some(1));
        if let Some(text) = values.next().filter(|_| is_data).and_then(Value::lines) {
            payload.push_str(&text);
        }
        rest = after;
    }
    pushes
}

/// Returns the longest text of the data, its bytes and its HTML.
pub(super) fn longest_in(payload: &str) -> Option<(usize, String)> {
    let (rows, mut texts) = rows(payload);
    let rows: Vec<Json<'_>> = rows.into_iter().map(Json::read).collect();
    let mut html = String::new();
    let mut has_prose = false;
    let mut reading = Reading::with(texts.clone());
    for root in rows.iter().filter_map(|row| row.roots().next()) {
        reading.begin_state();
        reading.read(root);
        has_prose |= push_elements(root, &mut texts, &mut html);
    }
    let elements = has_prose.then_some((html.len(), html));
    [reading.longest(), elements].into_iter().flatten().max_by_key(|(bytes, _)| *bytes)
}

/// Returns the rows of JSON, and the long texts by what stands for them.
fn rows(payload: &str) -> (Vec<&str>, HashMap<&str, &str>) {
    let (mut rows, mut texts) = (Vec::new(), HashMap::new());
    let mut rest = payload;
    while let Some(sign) = memchr::memchr2(b':', b'\n', rest.as_bytes()) {
        let (number, value) = (&rest[..sign], &rest[sign + 1..]);
        if rest.as_bytes()[sign] == b'\n' {
            rest = value;
        } else if let Some((length, text)) = long_text(value) {
            // The text can have line feeds, and the next row follows it at once.
            let (text, after) = text.split_at(text.floor_char_boundary(length));
            texts.insert(number, text);
            rest = after;
        } else {
            let (row, after) = value.split_once('\n').unwrap_or((value, ""));
            if row.starts_with(['{', '[']) {
                rows.push(row);
            }
            rest = after;
        }
    }
    (rows, texts)
}

/// Returns the length of a long text in bytes, and the rest of the payload from its beginning.
fn long_text(value: &str) -> Option<(usize, &str)> {
    const MAX_DIGITS: usize = 8;
    let value = value.strip_prefix('T')?;
    let comma = value.bytes().take(MAX_DIGITS + 1).position(|byte| byte == b',')?;
    Some((usize::from_str_radix(&value[..comma], 16).ok()?, &value[comma + 1..]))
}

/// A step of writing elements as HTML: a value, or the end tag of an element.
enum Next<'j> {
    /// A value, and whether its strings are text.
    Value(Value<'j>, bool),
    End(&'static str),
}

/// Appends the elements in a value as HTML. Returns true if there is a text as long as in prose. A
/// long text is taken out of `texts`, so that naming one many times does not write it many times.
fn push_elements<'j>(
    root: Value<'j>,
    texts: &mut HashMap<&'j str, &'j str>,
    html: &mut String,
) -> bool {
    let mut has_prose = false;
    let mut waiting = vec![Next::Value(root, false)];
    while let Some(next) = waiting.pop() {
        let (value, is_text) = match next {
            Next::Value(value, is_text) => (value, is_text),
            Next::End(name) => {
                html.extend(["</", name, ">"]);
                continue;
            }
        };
        let start = waiting.len();
        if let Some((name, properties)) = element(value) {
            if LEFT_OUT.contains(&name) {
                continue;
            }
            if let Some(name) = WRITTEN.iter().find(|known| **known == name) {
                html.extend(["<", name, ">"]);
                waiting.push(Next::End(name));
            }
            let start = waiting.len();
            waiting.extend(
                properties.members().map(|(key, value)| Next::Value(value, key == "children")),
            );
            waiting[start..].reverse();
            continue;
        }
        if value.is_object() {
            waiting.extend(
                value.members().filter_map(|(key, value)| {
                    (key != "__html").then_some(Next::Value(value, false))
                }),
            );
            let markup = value.get("__html").and_then(|markup| text_of(markup, texts));
            if let Some(markup) = markup {
                has_prose |= markup.len() >= MIN_BYTES;
                push_html(&markup, html);
            }
        } else if value.is_array() {
            waiting.extend(value.each().map(|value| Next::Value(value, is_text)));
        } else if is_text && let Some(text) = text_of(value, texts) {
            has_prose |= text.len() >= MIN_BYTES;
            escape_text(&text, html);
        }
        waiting[start..].reverse();
    }
    has_prose
}

/// Returns the name and the properties of an element.
fn element(value: Value<'_>) -> Option<(&str, Value<'_>)> {
    let mut parts = value.array()?;
    let is_element = parts.next()?.is_string_of("$");
    let name = parts.next().filter(|name| is_element && name.is_string())?;
    let properties = parts.find(|part| part.is_object())?;
    Some((name.source(), properties))
}

/// Returns the text of a string, which can be elsewhere. `None` for what stands for another value.
fn text_of<'j>(value: Value<'j>, texts: &mut HashMap<&'j str, &'j str>) -> Option<String> {
    let number = value.source().strip_prefix('$').filter(|rest| !rest.starts_with('$'));
    if let Some(number) = number {
        return texts.remove(number).map(str::to_owned);
    }
    let text = value.lines()?;
    // A dollar sign of the text itself is doubled.
    Some(text.strip_prefix('$').unwrap_or(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(payload: &str, expected: Option<&str>) {
        let found = longest_in(payload).map(|(_, html)| html);
        assert_eq!(found.as_deref(), expected, "{payload}");
    }

    fn prose() -> String {
        "It was the best of times, it was the worst of times. ".repeat(2).trim().to_owned()
    }

    #[test]
    fn payload_of_calls() {
        let mut payload = String::new();
        let script = "(self.__next_f=self.__next_f||[]).push([0])";
        assert!(!push_payload(script, &mut payload));
        assert!(push_payload(r#"self.__next_f.push([1,"1:\"a\"\n2:"])"#, &mut payload));
        assert!(push_payload(r#"self.__next_f.push([2,"no"])"#, &mut payload));
        let several = r#"self.__next_f.push([1,"[]"]);self.__next_f.push([1,"\n"])"#;
        assert!(push_payload(several, &mut payload));
        assert_eq!(payload, "1:\"a\"\n2:[]\n");
    }

    #[test]
    fn elements_are_html() {
        let prose = prose();
        let payload = format!(
            "0:[\"$\",\"nav\",null,{{\"children\":\"Menu\"}}]\n1:I[\"x\"]\n\
             2:[\"$\",\"$L1\",null,{{\"a\":\"b\",\"children\":[\
             [\"$\",\"h1\",null,{{\"children\":\"A<B\"}}],\
             [\"$\",\"p\",\"k\",{{\"className\":\"c\",\"children\":[\"{prose} \",[\"$\",\"b\",null,\
             {{\"children\":\"Bold\"}}],\"$undefined\"]}}]]}}]\n"
        );
        check(&payload, Some(&format!("<h1>A&lt;B</h1><p>{prose} <b>Bold</b></p>")));
        check("0:[\"$\",\"p\",null,{\"children\":\"Short\"}]", None);
    }

    #[test]
    fn long_texts_are_elsewhere() {
        let text = format!("<p>{}</p>\n<p>ä</p>", prose());
        let payload = format!(
            "1:T{:x},{text}2:[\"$\",\"div\",null,\
             {{\"dangerouslySetInnerHTML\":{{\"__html\":\"$1\"}}}}]\n",
            text.len()
        );
        check(&payload, Some(&format!("<div><div>{text}</div>\n</div>")));
        let payload = format!("1:T{:x},{text}2:{{\"post\":{{\"body\":\"$1\"}}}}\n", text.len());
        check(&payload, Some(&format!("<div>{text}</div>\n")));
        check("1:Tffff,short", None);
        let named = "2:{\"list\":[{\"text\":\"$1\"},{\"text\":\"$1\"}]}\n";
        let payload = format!("1:T{:x},{text}{named}", text.len());
        check(&payload, Some(&format!("<div>{text}</div>\n")));
    }
}
