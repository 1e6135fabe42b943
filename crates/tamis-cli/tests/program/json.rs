//! JSON: the schema and the optional fields.

use jsonschema::Validator;
use serde_json::{Value, json};
use tamis_testkit::json_schema::closed;

use crate::harness::{Folder, GOOD, article, html, page, tamis, tamis_reading};

/// The schema as the program prints it.
fn schema(of: &str) -> Value {
    let outcome = tamis(&["schema", of]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    serde_json::from_str(&outcome.stdout).unwrap()
}

/// A schema by which a field that it does not describe is an error.
fn validator(of: &str) -> Validator {
    jsonschema::draft202012::new(&closed(schema(of))).unwrap()
}

/// The rows with these options. Checks that they follow the schema.
#[track_caller]
fn rows(args: &[&str]) -> Vec<Value> {
    let rows = tamis(&[&["--format=jsonl"], args].concat()).rows();
    let validator = validator("rows");
    for row in &rows {
        let errors: Vec<_> = validator.iter_errors(row).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{args:?}: {errors:?}");
    }
    rows
}

const ALL: &str = "--with=markdown,html,paragraphs,verdicts,timings";

#[test]
fn rows_follow_the_schema() {
    let folder = Folder::new(&[
        ("1.html", article(1).as_bytes()),
        ("2.html", b"<p>"),
        ("4.html", b""),
        ("3.html", b"%PDF-1.4 no page"),
    ]);
    for args in [&[ALL][..], &[ALL, "--engine=all", "--readerable"], &[ALL, "--engine=density"]] {
        let rows = rows(&[args, &[&folder.path(""), "missing.html", &page("docs-queue")]].concat());
        assert_eq!(rows.len(), 6);
        assert_eq!(rows.iter().filter(|row| row.get("error").is_some()).count(), 3, "{args:?}");
    }
}

#[test]
fn chunks_follow_their_schema() {
    let validator = validator("chunks");
    let lines = tamis(&["--chunks", "--comments", &page("docs-queue"), "missing.html"]).rows();
    assert!(lines.len() > 3 && lines.last().unwrap().get("error").is_some());
    for line in &lines {
        assert!(validator.is_valid(line), "{line}");
    }
    let mut chunk = lines[0].clone();
    chunk["chars"] = json!("many");
    assert!(!validator.is_valid(&chunk));
}

#[test]
fn new_fields_are_allowed() {
    let rows = tamis(&["schema"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&rows).unwrap(), schema("rows"));
    let page = page("docs-queue");
    for (of, args) in [("rows", ["--format=jsonl", &page]), ("chunks", ["--chunks", &page])] {
        let mut row = tamis(&args).rows().remove(0);
        row["new"] = json!(1);
        assert!(jsonschema::is_valid(&schema(of), &row), "{of}");
        assert!(!validator(of).is_valid(&row), "{of}");
    }
}

#[test]
fn with() {
    let page = page("docs-queue");
    let parts = [
        ("markdown", "markdown"),
        ("html", "html"),
        ("paragraphs", "paragraphs"),
        ("verdicts", "verdicts"),
        ("timings", "timings_ms"),
    ];
    for (part, _) in parts {
        let row = rows(&[&format!("--with={part}"), &page]).remove(0);
        for (other, field) in parts {
            assert_eq!(row.get(field).is_some(), other == part, "{part}: {field}");
        }
    }
    let row = rows(&[ALL, &page]).remove(0);
    let markdown = tamis(&["--format=markdown", &page]).stdout;
    assert_eq!(row["markdown"].as_str().unwrap().trim_end(), markdown.trim_end());
    let fragment = tamis(&["--format=html", "--fragment", &page]).stdout;
    assert_eq!(row["html"].as_str().unwrap().trim_end(), fragment.trim_end());
    let paths = row["paragraphs"].as_array().unwrap().iter().map(|paragraph| &paragraph["path"]);
    assert!(paths.into_iter().all(|path| path.as_str().unwrap().starts_with("/html[1]/body[1]")));
    assert_eq!(row["verdicts"].as_array().unwrap().len(), 5);
    assert!(row["timings_ms"]["extract"].as_f64().unwrap() > 0.0);
}

#[test]
fn with_goes_only_with_json() {
    for format in ["text", "markdown", "html"] {
        let outcome =
            tamis_reading(&["--with=paragraphs", "-f", format, "-"], html(GOOD).as_bytes());
        assert_eq!(outcome.status, 2);
        assert_eq!(outcome.stderr, "tamis: --with goes with --format json or jsonl\n");
    }
    assert_eq!(tamis_reading(&["--with=colour", "-f=json"], b"").status, 2);
}
