//! Filters: `--min-words`, `--min-confidence`, `--language-is`, `--only-with` and
//! `--exact-duplicates`.

use std::path::Path;

use crate::harness::{Folder, GOOD, Outcome, article, html, tamis};

/// Pages that differ in length, language and facts.
fn site() -> Folder {
    let german = "Es war die beste und die schlimmste Zeit, und wir hatten alles noch vor uns. ";
    let german = format!("<html lang=de-AT><title>Ein Titel</title><body><p>{german}{german}");
    let dated = article(2).replace(
        "<body>",
        "<meta property='article:published_time' content='2024-05-06'>\
         <meta name=author content='Jane Doe'><body>",
    );
    Folder::new(&[
        ("in/1.html", article(1).as_bytes()),
        ("in/2.html", dated.as_bytes()),
        ("in/3.html", german.as_bytes()),
        ("in/4.html", html("<p>Too short to be of use").as_bytes()),
    ])
}

/// The numbers of the pages that pass.
fn passing(folder: &Folder, filters: &[&str]) -> (Vec<u32>, Outcome) {
    let input = folder.path("in");
    let outcome = tamis(&[&["--format=jsonl", &input], filters].concat());
    let number =
        |source: &str| source.strip_suffix(".html")?.rsplit(['/', '\\']).next()?.parse().ok();
    let numbers =
        outcome.column("source").iter().map(|row| number(row.as_str().unwrap()).unwrap()).collect();
    (numbers, outcome)
}

#[test]
fn pages_pass_or_are_counted() {
    let folder = site();
    for (filters, expected, summary) in [
        (
            &["--min-words=25"][..],
            &[1, 2, 3][..],
            "3 passed the filters, 1 left out by --min-words",
        ),
        (&["--min-words=50"], &[1, 2], "2 passed the filters, 2 left out by --min-words"),
        (&["--language-is=de"], &[3], "1 passed the filters, 3 left out by --language-is"),
        (&["--language-is=fr,de-AT"], &[3], "1 passed the filters, 3 left out by --language-is"),
        (&["--language-is=en,de"], &[1, 2, 3, 4], "4 passed the filters"),
        (&["--only-with=title"], &[1, 2, 3, 4], "4 passed the filters"),
        (&["--only-with=date,author"], &[2], "1 passed the filters, 3 left out by --only-with"),
        (&["--min-confidence=1"], &[], "0 passed the filters, 4 left out by --min-confidence"),
        (
            &["--min-words=25", "--language-is=en", "--only-with=date"],
            &[2],
            "1 passed the filters, 1 left out by --min-words, 1 left out by --language-is, \
             1 left out by --only-with",
        ),
    ] {
        let (numbers, outcome) = passing(&folder, filters);
        assert_eq!(numbers, expected, "{filters:?}");
        assert_eq!(outcome.status, i32::from(expected.is_empty()), "{filters:?}");
        assert_eq!(outcome.stderr, format!("tamis: 4 pages: {summary}\n"), "{filters:?}");
        let (again, quiet) = passing(&folder, &[filters, &["--quiet", "-j3"]].concat());
        assert_eq!((again, &*quiet.stderr), (numbers, ""), "{filters:?}");
    }
}

