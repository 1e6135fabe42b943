//! Loaded pages that are drawn.

use tamis::{Extraction, Outcome};

use crate::drawing::Drawing;
use crate::drawn_file;
use crate::load::Loaded;
use crate::whole_file;

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
    if let Some(path) = &drawing.save {
        let written = drawn_file::written(&shown).map_err(|error| error.to_string())?;
        whole_file::replace(path, written.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let mut warnings = loaded.warnings.clone();
    if !shown.is_settled {
        warnings.push("the page did not come to rest in the browser".to_owned());
    }
    Ok(Loaded { status: loaded.status, warnings, ..Loaded::of_drawn(shown) })
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
    !loaded.is_archived && !loaded.is_drawn && loaded.url.as_deref().is_some_and(is_on_web)
}
