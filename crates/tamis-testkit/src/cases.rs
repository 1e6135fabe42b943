//! The reader of `testdata/cases/*.toml`: small pages, each with the result that an engine must
//! give. All engines share one format.
//!
//! ```toml
//! [[case]]
//! name = "a link list is boilerplate"         # unique among all files
//! html = "<p>Text.<ul><li><a href=x>Home</a></ul>"
//! language = "English"                        # optional: the stoplist
//! url = "https://example.org/a/"              # optional: the page's address
//! options = { max_link_density = 0.2 }        # optional: read by the engine that runs the case
//!
//! [case.expect.justext]                       # one table per engine, each field optional
//! text = "Text."                              # the whole text
//! markdown = "Text."                          # the whole output of a renderer; `html` likewise
//! contains = ["Text"]                         # passages that must come out
//! lacks = ["Home"]                            # passages that must not
//! paragraphs = [                              # every paragraph, in order; optional: its class
//!     { text = "Text.", class = "good" },
//!     { text = "Home", class = "bad" },
//! ]
//!
//! [case.skip]                                 # engines that this case is not for, and why
//! density = "It has no link density of its own."
//! ```
//!
//! An engine runs the cases that have a table for it. The others are skipped, and counted by
//! reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A small page with the expected result of each engine.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name, unique among all cases.
    pub name: String,
    /// The page.
    pub html: String,
    /// The language of the stoplist.
    pub language: Option<String>,
    /// The address of the page.
    pub url: Option<String>,
    #[serde(default)]
    options: toml::Table,
    #[serde(default)]
    expect: BTreeMap<String, Expectation>,
    #[serde(default)]
    skip: BTreeMap<String, String>,
}

/// The result that one engine must give for a page. A field that is absent is not checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The whole text.
    pub text: Option<String>,
    /// The whole Markdown.
    pub markdown: Option<String>,
    /// The whole HTML.
    pub html: Option<String>,
    /// Passages of the text.
    #[serde(default)]
    pub contains: Vec<String>,
    /// Passages that the text must lack.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// Every paragraph in order.
    pub paragraphs: Option<Vec<ExpectedParagraph>>,
}

/// A paragraph that an engine finds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedParagraph {
    /// Its text.
    pub text: String,
    /// Its class, in the words of the engine; `None`: not checked.
    pub class: Option<String>,
}

impl Case {
    /// Returns the options of the case as the type of the engine that runs it. The type should deny
    /// unknown fields, so that an unknown option is an error.
    ///
    /// # Errors
    ///
    /// If the options do not fit the type.
    pub fn options<T: DeserializeOwned>(&self) -> Result<T> {
        let options = self.options.clone().try_into();
        options.with_context(|| format!("options of case {:?}", self.name))
    }

    fn validate(&self) -> Result<()> {
        let name = &self.name;
        ensure!(!name.trim().is_empty(), "a case has no name");
        ensure!(!self.expect.is_empty(), "case {name:?} expects nothing of any engine");
        for (engine, expectation) in &self.expect {
            ensure!(
                *expectation != Expectation::default(),
                "case {name:?}: the table of {engine} is empty"
            );
            ensure!(
                !self.skip.contains_key(engine),
                "case {name:?}: {engine} is both expected and skipped"
            );
        }
        let unexplained = self.skip.iter().find(|(_, reason)| reason.trim().is_empty());
        if let Some((engine, _)) = unexplained {
            bail!("case {name:?}: {engine} is skipped without a reason");
        }
        Ok(())
    }
}

impl Expectation {
    /// Compares the text of an engine with `text`, `contains` and `lacks`.
    ///
    /// # Errors
    ///
    /// If one of them differs. The message shows both sides.
    pub fn check_text(&self, actual: &str) -> Result<()> {
        check_whole("text", self.text.as_deref(), actual)?;
        for passage in &self.contains {
            ensure!(actual.contains(passage), "{passage:?} is not in {actual:?}");
        }
        for passage in &self.lacks {
            ensure!(!actual.contains(passage), "{passage:?} is in {actual:?}");
        }
        Ok(())
    }

    /// Compares the output of the Markdown renderer with `markdown`.
    ///
    /// # Errors
    ///
    /// If the two differ.
    pub fn check_markdown(&self, actual: &str) -> Result<()> {
        check_whole("Markdown", self.markdown.as_deref(), actual)
    }

    /// Compares the output of the HTML renderer with `html`.
    ///
    /// # Errors
    ///
    /// If the two differ.
    pub fn check_html(&self, actual: &str) -> Result<()> {
        check_whole("HTML", self.html.as_deref(), actual)
    }

