//! Any request of the service has an answer that its description lists, and leaves nothing behind.

#![no_main]

use std::sync::LazyLock;

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tamis_server::fuzzing::Answers;

static SERVER: LazyLock<Answers> = LazyLock::new(|| Answers::new().expect("threads"));

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../crates/tamis-server/src/openapi.json")).unwrap()
});

// The first line has the method and the path, the next ones are headers, and the body is what comes
// after an empty line.
fuzz_target!(|input: &[u8]| {
    let Some(request) = request(input) else { return };
    let (method, path) = (request.method().as_str().to_owned(), request.uri().path().to_owned());
    let Some(answer) = SERVER.answer(request) else { panic!("no end") };
    check(&method, &path, &answer);
    assert!(SERVER.is_idle(), "still at work");
});

/// Returns the request that hyper would make of these lines.
fn request(input: &[u8]) -> Option<Request<Vec<u8>>> {
    let end = input.windows(2).position(|of| of == b"\n\n");
    let (head, body) = input.split_at(end.unwrap_or(input.len()));
    let mut lines = head.split(|&byte| byte == b'\n');
    let mut first = lines.next()?.splitn(2, |&byte| byte == b' ');
    let mut request = Request::new(body.get(2..).unwrap_or_default().to_vec());
    *request.method_mut() = first.next()?.try_into().ok()?;
    *request.uri_mut() = first.next()?.try_into().ok()?;
    *request.headers_mut() = headers(lines)?;
    Some(request)
}

fn headers<'i>(lines: impl Iterator<Item = &'i [u8]>) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    headers.insert("host", HeaderValue::from_static("localhost"));
    for line in lines {
        let at = line.iter().position(|&byte| byte == b':')?;
        let name = HeaderName::from_bytes(&line[..at]).ok()?;
        headers.append(name, HeaderValue::from_bytes(line[at + 1..].trim_ascii()).ok()?);
    }
    Some(headers)
}

/// Checks that an answer is described, and that an error says what it is.
fn check(method: &str, path: &str, answer: &Response<impl AsRef<[u8]>>) {
    let (status, body) = (answer.status().as_u16(), answer.body().as_ref());
    let said = String::from_utf8_lossy(body);
    let paths = &DESCRIPTION["paths"];
    let of_path = paths.get(path).unwrap_or(&paths["/{url}"]);
    let described = of_path[method.to_ascii_lowercase()]["responses"].as_object();
    // The names of methods are in capitals: `POSt` is another method, which no path has.
    let is_named = method.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_described = described
        .filter(|_| is_named)
        .is_none_or(|all| all.contains_key(&status.to_string()) || all.contains_key("default"));
    // Nobody else asks this server, and no page panics. Clients of Firecrawl get 500 for 502.
    let is_own_fault = status == 503 || status == 500 && path != "/v2/scrape";
    let is_fine = is_described && !is_own_fault && !said.contains("\"panicked\"");
    assert!(is_fine, "{method} {path}: {status} {said}");
    let is_error = status >= 400 && method != "HEAD" && !["/mcp", "/v2/scrape"].contains(&path);
    let is_json = answer.headers().get("content-type").is_some_and(|of| of == "application/json");
    if !is_error && !is_json {
        return;
    }
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(_) if method == "HEAD" => return,
        Err(error) => panic!("{method} {path}: {error} in {said}"),
    };
    let error = &value["error"];
    let has_code = error["code"].is_string() && error["status"] == status;
    assert!(!is_error || has_code, "{method} {path}: {status} {said}");
}
