use std::net::SocketAddr;

use super::server::{Names, Server, page, redirect};
use super::{assert_fails, client, get, only};
use crate::{Client, Config, ErrorKind};

fn guarded() -> Client {
    Client::new(Config::default()).unwrap()
}

#[test]
fn loopback_is_refused_by_default_in_every_spelling() {
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
        assert_fails(outcome, ErrorKind::RefusedAddress, "is loopback, not public");
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
        assert_fails(guarded().get(url), ErrorKind::RefusedAddress, &format!("is {class}, not"));
    }
}

#[test]
fn only_http_and_https_are_fetched() {
    for url in ["file:///etc/hosts", "ftp://example.com/", "data:text/html,x", "javascript:1"] {
        assert_fails(get(url), ErrorKind::RefusedScheme, "is neither http nor https");
    }
}

#[test]
fn text_that_is_no_url_is_told_without_repeating_it() {
    for text in ["", "example.com/secret", "/path", "http://", "http://a b/", "http://[::1/"] {
        let outcome = get(text);
        assert_fails(outcome, ErrorKind::InvalidUrl, "cannot fetch: this is not an absolute URL");
    }
    assert_eq!(get("http://u:secret@[/").unwrap_err().url(), None);
}

#[test]
fn user_info_is_refused_and_not_repeated() {
    for url in ["http://me:secret@127.0.0.1/", "http://me@127.0.0.1/", "http://:secret@127.0.0.1/"]
    {
        let error = get(url).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::RefusedUserInfo);
        assert_eq!(
            error.to_string(),
            "cannot fetch http://127.0.0.1/: the URL holds a user name or password"
        );
    }
}

#[test]
fn redirect_to_a_refused_url_is_not_followed() {
    let inner = Server::with(|_| page("secret"));
    let targets = [
        (inner.url("/"), ErrorKind::RefusedAddress, "127.0.0.1 is loopback"),
        ("http://169.254.169.254/".to_owned(), ErrorKind::RefusedAddress, "is link-local"),
        ("//inner.test/".to_owned(), ErrorKind::RefusedAddress, "127.0.0.1 is loopback"),
        ("file:///etc/hosts".to_owned(), ErrorKind::RefusedScheme, "the scheme file"),
        ("http://me:x@outer.test/".to_owned(), ErrorKind::RefusedUserInfo, "user name"),
        ("http://[nothing".to_owned(), ErrorKind::InvalidUrl, "it redirects to something"),
        ("http://unknown.test/".to_owned(), ErrorKind::HostNotFound, "no address"),
    ];
    for (target, kind, sentence) in targets {
        let outer = Server::with(move |_| redirect(&target));
        let names = Names::default()
            .with("outer.test", &[&[outer.address]])
            .with("inner.test", &[&[inner.address]]);
        let client = Client::with_parts(Config::default(), names, only(outer.address)).unwrap();
        assert_fails(client.get("http://outer.test/"), kind, sentence);
        assert_eq!(outer.requests().len(), 1);
    }
    assert_eq!(inner.requests().len(), 0);
}

#[test]
fn name_that_changes_its_address_is_refused() {
    let inner = Server::with(|_| page("secret"));
    let outer = Server::with(|_| redirect("/again"));
    let names = Names::default().with("rebind.test", &[&[outer.address], &[inner.address]]);
    let client = Client::with_parts(Config::default(), names, only(outer.address)).unwrap();
    let outcome = client.get("http://rebind.test/");
    assert_fails(outcome, ErrorKind::RefusedAddress, "rebind.test/again: the address 127.0.0.1");
    assert_eq!((outer.requests().len(), inner.requests().len()), (1, 0));
}

#[test]
fn refused_addresses_of_a_name_are_passed_over() {
    let inner = Server::with(|_| page("secret"));
    let outer = Server::with(|_| page("public"));
    let both: &[SocketAddr] = &[inner.address, outer.address];
    let names = Names::default().with("both.test", &[both]);
    let client = Client::with_parts(Config::default(), names, only(outer.address)).unwrap();
    assert_eq!(client.get("http://both.test/").unwrap().body, b"public");
    assert_eq!(inner.requests().len(), 0);
}

#[test]
fn unknown_name_is_told() {
    let client = client(Config::default());
    let outcome = client.get("http://name-without-address.invalid/");
    assert_fails(outcome, ErrorKind::HostNotFound, "the host name was not found");
}
