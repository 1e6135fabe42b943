//! Values written as JSON.

use std::fmt::Write as _;

use super::escape::{Whitespace, unescape};
use super::{Kind, Value};

/// An array or object that is being written.
struct Open {
    /// The first entry after it.
    end: u32,
    is_object: bool,
    /// The number of entries written in it, keys included.
    count: usize,
}

impl Open {
    fn closing(&self) -> char {
        if self.is_object { '}' } else { ']' }
    }
}

impl Value<'_> {
    /// Returns the value as valid JSON without white space. Strings are those of [`Value::string`]
    /// in the lenient mode; a word that is not JSON becomes `null`.
    pub(crate) fn to_json(self) -> String {
        let mut out = String::new();
        let mut open: Vec<Open> = Vec::new();
        for at in self.entry..self.entry().next {
            while let Some(ended) = open.pop_if(|open| open.end <= at) {
                out.push(ended.closing());
            }
            if let Some(open) = open.last_mut() {
                if open.count > 0 {
                    out.push(if open.is_object && open.count % 2 == 1 { ':' } else { ',' });
                }
                open.count += 1;
            }
            let value = Value { json: self.json, entry: at };
            match value.entry().kind {
                Kind::String => {
                    let text = unescape(value.source(), Whitespace::Spaces);
                    write_string(&mut out, &text);
                }
                Kind::Plain => out.push_str(plain(value.source())),
                Kind::Array => out.push('['),
                Kind::Object => out.push('{'),
            }
            if value.is_array() || value.is_object() {
                let end = value.entry().next;
                open.push(Open { end, is_object: value.is_object(), count: 0 });
            }
        }
        out.extend(open.iter().rev().map(Open::closing));
        out
    }
}

/// Returns the source of a number, `true` or `false`; `null` for anything else.
fn plain(source: &str) -> &str {
    let digits = source.strip_prefix('-').unwrap_or(source);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && (digits.starts_with("0.") || digits == "0" || !digits.starts_with('0'))
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() < 2;
    if is_number || matches!(source, "true" | "false") { source } else { "null" }
}

fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
