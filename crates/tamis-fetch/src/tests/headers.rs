use super::server::{Names, Server, page, redirect};
use super::{client, only};
use crate::guard;
use crate::{Client, ClientConfig, FetchErrorKind, Request};

#[track_caller]
fn assert_sent(request: &str, header: &str, sent: bool) {
    let found = request.lines().any(|line| line.eq_ignore_ascii_case(header));
    assert_eq!(found, sent, "{header} in {request}");
}

#[test]
fn user_agent_and_headers_are_sent() {
    let server = Server::with(|_| page(""));
    let config = ClientConfig::default()
        .user_agent("sieve/1 (+https://example.com)")
        .header("Accept-Language", "fr")
        .header("Cookie", "a=b");
    client(config).get(&server.url("/")).unwrap();
    let request = &server.requests()[0];
    assert!(request.starts_with("GET / HTTP/1.1\r\n"), "{request}");
    assert_sent(request, "User-Agent: sieve/1 (+https://example.com)", true);
    assert_sent(request, "Accept-Language: fr", true);
    assert_sent(request, "Cookie: a=b", true);
    assert_sent(request, "Accept-Encoding: gzip, br, zstd", true);
    assert_sent(request, &format!("Host: {}", server.address), true);
}

#[test]
fn defaults_can_be_replaced() {
    let server = Server::with(|_| page(""));
    client(ClientConfig::default()).get(&server.url("/")).unwrap();
    client(ClientConfig::default().user_agent("").header("Accept", "text/plain"))
        .get(&server.url("/"))
        .unwrap();
    let requests = server.requests();
    let agent = concat!("User-Agent: tamis/", env!("CARGO_PKG_VERSION"));
    assert_sent(&requests[0], agent, true);
    assert!(requests[0].to_lowercase().contains("accept: text/html,"));
    assert!(!requests[1].to_lowercase().contains("user-agent"), "{}", requests[1]);
    assert_sent(&requests[1], "Accept: text/plain", true);
    assert_eq!(requests[1].to_lowercase().matches("accept:").count(), 1);
}

#[test]
fn headers_are_sent_to_the_first_origin_only() {
    let other = Server::with(|path| match path {
        "/back" => redirect("http://first.test/end"),
        _ => page(""),
    });
    let first = Server::with(|path| match path {
        "/" => redirect("/same"),
        "/same" => redirect("http://other.test/back"),
        _ => page("end"),
    });
    let names = Names::default()
        .with("first.test", &[&[first.address]])
        .with("other.test", &[&[other.address]]);
    let config = ClientConfig::default()
        .header("Authorization", "Bearer secret")
        .header("Cookie", "a=b")
        .header("X-Api-Key", "secret")
        .header("Accept-Language", "fr");
    let client = Client::with_parts(config, names, guard::anything()).unwrap();
    assert_eq!(client.get("http://first.test/").unwrap().body, b"end");
    assert_eq!(first.requests().len(), 3);
    for (request, sent) in
        first.requests().iter().map(|r| (r, true)).chain([(&other.requests()[0], false)])
    {
        for header in ["Authorization: Bearer secret", "Cookie: a=b", "X-Api-Key: secret"] {
            assert_sent(request, header, sent);
        }
        assert_sent(request, "Accept-Language: fr", true);
    }
}

#[test]
fn headers_are_not_sent_to_another_port() {
    let other = Server::with(|_| page(""));
    let target = other.url("/");
    let first = Server::with(move |_| redirect(&target));
    client(ClientConfig::default().header("Cookie", "a=b")).get(&first.url("/")).unwrap();
    assert_sent(&first.requests()[0], "Cookie: a=b", true);
    assert_sent(&other.requests()[0], "Cookie: a=b", false);
}

