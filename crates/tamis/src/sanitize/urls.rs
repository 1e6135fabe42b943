//! Addresses: the allowed schemes for each use.
//!
//! An address can run a script: `javascript:alert(1)`. Schemes that do harm cannot be listed,
//! because browsers and programs add new ones, so the harmless ones are. Before the scheme is read,
//! the address is cleaned as a browser does it: `java\nscript:` has a line break that browsers
//! remove. What is allowed depends on the use. For example, `mailto:` is fine for a link and makes
//! no sense for an image.

use std::borrow::Cow;

use url::Url;

use super::Policy;
use super::email::{is_hidden, linked_email};

/// The prefix of every id in sanitized HTML, and of every reference to one.
///
/// ```
/// use tamis::sanitize::ID_PREFIX;
/// assert_eq!(ID_PREFIX, "user-content-");
/// ```
pub const ID_PREFIX: &str = "user-content-";

const LINKS: &[&str] = &["http", "https", "mailto", "tel", "ftp"];
const WEB: &[&str] = &["http", "https"];

/// The raster formats. An SVG image is a document, so `data:` does not allow it.
const RASTERS: &[&str] = &[
    "image/apng",
    "image/avif",
    "image/bmp",
    "image/gif",
    "image/jpeg",
    "image/jpg",
    "image/pjpeg",
    "image/png",
    "image/vnd.microsoft.icon",
    "image/webp",
    "image/x-icon",
    "image/x-png",
];

/// Returns the address of a link, or `None` if its scheme may do more than lead there.
pub(super) fn link<'v>(value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    let cleaned = clean(value);
    if let Some(fragment) = cleaned.strip_prefix('#') {
        return Some(if fragment.is_empty() {
            cleaned
        } else {
            format!("#{}", id(fragment)).into()
        });
    }
    if is_hidden(&cleaned) {
        return linked_email(&cleaned).map(|email| format!("mailto:{email}").into());
    }
    absolute(cleaned, LINKS, policy)
}

/// Returns the address of a source, a video or a sound.
pub(super) fn media<'v>(value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    absolute(clean(value), WEB, policy)
}

/// Returns the address of an image. This may be a raster image in base64.
pub(super) fn image<'v>(value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    let cleaned = clean(value);
    if let Some((scheme, _)) = cleaned.split_once(':')
        && scheme.eq_ignore_ascii_case("data")
    {
        return raster(cleaned);
    }
    absolute(cleaned, WEB, policy)
}

/// Returns the address of a frame that the policy allows.
pub(super) fn frame(value: &str, policy: &Policy<'_>) -> Option<Url> {
    let cleaned = clean(value);
    let url = match policy.base_url {
        Some(base) => base.join(&cleaned),
        None if cleaned.starts_with("//") => Url::parse(&format!("https:{cleaned}")),
        None => Url::parse(&cleaned),
    };
    let url = url.ok()?;
    let plain = url.port().is_none() && url.username().is_empty() && url.password().is_none();
    (WEB.contains(&url.scheme()) && plain && (policy.frames)(&url)).then_some(url)
}

/// Returns the safe candidates of a `srcset` with their descriptors, or `None` if there are none.
///
/// Source: HTML standard, 4.8.4.2.1 "Parsing a srcset attribute".
pub(super) fn srcset(value: &str, policy: &Policy<'_>) -> Option<String> {
    let mut kept = String::new();
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            break;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let bare = address.trim_end_matches(',');
        let mut descriptors = "";
        rest = after;
        if bare.len() == address.len() {
            (descriptors, rest) = after.split_at(descriptors_end(after));
        }
        candidate(bare, descriptors, policy, &mut kept);
    }
    (!kept.is_empty()).then_some(kept)
}

fn candidate(address: &str, descriptors: &str, policy: &Policy<'_>, kept: &mut String) {
    let Some(address) = image(address, policy) else { return };
    let is_bounded = |address: &str| !address.starts_with(',') && !address.ends_with(',');
    if address.is_empty() || !is_bounded(&address) || address.contains(char::is_whitespace) {
        return;
    }
    if !descriptors.split_ascii_whitespace().all(is_descriptor) {
        return;
    }
    if !kept.is_empty() {
        kept.push_str(", ");
    }
    kept.push_str(&address);
    for descriptor in descriptors.split_ascii_whitespace() {
        kept.push(' ');
        kept.push_str(descriptor);
    }
}

