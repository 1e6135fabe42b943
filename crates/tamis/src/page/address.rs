//! Resolving addresses.

use tamis_dom::{Document, NodeId, name};
use url::{ParseError, Url};

/// A longer `<base href>` is ignored. In bytes.
const MAX_BASE_BYTES: usize = 4096;

/// Returns the address that relative addresses are resolved against: the first `<base href>`, else
/// the document's own address.
pub(crate) fn base_url(document: &Document, url: Option<&Url>) -> Option<Url> {
    let base = document
        .attrs_named(name::HREF)
        .find(|href| document.is_html(href.owner(), name::BASE))
        .map(|href| document.attr_value(href))
        .filter(|base| base.len() <= MAX_BASE_BYTES);
    base.and_then(|base| Url::options().base_url(url).parse(base).ok()).or_else(|| url.cloned())
}

/// Returns the address that the document names as its own: in a canonical link or as `og:url`, the
/// first one that is absolute. One in the head comes first; an error in the head moves what follows
/// into the body.
pub(super) fn stated_url(document: &Document) -> Option<Url> {
    let in_head = document.head().and_then(|head| stated_url_in(document, head));
    in_head.or_else(|| stated_url_in(document, document.body()?))
}

fn stated_url_in(document: &Document, part: NodeId) -> Option<Url> {
    let named = document.elements(part).filter_map(|id| match document.name(id)? {
        name::LINK if document.attr(id, name::REL)?.eq_ignore_ascii_case("canonical") => {
            document.attr(id, name::HREF)
        }
        name::META if property(document, id)? == "og:url" => document.attr(id, name::CONTENT),
        _ => None,
    });
    named.filter_map(|address| Url::parse(address).ok()).find(Url::has_host)
}

fn property(document: &Document, id: NodeId) -> Option<&str> {
    document.attr(id, name::PROPERTY).or_else(|| document.attr(id, name::NAME))
}

/// Returns an `http` or `https` address, absolute if the base is one too. A relative address
/// without a base is only trimmed. `None` if the address is empty, invalid, or of another scheme.
pub(crate) fn web_address(base: Option<&Url>, address: &str) -> Option<String> {
    let address = address.trim_matches([' ', '\t', '\n', '\r', '\x0c']);
    if address.is_empty() {
        return None;
    }
    let base = base.filter(|base| is_http(base));
    match Url::options().base_url(base).parse(address) {
        Ok(url) if is_http(&url) => Some(url.into()),
        Err(ParseError::RelativeUrlWithoutBase) => Some(address.to_owned()),
        Ok(_) | Err(_) => None,
    }
}

/// True for the address of another page, as a link states it: it is not empty, no place in this
/// page, and no script.
pub(crate) fn leads_away(address: &str) -> bool {
    let address = address.trim_start();
    let is_script = address.get(..11).is_some_and(|of| of.eq_ignore_ascii_case("javascript:"));
    !(address.is_empty() || address.starts_with('#') || is_script)
}

/// True for the address of another page of the same site, as a link on the page at `base` states
/// it. Without a base, a relative address is one.
pub(crate) fn leads_to_another(base: Option<&Url>, address: &str) -> bool {
    leads_away(address)
        && base.map_or(!address.contains("://"), |base| {
            base.join(address).is_ok_and(|to| {
                to.host_str() == base.host_str()
                    && (to.path(), to.query()) != (base.path(), base.query())
            })
        })
}

fn is_http(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses() {
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
