//! Telling the pages of a folder from its other files by their first bytes, since the names of
//! saved pages have all kinds of endings (`index.php`, `page?id=3`, none).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use encoding_rs::Encoding;
use tamis::dom::utf16_label;
use tamis_fetch::GzipMembers;

use crate::not_html;
use crate::read::GZIP_MAGIC;

/// The number of first bytes to look at, after decompression.
const FIRST_BYTES: u64 = 4096;

/// The first bytes of a WARC file.
const WARC: &[u8] = b"WARC/";

/// The elements that a page begins with. Source: the standard "MIME Sniffing", and elements of
/// heads.
const FIRST_ELEMENTS: &[&str] = &[
    "!doctype", "html", "head", "body", "title", "meta", "link", "base", "script", "style",
    "noscript", "iframe", "div", "table", "center", "font", "h1", "p", "a", "b", "br",
];

/// Markup that pages have near their beginning. Other text with tags in it mostly has none of these
/// near its beginning, for example Markdown and templates.
const SIGNS: &[&str] = &["<!doctype html", "<html", "<head", "<body", "<title", "<meta"];

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Page,
    Archive,
    Other,
}

/// Looks at the first bytes of a file.
///
/// # Errors
///
/// If it cannot be read.
pub fn file(path: &Path) -> io::Result<Content> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut first = Vec::new();
    if reader.fill_buf()?.starts_with(&GZIP_MAGIC) {
        // An error means that it is not a page, because it cannot be decompressed.
        let _ = GzipMembers::new(reader).take(FIRST_BYTES).read_to_end(&mut first);
    } else {
        reader.take(FIRST_BYTES).read_to_end(&mut first)?;
    }
    Ok(content(&first))
}

fn content(first: &[u8]) -> Content {
    if first.starts_with(WARC) {
        return Content::Archive;
    }
    let label = utf16_label(first);
    let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    let text = match encoding {
        Some(encoding) => encoding.decode(first).0,
        None => String::from_utf8_lossy(first),
    };
    if is_page(&text) && not_html::refusal(first, label).is_none() {
        Content::Page
    } else {
        Content::Other
    }
}

fn is_page(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let Some(rest) = after_prologue(&text).strip_prefix('<') else { return false };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "!:-_".contains(c);
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    FIRST_ELEMENTS.contains(&&rest[..end]) && SIGNS.iter().any(|sign| text.contains(sign))
}

/// Returns the text after the byte-order mark, white space, comments and the XML declaration.
fn after_prologue(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?xml") {
            "?>"
        } else {
            return rest;
        };
        let Some((_, after)) = rest.split_once(end) else { return "" };
        rest = after.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_from_other_text() {
        for page in [
            "<!DOCTYPE html><p>One",
            "\u{feff}\n <!-- saved --><HTML lang=en>",
            "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC \"x\"><html xmlns='y'>",
            "<title>One</title><p>Two",
            "<div></div><body>",
        ] {
            assert_eq!(content(page.as_bytes()), Content::Page, "{page}");
        }
        for other in [
            "",
            "plain text",
            "# Title\n\n<html>",
            "<p align=center>A readme</p>",
            "<svg><title>A drawing</title></svg>",
            "<?xml version='1.0'?><rss><title>x</title></rss>",
            "<?php echo '<html>';",
            "<template><head></head></template>",
            "<!-- no end <html>",
            "%PDF-1.7 <html>",
            "<html>\0\0\0\0\0\0\0\0\0\0",
        ] {
            assert_eq!(content(other.as_bytes()), Content::Other, "{other}");
        }
        assert_eq!(content(b"WARC/1.1\r\n"), Content::Archive);
        let wide: Vec<u8> = "<html><p>One".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(content(&wide), Content::Page);
    }
}
