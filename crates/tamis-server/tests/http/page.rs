//! The page for people.

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
