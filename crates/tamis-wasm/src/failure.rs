//! Errors on their way to JavaScript, which makes a `TamisError` of them.

use serde::Serialize;
use wasm_bindgen::JsValue;

/// The kinds of errors, which JavaScript finds in `TamisError.kind`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// An option that does not exist, or a value that it does not take.
    Config,
    /// A page that the engine asked for refuses.
    Page,
    /// A bug of the library.
    Internal,
}

#[derive(Serialize)]
struct Failure<'f> {
    kind: Kind,
    message: &'f str,
}

/// Returns an error as JavaScript throws it: JSON with its kind and its message.
pub(crate) fn failure(kind: Kind, message: &impl ToString) -> JsValue {
    let message = message.to_string();
    let json = serde_json::to_string(&Failure { kind, message: &message });
    JsValue::from_str(&json.unwrap_or(message))
}
