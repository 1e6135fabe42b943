//! A confidence from the page alone.

use crate::metadata::Metadata;
use crate::signals::Signals;

/// Returns the prior confidence in any extraction from a page, 0 to 1: the confidence from the
/// page's markup alone.
///
/// It is used for engines that give no confidence, and is the baseline for better estimates. The
/// terms were chosen by hand.
///
/// ```
/// use tamis::blend::page_prior;
/// use tamis::dom::Parser;
/// use tamis::{Metadata, Page, Signals};
/// let page = Page::measure(Parser::default().parse("<article><p>One two three four five."));
/// let confidence = page_prior(&Signals::of(&page), &Metadata::of(&page));
/// assert!((confidence - 0.75).abs() < 1e-9);
/// ```
pub fn page_prior(signals: &Signals, metadata: &Metadata) -> f64 {
    let terms = [
        (signals.article, 0.15),
        (signals.role_main, 0.1),
        (signals.article_type, 0.15),
        (signals.main, 0.1),
        (metadata.description.is_some(), 0.05),
        (metadata.text_ratio > 0.3, 0.1),
        (signals.html_bytes > 5000, 0.05),
        (signals.iframes > 3, -0.1),
        (signals.advertising_marks > 5, -0.15),
        (signals.application.is_some(), -0.2),
    ];
    let sum: f64 = terms.iter().filter(|(holds, _)| *holds).map(|(_, term)| term).sum();
    (0.5 + sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::page::Page;

    fn check(html: &str, expected: f64) {
        let page = Page::measure(Parser::default().parse(html));
        let confidence = page_prior(&Signals::of(&page), &Metadata::of(&page));
        assert!((confidence - expected).abs() < 1e-9, "{confidence}: {html:.100}");
    }

    #[test]
    fn each_term_counts() {
        check("<i></i><b></b>", 0.5);
        check("<article></article>", 0.65);
        check("<p role=main></p>", 0.6);
        check("<p itemtype=https://schema.org/Article></p>", 0.65);
        check("<main></main>", 0.6);
        check("<meta name=description content=Bread>", 0.55);
        check("<p>One two three four five", 0.6);
        check(&"<i></i>".repeat(1000), 0.55);
        check(&"<iframe></iframe>".repeat(4), 0.4);
        check(&"<p class=ad></p>".repeat(6), 0.35);
        check("<div id=root></div>", 0.3);
        let best =
            "<main role=main><article itemtype=https://schema.org/Article>One two three four five";
        check(&format!("{best}{}", " and more".repeat(800)), 1.0);
    }
}
