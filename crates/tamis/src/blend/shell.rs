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
//! page without scripts is just a short page.
//!
//! What asks for JavaScript in `<noscript>` is a notice, too; some forums have their posts there.
//! So is "Loading…" on a page with scripts and no other text, and the title of a form to log in.
//!
//! Templates that a server has not filled, such as `{% block title %}`, are no text either. And if
//! all that is left of a page is in its navigation or its footer, it has no content.
//!
//! So does the page of a service that checks whether a person visits ([`is_blocked`]).
//!
//! A page that says that there is none at this address, or that the server has failed, has no
//! content if a title or a class says so with the number of the answer: "404", `error404`.
//!
//! Menus are often made of plain elements, with titles of columns and short links: "Women",
//! "Coats", "Sale". A page of nothing else has no content. A page with a title of its own may be a
//! directory, so it is left alone; so are lists of headlines, whose links are long.

use tamis_dom::{Document, NameSet, NodeId, name};

use crate::page::questions::SENTENCE_ENDS;
use crate::page::width::width;
use crate::page::{Page, Paragraph, around, has_class_word};
use crate::signals::{Signals, is_blocked, unfilled_chars};
use crate::verdict::Verdict;

/// The least text outside links of a page with content, in characters. Less is a notice such as
/// "Loading, please wait".
const LITTLE_TEXT: u32 = 50;

/// The most text in a form to log in, in characters. Old pages have their content in a form.
const MAX_FORM: u32 = 300;

/// Drops what is kept of the shell of an application: nothing but links, which are a menu, or a
/// notice besides them. Drops templates, and what is kept of a page without content besides its
/// navigation and its footer.
pub(super) fn drop_shell(page: &Page, verdict: &mut Verdict) {
    let kept: Vec<usize> = (0..verdict.kept.len()).filter(|&at| verdict.kept[at]).collect();
    let reason = if kept.is_empty() {
        None
    } else if kept.iter().all(|&at| is_beside_content(page, at)) {
        Some("nothing but navigation and footer")
    } else if is_blocked(page) {
        Some("a check whether a person visits")
    } else if is_error(page, &kept) {
        Some("the page of an error")
    } else if are_menus(page, &kept) {
        Some("nothing but menus")
    } else {
        shell(page, &kept)
    };
    let Some(reason) = reason else { return };
    for at in kept {
        verdict.set(at, false, reason);
    }
}

/// Returns the reason why these paragraphs are a shell or a template, if they are.
fn shell(page: &Page, kept: &[usize]) -> Option<&'static str> {
    let (mut plain_chars, mut is_template, mut waits) = (0_u32, false, true);
    // What stands next to the fields of a form says what to fill in.
    let mut form_chars = 0_u32;
    for paragraph in kept.iter().map(|&at| &page.paragraphs()[at]) {
        let unfilled = unfilled_chars(page, paragraph);
        is_template |= unfilled > 0;
        if is_notice(page, paragraph) {
            continue;
        }
        waits &= is_waiting(page, paragraph);
        let is_of_form = is_in(page, paragraph, |document, id| document.is_html(id, name::FORM));
        let chars = if is_of_form { &mut form_chars } else { &mut plain_chars };
        *chars += paragraph.text_chars.saturating_sub(paragraph.link_chars + unfilled);
        if plain_chars >= LITTLE_TEXT || form_chars >= MAX_FORM {
            return None;
        }
    }
    let signals = Signals::of(page);
    let is_little = plain_chars + form_chars < LITTLE_TEXT;
    if is_little && (signals.is_unfilled() || waits && signals.needs_javascript.is_set()) {
        return Some("scripts build the page");
    }
    if signals.asks_for_password {
        return Some("a form to log in");
    }
    (is_little && is_template).then_some("a template that is not filled")
}

/// Returns true if one of the elements around a paragraph is like this.
fn is_in(page: &Page, paragraph: &Paragraph, is: impl Fn(&Document, NodeId) -> bool) -> bool {
    let text = page.first_text(paragraph).unwrap_or(paragraph.origin());
    around(page.document(), text).any(|id| is(page.document(), id))
}

/// Returns true for a text in `<noscript>` that asks for JavaScript.
fn is_notice(page: &Page, paragraph: &Paragraph) -> bool {
    is_in(page, paragraph, |document, id| document.is_html(id, name::NOSCRIPT))
        && page.paragraph_text(paragraph).to_ascii_lowercase().contains("javascript")
}

/// Returns true for nothing but links, and for a text that says that the page is loading: it ends
/// with an ellipsis, or its class says so.
fn is_waiting(page: &Page, paragraph: &Paragraph) -> bool {
    const WORDS: [&str; 4] = ["loader", "loading", "preloader", "spinner"];
    paragraph.text_chars == paragraph.link_chars
        || page.paragraph_text(paragraph).trim_end().ends_with(['…', '⋯'])
        || page.paragraph_text(paragraph).trim_end().ends_with("...")
        || is_in(page, paragraph, |document, id| has_class_word(document, id, &WORDS))
}