#[test]
fn pages_with_equal_texts_are_printed_once() {
    let [one, two] = [article(1), article(2)];
    let copy = one.replace("<body>", "<body><nav><a href=/>Home</a></nav>");
    let blank = html("<img src=a.png>");
    let pages = [&one, &two, &copy, &blank, &blank, &two];
    let names: Vec<String> = (1..=pages.len()).map(|n| format!("in/{n}.html")).collect();
    let files: Vec<_> = names.iter().zip(pages).map(|(n, page)| (&**n, page.as_bytes())).collect();
    let folder = Folder::new(&files);
    for more in [&[][..], &["-j4"], &["--max-chars=5"]] {
        let skip = [&["--exact-duplicates=skip"], more].concat();
        let (numbers, outcome) = passing(&folder, &skip);
        assert_eq!(numbers, [1, 2, 4, 5], "{more:?}");
        let summary = "6 pages: 4 passed the filters, 2 left out by --exact-duplicates\n";
        assert_eq!(outcome.stderr, format!("tamis: {summary}"), "{more:?}");
        let keep = [&["--exact-duplicates=keep"], more].concat();
        assert_eq!(passing(&folder, &keep).0.len(), pages.len(), "{more:?}");
    }
    let (input, output) = (folder.path("in"), folder.path("out"));
    let outcome = tamis(&["--exact-duplicates=skip", "--output-dir", &output, &input]);
    let summary = "2 files written, 2 without content, 2 left out by --exact-duplicates";
    assert!(outcome.stderr.ends_with(&format!("tamis: 6 pages: {summary}\n")), "{outcome:?}");
}

#[test]
fn every_format_and_way_in_is_filtered() {
    let folder = site();
    let (passes, fails) = (folder.path("in/1.html"), folder.path("in/4.html"));
    for format in [
        &["-f=text"][..],
        &["-f=markdown", "--front-matter"],
        &["-f=html"],
        &["-f=xml"],
        &["-f=tei"],
        &["-f=json"],
        &["-f=jsonl"],
        &["--chunks"],
        &["--readerable", "--min-score=1"],
        &["--strategy=all"],
    ] {
        let run = |page: &str| tamis(&[&["--min-words=30", page], format].concat());
        let (kept, dropped) = (run(&passes), run(&fails));
        assert_eq!((kept.status, kept.stdout.is_empty()), (0, false), "{format:?}");
        assert_eq!((dropped.status, &*dropped.stdout), (1, ""), "{format:?}");
    }
    let array = tamis(&["-f=json", "--min-confidence=1", &folder.path("in")]);
    assert_eq!((array.status, &*array.stdout), (1, "[]\n"));
}

#[test]
fn pages_that_do_not_pass_have_no_file() {
    let folder = site();
    let out = folder.path("out");
    let outcome = tamis(&["-f=json", "--language-is=de", "--output-dir", &out, &folder.path("in")]);
    let summary = "tamis: 4 pages: 1 file written, 3 left out by --language-is\n";
    assert_eq!((outcome.status, &*outcome.stderr), (0, summary));
    let exists = |name: &str| Path::new(&folder.path(name)).exists();
    assert!(exists("out/3.json") && !exists("out/1.json"));
}

#[test]
fn records_of_archives_are_filtered() {
    let record = |url: &str, body: &str| {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n\
             Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    let crawl = record("http://a.example/", &article(1)) + &record("http://b.example/", "<p>No");
    let folder = Folder::new(&[("crawl.warc", crawl.as_bytes())]);
    let outcome = tamis(&["-f=jsonl", "--min-words=30", &folder.path("crawl.warc")]);
    assert_eq!(outcome.column("url"), ["http://a.example/"], "{outcome:?}");
    assert!(outcome.stdout.contains(&GOOD[..40]), "{outcome:?}");
    assert!(outcome.stderr.ends_with("1 left out by --min-words\n"), "{outcome:?}");
}

#[test]
fn values_that_no_page_can_pass_are_refused() {
    for (option, expected) in [
        ("--min-words=0", "0 is not in 1.."),
        ("--min-confidence=1.5", "expected a number from 0 to 1"),
        ("--min-confidence=nan", "expected a number from 0 to 1"),
        ("--language-is=German", "expected a code such as de, en or pt-BR"),
        ("--language-is=de,", "expected a code"),
        ("--only-with=colour", "possible values: title, author, date"),
    ] {
        let outcome = tamis(&[option, "-"]);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{option}");
        assert!(outcome.stderr.contains(expected), "{option}: {}", outcome.stderr);
    }
}