/// Returns the end of a candidate's descriptors: a comma outside of parentheses.
fn descriptors_end(text: &str) -> usize {
    let mut open = false;
    let end = text.find(|c| {
        open = c == '(' || open && c != ')';
        c == ',' && !open
    });
    end.unwrap_or(text.len())
}

/// Returns true for a width, a height or a density: `640w`, `1.5x`.
fn is_descriptor(text: &str) -> bool {
    let number = text.strip_suffix(['w', 'h', 'x']);
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// Returns the id with the prefix, added at most once.
pub(super) fn id(text: &str) -> Cow<'_, str> {
    if text.starts_with(ID_PREFIX) { text.into() } else { format!("{ID_PREFIX}{text}").into() }
}

/// Returns the address as a browser reads it: without the characters that it strips at both ends
/// and removes in between. White space at the ends that browsers keep is removed too, because other
/// readers strip it.
fn clean(value: &str) -> Cow<'_, str> {
    let is_stripped = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}')
    };
    let trimmed = value.trim_matches(is_stripped);
    if !trimmed.contains(char::is_control) {
        return trimmed.into();
    }
    let kept: String = trimmed.chars().filter(|c| !c.is_control()).collect();
    // Removing control characters may have moved strippable characters to an end.
    if kept.trim_matches(is_stripped).len() == kept.len() {
        kept.into()
    } else {
        clean(&kept).into_owned().into()
    }
}

/// Returns the address, resolved if the policy has a base, or `None` if its scheme is not listed.
fn absolute<'v>(
    cleaned: Cow<'v, str>,
    schemes: &[&str],
    policy: &Policy<'_>,
) -> Option<Cow<'v, str>> {
    // Some readers take anything before a colon in the first segment as a scheme, even with
    // characters that no scheme may have.
    let head = cleaned.split(['/', '?', '#']).next().unwrap_or_default();
    let scheme = head.split_once(':').map(|(scheme, _)| scheme);
    let is_one_of =
        |list: &[&str], scheme: &str| list.iter().any(|s| s.eq_ignore_ascii_case(scheme));
    if scheme.is_some_and(|scheme| !is_one_of(schemes, scheme)) {
        return None;
    }
    let is_hierarchical = scheme.is_none_or(|scheme| is_one_of(WEB, scheme));
    match policy.base_url.filter(|_| is_hierarchical && !cleaned.is_empty()) {
        Some(base) => Some(base.join(&cleaned).map_or(cleaned, |url| String::from(url).into())),
        None => Some(cleaned),
    }
}