#[test]
fn headers_of_a_request_are_sent_once() {
    let other = Server::with(|_| page(""));
    let target = other.url("/");
    let first = Server::with(move |_| redirect(&target));
    let client = client(ClientConfig::default().user_agent("one").header("Cookie", "a=b"));
    let request = Request::new(first.url("/"))
        .header("Cookie", "other")
        .header("User-Agent", "two")
        .header("X-Key", "secret");
    client.send(&request).unwrap();
    let requests = [&first.requests()[0], &other.requests()[0]];
    for (request, sent) in requests.into_iter().zip([true, false]) {
        assert_sent(request, "User-Agent: two", true);
        assert_sent(request, "User-Agent: one", false);
        assert_sent(request, "Cookie: a=b", sent);
        assert_sent(request, "Cookie: other", false);
        assert_sent(request, "X-Key: secret", sent);
    }
    client.get(&first.url("/")).unwrap();
    assert_sent(&first.requests()[1], "User-Agent: one", true);
    assert_sent(&first.requests()[1], "X-Key: secret", false);
    assert!(!format!("{request:?}").contains("secret"));
}

#[test]
fn headers_of_the_configuration_are_not_sent_to_other_origins_that_a_page_names() {
    let [one, two] = [Server::with(|_| page("")), Server::with(|_| page(""))];
    let client = client(ClientConfig::default().header("Cookie", "a=b"));
    for (found_on, sent) in [(one.url("/list"), false), (two.url("/list"), true)] {
        let request = Request::new(two.url("/")).header("X-Key", "1").found_on(found_on);
        client.send(&request).unwrap();
        let requests = two.requests();
        assert_sent(requests.last().unwrap(), "Cookie: a=b", sent);
        assert_sent(requests.last().unwrap(), "X-Key: 1", true);
    }
}

#[test]
fn headers_follow_to_https_but_not_back() {
    let cases = [
        ("http://a.test/", "http://a.test:80/x", true),
        ("http://a.test/", "https://a.test/x", true),
        ("https://a.test/", "http://a.test/x", false),
        ("http://a.test/", "https://b.test/x", false),
        ("http://a.test/", "https://a.test:444/x", false),
        ("http://a.test:81/", "https://a.test/x", false),
        ("http://a.test/", "http://a.test.b.test/", false),
    ];
    for (first, hop, expected) in cases {
        let [first, hop] = [first, hop].map(|url| url::Url::parse(url).unwrap());
        assert_eq!(crate::headers::shares_origin(&first, &hop), expected, "{first} {hop}");
    }
}

#[test]
fn headers_that_cannot_be_sent_are_refused() {
    let configs = [
        ClientConfig::default().header("Bad Name", "x"),
        ClientConfig::default().header("X-Split", "a\r\nHost: b"),
        ClientConfig::default().header("Host", "other.test"),
        ClientConfig::default().header("content-length", "5"),
        ClientConfig::default().header("User-Agent", "x"),
        ClientConfig::default().user_agent("a\nb"),
        ClientConfig::default().user_agent("tamis ü"),
    ];
    for config in configs {
        let error =
            Client::with_parts(config.clone(), Names::default(), only_nothing()).unwrap_err();
        assert_eq!(error.kind(), FetchErrorKind::InvalidConfig, "{config:?}");
        assert!(error.to_string().starts_with("invalid configuration: "), "{error}");
    }
}

#[test]
fn headers_of_a_request_that_cannot_be_sent_are_refused() {
    let server = Server::with(|_| page(""));
    for (name, value) in [("Bad Name", "x"), ("X-Split", "a\r\nHost: b"), ("Host", "other.test")] {
        let request = Request::new(server.url("/")).header(name, value);
        let error = client(ClientConfig::default()).send(&request).unwrap_err();
        assert_eq!(error.kind(), FetchErrorKind::InvalidConfig, "{name}");
    }
    assert!(server.requests().is_empty());
}

fn only_nothing() -> guard::Policy {
    only(([0, 0, 0, 0], 0).into())
}

#[test]
fn debug_output_hides_secrets() {
    let config = ClientConfig::default()
        .header("Authorization", "Bearer secret")
        .proxy("http://me:secret@proxy.test:3128");
    let shown = format!("{config:?} {:?}", Client::new(config.clone()).unwrap());
    assert!(shown.contains("Authorization") && !shown.contains("secret"), "{shown}");
}
