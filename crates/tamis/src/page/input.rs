//! A page before it is parsed.

use std::borrow::Cow;

use tamis_dom::{Decoded, Document, Parser, decode, decode_forced};
use url::Url;

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
}

#[derive(Clone, Copy, Debug)]
enum Html<'h> {
    Bytes(&'h [u8]),
    Text(&'h str),
}

impl<'h> Input<'h> {
    /// Sets the charset of the transport (HTTP's `Content-Type`). Only a byte-order mark overrides
    /// it. An unknown label is ignored. Has no effect on text.
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
    /// let page = Input::from("<p>See <a href=b>this</a>.").url(&url);
    /// let extraction = tamis::extract(page, &tamis::Config::default()).unwrap();
    /// assert_eq!(extraction.markdown(), "See [this](https://example.com/a/b).\n");
    /// ```
    #[must_use]
    pub fn url(mut self, url: &'h Url) -> Input<'h> {
        self.url = Some(url);
        self
    }

    /// The address of the page, if it was set.
    pub(crate) fn address(self) -> Option<&'h Url> {
        self.url
    }

    /// Parses the page as it came.
    pub(crate) fn parse(self, parser: &mut Parser) -> Document {
        self.parse_edited(parser, |text| Cow::Borrowed(text))
    }

    /// Parses the page after `edit` has changed its text.
    pub(crate) fn parse_edited(
        self,
        parser: &mut Parser,
        edit: impl FnOnce(&str) -> Cow<'_, str>,
    ) -> Document {
        match self.html {
            Html::Text(text) => parser.parse(&edit(text)),
            Html::Bytes(bytes) => {
                let Decoded { text, encoding, malformed } = self.decode(bytes);
                parser.parse_decoded(&Decoded { text: edit(&text), encoding, malformed })
            }
        }
    }

    fn decode(self, bytes: &'h [u8]) -> Decoded<'h> {
        self.encoding
            .and_then(|label| decode_forced(bytes, label))
            .unwrap_or_else(|| decode(bytes, self.charset))
    }
}

impl<'h> From<&'h [u8]> for Input<'h> {
    fn from(bytes: &'h [u8]) -> Input<'h> {
        Input { html: Html::Bytes(bytes), charset: None, encoding: None, url: None }
    }
}

impl<'h> From<&'h Vec<u8>> for Input<'h> {
    fn from(bytes: &'h Vec<u8>) -> Input<'h> {
        bytes.as_slice().into()
    }
}

impl<'h> From<&'h str> for Input<'h> {
    fn from(text: &'h str) -> Input<'h> {
        Input { html: Html::Text(text), charset: None, encoding: None, url: None }
    }
}

impl<'h> From<&'h String> for Input<'h> {
    fn from(text: &'h String) -> Input<'h> {
        text.as_str().into()
    }
}
