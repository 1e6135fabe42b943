//! Recognizing bytes that are not HTML, with sentences that name the program's options.

use tamis::dom::NotHtml;

use crate::listing;

/// The number of first bytes that show the root element of XML.
const ROOT_BYTES: usize = 4096;

/// Returns the reason why these bytes are not a page, as a sentence. `None` if they can be one.
/// `label` is the encoding that the user or the server named.
pub fn refusal(bytes: &[u8], label: Option<&str>) -> Option<String> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Some("this is empty".into());
    }
    if bytes.starts_with(b"WARC/") {
        let endings = ".warc, .warc.gz or .warc.zst";
        return Some(format!("this is a WARC file, but its name does not end in {endings}"));
    }
    let beginning = &bytes[..bytes.len().min(ROOT_BYTES)];
    if let Some(sentence) = listing::refusal(&String::from_utf8_lossy(beginning)) {
        return Some(sentence.into());
    }
    NotHtml::of(bytes, label).map(|reason| reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_page_is_named() {
        let sentence = refusal(b"WARC/1.0\r\n", None).unwrap();
        let endings = ".warc, .warc.gz or .warc.zst";
        assert_eq!(
            sentence,
            format!("this is a WARC file, but its name does not end in {endings}")
        );
        assert_eq!(refusal(b" \r\n", None).unwrap(), "this is empty");
        assert_eq!(refusal(b"%PDF-1.7", None).unwrap(), "this is a PDF document, not HTML");
    }

    #[test]
    fn feeds_and_sitemaps_are_named_with_their_options() {
        for (root, option) in [
            ("<rss version='2.0'>", "--feed"),
            (
                "<?xml version='1.0'?>\n<!-- x --><feed xmlns='http://www.w3.org/2005/Atom'>",
                "--feed",
            ),
            ("<rdf:RDF>", "--feed"),
            ("\u{feff}<urlset>", "--sitemap"),
            ("<sitemapindex>", "--sitemap"),
        ] {
            let sentence = refusal(format!("{root}<x>").as_bytes(), None).unwrap();
            assert!(sentence.contains(option), "{root}: {sentence}");
        }
        assert_eq!(refusal(b"<?xml version='1.0'?><html><rss>", None), None);
    }
}
