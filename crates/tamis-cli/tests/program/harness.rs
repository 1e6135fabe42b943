//! Running the program.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::TempDir;

/// An English text that every engine keeps.
pub const GOOD: &str = "\
    It was the best of times and it was the worst of times, and we had all of it before us. \
    It was the best of times and it was the worst of times, and we had all of it before us. \
    It was the best of times and it was the worst of times, and we had all of it before us.";

/// The status and output of a run.
#[derive(Debug)]
pub struct Outcome {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// The rows of `--format jsonl`.
    pub fn rows(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// One value of each row, missing ones as null.
    pub fn column(&self, name: &str) -> Vec<Value> {
        self.rows().iter().map(|row| row[name].clone()).collect()
    }
}

/// Runs the program with nothing on standard input.
pub fn tamis(args: &[&str]) -> Outcome {
    tamis_reading(args, b"")
}

/// Runs the program with these bytes on standard input.
pub fn tamis_reading(args: &[&str], stdin: &[u8]) -> Outcome {
    let mut child = command(args).spawn().unwrap();
    // The program may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The program, ready to start, with piped streams.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The text of an English page with this body, extracted with these options.
pub fn text(body: &str, options: &[&str]) -> String {
    let outcome = tamis_reading(options, html(body).as_bytes());
    assert!(outcome.status < 2, "{outcome:?}");
    outcome.stdout
}

/// Prints that a test was skipped.
pub fn skipped(reason: &str) {
    writeln!(io::stderr().lock(), "skipped: {reason}").unwrap();
}

/// An English page with this body.
pub fn html(body: &str) -> String {
    format!("<html lang=en><title>A title</title><body>{body}")
}

/// A page with its number in the text.
pub fn article(number: usize) -> String {
    html(&format!("<p>Page {number}. {GOOD}"))
}

/// The path of a page that was written for the project.
pub fn page(slug: &str) -> String {
    let path = pages().join(slug).join("page.html");
    path.to_str().unwrap().to_owned()
}

/// The folder of the pages that were written for the project.
pub fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages")
}

/// A temporary folder with files.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        for (name, bytes) in files {
            let path = folder.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    /// The path of a file in it, or of itself for an empty name.
    pub fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().unwrap().trim_end_matches('/').to_owned()
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
