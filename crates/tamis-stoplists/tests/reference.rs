//! Comparison of the lists with those of jusText 3.0.2.

use std::path::PathBuf;

use sha2::{Digest, Sha256};
use tamis_stoplists::{Stoplist, all, available_languages, get};

/// The name of each list, its number of words, and the first 16 hex digits of the SHA-256 of its
/// words, sorted by code point and joined by line feeds.
///
/// Made with Python 3.11 from `justext.get_stoplist`. Each word is lower-cased again, as
/// `justext.core.define_stoplist` does.
#[rustfmt::skip]
const REFERENCE: [(&str, usize, &str); 100] = [
    ("Afrikaans", 196, "2aff4066747932c4"),
    ("Albanian", 487, "af69ba2852730352"),
    ("Arabic", 2770, "431990d3cb6ebb41"),
    ("Aragonese", 142, "8b51533c1de86072"),
    ("Armenian", 2721, "dc3f6bf79a79e793"),
    ("Aromanian", 485, "8838b3cbda98eda0"),
    ("Asturian", 590, "eb53840877776080"),
    ("Azerbaijani", 3483, "fb9b2e76c9debc18"),
    ("Basque", 2126, "1d1dd285f2638e58"),
    ("Belarusian", 4059, "04dedcfcd4f1a5ef"),
    ("Belarusian_Taraskievica", 3762, "16983568c859635b"),
    ("Bengali", 1094, "17ebbeaa606d15b6"),
    ("Bishnupriya_Manipuri", 55, "b2b59f5e3a0f70e5"),
    ("Bosnian", 2037, "9b52711c2af1e012"),
    ("Breton", 266, "d2d10040a1dbf71a"),
    ("Bulgarian", 1071, "ebab238b17a4e29b"),
    ("Catalan", 203, "1de8b90232f90952"),
    ("Cebuano", 10, "e6f46c0a5b27bbe9"),
    ("Chuvash", 2428, "af9738cc66f0911d"),
    ("Croatian", 2247, "7c704bac18e37a44"),
    ("Czech", 2935, "a0a6cf3d7eb12702"),
    ("Danish", 518, "9b6c14f044cf2588"),
    ("Dutch", 263, "198ff8601902549d"),
    ("English", 453, "a299f60ea40a586b"),
    ("Esperanto", 507, "8d15da488b997d51"),
    ("Estonian", 5752, "f20a5a75df18ac6c"),
    ("Finnish", 6813, "f30366bb692ac6b8"),
    ("French", 381, "975968c2b14df80f"),
    ("Galician", 406, "1abf8af848021bb1"),
    ("Georgian", 5520, "fcd8e41a3cce3127"),
    ("German", 623, "d322b768794a6f1d"),
    ("Greek", 581, "eaab0a992be1794d"),
    ("Gujarati", 414, "17bb3883823bd453"),
    ("Haitian", 32, "66aec57eafb678ee"),
    ("Hebrew", 4283, "39bb03748f48f95e"),
    ("Hindi", 380, "d2692f66c1beefcf"),
    ("Hungarian", 3253, "1c0916175673c0f4"),
    ("Icelandic", 676, "0d1e9c3df20152c3"),
    ("Ido", 44, "5f69b8e097b3cf95"),
    ("Igbo", 139, "cd2bb258f8286950"),
    ("Indonesian", 820, "63b2cdaea3559e22"),
    ("Irish", 197, "2b43aca8dc15570d"),
    ("Italian", 521, "9a5dfaef4601421d"),
    ("Javanese", 550, "443a319cd0ea3890"),
    ("Kannada", 7164, "263d2bc2b70e5784"),
    ("Kazakh", 3456, "13a3f77d012fcdfd"),
    ("Korean", 13222, "618cce4bb4915734"),
    ("Kurdish", 525, "efc71ce81a135c00"),
    ("Kyrgyz", 3610, "482fe29268912881"),
    ("Latin", 1705, "369758db53db721e"),
    ("Latvian", 3324, "779b4d5b1fd7c6f9"),
    ("Lithuanian", 4537, "750f195be000a055"),
    ("Lombard", 119, "9976f94daf544c74"),
    ("Low_Saxon", 162, "328cec55ce4642c1"),
    ("Luxembourgish", 347, "b5ac4e2ce3509136"),
    ("Macedonian", 864, "67734297428b2b68"),
    ("Malay", 774, "04855fb05a74ed87"),
    ("Malayalam", 11842, "7fc9f3f434b082df"),
    ("Maltese", 1296, "52e46ad52e52d1f6"),
    ("Marathi", 2482, "385b2c43d10ca642"),
    ("Neapolitan", 286, "0f168c02b85f276f"),
    ("Nepali", 1696, "8144c1a213009038"),
    ("Newar", 89, "62c548f0894d64d8"),
    ("Norwegian_Bokmal", 438, "6b79e5d20b08d901"),
    ("Norwegian_Nynorsk", 315, "177a765bfed5aec2"),
    ("Occitan", 446, "aaaf1ac7af4fb59f"),
    ("Persian", 485, "5d1075931f69a06c"),
    ("Piedmontese", 67, "1465097f8b01498d"),
    ("Polish", 3209, "7bb7fe2712e0c537"),
    ("Portuguese", 443, "6d611513d4ba5267"),
    ("Quechua", 254, "95d7e2d6490dc7ad"),
    ("Romanian", 912, "131eecd5d0848c82"),
    ("Russian", 4754, "f5d8319d364149dd"),
    ("Samogitian", 1619, "43139df6bb086816"),
    ("Serbian", 1559, "65f55ed7da76e76e"),
    ("Serbo_Croatian", 2217, "905dffbd81838601"),
    ("Sicilian", 475, "ac9f57baf795c9cc"),
    ("Simple_English", 251, "160f23d1f486517a"),
    ("Slovak", 3347, "dac3b4fe1a1aa8c6"),
    ("Slovenian", 2160, "ecb0f48a0f637302"),
    ("Spanish", 271, "6b3ee5ae7356ae25"),
    ("Sundanese", 802, "06c19d411d12a39b"),
    ("Swahili", 350, "7d3f3f3a9a9ab8cf"),
    ("Swedish", 680, "67ad94d1c9aa8891"),
    ("Tagalog", 135, "c5eeff390da951df"),
    ("Tamil", 6346, "5acf51964bd43a3d"),
    ("Telugu", 4701, "708586ed82a6d3ee"),
    ("Turkish", 2842, "30542259315287a6"),
    ("Turkmen", 2978, "cf4333ed44f3ae27"),
    ("Ukrainian", 4658, "e8ac2aea41279b6a"),
    ("Urdu", 233, "f8fc4edf653df946"),
    ("Uzbek", 5549, "b7ff3c2a3fccb3b5"),
    ("Vietnamese", 275, "0b0b6f8fc9ff21b8"),
    ("Volapuk", 75, "f48cc5cd38e5e5e4"),
    ("Walloon", 162, "0bfa1eaec0403b23"),
    ("Waray_Waray", 11, "db6b266eeafdf849"),
    ("Welsh", 488, "99366feb11c120ec"),
    ("West_Frisian", 225, "e01194796b162b49"),
    ("Western_Panjabi", 260, "ab45b385f5b24680"),
    ("Yoruba", 284, "505a1800e32029f1"),
];

