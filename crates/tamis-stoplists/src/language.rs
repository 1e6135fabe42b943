//! The names of the lists, and the codes of their languages.

/// The name of a list and the codes of its language.
pub(crate) struct Language {
    /// The file name in jusText, without `.txt`.
    pub(crate) name: &'static str,
    /// Lower-case language tags. At least one.
    pub(crate) codes: &'static [&'static str],
}

const fn language(name: &'static str, codes: &'static [&'static str]) -> Language {
    Language { name, codes }
}

/// All lists, sorted by name.
pub(crate) static LANGUAGES: [Language; 100] = [
    language("Afrikaans", &["af", "afr"]),
    language("Albanian", &["sq", "sqi", "alb", "als"]),
    language("Arabic", &["ar", "ara", "arb"]),
    language("Aragonese", &["an", "arg"]),
    language("Armenian", &["hy", "hye", "arm"]),
    language("Aromanian", &["rup", "roa-rup"]),
    language("Asturian", &["ast"]),
    language("Azerbaijani", &["az", "aze", "azj"]),
    language("Basque", &["eu", "eus", "baq"]),
    language("Belarusian", &["be", "bel"]),
    language("Belarusian_Taraskievica", &["be-tarask", "be-x-old"]),
    language("Bengali", &["bn", "ben"]),
    language("Bishnupriya_Manipuri", &["bpy"]),
    language("Bosnian", &["bs", "bos"]),
    language("Breton", &["br", "bre"]),
    language("Bulgarian", &["bg", "bul"]),
    language("Catalan", &["ca", "cat"]),
    language("Cebuano", &["ceb"]),
    language("Chuvash", &["cv", "chv"]),
    language("Croatian", &["hr", "hrv", "scr"]),
    language("Czech", &["cs", "ces", "cze"]),
    language("Danish", &["da", "dan"]),
    language("Dutch", &["nl", "nld", "dut"]),
    language("English", &["en", "eng"]),
    language("Esperanto", &["eo", "epo"]),
    language("Estonian", &["et", "est", "ekk"]),
    language("Finnish", &["fi", "fin"]),
    language("French", &["fr", "fra", "fre"]),
    language("Galician", &["gl", "glg"]),
    language("Georgian", &["ka", "kat", "geo"]),
    language("German", &["de", "deu", "ger"]),
    language("Greek", &["el", "ell", "gre"]),
    language("Gujarati", &["gu", "guj"]),
    language("Haitian", &["ht", "hat"]),
    language("Hebrew", &["he", "heb", "iw"]),
    language("Hindi", &["hi", "hin"]),
    language("Hungarian", &["hu", "hun"]),
    language("Icelandic", &["is", "isl", "ice"]),
    language("Ido", &["io", "ido"]),
    language("Igbo", &["ig", "ibo"]),
    language("Indonesian", &["id", "ind", "in"]),
    language("Irish", &["ga", "gle"]),
    language("Italian", &["it", "ita"]),
    language("Javanese", &["jv", "jav", "jw"]),
    language("Kannada", &["kn", "kan"]),
    language("Kazakh", &["kk", "kaz"]),
    language("Korean", &["ko", "kor"]),
    language("Kurdish", &["ku", "kur", "kmr"]),
    language("Kyrgyz", &["ky", "kir"]),
    language("Latin", &["la", "lat"]),
    language("Latvian", &["lv", "lav", "lvs"]),
    language("Lithuanian", &["lt", "lit"]),
    language("Lombard", &["lmo"]),
    language("Low_Saxon", &["nds"]),
    language("Luxembourgish", &["lb", "ltz", "i-lux"]),
    language("Macedonian", &["mk", "mkd", "mac"]),
    language("Malay", &["ms", "msa", "may", "zsm"]),
    language("Malayalam", &["ml", "mal"]),
    language("Maltese", &["mt", "mlt"]),
    language("Marathi", &["mr", "mar"]),
    language("Neapolitan", &["nap"]),
    language("Nepali", &["ne", "nep", "npi"]),
    language("Newar", &["new"]),
    language("Norwegian_Bokmal", &["nb", "nob", "no", "nor"]),
    language("Norwegian_Nynorsk", &["nn", "nno", "no-nyn"]),
    language("Occitan", &["oc", "oci"]),
    language("Persian", &["fa", "fas", "per", "pes"]),
    language("Piedmontese", &["pms"]),
    language("Polish", &["pl", "pol"]),
    language("Portuguese", &["pt", "por"]),
    language("Quechua", &["qu", "que"]),
    language("Romanian", &["ro", "ron", "rum", "mo", "mol"]),
    language("Russian", &["ru", "rus"]),
    language("Samogitian", &["sgs", "bat-smg"]),
    language("Serbian", &["sr", "srp", "scc"]),
    language("Serbo_Croatian", &["sh", "hbs"]),
    language("Sicilian", &["scn"]),
    language("Simple_English", &["simple", "en-simple"]),
    language("Slovak", &["sk", "slk", "slo"]),
    language("Slovenian", &["sl", "slv"]),
    language("Spanish", &["es", "spa"]),
    language("Sundanese", &["su", "sun"]),
    language("Swahili", &["sw", "swa", "swh"]),
    language("Swedish", &["sv", "swe"]),
    language("Tagalog", &["tl", "tgl", "fil"]),
    language("Tamil", &["ta", "tam"]),
    language("Telugu", &["te", "tel"]),
    language("Turkish", &["tr", "tur"]),
    language("Turkmen", &["tk", "tuk"]),
    language("Ukrainian", &["uk", "ukr"]),
    language("Urdu", &["ur", "urd"]),
    language("Uzbek", &["uz", "uzb", "uzn"]),
    language("Vietnamese", &["vi", "vie"]),
    language("Volapuk", &["vo", "vol"]),
    language("Walloon", &["wa", "wln"]),
    language("Waray_Waray", &["war"]),
    language("Welsh", &["cy", "cym", "wel"]),
    language("West_Frisian", &["fy", "fry"]),
    language("Western_Panjabi", &["pnb", "pa-arab", "pa-pk"]),
    language("Yoruba", &["yo", "yor"]),
];

static NAMES: [&str; LANGUAGES.len()] = {
    let mut names = [""; LANGUAGES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = LANGUAGES[at].name;
        at += 1;
    }
    names
};

/// Returns the names of the 100 lists as jusText spells them (`"English"`, `"Norwegian_Bokmal"`),
/// sorted.
///
/// ```
/// let names = tamis_stoplists::available_languages();
/// assert_eq!((names.len(), names[0]), (100, "Afrikaans"));
/// ```
///
/// Source: `justext.get_stoplists`. Deviation: the reference returns an unsorted set.
pub fn available_languages() -> &'static [&'static str] {
    &NAMES
}