    /// Compares the class and the text of each paragraph of an engine with `paragraphs`.
    ///
    /// # Errors
    ///
    /// If the number, a text or a class differs.
    pub fn check_paragraphs(&self, actual: &[(&str, &str)]) -> Result<()> {
        let Some(expected) = &self.paragraphs else { return Ok(()) };
        for (index, (expected, (class, text))) in expected.iter().zip(actual).enumerate() {
            ensure!(
                expected.text == *text,
                "paragraph {index}: expected {:?}, got {text:?}",
                expected.text
            );
            if let Some(expected) = &expected.class {
                ensure!(
                    expected == class,
                    "paragraph {index} ({text:?}): expected {expected}, got {class}"
                );
            }
        }
        ensure!(
            expected.len() == actual.len(),
            "expected {} paragraphs, got {}: {actual:?}",
            expected.len(),
            actual.len()
        );
        Ok(())
    }
}

fn check_whole(what: &str, expected: Option<&str>, actual: &str) -> Result<()> {
    if let Some(expected) = expected {
        ensure!(expected == actual, "{what}: expected {expected:?}, got {actual:?}");
    }
    Ok(())
}

/// All cases of a folder.
#[derive(Debug, Clone, Default)]
pub struct Cases {
    cases: Vec<Case>,
}

/// The cases that an engine runs, and those that it skips.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// The engine.
    pub engine: &'a str,
    /// The cases to run, with the expected results.
    pub run: Vec<(&'a Case, &'a Expectation)>,
    /// The cases to skip, each with the reason.
    pub skipped: Vec<(&'a Case, &'a str)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

impl Cases {
    /// The cases of a text of the format above.
    ///
    /// # Errors
    ///
    /// If the text is not such a list, or a case contradicts itself.
    pub fn parse(text: &str) -> Result<Self> {
        let mut cases = Self::default();
        cases.add(text)?;
        Ok(cases)
    }

    /// Reads the cases of the `.toml` files of a folder, in the order of their names. Files in its
    /// subfolders are not read.
    ///
    /// # Errors
    ///
    /// As [`Cases::parse`], and when the folder or a file cannot be read, or has no such file.
    pub fn load(folder: &Path) -> Result<Self> {
        let listed = fs::read_dir(folder).with_context(|| format!("list {}", folder.display()))?;
        let mut files: Vec<PathBuf> =
            listed.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort_unstable();
        ensure!(!files.is_empty(), "{} has no cases", folder.display());
        let mut cases = Self::default();
        for file in files {
            fs::read_to_string(&file)
                .map_err(Into::into)
                .and_then(|text| cases.add(&text))
                .with_context(|| file.display().to_string())?;
        }
        Ok(cases)
    }

    fn add(&mut self, text: &str) -> Result<()> {
        let file: File = toml::from_str(text)?;
        let mut names: BTreeSet<String> = self.cases.iter().map(|case| case.name.clone()).collect();
        for case in &file.case {
            case.validate()?;
            ensure!(names.insert(case.name.clone()), "two cases are named {:?}", case.name);
        }
        self.cases.extend(file.case);
        Ok(())
    }

    /// Every case, in the order of the files.
    pub fn all(&self) -> &[Case] {
        &self.cases
    }

    /// Returns the cases that an engine runs and those that it skips.
    pub fn plan<'a>(&'a self, engine: &'a str) -> Plan<'a> {
        let mut plan = Plan { engine, run: Vec::new(), skipped: Vec::new() };
        for case in &self.cases {
            if let Some(expectation) = case.expect.get(engine) {
                plan.run.push((case, expectation));
            } else {
                let reason = case.skip.get(engine).map_or("nothing is expected", String::as_str);
                plan.skipped.push((case, reason));
            }
        }
        plan
    }
}

impl Plan<'_> {
    /// Runs `check` on every case of the plan.
    ///
    /// # Errors
    ///
    /// If the plan is empty or a check fails. The message names every case that failed and ends
    /// with the counts.
    pub fn check(&self, mut check: impl FnMut(&Case, &Expectation) -> Result<()>) -> Result<()> {
        ensure!(!self.run.is_empty(), "{self}");
        let failures: Vec<String> = self
            .run
            .iter()
            .filter_map(|(case, expected)| {
                let error = check(case, expected).err()?;
                Some(format!("{:?}: {error:#}", case.name))
            })
            .collect();
        ensure!(failures.is_empty(), "{} failed:\n{}\n{self}", failures.len(), failures.join("\n"));
        Ok(())
    }
}

