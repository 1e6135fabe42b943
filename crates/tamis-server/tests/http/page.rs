//! The page for people, and pages of others.

use crate::running::{Running, config};

/// Returns the paths that a text names with this before them, up to the quotation mark.
fn named(text: &str, before: &str) -> Vec<String> {
    let after = text.split(before).skip(1);
    after.filter_map(|rest| rest.split_once('"')).map(|(path, _)| path.to_owned()).collect()
}

#[test]
fn the_page_has_all_its_files_and_no_script_in_its_text() {
    let mut config = config();
    // The page needs no token. It asks for it.
    config.token = Some("secret".to_owned());
    let server = Running::start(config);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").unwrap();
    let scripts = policy.split("; ").find(|part| part.starts_with("script-src"));
    assert_eq!(scripts, Some("script-src 'self'"));
    assert!(policy.starts_with("default-src 'none'; ") && policy.contains("form-action 'none'"));
    assert_eq!(page.body.matches("<script").count(), 1);
    let mut waiting = named(&page.body, "<script type=\"module\" src=\"");
    assert_eq!(waiting, ["app.js"]);
    waiting.extend(named(&page.body, "<link rel=\"stylesheet\" href=\""));
    waiting.extend(named(&page.body, "<link rel=\"icon\" href=\""));
    waiting.extend(named(&page.body, "<img src=\""));
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        if found.contains(&path) {
            continue;
        }
        let file = server.get(&format!("/{path}"));
        assert_eq!(file.status, 200, "{path}");
        let is_script = file.header("content-type").unwrap().contains("javascript");
        assert_eq!(is_script, path.contains(".js"), "{path}");
        if is_script {
            waiting.extend(named(&file.body, " from \"./"));
            // Nothing is loaded from elsewhere.
            assert!(!file.body.contains("https://") || path == "app.js", "{path}");
        }
        found.push(path);
    }
    found.sort_unstable();
    let expected = [
        "app.js",
        "element.js",
        "engine.js",
        "icon.svg",
        "results.js",
        "settings.js",
        "shown.js",
        "style.css",
        "tabs.js",
        "why.js",
    ];
    assert_eq!(found, expected);
    assert_eq!(server.get("/schema").status, 401);
}

#[test]
fn requests_of_pages_of_others_are_refused() {
    let mut config = config();
    config.allowed_hosts = vec!["tamis.example".to_owned()];
    let server = Running::start(config);
    let of = |host: &str, origin: &str| {
        let head = "POST /v1/extract HTTP/1.1\r\nContent-Type: text/html";
        let answer = server.send_to(host, &format!("{head}{origin}"), "<p>Bread needs flour.");
        if answer.status == 200 { "fine".to_owned() } else { answer.code() }
    };
    let own = server.address.to_string();
    for (host, origin, expected) in [
        (own.as_str(), "", "fine"),
        ("localhost", "", "fine"),
        ("tamis.example", "\r\nOrigin: https://tamis.example", "fine"),
        ("evil.example", "", "refused_host"),
        ("evil.example", "\r\nOrigin: http://evil.example", "refused_host"),
        (own.as_str(), "\r\nOrigin: https://evil.example", "refused_origin"),
        (own.as_str(), &format!("\r\nOrigin: http://{own}"), "fine"),
    ] {
        assert_eq!(of(host, origin), expected, "{host} {origin}");
    }
    let paths = ["/", "/app.js", "/healthz", "/metrics", "/mcp", "/https://example.com/"];
    for path in paths {
        let refused = server.send_to("evil.example", &format!("GET {path} HTTP/1.1"), "");
        assert_eq!((refused.status, refused.code()), (403, "refused_host".into()), "{path}");
    }
}
