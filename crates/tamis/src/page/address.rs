//! Resolving addresses.

use memchr::memmem;
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
    stated_urls(document, part).next()
}

/// Returns the addresses that a part of the document names as its own.
fn stated_urls(document: &Document, part: NodeId) -> impl Iterator<Item = Url> {
    let named = document.elements(part).filter_map(|id| match document.name(id)? {
        name::LINK if document.attr(id, name::REL)?.eq_ignore_ascii_case("canonical") => {
            document.attr(id, name::HREF)
        }
        name::META if property(document, id)? == "og:url" => document.attr(id, name::CONTENT),
        _ => None,
    });
    named.filter_map(|address| Url::parse(address).ok()).filter(Url::has_host)
}

/// Returns the address that links and images are resolved against in what is written: the
/// [base](base_url), else one against the address that the document states.
///
/// Only if that is safe: all statements in the head name the same host, because a copy on another
/// site often has the original's address in one of them, and the document is no copy that a browser
/// saved, in which relative addresses lead to files next to it.
pub(super) fn link_base(document: &Document, url: Option<&Url>) -> Option<Url> {
    base_url(document, url).or_else(|| {
        let head = document.head()?;
        let first = stated_urls(document, head).next().filter(is_http)?;
        let mut all = stated_urls(document, head);
        let is_one = all.all(|url| host(&url) == host(&first));
        (is_one && !is_saved(document)).then(|| base_url(document, Some(&first)))?
    })
}

fn host(url: &Url) -> Option<&str> {
    url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host))
}

/// The nodes at the begin of a document that are searched for a remark of a browser.
const REMARK_NODES: usize = 16;

/// True if a browser saved the page with its files. Sources: Chromium and Internet Explorer write
/// `<!-- saved from url=(0020)https://example.com/ -->`, the extension `SingleFile` its name, and
/// all of them put files into a folder `NAME_files`.
fn is_saved(document: &Document) -> bool {
    let first = document.descendants_and_self(NodeId::DOCUMENT).take(REMARK_NODES);
    let mut comments = first.filter_map(|id| document.comment(id));
    comments.any(|text| ["saved from url", "SingleFile"].iter().any(|sign| text.contains(sign)))
        || memmem::find(document.whole_data().as_bytes(), b"_files/").is_some()
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
    fn addresses_that_links_start_from() {
        let canonical = |to: &str| format!("<link rel=canonical href={to}>");
        let og = "<meta property=og:url content=https://www.a.example/x/y>";
        let of = |html: &str| {
            let base = link_base(&tamis_dom::Parser::default().parse(html), None);
            base.map(String::from)
        };
        let own = canonical("https://a.example/x/y");
        assert_eq!(of(&own).as_deref(), Some("https://a.example/x/y"));
        assert_eq!(of(&format!("{own}{og}")).as_deref(), Some("https://a.example/x/y"));
        assert_eq!(
            of(&format!("<base href=/z/>{og}")).as_deref(),
            Some("https://www.a.example/z/")
        );
        for html in [
            format!("{}{og}", canonical("https://b.example/")),
            format!("<!-- saved from url=(0020)https://a.example/ -->{own}"),
            format!("{own}<img src=y_files/a.png>"),
            canonical("/x/y"),
            format!("<p>One</p>{own}"),
            String::new(),
        ] {
            assert_eq!(of(&html), None, "{html}");
        }
    }

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