/// Returns the address if it is a raster image in base64.
fn raster(cleaned: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let (_, rest) = cleaned.split_once(':')?;
    let (header, body) = rest.split_once(',')?;
    let (format, encoding) = header.rsplit_once(';')?;
    let format = format.split(';').next().unwrap_or_default().trim();
    let is_image = RASTERS.iter().any(|raster| raster.eq_ignore_ascii_case(format));
    let is_base64 = encoding.trim().eq_ignore_ascii_case("base64")
        && header.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" /;=.-+".contains(&byte));
    let is_body = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=%-_ ".contains(&byte);
    if !(is_image && is_base64 && body.bytes().all(is_body)) {
        return None;
    }
    if cleaned.contains(' ') {
        return Some(cleaned.replace(' ', "").into());
    }
    Some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_link(value: &str, expected: Option<&str>) {
        assert_eq!(link(value, &Policy::default()).as_deref(), expected, "{value:?}");
    }

    #[test]
    fn links_of_the_listed_schemes_stay() {
        for address in [
            "https://example.org/?a=b&c=d#e",
            "HTTP://example.org",
            "mailto:a@example.org",
            "tel:+1",
            "ftp://example.org/x",
            "//example.org/x",
            "/a:b",
            "a/b:c",
            "?a:b",
            "",
            "#",
        ] {
            check_link(address, Some(address));
        }
        check_link(" \u{feff}https://example.org/\n", Some("https://example.org/"));
        check_link("ht\ntps://exa\tmple.org/", Some("https://example.org/"));
    }

    #[test]
    fn other_schemes_are_dropped_in_any_spelling() {
        for address in [
            "javascript:x",
            "JavaScript:x",
            "\u{1}\u{20}javascript:x",
            "java\nscript:x",
            "java\tscript\r:x",
            "javascript\0:x",
            "\u{feff}javascript:x",
            "\u{a0}javascript:x",
            "\u{200b}javascript:x",
            "java\u{ad}script:x",
            "javascript :x",
            "vbscript:x",
            "data:text/html,x",
            "blob:https://example.org/x",
            "file:///etc/passwd",
            "view-source:https://example.org/",
            "intent:x",
            "1:x",
            ":x",
            "\\:x",
        ] {
            check_link(address, None);
        }
    }

    #[test]
    fn fragments_get_the_prefix_once() {
        check_link("#fn:1", Some("#user-content-fn:1"));
        check_link("#user-content-fn:1", Some("#user-content-fn:1"));
        check_link("\n#\ta ", Some("#user-content-a"));
    }

    #[test]
    fn addresses_become_absolute() {
        let base = Url::parse("https://example.org/a/b").unwrap();
        let policy = Policy::default().base_url(&base);
        let resolved = |value: &str| link(value, &policy).map(Cow::into_owned);
        assert_eq!(resolved("c?d").as_deref(), Some("https://example.org/a/c?d"));
        assert_eq!(resolved("//other.example").as_deref(), Some("https://other.example/"));
        assert_eq!(resolved("mailto:x").as_deref(), Some("mailto:x"));
        assert_eq!(resolved("#x").as_deref(), Some("#user-content-x"));
        assert_eq!(resolved("https://[").as_deref(), Some("https://["));
        let local = Url::parse("file:///folder/").unwrap();
        let policy = Policy::default().base_url(&local);
        assert_eq!(link("x", &policy).as_deref(), Some("x"));
    }

    #[test]
    fn data_images_must_be_rasters() {
        let check = |value: &str, expected: Option<&str>| {
            assert_eq!(image(value, &Policy::default()).as_deref(), expected, "{value}");
        };
        let png = "data:image/png;base64,iVBORw0KGgo=";
        check(png, Some(png));
        check(
            "DATA:image/gif;charset=utf-8;base64,R0l GOD\n",
            Some("DATA:image/gif;charset=utf-8;base64,R0lGOD"),
        );
        check("data:image/svg+xml;base64,PHN2Zz4=", None);
        check("data:image/png,x", None);
        check("data:text/html;base64,PHN2Zz4=", None);
        check("data:image/png;base64,\"><script>", None);
        check("data:", None);
        check("mailto:x", None);
        check("cid:x", None);
    }

    #[test]
    fn srcset_loses_unsafe_candidates() {
        let check = |value: &str, expected: Option<&str>| {
            assert_eq!(srcset(value, &Policy::default()).as_deref(), expected, "{value}");
        };
        check("a.png 1x, b.png 2x", Some("a.png 1x, b.png 2x"));
        check(" ,a.png,b.png 640w\n,, c.png", Some("a.png,b.png 640w, c.png"));
        check("a.png, javascript:x 2x, data:text/html,x 3x", Some("a.png"));
        check("data:image/png;base64,AAAA 2x, b.png", Some("data:image/png;base64,AAAA 2x, b.png"));
        check("a.png calc(1,2)x, b.png", Some("b.png"));
        check("a.png 2q", None);
        check("", None);
    }

    #[test]
    fn frames_need_an_allowed_host() {
        let allowed = |value: &str| frame(value, &Policy::default()).map(String::from);
        let youtube = "https://www.youtube.com/embed/x";
        assert_eq!(allowed("//www.youtube.com/embed/x").as_deref(), Some(youtube));
        for address in [
            "https://www.youtube.com.example.org/",
            "https://example.org/#//www.youtube.com/",
            "https://www.youtube.com@example.org/",
            "https://user@www.youtube.com/",
            "https://www.youtube.com:8080/",
            "javascript://www.youtube.com/%0ax",
            "data:text/html,//www.youtube.com/",
            "embed/x",
        ] {
            assert_eq!(allowed(address), None, "{address}");
        }
    }
}
