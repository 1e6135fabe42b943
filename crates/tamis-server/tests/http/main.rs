//! A server over real sockets.

mod book;
mod faults;
mod limits;
mod mcp;
mod page;
mod running;

use std::io::Write;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};

use crate::running::{Answer, PAGE, Running, config, site};

#[test]
fn a_posted_page_is_written_in_each_format() {
    let server = Running::start(config());
    for (accept, media_type, beginning) in [
        ("*/*", "text/markdown; charset=utf-8", "Bread needs flour"),
        ("text/plain", "text/plain; charset=utf-8", "Bread needs flour"),
        ("text/html", "text/html; charset=utf-8", "<!DOCTYPE html>"),
        ("application/json", "application/json", "{\"source\":\"-\""),
        ("application/tei+xml", "application/tei+xml; charset=utf-8", "<TEI"),
    ] {
        let head =
            format!("POST /v1/extract HTTP/1.1\r\nContent-Type: text/html\r\nAccept: {accept}");
        let answer = server.send(&head, PAGE);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media_type)));
        assert!(answer.body.trim_start().starts_with(beginning), "{accept}: {}", answer.body);
        assert_eq!(answer.header("vary"), Some("Accept"));
        assert_eq!(answer.header("x-tamis-title"), Some("Bread"));
        assert_eq!(answer.header("x-tamis-outcome"), Some("found"));
        assert_eq!(answer.header("content-language"), Some("en"));
        assert!(!answer.body.contains("Home"), "{accept}");
    }
}

#[test]
fn an_address_is_fetched_from_path_query_and_json() {
    let server = Running::start(config());
    let url = site("200 OK", PAGE);
    let by_path = server.get(&format!("/{url}?x=1"));
    assert_eq!(by_path.status, 200, "{by_path:?}");
    assert_eq!(by_path.header("x-tamis-url"), Some(&*format!("{url}?x=1")));
    assert_eq!(server.get(&format!("/v1/extract?url={url}")).body, by_path.body);
    let json = serde_json::json!({ "url": url, "format": "json" });
    let row = server.json("/v1/extract", &json).value();
    assert_eq!((&row["url"], &row["status"]), (&Value::from(url), &Value::from(200)));
    assert!(row["text"].as_str().unwrap().starts_with("Bread needs flour"));
}

/// Draws every page with the same text.
struct Painter;

impl Drawer for Painter {
    fn draw(&self, url: &str, _: &[u8], _: &str) -> Result<DrawnPage, String> {
        let html = PAGE.replace("Bread", "Drawn bread");
        Ok(DrawnPage { html, url: url.to_owned(), is_settled: true, ..DrawnPage::default() })
    }
}

#[test]
fn pages_are_drawn_if_the_server_can() {
    let url = site("200 OK", PAGE);
    let ask = |server: &Running, render: Option<&str>| {
        let mut body = serde_json::json!({ "url": url, "format": "json" });
        if let Some(render) = render {
            body["render"] = render.into();
        }
        server.json("/v1/extract", &body)
    };
    let without = Running::start(config());
    let refused = ask(&without, Some("always"));
    assert_eq!((refused.status, refused.code()), (400, "bad_request".into()));
    assert!(refused.body.contains("this server draws no pages"), "{}", refused.body);
    assert_eq!(ask(&without, Some("never")).value().get("rendered"), None);
    let mut config = config();
    config.drawing = Some(Drawing { render: Render::Auto, drawer: Arc::new(Painter), save: None });
    let server = Running::start(config);
    for (render, is_drawn) in
        [(None, false), (Some("auto"), false), (Some("always"), true), (Some("never"), false)]
    {
        let row = ask(&server, render).value();
        let begins = if is_drawn { "Drawn bread" } else { "Bread" };
        assert!(row["text"].as_str().unwrap().starts_with(begins), "{render:?}: {row}");
        assert_eq!(row.get("rendered").is_some(), is_drawn, "{render:?}");
    }
    let query = server.get(&format!("/v1/extract?url={url}&render=always"));
    assert!(query.body.starts_with("Drawn bread"), "{}", query.body);
    let wrong = server.get(&format!("/v1/extract?url={url}&render=maybe"));
    assert!(wrong.body.contains("`render`: unknown variant `maybe`"), "{}", wrong.body);
}

