//! `tamis batch` where it cannot read or write.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::archives::page;
use crate::harness::{Folder, Outcome, gzip, skipped, tamis};

/// A folder with an archive of so many pages.
fn crawl(pages: usize) -> Folder {
    let members: Vec<Vec<u8>> = (0..pages).map(|number| gzip(&page(number))).collect();
    Folder::new(&[("crawl/a.warc.gz", &members.concat())])
}

/// Checks that a run failed with one sentence that has this in it.
#[track_caller]
fn check_failed(outcome: &Outcome, expected: &str) {
    assert_eq!(outcome.status, 2, "{outcome:?}");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert!(lines.len() == 1 && lines[0].starts_with("tamis: "), "{outcome:?}");
    assert!(lines[0].contains(expected), "{outcome:?}");
}

/// The files of rows in a folder, with their content.
fn rows(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// True if this user cannot write where the mode forbids it. Nothing stops root.
fn obeys_modes(folder: &Folder) -> bool {
    let path = folder.path("probe");
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).unwrap();
    fs::write(Path::new(&path).join("x"), "").is_err()
}

/// Runs the program under a limit of files' sizes, in blocks of 512 bytes.
fn limited(blocks: u32, args: &[&str]) -> Outcome {
    let program = env!("CARGO_BIN_EXE_tamis");
    // A write beyond the limit is an error for a process that ignores the signal about it.
    let script = format!("trap '' XFSZ; ulimit -f {blocks} && exec \"$@\"");
    let output = Command::new("bash")
        .args(["--posix", "-c", &script, "bash", program])
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn an_output_that_cannot_be_written_is_one_sentence() {
    let folder = crawl(2);
    let crawl = folder.path("crawl");
    // A file in the place of the folder stops everyone, also root.
    let file = folder.path("file");
    fs::write(&file, "mine").unwrap();
    for output in [file.clone(), format!("{file}/out")] {
        let outcome = tamis(&["batch", &crawl, "-o", &output]);
        check_failed(&outcome, &format!("cannot write {output}: "));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    if !obeys_modes(&folder) {
        skipped("a folder that is read-only, because root may write to it");
        return;
    }
    let output = folder.path("read-only");
    fs::create_dir(&output).unwrap();
    fs::set_permissions(&output, fs::Permissions::from_mode(0o555)).unwrap();
    check_failed(&tamis(&["batch", &crawl, "-o", &output]), "Permission denied");
}

#[test]
fn a_full_disk_leaves_what_is_finished() {
    let folder = crawl(60);
    let crawl = folder.path("crawl");
    let args = |output: &str| {
        let columns = "url,text,html";
        ["batch", &crawl, "-o", output, "--format", "jsonl", "--columns", columns, "-j", "1", "-q"]
            .map(str::to_owned)
    };
    let run = |limit: Option<u32>, output: &str, unit: &str| {
        let args = args(output);
        let args: Vec<&str> =
            args.iter().map(String::as_str).chain(["--unit-bytes", unit]).collect();
        match limit {
            Some(blocks) => limited(blocks, &args),
            None => tamis(&args),
        }
    };
    let whole = folder.path("whole");
    assert_eq!(run(None, &whole, "4000").status, 0);
    let expected = rows(&whole);
    let largest = expected.iter().map(|(_, bytes)| bytes.len()).max().unwrap();
    assert!(expected.len() > 3);
    // No unit of one archive fits, and then all do.
    let output = folder.path("out");
    let full = run(Some((largest / 512 / 2) as u32), &output, "4000");
    check_failed(&full, "File too large");
    assert!(full.stderr.contains("cannot write "), "{full:?}");
    let finished = rows(&output);
    assert!(finished.iter().all(|file| expected.contains(file)));
    assert!(finished.len() < expected.len());
    assert!(!Path::new(&output).join("_SUCCESS").exists());
    assert_eq!(run(None, &output, "4000").status, 0);
    assert_eq!(rows(&output), expected);
    // Files of an earlier run stay if a later one has no room.
    let grown = folder.path("crawl/b.warc.gz");
    fs::copy(folder.path("crawl/a.warc.gz"), grown).unwrap();
    check_failed(&run(Some(1), &output, "4000"), "File too large");
    assert!(expected.iter().all(|file| rows(&output).contains(file)));
}

#[test]
fn a_manifest_of_another_version_is_refused() {
    let folder = crawl(3);
    let (crawl, output) = (folder.path("crawl"), folder.path("out"));
    let run = || tamis(&["batch", &crawl, "-o", &output, "--format", "jsonl", "-q"]);
    assert_eq!(run().status, 0);
    let before = rows(&output);
    let manifest = format!("{output}/_tamis/run.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let version = format!("\"tamis\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    let fingerprint =
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["fingerprint"].clone();
    let other = text.replace(&version, "\"tamis\": \"0.0.1\"");
    let other = other.replace(fingerprint.as_str().unwrap(), "00");
    for (manifest_text, expected) in
        [(&*other, "tamis: \"0.0.1\" there"), ("{\"of\": 2}", "a file of another version")]
    {
        fs::write(&manifest, manifest_text).unwrap();
        check_failed(&run(), expected);
        assert_eq!(rows(&output), before);
    }
    // An entry that cannot be read is that of a unit that is not finished.
    fs::write(&manifest, text).unwrap();
    for entry in fs::read_dir(format!("{output}/_tamis/units")).unwrap() {
        fs::write(entry.unwrap().path(), "{\"of\": 2}").unwrap();
    }
    assert_eq!(run().status, 0);
    assert_eq!(rows(&output), before);
}

#[test]
fn an_input_that_cannot_be_read_costs_itself_alone() {
    let folder = crawl(3);
    let output = folder.path("out");
    let whole = folder.path("crawl/a.warc.gz");
    // A folder that is named like an archive, and a link to nothing.
    fs::create_dir(folder.path("crawl/b.warc")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path("crawl/c.warc")).unwrap();
    let outcome =
        tamis(&["batch", &folder.path("crawl"), "-o", &output, "--format", "jsonl", "-q"]);
    check_failed(&outcome, "c.warc: No such file or directory");
    assert_eq!(rows(&output).len(), 1);
    assert!(!Path::new(&output).join("_SUCCESS").exists());
    let missing = tamis(&["batch", &whole, &folder.path("none.warc"), "-o", &output]);
    check_failed(&missing, "cannot read ");
    if !obeys_modes(&folder) {
        skipped("an archive that may not be read, because root may read it");
        return;
    }
    let closed = folder.path("crawl/d.warc");
    fs::copy(&whole, &closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let outcome = tamis(&["batch", &closed, "-o", &output, "--format", "jsonl", "-q"]);
    check_failed(&outcome, "d.warc: Permission denied");
}