/// The most text of the page of an error, in characters.
const MAX_ERROR: u32 = 400;

/// The numbers of answers without a page, and what servers say besides them. Source: RFC 9110.
const STATUSES: [&str; 9] = ["400", "401", "403", "404", "410", "500", "502", "503", "504"];
const PHRASES: [&str; 9] = [
    "bad gateway",
    "bad request",
    "error",
    "forbidden",
    "gateway time",
    "gone",
    "internal server",
    "not found",
    "service",
];

/// Names of the pages of errors. Sources: `WordPress` (`error404`), Ghost, Shopify, Magento.
const ERRORS: [&str; 8] = [
    "error-404",
    "error-page",
    "error-template",
    "error404",
    "page-404",
    "page-not-found",
    "template-404",
    "cms-no-route",
];

/// Returns true if a short page says that it is an error.
fn is_error(page: &Page, kept: &[usize]) -> bool {
    let document = page.document();
    let chars: u32 = kept.iter().map(|&at| page.paragraphs()[at].text_chars).sum();
    if chars > MAX_ERROR {
        return false;
    }
    let names_error = |id: NodeId| {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().any(|of| ERRORS.contains(&of))
    };
    let says_error = |id: NodeId| is_status(document.text(id));
    let mut elements = document.elements(NodeId::DOCUMENT);
    document.title().is_some_and(is_status)
        || elements.any(|id| match document.name(id) {
            Some(name::H1 | name::H2) => says_error(id),
            Some(name::BODY | name::MAIN) => names_error(id),
            _ => false,
        })
}

/// True for the number of an answer without a page, alone, next to a sign, or with the words of a
/// server: "404", "404 | Larkmere Courier", "502 Bad Gateway", "Error 404".
fn is_status(title: &str) -> bool {
    let title = title.trim().to_lowercase();
    let after_word = title.strip_prefix("error").or_else(|| title.strip_prefix("http"));
    let (title, is_named) = (after_word.unwrap_or(&title).trim_start(), after_word.is_some());
    let Some(rest) = STATUSES.iter().find_map(|status| title.strip_prefix(status)) else {
        return false;
    };
    let rest = rest.strip_prefix(" error").unwrap_or(rest);
    let is_alone = rest.is_empty()
        || rest.trim_start().starts_with(['-', '–', '—', '|', ':', '·', '!', ',', '.', '。'])
            && !rest.trim_start_matches(['.', ',']).starts_with(|of: char| of.is_ascii_digit());
    is_alone
        || rest.starts_with(' ')
            && (is_named || PHRASES.iter().any(|of| rest.trim_start().starts_with(of)))
}

/// Returns true for a paragraph in a navigation or the footer of the page.
fn is_beside_content(page: &Page, at: usize) -> bool {
    const CONTENT: NameSet = NameSet::of(&[name::ARTICLE, name::MAIN]);
    const BESIDE: NameSet = NameSet::of(&[name::FOOTER, name::NAV]);
    let document = page.document();
    let Some(text) = page.first_text(&page.paragraphs()[at]) else { return false };
    let names = || around(document, text).filter_map(|id| document.name(id));
    names().any(|name| BESIDE.contains(name)) && !names().any(|name| CONTENT.contains(name))
}

/// The [widest](width) label in a menu, and the widest mean label of its links.
const MAX_LABEL: usize = 40;
const MAX_MEAN_LABEL: u64 = 25;

/// The signs of prices: what has one is a product.
const CURRENCIES: [char; 8] = ['$', '€', '£', '¥', '₩', '₹', '₽', '₺'];

/// The fewest links of a page of menus, and the least share of its text in them, in percent.
const MIN_LINKS: u64 = 12;
const MIN_LINKED: u64 = 60;

/// Returns true if the page has nothing but short links and labels, without a title of its own.
fn are_menus(page: &Page, kept: &[usize]) -> bool {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let is_label = |&at: &usize| {
        let (paragraph, text) = (&paragraphs[at], page.paragraph_text(&paragraphs[at]));
        let is_link = 2 * paragraph.link_chars > paragraph.text_chars;
        paragraph.has_copyright
            || !paragraph.in_heading
                && (is_link || width(text) <= MAX_LABEL)
                && !text.ends_with(SENTENCE_ENDS)
                && !text.contains(CURRENCIES)
    };
    if !kept.iter().all(is_label) {
        return false;
    }
    let chars = |of: fn(&Paragraph) -> u32| paragraphs.iter().map(|it| u64::from(of(it))).sum();
    let (all, linked): (u64, u64) = (chars(|of| of.text_chars), chars(|of| of.link_chars));
    if linked * 100 < all * MIN_LINKED {
        return false;
    }
    let (mut links, mut labels) = (0, 0);
    for id in document.elements(NodeId::DOCUMENT) {
        match document.name(id) {
            // The logo is often a heading.
            Some(name::H1) if !has_link(document, id) => return false,
            Some(name::A) => {
                links += 1;
                labels += width(document.text(id).trim()) as u64;
            }
            _ => {}
        }
    }
    links >= MIN_LINKS && labels <= links * MAX_MEAN_LABEL
}

