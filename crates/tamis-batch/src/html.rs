//! The HTML of a page.

use tamis::Input;
use tamis::dom::NotHtml;

/// The HTML of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Html<'p> {
    /// Bytes, and the charset that the server states.
    Bytes(&'p [u8], Option<&'p str>),
    Text(&'p str),
}

impl<'p> Html<'p> {
    /// Returns the length in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Html::Bytes(bytes, _) => bytes.len(),
            Html::Text(text) => text.len(),
        }
    }

    /// Returns the page as the library takes it.
    pub(crate) fn input(self) -> Input<'p> {
        match self {
            Html::Bytes(bytes, Some(charset)) => Input::from(bytes).charset(charset),
            Html::Bytes(bytes, None) => Input::from(bytes),
            Html::Text(text) => Input::from(text),
        }
    }

    /// Returns the reason why this is not HTML, if it is not.
    pub(crate) fn not_html(self) -> Option<NotHtml> {
        match self {
            Html::Bytes(bytes, charset) => NotHtml::of(bytes, charset),
            Html::Text(text) => NotHtml::of(text.as_bytes(), Some("utf-8")),
        }
    }
}
