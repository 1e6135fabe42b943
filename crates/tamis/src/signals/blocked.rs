//! Pages in the place of the one that was asked for: a service in front of the site checks whether
//! a person visits, or lets nobody in.
//!
//! Such a page has a sentence or two, which look like a short text: "Verifying you are human. This
//! may take a few seconds." A crawler that keeps them has the same text for thousands of addresses.
//! The services are few, and each leaves its marks: the address of its script, an id, its title.
//! Widgets of the same services are on ordinary pages too, so the marks count only where there is
//! little text.
//!
//! Source: the pages and documentation of the services named below.

use memchr::memmem;
use tamis_dom::{NodeId, name};

use super::Flag;
use crate::page::Page;

const SCRIPT: &str = "a script checks whether a person visits";
const ID: &str = "an element of a check whether a person visits";
const TITLE: &str = "the title of a check whether a person visits";
const REFUSED: &str = "the site refuses the visit";

/// The most text of such a page, in characters.
const LITTLE_TEXT: u32 = 900;

/// Texts in the scripts of the checks, or in their addresses: Cloudflare, `DataDome`, `HUMAN`,
/// Imperva, AWS WAF, Sucuri, Anubis, `Kasada`, `Radware`.
const SCRIPTS: [&str; 14] = [
    "_cf_chl_opt",
    "/cdn-cgi/challenge-platform/h/",
    "captcha-delivery.com",
    "_pxAppId",
    "captcha.px-cdn.net",
    "_Incapsula_Resource",
    "awsWafCookieDomainList",
    ".token.awswaf.com",
    "sucuri_cloudproxy_js",
    "/.within.website/x/cmd/anubis/",
    "KPSDK",
    "validate.perfdrive.com",
    "/.well-known/ddos-guard/",
    "/_sec/cp_challenge/",
];

/// Ids of their elements.
const IDS: [&str; 13] = [
    "anubis_challenge",
    "cf-challenge-running",
    "cf-error-details",
    "challenge-body-text",
    "challenge-error-text",
    "challenge-form",
    "challenge-running",
    "challenge-stage",
    "distilCaptchaForm",
    "distilIdentificationBlock",
    "main-iframe-incapsula",
    "px-captcha",
    "sec-if-cpt-container",
];

/// Titles that name the service or the check, in lower case.
const TITLES: [&str; 14] = [
    "access to this page has been denied",
    "are you a robot?",
    "attention required! | cloudflare",
    "bot verification",
    "ddos-guard",
    "human verification",
    "making sure you're not a bot!",
    "pardon our interruption",
    "robot check",
    "security checkpoint",
    "sucuri website firewall - access denied",
    "vercel security checkpoint",
    "verifying your browser",
    "you are being blocked",
];

/// Titles that ask to wait, in lower case. Each ends with an ellipsis, unlike that of a text which
/// is called "Just a moment". Cloudflare has them in the language of the visitor.
const WAITING: [&str; 18] = [
    "checking your browser",
    "just a moment",
    "one moment, please",
    "please wait",
    "you are being redirected",
    "bir dakika lütfen",
    "een moment geduld",
    "nur einen moment",
    "un attimo",
    "un instant",
    "un momento",
    "um momento",
    "один момент",
    "しばらくお待ちください",
    "少々お待ちください",
    "잠시만 기다리십시오",
    "请稍候",
    "請稍候",
];

/// The beginnings of sentences that refuse, in lower case: Akamai and Apache, `CloudFront`,
/// Imperva, Cloudflare.
const REFUSALS: [&str; 5] = [
    "you don't have permission to access",
    "the request could not be satisfied",
    "request unsuccessful. incapsula incident id",
    "this website is using a security service to protect itself",
    "checking your browser before accessing",
];

/// Returns true if a page has one of the signs.
pub(crate) fn is_blocked(page: &Page) -> bool {
    let mut flag = Flag::default();
    note(page, &mut flag);
    flag.is_set()
}

/// Adds the signs of such a page, if it has little text.
pub(super) fn note(page: &Page, flag: &mut Flag) {
    let document = page.document();
    if page.stats(NodeId::DOCUMENT).text_chars > LITTLE_TEXT {
        return;
    }
    for id in document.elements(NodeId::DOCUMENT) {
        match document.name(id) {
            Some(name::TITLE) => flag.set_if(is_title(document.text(id)), TITLE),
            Some(name::SCRIPT | name::IFRAME | name::FORM) => {
                let own =
                    [name::SRC, name::ACTION].into_iter().filter_map(|at| document.attr(id, at));
                let inside = document.children(id).map(|text| document.text(text));
                let is_check = own.chain(inside).any(|text| contains_any(text, &SCRIPTS));
                flag.set_if(is_check, SCRIPT);
            }
            _ => {}
        }
        let is_part = document.attr(id, name::ID).is_some_and(|of| IDS.contains(&of.trim()));
        flag.set_if(is_part, ID);
    }
    let refuses = page.paragraphs().iter().any(|paragraph| {
        let text = page.paragraph_text(paragraph).to_lowercase();
        REFUSALS.iter().any(|of| text.starts_with(of))
    });
    flag.set_if(refuses, REFUSED);
}

fn contains_any(text: &str, wanted: &[&str]) -> bool {
    wanted.iter().any(|of| memmem::find(text.as_bytes(), of.as_bytes()).is_some())
}

fn is_title(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let asked = text.trim_end_matches(['.', '…', '⋯', ' ']);
    TITLES.contains(&&*text) || asked.len() < text.len() && WAITING.contains(&asked)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use crate::page::Page;
    use crate::signals::Signals;

    fn reasons(html: &str) -> usize {
        let page = Page::measure(Parser::default().parse(html));
        Signals::of(&page).blocked.reasons().len()
    }

    #[test]
    fn checks_and_refusals() {
        for html in [
            "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue",
            "<title>Nur einen Moment…</title><h1>www.example.com</h1>",
            "<title>しばらくお待ちください...</title><h1>www.example.com</h1>",
            "<script>window._cf_chl_opt={cvId:'3'}</script><p>Verifying you are human.",
            "<script src='https://ct.captcha-delivery.com/c.js'></script><p>Please enable JS",
            "<h1>Press &amp; Hold</h1><div id=px-captcha></div>",
            "<h1>Access Denied</h1>You don't have permission to access this. Reference #18.2d",
            "<p>Checking your browser before accessing ex.org",
            "<iframe src='/_Incapsula_Resource?SWUDNSAI=31'>Incapsula incident ID: 1</iframe>",
        ] {
            assert_ne!(reasons(html), 0, "{html}");
        }
    }

    #[test]
    fn ordinary_pages() {
        let script = "<script src=/cdn-cgi/challenge-platform/h/b/scripts/jsd/main.js></script>";
        let text = "<p>The bread stays in the oven until it is done. ".repeat(30);
        assert_eq!(reasons(&format!("{script}{text}")), 0);
        assert_eq!(reasons("<title>Just a moment</title><p>A poem."), 0);
        assert_eq!(reasons("<title>Un momento</title><p>Una poesia."), 0);
        assert_eq!(reasons("<p>It says that you don't have permission to access a folder."), 0);
        assert_eq!(reasons("<title>Not found</title><p>There is no page at this address."), 0);
        let title = "<title>Security check</title>";
        assert_eq!(reasons(&format!("{title}{text}")), 0);
    }
}
