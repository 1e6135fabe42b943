//! Boxes that ask readers for their address, for example for a newsletter.
//!
//! "Our best stories, free, every morning" is a sentence between two paragraphs of an article, and
//! the element around it may have no name that says anything. What tells is the field for an e-mail
//! address in it, or a link to such a form: `/newsletter`. So a small element with one of them is
//! dropped as a whole, in any language. A link within a sentence is none: "In her newsletter she
//! wrote".
//!
//! The same is done with the code that readers copy to show a text on pages of their own, which is
//! in a field: "Code for your blog".
//!
//! The element is the largest around the field or link that has little text. On a page with hardly
//! more text, the form may be what the page is for, so it stays.
//!
//! The notice that ends a text for those who have not paid asks for more: "Already a subscriber?
//! Log in". What tells is a link to where one logs in, subscribes or donates, in a small element
//! after which nothing is kept. On the page of an article alone: others are about such things.

use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, name};

use crate::page::Page;
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The most text of a box, and of a paragraph in one, in characters.
const MAX_BOX: u32 = 300;
const MAX_PARAGRAPH: u32 = 200;

/// The longest line that ends with a link to a form, in characters.
const MAX_LINE: u32 = 120;

/// How many times the text of a box the kept text has at least.
const MIN_TIMES: u32 = 3;

/// The most fields that are looked at.
const MAX_FIELDS: usize = 16;

/// The elements that are more than a box, and those that begin something else.
const WHOLE: NameSet =
    NameSet::of(&[name::ARTICLE, name::BODY, name::HTML, name::MAIN, name::TABLE]);

/// Drops small boxes with a field for an e-mail address, or a link to a form with one, and the
/// notice for subscribers at the end of an article.
pub(super) fn drop_sign_ups(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    drop_forms(page, verdict);
    if page_types.is_some_and(|types| types.most_probable() == PageType::Article) {
        drop_last_notice(page, verdict);
    }
}

/// How many times the text of a notice the other kept text has at least.
const MIN_TIMES_NOTICE: u32 = 2;

/// The fewest characters of a text that a notice ends. A Japanese one has few.
const MIN_CUT: u32 = 80;

/// Drops the box at the end of what is kept that has a link to subscribe or to log in.
fn drop_last_notice(page: &Page, verdict: &mut Verdict) {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let Some(last) = verdict.kept.iter().rposition(|kept| *kept) else { return };
    let Some(first) = page.first_text(&paragraphs[last.saturating_sub(NOTICE_KEPT)]) else {
        return;
    };
    // The link may be a button after the last kept text.
    let end = paragraphs
        .get(last + 1 + NOTICE_AFTER)
        .map_or(document.len(), |of| page.first_text(of).map_or(document.len(), NodeId::index));
    let chars = |range: Range<usize>| -> u32 {
        range.filter(|&at| verdict.kept[at]).map(|at| paragraphs[at].text_chars).sum()
    };
    let kept = chars(0..paragraphs.len());
    let nodes = (first.index()..end).map(NodeId::from_index);
    let links = nodes.filter(|&id| document.is_html(id, name::A) && leads_to_account(page, id));
    let found = links.take(MAX_FIELDS).find_map(|link| {
        let inside = box_around(page, link, kept / MIN_TIMES_NOTICE)?;
        let of_notice = chars(inside.clone());
        let rest = kept - of_notice;
        (inside.end > last && of_notice > 0 && rest >= MIN_CUT && rest >= of_notice)
            .then_some(inside)
    });
    for at in found.into_iter().flatten() {
        if verdict.kept[at] {
            verdict.set(at, false, "a box that asks to subscribe or to log in");
        }
    }
}

/// The kept paragraphs at the end that may be of a notice, and the dropped ones after them.
const NOTICE_KEPT: usize = 4;
const NOTICE_AFTER: usize = 6;

/// The beginnings of the names of pages on which one logs in or subscribes, and whole names.
const ACCOUNTS: [&str; 20] = [
    "abbona", "abonn", "anmeld", "assin", "donat", "inlog", "log-in", "login", "logon", "predplat",
    "prenumer", "regist", "sign-in", "sign-up", "signin", "signup", "soutenir", "spende",
    "subscri", "suscri",
];
const WHOLE_ACCOUNTS: [&str; 4] = ["abo", "abos", "join", "membership"];

/// Returns true for a link to a page on which one logs in or subscribes, which has most of its
/// paragraph or begins or ends a short one.
fn leads_to_account(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let href = document.attr(id, name::HREF).unwrap_or_default();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    if path.len() >= MAX_ATTR {
        return false;
    }
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = last.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_account =
        ACCOUNTS.iter().any(|of| name.starts_with(of)) || WHOLE_ACCOUNTS.contains(&name.as_str());
    is_account && {
        let begun = page.paragraphs_in(id);
        let at = if begun.is_empty() { begun.start.checked_sub(1) } else { Some(begun.start) };
        at.map(|at| &page.paragraphs()[at]).is_some_and(|of| {
            let (text, label) = (page.paragraph_text(of), document.text(id).trim());
            2 * of.link_chars >= of.text_chars
                || of.text_chars <= MAX_LINE && (text.ends_with(label) || text.starts_with(label))
        })
    }
}

