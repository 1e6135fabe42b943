//! The engine density and its parameters.

use crate::harness::{GOOD, tamis, text};

const DENSITY: &str = "--engine=density";

/// A block of content with a denser and a less dense block in it, and navigation around it.
fn body() -> String {
    format!(
        "<nav><p>Navigation, {GOOD}</nav><div><div><p>{dense}</p></div>\
         <div><b>Thin</b> <i>text {GOOD}</i> <b>here</b> <i>and</i> <b>there</b></div></div>\
         <footer><a href=/>Links</a> <a href=/>alone</a></footer>",
        dense = GOOD.repeat(4)
    )
}

#[test]
fn navigation_is_dropped() {
    let kept = text(&body(), &[DENSITY]);
    assert!(kept.contains(GOOD) && !kept.contains("alone"), "{kept}");
    assert!(!kept.contains("Navigation"), "{kept}");
}

#[test]
fn keep_landmarks() {
    let body = format!("<nav><p>Navigation, {}</nav><p>Few words.", GOOD.repeat(6));
    assert!(!text(&body, &[DENSITY]).contains("Navigation"));
    assert!(text(&body, &[DENSITY, "--keep-landmarks"]).contains("Navigation"));
}

#[test]
fn threshold_factor() {
    assert!(text(&body(), &[DENSITY, "--threshold-factor=0"]).contains("Thin"));
    let outcome = tamis(&["--threshold-factor=1.5", "-"]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
}

#[test]
fn density_measure() {
    let (text_block, teaser) = (format!("<p>{GOOD}</p>"), format!("<p><a href=/a>{GOOD}</a></p>"));
    let body = format!("<div>{text_block}{text_block}</div><div>{teaser}{teaser}</div>");
    let kept = |measure: &str| text(&body, &[DENSITY, measure]).len();
    assert!(kept("--density-measure=text") > kept("--density-measure=composite"));
}
