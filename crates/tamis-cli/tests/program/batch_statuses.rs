//! Exit statuses of `tamis batch`, as `SECURITY.md` lists them.

use std::fs;

use crate::archives::page;
use crate::batch_sources::{batch, crawl, urls, values};
use crate::harness::{Folder, gzip};

#[test]
fn everything_written_is_0() {
    let image = String::from_utf8(page(1)).unwrap().replace("text/html", "image/png");
    let folder = Folder::new(&[
        ("a.warc.gz", &crawl(2).0),
        ("none.warc", b""),
        ("other.warc.gz", &gzip(image.as_bytes())),
    ]);
    let cases = [("a.warc.gz", "2 rows (2 ok)"), ("none.warc", "0 rows"), ("", "2 rows")];
    for (number, (name, rows)) in cases.into_iter().enumerate() {
        let output = folder.path(&format!("out{number}"));
        let outcome = batch(&output, &[&folder.path(name)]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        assert!(outcome.stderr.starts_with(&format!("tamis: {rows}")), "{outcome:?}");
        assert!(fs::exists(format!("{output}/_SUCCESS")).unwrap());
    }
}

#[test]
fn a_damaged_archive_is_1_and_is_named() {
    let (whole, places) = crawl(4);
    let mut damaged = whole.clone();
    damaged[places[1].0 + 20..places[2].0].fill(0);
    let cut = &whole[..whole.len() - 20];
    let garbage = b"\x89PNG\r\n\x1a\n and nothing of an archive".repeat(20);
    let folder = Folder::new(&[
        ("whole.warc.gz", &whole),
        ("damaged.warc.gz", &damaged),
        ("cut.warc.gz", cut),
        ("garbage.warc", &garbage),
    ]);
    let paths = ["whole.warc.gz", "damaged.warc.gz", "cut.warc.gz", "garbage.warc"];
    let paths = paths.map(|name| folder.path(name));
    for path in &paths[1..] {
        let output = format!("{path}-out");
        // A second run finds the damage in the manifest.
        for _ in 0..2 {
            let outcome = batch(&output, &[&paths[0], path]);
            assert_eq!(outcome.status, 1, "{outcome:?}");
            let named = format!("tamis: {path}: the archive is damaged in 1 place\n");
            assert!(outcome.stderr.starts_with(&named), "{outcome:?}");
            assert_eq!(outcome.stderr.lines().count(), 2, "{outcome:?}");
            assert!(fs::exists(format!("{output}/_SUCCESS")).unwrap());
        }
        assert_eq!(values(&output, "status").iter().filter(|of| *of == "broken_record").count(), 1);
    }
    // A file that cannot be read counts for more.
    let outcome = batch(&folder.path("out"), &["--files-from", &folder.path("none.txt")]);
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_missing_archive_is_2_and_is_named() {
    let folder = Folder::new(&[
        ("a.warc.gz", &crawl(2).0),
        ("list.txt", b"none.warc.gz\n"),
        ("index.csv", b"warc_filename,warc_record_offset,warc_record_length\nnone.warc.gz,0,9\n"),
    ]);
    let [archive, list, index] = ["a.warc.gz", "list.txt", "index.csv"].map(|of| folder.path(of));
    for (number, args) in [
        &[&*archive, "none.warc.gz"][..],
        &["none.warc.gz"],
        &["--files-from", &list],
        &["--index", &index],
        &["--index", &index, "--index-base", &folder.path("")],
        &["--index", "none.warc.gz"],
        &["--files-from", "none.warc.gz"],
    ]
    .into_iter()
    .enumerate()
    {
        let output = folder.path(&format!("out{number}"));
        let outcome = batch(&output, args);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains("none.warc.gz: "), "{outcome:?}");
        assert!(!fs::exists(format!("{output}/_SUCCESS")).unwrap());
    }
}

/// An index away from its archives does not fill the terminal.
#[test]
fn many_missing_archives_are_counted() {
    let index = |count: usize| {
        let rows = (0..count).map(|number| format!("none{number}.warc,0,9\n"));
        let columns = "warc_filename,warc_record_offset,warc_record_length\n";
        columns.to_owned() + &rows.collect::<String>()
    };
    for (count, expected) in [(100, ""), (101, "1 more archive"), (300, "200 more archives")] {
        let folder = Folder::new(&[("index.csv", index(count).as_bytes())]);
        let outcome = batch(&folder.path("out"), &["--index", &folder.path("index.csv")]);
        assert_eq!(outcome.status, 2);
        assert_eq!(outcome.stderr.matches("none").count(), 100, "{outcome:?}");
        let rest = outcome.stderr.lines().find(|line| line.contains(" more archive"));
        let rest = rest.map(|line| line.replace("tamis: ", "").replace(" cannot be read", ""));
        assert_eq!(rest.unwrap_or_default(), expected, "{outcome:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_for_any_page_is_2() {
    let folder = Folder::new(&[("a.warc.gz", &crawl(3).0)]);
    let (archive, output) = (folder.path("a.warc.gz"), folder.path("out"));
    for memory in ["0", "9", "4096", "1000000", "20000000", "40000000"] {
        let outcome = batch(&output, &[&archive, "--isolate", "--max-memory", memory]);
        assert_eq!(outcome.status, 2, "{memory}: {outcome:?}");
        let reason =
            "tamis: a process that reads pages ended before it had read one, perhaps for want";
        assert!(outcome.stderr.starts_with(reason), "{memory}: {outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{memory}: {outcome:?}");
        assert!(!fs::exists(&output).unwrap(), "{memory}");
    }
    let outcome = batch(&output, &[&archive, "--isolate", "--max-memory", "1000000000"]);
    assert_eq!((outcome.status, values(&output, "url")), (0, urls(&[0, 1, 2])));
}
