//! The addresses of articles, and their encoding.

use std::collections::HashMap;
use std::fmt::Write;

use tamis::Url;

use crate::article::Article;

/// The addresses of all articles, without fragments.
pub(crate) struct Addresses(HashMap<String, usize>);

impl Addresses {
    /// Collects the addresses. If two articles have the same address, the first one gets it.
    pub(crate) fn new(articles: &[Article]) -> Addresses {
        let mut map = HashMap::new();
        for (index, article) in articles.iter().enumerate() {
            for url in article.url.iter().chain(&article.addresses) {
                map.entry(without_fragment(url)).or_insert(index);
            }
        }
        Addresses(map)
    }

    /// Returns the index of the article at this address. The fragment is ignored.
    pub(crate) fn find(&self, url: &Url) -> Option<usize> {
        self.0.get(&without_fragment(url)).copied()
    }
}

fn without_fragment(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.into()
}

/// Percent-encodes all characters of a URL that RFC 3986 does not allow. Browsers accept more
/// characters, but EPUB readers may not. For example, `|` becomes `%7C`.
pub(crate) fn rfc3986(url: &Url) -> String {
    const PUNCTUATION: &[u8] = b"-._~:/?#@!$&'()*+,;=";
    let text = url.as_str();
    let host_end = url.host_str().and_then(|host| text.find(host).map(|at| at + host.len()));
    let (host, rest) = text.split_at(host_end.unwrap_or(0));
    let mut encoded = host.to_owned();
    let mut has_fragment = false;
    for (at, byte) in rest.bytes().enumerate() {
        let is_escape = || {
            let digits = rest.as_bytes().get(at + 1..at + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let stays = match byte {
            b'%' => is_escape(),
            b'#' => !std::mem::replace(&mut has_fragment, true),
            byte => byte.is_ascii_alphanumeric() || PUNCTUATION.contains(&byte),
        };
        if stays {
            encoded.push(char::from(byte));
        } else {
            push_encoded(byte, &mut encoded);
        }
    }
    encoded
}

/// Percent-encodes the name of a file or folder as a path segment.
pub(crate) fn path_segment(name: &str) -> String {
    let mut segment = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            segment.push(char::from(byte));
        } else {
            push_encoded(byte, &mut segment);
        }
    }
    segment
}

fn push_encoded(byte: u8, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "%{byte:02X}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_outside_rfc3986_are_encoded() {
        for (address, expected) in [
            (
                "https://example.org/a b|c?[d]=^#e#f",
                "https://example.org/a%20b%7Cc?%5Bd%5D=%5E#e%23f",
            ),
            ("https://example.org/100%?a=%zz%20", "https://example.org/100%25?a=%25zz%20"),
            ("https://[::1]/é", "https://[::1]/%C3%A9"),
            ("mailto:a@example.org?subject=b c", "mailto:a@example.org?subject=b%20c"),
        ] {
            assert_eq!(rfc3986(&Url::parse(address).unwrap()), expected);
        }
    }
}
