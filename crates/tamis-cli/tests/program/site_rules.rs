//! Rules for single sites, and the further pages that they name.

use serde_json::{Value, json};

use crate::harness::{Folder, Outcome, html, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// Rules for the server of the tests, whose host is `127.0.0.1`.
fn folder(rules: &str) -> Folder {
    Folder::new(&[("127.0.0.1.txt", rules.as_bytes())])
}

/// Runs with rules for the server and with private addresses allowed.
fn run(url: &str, rules: &str, options: &[&str]) -> Outcome {
    let folder = folder(rules);
    let path = folder.path("");
    tamis(&[&["--allow-private", "--delay=0", "--site-rules", &path, url], options].concat())
}

fn row(url: &str, rules: &str, options: &[&str]) -> Value {
    let outcome = run(url, rules, &[&["--format=jsonl", "--quiet"], options].concat());
    assert_eq!(outcome.stderr, "");
    outcome.rows().remove(0)
}

/// A page with a story, a menu, and a link to the next one.
fn story(text: &str, next: &str) -> Vec<u8> {
    page(&html(&format!(
        "<h1>Story</h1><div id=story><p>{text}</p><img src=a.jpg></div>\
         <a rel=next href='{next}'>Next</a>\
         <div id=comments><div class=comment>Fine!</div></div>"
    )))
}

const RULES: &str = "body: //div[@id='story']\nnext_page_link: //a[@rel='next']\n";

#[test]
fn rules_are_looked_up_by_the_address() {
    let rules = Folder::new(&[
        ("example.com.txt", b"body: //p[1]"),
        (".example.com.txt", b"body: //p[2]"),
        ("notes.md", b"body: //p[3]"),
    ]);
    let path = rules.path("");
    let body = html("<p>One<p>Two<p>Three");
    let text = |url: &str| {
        let args = ["--engine=justext", "--language=none", "--site-rules", &path, "--url", url];
        tamis_reading(&args, body.as_bytes()).stdout
    };
    assert_eq!(text("https://www.example.com/a"), "One\n");
    assert_eq!(text("https://news.example.com/a"), "Two\n");
    assert_eq!(text("https://example.org/a"), "");
    let page = Folder::new(&[("page.html", body.as_bytes())]);
    let base = ["--base-url", "https://example.com/", "--site-rules", &path];
    assert_eq!(tamis(&[&base[..], &[&page.path("page.html")]].concat()).stdout, "One\n");
}

#[test]
fn unsupported_lines_are_named() {
    let server = Server::start(|_| story("One", ""));
    let rules = "body: //div\nnonsense: 1\nlogin_uri: x";
    let outcome = run(&server.url("/"), rules, &[]);
    assert_eq!(
        outcome.stderr,
        "tamis: site rules: 127.0.0.1.txt, line 2: unknown directive `nonsense`\n\
         tamis: site rules: 127.0.0.1.txt, line 3: `login_uri` is not supported\n\
         tamis: site rules: 127.0.0.1.txt: content found on 1 of 1 page\n"
    );
    assert_eq!((outcome.status, &*outcome.stdout), (0, "One\n"));
    let many = "nonsense: 1\n".repeat(25);
    let outcome = run(&server.url("/"), &many, &[]);
    assert!(outcome.stderr.contains("tamis: site rules: 5 more lines are not supported\n"));
    assert_eq!(run(&server.url("/"), &many, &["--quiet"]).stderr, "");
}

#[test]
fn only_rules_for_the_pages_are_warned_about() {
    let rules = Folder::new(&[
        ("example.com.txt", b"body: //b\nnonsense: 1"),
        ("example.org.txt", b"body: //i\nnonsense: 2"),
        ("broken.toml", b"no table"),
    ]);
    let page = |host: &str| {
        format!(
            "<head><link rel=canonical href=https://{host}/></head><p><b>Hello</b> <i>world</i>"
        )
    };
    let said = |command: &[&str], host: &str| {
        let folder = rules.path("");
        let args = [command, &["--site-rules", &folder]].concat();
        tamis_reading(&args, page(host).as_bytes()).stderr
    };
    for command in [&[][..], &["explain"]] {
        let used = said(command, "example.com");
        let lines: Vec<_> = used.lines().collect();
        assert!(lines[0].starts_with("tamis: site rules: broken.toml: "), "{used}");
        let expected = [
            "tamis: site rules: example.com.txt, line 2: unknown directive `nonsense`",
            "tamis: site rules: example.com.txt: content found on 1 of 1 page",
        ];
        // An explanation says itself what the rules do.
        assert_eq!(lines[1..], expected[..2 - command.len()]);
        let unused = said(command, "example.net");
        assert!(unused.contains("there are none for the hosts of these pages"), "{unused}");
        assert_eq!(unused.lines().count(), 2, "{unused}");
    }
}

#[test]
fn rules_that_cannot_be_read_end_the_run() {
    let empty = Folder::new(&[("readme.md", b"")]);
    for folder in ["no/such/folder".to_owned(), empty.path("")] {
        let outcome = tamis_reading(&["--site-rules", &folder], b"<p>One");
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""));
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stderr.contains(&folder), "{outcome:?}");
    }
}

