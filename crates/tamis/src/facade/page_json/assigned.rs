//! States that scripts assign to variables.
//!
//! Programs name the variable as they like, but nearly all put two underscores before and after it,
//! so that it is no other's: `window.__INITIAL_STATE__`, `__PRELOADED_STATE__` (Redux),
//! `__APOLLO_STATE__`, `__NUXT__`. Remix and React Router have names of their own. The value is an
//! object or array as JSON, a string of it that `JSON.parse` reads, or JavaScript: a literal, or
//! the call of a function that returns one. `SvelteKit` hands its state to a function instead.

use std::borrow::Cow;

use super::javascript;
use crate::metadata::json::Json;

/// The variables of Remix and React Router, without the underscores that they begin with.
const NAMES: [&str; 3] = ["remixContext", "reactRouterContext", "staticRouterHydrationData"];

/// The beginning of a state of `SvelteKit`, in its two spellings.
const HANDED: [&str; 2] = ["{\"type\":\"data\",\"data\":", "{type:\"data\",data:"];

/// The most states of a script that are read, because each is read to the end of the script.
const MAX_VALUES: usize = 8;

/// Returns the states in a script, as JSON.
pub(super) fn values(script: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let assigned = memchr::memmem::find_iter(script.as_bytes(), "__").filter_map(|at| {
        let before = script[..at].bytes().next_back();
        if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        assigned(&script[at + 2..])
    });
    let handed = HANDED.iter().flat_map(|begin| {
        let starts = memchr::memmem::find_iter(script.as_bytes(), begin);
        starts.map(|at| state(&script[at..])).collect::<Vec<_>>()
    });
    assigned.take(MAX_VALUES).chain(handed.take(MAX_VALUES).flatten())
}

/// Returns the value assigned to a variable, after the underscores that its name begins with.
fn assigned(text: &str) -> Option<Cow<'_, str>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let end = text.bytes().position(|byte| !is_part(byte))?;
    if !NAMES.contains(&&text[..end]) {
        let name = text[..end].strip_suffix("__")?;
        if name.is_empty() || name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
    }
    let rest = text[end..].trim_start_matches(['"', '\'', ']']).trim_start();
    let value = rest.strip_prefix('=')?.trim_start();
    match value.strip_prefix("JSON.parse(") {
        Some(string) => literal(string.trim_start()).map(Cow::Owned),
        None => state(value),
    }
}

/// Returns the state that a text begins with. JSON is left as it is, because pages write it with
/// mistakes that its reader knows. What begins with a key in other quotation marks, or without any,
/// is JavaScript.
fn state(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '['));
    if text.starts_with(['{', '[']) && inner.starts_with(['"', '}', ']']) {
        return Some(Cow::Borrowed(text));
    }
    let can_begin = text.starts_with(['{', '[', '(']) || text.starts_with("function");
    can_begin.then(|| javascript::as_json(text).map(Cow::Owned))?
}

/// Returns the value of the literal string that a text begins with.
fn literal(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let inner = &text[1..];
    // In JSON, only the double quote needs a backslash.
    let mut json = String::from("[\"");
    let mut chars = inner.chars();
    loop {
        match chars.next()? {
            end if end == quote => break,
            '"' => json.push_str("\\\""),
            '\\' => match chars.next()? {
                bare @ ('\'' | '`') => json.push(bare),
                escaped => json.extend(['\\', escaped]),
            },
            other => json.push(other),
        }
    }
    json.push_str("\"]");
    let json = Json::parse(&json)?;
    let string = json.roots().next()?.each().next()?.string()?;
    Some(string.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, expected: &[&str]) {
        assert_eq!(values(script).collect::<Vec<_>>(), expected, "{script}");
    }

    #[test]
    fn assigned_states() {
        check("window.__INITIAL_STATE__={a:1}", &[r#"{"a":1}"#]);
        check("window.__INITIAL_STATE__={\"a\":1};", &[r#"{"a":1};"#]);
        check("var x=1; __APOLLO_STATE__ = [1];", &["[1]"]);
        check("window.__remixContext = {\"a\":1}", &[r#"{"a":1}"#]);
        check("window.__NUXT__=(function(a){return {b:a}}(\"c\"));", &[r#"{"b":"c"}"#]);
        check("window['__STATE__'] = {}", &["{}"]);
        check("self[\"__A_1__\"]\n= {}", &["{}"]);
        check(r#"window.__S__ = JSON.parse("{\"a\":\"b\\nc\"}");"#, &[r#"{"a":"b\nc"}"#]);
        check(r#"window.__S__ = JSON.parse('{"a":"it\'s"}');"#, &[r#"{"a":"it's"}"#]);
        check(
            "kit.start(a, {data: [null,{type:\"data\",data:{b:1}}]",
            &[r#"{"type":"data","data":{"b":1}}"#],
        );
        for script in ["__S__ == {}", "__S__", "a__S__={}", "__x__={}", "____={}", "__S__ = f()"] {
            check(script, &[]);
        }
        assert_eq!(values(&"__S__={}".repeat(3)).count(), 3);
        assert_eq!(values(&"__S__={};".repeat(99)).count(), MAX_VALUES);
    }
}
