//! The language of a page, declared or detected.

use tamis_dom::{Document, NodeId, name};

use crate::page::Page;

/// A language, and how it was found.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Language, LanguageSource, Page};
/// let page = Page::measure(Parser::default().parse("<html lang=pt-BR><p>Olá</p>"));
/// let language = Language::of(&page).unwrap();
/// assert_eq!(language.code(), "pt-BR");
/// assert_eq!(language.source(), LanguageSource::Declared);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    code: String,
    source: LanguageSource,
}

/// The way a language was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LanguageSource {
    /// The page declares it: `lang` of the root element or the body, or a `content-language` in a
    /// `<meta>`.
    Declared,
    /// The text looks like this language.
    Detected,
}

impl Language {
    /// Returns the BCP 47 tag as the page spells it (`en`, `pt-BR`), or the detected ISO 639 code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Returns the way the language was found.
    pub fn source(&self) -> LanguageSource {
        self.source
    }

    /// Returns the language of the page. `None` if it declares none and its text is too short or
    /// too mixed to tell.
    pub fn of(page: &Page) -> Option<Language> {
        declared(page.document())
            .map(|code| Language { code, source: LanguageSource::Declared })
            .or_else(|| {
                let code = detected(page)?;
                Some(Language { code, source: LanguageSource::Detected })
            })
    }
}

/// Returns the language tag, if its first part is a code of two or three letters.
fn language_tag(value: &str) -> Option<String> {
    let tag = value.trim().split([',', ';', ' ']).next().unwrap_or_default().replace('_', "-");
    let primary = tag.split('-').next().unwrap_or_default();
    let sound = matches!(primary.len(), 2 | 3)
        && primary.bytes().all(|byte| byte.is_ascii_alphabetic())
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    sound.then_some(tag)
}

fn declared(document: &Document) -> Option<String> {
    let root = document.root()?;
    let by_attribute = |id: NodeId| {
        // In HTML, `xml:lang` is an ordinary attribute with a colon in its name.
        [name::LANG, name::XML_LANG]
            .into_iter()
            .find_map(|name| language_tag(document.attr(id, name)?))
    };
    by_attribute(root)
        .or_else(|| document.body().and_then(by_attribute))
        .or_else(|| declared_by_meta(document))
}

fn declared_by_meta(document: &Document) -> Option<String> {
    document.elements(document.head()?).find_map(|id| {
        let header = document.attr(id, name::HTTP_EQUIV)?;
        if !document.is_html(id, name::META) || !header.eq_ignore_ascii_case("content-language") {
            return None;
        }
        language_tag(document.attr(id, name::CONTENT)?)
    })
}

/// Detection reads this many bytes of text: enough for any language, and cheap.
const DETECTED_BYTES: usize = 2048;
/// Detection needs at least this many bytes of text.
const MIN_DETECTED_BYTES: usize = 40;
/// Paragraphs with a higher link density are menus, which are often in other languages.
const MAX_LINK_DENSITY: f64 = 0.5;

fn detected(page: &Page) -> Option<String> {
    let mut sample = String::new();
    for paragraph in page.paragraphs() {
        if f64::from(paragraph.link_chars) > MAX_LINK_DENSITY * f64::from(paragraph.text_chars) {
            continue;
        }
        let text = page.paragraph_text(paragraph);
        let room = DETECTED_BYTES.saturating_sub(sample.len());
        sample.push_str(&text[..text.floor_char_boundary(room)]);
        sample.push('\n');
        if sample.len() >= DETECTED_BYTES {
            break;
        }
    }
    if sample.len() < MIN_DETECTED_BYTES {
        return None;
    }
    let info = whatlang::detect(&sample).filter(whatlang::Info::is_reliable)?;
    Some(shortest_code(info.lang().code()).to_string())
}

/// Returns the code of two letters if ISO 639-1 has one, else the code of three.
fn shortest_code(code: &'static str) -> &'static str {
    CODES.iter().find(|(long, _)| *long == code).map_or(code, |&(_, short)| short)
}

/// The codes of the languages that can be detected. Source: ISO 639.
const CODES: &[(&str, &str)] = &[
    ("afr", "af"),
    ("aka", "ak"),
    ("amh", "am"),
    ("ara", "ar"),
    ("aze", "az"),
    ("bel", "be"),
    ("ben", "bn"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("cmn", "zh"),
    ("cym", "cy"),
    ("dan", "da"),
    ("deu", "de"),
    ("ell", "el"),
    ("eng", "en"),
    ("epo", "eo"),
    ("est", "et"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("guj", "gu"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hrv", "hr"),
    ("hun", "hu"),
    ("hye", "hy"),
    ("ind", "id"),
    ("ita", "it"),
    ("jav", "jv"),
    ("jpn", "ja"),
    ("kan", "kn"),
    ("kat", "ka"),
    ("khm", "km"),
    ("kor", "ko"),
    ("lat", "la"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("mal", "ml"),
    ("mar", "mr"),
    ("mkd", "mk"),
    ("mya", "my"),
    ("nep", "ne"),
    ("nld", "nl"),
    ("nob", "nb"),
    ("ori", "or"),
    ("pan", "pa"),
    ("pes", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rus", "ru"),
    ("sin", "si"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("sna", "sn"),
    ("spa", "es"),
    ("srp", "sr"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tel", "te"),
    ("tgl", "tl"),
    ("tha", "th"),
    ("tuk", "tk"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("urd", "ur"),
    ("uzb", "uz"),
    ("vie", "vi"),
    ("yid", "yi"),
    ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_dom::Parser;

    fn check(html: &str, expected: Option<(&str, LanguageSource)>) {
        let page = Page::measure(Parser::default().parse(html));
        let language = Language::of(&page);
        let found = language.as_ref().map(|language| (language.code(), language.source()));
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn declared_in_all_spellings() {
        let declared = |code| Some((code, LanguageSource::Declared));
        check("<html lang=en>", declared("en"));
        check("<html lang=' de_AT '>", declared("de-AT"));
        check("<html xml:lang=fr>", declared("fr"));
        check("<body lang=nl>", declared("nl"));
        check("<meta http-equiv=Content-Language content='sv, en'>", declared("sv"));
        check("<html lang='{{ lang }}'>", None);
        check("<html lang=''>", None);
    }

    #[test]
    fn detected_from_the_text() {
        let detected = |code| Some((code, LanguageSource::Detected));
        check(
            "<p>Das ist ein deutscher Satz, der lang genug ist, dass man seine Sprache erkennt.",
            detected("de"),
        );
        check(
            "<p>これは日本語の文章です。言語を判別するのに十分な長さがあります。",
            detected("ja"),
        );
        check("<p>Hm.", None);
    }
}
