//! Requests of browsers.

use super::assert_fails;
use super::server::{Server, redirect, reply};
use crate::{Client, ClientConfig, Exchange, FetchErrorKind, Request};

fn client(server: &Server) -> Client {
    Client::new(ClientConfig::default().permit(server.address)).unwrap()
}

#[test]
fn any_status_is_an_answer_and_redirects_are_not_followed() {
    let server = Server::with(|path| match path {
        "/moved" => redirect("/there"),
        _ => reply("404 Not Found", &["Set-Cookie: a=1", "Set-Cookie: b=2"], "nothing"),
    });
    let get = |path: &str| client(&server).exchange(&Exchange::new(Request::new(server.url(path))));
    let moved = get("/moved").unwrap();
    assert_eq!(moved.status, 302);
    assert_eq!(moved.headers, [("location".to_owned(), "/there".to_owned())]);
    let missing = get("/").unwrap();
    assert_eq!((missing.status, &*missing.body), (404, &b"nothing"[..]));
    let cookies = [("set-cookie", "a=1"), ("set-cookie", "b=2")];
    assert_eq!(missing.headers, cookies.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn methods_bodies_and_headers_are_sent() {
    let server = Server::with(|_| reply("200 OK", &[], "fine"));
    let request = Request::new(server.url("/api"))
        .header("X-Wanted", "yes")
        .header("Host", "elsewhere.example")
        .header("User-Agent", "a browser");
    let post = Exchange::new(request.clone()).method("POST", b"{}".to_vec());
    assert_eq!(client(&server).exchange(&post).unwrap().body, b"fine");
    let head = server.requests().remove(0).to_ascii_lowercase();
    assert!(head.starts_with("post /api http/1.1\r\n"), "{head}");
    assert!(head.contains("x-wanted: yes") && head.contains("content-length: 2"), "{head}");
    assert!(!head.contains("elsewhere") && !head.contains("a browser"), "{head}");
    let head = Exchange::new(request.clone()).method("HEAD", Vec::new());
    assert!(client(&server).exchange(&head).unwrap().body.is_empty());
    let delete = Exchange::new(request).method("DELETE", Vec::new());
    assert_fails(client(&server).exchange(&delete), FetchErrorKind::InvalidConfig, "DELETE");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn only_the_permitted_address_is_reached() {
    let (permitted, other) = (Server::with(|_| reply("200 OK", &[], "")), Server::with(|_| vec![]));
    let client = client(&permitted);
    let url = other.url("/");
    let exchange = Exchange::new(Request::new(&url));
    assert_fails(client.exchange(&exchange), FetchErrorKind::RefusedAddress, "127.0.0.1 is loop");
    assert_fails(client.get(&url), FetchErrorKind::RefusedAddress, "127.0.0.1 is loopback");
    let named = Exchange::new(Request::new(url.replace("127.0.0.1", "localhost")));
    assert_fails(client.exchange(&named), FetchErrorKind::RefusedAddress, "is loopback");
    let file = Exchange::new(Request::new("file:///etc/passwd"));
    assert_fails(client.exchange(&file), FetchErrorKind::RefusedScheme, "the scheme file");
    assert_eq!(client.get(&permitted.url("/")).unwrap().status, 200);
    assert!(other.requests().is_empty());
}
