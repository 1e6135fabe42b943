//! A page before it is parsed.

use std::borrow::Cow;

use tamis_dom::{Decoded, Document, EncodingRules, NotHtml, Parser, decode_by, decode_forced};
use url::Url;

use super::Layout;

/// A page to extract from: bytes in any encoding, or text, and what is known about them.
///
/// ```
/// use tamis::Input;
/// let page = Input::from(b"<p>\xcf\xf0\xe8\xe2\xe5\xf2".as_slice()).charset("windows-1251");
/// let extraction = tamis::extract(page, &tamis::Config::default()).unwrap();
/// assert_eq!(extraction.encoding().name(), "windows-1251");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h> {
    html: Html<'h>,
    charset: Option<&'h str>,
    encoding: Option<&'h str>,
    url: Option<&'h Url>,
    layout: Option<&'h Layout>,
}

#[derive(Clone, Copy, Debug)]
enum Html<'h> {
    Bytes(&'h [u8]),
    Text(&'h str),
}

/// The way to decode a page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decoding {
    /// The rules that determine the encoding.
    pub(crate) rules: EncodingRules,
    /// True to repair text that was read in the wrong encoding and saved again.
    pub(crate) fix_mojibake: bool,
}

impl<'h> Input<'h> {
    /// Sets the charset of the transport (HTTP's `Content-Type`). A byte-order mark overrides it,
    /// and by [`EncodingRules::Evidence`] bytes that contradict it. An unknown label is ignored.
    /// Has no effect on text.
    #[must_use]
    pub fn charset(mut self, label: &'h str) -> Input<'h> {
        self.charset = Some(label);
        self
    }

    /// Sets the encoding, whatever the page and its transport say. An unknown label is ignored. Has
    /// no effect on text.
    #[must_use]
    pub fn encoding(mut self, label: &'h str) -> Input<'h> {
        self.encoding = Some(label);
        self
    }

    /// Sets the address of the page: its relative addresses are resolved against it, and rules for
    /// its site apply.
    ///
    /// ```
    /// use tamis::{Input, Url};
    /// let url = Url::parse("https://example.com/a/").unwrap();
    /// let page = Input::from("<p>Bread rises: see <a href=b>this</a>.").url(&url);
    /// let extraction = tamis::extract(page, &tamis::Config::default()).unwrap();
    /// assert_eq!(extraction.markdown(), "Bread rises: see [this](https://example.com/a/b).\n");
    /// ```
    #[must_use]
    pub fn url(mut self, url: &'h Url) -> Input<'h> {
        self.url = Some(url);
        self
    }

    /// Sets what a browser showed of the page. Text that no reader can see is then left out, and
    /// explanations have the places of paragraphs. The type has an [example](Layout).
    ///
    /// Has no effect on a page whose bytes are not valid UTF-8.
    #[must_use]
    pub fn layout(mut self, layout: &'h Layout) -> Input<'h> {
        self.layout = Some(layout);
        self
    }

    /// The layout of the page, if it was set.
    pub(crate) fn shown(self) -> Option<&'h Layout> {
        self.layout
    }

    /// The address of the page, if it was set.
    pub(crate) fn address(self) -> Option<&'h Url> {
        self.url
    }

    /// Returns the reason why this is another format or binary data. What only has no tag can be a
    /// page of plain text.
    pub(crate) fn other_format(self) -> Option<NotHtml> {
        let reason = match self.html {
            Html::Text(text) => NotHtml::of(text.as_bytes(), Some("utf-8")),
            Html::Bytes(bytes) => NotHtml::of(bytes, self.encoding.or(self.charset)),
        };
        reason.filter(|reason| *reason != NotHtml::NoTag)
    }

    /// Returns the input with an empty page.
    pub(crate) fn without_text(self) -> Input<'h> {
        Input { html: Html::Text(""), ..self }
    }

    /// Parses the page as it came.
    pub(crate) fn parse(self, parser: &mut Parser, decoding: Decoding) -> Document {
        parser.parse_decoded(&self.decode(decoding))
    }

    /// Parses the page after `edit` has changed its text.
    pub(crate) fn parse_edited(
        self,
        parser: &mut Parser,
        decoding: Decoding,
        edit: impl FnOnce(&str) -> Cow<'_, str>,
    ) -> Document {
        let decoded = self.decode(decoding);
        let Decoded { encoding, malformed, contradicted, repaired, .. } = decoded;
        let mut text = edit(&decoded.text);
        if matches!(decoded.text, Cow::Owned(_)) {
            // It is not a part of the page as it came.
            text = Cow::Owned(text.into_owned());
        }
        parser.parse_decoded(&Decoded { text, encoding, malformed, contradicted, repaired })
    }

    fn decode(self, decoding: Decoding) -> Decoded<'h> {
        let decoded = match self.html {
            Html::Text(text) => Decoded::from(text),
            Html::Bytes(bytes) => self
                .encoding
                .and_then(|label| decode_forced(bytes, label))
                .unwrap_or_else(|| decode_by(decoding.rules, bytes, self.charset)),
        };
        if decoding.fix_mojibake { decoded.repaired() } else { decoded }
    }
}

impl<'h> From<&'h [u8]> for Input<'h> {
    fn from(bytes: &'h [u8]) -> Input<'h> {
        Input { html: Html::Bytes(bytes), charset: None, encoding: None, url: None, layout: None }
    }
}

impl<'h> From<&'h Vec<u8>> for Input<'h> {
    fn from(bytes: &'h Vec<u8>) -> Input<'h> {
        bytes.as_slice().into()
    }
}

impl<'h> From<&'h str> for Input<'h> {
    fn from(text: &'h str) -> Input<'h> {
        Input { html: Html::Text(text), charset: None, encoding: None, url: None, layout: None }
    }
}

impl<'h> From<&'h String> for Input<'h> {
    fn from(text: &'h String) -> Input<'h> {
        text.as_str().into()
    }
}
