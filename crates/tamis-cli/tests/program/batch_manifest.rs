//! `tamis batch` into a folder that somebody else prepared.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::batch_sources::{crawl, urls, values};
use crate::harness::{Folder, Outcome, command};

/// The time after which a run counts as endless.
const ENDLESS: Duration = Duration::from_secs(20);

/// An archive of six pages, and the folder of a run that has read it, in several units.
struct Made {
    folder: Folder,
    output: String,
}

impl Made {
    fn new() -> Made {
        let folder = Folder::new(&[("a.warc.gz", &crawl(6).0), ("mine", b"mine")]);
        let made = Made { output: folder.path("out"), folder };
        assert_eq!(made.run(&[]).status, 0);
        assert!(made.entries().len() > 3);
        made
    }

    /// Runs `tamis batch` again, which ends.
    #[track_caller]
    fn run(&self, more: &[&str]) -> Outcome {
        let archive = self.folder.path("a.warc.gz");
        let args = ["batch", &archive, "-o", &self.output, "--format", "jsonl", "-j", "1"];
        let units = ["--columns", "url,status", "--unit-bytes", "200"];
        ending(command(&[&args[..], &units, more].concat()))
    }

    /// The entries of the manifest, sorted by their units.
    fn entries(&self) -> Vec<PathBuf> {
        let units = fs::read_dir(self.path("_tamis/units")).unwrap();
        let mut paths: Vec<_> = units.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(&self.output).join(name)
    }

    /// Changes an entry.
    fn change(&self, entry: usize, change: impl FnOnce(&mut Value)) {
        let path = &self.entries()[entry];
        let mut value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        change(&mut value);
        fs::write(path, value.to_string()).unwrap();
    }

