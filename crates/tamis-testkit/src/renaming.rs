//! A copy of a page with other words and hosts, and the same structure.
//!
//! An extractor that uses structure gives the same result for both. One that recognizes a page by
//! its words does not.

use std::borrow::Cow;

use serde_json::Value;
use tamis_dom::{Document, NodeId, name};

use crate::rewrite::rewritten;
use crate::sample::SplitMix64;

/// Words that the patterns of an extractor may contain: those about advertising and loading in
/// `REGEXPS` of Readability.js, those in character references and at the beginning of addresses,
/// and file types.
const KNOWN_WORDS: &[&str] = &[
    "advertising",
    "advertisement",
    "publicité",
    "werbung",
    "реклама",
    "anuncio",
    "loading",
    "загрузка",
    "chargement",
    "cargando",
    "quot",
    "apos",
    "nbsp",
    "http",
    "https",
    "mailto",
    "javascript",
    "data",
    "base64",
    "jpeg",
    "webp",
    "avif",
    "html",
];

/// Parts of hosts that patterns may contain: those of `REGEXPS.videos` in Readability.js, and those
/// that every host has.
const KNOWN_LABELS: &[&str] = &[
    "www",
    "dailymotion",
    "youtube",
    "youtube-nocookie",
    "player",
    "vimeo",
    "v",
    "qq",
    "archive",
    "upload",
    "wikimedia",
    "twitch",
    "live",
    "bilibili",
];

/// Words with fewer letters keep their names.
const WORD_LETTERS: usize = 4;

/// The keys of JSON-LD whose values are words for readers.
const JSON_KEYS: &[&str] = &["headline", "name", "description", "alternateName", "articleBody"];

/// Letters for letters: vowels for vowels, consonants for consonants, none for itself.
///
/// Two words that are the same stay the same, two that differ stay apart, lengths and case stay.
///
/// ```
/// use tamis_testkit::renaming::Renaming;
///
/// let renaming = Renaming::new(1);
/// let renamed = renaming.words("The Harbour, the harbour – 1,200 ads. Advertisement");
/// assert_ne!(&renamed[4..11], "Harbour");
/// assert_eq!(renamed[4..11].to_lowercase(), renamed[17..24]);
/// assert!(renamed.starts_with("The ") && renamed.ends_with(" – 1,200 ads. Advertisement"));
/// assert!(renaming.hosts("//www.youtube.com/x").starts_with("//www.youtube.com/"));
/// assert_ne!(renaming.hosts("http://example.com/x"), "http://example.com/x");
/// ```
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The replacement of each letter from `a` on.
    letters: [u8; 26],
}

