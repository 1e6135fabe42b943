//! What is printed besides the content: names of pages, facts, warnings about options.

use std::ffi::OsStr;
use std::fs;

use crate::harness::{Folder, GOOD, article, command, html, tamis, tamis_reading};

fn two_pages() -> Folder {
    Folder::new(&[("a.html", article(1).as_bytes()), ("b.html", article(2).as_bytes())])
}

#[test]
fn names_are_between_several_pages() {
    let folder = two_pages();
    let [a, b] = ["a.html", "b.html"].map(|name| folder.path(name));
    let text = |number| format!("Page {number}. {GOOD}\n");
    let both = format!("==> {a} <==\n{}\n==> {b} <==\n{}", text(1), text(2));
    assert_eq!(tamis(&[&a, &b]).stdout, both);
    assert_eq!(tamis(&[&folder.path("")]).stdout, both);
    assert_eq!(tamis(&[&a, &b, "--no-names"]).stdout, format!("{}\n{}", text(1), text(2)));
    assert_eq!(tamis(&[&a]).stdout, text(1));
    let markdown = format!("<!-- {a} -->\n\n{}\n<!-- {b} -->\n\n{}", text(1), text(2));
    assert_eq!(tamis(&["-f", "md", &a, &b]).stdout, markdown);
    // No name ends the comment.
    let folder = Folder::new(&[("x--> <b>.html", article(1).as_bytes())]);
    let named = tamis(&["-f", "md", &folder.path("")]).stdout;
    assert!(named.contains("x--%3E %3Cb%3E.html -->\n"), "{named}");
}

#[test]
fn facts_are_printed_for_scripts() {
    let page = "<html lang=en><head><title>Bread\tand salt</title><meta name=author content='Ann Lee'>\
        <meta property=article:published_time content=2024-05-01T10:00:00Z>\
        <link rel=canonical href=https://example.com/bread></head><h1>Bread and salt</h1>";
    let page = format!("{page}<p>{GOOD}</p><p>{GOOD}</p>");
    let print = |facts: &str| tamis_reading(&["--print", facts], page.as_bytes());
    assert_eq!(print("title").stdout, "Bread and salt\n");
    assert_eq!(
        print("source,author,date,site,url").stdout,
        "-\tAnn Lee\t2024-05-01T10:00:00Z\t\thttps://example.com/bread\n"
    );
    let folder = two_pages();
    assert_eq!(
        tamis(&["--print=title,language", &folder.path("")]).stdout,
        "A title\ten\n".repeat(2)
    );
    let missing = tamis(&["--print=title", "gone.html"]);
    assert_eq!((missing.status, &*missing.stdout), (2, ""));
    assert_eq!(print("mood").status, 2);
    for other in [&["--format=json"][..], &["--with=html"], &["--chunks"], &["--output-dir=out"]] {
        let outcome = tamis_reading(&[&["--print=title"], other].concat(), page.as_bytes());
        assert_eq!(outcome.status, 2, "{other:?}");
    }
}

#[test]
fn a_cursor_after_the_end_is_named() {
    let page = article(1);
    let at = |cursor: &str| {
        tamis_reading(&["--max-chars=50", "--cursor", cursor], page.as_bytes()).stderr
    };
    let chars = GOOD.len() + "Page 1. ".len();
    assert_eq!(at(&chars.to_string()), "");
    let expected =
        format!("tamis: -: warning: nothing is at the cursor 99999: the content ends at {chars}\n");
    assert_eq!(at("99999"), expected);
    assert_eq!(
        tamis_reading(&["--max-chars=50", "-f=md", "--cursor=99999"], page.as_bytes()).stderr,
        expected
    );
}

#[test]
fn an_address_is_one() {
    let page = article(1);
    for url in ["notaurl", "example.com/a", "https://", "http://[::1", "/a"] {
        let outcome = tamis_reading(&["--url", url], page.as_bytes());
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{url}");
        assert!(outcome.stderr.contains("--url"), "{url}: {}", outcome.stderr);
    }
    assert_eq!(tamis_reading(&["--url=https://example.com/a"], page.as_bytes()).status, 0);
}

#[test]
fn mistyped_commands_are_named() {
    for (name, expected) in [
        ("explian", "and no command `explian`; there is the command `tamis explain`"),
        ("text", "and no command `text`"),
    ] {
        let outcome = tamis(&[name, "gone.html"]);
        let line = format!("tamis: {name}: there is no such file or folder, {expected}\n");
        assert!(outcome.stderr.starts_with(&line), "{}", outcome.stderr);
    }
    assert!(!tamis(&["gone.html"]).stderr.contains("command"));
}

#[test]
fn binary_data_is_no_page() {
    // Each byte, again and again, in an order that no text has.
    let bytes: Vec<u8> =
        (0..4000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let outcome = tamis_reading(&[], &bytes);
    assert_eq!((outcome.status, &*outcome.stdout), (2, ""));
    assert_eq!(outcome.stderr, "tamis: -: this is binary data, not HTML\n");
}

#[test]
#[cfg(target_os = "linux")]
fn names_may_be_no_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new(&[("b.html", article(2).as_bytes())]);
    let name = OsStr::from_bytes(b"a\xff.html");
    fs::write(std::path::Path::new(&folder.path("")).join(name), article(1)).unwrap();
    let mut command = command(&["--no-names"]);
    let output = command.current_dir(folder.path("")).arg(name).arg("b.html").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Page 1.") && text.contains("Page 2."), "{text}");
}

#[test]
fn a_failed_run_leaves_the_file_of_an_earlier_one() {
    let folder = Folder::new(&[("a.html", article(1).as_bytes()), ("out.txt", b"before")]);
    let out = folder.path("out.txt");
    assert_eq!(tamis(&["-o", &out, &folder.path("a.html")]).status, 0);
    assert_eq!(folder.read("out.txt"), format!("Page 1. {GOOD}\n"));
    let names = fs::read_dir(folder.path("")).unwrap().count();
    assert_eq!(names, 2);
    #[cfg(target_os = "linux")]
    {
        let full = tamis(&["-o", "/dev/full", &folder.path("a.html")]);
        assert_eq!(full.status, 2);
        assert!(full.stderr.contains("No space left"), "{}", full.stderr);
    }
}

#[test]
fn some_paragraphs_are_explained() {
    let page =
        html(&format!("<nav>Home All about us</nav><p>{GOOD}<p>{GOOD} Again.<footer>© 2024"));
    let explained = |options: &[&str]| {
        let outcome = tamis_reading(&[&["explain"], options, &["-"]].concat(), page.as_bytes());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome.stdout
    };
    let all = explained(&[]);
    assert!(all.contains("Home All about us") && all.contains("It was the best"));
    let kept = explained(&["--only=kept"]);
    assert!(!kept.contains("Home All about us") && kept.contains("It was the best"), "{kept}");
    let dropped = explained(&["--only=dropped"]);
    assert!(dropped.contains("Home All about us") && !dropped.contains("It was the best"));
    // The summary is of the whole page.
    let summary =
        |text: &str| text.lines().find(|line| line.contains("decides")).unwrap().to_owned();
    assert_eq!(summary(&kept), summary(&all));
    let json = explained(&["--only=kept", "--format=json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["paragraphs"].as_array().unwrap().len(), 2);
    let html = tamis_reading(&["explain", "--only=kept", "--format=html", "-"], page.as_bytes());
    assert_eq!(html.status, 2);
}
