//! Loaded pages that are drawn.

use crate::drawing::{Drawing, DrawnPage, is_on_web};
use crate::drawn_file;
use crate::load::Loaded;
use crate::whole_file;

/// Keeps a drawn page in a file, if that is asked for.
///
/// # Errors
///
/// If it cannot be written, with the reason as a sentence.
pub(crate) fn save(drawing: &Drawing, shown: &DrawnPage) -> Result<(), String> {
    let Some(path) = &drawing.save else { return Ok(()) };
    let written = drawn_file::written(shown)?;
    whole_file::replace(path, written.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// True for a page that can be drawn: one whose address is on the web, where it may be now.
pub(crate) fn can_be_drawn(loaded: &Loaded) -> bool {
    !loaded.is_archived && !loaded.is_drawn && loaded.url.as_deref().is_some_and(is_on_web)
}
