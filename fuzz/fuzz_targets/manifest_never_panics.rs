//! A run in a folder that somebody else prepared ends, and touches nothing outside of it.
//!
//! The input is lines: the name of a file in that folder, then its content, in turn. In both, `@`
//! is the place of the archive, `%` the begin of the names of its units, and `#` the fingerprint of
//! the configuration.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use libfuzzer_sys::fuzz_target;
use tamis_batch::{Archive, Config, Format, Progress};

/// A page in an archive.
const PAGE: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html lang=en><p>It was the best of times.";

/// A folder with an archive, and with what a run makes of it.
struct Made {
    root: PathBuf,
    archive: PathBuf,
    /// The files of the run below its folder, and what is in them.
    files: Vec<(PathBuf, Vec<u8>)>,
    /// The texts that signs of the input stand for.
    replaced: [(char, String); 3],
}

fn config() -> Config {
    let config = Config::default().format(Format::JsonLines).columns(["url"]);
    config.unit_bytes(100).jobs(std::num::NonZeroUsize::MIN)
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let root = std::env::temp_dir().join(format!("tamis-fuzz-{}", std::process::id()));
    fs::create_dir_all(&root).unwrap();
    let root = root.canonicalize().unwrap();
    let archive = root.join("a.warc");
    let record = |number: usize| {
        let length = PAGE.len();
        let header = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://site.example/";
        format!("{header}{number}\r\nContent-Length: {length}\r\n\r\n{PAGE}\r\n\r\n")
    };
    fs::write(&archive, (0..5).map(record).collect::<String>()).unwrap();
    // The entries of an input may be those of this archive.
    let changed = UNIX_EPOCH + Duration::from_secs(1);
    fs::File::options().write(true).open(&archive).unwrap().set_modified(changed).unwrap();
    let output = root.join("out");
    tamis_batch::run(&[Archive::new(&archive)], &output, &config(), &Progress::default()).unwrap();
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for folder in ["", "_tamis", "_tamis/units"] {
        for entry in fs::read_dir(output.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.push((path.strip_prefix(&output).unwrap().into(), fs::read(&path).unwrap()));
            }
        }
    }
    let run = fs::read_to_string(output.join("_tamis/run.json")).unwrap();
    let (_, rest) = run.split_once("\"fingerprint\": \"").unwrap();
    let fingerprint = rest.split_once('"').unwrap().0.to_owned();
    let unit = files.iter().find_map(|(path, _)| path.to_str()?.strip_suffix("-00000.jsonl"));
    let stem = unit.unwrap().to_owned();
    let place = archive.to_str().unwrap().to_owned();
    Made { root, archive, files, replaced: [('@', place), ('%', stem), ('#', fingerprint)] }
});

/// The content of the files next to the output folder.
fn outside(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| !path.ends_with("out"))
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fuzz_target!(|input: &[u8]| {
    let made = &*MADE;
    let output = made.root.join("out");
    fs::write(made.root.join("mine"), "mine").unwrap();
    let _ = fs::remove_dir_all(&output);
    fs::create_dir_all(output.join("_tamis/units")).unwrap();
    for (path, bytes) in &made.files {
        fs::write(output.join(path), bytes).unwrap();
    }
    let text = String::from_utf8_lossy(input);
    let mut lines = text.lines();
    while let (Some(name), Some(content)) = (lines.next(), lines.next()) {
        let [name, content] = [name, content].map(|text| {
            let text = text.to_owned();
            made.replaced.iter().fold(text, |text, (sign, by)| text.replace(*sign, by))
        });
        let is_name = |part: &str| !["", ".", ".."].contains(&part) && part.len() < 200;
        if name.split('/').all(is_name) && !name.contains('\0') {
            // A name may be that of a folder.
            let _ = fs::write(output.join(name), content);
        }
    }
    let before = outside(&made.root);
    let archives = [Archive::new(&made.archive)];
    for _ in 0..2 {
        if let Ok(summary) = tamis_batch::run(&archives, &output, &config(), &Progress::default()) {
            assert!(summary.is_complete() && output.join("_SUCCESS").is_file());
        }
        assert_eq!(outside(&made.root), before);
    }
});
