//! The engine selectors and its parameters.

use std::fs;

use crate::harness::{GOOD, tamis, text};

const SELECTORS: &str = "--engine=selectors";

/// A file with a rule that takes `.mine` as content.
fn rules() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    let rule = "[[rule]]\nid = 'mine'\nfield = 'content'\nselector = '.mine'\n\
                priority = 1\nwhy = 'w'\nsource = 's'\n\
                matches = ['<p class=mine>']\nmatches_not = ['<p>']\n";
    fs::write(&path, rule).unwrap();
    let flag = format!("--rules={}", path.display());
    (folder, flag)
}

#[test]
fn marked_up_content_is_kept() {
    let body = format!(
        "<nav>Navigation</nav><p>Before<main><p>{GOOD}<p>{GOOD}<aside>Beside</aside></main>"
    );
    let kept = text(&body, &[SELECTORS]);
    assert!(kept.starts_with("It was") && !kept.contains("Beside"), "{kept}");
}

#[test]
fn rules_of_a_file() {
    let (folder, flag) = rules();
    let mine = format!("<p class=mine>{GOOD} {GOOD} Mine</p>");
    let body = format!("<main>{GOOD} {GOOD}</main>{mine}");
    assert!(!text(&body, &[SELECTORS]).contains("Mine"));
    assert!(text(&body, &[SELECTORS, &flag]).contains("Mine"));
    let body = format!("<main>{GOOD}</main>");
    assert!(!text(&body, &[SELECTORS, &flag]).is_empty());
    let outcome = crate::harness::tamis_reading(
        &[SELECTORS, &flag, "--own-rules-only", "-"],
        body.as_bytes(),
    );
    assert_eq!((outcome.status, outcome.stdout.trim()), (1, ""));
    fs::write(folder.path().join("rules.toml"), "[[rule]]").unwrap();
    let outcome = tamis(&[SELECTORS, &flag, "-"]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(tamis(&["--own-rules-only", "-"]).status, 2);
}

#[test]
fn thresholds() {
    let body = format!("<article>{GOOD} First</article><main>{GOOD} {GOOD} Second</main>");
    assert!(text(&body, &[SELECTORS]).contains("Second"));
    let kept = text(&body, &[SELECTORS, "--enough-chars=100", "--min-dense-share=0.2"]);
    assert!(kept.contains("First"), "{kept}");
    let body = format!("<main>{GOOD} {GOOD}<aside><p>{GOOD} Beside</aside></main>");
    assert!(!text(&body, &[SELECTORS]).contains("Beside"));
    assert!(text(&body, &[SELECTORS, "--max-excluded-share=0.1"]).contains("Beside"));
    for flag in ["--min-dense-share=-1", "--max-excluded-share=1.5"] {
        assert_eq!(tamis(&[flag, "-"]).status, 2, "{flag}");
    }
}

#[test]
fn density_answers_if_rules_find_too_little() {
    let body = format!("<main>{GOOD} {GOOD} Marked</main><div><p>{GOOD} Dense</p></div>");
    let kept = |flags: &[&str]| text(&body, &[&["--engine=smart"], flags].concat());
    assert!(kept(&["--min-rule-chars=200"]).contains("Marked"));
    assert!(!kept(&["--min-rule-chars=200"]).contains("Dense"));
    assert!(kept(&["--min-rule-chars=900"]).contains("Dense"));
}
