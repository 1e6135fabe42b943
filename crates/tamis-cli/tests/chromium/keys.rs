//! The keyboard in explained pages. The browser gets each key as from a person, so it goes to what
//! has the focus.

use std::time::Duration;

use tamis_testkit::chromium::{Browser, Page, Server};

use crate::{LONGEST, project_page, written};

/// The time in which a key has its effect.
const SOON: Duration = Duration::from_secs(20);

/// More presses of Tab than it takes to reach any control above the paragraphs.
const MOST_TABS: usize = 30;

/// Shows an explained page, alone in its window.
fn shown() -> Browser {
    let server = Server::start().unwrap();
    let html = written(&["explain", "--format=html", "-"], &project_page("blog-sourdough"));
    server.add("", Page { html, bare: false });
    let mut browser = Browser::required(&format!("{}/", server.origin()));
    // The script shows the tools at its end.
    let ready = "document.querySelector('#tools')?.hidden === false";
    assert!(browser.wait_until(ready, LONGEST), "the page was not shown in time");
    browser
}

/// Presses Tab until this selector matches what has the focus.
#[track_caller]
fn tab_to(browser: &mut Browser, selector: &str) {
    let focused = format!("document.activeElement.matches({selector:?})");
    for _ in 0..MOST_TABS {
        browser.press("Tab");
        if browser.value(&focused) == true {
            return;
        }
    }
    panic!("{selector} does not take the focus");
}

/// Presses a key and waits for its effect.
#[track_caller]
fn press(browser: &mut Browser, key: &str, effect: &str) {
    browser.press(key);
    assert!(browser.wait_until(effect, SOON), "{key}: not {effect}");
}

#[test]
#[ignore = "needs chromium"]
fn enter_on_a_paragraph_shows_why() {
    let mut browser = shown();
    let closed = "!p1.open && !p1.querySelector('.why').checkVisibility()";
    let open = "p1.open && p1.querySelector('.why').checkVisibility() && \
        p1.querySelector('.why').innerText.includes('What speaks for content')";
    tab_to(&mut browser, "#p0 > summary");
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.parentElement.id"), "p1");
    assert_eq!(browser.value(closed), true);
    press(&mut browser, "Enter", open);
    let outline = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.value(outline), "solid", "the focus is visible");
    press(&mut browser, "Enter", closed);
    press(&mut browser, " ", open);
}

#[test]
#[ignore = "needs chromium"]
fn keys_mark_paragraphs() {
    let mut browser = shown();
    tab_to(&mut browser, "#label");
    press(&mut browser, "Enter", "document.body.matches('.labelling')");
    assert_eq!(browser.value("[guide, hint].map(({ hidden }) => hidden).join()"), "true,false");
    tab_to(&mut browser, "#p0 > summary");
    let focused = |id: &str| format!("document.activeElement.parentElement.id === '{id}'");
    press(&mut browser, "n", &focused("p1"));
    press(&mut browser, "c", &focused("p2"));
    press(&mut browser, "c", &focused("p3"));
    press(&mut browser, "ArrowUp", &focused("p2"));
    press(&mut browser, "u", "!p2.matches('.content')");
    press(&mut browser, "ArrowDown", &focused("p3"));
    press(&mut browser, "Enter", "p3.matches('.content')");
    let marked = "[p0, p1, p2, p3].map(({ className }) => \
        className.match(/content|other/)?.[0] ?? '').join()";
    assert_eq!(browser.value(marked), "other,content,,content");
    assert_eq!(browser.value("p3.open"), false);
}