#[test]
fn engines_are_compared() {
    let server = Running::start(config());
    let url = site("200 OK", PAGE);
    let ask = |engines: &Value| {
        let body = serde_json::json!({ "url": url, "format": "json", "engines": engines });
        server.json("/v1/compare", &body)
    };
    let engines = |value: Value| -> Vec<String> {
        let rows = value["engines"].as_array().unwrap().clone();
        rows.iter().map(|row| row["engine"].as_str().unwrap().to_owned()).collect()
    };
    let two = serde_json::json!(["readability", "density"]);
    assert_eq!(engines(ask(&two).value()), ["readability", "density"]);
    let query = format!("/v1/compare?url={url}&engines=density,justext&format=json");
    assert_eq!(engines(server.get(&query).value()), ["density", "justext"]);
    let page = server.get(&format!("/v1/compare?url={url}"));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.body.contains(">readability<") && page.body.contains(">justext<"));
    for (engines, message) in [("density", "name at least two"), ("density,other", "other")] {
        let refused = ask(&engines.into());
        assert_eq!((refused.status, refused.code()), (400, "bad_request".into()));
        assert!(refused.body.contains(message), "{}", refused.body);
    }
}

/// Without a header, curl says that a body is a form.
#[test]
fn what_is_no_form_is_taken_for_what_it_begins_with() {
    let server = Running::start(config());
    let post = |body: &str| server.post("/v1/extract", "application/x-www-form-urlencoded", body);
    let json = serde_json::json!({ "html": PAGE, "format": "text" }).to_string();
    for body in [PAGE, &format!("\u{feff}\n {PAGE}"), &json] {
        let answer = post(body);
        assert!(answer.status == 200 && answer.body.contains("flour"), "{answer:?}");
    }
    for body in ["html=%3Cp%3Ex", "x<p>", " "] {
        assert_eq!(post(body).code(), "unsupported_media_type", "{body}");
    }
}

#[test]
fn private_addresses_are_refused_by_default() {
    let mut config = config();
    config.fetch = config.fetch.allow_private(false);
    let server = Running::start(config);
    let url = site("200 OK", PAGE);
    for answer in [
        server.get(&format!("/{url}")),
        server.get("/http://localhost:1/"),
        server.json("/v1/extract", &serde_json::json!({ "url": url })),
        server.json("/v1/explain", &serde_json::json!({ "url": url })),
    ] {
        assert_eq!((answer.status, answer.code()), (403, "refused_address".into()));
    }
    let answer = server.json("/v2/scrape", &serde_json::json!({ "url": url }));
    assert_eq!((answer.status, &answer.value()["success"]), (403, &Value::Bool(false)));
    let batch = server.post("/v1/batch", "application/x-ndjson", &format!("\"{url}\"\n"));
    assert!(batch.value()["error"].as_str().unwrap().contains("not public"), "{}", batch.body);
}

