//! The addresses that feeds and sitemaps name.

use super::xml::{Event, Events, attribute};

/// The contents of a document that lists pages.
#[derive(Debug, PartialEq, Eq)]
pub enum Listed {
    /// The pages of a feed.
    Feed(Vec<String>),
    /// The pages of a sitemap.
    Pages(Vec<String>),
    /// The sitemaps of an index.
    Sitemaps(Vec<String>),
}

/// A kind of document that lists pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// RSS 0.9 to 2.0, or Atom.
    Feed,
    /// A sitemap, or an index of sitemaps.
    Sitemap,
}

/// The names of root elements.
const ROOTS: [(&str, Kind); 5] = [
    ("rss", Kind::Feed),
    ("feed", Kind::Feed),
    ("rdf", Kind::Feed),
    ("urlset", Kind::Sitemap),
    ("sitemapindex", Kind::Sitemap),
];

/// Returns the kind of a document by its root element.
pub fn kind(document: &str) -> Option<Kind> {
    let document = document.trim_start_matches('\u{feff}').trim_ascii_start();
    if !document.starts_with('<') {
        return None;
    }
    let root = Events::of(document).find_map(|event| match event {
        Event::Start { name, .. } => Some(local(name)),
        _ => None,
    })?;
    let found = ROOTS.iter().find(|(name, _)| root.eq_ignore_ascii_case(name));
    found.map(|(_, kind)| *kind)
}

/// Reads a document. `None` if it is neither a feed nor a sitemap.
///
/// A sitemap without markup has an address on each line.
///
/// Source: RSS 2.0, RSS 1.0, RFC 4287 (Atom), and the protocol of sitemaps.org.
pub fn read(document: &str) -> Option<Listed> {
    match kind(document) {
        Some(Kind::Feed) => Some(Listed::Feed(of_feed(document))),
        Some(Kind::Sitemap) => Some(of_sitemap(document)),
        None if !document.contains('<') => {
            let lines = document.lines().map(str::trim).filter(|line| !line.is_empty());
            let lines: Vec<_> = lines.map(str::to_owned).collect();
            let are_addresses = !lines.is_empty() && lines.iter().all(|line| line.contains("://"));
            are_addresses.then_some(Listed::Pages(lines))
        }
        None => None,
    }
}

/// The addresses that an item of a feed states.
#[derive(Default)]
struct Item {
    link: String,
    alternate: Option<String>,
    guid: String,
}

impl Item {
    fn address(self) -> Option<String> {
        let texts = [self.link, self.alternate.unwrap_or_default(), self.guid];
        texts.iter().map(|text| text.trim()).find(|text| !text.is_empty()).map(str::to_owned)
    }

    /// Reads the attributes of an element directly in the item. Returns the text that it fills.
    fn begin(&mut self, name: &str, attributes: &str) -> Option<fn(&mut Item) -> &mut String> {
        let is = |value: Option<&str>, expected: &str| value.is_none_or(|value| value == expected);
        if local(name).eq_ignore_ascii_case("link") {
            let href = attribute(attributes, "href");
            let rel = attribute(attributes, "rel");
            if let Some(href) = href.filter(|_| is(rel.as_deref(), "alternate")) {
                self.alternate.get_or_insert(href.into_owned());
            }
        }
        if name.eq_ignore_ascii_case("link") {
            return Some(|item| &mut item.link);
        }
        let permanent = attribute(attributes, "isPermaLink");
        if name.eq_ignore_ascii_case("guid") && is(permanent.as_deref(), "true") {
            return Some(|item| &mut item.guid);
        }
        None
    }
}

fn of_feed(document: &str) -> Vec<String> {
    let mut pages = Vec::new();
    let mut item: Option<Item> = None;
    let mut filled: Option<fn(&mut Item) -> &mut String> = None;
    // The number of open elements in the item.
    let mut depth = 0;
    for event in Events::of(document) {
        match (event, &mut item) {
            (Event::Start { name, .. }, None) => {
                let name = local(name);
                if name.eq_ignore_ascii_case("item") || name.eq_ignore_ascii_case("entry") {
                    item = Some(Item::default());
                    depth = 0;
                }
            }
            (Event::Start { name, attributes }, Some(item)) => {
                filled = if depth == 0 { item.begin(name, attributes) } else { None };
                depth += 1;
            }
            (Event::Text(text), Some(item)) => {
                if let Some(place) = filled {
                    place(item).push_str(&text);
                }
            }
            (Event::End, Some(_)) if depth > 0 => {
                depth -= 1;
                filled = None;
            }
            (Event::End, Some(_)) => pages.extend(item.take().and_then(Item::address)),
            (Event::End | Event::Text(_), None) => {}
        }
    }
    pages
}

