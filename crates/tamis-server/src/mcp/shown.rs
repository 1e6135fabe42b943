//! The text of an answer: metadata, content, and how to go on.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tamis::Outcome;
use tamis_run::row::{Printed, Row};

use super::schema;
use super::visible::fact;
use crate::error::ApiError;

/// The facts that come before the content.
const FACTS: [(&str, Printed); 7] = [
    ("Title", Printed::Title),
    ("Author", Printed::Author),
    ("Date", Printed::Date),
    ("Site", Printed::Site),
    ("URL", Printed::Url),
    ("Language", Printed::Language),
    ("Confidence", Printed::Confidence),
];

/// The answer about one page.
pub(super) struct Shown {
    /// The text, for the model.
    pub(super) text: String,
    /// The row of the page, for programs.
    pub(super) row: Value,
    pub(super) is_error: bool,
}

impl Shown {
    /// Returns the answer about a page whose content begins at the character `start`.
    pub(super) fn of(mut row: Row, start: usize) -> Shown {
        let mut text = head(&row);
        let content = row.rendered.take().unwrap_or_default();
        text.push('\n');
        if content.is_empty() && start == 0 {
            text.push_str(nothing(row.extraction.outcome));
        } else {
            text.push_str(&content);
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if let Some(next) = row.next_cursor {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[Cut: these are the characters {start} to {next}. To go on, call again with \
                 `start_index`: {next}]\n"
            );
        }
        Shown { text, row: schema::row(&row, content), is_error: false }
    }

    /// Returns the answer about a page that cannot be read.
    pub(super) fn failed(url: &str, error: &ApiError) -> Shown {
        let text = format!("URL: {}\n{}\n", fact(url), failure(error));
        Shown { text, row: schema::failed(url, error), is_error: true }
    }

    /// Returns the answer about a page whose work ended before it was done.
    pub(super) fn cancelled(url: &str) -> Shown {
        let row = json!({ "source": url, "error": "cancelled", "text": null });
        Shown { text: format!("URL: {}\nError: cancelled\n", fact(url)), row, is_error: true }
    }
}

/// Returns the lines before the content.
pub(super) fn head(row: &Row) -> String {
    let mut head = String::new();
    for (name, printed) in FACTS {
        let value = fact(&row.fact(printed));
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(head, "{name}: {value}");
        }
    }
    for warning in &row.extraction.warnings {
        let _ = writeln!(head, "Warning: {}", fact(warning));
    }
    head
}

/// Returns the sentences about a failure: what is wrong, and what to do.
pub(super) fn failure(error: &ApiError) -> String {
    let message = fact(&error.message);
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("Error: {message}{end} {}", advice(error)).trim_end().to_owned()
}

/// Returns what to do after a failure.
fn advice(error: &ApiError) -> &'static str {
    match (error.code, error.page_status) {
        (_, Some(404 | 410)) => "There is no such page: check the address, or look for another.",
        (_, Some(401 | 403)) => {
            "The site does not give this page to programs: look for another source."
        }
        (_, Some(429 | 503)) => "The site is busy: try again later, or use another source.",
        ("http_status", _) => "The site failed: try again later, or use another source.",
        ("refused_address", _) => {
            "Private and local addresses are not fetched. Do not try again; the user can allow \
             them with --allow-private."
        }
        ("refused_by_robots", _) => {
            "The site asks programs not to fetch this page. Do not try again."
        }
        ("refused_scheme" | "invalid_url", _) => {
            "Give the whole address, beginning with https:// or http://."
        }
        ("refused_user_info", _) => "Give the address without a name and password.",
        ("host_not_found", _) => "Check the name of the site.",
        ("not_html", _) => "Only HTML can be read here: look for a page with the same content.",
        ("feed" | "sitemap", _) => "To read it as it is, call `fetch` with `raw`: true.",
        ("too_large", _) => "Look for a smaller page.",
        ("no_element", _) => "Check `selector`, or call again without it.",
        ("busy", _) => "Wait a second and call again.",
        ("timeout" | "connection" | "protocol" | "tls", _) => {
            "Try again once; if it fails again, use another source."
        }
        _ => "",
    }
}

/// Returns the sentence about a page without content.
fn nothing(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::NeedsJavascript) => {
            "[No content: scripts build this page in a browser, and none run here. Look for \
             another address of the same content.]"
        }
        Some(Outcome::Blocked) => {
            "[No content: the site refuses, or checks whether a person visits. Look for \
             another address of the same content.]"
        }
        Some(Outcome::NeedsLogin) => "[No content: the page asks for a password.]",
        Some(Outcome::Paywalled) => "[No content: the page is for subscribers only.]",
        Some(Outcome::NotHtml) => "[No content: this is not HTML.]",
        Some(Outcome::NoText) => "[No content: the page has no text.]",
        _ => "[No main content was found. To read the whole page, call `fetch` with `raw`: true.]",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn failures_say_what_to_do() {
        let of = |code, page_status| {
            let error = ApiError::new(StatusCode::BAD_GATEWAY, code, "it failed");
            failure(&ApiError { page_status, ..error })
        };
        assert_eq!(
            of("http_status", Some(404)),
            "Error: it failed. There is no such page: check the address, or look for another."
        );
        assert_eq!(
            of("http_status", Some(500)),
            "Error: it failed. The site failed: try again later, or use another source."
        );
        assert_eq!(of("internal", None), "Error: it failed.");
    }
}
