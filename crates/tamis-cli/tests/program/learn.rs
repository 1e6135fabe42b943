//! Rules that are learned from some pages of a site and used on others.

use std::fs;

use serde_json::json;

use crate::harness::{Folder, GOOD, html, tamis, tamis_reading};

const SLOGAN: &str =
    "All of our stories are written by people who have been there, every single day.";

/// A page of a site: a menu, and a story with a slogan and a note in it.
fn story(number: usize) -> String {
    html(&format!(
        "<link rel=canonical href=https://www.example.com/{number}>\
         <nav>Home</nav><div class=story><p>Story {number}. {GOOD}</p><p>{SLOGAN}</p>\
         <aside class=note><p>Note {number}. {GOOD}</p></aside></div>"
    ))
}

/// A folder of pages of the site.
fn site(pages: usize) -> Folder {
    let pages: Vec<(String, String)> =
        (0..pages).map(|number| (format!("{number}.html"), story(number))).collect();
    let files: Vec<(&str, &[u8])> =
        pages.iter().map(|(name, html)| (name.as_str(), html.as_bytes())).collect();
    Folder::new(&files)
}

/// The text of another page with the rules in this folder.
fn next(rules: &str) -> String {
    let args = ["--quiet", "--site-rules", rules, "--url=https://example.com/9"];
    tamis_reading(&args, story(9).as_bytes()).stdout
}

#[test]
fn rules_are_learned_and_used() {
    let (pages, rules) = (site(4), Folder::new(&[]));
    let file = rules.path("new/example.com.toml");
    let learned = tamis(&["learn", "--site", &pages.path(""), "-o", &file]);
    assert_eq!((learned.status, &*learned.stdout), (0, ""));
    assert_eq!(
        learned.stderr,
        "tamis: example.com: learned from 4 pages; content found on 100 % of them\n\
         tamis:   content: div.story (on 4 pages)\n\
         tamis: rules from fewer than 6 pages often fit no others: what these pages have in common \
         by chance looks like the template; compare with --site-rules on more pages\n"
    );
    let text = next(&rules.path("new"));
    assert!(text.starts_with("Story 9.") && !text.contains(SLOGAN), "{text}");
    assert!(!text.contains("Note 9.") && !text.contains("Home"), "{text}");
    let args = [
        "--format=jsonl",
        "--engine=all",
        "--site-rules",
        &rules.path("new"),
        "--url=https://example.com/",
    ];
    let row = tamis_reading(&args, story(9).as_bytes()).rows().remove(0);
    assert_eq!(
        (&row["engine"], &row["answers"][0]["engine"]),
        (&json!("learned-rules"), &json!("learned-rules"))
    );
    assert!(row["answers"].as_array().unwrap().len() > 4, "{row}");
    // Saved pages name their site themselves.
    let saved = tamis(&["--format=jsonl", "--site-rules", &rules.path("new"), &pages.path("")]);
    assert_eq!(saved.column("engine"), ["learned-rules"; 4]);
    let used = "tamis: site rules: example.com.toml: content found on 4 of 4 pages\n";
    assert_eq!(saved.stderr, used);
    // The same on standard output, whatever the number of jobs.
    let alone = tamis(&["learn", "-j1", "--site", &pages.path("")]);
    assert_eq!(alone.stdout, rules.read("new/example.com.toml"));
    let printed = tamis(&["learn", "--site", &pages.path("")]);
    assert_eq!(printed.stdout, rules.read("new/example.com.toml"));
    assert!(printed.stdout.contains("hosts = ['example.com']\n"));
}

#[test]
fn corrections_come_first() {
    let (pages, rules) = (site(3), Folder::new(&[]));
    let (site, file) = (pages.path(""), rules.path("a.toml"));
    let learn = |options: &[&str]| {
        let outcome = tamis(&[&["learn", "--site", &site, "-o", &file][..], options].concat());
        (outcome.status, outcome.stderr)
    };
    let (status, said) = learn(&["--keep=.note"]);
    assert_eq!(status, 0);
    assert!(said.contains("content: .note (on 3 pages, as requested)\n"), "{said}");
    let text = next(&rules.path(""));
    assert!(text.starts_with("Note 9.") && !text.contains("Story 9."), "{text}");
    let (_, said) = learn(&["--keep=.note", "--keep=.story > p", "--drop=.story > p:first-child"]);
    assert!(said.contains("content: .note, .story > p (on 3 pages, as requested)\n"), "{said}");
    assert!(said.contains("excluded: .story > p:first-child (on 3 pages"), "{said}");
    let text = next(&rules.path(""));
    assert!(text.contains("Note 9.") && !text.contains("Story 9."), "{text}");
    for (options, reason) in
        [(&["--keep=p:hover"][..], "p:hover"), (&["--drop=#nowhere"], "`#nowhere` matches nothing")]
    {
        let (status, said) = learn(options);
        assert!(status == 2 && said.contains(reason), "{said}");
    }
}

