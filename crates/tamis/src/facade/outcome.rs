//! The outcome of an extraction: content, or the likely reason why there is none.
//!
//! An empty text can mean several things, and a caller does something else for each. For example, a
//! crawler draws a page that needs JavaScript in a browser, asks for a login where one is needed,
//! and drops a page without content.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::elements::NAME as SELECT;
use super::extraction::Extraction;
use crate::page::{Page, Warning};
use crate::signals::Signals;

/// The outcome of an extraction: main content, or the likely reason why there is none.
///
/// Shown with `{}`, it is a sentence without a full stop, for people.
///
/// ```
/// use tamis::{Config, Outcome};
/// let shell = "<div id=root></div><script src=app.js></script>";
/// let extraction = tamis::extract(shell, &Config::default())?;
/// assert_eq!(extraction.outcome(), Outcome::NeedsJavascript);
/// let sentence = extraction.outcome().to_string();
/// assert_eq!(sentence, "no main content: scripts build the page in a browser");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// There is main content.
    Found,
    /// There is none, because scripts build the page in a browser: see
    /// [`Signals::needs_javascript`].
    NeedsJavascript,
    /// There is none, because a service in front of the site checks whether a person visits, or
    /// lets nobody in: see [`Signals::blocked`].
    Blocked,
    /// There is none, and the page asks for a password: see [`Signals::asks_for_password`].
    NeedsLogin,
    /// There is none, and the page is for subscribers only: see [`Signals::paywalled`].
    Paywalled,
    /// There is none: no element with text matches [`Config::select`](crate::Config::select).
    NothingSelected,
    /// There is none: this is another format, such as PDF, or binary data. The warnings of the
    /// extraction say which.
    NotHtml,
    /// There is none: the page has no text.
    NoText,
    /// There is none: all text of the page is boilerplate.
    NoContent,
}

impl Outcome {
    /// Returns the name in JSON, such as `needs_javascript`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Found => "found",
            Outcome::NeedsJavascript => "needs_javascript",
            Outcome::Blocked => "blocked",
            Outcome::NeedsLogin => "needs_login",
            Outcome::Paywalled => "paywalled",
            Outcome::NothingSelected => "nothing_selected",
            Outcome::NotHtml => "not_html",
            Outcome::NoText => "no_text",
            Outcome::NoContent => "no_content",
        }
    }

    /// Returns the likely reason why this page has no main content. With `is_selected`, the caller
    /// said which elements are the content.
    fn of_nothing(page: &Page, signals: &Signals, is_selected: bool) -> Outcome {
        if page.warnings.iter().any(|warning| matches!(warning, Warning::OtherFormat(_))) {
            Outcome::NotHtml
        } else if is_selected {
            Outcome::NothingSelected
        } else if signals.blocked.is_set() {
            Outcome::Blocked
        } else if signals.needs_javascript.is_set() {
            Outcome::NeedsJavascript
        } else if signals.asks_for_password {
            Outcome::NeedsLogin
        } else if signals.paywalled.is_set() {
            Outcome::Paywalled
        } else if page.paragraphs().is_empty() {
            Outcome::NoText
        } else {
            Outcome::NoContent
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Found => "main content found",
            Outcome::NeedsJavascript => "no main content: scripts build the page in a browser",
            Outcome::Blocked => {
                "no main content: the site refuses, or checks whether a person visits"
            }
            Outcome::NeedsLogin => "no main content: the page asks for a password",
            Outcome::Paywalled => "no main content: the page is for subscribers only",
            Outcome::NothingSelected => {
                "no main content: no element with text matches the selectors"
            }
            Outcome::NotHtml => "no main content: this is no HTML but another format",
            Outcome::NoText => "no main content: the page has no text",
            Outcome::NoContent => "no main content: the page has menus and other short texts only",
        })
    }
}

impl Extraction {
    /// Returns the outcome: [`Outcome::Found`] if [`Extraction::text`] is not empty, else the
    /// likely reason.
    ///
    /// ```
    /// use tamis::{Config, Outcome};
    /// for (page, outcome) in [
    ///     ("<form><input type=password>", Outcome::NeedsLogin),
    ///     ("%PDF-1.7", Outcome::NotHtml),
    ///     ("<img src=a.png>", Outcome::NoText),
    ///     ("<nav><a href=/>Home</a></nav>", Outcome::NoContent),
    /// ] {
    ///     assert_eq!(tamis::extract(page, &Config::default())?.outcome(), outcome);
    /// }
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.has_text() {
            Outcome::Found
        } else {
            let is_selected = self.strategy_used() == SELECT;
            Outcome::of_nothing(self.parsed_page(), self.signals(), is_selected)
        }
    }
}