fn of_sitemap(document: &str) -> Listed {
    let mut addresses = Vec::new();
    let mut is_index = false;
    let mut open: Vec<&str> = Vec::new();
    for event in Events::of(document) {
        match event {
            Event::Start { name, .. } => {
                is_index |= open.is_empty() && local(name).eq_ignore_ascii_case("sitemapindex");
                if is_loc(name, &open) {
                    addresses.push(String::new());
                }
                open.push(name);
            }
            Event::Text(text) => {
                let is_address = open.split_last().is_some_and(|(name, outer)| is_loc(name, outer));
                if let Some(address) = addresses.last_mut().filter(|_| is_address) {
                    address.push_str(text.trim());
                }
            }
            Event::End => {
                open.pop();
            }
        }
    }
    addresses.retain(|address| !address.is_empty());
    if is_index { Listed::Sitemaps(addresses) } else { Listed::Pages(addresses) }
}

/// Returns true for the element with the address of a page or sitemap, within these elements.
/// Extensions have elements `loc` for images, at other places.
fn is_loc(name: &str, outer: &[&str]) -> bool {
    let is_entry = |name: &&str| {
        let name = local(name);
        name.eq_ignore_ascii_case("url") || name.eq_ignore_ascii_case("sitemap")
    };
    local(name).eq_ignore_ascii_case("loc")
        && outer.len() == 2
        && outer.last().is_some_and(is_entry)
        && outer.last().is_some_and(|entry| prefix(entry) == prefix(name))
}

fn prefix(name: &str) -> Option<&str> {
    name.split_once(':').map(|(prefix, _)| prefix)
}

/// Returns the name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(document: &str, expected: Option<&Listed>) {
        assert_eq!(read(document).as_ref(), expected, "{document}");
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn feeds_name_the_pages_of_their_items() {
        let feed = |pages: &[&str]| Listed::Feed(texts(pages));
        check(
            "<?xml version='1.0'?><rss version='2.0' xmlns:atom='x'><channel><link>http://a/</link>\
             <item><title>1</title><link> http://a/1?b=1&amp;c=2\n</link><guid>http://a/g</guid></item>\
             <item><link><![CDATA[http://a/2]]></link><source><link>http://b/</link></source></item>\
             <item><guid>http://a/3</guid></item><item><guid isPermaLink='false'>4</guid></item>\
             <item><atom:link rel='self' href='http://a/self'/><atom:link href='http://a/5'/></item>\
             <item><description>none</description></item></channel></rss>",
            Some(&feed(&["http://a/1?b=1&c=2", "http://a/2", "http://a/3", "http://a/5"])),
        );
        check(
            "\u{feff}<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://a/'/>\
             <entry><link rel='edit' href='/e'/><link rel='alternate' href='/1'/><link href='/2'/>\
             <source><link href='http://b/'/></source><id>x</id></entry><entry><id>y</id></entry></feed>",
            Some(&feed(&["/1"])),
        );
        check(
            "<rdf:RDF><channel><link>http://a/</link></channel>\
             <item rdf:about='x'><link>http://a/1</link></item></rdf:RDF>",
            Some(&feed(&["http://a/1"])),
        );
        check("<rss><channel></channel></rss>", Some(&feed(&[])));
        check(
            "<rss><item><link>http://a/1</link></item><item><link>http://a/2",
            Some(&feed(&["http://a/1"])),
        );
    }

    #[test]
    fn sitemaps_name_pages_or_sitemaps() {
        check(
            "<urlset><url><loc> http://a/1\n</loc><image:image><image:loc>http://a/i</image:loc>\
             </image:image><image:loc>http://a/j</image:loc></url><url><loc>http://a/2&amp;3</loc></url>\
             <url><lastmod>2026</lastmod></url></urlset>",
            Some(&Listed::Pages(texts(&["http://a/1", "http://a/2&3"]))),
        );
        check(
            "<s:urlset><s:url><s:loc>http://a/1</s:loc></s:url></s:urlset>",
            Some(&Listed::Pages(texts(&["http://a/1"]))),
        );
        check(
            "<sitemapindex><sitemap><loc>http://a/s.xml</loc></sitemap></sitemapindex>",
            Some(&Listed::Sitemaps(texts(&["http://a/s.xml"]))),
        );
        check(
            "http://a/1\r\n\nhttp://a/2\n",
            Some(&Listed::Pages(texts(&["http://a/1", "http://a/2"]))),
        );
    }

    #[test]
    fn other_documents_are_neither() {
        for document in ["", "words", "<html><feed>", "<?xml version='1.0'?><html>", "{\"a\": 1}"] {
            check(document, None);
        }
    }
}
