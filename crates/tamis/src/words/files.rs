//! The files of the languages, and the table that is generated from them.
//!
//! `TAMIS_WRITE_WORDS=1 cargo test -p tamis --lib words` writes the table anew. Without the
//! variable the test fails if the table is not that of the files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

use super::{Language, List, Topic};

/// A file of a language.
#[derive(Deserialize)]
struct LanguageFile {
    /// The code of BCP 47.
    code: String,
    name: String,
    /// The origins of the words.
    sources: Vec<String>,
    #[serde(default)]
    months: Vec<Vec<String>>,
    #[serde(default)]
    topics: BTreeMap<String, Vec<String>>,
    #[serde(flatten)]
    lists: BTreeMap<String, Vec<String>>,
}

/// A language that nobody speaks, in all tests of this crate.
const MADE_UP: &str = r#"
code = "x-crumb"
name = "Crumbish"
sources = ["made up"]
months = [
    ["unuzok"], ["duzok"], ["trizok"], ["kvarzok"], ["kvinzok"], ["seszok"],
    ["sepzok"], ["okzok"], ["nauzok"], ["dekzok"], ["dekunuzok"], ["dekduzok"],
]
published = ["eldonzita"]
changed = ["shanzhita"]
bylines = ["skribzita de"]
"#;

/// The made-up language.
pub(super) fn made_up() -> &'static Language {
    leak(&parse(MADE_UP).unwrap())
}

/// Reads a file and checks what every file must have.
fn parse(text: &str) -> Result<LanguageFile, String> {
    let file: LanguageFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let code = &file.code;
    let check = |is_sound: bool, fault: &str| {
        if is_sound { Ok(()) } else { Err(format!("{code}: {fault}")) }
    };
    check(!file.name.is_empty() && !file.sources.is_empty(), "it needs a name and sources")?;
    check(matches!(file.months.len(), 0 | 12), "a year has twelve months")?;
    let known = |name: &String| List::NAMES.iter().any(|(_, known)| known == name);
    check(file.lists.keys().all(known), "a list is unknown")?;
    let known = |name: &String| Topic::NAMES.iter().any(|(_, known)| known == name);
    check(file.topics.keys().all(known), "a topic is unknown")?;
    let mut words = file.lists.values().chain(file.topics.values()).chain(&file.months).flatten();
    let is_sound = |word: &String| !word.trim().is_empty() && !word.contains(['"', '\\', '\n']);
    check(words.all(is_sound), "a word is empty or has a sign that is none of a word")?;
    Ok(file)
}

/// The words of a file as those of the table.
fn leak(file: &LanguageFile) -> &'static Language {
    fn all(words: &[String]) -> &'static [&'static str] {
        words.iter().map(|word| &*word.clone().leak()).collect::<Vec<&'static str>>().leak()
    }
    let months: Vec<&'static [&'static str]> = file.months.iter().map(|names| all(names)).collect();
    let lists = named(&file.lists, List::NAMES).map(|(list, _, words)| (list, all(words)));
    let topics = named(&file.topics, Topic::NAMES).map(|(topic, _, words)| (topic, all(words)));
    let (lists, topics) = (lists.collect::<Vec<_>>().leak(), topics.collect::<Vec<_>>().leak());
    Box::leak(Box::new(Language { months: months.leak(), lists, topics }))
}

/// The lists of a file, in the order of the code, with the names of their values there.
fn named<'f, T: Copy + std::fmt::Debug>(
    lists: &'f BTreeMap<String, Vec<String>>,
    names: &'f [(T, &str)],
) -> impl Iterator<Item = (T, String, &'f Vec<String>)> {
    names.iter().filter_map(|&(value, name)| Some((value, format!("{value:?}"), lists.get(name)?)))
}

/// The folder of the files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/words")
}

/// The files, sorted by code.
fn files() -> Vec<LanguageFile> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let read = |path: PathBuf| {
        let file = parse(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(path.file_stem().unwrap(), file.code.as_str(), "the name of a file is its code");
        file
    };
    let mut files: Vec<LanguageFile> = paths.map(read).collect();
    files.sort_by(|one, other| one.code.cmp(&other.code));
    files
}

/// The source of the table.
fn table(files: &[LanguageFile]) -> String {
    let mut table = format!(
        "//! The words of all languages.\n//!\n//! Generated from the files of this folder, as \
         `files.rs` says. Do not edit.\n\nuse super::{{Language, List, Topic}};\n\npub(super) \
         static LANGUAGES: [Language; {}] = [\n",
        files.len()
    );
    for file in files {
        let LanguageFile { code, name, .. } = file;
        writeln!(table, "    // {code}: {name}\n    Language {{\n        months: &[").unwrap();
        for names in &file.months {
            writeln!(table, "            {},", literal(names)).unwrap();
        }
        table.push_str("        ],\n        lists: &[\n");
        for (_, list, words) in named(&file.lists, List::NAMES) {
            writeln!(table, "            (List::{list}, {}),", literal(words)).unwrap();
        }
        table.push_str("        ],\n        topics: &[\n");
        for (_, topic, words) in named(&file.topics, Topic::NAMES) {
            writeln!(table, "            (Topic::{topic}, {}),", literal(words)).unwrap();
        }
        table.push_str("        ],\n    },\n");
    }
    table + "];\n"
}

/// The words as Rust writes them.
fn literal(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("&[{}]", words.join(", "))
}

#[test]
fn the_table_is_that_of_the_files() {
    let path = folder().join("table.rs");
    let wanted = table(&files());
    if env::var_os("TAMIS_WRITE_WORDS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let is_same = fs::read_to_string(&path).unwrap() == wanted;
    assert!(is_same, "the files have changed: run this test with TAMIS_WRITE_WORDS=1");
}

#[test]
fn faults_of_files() {
    let start = "code = 'x'\nname = 'X'\nsources = ['made up']\n";
    for (rest, fault) in [
        ("bylines = ['by']", None),
        ("by_lines = ['by']", Some("x: a list is unknown")),
        ("months = [['jan']]", Some("x: a year has twelve months")),
        ("[topics]\nbread = ['loaf']", Some("x: a topic is unknown")),
        ("other = ['']", Some("x: a word is empty or has a sign that is none of a word")),
    ] {
        assert_eq!(parse(&format!("{start}{rest}")).err().as_deref(), fault, "{rest}");
    }
    assert!(parse("code = 'x'\nname = 'X'").is_err());
}

#[test]
fn words_are_in_lower_case_and_listed_once() {
    for file in files() {
        let words = file.lists.values().chain(file.topics.values()).chain(&file.months).flatten();
        for word in words {
            assert_eq!(word.to_lowercase(), *word, "{}", file.code);
        }
        for (list, words) in file.lists.iter().chain(&file.topics) {
            let mut sorted: Vec<&String> = words.iter().collect();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), words.len(), "{} {list}", file.code);
        }
    }
}
