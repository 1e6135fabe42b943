//! Loaded pages that are drawn.

use tamis::{Extraction, Outcome};

use crate::drawing::Drawing;
use crate::load::Loaded;

/// Returns a page as it is drawn.
///
/// # Errors
///
/// If it cannot be drawn, with the reason as a sentence.
pub(crate) fn drawn(drawing: &Drawing, loaded: &Loaded) -> Result<Loaded, String> {
    let charset = loaded.charset.as_deref().map(|charset| format!("; charset={charset}"));
    let content_type = format!("text/html{}", charset.unwrap_or_default());
    let url = loaded.url.as_deref().unwrap_or_default();
    let shown = drawing.drawer.draw(url, &loaded.bytes, &content_type)?;
    let mut warnings = loaded.warnings.clone();
    if !shown.is_settled {
        warnings.push("the page did not come to rest in the browser".to_owned());
    }
    Ok(Loaded {
        bytes: shown.html.into_bytes(),
        charset: Some("utf-8".to_owned()),
        url: Some(shown.url),
        status: loaded.status,
        warnings,
        is_drawn: true,
        ..Loaded::default()
    })
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
