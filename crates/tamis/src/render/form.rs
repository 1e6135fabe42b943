//! The forms in which formats made of lines write a page: as it is, or without what repeats.
//!
//! Structure can multiply a text: each line in a hundred nested quotes begins with a hundred `>`,
//! and each cell of a wide table has its bars. Pages can be made so that a kilobyte becomes a
//! gigabyte. So the output has a budget that grows with the page. A page that does not fit is
//! written again in the plain form, without tables and deep prefixes, and only if that is too long
//! as well, the rest is cut.

use crate::page::Page;

/// A form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// With all structure.
    #[default]
    Full,
    /// With little indentation and without tables, so that its length is near that of the text.
    Plain,
}

impl Form {
    /// Returns the most nested quotes and items. Each line repeats their prefixes, so without a
    /// limit these would grow with the page.
    pub(super) fn max_levels(self) -> usize {
        match self {
            Form::Full => 32,
            Form::Plain => 2,
        }
    }
}

/// The most bytes that escapes make of one byte of text.
const ESCAPED_BYTES: usize = 6;

/// Returns true if text of this many bytes may be written without more bytes than allowed.
pub(super) fn has_room(written: usize, text: usize, max_bytes: usize) -> bool {
    written.saturating_add(text.saturating_mul(ESCAPED_BYTES)) <= max_bytes
}

/// Writes a page in full. If that is cut, because the output would be longer than the page allows,
/// writes it plainly. If that is cut too, the page has a warning.
///
/// `write` gets the form and the most bytes, and returns true if the output was cut.
pub(super) fn fitting<T>(page: &Page, write: impl Fn(Form, usize) -> (T, bool)) -> T {
    let max_bytes = page.output_bytes();
    let (full, is_cut) = write(Form::Full, max_bytes);
    if !is_cut {
        return full;
    }
    let (plain, is_cut) = write(Form::Plain, max_bytes);
    if is_cut {
        page.note_output_cut();
    }
    plain
}
