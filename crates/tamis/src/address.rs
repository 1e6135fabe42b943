//! Addresses of the web.

use tamis_dom::{Document, NodeId, name};
use url::{ParseError, Url};

/// A longer `<base href>` is not read. Bytes.
const MAX_BASE_BYTES: usize = 4096;

/// The address that relative ones of this document start from: that of its first `<base href>`, else the document's own.
pub(crate) fn base_url(document: &Document, url: Option<&Url>) -> Option<Url> {
    let mut bases = document
        .elements(NodeId::DOCUMENT)
        .filter(|&id| document.is_html(id, name::BASE))
        .filter_map(|id| document.attr(id, name::HREF));
    let base = bases.next().filter(|base| base.len() <= MAX_BASE_BYTES);
    base.and_then(|base| Url::options().base_url(url).parse(base).ok()).or_else(|| url.cloned())
}

/// The address, absolute where the base is known and of the web: of `http` and `https` only. A relative one without a base
/// stays as it is, white space around it trimmed. `None` for an empty one, one of another scheme, and what is none.
pub(crate) fn web_address(base: Option<&Url>, address: &str) -> Option<String> {
    let address = address.trim_matches([' ', '\t', '\n', '\r', '\x0c']);
    if address.is_empty() {
        return None;
    }
    let base = base.filter(|base| is_of_web(base));
    match Url::options().base_url(base).parse(address) {
        Ok(url) if is_of_web(&url) => Some(url.into()),
        Err(ParseError::RelativeUrlWithoutBase) => Some(address.to_owned()),
        Ok(_) | Err(_) => None,
    }
}

fn is_of_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_web() {
        let base = Url::parse("https://example.com/a/b").unwrap();
        let with_base = |address| web_address(Some(&base), address);
        assert_eq!(with_base(" c?d=1 2 ").as_deref(), Some("https://example.com/a/c?d=1%202"));
        assert_eq!(with_base("//cdn.example/x").as_deref(), Some("https://cdn.example/x"));
        for bad in
            ["", " \n", "javascript:alert(1)", "java\nscript:x", "data:,", "http://", "about:blank"]
        {
            assert_eq!(with_base(bad), None, "{bad:?}");
        }
        assert_eq!(web_address(None, " /c ").as_deref(), Some("/c"));
        assert_eq!(web_address(None, "blob:x"), None);
        let local = Url::parse("file:///pages/one.html").unwrap();
        assert_eq!(web_address(Some(&local), "a.png").as_deref(), Some("a.png"));
    }
}
