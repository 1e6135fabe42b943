//! Pages that a browser draws first.
//!
//! This crate knows no browser. Whoever has one gives it to the [settings](crate::settings) as a
//! [`Drawer`].

use std::fmt;
use std::sync::Arc;

use tamis::{Extraction, Outcome};

use crate::load::Loaded;

/// Which pages are drawn by a browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Render {
    /// Those that say that scripts build them, and those without content
    Auto,
    /// All
    Always,
    /// None
    #[default]
    Never,
}

/// A page as a browser shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPage {
    /// The HTML of what is shown.
    pub html: String,
    /// The address in the end.
    pub url: String,
    /// False if the page did not come to rest in time.
    pub is_settled: bool,
}

/// Something that draws pages.
pub trait Drawer: Send + Sync {
    /// Draws the page with these bytes, which came from this address with this `Content-Type`.
    ///
    /// # Errors
    ///
    /// If it cannot, with the reason as a sentence.
    fn draw(&self, url: &str, bytes: &[u8], content_type: &str) -> Result<DrawnPage, String>;
}

/// Which pages are drawn, and by what.
#[derive(Clone)]
pub struct Drawing {
    /// Which pages are drawn.
    pub render: Render,
    /// What draws them.
    pub drawer: Arc<dyn Drawer>,
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing").field("render", &self.render).finish_non_exhaustive()
    }
}

impl Drawing {
    /// Returns the page as it is drawn.
    ///
    /// # Errors
    ///
    /// If it cannot be drawn, with the reason as a sentence.
    pub(crate) fn draw(&self, loaded: &Loaded) -> Result<Loaded, String> {
        let charset = loaded.charset.as_deref().map(|charset| format!("; charset={charset}"));
        let content_type = format!("text/html{}", charset.unwrap_or_default());
        let url = loaded.url.as_deref().unwrap_or_default();
        let drawn = self.drawer.draw(url, &loaded.bytes, &content_type)?;
        let mut warnings = loaded.warnings.clone();
        if !drawn.is_settled {
            warnings.push("the page did not come to rest in the browser".to_owned());
        }
        Ok(Loaded {
            bytes: drawn.html.into_bytes(),
            charset: Some("utf-8".to_owned()),
            url: Some(drawn.url),
            status: loaded.status,
            warnings,
            is_drawn: true,
            ..Loaded::default()
        })
    }
}

/// True if a page may have its content in a browser only.
pub(crate) fn needs_a_browser(extraction: &Extraction) -> bool {
    let signals = extraction.signals();
    signals.needs_javascript.is_set()
        || matches!(
            extraction.outcome(),
            Outcome::NeedsJavascript
                | Outcome::NothingSelected
                | Outcome::NoText
                | Outcome::NoContent
        )
}

/// True for a page that can be drawn: one whose address is on the web, where it may be now.
pub(crate) fn can_be_drawn(loaded: &Loaded) -> bool {
    let is_on_web = |url: &str| url.starts_with("http://") || url.starts_with("https://");
    !loaded.is_archived && loaded.url.as_deref().is_some_and(is_on_web)
}
