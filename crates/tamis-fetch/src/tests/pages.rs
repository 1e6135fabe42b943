use super::server::{Server, page, redirect, reply};
use super::{assert_fails, client, get};
use crate::{ClientConfig, FetchErrorKind};

#[test]
fn a_plain_page_is_returned() {
    let server = Server::with(|_| page("<p>fine flour</p>"));
    let response = get(&server.url("/a?q=1")).unwrap();
    assert_eq!(response.url, server.url("/a?q=1"));
    assert_eq!(response.status, 200);
    assert_eq!(response.content_type.as_deref(), Some("text/html"));
    assert_eq!(response.charset, None);
    assert_eq!(response.body, b"<p>fine flour</p>");
    assert!(response.redirects.is_empty());
}

#[test]
fn charset_and_media_type_come_from_the_header() {
    let header = "CONTENT-TYPE: Application/XHTML+xml; Charset=\"ISO-8859-15\"";
    let server = Server::with(move |_| reply("200 OK", &[header], "x"));
    let response = get(&server.url("/")).unwrap();
    assert_eq!(response.content_type.as_deref(), Some("application/xhtml+xml"));
    assert_eq!(response.charset.as_deref(), Some("ISO-8859-15"));
}

#[test]
fn bytes_are_not_converted() {
    let latin: Vec<u8> = (0..=255).collect();
    let sent = latin.clone();
    let header = "Content-Type: text/html; charset=iso-8859-1";
    let server = Server::with(move |_| reply("200 OK", &[header], &sent));
    assert_eq!(get(&server.url("/")).unwrap().body, latin);
}

#[test]
fn a_missing_content_type_and_an_empty_body_are_allowed() {
    let server = Server::with(|_| reply("204 No Content", &["Content-Encoding: gzip"], ""));
    let response = get(&server.url("/")).unwrap();
    assert_eq!((response.status, response.content_type), (204, None));
    assert!(response.body.is_empty());
}

#[test]
fn chunked_and_close_delimited_bodies_are_read() {
    let server = Server::with(|path| {
        let rest = match path {
            "/chunked" => "Transfer-Encoding: chunked\r\n\r\n4\r\nfine\r\n6\r\n flour\r\n0\r\n\r\n",
            _ => "Connection: close\r\n\r\nfine flour",
        };
        format!("HTTP/1.1 200 OK\r\n{rest}").into_bytes()
    });
    assert_eq!(get(&server.url("/chunked")).unwrap().body, b"fine flour");
    assert_eq!(get(&server.url("/close")).unwrap().body, b"fine flour");
}

#[test]
fn redirects_are_followed_and_listed() {
    let server = Server::with(|path| match path {
        "/1" => reply("301 Moved Permanently", &["Location: /2"], "moved"),
        "/2" => redirect("3/x"),
        "/3/x" => reply("308 Permanent Redirect", &["Location: ../end?a=b"], ""),
        "/end?a=b" => page("here"),
        _ => reply("404 Not Found", &[], ""),
    });
    let response = get(&server.url("/1#part")).unwrap();
    assert_eq!(response.url, server.url("/end?a=b#part"));
    assert_eq!(response.body, b"here");
    let expected = ["/1#part", "/2#part", "/3/x#part"].map(|path| server.url(path));
    assert_eq!(response.redirects, expected);
}

#[test]
fn raw_bytes_in_a_location_are_percent_encoded() {
    let server = Server::with(|path| match path {
        "/" => [
            b"HTTP/1.1 302 Found\r\nLocation: /caf\xe9#end\r\n".as_slice(),
            // Otherwise the client may reuse the connection while the server closes it.
            b"Connection: close\r\nContent-Length: 0\r\n\r\n",
        ]
        .concat(),
        "/caf%E9" => page("here"),
        _ => reply("404 Not Found", &[], ""),
    });
    assert_eq!(get(&server.url("/")).unwrap().url, server.url("/caf%E9#end"));
}

#[test]
fn unusual_characters_in_a_url_reach_the_server() {
    let server = Server::with(|path| page(path.as_bytes()));
    let response = get(&server.url("/a|b{c}^`\"é?d|e`{f}^'ü")).unwrap();
    let path = "/a|b%7Bc%7D^%60%22%C3%A9?d|e`{f}^%27%C3%BC";
    assert_eq!(String::from_utf8_lossy(&response.body), path);
}

#[test]
fn redirects_end_at_the_limit() {
    let server = Server::with(|path| match path {
        "/0" => page("end"),
        _ => redirect(&format!("/{}", path[1..].parse::<u32>().unwrap() - 1)),
    });
    let three = client(ClientConfig::default().max_redirects(3));
    assert_eq!(three.get(&server.url("/3")).unwrap().redirects.len(), 3);
    let outcome = three.get(&server.url("/4"));
    assert_fails(outcome, FetchErrorKind::TooManyRedirects, "more than 3 redirects");
    let none = client(ClientConfig::default().max_redirects(0));
    assert_fails(
        none.get(&server.url("/1")),
        FetchErrorKind::TooManyRedirects,
        "more than 0 redirects",
    );
}

#[test]
fn redirect_loop_ends() {
    let server = Server::with(redirect);
    assert_fails(get(&server.url("/")), FetchErrorKind::TooManyRedirects, "more than 10 redirects");
    assert_eq!(server.requests().len(), 11);
}

#[test]
fn status_other_than_2xx_is_an_error() {
    for status in [404, 500, 304, 300] {
        let server = Server::with(move |_| reply(&format!("{status} Nothing"), &[], "text"));
        assert_fails(get(&server.url("/x")), FetchErrorKind::Http(status), &status.to_string());
    }
    let server = Server::with(|_| reply("302 Found", &[], "no location"));
    assert_fails(get(&server.url("/")), FetchErrorKind::Http(302), "302 Found");
}

#[test]
fn an_error_names_the_last_url() {
    let server = Server::with(|path| match path {
        "/" => redirect("/gone"),
        _ => reply("410 Gone", &[], ""),
    });
    let error = get(&server.url("/")).unwrap_err();
    assert_eq!(error.url(), Some(server.url("/gone").as_str()));
    let sentence = format!("cannot fetch {}: the server answered 410 Gone", server.url("/gone"));
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn a_response_that_is_not_http_is_an_error() {
    let server = Server::with(|_| b"SSH-2.0-OpenSSH_9.6\r\n".to_vec());
    assert_fails(get(&server.url("/")), FetchErrorKind::Protocol, "the response is not valid HTTP");
    let secure = server.url("/").replace("http:", "https:");
    assert_fails(get(&secure), FetchErrorKind::Tls, "no secure connection could be made");
}

#[test]
fn a_closed_port_and_a_lost_connection_are_errors() {
    let outcome = get("http://127.0.0.1:1/");
    assert_fails(outcome, FetchErrorKind::Io, "the connection failed");
    let server = Server::with(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!".to_vec());
    assert_fails(get(&server.url("/")), FetchErrorKind::Io, "the connection ended before");
}