impl Renaming {
    /// The renaming that this seed chooses.
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut letters = [0; 26];
        for group in [b"aeiou".as_slice(), b"bcdfghjklmnpqrstvwxyz"] {
            let mut images = group.to_vec();
            // One cycle through all of the group (Sattolo's shuffle): no letter replaces itself.
            for last in (1..images.len()).rev() {
                images.swap(last, random.below(last));
            }
            for (letter, image) in group.iter().zip(images) {
                letters[usize::from(letter - b'a')] = image;
            }
        }
        Self { letters }
    }

    /// Renames the longer words of a text. Keeps letters beyond ASCII and the words that patterns
    /// contain.
    pub fn words(&self, text: &str) -> String {
        let mut renamed = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(char::is_alphabetic) {
            let (before, from) = rest.split_at(start);
            renamed.push_str(before);
            let end = from.find(|c: char| !c.is_alphabetic()).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            if before.ends_with("&#") {
                renamed.push_str(word);
            } else {
                renamed.push_str(&self.word(word));
            }
            rest = after;
        }
        renamed + rest
    }

    /// The value of an attribute with the hosts of the addresses in it renamed.
    pub fn hosts(&self, value: &str) -> String {
        let mut renamed = String::with_capacity(value.len());
        let mut rest = value;
        while let Some(at) = rest.find("//") {
            let (before, from) = rest.split_at(at + 2);
            renamed.push_str(before);
            let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
            let end = from.find(|c| !is_host(c)).unwrap_or(from.len());
            let (host, after) = from.split_at(end);
            renamed.push_str(&self.host(host));
            rest = after;
        }
        renamed + rest
    }

    /// Renames the words of the document, also those of its metadata, and its hosts. Drops the
    /// comments.
    pub fn document(&self, document: &Document) -> Document {
        rewritten(
            document,
            |id, text| self.text_node(document, id, text),
            |id, attribute, value| {
                if attribute == "content" && document.is_html(id, name::META) {
                    self.words(value).into()
                } else {
                    self.hosts(value).into()
                }
            },
        )
    }

    fn word(&self, word: &str) -> String {
        let lower = word.to_lowercase();
        if word.chars().count() < WORD_LETTERS || KNOWN_WORDS.contains(&lower.as_str()) {
            return word.to_owned();
        }
        self.all_letters(word)
    }

    fn all_letters(&self, text: &str) -> String {
        let rename = |c: char| {
            let Ok(letter) = u8::try_from(c.to_ascii_lowercase()) else { return c };
            let Some(place) = letter.checked_sub(b'a').filter(|place| *place < 26) else {
                return c;
            };
            let image = char::from(self.letters[usize::from(place)]);
            if c.is_ascii_uppercase() { image.to_ascii_uppercase() } else { image }
        };
        text.chars().map(rename).collect()
    }

    /// All but the last label of a host, and a host of one label whole.
    fn host(&self, host: &str) -> String {
        let (labels, domain) = host.rsplit_once('.').map_or((host, None), |(a, b)| (a, Some(b)));
        let renamed = labels.split('.').map(|label| {
            let known = KNOWN_LABELS.contains(&label.to_ascii_lowercase().as_str());
            if known { label.to_owned() } else { self.all_letters(label) }
        });
        let renamed = renamed.collect::<Vec<_>>().join(".");
        domain.map_or(renamed.clone(), |domain| format!("{renamed}.{domain}"))
    }

    fn text_node<'d>(&self, document: &Document, id: NodeId, text: &'d str) -> Cow<'d, str> {
        let Some(parent) = document.parent(id) else { return text.into() };
        if document.is_html(parent, name::SCRIPT) {
            let json = document.attr(parent, name::TYPE) == Some("application/ld+json");
            return if json { self.json(text) } else { text.into() };
        }
        let literal = [name::STYLE, name::IFRAME, name::NOEMBED, name::NOFRAMES, name::XMP];
        if literal.into_iter().any(|name| document.is_html(parent, name)) {
            return text.into();
        }
        self.words(text).into()
    }

    /// Renames the values of JSON-LD that are words for readers. Returns invalid JSON unchanged.
    fn json<'d>(&self, text: &'d str) -> Cow<'d, str> {
        let bare = text.trim();
        let bare = bare.strip_prefix("<![CDATA[").unwrap_or(bare);
        let bare = bare.strip_suffix("]]>").unwrap_or(bare);
        let Ok(mut value) = serde_json::from_str::<Value>(bare) else { return text.into() };
        self.json_value(&mut value);
        value.to_string().into()
    }

    fn json_value(&self, root: &mut Value) {
        // A stack: JSON may be nested as deep as its reader allows.
        let mut values = vec![root];
        while let Some(value) = values.pop() {
            match value {
                Value::Array(items) => values.extend(items),
                Value::Object(fields) => {
                    for (key, value) in fields {
                        if let (true, Value::String(text)) =
                            (JSON_KEYS.contains(&key.as_str()), &mut *value)
                        {
                            *text = self.words(text);
                        } else {
                            values.push(value);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn no_letter_stands_for_itself_or_for_two() {
        for seed in 0..100 {
            let Renaming { letters } = Renaming::new(seed);
            let mut sorted = letters;
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(b'a'..=b'z'));
            assert!(
                letters.iter().copied().zip(b'a'..=b'z').all(|(image, letter)| image != letter)
            );
        }
    }

    #[test]
    fn lengths_and_what_is_no_word_stay() {
        let text = "Größe, 20% off!\n&#xabcd; https://a.example/b?c=quote Реклама “Naïve”";
        let renamed = Renaming::new(3).words(text);
        assert_eq!(renamed.chars().count(), text.chars().count());
        for kept in ["20% off!\n&#xabcd; https://a.", "Реклама “", "ö", "ß", "ï"] {
            assert!(renamed.contains(kept), "{kept} in {renamed}");
        }
        assert!(!renamed.contains("example") && !renamed.contains("quote"), "{renamed}");
    }

    #[test]
    fn a_document_is_renamed_everywhere_at_once() {
        let html = r#"<title>Harbour</title><meta name=author content=Keeper><link class=harbour href="//cdn.harbour.com/harbour">
            <script type="application/ld+json">{"@type":"Article","headline":"Harbour","author":[{"name":"Keeper"}]}</script>
            <style>harbour</style><p title=harbour>Harbour<template>Keeper</template>"#;
        let renaming = Renaming::new(5);
        let renamed = renaming.document(&Parser::default().parse(html));
        let [harbour, keeper] = ["Harbour", "Keeper"].map(|word| renaming.words(word));
        let out = renamed.outer_html(NodeId::DOCUMENT);
        assert!(!out.contains("Harbour") && !out.contains("Keeper"), "{out}");
        assert_eq!((out.matches(&harbour).count(), out.matches(&keeper).count()), (3, 3), "{out}");
        assert!(out.contains(r#""@type":"Article""#), "{out}");
        assert!(out.contains("class=\"harbour\"") && out.contains("<style>harbour"), "{out}");
        assert!(out.contains(".com/harbour\""), "{out}");
        assert!(!out.contains("harbour.com"), "{out}");
    }
}
