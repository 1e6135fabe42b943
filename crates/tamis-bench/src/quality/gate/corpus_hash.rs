//! The hash that tells one state of a corpus from another.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use tamis_testkit::{wcxb, with_without};

/// A hash of what is measured: the ids, addresses, bytes and references of pages.
///
/// Pages can be added in any order, because an archive and a folder have different ones.
///
/// ```
/// use tamis_bench::quality::gate::CorpusHash;
///
/// assert_eq!(CorpusHash::default().finish().len(), 64);
/// ```
#[derive(Debug, Clone, Default)]
pub struct CorpusHash {
    /// The hash of each page, by its id.
    pages: BTreeMap<String, [u8; 32]>,
}

impl CorpusHash {
    /// Adds a page of `wcxb-dev`: its type and its main content are what it is measured by.
    pub fn add_wcxb(&mut self, page: &wcxb::Page) {
        let mut fields = Fields::default();
        fields.add(&page.html);
        fields.add_list(page.url.as_slice());
        fields.add(page.kind.name().as_bytes());
        fields.add(page.main_content.as_bytes());
        self.pages.insert(page.id.clone(), fields.0.finalize().into());
    }

    /// Adds a page of `with-without`: it is measured by its passages.
    pub fn add_with_without(&mut self, page: &with_without::Page) {
        let mut fields = Fields::default();
        fields.add(&page.html);
        fields.add(page.url.as_bytes());
        fields.add_list(&page.annotation.with);
        fields.add_list(&page.annotation.without);
        self.pages.insert(page.file.clone(), fields.0.finalize().into());
    }

    /// Returns the SHA-256 of all pages in the order of their ids, as 64 hexadecimal digits.
    pub fn finish(&self) -> String {
        let mut fields = Fields::default();
        for (id, hash) in &self.pages {
            fields.add(id.as_bytes());
            fields.add(hash);
        }
        fields.0.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// Byte strings, each with its length, so that none can take bytes of the next.
#[derive(Default)]
struct Fields(Sha256);

impl Fields {
    fn add(&mut self, field: &[u8]) {
        self.0.update((field.len() as u64).to_le_bytes());
        self.0.update(field);
    }

    fn add_list(&mut self, list: &[String]) {
        self.0.update((list.len() as u64).to_le_bytes());
        for field in list {
            self.add(field.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tamis_testkit::wcxb::PageKind;

    use super::*;

    fn page(id: &str, html: &str, main_content: &str) -> wcxb::Page {
        let main_content = main_content.to_owned();
        let unmarked = wcxb::Page::unmarked(id, PageKind::Forum);
        wcxb::Page { html: html.into(), main_content, ..unmarked }
    }

    fn hash<'a>(pages: impl IntoIterator<Item = &'a wcxb::Page>) -> String {
        let mut hash = CorpusHash::default();
        for page in pages {
            hash.add_wcxb(page);
        }
        hash.finish()
    }

    #[test]
    fn the_order_of_the_pages_does_not_matter() {
        let pages = [page("1", "a", "b"), page("2", "c", "d")];
        assert_eq!(hash(&pages), hash(pages.iter().rev()));
    }

    #[test]
    fn whatever_is_measured_changes_the_hash() {
        let url = Some("https://example.org/".to_owned());
        let variants = [
            page("1", "ab", "c"),
            page("2", "ab", "c"),
            page("1", "a", "bc"),
            page("1", "ab", "C"),
            wcxb::Page { url, ..page("1", "ab", "c") },
            wcxb::Page { kind: PageKind::Article, ..page("1", "ab", "c") },
        ];
        let mut hashes: Vec<_> = variants.iter().map(|page| hash([page])).collect();
        hashes.push(hash(&variants[..2]));
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), variants.len() + 1);
    }

    #[test]
    fn passages_do_not_run_into_each_other() {
        let hash = |with: &[&str], without: &[&str]| {
            let annotation = json!({"file": "a.html", "with": with, "without": without});
            let mut hash = CorpusHash::default();
            hash.add_with_without(&with_without::Page {
                url: "https://example.org/".to_owned(),
                file: "a.html".to_owned(),
                html: b"<p>a".to_vec(),
                annotation: serde_json::from_value(annotation).unwrap(),
            });
            hash.finish()
        };
        let first = hash(&["ab", "c"], &["d"]);
        assert_eq!(first, hash(&["ab", "c"], &["d"]));
        assert_ne!(first, hash(&["a", "bc"], &["d"]));
        assert_ne!(first, hash(&["ab"], &["c", "d"]));
    }

    #[test]
    fn titles_are_not_measured() {
        let titled = wcxb::Page { title: "T".to_owned(), ..page("1", "a", "b") };
        assert_eq!(hash([&titled]), hash([&page("1", "a", "b")]));
    }
}
