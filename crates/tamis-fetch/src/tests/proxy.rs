use std::io::Write;
use std::process::Command;

use super::server::{Names, Server, page, read_head};
use super::{assert_fails, get, only};
use crate::{Client, ClientConfig, FetchErrorKind};

/// Creates a proxy that answers all requests itself.
fn proxy() -> Server {
    Server::start(|target, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        let head = read_head(stream);
        let _ = stream.write_all(&page(format!("{target} {}", head.lines().next().unwrap())));
    })
}

#[test]
fn a_configured_proxy_is_used_and_looks_up_names() {
    let proxy = proxy();
    let names = Names::default().with("proxy.test", &[&[proxy.address]]);
    let config = ClientConfig::default().proxy("http://proxy.test:3128");
    let client = Client::with_parts(config, names, only(([0, 0, 0, 0], 0).into())).unwrap();
    let body = client.get("http://page.test/a").unwrap().body;
    assert_eq!(String::from_utf8_lossy(&body), "page.test:80 GET /a HTTP/1.1");
    let outcome = client.get("http://10.0.0.1/");
    assert_fails(outcome, FetchErrorKind::RefusedAddress, "10.0.0.1 is private");
    assert_eq!(proxy.requests().len(), 1);
}

#[test]
fn a_proxy_that_is_not_an_http_url_is_refused() {
    for proxy in ["", "proxy.test:3128", "socks5://proxy.test", "ftp://me:secret@proxy.test"] {
        let error = Client::new(ClientConfig::default().proxy(proxy)).unwrap_err();
        assert_eq!(error.kind(), FetchErrorKind::InvalidConfig, "{proxy}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

/// Runs itself again in a process whose environment names a proxy that does not exist.
#[test]
fn environment_names_no_proxy() {
    const CHILD: &str = "TAMIS_FETCH_TEST_CHILD";
    if std::env::var_os(CHILD).is_some() {
        let server = Server::with(|_| page("direct"));
        assert_eq!(get(&server.url("/")).unwrap().body, b"direct");
        return;
    }
    let nobody = "http://127.0.0.1:1";
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::proxy::environment_names_no_proxy"])
        .envs(["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy"].map(|name| (name, nobody)))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .env(CHILD, "1")
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("1 passed"), "{shown}");
}