/// Drops small boxes with a field for an e-mail address or with code, or a link to a form.
fn drop_forms(page: &Page, verdict: &mut Verdict) {
    let document = page.document();
    let mut codes = 0;
    let asks = |&id: &NodeId| match document.name(id) {
        Some(name::INPUT) if is_address(document, id) => true,
        Some(name::INPUT | name::TEXTAREA) if has_markup(document, id) => {
            codes += 1;
            true
        }
        Some(name::A) => leads_to_form(page, id),
        _ => false,
    };
    let mut fields: Vec<NodeId> =
        document.elements(NodeId::DOCUMENT).filter(asks).take(MAX_FIELDS).collect();
    // Where each recording of a list has its code, the box around it is the item.
    if codes > MAX_CODES {
        fields.retain(|&id| !has_markup(document, id));
    }
    let mut boxes: Vec<Range<usize>> = Vec::new();
    let chars = |at: usize| page.paragraphs()[at].text_chars;
    let kept: u32 = (0..verdict.kept.len()).filter(|&at| verdict.kept[at]).map(chars).sum();
    for field in fields {
        let Some(paragraphs) = box_around(page, field, kept / MIN_TIMES) else { continue };
        if boxes.last().is_none_or(|last| last.end <= paragraphs.start) {
            boxes.push(paragraphs);
        }
    }
    for at in boxes.into_iter().flatten() {
        if verdict.kept[at] {
            verdict.set(at, false, "a box that asks for an address");
        }
    }
}

/// The most fields with code of a page that are not parts of its content.
const MAX_CODES: usize = 2;

/// Returns true for a field with markup, which readers copy into pages of their own.
fn has_markup(document: &Document, id: NodeId) -> bool {
    const BEGINS: [&str; 6] = ["<a ", "<blockquote", "<div", "<iframe", "<img", "<script"];
    let text = match document.attr(id, name::VALUE) {
        Some(value) if document.is_html(id, name::INPUT) => value,
        _ => document.text(id),
    };
    let text = text.trim_ascii_start();
    BEGINS
        .iter()
        .any(|begin| text.get(..begin.len()).is_some_and(|first| first.eq_ignore_ascii_case(begin)))
}

/// Returns true for a field for an e-mail address.
fn is_address(document: &Document, id: NodeId) -> bool {
    let value = |attr| document.attr(id, attr).unwrap_or_default();
    let kind = value(name::TYPE);
    let has_mail = |text: &str| {
        text.len() < MAX_ATTR
            && text.as_bytes().windows(4).any(|of| of.eq_ignore_ascii_case(b"mail"))
    };
    document.is_html(id, name::INPUT)
        && (kind.eq_ignore_ascii_case("email")
            || (kind.is_empty() || kind.eq_ignore_ascii_case("text"))
                && [name::NAME, name::ID, name::PLACEHOLDER]
                    .into_iter()
                    .any(|of| has_mail(value(of))))
}

/// The longest attribute that is read, in bytes.
const MAX_ATTR: usize = 100;

/// Words in the addresses of forms for a newsletter.
const FORMS: [&str; 3] = ["newsletter", "mailing-list", "mailinglist"];

/// Returns true for a link to a form that has most of its paragraph, or ends a short one.
fn leads_to_form(page: &Page, id: NodeId) -> bool {
    let href = page.document().attr(id, name::HREF).unwrap_or_default();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let is_form = || {
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().as_bytes();
        FORMS.iter().map(|form| form.as_bytes()).any(|form| {
            let begin = last.get(..form.len());
            let end = last.len().checked_sub(form.len()).map(|at| &last[at..]);
            [begin, end].into_iter().flatten().any(|part| part.eq_ignore_ascii_case(form))
        })
    };
    let is_most = || {
        // The paragraph that the link begins, or else the one that began before it.
        let begun = page.paragraphs_in(id);
        let at = if begun.is_empty() { begun.start.checked_sub(1) } else { Some(begun.start) };
        at.map(|at| &page.paragraphs()[at]).is_some_and(|of| {
            let text = page.paragraph_text(of);
            2 * of.link_chars >= of.text_chars
                || of.text_chars <= MAX_LINE && text.ends_with(page.document().text(id).trim())
        })
    };
    path.len() < MAX_ATTR && is_form() && is_most()
}

