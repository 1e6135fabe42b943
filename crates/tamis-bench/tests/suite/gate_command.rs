//! `tamis-bench quality --gate` on two small corpora.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};
use std::time::SystemTime;

use serde_json::json;
use tempfile::TempDir;

/// The types of pages; the pages of `wcxb-dev` are one of each.
const TYPES: [&str; 7] =
    ["article", "forum", "product", "collection", "listing", "documentation", "service"];

/// Hashes of no corpus.
const FLOORS: &str = r#"# Floors of a test.
tolerance = 0
[[corpus]]
name = "wcxb-dev"
sha256 = "WCXB"
[[corpus]]
name = "with-without"
sha256 = "WITH"

# On pages of all types.
[[floor]]
engine = "density"
language = "none"
corpus = "wcxb-dev"
overall = 100
article = 100
forum = 100
product = 100
collection = 100
listing = 100
documentation = 100
service = 100 # the last type

[[floor]]
engine = "justext"
language = "English"
corpus = "with-without"
overall = 100
precision = 100
"#;

/// A folder with both corpora and the file of their floors.
struct Gate(TempDir);

impl Gate {
    /// Writes the corpora, and floors that every figure reaches.
    fn new() -> Gate {
        let gate = Gate(tempfile::tempdir().unwrap());
        let text = "It was in the beginning of the year, and all of them knew about it. ".repeat(9);
        let page = format!("<html lang=en><title>T</title><article><p>{text}</p></article>");
        for (index, kind) in TYPES.into_iter().enumerate() {
            gate.write(&format!("wcxb-dev/html/000{index}.html"), &page);
            let truth = json!({"title": "T", "author": null, "publish_date": null,
                "main_content": text, "main_content_markdown": null, "with": [], "without": []});
            let record = json!({"url": null, "_internal": {"page_type": {"primary": kind}},
                "ground_truth": truth});
            gate.write(&format!("wcxb-dev/ground-truth/000{index}.json"), &record.to_string());
        }
        gate.write("with-without/html/a.html", &page);
        let annotation = json!({"file": "a.html", "with": ["It was in"], "without": ["menu"]});
        let annotations = json!({"https://example.org/": annotation}).to_string();
        gate.write("with-without/annotations.json", &annotations);
        gate.write("floors.toml", FLOORS);
        gate.accept("wcxb-dev");
        gate.accept("with-without");
        gate
    }

    /// Writes the hash of a corpus as it is now, which the gate names when it refuses another.
    fn accept(&self, corpus: &str) {
        let error = stderr(&self.run(&["--corpus", corpus]));
        let (_, hashes) = error.trim_end().split_once("its hash is ").expect(&error);
        let (found, known) = hashes.split_once(", not ").unwrap();
        self.write("floors.toml", &self.floors().replace(known, found));
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn floors(&self) -> String {
        fs::read_to_string(self.0.path().join("floors.toml")).unwrap()
    }

    /// Runs the gate with these arguments.
    fn run(&self, arguments: &[&str]) -> Output {
        let folder: &Path = self.0.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis-bench"));
        command.env("TAMIS_CORPORA", folder).args(["quality", "--gate", "--floors"]);
        command.arg(folder.join("floors.toml")).args(arguments).output().unwrap()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn figures_that_reach_their_floors_pass() {
    let gate = Gate::new();
    let floors = gate.floors();
    let output = gate.run(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = stdout(&output);
    assert!(table.starts_with("engine "), "{table}");
    assert!(table.ends_with("10 figures, 0 below, tolerance 0 thousandths\n"), "{table}");
    let line = "density (none)      wcxb-dev     service         .100    1.0000      +.9000\n";
    assert!(table.contains(line), "{table}");
    assert_eq!(gate.floors(), floors);
}

#[test]
fn a_figure_below_its_floor_fails() {
    let gate = Gate::new();
    // The page of a type does not contain its reference.
    let page = "<p>Nothing of the sort is here.</p>";
    gate.write("wcxb-dev/html/0001.html", page);
    gate.accept("wcxb-dev");
    let output = gate.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "tamis-bench: figures below their floors: 1\n");
    let faults: Vec<String> =
        stdout(&output).lines().filter(|l| l.ends_with("BELOW")).map(str::to_owned).collect();
    assert!(matches!(&faults[..], [fault] if fault.contains(" forum ")), "{faults:?}");
}

#[test]
fn options_choose_entries() {
    let gate = Gate::new();
    for options in [["--corpus", "with-without"], ["--engine", "justext"]] {
        let output = gate.run(&options);
        let table = stdout(&output);
        assert!(output.status.success() && table.contains("2 figures"), "{table}");
    }
    let output = gate.run(&["--engine", "justext", "--corpus", "wcxb-dev"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no floors of that engine"), "{}", stderr(&output));
}

#[test]
fn another_corpus_is_not_compared() {
    let gate = Gate::new();
    gate.write("with-without/html/a.html", "<p>Another page.</p>");
    let output = gate.run(&["--raise"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
    let error = stderr(&output);
    let sentence = "with-without is not the corpus that the floors are for: its hash is ";
    assert!(error.contains(sentence) && error.lines().count() == 1, "{error}");
}

#[test]
fn raising_writes_the_figures_and_nothing_else() {
    let gate = Gate::new();
    let expected = gate.floors().replace(" = 100", " = 1000");
    let output = gate.run(&["--raise"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(gate.floors(), expected);
    let line = "raised density (none) on wcxb-dev, service from 100 to 1000\n";
    assert!(stdout(&output).contains(line), "{}", stdout(&output));

    let file = File::options().append(true).open(gate.0.path().join("floors.toml")).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    assert!(gate.run(&["--raise", "--allow-regression", "any"]).status.success());
    assert_eq!(file.metadata().unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH);
}

#[test]
fn a_regression_is_allowed_with_a_reason_only() {
    let gate = Gate::new();
    gate.write("with-without/annotations.json", &{
        let annotation =
            json!({"file": "a.html", "with": ["It was in", "absent"], "without": ["menu"]});
        json!({"https://example.org/": annotation}).to_string()
    });
    gate.accept("with-without");
    let floors = gate.floors().replace("overall = 100\nprecision", "overall = 700\nprecision");
    gate.write("floors.toml", &floors);

    for reason in ["", " "] {
        let output = gate.run(&["--allow-regression", reason]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("a regression needs a reason"), "{}", stderr(&output));
    }
    assert_eq!(gate.floors(), floors);

    let output = gate.run(&["--allow-regression", "more is asked for"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let record = r#"
[[regression]]
engine = "justext"
language = "English"
corpus = "with-without"
type = "overall"
before = 700
after = 666
reason = "more is asked for"
"#;
    assert_eq!(gate.floors(), floors.replace("700", "666") + record);
    let line = "lowered justext (English) on with-without, overall from 700 to 666\n";
    assert!(stdout(&output).contains(line), "{}", stdout(&output));
    assert!(gate.run(&[]).status.success());
}

#[test]
fn options_of_the_gate_need_it() {
    let quality = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis-bench"));
        command.arg("quality").args(arguments).output().unwrap().status.code()
    };
    assert_eq!(quality(&["--engine", "auto", "--raise"]), Some(2));
    assert_eq!(quality(&["--gate", "--naive"]), Some(2));
    assert_eq!(quality(&["--gate", "--pages", "3"]), Some(2));
    assert_eq!(quality(&[]), Some(2));
}
