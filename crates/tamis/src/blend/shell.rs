//! The shells of applications: pages without content until their programs run.
//!
//! A page that a program fills is sent with a menu and perhaps a notice, such as "This site needs
//! JavaScript". The engines see nothing better than these, and keep them. A caller would take the
//! menu for the content, and a crawler would not learn that the page has to be drawn by a browser.
//! So the shell is dropped, and the page is reported as one that needs JavaScript instead of one
//! with a text.
//!
//! Two signs are needed, because either alone is wrong too often: there is hardly any text outside
//! links, and the markup is that of an application. For example, a page with the links "All
//! categories", "FAQ" and "Terms" and an empty element that a program fills is a shell. A short
//! page without scripts is just a short page, for example "Page not found".

use crate::page::Page;
use crate::signals::{Signals, unfilled_chars};
use crate::verdict::Verdict;

/// The least text outside links of a page with content, in characters. Less is a notice such as
/// "Loading, please wait".
const LITTLE_TEXT: u32 = 50;

/// Drops what is kept of the shell of an application: nothing but links, which are a menu, or a
/// notice besides them.
pub(super) fn drop_shell(page: &Page, verdict: &mut Verdict) {
    let paragraphs = page.paragraphs().iter().zip(&verdict.kept);
    let kept = paragraphs.filter(|(_, kept)| **kept).map(|(paragraph, _)| paragraph);
    let plain_chars =
        kept.map(|of| of.text_chars.saturating_sub(of.link_chars + unfilled_chars(page, of)));
    let plain_chars = plain_chars.fold(0, u32::saturating_add);
    if plain_chars >= LITTLE_TEXT || !verdict.kept.contains(&true) {
        return;
    }
    let signals = Signals::of(page);
    let is_shell = signals.is_unfilled() || plain_chars == 0 && signals.needs_javascript.is_set();
    for index in 0..verdict.kept.len() {
        if is_shell && verdict.kept[index] {
            verdict.set(index, false, "scripts build the page");
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns true if everything that is kept of this page is dropped.
    fn is_dropped(html: &str) -> bool {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::everything("test", &page);
        drop_shell(&page, &mut verdict);
        assert!(verdict.kept.iter().all(|kept| *kept == verdict.kept[0]), "{html}");
        !verdict.kept[0]
    }

    #[test]
    fn menus_and_notices_of_applications_are_no_content() {
        let script = "<link rel=preload as=script href=/start.js>";
        let menu = "<p><a href=/a>News</a> <a href=/b>Shop</a> <a href=/c>Donate</a>";
        assert!(is_dropped(&format!("{script}{menu}<section id=main></section>")));
        assert!(is_dropped("<div id=root></div><p>Loading, please wait"));
        assert!(is_dropped(
            "<div id=app><h1>{{ title }}</h1><p>{{ body.first }}{{body.last}}</div>"
        ));
        let links = format!("<div id=app></div>{}", menu.repeat(9));
        assert!(is_dropped(&links));
    }

    #[test]
    fn short_pages_are_content() {
        assert!(!is_dropped("<script src=count.js></script><p>It works!"));
        assert!(!is_dropped("<p><a href=/a>News</a> <a href=/b>Shop</a>"));
        let text = "It was a long day, and nobody knew how it would end in the city.";
        assert!(!is_dropped(&format!("<div id=root></div><p>{text}")));
        assert!(!is_dropped(&format!("<div id=root></div><p>{text} {{{{ title }}}}")));
    }
}