#[test]
fn headers_of_the_rules_are_sent() {
    let rules = format!("{RULES}http_header(user-agent): probe/2\nhttp_header(cookie): a=b\n");
    let server = Server::start(|_| story("One", ""));
    row(&server.url("/"), &rules, &[]);
    let requests = server.requests().to_lowercase();
    assert!(requests.contains("user-agent: probe/2\r\n") && requests.contains("cookie: a=b\r\n"));
    // The user's options come first.
    let server = Server::start(|_| story("One", ""));
    row(&server.url("/"), &rules, &["--user-agent=mine", "-H", "Cookie: c=d"]);
    let requests = server.requests().to_lowercase();
    assert!(requests.contains("user-agent: mine\r\n") && requests.contains("cookie: c=d\r\n"));
    assert!(!requests.contains("a=b"), "{requests}");
}

#[test]
fn further_pages_are_followed_on_request() {
    let server = Server::start(|path| match path {
        "/1" => story("One, and", "/x/2"),
        "/x/2" => story("two, and", "3#top"),
        _ => story("three.", "/1"),
    });
    let url = server.url("/1");
    let alone = row(&url, RULES, &[]);
    assert_eq!((&alone["text"], &alone["pages"]), (&json!("One, and"), &Value::Null));
    assert_eq!(server.requests().matches("GET ").count(), 1);
    let whole = row(&url, RULES, &["--follow-pages"]);
    assert_eq!(whole["text"], "One, and\n\ntwo, and\n\nthree.");
    assert_eq!(whole["pages"], json!([server.url("/x/2"), server.url("/x/3#top")]));
    assert_eq!((&whole["url"], &whole["warnings"]), (&json!(url), &json!([])));
    assert_eq!(server.requests().matches("GET ").count(), 4);
    let html = run(&url, RULES, &["--follow-pages", "--format=html"]).stdout;
    let one = html.find("One, and").unwrap();
    let three = html.find("three.").unwrap();
    assert!(one < three && html[three..].contains("</article>"), "{html}");
    // The base of each address is its own page.
    for (image, count) in [("/a.jpg", 1), ("/x/a.jpg", 2)] {
        let image = format!("\"{}\"", server.url(image));
        assert_eq!(html.matches(&image).count(), count, "{image} in {html}");
    }
    assert_eq!(html.matches("<h1>").count(), 1);
    let with = row(&url, RULES, &["--follow-pages", "--with=markdown,html"]);
    for format in ["markdown", "html"] {
        let content = with[format].as_str().unwrap();
        assert!(
            ["One, and", "two, and", "three."].iter().all(|part| content.contains(part)),
            "{with}"
        );
    }
    // The comments of all pages come after the last one.
    let said = run(&url, RULES, &["--follow-pages", "--comments"]).stdout;
    assert_eq!(said, "One, and\n\ntwo, and\n\nthree.\n\n---\n\nFine!\n\nFine!\n\nFine!\n");
    let said = row(&url, RULES, &["--follow-pages", "--comments"]);
    assert_eq!(
        (&said["text"], &said["comments"]),
        (&whole["text"], &json!("Fine!\n\nFine!\n\nFine!"))
    );
    let xml = run(&url, RULES, &["--follow-pages", "--format=xml"]).stdout;
    assert!(xml.contains("three.") && xml.matches("<main>").count() == 1, "{xml}");
    assert!(xml.contains(&server.url("/x/a.jpg")), "{xml}");
}

