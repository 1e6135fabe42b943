//! Checks a rule on a small page, for the tests of the rules.

use tamis_dom::Parser;

use crate::page::Page;
use crate::verdict::Verdict;

/// Checks which paragraphs of a page are kept after a rule, as `+` and `-`. `kept` has a character
/// per paragraph: `+` for kept, `?` for one in doubt, `.` for surely boilerplate.
#[track_caller]
pub(super) fn check_rule(
    html: &str,
    kept: &str,
    expected: &str,
    rule: impl FnOnce(&Page, &mut Verdict, &[f64]),
) {
    let page = Page::measure(Parser::default().parse(html));
    assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept = kept.chars().map(|c| c == '+').collect();
    let probability = |c: char| if c == '.' { 0.01 } else { 0.3 };
    let probabilities: Vec<f64> = kept.chars().map(probability).collect();
    rule(&page, &mut verdict, &probabilities);
    let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
    assert_eq!(found, expected, "{html}");
}
