//! The data that React Router and Remix stream.
//!
//! Their pages hand pieces of a stream to a script, for example
//!
//! ```js
//! window.__reactRouterContext.streamController.enqueue("[{\"_1\":2},\"loaderData\",{…}]\n")
//! ```
//!
//! Put together, the pieces are lines, each a list of values that name others by their indices. The
//! first is the state, and the next, which begin with a letter and a number (`P3:[…]`), are what
//! comes later. All have one numbering.
//!
//! Source: turbo-stream 2, `unflatten.ts`; React Router 7, `single-fetch.tsx`.

use crate::metadata::json::{Json, Value};

/// The calls that hand over a piece.
const ENQUEUE: &str = "streamController.enqueue(";

/// The most pieces in a script.
const MAX_PIECES: usize = 64;

/// Appends the pieces of the stream in a script.
pub(super) fn push_chunks(script: &str, stream: &mut String) {
    for piece in script.split(ENQUEUE).skip(1).take(MAX_PIECES) {
        // Only the value itself is read, not the rest of the script.
        let Some(end) = piece.strip_prefix('"').and_then(string_end) else { continue };
        let json = Json::read(&piece[..end + 2]);
        if let Some(text) = json.roots().next().and_then(Value::lines) {
            stream.push_str(&text);
        }
    }
}

/// Returns the length of a string up to its quotation mark.
fn string_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

/// Returns the lines of a stream as one list of JSON.
pub(super) fn state(stream: &str) -> String {
    let mut state = String::from("[");
    for line in stream.lines() {
        let Some(list) = line.find('[').map(|at| line[at..].trim_end()) else { continue };
        let Some(values) = list[1..].strip_suffix(']').filter(|values| !values.is_empty()) else {
            continue;
        };
        if state.len() > 1 {
            state.push(',');
        }
        state.push_str(values);
    }
    state.push(']');
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_one_list() {
        let mut stream = String::new();
        let piece = |text: &str| {
            let text = serde_json::to_string(text).unwrap();
            format!("window.__reactRouterContext.streamController.enqueue({text});f()")
        };
        push_chunks(&piece("[{\"_1\":2},\"a\","), &mut stream);
        push_chunks(&(piece("[\"P\",3]]\n") + &piece("P3:[{\"_1\":4},\"b\"]\n")), &mut stream);
        assert_eq!(state(&stream), r#"[{"_1":2},"a",["P",3],{"_1":4},"b"]"#);
        push_chunks("streamController.enqueue(streamController.enqueue(\"", &mut stream);
        assert_eq!(state("x\n[]\n[1"), "[]");
    }
}