/// Returns the index of a list in [`LANGUAGES`]. Case is ignored; a space or `-` matches `_`.
#[cfg(feature = "data")]
pub(crate) fn position(name: &str) -> Option<usize> {
    let spelt = |b: u8| if matches!(b, b' ' | b'-') { b'_' } else { b.to_ascii_lowercase() };
    NAMES.iter().position(|known| {
        known.len() == name.len()
            && known.bytes().zip(name.bytes()).all(|(a, b)| a.to_ascii_lowercase() == spelt(b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(available_languages().is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn codes_are_lower_case_and_unique() {
        let mut codes: Vec<&str> = LANGUAGES.iter().flat_map(|l| l.codes).copied().collect();
        assert!(codes.iter().all(|c| c.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        codes.sort_unstable();
        assert!(codes.is_sorted_by(|a, b| a < b), "duplicate code in {codes:?}");
    }

    #[test]
    fn names_are_found_in_any_spelling() {
        let place = position("Norwegian_Bokmal");
        assert!(place.is_some());
        for name in ["norwegian_bokmal", "NORWEGIAN BOKMAL", "Norwegian-Bokmal"] {
            assert_eq!(position(name), place, "{name}");
        }
        for name in ["", "Norwegian", "Klingon", "English ", "_English", "nb"] {
            assert_eq!(position(name), None, "{name}");
        }
    }
}
