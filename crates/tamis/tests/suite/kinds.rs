//! The cases of `testdata/kinds`: whole pages of the kinds that people report, through `auto`.
//!
//! A case has the inside of an article. `pages.toml` has the pages around it, of several themes,
//! and their words and paragraphs in each language. In all of them, `{title}` and the like stand
//! for those of the language of a case, and `{1}` for its first paragraph.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tamis::{Config, Extractor};

/// The pages and languages of all cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Surroundings {
    pages: BTreeMap<String, String>,
    languages: BTreeMap<String, Language>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    direction: Option<String>,
    site: String,
    title: String,
    related: String,
    menu: Vec<String>,
    paragraphs: Vec<String>,
}

/// The cases of a kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    /// What people report.
    about: String,
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    page: String,
    language: String,
    /// The end of the head of the page.
    #[serde(default)]
    head: String,
    /// The inside of the article.
    html: String,
    /// What is in the text or in the Markdown.
    #[serde(default)]
    keeps: Vec<String>,
    /// What is not in the text.
    #[serde(default)]
    drops: Vec<String>,
    /// What is in the Markdown, to the letter.
    #[serde(default)]
    markdown: Vec<String>,
    /// Texts that the Markdown does not contain.
    #[serde(default)]
    unmarked: Vec<String>,
    /// Texts that the Markdown contains once.
    #[serde(default)]
    once: Vec<String>,
    /// Why it is not right yet. Then it must fail.
    fails: Option<String>,
}

impl Language {
    /// Puts the words and paragraphs of the language into a text.
    fn fill(&self, text: &str) -> String {
        let mut filled = text
            .replace(
                "{dir}",
                &self.direction.as_ref().map_or(String::new(), |of| format!(" dir=\"{of}\"")),
            )
            .replace("{site}", &self.site)
            .replace("{title}", &self.title)
            .replace("{related}", &self.related);
        for (at, word) in self.menu.iter().enumerate() {
            filled = filled.replace(&format!("{{menu {}}}", at + 1), word);
        }
        for (at, paragraph) in self.paragraphs.iter().enumerate() {
            filled = filled.replace(&format!("{{{}}}", at + 1), paragraph);
        }
        filled
    }
}

impl Case {
    /// Returns what is wrong with the page of a case.
    fn fault(&self, surroundings: &Surroundings, extractor: &mut Extractor) -> Option<String> {
        let language = &surroundings.languages[&self.language];
        let page = surroundings.pages[&self.page].replace("{article}", &self.html);
        let page = page.replacen("</head>", &format!("{}</head>", self.head), 1);
        let page = language.fill(&page.replace("{language}", &self.language));
        let extraction = extractor.extract(page.as_str());
        let (text, markdown) = (words(extraction.text()), extraction.markdown());
        let in_markdown = words(&markdown);
        let has = |wanted: &str| text.contains(wanted) || in_markdown.contains(wanted);
        let filled = |texts: &[String]| -> Vec<String> {
            texts.iter().map(|text| language.fill(text)).collect()
        };
        let lost = filled(&self.keeps).into_iter().find(|of| !has(&words(of)));
        let leaked = || filled(&self.drops).into_iter().find(|of| text.contains(&words(of)));
        let unlike = || filled(&self.markdown).into_iter().find(|of| !markdown.contains(of));
        let marked = || filled(&self.unmarked).into_iter().find(|of| markdown.contains(of));
        let again = || filled(&self.once).into_iter().find(|of| markdown.matches(of).count() != 1);
        lost.map(|of| format!("lost: {of}"))
            .or_else(|| leaked().map(|of| format!("kept: {of}")))
            .or_else(|| unlike().map(|of| format!("not in the Markdown: {of}")))
            .or_else(|| again().map(|of| format!("not once in the Markdown: {of}")))
            .or_else(|| marked().map(|of| format!("in the Markdown: {of}")))
    }
}

/// Returns the words of a text with one space between two.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/kinds")
}

fn load<T: DeserializeOwned>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap();
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn kinds_of_pages_that_people_report() {
    let surroundings: Surroundings = load(&folder().join("pages.toml"));
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, mut faults) = (0, Vec::new());
    for file in files.iter().filter(|file| !file.ends_with("pages.toml")) {
        let kind: Kind = load(file);
        assert!(!kind.about.is_empty());
        for case in &kind.case {
            cases += 1;
            match (case.fault(&surroundings, &mut extractor), &case.fails) {
                (Some(fault), None) => faults.push(format!("{}: {fault}", case.name)),
                (None, Some(_)) => faults.push(format!("{}: is right now", case.name)),
                _ => {}
            }
        }
    }
    assert!(cases >= 150, "{cases} cases");
    assert!(faults.is_empty(), "{} of {cases} cases:\n{}", faults.len(), faults.join("\n"));
}
