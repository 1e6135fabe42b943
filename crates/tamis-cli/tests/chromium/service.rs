//! The page of `tamis serve`, as people use it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tamis_testkit::chromium::{Browser, Page, Server};

use crate::LONGEST;

const PAGE: &str = "<title>Bread</title><nav><a href=/>Home</a> <a href=/more>More</a></nav>\
    <meta name=author content='Ann Baker'><article><h1>Bread</h1>\
    <p>Mix flour, water and salt, and let the dough rest until it has doubled.</p>\
    <p>Bake it in a hot oven for forty minutes, and let it cool on a rack.</p></article>\
    <script>document.title = 'ran'</script>";

/// Functions that the tests call in the page.
const TOOLS: &str = "
    globalThis.by = (id) => document.getElementById(id);
    globalThis.refused = [];
    addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
    globalThis.type = (id, text, event) => {
        by(id).value = text;
        by(id).dispatchEvent(new Event(event, { bubbles: true }));
    };
    true";

/// A service that runs until it is dropped.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(args: &[&str]) -> Service {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--allow-private"])
            .args(["--delay", "0", "--retries", "0"])
            .args(args)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("tamis: listening on ");
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Service { child, address }
    }

    /// Shows the page with these settings, and waits until it has begun.
    fn shown(&self, settings: &str) -> Browser {
        let mut browser = Browser::required(&format!("{}/{settings}", self.address));
        let ready = "(document.getElementById('status')?.textContent ?? 'Loading …') !== 'Loading …' \
            && document.readyState === 'complete'";
        assert!(browser.wait_until(ready, LONGEST), "the page was not shown in time");
        assert_eq!(browser.value(TOOLS), true);
        browser
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[track_caller]
fn wait(browser: &mut Browser, expression: &str) {
    if !browser.wait_until(expression, LONGEST) {
        let status = browser.value("document.getElementById('status').textContent");
        panic!("not {expression}: {status}");
    }
}

#[test]
#[ignore = "needs chromium"]
fn a_page_is_pasted_and_shown_in_each_view() {
    let service = Service::start(&[]);
    let mut browser = service.shown("");
    assert_eq!(browser.value("by('status').textContent.startsWith('Give an address')"), true);
    browser.value(&format!("type('source', {PAGE:?}, 'input')"));
    wait(&mut browser, "by('text').textContent.startsWith('Mix flour')");
    assert_eq!(browser.value("by('text').textContent.includes('Home')"), false);
    for (view, effect) in [
        ("markdown", "by('markdown').textContent.startsWith('Mix flour')"),
        ("html", "by('html').srcdoc.includes('<p>Mix flour') && by('html').sandbox.length === 0"),
        (
            "metadata",
            "by('metadata').innerText.includes('Ann Baker') && by('metadata').querySelector('.from')",
        ),
        ("json", "JSON.parse(by('json').textContent || '{}').outcome === 'found'"),
        ("why", "by('why').querySelectorAll('details.kept').length === 2"),
    ] {
        browser.value(&format!("by('tab-{view}').click()"));
        wait(&mut browser, &format!("!!({effect})"));
        assert_eq!(browser.value("location.hash").as_str(), Some(&*format!("#view={view}")));
    }
    browser.value("by('shown').contentDocument.querySelector('p').click()");
    wait(&mut browser, "!!by('why').querySelector('details[open] .reasons .path')");
    // Another strategy is another answer.
    browser.value("document.querySelector('input[value=readability]').click()");
    wait(&mut browser, "by('status').textContent.startsWith('readability keeps')");
    assert_eq!(browser.value("location.hash.includes('strategy=readability')"), true);
    // By keyboard: the first stop of Tab leads past the settings.
    browser.value("document.body.tabIndex = -1; document.body.focus()");
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.className"), "skip");
    browser.value("by('tab-why').focus()");
    browser.press("ArrowRight");
    wait(&mut browser, "document.activeElement.id === 'tab-text' && !by('view-text').hidden");
    let unnamed = "[...document.querySelectorAll('input, select, textarea, button')]\
        .filter((of) => of.checkVisibility() && !of.labels?.length && !of.ariaLabel && !of.textContent.trim())\
        .map((of) => of.id)";
    assert_eq!(browser.value(unnamed), serde_json::json!([]));
    assert_eq!(browser.value("[document.title, ...refused]"), serde_json::json!(["Tamis: try it"]));
}

#[test]
#[ignore = "needs chromium"]
fn an_address_is_fetched_and_the_settings_come_from_the_address() {
    let site = Server::start().unwrap();
    site.add("bread", Page { html: PAGE.to_owned(), bare: false });
    let url = format!("{}/bread", site.origin());
    let service = Service::start(&[]);
    let mut browser = service.shown("#strategy=density");
    browser.value(&format!("type('url', {url:?}, 'change'); by('open').click()"));
    wait(&mut browser, "by('text').textContent.includes('Mix flour')");
    assert_eq!(browser.value("by('source').value.includes('<nav>')"), true);
    assert_eq!(browser.value("by('status').textContent.startsWith('density keeps')"), true);
    let hash = browser.value("location.hash");
    drop(browser);
    let mut again = service.shown(hash.as_str().unwrap());
    wait(&mut again, "by('text').textContent.includes('Mix flour')");
    again.value(&format!(
        "type('url', '{}/missing', 'change'); by('open').click()",
        service.address
    ));
    wait(&mut again, "by('status').className.includes('failed')");
    assert_eq!(again.value("by('status').textContent.includes('404')"), true);
}

#[test]
#[ignore = "needs chromium"]
fn the_page_asks_for_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    fs::write(&token, "secret").unwrap();
    let service = Service::start(&["--token-file", token.to_str().unwrap()]);
    let mut browser = service.shown("");
    browser.value(&format!("type('source', {PAGE:?}, 'input')"));
    let asks = "!by('token-form').hidden && document.activeElement === by('token')";
    wait(&mut browser, asks);
    browser.value("by('token').value = 'wrong'; by('token-form').requestSubmit()");
    wait(&mut browser, &format!("by('token').value === '' && {asks}"));
    browser.value("by('token').value = 'secret'; by('token-form').requestSubmit()");
    wait(&mut browser, "by('text').textContent.startsWith('Mix flour')");
    assert_eq!(browser.value("by('token-form').hidden"), true);
}