#[test]
fn errors_have_one_shape() {
    let server = Running::start(config());
    let missing = site("404 Not Found", "");
    let post = |media_type: &str, body: &str| server.post("/v1/extract", media_type, body);
    for (answer, status, code) in [
        (server.get("/nothing"), 404, "not_found"),
        (server.get("/v1/batch"), 405, "method_not_allowed"),
        (server.get("/v1/extract"), 400, "bad_request"),
        (server.get("/v1/extract?url=nothing"), 400, "invalid_url"),
        (server.get("/v1/extract?url=ftp://example.com/"), 400, "refused_scheme"),
        (server.get(&format!("/{missing}")), 502, "http_status"),
        (server.get("/http://127.0.0.1:1/"), 502, "connection"),
        (post("application/json", "{"), 400, "bad_request"),
        (post("application/json", r#"{"html": "<p>x", "nothing": 1}"#), 400, "bad_request"),
        (
            post("application/json", r#"{"html": "<p>x", "config": {"select": [":"]}}"#),
            400,
            "configuration",
        ),
        (post("image/png", "x"), 415, "unsupported_media_type"),
        (post("text/html", "%PDF-1.7"), 422, "not_html"),
        (
            server.send("POST /v1/extract HTTP/1.1\r\nContent-Encoding: gzip", "x"),
            415,
            "unsupported_coding",
        ),
        (
            server.send("POST /v1/extract HTTP/1.1\r\nAccept: image/png", PAGE),
            406,
            "not_acceptable",
        ),
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
        assert_eq!(answer.value()["error"]["status"], status);
        assert!(answer.value()["error"]["message"].as_str().unwrap().len() > 9);
    }
    assert_eq!(server.get(&format!("/{missing}")).value()["error"]["page_status"], 404);
}

#[test]
fn selectors_choose_the_content_and_must_match() {
    let server = Running::start(config());
    let send = |headers: &str| {
        server.send(&format!("POST /v1/extract HTTP/1.1\r\nContent-Type: text/html{headers}"), PAGE)
    };
    let nav = send("\r\nX-Target-Selector: nav\r\nX-Respond-With: text");
    assert_eq!((nav.status, nav.body.trim()), (200, "Home"));
    let without = send("\r\nX-Remove-Selector: article p:first-of-type");
    assert!(!without.body.contains("flour") && without.body.contains("dough"));
    let none = send("\r\nX-Target-Selector: aside");
    assert_eq!((none.status, none.code()), (422, "no_element".into()));
    let budget = send("\r\nX-Token-Budget: 5");
    assert_eq!((budget.status, budget.code()), (409, "token_budget".into()));
    let query = server.post("/v1/extract?max_chars=20&format=text", "text/html", PAGE);
    assert!(query.body.chars().count() <= 20 && query.header("x-tamis-next-cursor").is_some());
}

#[test]
fn a_batch_gives_rows_in_the_order_of_its_lines() {
    let server = Running::start(config());
    let url = site("200 OK", PAGE);
    let lines = [
        serde_json::json!({ "html": PAGE, "url": "https://example.com/1" }).to_string(),
        format!("\"{url}\""),
        String::new(),
        "[]".to_owned(),
        serde_json::json!({ "html": "<p>", "url": "https://example.com/2" }).to_string(),
    ];
    let answer = server.post("/v1/batch", "application/x-ndjson", &lines.join("\n"));
    let rows: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sources: Vec<_> = rows.iter().map(|row| row["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["https://example.com/1", &url, "-", "https://example.com/2"]);
    assert!(rows[1]["text"].as_str().unwrap().contains("flour"));
    assert!(rows[2]["error"].as_str().unwrap().starts_with("expected a JSON object"));
    let mut config = config();
    config.max_batch_pages = 1;
    let server = Running::start(config);
    let answer = server.post("/v1/batch", "application/x-ndjson", "\"x\"\n\"y\"\n");
    let last: Value = serde_json::from_str(answer.body.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"]["code"], "too_many_pages");
}

#[test]
fn firecrawl_gets_its_shape() {
    let server = Running::start(config());
    let url = site("200 OK", PAGE);
    let formats = serde_json::json!(["markdown", "html", "links", { "type": "screenshot" }]);
    let request = serde_json::json!({ "url": url, "formats": formats, "origin": "x" });
    let answer = server.json("/v2/scrape", &request).value();
    assert_eq!(answer["success"], true);
    let data = &answer["data"];
    assert!(data["markdown"].as_str().unwrap().starts_with("Bread needs flour"));
    assert!(data["html"].as_str().unwrap().contains("<p>"));
    assert_eq!(data["links"][0], url.replace("/bread", "/"));
    assert_eq!(data["metadata"]["sourceURL"], url);
    assert_eq!(
        (&data["metadata"]["statusCode"], &data["metadata"]["title"]),
        (&Value::from(200), &Value::from("Bread"))
    );
    assert!(data["warning"].as_str().unwrap().contains("`screenshot`"));
    let tags = serde_json::json!({ "url": url, "includeTags": ["nav"] });
    let answer = server.json("/v2/scrape", &tags).value();
    assert!(answer["data"]["markdown"].as_str().unwrap().contains("Home"));
}

#[test]
fn explanations_are_pages_json_and_text() {
    let server = Running::start(config());
    let page = server.post("/v1/explain", "text/html", PAGE);
    assert!(page.body.starts_with("<!DOCTYPE html>") && page.body.contains("flour"));
    let json = server.post("/v1/explain?format=json", "text/html", PAGE).value();
    assert!(json["paragraphs"].as_array().unwrap().len() > 1);
    let text = server.post("/v1/explain?format=text", "text/html", PAGE);
    assert!(text.body.contains("keeps"), "{}", text.body);
}

#[test]
fn a_token_guards_all_but_health() {
    let mut config = config();
    config.token = Some("secret".to_owned());
    config.cors = Some("https://app.example".to_owned());
    let server = Running::start(config);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/metrics").code(), "unauthorized");
    for (token, status) in [("secret", 200), ("Secret", 401), ("", 401)] {
        let head = format!("GET /metrics HTTP/1.1\r\nAuthorization: Bearer {token}");
        assert_eq!(server.send(&head, "").status, status, "{token}");
    }
    let asked = server.send(
        "OPTIONS /v1/extract HTTP/1.1\r\nAccess-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: authorization",
        "",
    );
    assert_eq!(asked.status, 204);
    assert_eq!(asked.header("access-control-allow-origin"), Some("https://app.example"));
    assert_eq!(asked.header("access-control-allow-headers"), Some("authorization"));
}

#[test]
fn a_full_server_refuses_and_says_when_to_come_back() {
    let mut config = config();
    config.jobs = std::num::NonZeroUsize::MIN;
    config.queue = 0;
    let server = Running::start(config);
    // A request is admitted before its body comes.
    let mut slow = server.connect();
    write!(slow, "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n").unwrap();
    write!(slow, "Content-Length: {}\r\n\r\n", PAGE.len()).unwrap();
    while server.get("/readyz").status == 200 {
        thread::sleep(Duration::from_millis(5));
    }
    let refused = server.post("/v1/extract", "text/html", PAGE);
    assert_eq!((refused.status, refused.code()), (503, "busy".into()));
    assert_eq!(refused.header("retry-after"), Some("1"));
    // The end waits for the one that was admitted.
    let (give, ended) = mpsc::channel();
    thread::spawn(move || give.send(server.end()));
    thread::sleep(Duration::from_millis(50));
    slow.write_all(PAGE.as_bytes()).unwrap();
    let answer = Answer::read(slow);
    assert!(answer.status == 200 && answer.body.contains("flour"), "{answer:?}");
    assert_eq!(ended.recv(), Ok(true));
}

#[test]
fn bodies_are_limited_in_length_and_time() {
    let mut config = config();
    config.max_body_bytes = 1000;
    config.read_timeout = Duration::from_millis(100);
    let server = Running::start(config);
    let large = server.post("/v1/extract", "text/html", &"x".repeat(1001));
    assert_eq!((large.status, large.code()), (413, "body_too_large".into()));
    let mut slow = server.connect();
    write!(slow, "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n<p>")
        .unwrap();
    let answer = Answer::read(slow);
    assert_eq!((answer.status, answer.code()), (408, "slow_body".into()));
    let mut silent = server.connect();
    write!(silent, "GET /healthz HTTP/1.1\r\nHo").unwrap();
    // The connection is closed, with or without an answer.
    assert_ne!(Answer::read(silent).status, 200);
}

#[test]
fn a_request_keeps_its_identifier_and_is_counted() {
    let server = Running::start(config());
    let answer = server.send("GET /healthz HTTP/1.1\r\nX-Request-Id: abc-1", "");
    assert_eq!(answer.header("x-request-id"), Some("abc-1"));
    assert!(server.get("/healthz").header("x-request-id").unwrap().len() == 16);
    server.post("/v1/extract", "text/html", PAGE);
    let numbers = server.get("/metrics").body;
    for line in [
        "tamis_requests_total{route=\"/healthz\",status=\"200\"} 2",
        "tamis_requests_total{route=\"/v1/extract\",status=\"200\"} 1",
        "tamis_pages_total{outcome=\"ok\"} 1",
        "tamis_requests_active 1",
    ] {
        assert!(numbers.lines().any(|of| of == line), "{line} in {numbers}");
    }
}

#[test]
fn the_description_has_the_routes_and_the_rows_fit_the_schema() {
    let server = Running::start(config());
    let description = server.get("/openapi.json").value();
    assert!(description["paths"]["/mcp"]["post"].is_object());
    for path in description["paths"].as_object().unwrap().keys() {
        let is_known = |method: &str| {
            let answer = server.send(&format!("{method} {path} HTTP/1.1"), "");
            answer.status != 404 && answer.status != 405
        };
        for method in description["paths"][path].as_object().unwrap().keys() {
            assert!(path == "/{url}" || is_known(&method.to_uppercase()), "{method} {path}");
        }
    }
    let schema = server.get("/schema").value();
    let row = server.post("/v1/extract?format=json", "text/html", PAGE).value();
    let properties = schema["properties"].as_object().unwrap();
    for field in row.as_object().unwrap().keys() {
        assert!(properties.contains_key(field), "{field}");
    }
}
