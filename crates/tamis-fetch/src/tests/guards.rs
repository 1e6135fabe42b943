use std::net::SocketAddr;

use super::server::{Names, Server, page, redirect};
use super::{assert_fails, client, get, only};
use crate::{Client, ClientConfig, FetchErrorKind};

fn guarded() -> Client {
    Client::new(ClientConfig::default()).unwrap()
}

#[test]
fn loopback_is_refused_by_default_in_all_spellings() {
    let server = Server::with(|_| page("secret"));
    let port = server.address.port();
    let hosts = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "017700000001",
        "0177.0.0.01",
        "%31%32%37.0.0.1",
        "127。0。0。1",
        "①②⑦.⓪.⓪.①",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST",
        "ｌｏｃａｌｈｏｓｔ",
    ];
    for host in hosts {
        let outcome = guarded().get(&format!("http://{host}:{port}/"));
        assert_fails(outcome, FetchErrorKind::RefusedAddress, "is loopback, not public");
    }
    assert_eq!(server.requests().len(), 0);
    assert_eq!(get(&server.url("/")).unwrap().body, b"secret");
}

#[test]
fn metadata_services_and_private_networks_are_refused() {
    let cases = [
        ("http://169.254.169.254/latest/meta-data/", "link-local"),
        ("http://[fd00:ec2::254]/", "unique local"),
        ("http://100.100.100.200/", "carrier-grade NAT"),
        ("https://192.168.0.1/", "private"),
        ("http://0/", "unspecified"),
        ("http://[::]:8080/", "unspecified"),
    ];
    for (url, class) in cases {
        assert_fails(
            guarded().get(url),
            FetchErrorKind::RefusedAddress,
            &format!("is {class}, not"),
        );
    }
}

#[test]
fn only_http_and_https_are_fetched() {
    for url in ["file:///etc/hosts", "ftp://example.com/", "data:text/html,x", "javascript:1"] {
        assert_fails(get(url), FetchErrorKind::RefusedScheme, "is neither http nor https");
    }
}

#[test]
fn errors_do_not_contain_text_that_is_not_a_url() {
    for text in ["", "example.com/secret", "/path", "http://", "http://a b/", "http://[::1/"] {
        let outcome = get(text);
        assert_fails(
            outcome,
            FetchErrorKind::InvalidUrl,
            "cannot fetch: the text is not an absolute URL",
        );
    }
    assert_eq!(get("http://u:secret@[/").unwrap_err().url(), None);
}

#[test]
fn user_info_is_refused_and_not_in_the_error() {
    for url in ["http://me:secret@127.0.0.1/", "http://me@127.0.0.1/", "http://:secret@127.0.0.1/"]
    {
        let error = get(url).unwrap_err();
        assert_eq!(error.kind(), FetchErrorKind::RefusedUserInfo);
        assert_eq!(
            error.to_string(),
            "cannot fetch http://127.0.0.1/: the URL contains a user name or password"
        );
    }
}

#[test]
fn redirects_to_refused_urls_are_not_followed() {
    let inner = Server::with(|_| page("secret"));
    let targets = [
        (inner.url("/"), FetchErrorKind::RefusedAddress, "127.0.0.1 is loopback"),
        ("http://169.254.169.254/".to_owned(), FetchErrorKind::RefusedAddress, "is link-local"),
        ("//inner.test/".to_owned(), FetchErrorKind::RefusedAddress, "127.0.0.1 is loopback"),
        ("file:///etc/hosts".to_owned(), FetchErrorKind::RefusedScheme, "the scheme file"),
        ("http://me:x@outer.test/".to_owned(), FetchErrorKind::RefusedUserInfo, "user name"),
        ("http://[nothing".to_owned(), FetchErrorKind::InvalidUrl, "the target of the redirect"),
        ("http://unknown.test/".to_owned(), FetchErrorKind::HostNotFound, "no address"),
    ];
    for (target, kind, sentence) in targets {
        let outer = Server::with(move |_| redirect(&target));
        let names = Names::default()
            .with("outer.test", &[&[outer.address]])
            .with("inner.test", &[&[inner.address]]);
        let client =
            Client::with_parts(ClientConfig::default(), names, only(outer.address)).unwrap();
        assert_fails(client.get("http://outer.test/"), kind, sentence);
        assert_eq!(outer.requests().len(), 1);
    }
    assert_eq!(inner.requests().len(), 0);
}

#[test]
fn a_name_that_changes_its_address_is_refused() {
    let inner = Server::with(|_| page("secret"));
    let outer = Server::with(|_| redirect("/again"));
    let names = Names::default().with("rebind.test", &[&[outer.address], &[inner.address]]);
    let client = Client::with_parts(ClientConfig::default(), names, only(outer.address)).unwrap();
    let outcome = client.get("http://rebind.test/");
    assert_fails(
        outcome,
        FetchErrorKind::RefusedAddress,
        "rebind.test/again: the address 127.0.0.1",
    );
    assert_eq!((outer.requests().len(), inner.requests().len()), (1, 0));
}

/// A name server may say one address to a check and another one a moment later, to the connection.
/// So a name is looked up once, and what the check has seen is what the client connects to.
#[test]
fn a_name_cannot_turn_private_between_the_check_and_the_connection() {
    let inner = Server::with(|_| page("secret"));
    let outer = Server::with(|_| page("public"));
    let private_next = Names::default().with("turn.test", &[&[outer.address], &[inner.address]]);
    let public_next = Names::default().with("turn.test", &[&[inner.address], &[outer.address]]);
    let get = |names: Names| {
        let client = Client::with_parts(ClientConfig::default(), names, only(outer.address));
        client.unwrap().get("http://turn.test/")
    };
    assert_eq!(get(private_next).unwrap().body, b"public");
    assert_fails(get(public_next), FetchErrorKind::RefusedAddress, "127.0.0.1 is loopback");
    assert_eq!((outer.requests().len(), inner.requests().len()), (1, 0));
}

#[test]
fn refused_addresses_of_a_name_are_skipped() {
    let inner = Server::with(|_| page("secret"));
    let outer = Server::with(|_| page("public"));
    let both: &[SocketAddr] = &[inner.address, outer.address];
    let names = Names::default().with("both.test", &[both]);
    let client = Client::with_parts(ClientConfig::default(), names, only(outer.address)).unwrap();
    assert_eq!(client.get("http://both.test/").unwrap().body, b"public");
    assert_eq!(inner.requests().len(), 0);
}

#[test]
fn an_unknown_name_is_an_error() {
    let client = client(ClientConfig::default());
    let outcome = client.get("http://name-without-address.invalid/");
    assert_fails(outcome, FetchErrorKind::HostNotFound, "the host name was not found");
}