/// Returns true if an element contains a link, or is in one.
fn has_link(document: &Document, id: NodeId) -> bool {
    let inside = document.descendants_and_self(id).take(MAX_IN_HEADING);
    inside.chain(document.ancestors(id)).any(|id| document.is_html(id, name::A))
}

/// The most nodes of a heading that are searched for a link.
const MAX_IN_HEADING: usize = 16;

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
    fn menus_of_plain_elements_are_no_content() {
        let column = |title: &str, of: &[&str]| {
            let items: Vec<String> =
                of.iter().map(|of| format!("<div><a href=/x>{of}</a></div>")).collect();
            let items = items.concat();
            format!("<div><div>{title}</div>{items}</div>")
        };
        let coats = column("Damen", &["Mäntel", "Schuhe", "Taschen", "Schmuck", "Sale bis 50 %"]);
        let news = column("新闻", &["首页", "文化", "天气", "联系我们", "体育"]);
        let menus =
            format!("{coats}{news}{coats}<p>© 2026 Larkmere Courier, a house of Larkmere Ltd");
        assert!(is_dropped(&menus));
        // A directory has a title, a list of headlines has long links, a text has sentences, a
        // shop has prices.
        let product = column("Sets", &["Balm", "Sale price €49", "See details"]);
        assert!(!is_dropped(&format!("{menus}{product}")));
        assert!(!is_dropped(&format!("{menus}<h2><a href=/s>Storm takes roofs</a></h2>")));
        assert!(!is_dropped(&format!("<h1>Countries</h1>{menus}")));
        let long = "The harbour wall of Larkmere is mended after the storm of January";
        assert!(!is_dropped(&column("News", &[long; 15])));
        assert!(!is_dropped(&format!("{menus}<p>The shop is closed.")));
        assert!(!is_dropped(&coats));
    }

    #[test]
    fn checks_whether_a_person_visits_are_no_content() {
        let check = "<h1>www.example.com</h1><p>Verifying you are human. This may take a while.";
        assert!(is_dropped(&format!("<title>Just a moment...</title>{check}")));
        assert!(!is_dropped(&format!("<title>A moment of time</title>{check}")));
    }

    #[test]
    fn notices_and_forms_to_log_in_are_no_content() {
        let notice = "<noscript>Please enable JavaScript to continue, or use our application \
            on your telephone.</noscript>";
        let script = "<script src=/start.js></script>";
        assert!(is_dropped(&format!("<div id=main>Loading…</div>{notice}")));
        assert!(is_dropped(&format!("{script}<div><p class=spinner>One moment, please</div>")));
        assert!(is_dropped(&format!("{script}<p>Wird geladen ...")));
        assert!(is_dropped("<h1>Log in</h1><form><input name=a><input type=password></form>"));
        let fields = "<form><label>Name</label><p>Write the name that you have here.\
            <input name=a><label>Password</label><p>And the password of your account.\
            <input type=password>";
        assert!(is_dropped(&format!("<h1>Log in</h1>{fields}</form>")));
        assert!(!is_dropped(&format!("{fields}{}</form>", "<p>A sentence of a text.".repeat(20))));
        assert!(!is_dropped(&fields.replace("type=password", "")));
        assert!(!is_dropped("<p>Loading…"));
        let post = "<p>It was a long day, and nobody knew how it would end in the city.";
        assert!(!is_dropped(&format!("{script}<div id=root></div><noscript>{post}</noscript>")));
        let text = "It was a long day, and nobody knew how it would end in the city.";
        assert!(!is_dropped(&format!("<p>{text}<form><input type=password></form>")));
        assert!(!is_dropped(&format!("{script}<p>{text}{notice}")));
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
    fn pages_of_errors_are_no_content() {
        let text = "<p>The page was not found. Perhaps it was moved, or never was at this address.";
        for title in [
            "<title>404</title>",
            "<title>404 | Larkmere Courier</title>",
            "<title>Oops</title><h1>404</h1>",
            "<title>Error 404 (Not Found)</title>",
            "<title>502 Bad Gateway</title>",
            "<title>Nichts</title><body class='error404 wp'>",
        ] {
            assert!(is_dropped(&format!("{title}{text}")), "{title}");
            assert!(!is_dropped(&format!("{title}{}", text.repeat(8))), "{title}");
        }
        for title in [
            "<title>500 recipes</title>",
            "<title>404.5 metres</title>",
            "<title>The Peugeot 404</title>",
            "<title>4040</title>",
            "<title>Errors</title><body class=errors>",
        ] {
            assert!(!is_dropped(&format!("{title}{text}")), "{title}");
        }
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
