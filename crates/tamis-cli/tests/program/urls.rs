//! The addresses of saved pages: `--urls`.

use serde_json::{Value, json};

use crate::harness::{Folder, GOOD, html, tamis};

/// A page with a relative link.
fn linked(number: usize) -> String {
    html(&format!("<p>Page {number}. {GOOD} <a href=next>On</a></p>"))
}

fn site() -> Folder {
    Folder::new(&[
        ("in/a.html", linked(1).as_bytes()),
        ("in/b/c.html", linked(2).as_bytes()),
        ("in/d.html", linked(3).as_bytes()),
    ])
}

fn rows(folder: &Folder, table: &str) -> Vec<Value> {
    std::fs::write(folder.path("in/urls.csv"), table).unwrap();
    let (urls, pages) = (folder.path("in/urls.csv"), folder.path("in"));
    let outcome = tamis(&["-f=jsonl", "--with=markdown", "--urls", &urls, &pages]);
    assert_eq!(outcome.stderr, "tamis: left out 1 file that is not a page\n");
    assert_eq!(outcome.status, 0);
    outcome.rows()
}

#[test]
fn an_address_counts_like_that_of_a_page_from_the_web() {
    let folder = site();
    let (first, second) = ("https://example.com/x/", "https://example.org/y/z?q=1,2");
    // By the path from the table, and by the path on the command line.
    let table = format!("file,url\na.html,{first}\n{},\"{second}\"\n", folder.path("in/b/c.html"));
    let rows = rows(&folder, &table);
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("url"), [json!(first), json!(second), Value::Null]);
    for (markdown, link) in column("markdown").iter().zip([
        "(https://example.com/x/next)",
        "(https://example.org/y/next)",
        "(next)",
    ]) {
        assert!(markdown.as_str().unwrap().contains(link), "{markdown}");
    }
}

#[test]
fn the_address_is_in_the_front_matter_the_name_and_the_rules() {
    let folder = site();
    let table = Folder::new(&[("t.tsv", b"a.html\thttps://example.com/x/1\n".as_slice())]);
    let rules = Folder::new(&[("example.com.txt", b"body: //a".as_slice())]);
    let (urls, pages, out) = (table.path("t.tsv"), folder.path("in"), folder.path("out"));
    let args = ["--urls", &urls, "-f=md", "--front-matter", "--output-dir", &out, "--quiet"];
    let rules = rules.path("");
    let args = [&args[..], &["--name-by=url", "--site-rules", &rules, &pages]].concat();
    assert_eq!(tamis(&args).status, 0);
    let page = folder.read("out/example.com/x/1.md");
    assert!(page.starts_with("---\nsource: \"https://example.com/x/1\"\n"), "{page}");
    assert!(!page.contains("Page 1."), "{page}");
    assert!(folder.read("out/b/c.md").contains("Page 2."));
}

#[test]
fn a_table_that_helps_nothing_is_named() {
    let folder = site();
    let run = |table: &str| {
        std::fs::write(folder.path("t.csv"), table).unwrap();
        tamis(&["--urls", &folder.path("t.csv"), &folder.path("in/a.html")])
    };
    let unused = run("z.html,https://example.com/");
    assert_eq!(unused.stderr, "tamis: --urls: none of its files is among the pages\n");
    assert_eq!(unused.status, 0);
    let bad = run("file,url\na.html,https://example.com/\nb.html\n");
    assert_eq!((bad.status, &*bad.stdout), (2, ""));
    let reason = ", line 3: expected a file and its URL, but it has 1 cell\n";
    assert!(bad.stderr.ends_with(reason) && bad.stderr.lines().count() == 1, "{bad:?}");
    assert_eq!(tamis(&["--urls", "no-such-table", &folder.path("in")]).status, 2);
}