impl fmt::Display for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} cases run, {} skipped", self.engine, self.run.len(), self.skipped.len())?;
        let mut reasons = BTreeMap::new();
        for (_, reason) in &self.skipped {
            *reasons.entry(*reason).or_insert(0_usize) += 1;
        }
        for (reason, count) in reasons {
            write!(f, "\n  {count}: {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = r#"
[[case]]
name = "a"
html = "<p>Text.<p>Home"
language = "English"
options = { max_link_density = 0.5 }
[case.expect.justext]
text = "Text."
contains = ["ext"]
lacks = ["Home"]
paragraphs = [{ text = "Text.", class = "good" }, { text = "Home" }]
[case.skip]
density = "No links."

[[case]]
name = "b"
html = "<p>"
[case.expect.density]
text = ""
"#;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Options {
        max_link_density: f64,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoOptions {}

    #[test]
    fn a_plan_counts_what_is_skipped() {
        let cases = Cases::parse(CASES).unwrap();
        assert_eq!(cases.all().len(), 2);
        let counts = |engine| cases.plan(engine).to_string();
        assert_eq!(counts("justext"), "justext: 1 cases run, 1 skipped\n  1: nothing is expected");
        assert_eq!(counts("density"), "density: 1 cases run, 1 skipped\n  1: No links.");
        assert!(cases.plan("model").check(|_, _| Ok(())).is_err());
    }

    #[test]
    fn options_are_read_as_the_engine_has_them() {
        let cases = Cases::parse(CASES).unwrap();
        let options: Vec<Options> =
            cases.all().iter().map(|case| case.options().unwrap()).collect();
        let [a, b] = [0.5, 0.0].map(|max_link_density| Options { max_link_density });
        assert_eq!(options, [a, b]);
        assert!(cases.all()[0].options::<NoOptions>().is_err());
    }

    #[test]
    fn each_difference_fails() {
        let cases = Cases::parse(CASES).unwrap();
        let expected = cases.plan("justext").run[0].1;
        expected.check_text("Text.").unwrap();
        assert!(expected.check_text("Text").is_err());
        let parts = Expectation { text: None, ..expected.clone() };
        parts.check_text("the text").unwrap();
        assert!(parts.check_text("the tex").is_err());
        assert!(parts.check_text("text Home").is_err());
        expected.check_paragraphs(&[("good", "Text."), ("bad", "Home")]).unwrap();
        assert!(expected.check_paragraphs(&[("bad", "Text."), ("bad", "Home")]).is_err());
        assert!(expected.check_paragraphs(&[("good", "Text"), ("bad", "Home")]).is_err());
        assert!(expected.check_paragraphs(&[("good", "Text.")]).is_err());
        let rendered = Expectation {
            markdown: Some("*a*".to_owned()),
            html: Some("<i>a</i>".to_owned()),
            ..Expectation::default()
        };
        rendered.check_markdown("*a*").unwrap();
        rendered.check_html("<i>a</i>").unwrap();
        assert!(rendered.check_markdown("a").is_err());
        assert!(rendered.check_html("a").is_err());
    }

    #[test]
    fn a_failure_names_its_case() {
        let cases = Cases::parse(CASES).unwrap();
        let failure = cases.plan("justext").check(|_, expected| expected.check_text("Text"));
        let message = failure.unwrap_err().to_string();
        assert!(message.starts_with("1 failed:\n\"a\": text: expected \"Text.\""), "{message}");
        cases.plan("justext").check(|_, expected| expected.check_text("Text.")).unwrap();
    }

    fn refuse(text: &str, expected: &str) {
        let message = format!("{:#}", Cases::parse(text).unwrap_err());
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn contradictions_are_refused() {
        let case = "[[case]]\nname = 'a'\nhtml = ''\n";
        let expected = format!("{case}[case.expect.x]\ntext = ''\n");
        refuse(case, "expects nothing of any engine");
        refuse(&format!("{case}[case.expect.x]"), "the table of x is empty");
        refuse(&format!("{expected}[case.skip]\nx = 'r'"), "both expected and skipped");
        refuse(&format!("{expected}[case.skip]\ny = ''"), "skipped without a reason");
        refuse(&format!("{expected}{expected}"), "two cases are named \"a\"");
        refuse(&format!("{expected}texts = ''"), "unknown field");
    }

    #[test]
    fn a_folder_is_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Cases::load(folder.path()).is_err());
        let (first, second) = CASES.split_at(CASES.rfind("[[case]]").unwrap());
        fs::write(folder.path().join("2.toml"), second).unwrap();
        fs::write(folder.path().join("1.toml"), first).unwrap();
        fs::write(folder.path().join("notes.txt"), "no case").unwrap();
        let names: Vec<_> =
            Cases::load(folder.path()).unwrap().all().iter().map(|c| c.name.clone()).collect();
        assert_eq!(names, ["a", "b"]);
    }
}
