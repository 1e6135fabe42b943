//! Makes addresses absolute.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use tamis_dom::{NameSet, NodeId, NodeKind, WorkingTree, name};
use url::Url;

const MEDIA: NameSet =
    NameSet::of(&[name::IMG, name::PICTURE, name::FIGURE, name::VIDEO, name::AUDIO, name::SOURCE]);

/// One address of a `srcset`, its descriptor, and the separator after it. `\s` is JavaScript's.
///
/// Source: `Readability.js`, `REGEXPS.srcsetUrl`.
static SRCSET: LazyLock<Regex> = LazyLock::new(|| {
    let space =
        r"\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}";
    let pattern = format!("([^{space}]+)([{space}]+[0-9.]+[xw])?([{space}]*(?:,|$))");
    Regex::new(&pattern).expect("the pattern is fixed")
});

/// The addresses that relative ones depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base<'u> {
    /// The base of relative addresses; `None` if the page's address is unknown.
    pub(super) base: Option<&'u Url>,
    /// The page's own address.
    pub(super) page: Option<&'u Url>,
}

impl Base<'_> {
    /// Returns the absolute address, or `None` if it stays as it is.
    ///
    /// Source: `_fixRelativeUris`, `toAbsoluteURI`.
    fn absolute(&self, address: &str) -> Option<String> {
        let is_own_place = address.starts_with('#') && self.base == self.page;
        if is_own_place || is_plain_data(address) {
            return None;
        }
        let mut absolute = String::from(Url::options().base_url(self.base).parse(address).ok()?);
        if has_old_drive(&absolute) {
            absolute.replace_range(DRIVE_MARK, ":");
        }
        Some(absolute)
    }
}

/// Position of the `|` after the drive letter.
const DRIVE_MARK: Range<usize> = 9..10;

/// Returns true for an address with an old-style drive, `file:///C|/`. The URL standard writes it
/// with a colon, but the `url` crate leaves it as it is.
fn has_old_drive(address: &str) -> bool {
    let path = address.strip_prefix("file:///").map(str::as_bytes);
    path.is_some_and(|path| {
        matches!(path, [letter, b'|'] | [letter, b'|', b'/' | b'?' | b'#', ..] if letter.is_ascii_alphabetic())
    })
}

/// Returns true for a data address whose characters all stay as they are, which is true of most
/// images. Parsing them would take longer than everything else.
fn is_plain_data(address: &str) -> bool {
    address.starts_with("data:")
        && address.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'?'))
}

/// Makes the addresses of links and media absolute. Links to scripts are replaced by their content.
///
/// Source: `_fixRelativeUris`.
pub(super) fn fix_relative_uris(tree: &mut WorkingTree<'_>, article: NodeId, base: Base<'_>) {
    let mut links = Vec::new();
    let mut media = Vec::new();
    for id in tree.elements(article).skip(1) {
        match tree.name(id) {
            Some(name::A) => links.push(id),
            Some(name) if MEDIA.contains(name) => media.push(id),
            _ => {}
        }
    }
    for link in links {
        fix_link(tree, link, base);
    }
    for id in media {
        for attr in [name::SRC, name::POSTER] {
            let value = tree.attr(id, attr).filter(|value| !value.is_empty());
            if let Some(absolute) = value.and_then(|value| base.absolute(value)) {
                tree.set_attr(id, attr, &absolute);
            }
        }
        if let Some(srcset) = tree.attr(id, name::SRCSET).filter(|srcset| !srcset.is_empty()) {
            let srcset = absolute_srcset(srcset, base);
            tree.set_attr(id, name::SRCSET, &srcset);
        }
    }
}

fn fix_link(tree: &mut WorkingTree<'_>, link: NodeId, base: Base<'_>) {
    let Some(href) = tree.attr(link, name::HREF).filter(|href| !href.is_empty()) else { return };
    if !href.starts_with("javascript:") {
        if let Some(absolute) = base.absolute(href) {
            tree.set_attr(link, name::HREF, &absolute);
        }
        return;
    }
    let only_child = tree.first_child(link).filter(|&first| tree.next_sibling(first).is_none());
    if let Some(text) = only_child.filter(|&child| tree.kind(child) == NodeKind::Text) {
        tree.lift(text);
    } else {
        tree.rename(link, name::SPAN);
        tree.retain_attrs(link, |_, _| false);
    }
}

fn absolute_srcset(srcset: &str, base: Base<'_>) -> String {
    let absolute = |captures: &Captures<'_>| {
        let part = |index| captures.get(index).map_or("", |part| part.as_str());
        let address = base.absolute(part(1));
        let address = address.as_deref().unwrap_or(part(1));
        [address, part(2), part(3)].concat()
    };
    SRCSET.replace_all(srcset, absolute).into_owned()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check_at(address: Option<&str>, html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let body = document.body().unwrap();
        let url = address.map(|address| Url::parse(address).unwrap());
        let mut tree = WorkingTree::of(&document);
        fix_relative_uris(&mut tree, body, Base { base: url.as_ref(), page: url.as_ref() });
        assert_eq!(tree.inner_html(body), expected);
    }

    fn check(html: &str, expected: &str) {
        check_at(Some("http://example.com/a/b.html"), html, expected);
    }

    #[test]
    fn links() {
        check("<a href=c>x</a>", r#"<a href="http://example.com/a/c">x</a>"#);
        check("<a href='#c'>x</a>", r##"<a href="#c">x</a>"##);
        check("<a href='file:///C|/x'>x</a>", r#"<a href="file:///C:/x">x</a>"#);
        check("<a href>x</a><a>y</a>", r#"<a href="">x</a><a>y</a>"#);
        check("<a href='http://[x'>x</a>", r#"<a href="http://[x">x</a>"#);
        check("a<a href='javascript:x()'>x</a>", "ax");
        check("<a href='javascript:x()' id=y>x<i>y</i></a>", "<span>x<i>y</i></span>");
    }

    #[test]
    fn media() {
        check(
            "<video src=c poster=/d></video>",
            r#"<video src="http://example.com/a/c" poster="http://example.com/d"></video>"#,
        );
        check(
            "<img srcset='c 1x, /d,e 2x' src='data:image/gif;base64,AA'>",
            r#"<img srcset="http://example.com/a/c 1x, http://example.com/d,e 2x" src="data:image/gif;base64,AA">"#,
        );
        check("<i src=c></i>", r#"<i src="c"></i>"#);
    }

    #[test]
    fn without_an_address_relative_ones_stay() {
        let html = r#"<a href="c">x</a><a href="http://example.com/d">y</a>"#;
        check_at(None, html, html);
    }
}
