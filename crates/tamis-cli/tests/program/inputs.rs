//! Many inputs, in their order.

use std::fs;

use crate::harness::{Folder, GOOD, article, gzip, html, page, pages, tamis, tamis_reading};

#[test]
fn several_jobs_keep_the_order() {
    // The sizes of the pages differ much, so that workers overtake each other.
    let pages: Vec<(String, String)> = (0..200)
        .map(|number| {
            let filler = "<p>Hm.</p>".repeat(if number % 7 == 0 { 2000 } else { 1 });
            (format!("{number:03}.html"), article(number) + &filler)
        })
        .collect();
    let files: Vec<(&str, &[u8])> =
        pages.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = Folder::new(&files);
    let outcome = tamis(&["--jobs=4", "--format=jsonl", &folder.path("")]);
    assert_eq!(outcome.status, 0);
    let rows = outcome.rows();
    assert_eq!(rows.len(), 200);
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row["source"], folder.path(&format!("{number:03}.html")));
        assert!(row["text"].as_str().unwrap().starts_with(&format!("Page {number}. ")));
    }
    assert_eq!(tamis(&["-j1", "--format=jsonl", &folder.path("")]).stdout, outcome.stdout);
}

#[test]
fn folders_give_their_pages_by_name() {
    let page = article(1);
    let folder = Folder::new(&[
        ("b.html", page.as_bytes()),
        ("a/z.htm", page.as_bytes()),
        ("a/inner/x.xhtml", page.as_bytes()),
        ("c.HTML", page.as_bytes()),
        ("c.html.gz", &gzip(page.as_bytes())),
        ("notes.txt", b"No page at all"),
        ("d.htm.gz", &gzip(page.as_bytes())),
    ]);
    let outcome = tamis(&["--format=jsonl", &folder.path("")]);
    let expected = ["a/inner/x.xhtml", "a/z.htm", "b.html", "c.HTML", "c.html.gz", "d.htm.gz"];
    assert_eq!(outcome.column("source"), expected.map(|name| folder.path(name)));
    assert_eq!(outcome.status, 0);
}

#[test]
fn the_content_decides_what_is_a_page_in_a_folder() {
    let page = article(1);
    let crawl = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    let folder = Folder::new(&[
        ("site/index.php", page.as_bytes()),
        ("site/index.php@x=1", page.as_bytes()),
        ("site/page.html_id=3", page.as_bytes()),
        ("site/default.asp", &gzip(page.as_bytes())),
        ("site/about", page.as_bytes()),
        ("site/crawl", crawl.as_bytes()),
        ("site/logo.png", b"\x89PNG\r\n\x1a\n<html>"),
        ("site/style.css", b"p { color: red }"),
        ("site/code.js", b"write('<html><p>One')"),
        ("site/feed", b"<rss><channel><title>x</title></channel></rss>"),
        ("site/empty", b""),
    ]);
    let outcome = tamis(&["--format=jsonl", &folder.path("site")]);
    let names = ["about", "crawl", "default.asp", "index.php", "index.php@x=1", "page.html_id=3"];
    let expected = names.map(|name| folder.path(&format!("site/{name}")));
    assert_eq!(outcome.column("source"), expected);
    assert!(outcome.column("error")[1].as_str().unwrap().contains("no HTML page"), "{outcome:?}");
    assert!(outcome.stderr.ends_with("tamis: left out 5 files that are not pages\n"));
    let quiet = tamis(&["--quiet", "--output-dir", &folder.path("out"), &folder.path("site")]);
    assert_eq!(quiet.stderr.lines().count(), 1, "{quiet:?}");
    assert!(folder.read("out/index.php.txt").starts_with("Page 1."));
    assert!(folder.read("out/index.php@x=1.txt").starts_with("Page 1."));
}

#[test]
#[cfg(unix)]
fn links_that_lead_back_are_not_followed() {
    let folder = Folder::new(&[("a/page.html", article(1).as_bytes())]);
    std::os::unix::fs::symlink(folder.path(""), folder.path("a/back")).unwrap();
    assert_eq!(tamis(&["--format=jsonl", &folder.path("")]).rows().len(), 1);
}