    /// Checks that all rows are there, and that no other file was touched.
    #[track_caller]
    fn check(&self) {
        assert_eq!(values(&self.output, "url"), urls(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(self.folder.read("mine"), "mine");
        assert!(self.path("_SUCCESS").is_file());
    }
}

/// A change of an entry.
type Change = fn(&mut Value);

/// The outcome of a command that ends in time.
#[track_caller]
pub fn ending(mut command: Command) -> Outcome {
    let mut child = command.spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > ENDLESS {
            child.kill().unwrap();
            panic!("the run does not end");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Checks that a run failed with one sentence about a path.
#[track_caller]
fn check_refused(outcome: &Outcome, path: &Path, reason: &str) {
    let expected = format!("tamis: cannot write {}: {reason}\n", path.display());
    assert_eq!((outcome.status, &outcome.stderr), (2, &expected));
}

#[test]
fn an_entry_names_its_own_file_alone() {
    for name in ["../mine", "MINE", "_tamis/run.json", "./a", "", "."] {
        let made = Made::new();
        let mine = made.folder.path("mine");
        let name = if name == "MINE" { &mine } else { name };
        // The entries of an archive that has changed are removed with their files.
        for entry in 0..made.entries().len() {
            made.change(entry, |entry| {
                entry["source"]["bytes"] = json!(1);
                if entry["unit"] != 0 {
                    entry["file"] = json!(name);
                }
            });
        }
        assert_eq!(made.run(&[]).status, 0, "{name}");
        made.check();
    }
}

#[test]
fn units_that_cannot_be_are_made_again() {
    let most = u64::MAX;
    let changes: [(usize, Change); 12] = [
        (0, |entry| entry["end"] = entry["begin"].clone()),
        (1, |entry| entry["end"] = json!(0)),
        (1, |entry| entry["end"] = entry["begin"].clone()),
        (2, |entry| entry["end"] = json!(entry["begin"].as_u64().unwrap() - 1)),
        (1, |entry| entry["end"] = json!(u64::MAX)),
        (1, |entry| entry["begin"] = json!(u64::MAX)),
        (1, |entry| entry["begin"] = json!(0)),
        (1, |entry| entry["end"] = Value::Null),
        (0, |entry| entry["unit"] = json!(u64::MAX)),
        (0, |entry| entry["end"] = json!(1000)),
        (0, |entry| entry["bytes"] = json!(u64::MAX)),
        (0, |entry| entry["config"] = json!("another")),
    ];
    for (number, (entry, change)) in changes.into_iter().enumerate() {
        let made = Made::new();
        made.change(entry, change);
        assert_eq!(made.run(&[]).status, 0, "{number}");
        made.check();
        // What was made again is finished.
        let again = made.run(&[]);
        assert!(again.stderr.contains("from earlier runs: 6\n"), "{number}: {again:?}");
    }
    // Numbers of rows are only added up.
    let made = Made::new();
    for entry in 0..2 {
        made.change(entry, |entry| entry["rows"]["ok"] = json!(most));
    }
    assert!(made.run(&[]).stderr.starts_with(&format!("tamis: {most} rows")));
}

#[test]
fn nothing_is_changed_through_a_link() {
    // The place of the link, what is there else, and if the run goes on.
    for (name, is_refused) in [
        ("_tamis/lock", true),
        ("_tamis/run.json", true),
        ("_SUCCESS", false),
        ("_tamis/.run.json.unfinished", false),
        ("._SUCCESS.unfinished", false),
    ] {
        let made = Made::new();
        let _ = fs::remove_file(made.path(name));
        symlink(made.folder.path("mine"), made.path(name)).unwrap();
        let outcome = made.run(&[]);
        if is_refused {
            let reason = "it is a link, a folder or a device, and no file";
            check_refused(&outcome, &made.path(name), reason);
            fs::remove_file(made.path(name)).unwrap();
            assert_eq!(made.run(&[]).status, 0);
        }
        made.check();
        assert!(!made.path(name).is_symlink(), "{name}");
    }
    // Entries and files that are links are made again, and so are those under other names.
    let made = Made::new();
    let entry = &made.entries()[1];
    let file = made.path(entry.file_stem().unwrap().to_str().unwrap());
    let file = PathBuf::from(format!("{}.jsonl", file.display()));
    for path in [entry, &file] {
        let (name, copy) = (path.file_name().unwrap().to_str().unwrap(), made.folder.path("copy"));
        for target in [&copy, &made.folder.path("mine")] {
            fs::copy(path, &copy).unwrap();
            let before = fs::read(&copy).unwrap();
            fs::remove_file(path).unwrap();
            symlink(target, path).unwrap();
            let unfinished = path.with_file_name(format!(".{name}.unfinished"));
            symlink(target, unfinished).unwrap();
            let outcome = made.run(&[]);
            assert!(outcome.stderr.contains("from earlier runs: 5\n"), "{outcome:?}");
            assert!(!path.is_symlink());
            assert_eq!(fs::read(&copy).unwrap(), before);
            made.check();
        }
    }
}

#[test]
fn the_folders_of_the_manifest_are_no_links() {
    for name in ["_tamis", "_tamis/units"] {
        let made = Made::new();
        let (elsewhere, place) = (made.folder.path("elsewhere"), made.path(name));
        fs::rename(&place, &elsewhere).unwrap();
        symlink(&elsewhere, &place).unwrap();
        let before = fs::read_dir(&elsewhere).unwrap().count();
        check_refused(&made.run(&[]), &place, "it is a link or a file, and no folder");
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), before);
    }
    // The output folder itself may be one.
    let made = Made::new();
    let elsewhere = made.folder.path("elsewhere");
    fs::rename(&made.output, &elsewhere).unwrap();
    symlink(&elsewhere, &made.output).unwrap();
    assert_eq!(made.run(&[]).status, 0);
    made.check();
    // A link to nothing makes no folder there.
    let folder = Folder::new(&[("a.warc.gz", &crawl(1).0), ("out/x", b"")]);
    let output = folder.path("out");
    symlink(folder.path("nowhere"), folder.path("out/_tamis")).unwrap();
    let outcome = ending(command(&["batch", &folder.path("a.warc.gz"), "-o", &output]));
    assert_eq!(outcome.status, 2);
    assert!(!fs::exists(folder.path("nowhere")).unwrap());
}

#[test]
fn pipes_in_the_folder_are_not_opened() {
    let made = Made::new();
    let entry = made.entries()[1].clone();
    let name = entry.file_stem().unwrap().to_str().unwrap().to_owned() + ".jsonl";
    let refused = ["_tamis/lock", "_tamis/run.json"].map(|name| made.path(name));
    for path in [&refused[0], &refused[1], &entry, &made.path(&name), &made.path("_SUCCESS")] {
        let kept = fs::read(path).unwrap();
        fs::remove_file(path).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        let outcome = made.run(&[]);
        if refused.contains(path) {
            check_refused(&outcome, path, "it is a link, a folder or a device, and no file");
            fs::remove_file(path).unwrap();
            fs::write(path, kept).unwrap();
        } else {
            assert_eq!(outcome.status, 0, "{outcome:?}");
        }
        assert_eq!(made.run(&[]).status, 0);
        made.check();
    }
}

#[test]
fn damaged_files_are_found_on_request() {
    let made = Made::new();
    let name = made.entries()[2].file_stem().unwrap().to_str().unwrap().to_owned() + ".jsonl";
    let whole = fs::read(made.path(&name)).unwrap();
    let damaged = [&whole[..whole.len() - 1], b" "].concat();
    fs::write(made.path(&name), &damaged).unwrap();
    assert!(made.run(&[]).stderr.contains("from earlier runs: 6\n"));
    assert_eq!(fs::read(made.path(&name)).unwrap(), damaged);
    let outcome = made.run(&["--verify"]);
    assert_eq!(outcome.status, 0);
    let found = format!(
        "tamis: {name}: the content was not what was written; the file is made again\n\
         tamis: 6 rows (6 ok); files: 6, from earlier runs: 5\n"
    );
    assert_eq!(outcome.stderr, found);
    assert_eq!(fs::read(made.path(&name)).unwrap(), whole);
    let again = made.run(&["--verify"]);
    assert_eq!(again.stderr, "tamis: 6 rows (6 ok); files: 6, from earlier runs: 6\n");
}
