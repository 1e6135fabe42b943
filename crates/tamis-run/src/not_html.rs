//! Recognizing bytes that are not HTML.

use tamis::dom::NotHtml;

use crate::failure::{Failure, FailureKind};
use crate::listing::{self, Kind};

/// The number of first bytes that show the root element of XML.
const ROOT_BYTES: usize = 4096;

/// Returns the reason why these bytes are not a page. `None` if they can be one.
/// `label` is the encoding that the user or the server named.
pub fn refusal(bytes: &[u8], label: Option<&str>) -> Option<Failure> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Some(Failure::new(FailureKind::Blank, "this is empty"));
    }
    if bytes.starts_with(b"WARC/") {
        let endings = ".warc, .warc.gz or .warc.zst";
        let message = format!("this is a WARC file, but its name does not end in {endings}");
        return Some(Failure::new(FailureKind::NotHtml, message));
    }
    let beginning = &bytes[..bytes.len().min(ROOT_BYTES)];
    match listing::kind(&String::from_utf8_lossy(beginning)) {
        Some(Kind::Feed) => Some(Failure::new(FailureKind::Feed, "this is a feed, not a page")),
        Some(Kind::Sitemap) => {
            Some(Failure::new(FailureKind::Sitemap, "this is a sitemap, not a page"))
        }
        None => NotHtml::of(bytes, label)
            .map(|reason| Failure::new(FailureKind::NotHtml, reason.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_page_is_named() {
        let sentence = refusal(b"WARC/1.0\r\n", None).unwrap().message;
        let endings = ".warc, .warc.gz or .warc.zst";
        assert_eq!(
            sentence,
            format!("this is a WARC file, but its name does not end in {endings}")
        );
        assert_eq!(refusal(b" \r\n", None).unwrap().message, "this is empty");
        assert_eq!(refusal(b"%PDF-1.7", None).unwrap().message, "this is a PDF document, not HTML");
    }

    #[test]
    fn feeds_and_sitemaps_are_told() {
        for (root, kind) in [
            ("<rss version='2.0'>", FailureKind::Feed),
            (
                "<?xml version='1.0'?>\n<!-- x --><feed xmlns='http://www.w3.org/2005/Atom'>",
                FailureKind::Feed,
            ),
            ("<rdf:RDF>", FailureKind::Feed),
            ("\u{feff}<urlset>", FailureKind::Sitemap),
            ("<sitemapindex>", FailureKind::Sitemap),
        ] {
            let failure = refusal(format!("{root}<x>").as_bytes(), None).unwrap();
            assert_eq!(failure.kind, kind, "{root}");
        }
        assert_eq!(refusal(b"<?xml version='1.0'?><html><rss>", None), None);
    }
}
