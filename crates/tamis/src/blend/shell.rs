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
//!
//! Templates that a server has not filled, such as `{% block title %}`, are no text either. And if
//! all that is left of a page is in its navigation or its footer, it has no content.

use tamis_dom::{NameSet, name};

use crate::page::{Page, around};
use crate::signals::Signals;
use crate::verdict::Verdict;

/// The least text outside links of a page with content, in characters. Less is a notice such as
/// "Loading, please wait".
const LITTLE_TEXT: u32 = 50;

/// The beginning and the end of places in templates: Mustache, Vue, Angular and Jinja; statements
/// of Jinja and Twig; ERB, EJS and JSP; MODX; script literals; many mailers.
const PLACES: [(&str, &str); 6] =
    [("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("[[", "]]"), ("${", "}"), ("%%", "%%")];

/// Drops what is kept of the shell of an application: nothing but links, which are a menu, or a
/// notice besides them. Drops templates, and what is kept of a page without content besides its
/// navigation and its footer.
pub(super) fn drop_shell(page: &Page, verdict: &mut Verdict) {
    let kept: Vec<usize> = (0..verdict.kept.len()).filter(|&at| verdict.kept[at]).collect();
    let (mut plain_chars, mut place_chars) = (0_u32, 0_u32);
    for paragraph in kept.iter().map(|&at| &page.paragraphs()[at]) {
        plain_chars += paragraph.text_chars.saturating_sub(paragraph.link_chars);
        if plain_chars < LITTLE_TEXT + place_chars + MAX_PLACES {
            place_chars += chars_of_places(page.paragraph_text(paragraph));
        }
    }
    plain_chars = plain_chars.saturating_sub(place_chars);
    let reason = if kept.is_empty() {
        None
    } else if kept.iter().all(|&at| is_beside_content(page, at)) {
        Some("nothing but navigation and footer")
    } else if plain_chars >= LITTLE_TEXT {
        None
    } else {
        let signals = Signals::of(page);
        let is_shell =
            signals.is_unfilled() || plain_chars == 0 && signals.needs_javascript.is_set();
        if is_shell {
            Some("scripts build the page")
        } else {
            (place_chars > 0).then_some("a template that is not filled")
        }
    };
    for at in reason.map_or(&[][..], |_| &kept) {
        verdict.set(*at, false, reason.unwrap_or_default());
    }
}

/// The most characters of places that are counted.
const MAX_PLACES: u32 = 2000;

/// Returns true for a paragraph in a navigation or the footer of the page.
fn is_beside_content(page: &Page, at: usize) -> bool {
    const CONTENT: NameSet = NameSet::of(&[name::ARTICLE, name::MAIN]);
    const BESIDE: NameSet = NameSet::of(&[name::FOOTER, name::NAV]);
    let document = page.document();
    let Some(text) = page.first_text(&page.paragraphs()[at]) else { return false };
    let names = || around(document, text).filter_map(|id| document.name(id));
    names().any(|name| BESIDE.contains(name)) && !names().any(|name| CONTENT.contains(name))
}

/// Returns the characters of the places in a text that nothing has filled: `{{ article.title }}`.
fn chars_of_places(text: &str) -> u32 {
    let of_kind = |(begin, end): (&str, &str)| {
        let (mut rest, mut sum) = (text, 0);
        while let Some((_, after)) = rest.split_once(begin) {
            let Some((inside, after)) = after.split_once(end) else { break };
            sum += begin.len() + inside.chars().count() + end.len();
            rest = after;
        }
        sum
    };
    let chars = PLACES.into_iter().map(of_kind).max().unwrap_or_default();
    u32::try_from(chars).unwrap_or(u32::MAX)
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
    fn templates_are_no_content() {
        for place in
            ["{% block title %}{% endblock %}", "[[+content]]", "&lt;%= text %>", "${text}"]
        {
            assert!(is_dropped(&format!("<h1>{place}</h1><p>{place} {place}</p>")), "{place}");
        }
        let text = "It was a long day, and nobody knew how it would end in the city.";
        assert!(!is_dropped(&format!("<p>{text} [[1]] ${{x}}")));
        assert!(!is_dropped("<p>Costs ${5"));
    }

    #[test]
    fn menus_and_footers_alone_are_no_content() {
        let menu = "<nav><h3>Products</h3><ul><li><a href=/a>Cellar pumps</a></ul></nav>";
        assert!(is_dropped(&format!(
            "<header>{menu}</header><main></main><footer>© 2026</footer>"
        )));
        assert!(!is_dropped(&format!("<main>{menu}</main>")));
        assert!(!is_dropped(&format!("{menu}<p>It works!")));
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
