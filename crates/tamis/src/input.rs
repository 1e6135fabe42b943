//! A page as it comes.

use std::borrow::Cow;

use tamis_dom::{Decoded, Document, Parser, decode, decode_forced};
use url::Url;

use crate::extraction::Warning;
use crate::site_rules::SiteRule;

/// A page to extract from: bytes in any encoding, or text.
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
    pub(crate) url: Option<&'h Url>,
}

#[derive(Clone, Copy, Debug)]
enum Html<'h> {
    Bytes(&'h [u8]),
    Text(&'h str),
}

impl<'h> Input<'h> {
    /// Notes the charset that the transport named (HTTP's `Content-Type`); it yields to a byte-order mark only. One that
    /// no encoding has is ignored. Without effect on text.
    #[must_use]
    pub fn charset(mut self, label: &'h str) -> Input<'h> {
        self.charset = Some(label);
        self
    }

    /// Names the encoding whatever the page and its transport say. A label that no encoding has is ignored. Without
    /// effect on text.
    #[must_use]
    pub fn encoding(mut self, label: &'h str) -> Input<'h> {
        self.encoding = Some(label);
        self
    }

    /// Notes the address of the page: relative addresses in it start from there.
    #[must_use]
    pub fn url(mut self, url: &'h Url) -> Input<'h> {
        self.url = Some(url);
        self
    }

    /// The document as it came.
    pub(crate) fn parse(self, parser: &mut Parser) -> Document {
        self.parse_by(None, parser).0
    }

    /// The document, changed as the rules for its site say, and what came up on the way to it.
    pub(crate) fn parse_by(
        self,
        rule: Option<&SiteRule<'_>>,
        parser: &mut Parser,
    ) -> (Document, Vec<Warning>) {
        let replaced = |text| match rule {
            Some(rule) => rule.replaced(text),
            None => (Cow::Borrowed(text), Vec::new()),
        };
        let (document, mut warnings) = match self.html {
            Html::Text(text) => {
                let (text, warnings) = replaced(text);
                (parser.parse(&text), warnings)
            }
            Html::Bytes(bytes) => {
                let Decoded { text, encoding, malformed } = self.decode(bytes);
                let (text, warnings) = replaced(&text);
                (parser.parse_decoded(&Decoded { text, encoding, malformed }), warnings)
            }
        };
        let Some(rule) = rule else { return (document, warnings) };
        let (document, more) = rule.rewrite(document);
        warnings.extend(more);
        (document, warnings)
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