#[test]
fn gzip_is_recognized_by_its_bytes() {
    let folder = Folder::new(&[("page", &gzip(article(1).as_bytes()))]);
    assert_eq!(tamis(&[&folder.path("page")]).stdout, format!("Page 1. {GOOD}\n"));
    let outcome = tamis_reading(&["-"], &gzip(article(2).as_bytes()));
    assert_eq!(outcome.stdout, format!("Page 2. {GOOD}\n"));
}

#[test]
fn decompressed_gzip_is_limited() {
    let bomb = gzip(&vec![b' '; 100 << 20]);
    let outcome = tamis_reading(&["-"], &bomb);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("the page is larger than 67108864 bytes"), "{outcome:?}");
    let cut = tamis_reading(&["-"], &gzip(article(1).as_bytes())[..60]);
    assert!(cut.stderr.contains("it cannot be read"), "{cut:?}");
}

#[test]
fn standard_input_by_name_and_without() {
    for args in [&[][..], &["-"]] {
        let outcome = tamis_reading(args, article(1).as_bytes());
        assert_eq!(outcome.stdout, format!("Page 1. {GOOD}\n"), "{args:?}");
    }
    let twice = tamis(&["-", "-"]);
    assert_eq!(twice.stderr, "tamis: standard input can be read only once\n");
}

#[test]
fn lists_of_names() {
    let folder =
        Folder::new(&[("1.html", article(1).as_bytes()), ("in/2.html", article(2).as_bytes())]);
    let (first, inner) = (folder.path("1.html"), folder.path("in"));
    let list =
        format!("\u{feff}# pages\n{first}\r\n\n \t\n#{inner}\n  # more\n{inner}\nmissing.html");
    fs::write(folder.path("list.txt"), &list).unwrap();
    let from_file = tamis(&["--format=jsonl", "--files-from", &folder.path("list.txt")]);
    let sources = [first.clone(), folder.path("in/2.html"), "missing.html".into()];
    assert_eq!(from_file.column("source"), sources);
    assert_eq!(from_file.status, 2);
    let from_stdin = tamis_reading(&["--format=jsonl", "--files-from=-"], list.as_bytes());
    assert_eq!(from_stdin.stdout, from_file.stdout);
    let both = tamis_reading(&["--format=jsonl", &inner, "--files-from=-"], list.as_bytes());
    assert_eq!(both.column("source").len(), 4);
}

#[test]
fn lists_that_cannot_be_read() {
    let outcome = tamis(&["--files-from=no-such-list"]);
    assert_eq!(outcome.stderr, "tamis: no-such-list: there is no such file or folder\n");
    assert_eq!(outcome.status, 2);
    let folder = Folder::new(&[]);
    assert_eq!(tamis(&["--files-from", &folder.path("")]).status, 2);
    let outcome = tamis_reading(&["--files-from=-"], b"\xff\n-\n");
    let expected = "tamis: -: the list has a line that is not UTF-8\n\
         tamis: -: standard input is the list itself\n";
    assert_eq!(outcome.stderr, expected);
}

#[test]
fn pages_of_the_project() {
    let folder = pages();
    let outcome = tamis(&["--format=jsonl", folder.to_str().unwrap()]);
    let sources = outcome.column("source");
    let read = sources.iter().filter(|source| source.as_str().unwrap().ends_with("/page.html"));
    assert_eq!(read.count(), fs::read_dir(folder).unwrap().count());
    assert!(outcome.rows().iter().all(|row| row["error"].is_null()));
    let twice = tamis(&["--format=jsonl", &page("blog-sourdough"), &page("blog-sourdough")]);
    let lines: Vec<&str> = twice.stdout.lines().collect();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn utf16_pages_are_read() {
    let page = html(&format!("<p>{GOOD}"));
    let little: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = page.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xff\xfe".as_slice(), &little].concat();
    for bytes in [&little, &big, &marked] {
        assert_eq!(tamis_reading(&["-"], bytes).stdout, format!("{GOOD}\n"));
    }
}