fn digest(list: &Stoplist) -> String {
    let words = list.words().collect::<Vec<_>>().join("\n");
    let hash = Sha256::digest(words);
    hash[..8].iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

#[test]
fn lists_have_the_words_of_the_reference() {
    assert!(REFERENCE.iter().map(|(name, ..)| name).eq(available_languages()));
    for ((name, list), (_, count, expected)) in all().zip(REFERENCE) {
        assert_eq!((list.len(), digest(list).as_str()), (count, expected), "{name}");
    }
}

#[test]
fn get_and_all_return_the_same_lists() {
    for (name, list) in all() {
        for spelling in [name.to_uppercase(), name.to_lowercase().replace('_', " ")] {
            let found = get(&spelling).expect(name);
            assert!(std::ptr::eq(found, list), "{spelling}");
        }
    }
}

/// Returns the folder of the lists in an unpacked source package of jusText, or `None` if the
/// environment does not name one.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn source() -> Option<PathBuf> {
    let folder = std::env::var_os("TAMIS_JUSTEXT_SDIST").map(PathBuf::from);
    if folder.is_none() {
        eprintln!(
            "skipped: set TAMIS_JUSTEXT_SDIST to an unpacked source package of jusText 3.0.2"
        );
    }
    Some(folder?.join("justext").join("stoplists"))
}

#[test]
fn lists_have_the_words_of_the_source_package() {
    let Some(folder) = source() else { return };
    for (name, list) in all() {
        let path = folder.join(format!("{name}.txt"));
        let text = std::fs::read_to_string(&path).expect("a readable list");
        // `str::lines` splits like the reference if there are no carriage returns and the last
        // line ends with a line feed.
        assert!(text.ends_with('\n') && !text.contains('\r'), "{name}");
        assert_eq!(list, &Stoplist::from_words(text.lines()), "{name}");
    }
    let files = std::fs::read_dir(&folder).expect("a readable folder").count();
    assert_eq!(files, available_languages().len());
}
