//! `tamis batch`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tamis_testkit::corpus::is_full;

use crate::archives::{page, page_of};
use crate::harness::{Folder, command, gzip, tamis, tamis_reading};

/// A folder with an archive of so many pages.
fn crawl(pages: usize) -> Folder {
    let members: Vec<Vec<u8>> = (0..pages).map(|number| gzip(&page(number))).collect();
    Folder::new(&[("crawl/a.warc.gz", &members.concat())])
}

/// The files of a folder and the folders in it, except the lock.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "lock" {
                found.insert(path.strip_prefix(folder).unwrap().into(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_crawl_becomes_rows_and_is_not_read_twice() {
    let folder = crawl(3);
    let (crawl, output) = (folder.path("crawl"), folder.path("out"));
    let args = [
        "batch",
        &crawl,
        "--output",
        &output,
        "--format",
        "jsonl",
        "--columns",
        "url,text,text_justext,status",
        "--strategies",
        "auto,justext",
    ];
    let outcome = tamis(&args);
    assert_eq!((outcome.status, &*outcome.stdout), (0, ""));
    assert_eq!(outcome.stderr, "tamis: 3 rows (3 ok); files: 1, from earlier runs: 0\n");
    let files = files(Path::new(&output));
    let rows = files.iter().find(|(path, _)| path.extension().is_some_and(|e| e == "jsonl"));
    let rows = String::from_utf8(rows.unwrap().1.clone()).unwrap();
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1]["url"], "https://site.example/1");
    assert!(rows[1]["text"].as_str().unwrap().starts_with("Page 1."));
    assert_eq!(rows[1]["text"], rows[1]["text_justext"]);
    let again = tamis(&args);
    assert_eq!(again.stderr, "tamis: 3 rows (3 ok); files: 1, from earlier runs: 1\n");
    let quiet = tamis(&[&args[..], &["--quiet"]].concat());
    assert_eq!((quiet.status, &*quiet.stderr), (0, ""));
    let other = tamis(&["batch", &crawl, "--output", &output]);
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("has files of another configuration"), "{}", other.stderr);
}

#[test]
fn inputs_come_from_a_list() {
    let folder = crawl(2);
    let list = format!("\n  {}  \n # none.warc\n", folder.path("crawl/a.warc.gz"));
    let output = folder.path("out");
    let outcome = tamis_reading(&["batch", "--files-from", "-", "-o", &output], list.as_bytes());
    assert!(outcome.stderr.starts_with("tamis: 2 rows (2 ok)"), "{outcome:?}");
    let missing = tamis(&["batch", "no-such.warc", "-o", &output]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.starts_with("tamis: cannot read no-such.warc: "), "{missing:?}");
    let nothing = tamis(&["batch", &folder.path("out"), "-o", &output]);
    assert!(nothing.stderr.contains("no archive found"), "{nothing:?}");
}

#[test]
fn the_columns_are_listed() {
    let all = tamis(&["batch", "--list-columns", "--strategies", "smart,density"]);
    assert_eq!(all.status, 0, "{all:?}");
    for name in ["text ", "text_density ", "markdown ", "duplicate_line_share "] {
        assert!(all.stdout.lines().any(|line| line.starts_with(name)), "{name}");
    }
    let some = tamis(&["batch", "--list-columns", "--columns", "url,words"]);
    assert_eq!(some.stdout.lines().count(), 2);
    let wrong = tamis(&["batch", "--list-columns", "--columns", "text_smart"]);
    assert!(wrong.stderr.contains("unknown column `text_smart`"), "{wrong:?}");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = crawl(400);
    let crawl = folder.path("crawl");
    let whole = folder.path("whole");
    let args = |output: &str| {
        let jobs = if output.ends_with('7') { "1" } else { "2" };
        ["batch", &crawl, "-o", output, "--unit-bytes", "20000", "--jobs", jobs, "-q"]
            .map(str::to_owned)
    };
    let run = |output: &str| {
        let args = args(output);
        tamis(&args.iter().map(String::as_str).collect::<Vec<_>>()).status
    };
    assert_eq!(run(&whole), 0);
    let expected = files(Path::new(&whole));
    // Each output is killed after a time of its own, again and again, with a later time each.
    let rounds = if is_full() { 17 } else { 6 };
    for first in [0, 7, 19] {
        let output = folder.path(&format!("killed-{first}"));
        let mut killed = 0;
        for round in 0..rounds {
            let args = args(&output);
            let mut child =
                command(&args.iter().map(String::as_str).collect::<Vec<_>>()).spawn().unwrap();
            thread::sleep(Duration::from_millis(first + 23 * round));
            child.kill().unwrap();
            killed += u32::from(!child.wait().unwrap().success());
        }
        assert!(killed > 0);
        assert_eq!(run(&output), 0);
        let found = files(Path::new(&output));
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        assert!(found == expected, "{first}");
    }
}

/// The processes that this one has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let stat = |pid: &str| fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let parent = parent.to_string();
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().file_name());
    processes
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        // The fields after the name in brackets: the state and the parent.
        .filter(|pid| {
            let stat = stat(pid);
            let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
            fields.split_whitespace().nth(1) == Some(&*parent)
        })
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn killed_processes_cost_nothing() {
    let folder = crawl(400);
    let (crawl, expected) = (folder.path("crawl"), folder.path("expected"));
    assert_eq!(tamis(&["batch", &crawl, "-o", &expected, "-q"]).status, 0);
    let mut killed = 0;
    for delay in [0, 20, 60] {
        let output = folder.path(&format!("out{delay}"));
        let mut run = command(&["batch", &crawl, "-o", &output, "-q", "--isolate", "--jobs", "2"])
            .spawn()
            .unwrap();
        // One process of each run: two that die of the same page would cost it.
        while run.try_wait().unwrap().is_none() {
            if let Some(child) = children(run.id()).first() {
                thread::sleep(Duration::from_millis(delay));
                let status = std::process::Command::new("kill").args(["-9", child]).status();
                killed += u32::from(status.unwrap().success());
                break;
            }
        }
        assert!(run.wait().unwrap().success());
        assert!(files(Path::new(&output)) == files(Path::new(&expected)));
    }
    assert!(killed > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_needs_too_much_memory_costs_itself_alone() {
    let html = format!("<html lang=en><p>{}", "It was the best of times. ".repeat(2_300_000));
    let large = page_of("https://site.example/large", html.as_bytes());
    let members = [gzip(&page(0)), gzip(&large), gzip(&page(2))].concat();
    let folder = Folder::new(&[("a.warc.gz", &members)]);
    let (archive, output) = (folder.path("a.warc.gz"), folder.path("out"));
    let memory = ["--isolate", "--max-memory", "150000000"];
    let args = ["batch", &archive, "-o", &output, "--format", "jsonl", "--jobs", "1"];
    let outcome = tamis(&[&args[..], &memory].concat());
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert!(outcome.stderr.contains("3 rows (2 ok, 1 panic)"), "{outcome:?}");
    let files = files(Path::new(&output));
    let rows = files.iter().find(|(path, _)| path.extension().is_some_and(|e| e == "jsonl"));
    let rows = String::from_utf8(rows.unwrap().1.clone()).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    let error = row["error"].as_str().unwrap();
    assert!(error.starts_with("the process of this page ended: signal: 6"), "{error}");
    let without = tamis(&["batch", &archive, "-o", &folder.path("x"), "--max-memory", "9"]);
    assert!(without.stderr.contains("--isolate"), "{without:?}");
}
