//! Exit statuses, error messages, and closed pipes.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::harness::{Folder, article, command, skipped, tamis, tamis_reading};

#[test]
fn status_of_one_page() {
    assert_eq!(tamis_reading(&["-"], article(1).as_bytes()).status, 0);
    assert_eq!(tamis_reading(&["-q"], b"<p>").status, 1);
    assert_eq!(tamis(&["missing.html"]).status, 2);
}

#[test]
fn status_of_several_pages() {
    let folder = Folder::new(&[("good.html", article(1).as_bytes()), ("empty.html", b"<p>")]);
    let (good, empty) = (folder.path("good.html"), folder.path("empty.html"));
    assert_eq!(tamis(&[&good, &empty]).status, 0);
    assert_eq!(tamis(&[&empty, &empty]).status, 1);
    let outcome = tamis(&["--no-names", &empty, "missing.html", &good]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stdout.starts_with("Page 1."), "the other pages still come out");
}

#[test]
fn each_failure_is_one_sentence() {
    let folder = Folder::new(&[
        ("a.pdf", b"%PDF-1.4 <p>"),
        ("b.png", b"\x89PNG\r\n\x1a\n"),
        ("c.zip", b"PK\x03\x04"),
        ("d.bin", b"<p>\0\0\0"),
        ("e.txt", b"words without any tag"),
        ("f.html", b""),
        ("empty/readme.txt", b""),
        ("good.html", article(1).as_bytes()),
    ]);
    let cases = [
        ("a.pdf", "this is a PDF document, not HTML"),
        ("b.png", "this is a PNG image, not HTML"),
        ("c.zip", "this is a zip archive, not HTML"),
        ("d.bin", "this is binary data, not HTML"),
        ("e.txt", "this does not look like HTML: it has no tags"),
        ("f.html", "this is empty"),
        ("empty", "this folder has neither a page nor a WARC file"),
        ("missing", "there is no such file or folder"),
    ];
    let mut args: Vec<String> = cases.iter().map(|(name, _)| folder.path(name)).collect();
    args.push(folder.path("good.html"));
    let outcome = tamis(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let expected: Vec<String> = args
        .iter()
        .zip(cases)
        .map(|(path, (_, reason))| format!("tamis: {path}: {reason}"))
        .chain(["tamis: left out 1 file that is not a page".to_owned()])
        .collect();
    assert_eq!(outcome.stderr.lines().collect::<Vec<_>>(), expected);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stdout.contains("Page 1."));
}

#[test]
#[cfg(unix)]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("page.html", article(1).as_bytes())]);
    let path = folder.path("page.html");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        skipped("this user may read everything");
        return;
    }
    assert!(tamis(&[&path]).stderr.contains("you do not have the permission to read it"));
}

#[test]
fn unknown_options_and_values_are_errors() {
    for args in [
        &["--no-such-option"][..],
        &["--format=xml", "-"],
        &["--jobs=0", "-"],
        &["--jobs=1025", "-"],
    ] {
        let outcome = tamis(args);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let pages: Vec<(String, String)> =
        (0..300).map(|number| (format!("{number:03}.html"), article(number).repeat(40))).collect();
    let files: Vec<(&str, &[u8])> =
        pages.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = Folder::new(&files);
    let justext = ["justext", "-sEnglish", &folder.path("000.html")].map(str::to_owned);
    for args in [vec!["--no-names".to_owned(), folder.path("")], justext.to_vec()] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut child = command(&args).stdin(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("Page 0."), "{line}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn hostile_bytes_are_survived() {
    let deep = "<div>".repeat(300_000);
    let wide = format!("<p {}>text", "a=1 ".repeat(200_000));
    let bytes: Vec<u8> =
        (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let noise = [b"<p>".to_vec(), bytes.iter().map(|b| b | 0x21).collect()].concat();
    for page in [deep.as_bytes(), wide.as_bytes(), &noise] {
        let outcome = tamis_reading(&["--format=jsonl", "-"], page);
        assert!(outcome.status < 2 && outcome.rows().len() == 1, "{}", outcome.stderr);
    }
}
