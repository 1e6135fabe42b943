use super::server::{Server, page, redirect, reply};
use super::{assert_fails, client};
use crate::{Client, ClientConfig, FetchErrorKind};

fn obedient() -> Client {
    client(ClientConfig::default().robots(true).header("Cookie", "a=b"))
}

/// Starts a server with this `robots.txt`.
fn site(robots: Vec<u8>) -> Server {
    Server::with(move |path| match path {
        "/robots.txt" => robots.clone(),
        "/to-closed" => redirect("/closed"),
        path => page(path),
    })
}

#[test]
fn what_a_site_does_not_allow_is_not_fetched() {
    let server = site(page("User-agent: tamis\nDisallow: /closed"));
    let client = obedient();
    assert_eq!(client.get(&server.url("/open")).unwrap().body, b"/open");
    for path in ["/closed", "/to-closed"] {
        let outcome = client.clone().get(&server.url(path));
        assert_fails(outcome, FetchErrorKind::RefusedByRobots, "/closed: the robots.txt of");
    }
    let paths: Vec<_> =
        server.requests().iter().map(|head| head.lines().next().unwrap().to_owned()).collect();
    let expected =
        ["/robots.txt", "/open", "/to-closed"].map(|path| format!("GET {path} HTTP/1.1"));
    assert_eq!(paths, expected, "robots.txt is read once, and closed pages are not asked for");
    assert_eq!(super::get(&server.url("/closed")).unwrap().status, 200, "not by default");
}

#[test]
fn without_the_file_all_is_allowed_and_without_the_server_nothing() {
    for status in ["404 Not Found", "403 Forbidden", "410 Gone"] {
        let server = site(reply(status, &[], "User-agent: *\nDisallow: /"));
        assert_eq!(obedient().get(&server.url("/closed")).unwrap().status, 200, "{status}");
    }
    let server = site(reply("500 Broken", &[], ""));
    let outcome = obedient().get(&server.url("/open"));
    assert_fails(outcome, FetchErrorKind::RefusedByRobots, "answered 500");
    let loop_of_redirects = site(redirect("/robots.txt"));
    assert_eq!(obedient().get(&loop_of_redirects.url("/open")).unwrap().status, 200);
}

#[test]
fn headers_of_the_user_are_not_sent_to_the_robots_of_another_site() {
    let other = site(page(""));
    let target = other.url("/open");
    let first = Server::with(move |path| match path {
        "/robots.txt" => page("User-agent: *\nAllow: /"),
        _ => redirect(&target),
    });
    assert_eq!(obedient().get(&first.url("/")).unwrap().body, b"/open");
    assert!(first.requests().iter().all(|head| head.to_lowercase().contains("cookie: a=b")));
    assert!(other.requests().iter().all(|head| !head.to_lowercase().contains("cookie")));
    assert_eq!(other.requests().len(), 2);
}

/// An address that cannot be requested is matched with no rule, and no file is read for it.
#[test]
fn long_addresses_are_refused_first() {
    let server = site(page("User-agent: *\nDisallow: /*a*b*c"));
    for path in ["a".repeat(1 << 20), "é".repeat(20_000)] {
        let outcome = obedient().get(&server.url(&format!("/{path}")));
        assert_fails(outcome, FetchErrorKind::InvalidUrl, "longer than 65534 bytes");
    }
    assert!(server.requests().is_empty());
    let redirecting = site(redirect(&format!("/{}", "é".repeat(20_000))));
    let client = client(ClientConfig::default());
    let outcome = client.get(&redirecting.url("/robots.txt"));
    assert_fails(outcome, FetchErrorKind::InvalidUrl, "longer than 65534 bytes");
}