#[test]
fn the_host_is_named_or_found() {
    let page = |host: &str| html(&format!("<link rel=canonical href='https://{host}/'><p>{GOOD}"));
    let (a, b) = (page("a.example"), page("www.b.example"));
    let host = |files: &[(&str, &[u8])], options: &[&str]| {
        let pages = Folder::new(files);
        let path = pages.path("");
        let outcome = tamis(&[&["learn", "--site", &path][..], options].concat());
        outcome
            .stdout
            .lines()
            .find(|line| line.starts_with("hosts"))
            .unwrap_or(&outcome.stderr)
            .to_owned()
    };
    let files: &[(&str, &[u8])] =
        &[("1.html", a.as_bytes()), ("2.html", b.as_bytes()), ("3.htm", b.as_bytes())];
    assert_eq!(host(files, &[]), "hosts = ['b.example']");
    assert_eq!(host(files, &["--host", "WWW.C.example"]), "hosts = ['c.example']");
    let nameless: &[(&str, &[u8])] = &[("1.html", b"<p>One"), ("2.html", b"<p>Two")];
    let said = host(nameless, &[]);
    assert_eq!(
        said,
        "tamis: the host of the site is not known: no page names it in a canonical address or \
         og:url; name the host with an option, such as --host example.com\n"
    );
    let torn: &[(&str, &[u8])] = &[nameless[0], files[1], ("3.html", b"<p>Three")];
    let said = host(torn, &[]);
    assert!(said.contains("b.example is named most often, but by 1 of 3 pages only"), "{said}");
    let table = Folder::new(&[("t.csv", b"1.html,https://c.example/\n2.html,https://c.example/")]);
    assert_eq!(host(nameless, &["--urls", &table.path("t.csv")]), "hosts = ['c.example']");
}

#[test]
fn folders_without_enough_pages_are_errors() {
    let (one, none) = (site(1), Folder::new(&[("a.txt", b"text")]));
    for (folder, reason) in [
        (one.path(""), "at least 2 pages of the site, but got 1"),
        (one.path("0.html"), "expected a folder"),
        (none.path(""), "this folder has neither a page nor a WARC file"),
        ("no/such/folder".to_owned(), "expected a folder"),
    ] {
        let outcome = tamis(&["learn", "--site", &folder]);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    assert_eq!(tamis(&["learn"]).status, 2);
    // Pages without anything in common.
    let other = Folder::new(&[("1.html", b"<p>One"), ("2.html", b"<h1>Two")]);
    let outcome = tamis(&["learn", "--host=example.com", "--site", &other.path("")]);
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert!(outcome.stderr.contains("name an element with --keep"), "{outcome:?}");
}

#[test]
fn rules_that_no_longer_work_are_named() {
    let (pages, rules) = (site(4), Folder::new(&[]));
    let file = rules.path("example.com.toml");
    assert_eq!(tamis(&["learn", "--site", &pages.path(""), "-o", &file]).status, 0);
    // The site has changed its classes.
    let run = |changed: usize, options: &[&str]| {
        let list: Vec<(String, String)> = (0..10)
            .map(|number| {
                let page = story(number);
                let page = if number < changed { page.replace("=story", "=text") } else { page };
                (format!("{number}.html"), page)
            })
            .collect();
        let files: Vec<(&str, &[u8])> =
            list.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
        let pages = Folder::new(&files);
        let (rules, pages) = (rules.path(""), pages.path(""));
        let base = ["--base-url=https://example.com/", "--site-rules", &rules, &pages];
        tamis(&[&base[..], options].concat()).stderr
    };
    let used = |found| {
        format!("tamis: site rules: example.com.toml: content found on {found} of 10 pages\n")
    };
    assert_eq!(run(2, &[]), used(8));
    let fallen = "tamis: site rules: example.com.toml: on 100 % when they were learned; \
         the site may have changed, and `tamis learn` makes new rules\n";
    assert_eq!(run(3, &[]), used(7) + fallen);
    assert_eq!(run(3, &["--quiet"]), "");
    // A file that cannot be read is named.
    fs::write(&file, "[site]\nhosts = 1\n").unwrap();
    assert!(run(0, &[]).contains("example.com.toml"));
}