#[test]
fn a_page_with_the_whole_article_replaces_the_first() {
    let rules = format!("{RULES}single_page_link: //a[@rel='next']\nif_page_contains: //h1\n");
    let server = Server::start(|path| match path {
        "/1" => story("One", "/all"),
        "/empty" => story("Two", "/nothing"),
        "/nothing" => page("<p>Nothing here"),
        _ => page("<div id=story>All of it"),
    });
    let whole = row(&server.url("/1"), &rules, &["--follow-pages"]);
    assert_eq!(whole["text"], "All of it");
    assert_eq!(whole["pages"], json!([server.url("/all")]));
    assert_eq!(row(&server.url("/1"), &rules, &[])["text"], "One");
    // An empty page does not replace the first one.
    let rules = format!("{rules}autodetect_on_failure: no\n");
    assert_eq!(row(&server.url("/empty"), &rules, &["--follow-pages"])["text"], "Two");
}

#[test]
fn the_number_of_followed_pages_is_limited() {
    // The same page under new addresses, without end.
    let server = Server::start(|path| story("One", &format!("{path}x")));
    let same = row(&server.url("/"), RULES, &["--follow-pages"]);
    assert_eq!((&same["text"], &same["pages"]), (&json!("One"), &Value::Null));
    // New pages, without end.
    let server = Server::start(|path| story(&format!("At {path}."), &format!("{path}x")));
    let row = row(&server.url("/"), RULES, &["--follow-pages"]);
    assert_eq!(row["pages"].as_array().unwrap().len(), 30);
    let warning = row["warnings"][0].as_str().unwrap();
    assert!(warning.ends_with("but only 30 pages are followed"), "{warning}");
    assert_eq!(server.requests().matches("GET ").count(), 31);
}

#[test]
fn a_further_page_that_cannot_be_fetched_is_a_warning() {
    let server = Server::start(|path| match path {
        "/1" => story("One", "/2"),
        _ => reply("404 Not Found", "", b""),
    });
    let row = row(&server.url("/1"), RULES, &["--follow-pages"]);
    assert_eq!((&row["text"], &row["error"]), (&json!("One"), &Value::Null));
    let warning = row["warnings"][0].as_str().unwrap();
    assert!(warning.contains(&server.url("/2")) && warning.contains("404"), "{warning}");
}

#[test]
fn headers_of_the_user_stay_with_the_site() {
    let other = Server::start(|_| story("two", ""));
    let next = other.url("/2");
    let server = Server::start(move |_| story("One", &next));
    let row = row(&server.url("/1"), RULES, &["--follow-pages", "-H", "X-Key: secret"]);
    assert_eq!(row["text"], "One\n\ntwo");
    assert!(server.requests().to_lowercase().contains("x-key: secret"));
    assert!(!other.requests().to_lowercase().contains("x-key"), "{}", other.requests());
}

#[test]
fn following_needs_rules_and_pages_on_the_web() {
    let folder = folder(RULES);
    let path = folder.path("");
    for args in [
        &["--follow-pages"][..],
        &["--follow-pages", "--site-rules", &path, "--base-url=https://example.com/"],
        &["--follow-pages", "--site-rules", &path, "--readerable"],
    ] {
        assert_eq!(tamis_reading(args, b"<p>One").status, 2, "{args:?}");
    }
    // Only pages on the web are followed.
    let args = ["--follow-pages", "--site-rules", &path, "--url=https://127.0.0.1/", "--quiet"];
    let outcome = tamis_reading(&args, b"<div id=story>One</div><a rel=next href=/2>2</a>");
    assert_eq!(outcome.stdout, "One\n");
}