/// Returns the paragraphs of the largest element around a field that has little text: no more than
/// `most` characters.
fn box_around(page: &Page, field: NodeId, most: u32) -> Option<Range<usize>> {
    let document = page.document();
    let is_box = |&id: &NodeId| {
        page.stats(id).text_chars <= MAX_BOX.min(most)
            && !document.name(id).is_some_and(|name| WHOLE.contains(name))
    };
    let around = document.ancestors(field).take_while(is_box).last()?;
    let has_title = document.elements(around).any(|id| document.is_html(id, name::H1));
    if has_title {
        return None;
    }
    let paragraphs = page.paragraphs_in(around);
    let is_short = |of: usize| page.paragraphs()[of].text_chars <= MAX_PARAGRAPH;
    paragraphs.clone().all(is_short).then_some(paragraphs)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn kept(html: &str) -> usize {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::everything("test", &page);
        drop_sign_ups(&page, &mut verdict, Some(PageTypes::certain(PageType::Article)));
        verdict.kept.iter().filter(|kept| **kept).count()
    }

    #[test]
    fn boxes_with_a_field_for_an_address() {
        let text = "The bread stays in the oven until it is done. ".repeat(8);
        for field in [
            "<input type=email>",
            "<input name=EMAIL>",
            "<input type=text placeholder='Ihre E-Mail'>",
            "<input id=mail-address>",
        ] {
            for form in [
                format!("<div><b>News</b><p>Every morning.</p><form>{field}</form></div>"),
                format!("<form><h3>News</h3><p>Free.</p><div>{field}<a href=/>Go</a></div></form>"),
                format!("<section><p>News</p><div><div>{field}<p>No spam.</div></div></section>"),
            ] {
                assert_eq!(kept(&format!("<p>{text}</p>{form}<p>{text}")), 2, "{form}");
                assert!(kept(&format!("<h1>Letters</h1>{form}")) > 2, "{form}");
            }
        }
        let link = "<div><p>News<p>Every morning.<p><a href=/en/newsletter/>Sign up</a></div>";
        assert_eq!(kept(&format!("<p>{text}</p>{link}<p>{text}")), 2);
        let short = "<p>Every morning in your mailbox: <a href=/newsletter?from=a>sign up</a>";
        assert_eq!(kept(&format!("<p>{text}{short}<p>{text}")), 2);
        for form in [
            "<p>In her <a href=/newsletter>newsletter</a> she wrote that bread is dear.",
            "<p><a href=/newsletter/2024/05>The letter of May</a>",
            "<div><b>News</b><input type=search></div>",
            "<div><b>News</b><input type=hidden name=email></div>",
            "<div><b>News</b><a href=mailto:a@b.example>Write to us</a></div>",
        ] {
            assert!(kept(&format!("<p>{text}</p>{form}<p>{text}")) > 2, "{form}");
        }
        // The beginning of a front page.
        let hero = "<div><h1>Bread for all</h1><p>At no cost.<input type=email></div>";
        assert_eq!(kept(&format!("{hero}<p>{text}<p>{text}")), 4);
        // The element around the field is the article.
        assert_eq!(
            kept(&format!("<div><p>{text}<p>Bread<form><input type=email></form></div>")),
            2
        );
    }

    #[test]
    fn code_for_pages_of_readers() {
        let text = "The bread stays in the oven until it is done. ".repeat(8);
        for field in [
            "<textarea rows=3>&lt;a href='https://ex.org/'&gt;Bread&lt;/a&gt;</textarea>",
            "<input readonly value='&lt;IFRAME src=/embed>&lt;/iframe>'>",
        ] {
            let code = format!("<div><b>Code for your blog</b><br>{field}<p>How it looks</div>");
            assert_eq!(kept(&format!("<p>{text}</p>{code}<p>{text}")), 2, "{code}");
        }
        let code = "<div><b>Try it</b><textarea>let a &lt; b;</textarea></div>";
        assert!(kept(&format!("<p>{text}</p>{code}<p>{text}")) > 2, "{code}");
    }

    #[test]
    fn notices_for_subscribers_end_a_text() {
        let text = "The bread stays in the oven until it is done. ".repeat(8);
        for notice in [
            "<div><h3>Read on</h3><p>From one coin a week.<p><a href=/abo/>Try it</a></div>",
            "<div><p>For subscribers only.<p>Have an account? <a href=/user/login?to=1>Log in</a></div>",
            "<div><b>Read on</b><br>With an account.<br><a href=/suscripciones.html>Here</a></div>",
            "<div><h3>Help us</h3><p>Every coin helps.<p><a href=/donate>Donate now</a></div>",
            "<section><p>続きは会員だけ<div><a href=/signup>登録</a><a href=/login>入る</a></div></section>",
        ] {
            assert_eq!(kept(&format!("<div><p>{text}</p>{notice}</div>")), 1, "{notice}");
            assert!(kept(&format!("<div><p>{text}</p>{notice}<p>{text}</div>")) > 2, "{notice}");
            assert!(kept(&format!("<h1>Login</h1>{notice}")) > 1, "{notice}");
        }
        for end in [
            "<p>She is in the <a href=/membership>club</a> of those who bake on Sundays.",
            "<div><p>The shop is open.<p><a href=/shop>Shop</a></div>",
            "<p>The <a href=/aboriginal>first</a>",
        ] {
            assert!(kept(&format!("<div><p>{text}</p>{end}</div>")) > 1, "{end}");
        }
    }
}
