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
    /// Returns the BCP 47 tag that the page means (`en`, `pt-BR`), or the detected ISO 639 code.
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

/// Returns what a page states as its language as a BCP 47 tag: `de-DE` for `de_DE`, `en` for `eng`,
/// `ja` for `jp`. Of a list, the first counts. `None` if it is no language, for example `utf-8` or
/// `{{ lang }}`.
///
/// The language must have a code of ISO 639, because pages state all kinds of things. What follows
/// it is kept as far as it has the form of a script, a region or a variant.
///
/// Source: RFC 5646, 2.1.
pub(crate) fn language_tag(value: &str) -> Option<String> {
    let value = value.trim().split([',', ';', ' ']).next().unwrap_or_default();
    let mut parts = value.split(['-', '_']);
    let mut tag = primary(&parts.next()?.to_ascii_lowercase())?.to_owned();
    for part in parts {
        let is_alphabetic = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_numeric = part.bytes().all(|byte| byte.is_ascii_digit());
        let has_region = tag.contains('-') && !tag.ends_with(|last: char| last.is_lowercase());
        let part = match part.len() {
            4 if is_alphabetic => {
                let (first, rest) = part.split_at(1);
                first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
            }
            2 if is_alphabetic && !has_region => part.to_ascii_uppercase(),
            3 if is_numeric && !has_region => part.to_owned(),
            5..=8 if part.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                part.to_ascii_lowercase()
            }
            _ => break,
        };
        tag = format!("{tag}-{part}");
    }
    Some(tag)
}

/// Returns the language that the first part of a tag means, in lower case.
fn primary(part: &str) -> Option<&str> {
    let meant = |codes: &[(&str, &'static str)]| {
        codes.iter().find(|(code, _)| *code == part).map(|&(_, meant)| meant)
    };
    let is_code = match part.len() {
        2 => TWO_LETTERS.split(' ').any(|code| code == part),
        // Nearly half of all words of three letters are languages.
        3 => part.bytes().all(|byte| byte.is_ascii_lowercase()) && !NO_LANGUAGES.contains(&part),
        _ => false,
    };
    meant(OTHER_CODES).or_else(|| meant(CODES)).or(is_code.then_some(part))
}

/// Words of three letters that pages state in the place of a language: the beginnings of the names
/// of encodings.
const NO_LANGUAGES: [&str; 3] = ["iso", "utf", "win"];

/// All codes of two letters. Source: ISO 639-1.
const TWO_LETTERS: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce \
    ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv \
    ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr \
    ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn \
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn \
    so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo \
    xh yi yo za zh zu";

/// Other codes that pages use for languages: bibliographic ones of ISO 639-2, old ones, those of
/// Windows, and those of countries that are no language.
const OTHER_CODES: &[(&str, &str)] = &[
    ("alb", "sq"),
    ("arm", "hy"),
    ("baq", "eu"),
    ("bur", "my"),
    ("chi", "zh"),
    ("chs", "zh-CN"),
    ("cht", "zh-TW"),
    ("cn", "zh"),
    ("cz", "cs"),
    ("cze", "cs"),
    ("dk", "da"),
    ("dut", "nl"),
    ("enu", "en-US"),
    ("esn", "es"),
    ("esp", "es"),
    ("eus", "eu"),
    ("fas", "fa"),
    ("fre", "fr"),
    ("gb", "en-GB"),
    ("geo", "ka"),
    ("ger", "de"),
    ("gle", "ga"),
    ("glg", "gl"),
    ("gr", "el"),
    ("gre", "el"),
    ("ice", "is"),
    ("in", "id"),
    ("isl", "is"),
    ("iw", "he"),
    ("ji", "yi"),
    ("jp", "ja"),
    ("jw", "jv"),
    ("kaz", "kk"),
    ("mac", "mk"),
    ("may", "ms"),
    ("mo", "ro"),
    ("msa", "ms"),
    ("nno", "nn"),
    ("nor", "no"),
    ("per", "fa"),
    ("ptb", "pt-BR"),
    ("ptg", "pt-PT"),
    ("rum", "ro"),
    ("slo", "sk"),
    ("sqi", "sq"),
    ("swa", "sw"),
    ("ua", "uk"),
    ("us", "en-US"),
    ("vn", "vi"),
    ("wel", "cy"),
    ("zho", "zh"),
];

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
        check("<html lang=eng>", declared("en"));
        check("<html lang=utf-8><body lang=pl-pl>", declared("pl-PL"));
        check("<html lang='{{ lang }}'>", None);
        check("<html lang=''>", None);
    }

    #[test]
    fn tags_are_valid() {
        for (stated, expected) in [
            ("en", "en"),
            ("EN_us", "en-US"),
            ("zh-hans-cn", "zh-Hans-CN"),
            ("es-419", "es-419"),
            ("de-CH-1996", "de-CH"),
            ("sl-rozaj", "sl-rozaj"),
            ("en-GB-oxendict", "en-GB-oxendict"),
            ("en-", "en"),
            ("deu-DEU", "de"),
            ("esn-esp", "es"),
            ("chs", "zh-CN"),
            ("jp", "ja"),
            ("cz-CZ", "cs-CZ"),
            ("iw", "he"),
            ("ger", "de"),
            ("fil-PH", "fil-PH"),
            ("tlh", "tlh"),
            ("pt-BR, en", "pt-BR"),
            ("en-US.UTF-8", "en"),
        ] {
            assert_eq!(language_tag(stated).as_deref(), Some(expected), "{stated}");
        }
        for stated in
            ["", "utf-8", "xx", "iso-8859-1", "{{lang}}", "english", "e", "-en", "zz-ZZ", "日本"]
        {
            assert_eq!(language_tag(stated), None, "{stated}");
        }
        let all = || OTHER_CODES.iter().map(|&(code, _)| code);
        assert!(all().is_sorted() && TWO_LETTERS.split(' ').is_sorted());
        assert!(all().all(|code| !TWO_LETTERS.split(' ').any(|other| other == code)));
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
