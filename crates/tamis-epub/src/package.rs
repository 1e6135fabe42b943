//! The package document, and the table of contents for readers of EPUB 2.

use std::collections::HashSet;

use sha2::{Digest, Sha256};
use tamis::Url;
use tamis::metadata::Date;

use crate::article::Article;
use crate::markup::{is_language_tag, push_attribute, push_element};
use crate::outline::Entry;

/// The container file, which names the package document.
pub(crate) const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">
<rootfiles>
<rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/>
</rootfiles>
</container>
";

/// The manifest property of the cover's image.
pub(crate) const COVER_IMAGE: &str = "cover-image";

/// The day of a volume without a known day: the earliest day of a ZIP file.
const FIRST_DAY: &str = "1980-01-01";

/// A file of the volume.
pub(crate) struct Item {
    pub(crate) id: String,
    /// The name in the folder of the package.
    pub(crate) name: String,
    pub(crate) media_type: &'static str,
    /// The manifest properties of EPUB, such as `nav`.
    pub(crate) properties: Vec<&'static str>,
    /// True if it is a page of the volume, in the order of the items.
    pub(crate) in_spine: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Item {
    /// Creates a file that is not a page and has no properties.
    pub(crate) fn new(
        id: &str,
        name: &str,
        media_type: &'static str,
        bytes: impl Into<Vec<u8>>,
    ) -> Item {
        Item {
            id: id.to_owned(),
            name: name.to_owned(),
            media_type,
            properties: Vec::new(),
            in_spine: false,
            bytes: bytes.into(),
        }
    }
}

/// The metadata of a volume.
pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    pub(crate) articles: &'a [Article],
    /// The authors in the place of those of the articles, if there are any.
    pub(crate) authors: &'a [String],
    pub(crate) modified: Option<Date>,
    pub(crate) identifier: String,
}

impl About<'_> {
    /// Returns the language of the first article that has a valid one.
    pub(crate) fn language(&self) -> Option<&str> {
        let mut languages = self.articles.iter().filter_map(|article| article.language.as_deref());
        languages.find(|language| is_language_tag(language))
    }

    /// Returns true if all articles are written from right to left.
    pub(crate) fn is_right_to_left(&self) -> bool {
        self.articles.iter().all(|article| article.direction.as_deref() == Some("rtl"))
    }

    /// Returns the metadata element of the package document.
    fn metadata(&self, items: &[Item]) -> String {
        let mut out = String::from("<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n");
        push_element("dc:identifier id=\"identifier\"", &self.identifier, &mut out);
        push_element("dc:title", self.title, &mut out);
        // The code for an undetermined language.
        push_element("dc:language", self.language().unwrap_or("und"), &mut out);
        let mut seen = HashSet::new();
        let mut push_once = |tag: &'static str, text: &str, out: &mut String| {
            if !text.trim().is_empty() && seen.insert((tag, text.to_owned())) {
                push_element(tag, text, out);
            }
        };
        let of_articles = self.articles.iter().flat_map(|article| &article.authors);
        let of_articles = of_articles.filter(|_| self.authors.is_empty());
        for name in self.authors.iter().chain(of_articles) {
            push_once("dc:creator", name, &mut out);
        }
        for article in self.articles {
            if let Some(name) = &article.site_name {
                push_once("dc:publisher", name, &mut out);
            }
            if let Some(url) = &article.url {
                push_once("dc:source", url.as_str(), &mut out);
            }
        }
        if let [Article { published: Some(day), .. }] = self.articles {
            push_element("dc:date", &day.to_string(), &mut out);
        }
        let changed = self.articles.iter().filter_map(|article| article.changed).max();
        let day = self.modified.or(changed).map(|day| day.to_string());
        let time = format!("{}T00:00:00Z", day.as_deref().unwrap_or(FIRST_DAY));
        push_element("meta property=\"dcterms:modified\"", &time, &mut out);
        // The cover is named twice, because readers of EPUB 2 do not know the property of the
        // manifest.
        if let Some(cover) = items.iter().find(|item| item.properties.contains(&COVER_IMAGE)) {
            out.push_str("<meta name=\"cover\"");
            push_attribute("content", &cover.id, &mut out);
            out.push_str("/>\n");
        }
        out.push_str("</metadata>\n");
        out
    }

    /// Returns the package document.
    pub(crate) fn package(&self, items: &[Item]) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.push_str("<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"");
        out.push_str(" unique-identifier=\"identifier\">\n");
        out.push_str(&self.metadata(items));
        out.push_str("<manifest>\n");
        for item in items {
            out.push_str("<item");
            push_attribute("id", &item.id, &mut out);
            push_attribute("href", &item.name, &mut out);
            push_attribute("media-type", item.media_type, &mut out);
            if !item.properties.is_empty() {
                push_attribute("properties", &item.properties.join(" "), &mut out);
            }
            out.push_str("/>\n");
        }
        out.push_str("</manifest>\n<spine toc=\"ncx\"");
        if self.is_right_to_left() {
            push_attribute("page-progression-direction", "rtl", &mut out);
        }
        out.push_str(">\n");
        for item in items.iter().filter(|item| item.in_spine) {
            out.push_str("<itemref");
            push_attribute("idref", &item.id, &mut out);
            out.push_str("/>\n");
        }
        out.push_str("</spine>\n</package>\n");
        out
    }

    /// Returns the table of contents for readers of EPUB 2.
    pub(crate) fn ncx(&self, entries: &[Entry]) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.push_str("<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\">\n");
        out.push_str("<head>\n<meta name=\"dtb:uid\"");
        push_attribute("content", &self.identifier, &mut out);
        out.push_str("/>\n</head>\n<docTitle>");
        push_element("text", self.title, &mut out);
        out.push_str("</docTitle>\n<navMap>\n");
        let mut open = 0;
        for (number, entry) in entries.iter().enumerate() {
            for _ in entry.depth..open {
                out.push_str("</navPoint>\n");
            }
            open = entry.depth + 1;
            out.push_str("<navPoint");
            push_attribute("id", &format!("point-{}", number + 1), &mut out);
            push_attribute("playOrder", &(number + 1).to_string(), &mut out);
            out.push_str(">\n<navLabel>");
            push_element("text", &entry.text, &mut out);
            out.push_str("</navLabel>\n<content");
            push_attribute("src", &entry.href, &mut out);
            out.push_str("/>\n");
        }
        for _ in 0..open {
            out.push_str("</navPoint>\n");
        }
        out.push_str("</navMap>\n</ncx>\n");
        out
    }
}

/// Returns the identifier of a volume, a UUID. It depends only on title, addresses and documents.
pub(crate) fn identifier(title: &str, articles: &[Article], documents: &[String]) -> String {
    let mut hash = Sha256::new();
    let addresses = articles.iter().filter_map(|article| article.url.as_ref());
    let parts = addresses.map(Url::as_str).chain(documents.iter().map(String::as_str));
    for part in std::iter::once(title).chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digest: [u8; 32] = hash.finalize().into();
    let number = digest.first_chunk().copied().map_or(0, u128::from_be_bytes);
    // UUID version 8 of RFC 9562, which allows any value for the other bits.
    let number = number & !(0xf << 76) | 8 << 76;
    let number = number & !(3 << 62) | 2 << 62;
    let digits = format!("{number:032x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    format!("urn:uuid:{}", parts.join("-"))
}
