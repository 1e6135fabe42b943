//! HTTP responses as archives keep them.

use crate::header::Header;

/// The status and header of an HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpResponse {
    header: Header,
}

impl HttpResponse {
    pub(crate) fn new(header: Header) -> HttpResponse {
        HttpResponse { header }
    }

    /// Returns the header: the status line and the fields.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the HTTP status. `None` if it is not a number.
    pub fn status(&self) -> Option<u16> {
        self.header.first_line().split(' ').nth(1)?.parse().ok()
    }

    /// Returns the media type of the `Content-Type` in lower case, without parameters, such as
    /// `text/html`. `None` if there is none.
    pub fn media_type(&self) -> Option<String> {
        media_type(&self.header)
    }

    /// Returns the first `charset` parameter of the `Content-Type` that is not empty, without
    /// quotes, such as `UTF-8`. It may not be the name of an encoding.
    pub fn charset(&self) -> Option<&str> {
        charset(&self.header)
    }

    /// Returns true if the media type is `text/html` or `application/xhtml+xml`.
    pub fn is_html(&self) -> bool {
        self.media_type().is_some_and(|media_type| is_html(&media_type))
    }

    /// Returns true if the body was sent in chunks or with a content coding.
    pub(crate) fn is_coded(&self) -> bool {
        self.is_chunked() || !self.content_codings().is_empty()
    }

    /// Returns true if the body was sent in chunks.
    pub(crate) fn is_chunked(&self) -> bool {
        self.codings("transfer-encoding").iter().any(|coding| coding == "chunked")
    }

    /// Returns the content codings in lower case, in the order in which the server applied them.
    pub(crate) fn content_codings(&self) -> Vec<String> {
        self.codings("content-encoding")
    }

    /// Returns the items of a list of codings in lower case, without `identity`.
    fn codings(&self, name: &str) -> Vec<String> {
        let value = self.header.get(name).unwrap_or_default().to_ascii_lowercase();
        let items = value.split(',').map(str::trim);
        items.filter(|item| !item.is_empty() && *item != "identity").map(str::to_owned).collect()
    }
}

/// Returns true if a media type, in lower case, is that of HTML.
pub(crate) fn is_html(media_type: &str) -> bool {
    matches!(media_type, "text/html" | "application/xhtml+xml")
}

/// Returns the media type of the `Content-Type` in lower case, without parameters.
pub(crate) fn media_type(header: &Header) -> Option<String> {
    let essence = header.get("content-type")?.split([';', ',']).next()?.trim();
    (!essence.is_empty()).then(|| essence.to_ascii_lowercase())
}

/// Returns the first `charset` parameter of the `Content-Type` that is not empty, without quotes.
pub(crate) fn charset(header: &Header) -> Option<&str> {
    header.get("content-type")?.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.split(',').next()?.trim().trim_matches(['"', '\'']).trim();
        let is_charset = name.trim().eq_ignore_ascii_case("charset") && !value.is_empty();
        is_charset.then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types_in_every_spelling() {
        let response = |value: &str| {
            let header = format!("HTTP/1.0 404\nContent-Type: {value}");
            HttpResponse::new(Header::parse(header.as_bytes()))
        };
        let html = response("Text/HTML ; level=1; Charset=\"koi8-r\"");
        assert!(html.is_html());
        assert_eq!((html.charset(), html.status()), (Some("koi8-r"), Some(404)));
        assert!(response("application/xhtml+xml").is_html());
        assert!(!response("text/htmlx").is_html() && !response("").is_html());
        assert_eq!(response("text/html; charset=").charset(), None);
        assert_eq!(response("").media_type(), None);
    }

    #[test]
    fn a_status_is_a_number() {
        let status = |line: &str| HttpResponse::new(Header::parse(line.as_bytes())).status();
        assert_eq!(status("HTTP/2 204"), Some(204));
        assert_eq!((status("HTTP/1.1 OK"), status("HTTP/1.1")), (None, None));
    }
}
