//! Feeds and sitemaps.

use serde_json::Value;

use crate::harness::{Folder, Outcome, article, gzip, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// A server with three pages, `/1` to `/3`, and documents that name them.
fn site() -> Server {
    Server::start(|path| match path {
        "/rss" => xml("<rss><channel><link>/</link><item><link>/1</link></item>\
             <item><link>http://other.test:1/</link></item><item><guid>2</guid></item></channel></rss>"),
        "/atom" => {
            xml("<feed><entry><link href='/1'/></entry><entry><link href='3'/></entry></feed>")
        }
        "/empty" => xml("<rss><channel></channel></rss>"),
        "/old" => reply("301 Moved", "Location: /atom\r\n", b""),
        "/index.xml" => xml(
            "<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap>\
             <sitemap><loc>/index.xml</loc></sitemap><sitemap><loc>/gone.xml</loc></sitemap></sitemapindex>",
        ),
        "/a.xml.gz" => {
            let sitemap = b"<urlset><url><loc>/1</loc></url><url><loc>/2</loc></url></urlset>";
            reply("200 OK", "Content-Type: application/gzip\r\n", &gzip(sitemap))
        }
        "/b.xml" => {
            xml("<urlset><url><loc>file:///etc/hosts</loc></url><url><loc>/3</loc></url></urlset>")
        }
        "/many.xml" => {
            xml(&format!("<urlset>{}</urlset>", "<url><loc>x:</loc></url>".repeat(50_001)))
        }
        path => match path[1..].parse() {
            Ok(number) => page(&article(number)),
            Err(_) => reply("404 Not Found", "", b""),
        },
    })
}

fn xml(text: &str) -> Vec<u8> {
    let document = format!("<?xml version='1.0' encoding='utf-8'?>{text}");
    reply("200 OK", "Content-Type: text/xml\r\n", document.as_bytes())
}

fn run(args: &[&str]) -> Outcome {
    let common = ["--format=jsonl", "--allow-private", "--delay=0", "--retries=0"];
    tamis(&[&common, args].concat())
}

/// The names and statuses of the rows, without the address of the server.
fn rows(outcome: &Outcome, server: &Server) -> Vec<(String, Value)> {
    let root = server.url("");
    let rows = outcome.rows().into_iter();
    rows.map(|row| (row["source"].as_str().unwrap().replace(&root, ""), row["status"].clone()))
        .collect()
}

#[track_caller]
fn check(args: &[&str], server: &Server, expected: &[(&str, Option<u16>)]) {
    let expected: Vec<_> =
        expected.iter().map(|(name, status)| ((*name).to_owned(), (*status).into())).collect();
    assert_eq!(rows(&run(args), server), expected, "{args:?}");
}

#[test]
fn the_pages_of_a_feed_are_read() {
    let server = site();
    let rss = ["--feed", &server.url("/rss")];
    check(&rss, &server, &[("/1", Some(200)), ("http://other.test:1/", None), ("/2", Some(200))]);
    let old = ["--feed", &server.url("/old")];
    check(&old, &server, &[("/1", Some(200)), ("/3", Some(200))]);
    assert!(run(&old).rows()[1]["text"].as_str().unwrap().starts_with("Page 3."));
}

#[test]
fn the_pages_of_a_sitemap_and_of_an_index_are_read() {
    let server = site();
    let index = ["--sitemap", &server.url("/index.xml")];
    let expected = [
        ("/1", Some(200)),
        ("/2", Some(200)),
        ("file:///etc/hosts", None),
        ("/3", Some(200)),
        ("/index.xml", None),
        ("/gone.xml", None),
    ];
    check(&index, &server, &expected);
    let errors = run(&index).column("error");
    assert_eq!(errors[4], "it is an index, and so is what names it");
    assert_eq!(errors[5], "cannot fetch it: the server answered 404 Not Found");
    let from = server.url("/b.xml");
    assert_eq!(errors[2], format!("this is no page on the web, but {from} names it"));
    let many = run(&["--sitemap", &server.url("/many.xml")]).rows();
    assert_eq!(many.len(), 50_001);
    assert_eq!(many[50_000]["error"], "it names 50001 pages; only the first 50000 are read");
}

#[test]
fn files_come_after_other_inputs_and_name_pages_on_the_web_only() {
    let server = site();
    let (one, two) = (server.url("/1"), server.url("/2"));
    let folder = Folder::new(&[
        ("feed.xml", format!("<rss><item><link>{one}</link></item></rss>").as_bytes()),
        ("sitemap.txt.gz", &gzip(format!("{two}\n{one}\n").as_bytes())),
        ("local.xml", b"<rss><item><link>page.html</link></item></rss>"),
        ("page.html", article(1).as_bytes()),
    ]);
    let [feed, sitemap, local, page] =
        ["feed.xml", "sitemap.txt.gz", "local.xml", "page.html"].map(|name| folder.path(name));
    let args = ["--sitemap", &sitemap, "--feed", &feed, "--feed", &local, &page];
    let outcome = run(&args);
    assert_eq!(outcome.column("source"), [&page, &one, "page.html", &two, &one]);
    assert_eq!(outcome.status, 2);
}

#[test]
fn headers_of_the_user_go_to_the_site_of_the_feed_only() {
    let other = Server::start(|_| page(&article(2)));
    let page_of_other = other.url("/");
    let server = Server::start(move |path| match path {
        "/rss" => xml(&format!(
            "<rss><item><link>{page_of_other}</link></item><item><link>/1</link></item></rss>"
        )),
        _ => page(&article(1)),
    });
    let outcome = run(&["-HCookie: a=b", "--feed", &server.url("/rss")]);
    assert_eq!(outcome.status, 0);
    assert_eq!(server.requests().to_lowercase().matches("cookie: a=b").count(), 2);
    assert!(!other.requests().to_lowercase().contains("cookie"));
    let feed = format!("<rss><item><link>{}</link></item></rss>", server.url("/2"));
    let folder = Folder::new(&[("feed.xml", feed.as_bytes())]);
    assert_eq!(run(&["-HCookie: a=b", "--feed", &folder.path("feed.xml")]).status, 0);
    assert_eq!(server.requests().to_lowercase().matches("cookie: a=b").count(), 2);
}

#[test]
fn what_names_no_page_is_an_error() {
    let server = site();
    let errors = |args: &[&str]| run(args).column("error");
    assert_eq!(errors(&["--feed", &server.url("/empty")]), ["it names no page"]);
    assert_eq!(errors(&["--feed", &server.url("/b.xml")]), ["this is not an RSS or Atom feed"]);
    assert_eq!(errors(&["--sitemap", &server.url("/rss")]), ["this is not a sitemap"]);
    assert_eq!(errors(&["--sitemap", "missing.xml"]), ["there is no such file or folder"]);
}

#[test]
fn a_feed_given_as_a_page_names_the_option() {
    let outcome =
        tamis_reading(&["-"], b"<?xml version='1.0'?><rss><item><link>x</link></item></rss>");
    let sentence = "this is a feed, not a page; `tamis --feed` reads the pages that it names";
    assert_eq!(outcome.stderr, format!("tamis: -: {sentence}\n"));
    let outcome = tamis_reading(&["-"], b"<urlset></urlset>");
    assert!(outcome.stderr.contains("`tamis --sitemap` reads"), "{outcome:?}");
}
