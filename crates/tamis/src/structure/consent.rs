//! Dialogues that ask for consent: "We use cookies. Accept all?"
//!
//! They are no content of any page, but on a short page they are the longest text, so that engines
//! take them for it. Two kinds of signs tell them:
//!
//! - **Names.** The systems that many sites use name their elements, such as `onetrust-banner-sdk`,
//!   and so do most of the others: `cookie-banner`, `gdprPopup`, `aria-label="Cookie notice"`.
//! - **What they say.** A small element that speaks of cookies and has a button to accept or to
//!   reject them is a dialogue, in any language that [`words`] knows. So is one that speaks of
//!   cookies and of consent, but has no button, if it is outside of the main part of the page.
//!
//! A page that is about cookies says the same, so these signs need more care than others. Elements
//! with the title or the main part of a page are no dialogues, nor are those with `policy` or
//! `declaration` in their names. If the title of the page speaks of cookies, what an element
//! without a name says counts only outside of the main part.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use tamis_dom::{Document, Name, NodeId, name};

use crate::page::address::leads_away;
use crate::page::{Page, around};
use crate::words::{List, words};

/// The most text of a dialogue without a name, in Unicode scalar values.
const MAX_CHARS: u32 = 1500;

/// The most levels from a text to the dialogue without a name that it is in.
const MAX_LEVELS: usize = 7;

/// The most nodes of such a dialogue that are searched for a button.
const MAX_NODES: usize = 200;

/// The longest text of a button, in bytes with its indentation.
const MAX_BUTTON_BYTES: usize = 200;

/// The shortest word that is searched for within a text, in bytes. A shorter one, such as "ok",
/// counts if a button says nothing else: it is a part of "cookie".
const MIN_WITHIN: usize = 5;

/// The most texts that are searched for dialogues without names. Real pages have a few.
const MAX_TEXTS: usize = 64;

/// The most kept text that is read to find out whether it speaks of cookies, in Unicode scalar
/// values. In longer texts, no dialogue without a name is kept.
const MAX_READ: u32 = 3000;

/// The paragraphs at each end of what is kept that are searched for a dialogue with a name: the
/// first or last thing in a page's source.
const AT_ENDS: usize = 2;

/// Parts of the names of the elements of systems, each with its system.
const SYSTEMS: [&str; 40] = [
    "amgdprcookie",         // Magento
    "avia-cookie-consent",  // Enfold
    "axeptio",              // Axeptio
    "borlabs-cookie",       // Borlabs
    "borlabscookie",        // Borlabs
    "catapult-cookie",      // Cookie Consent for WordPress
    "cc-banner",            // Osano Cookie Consent
    "cc-window",            // Osano Cookie Consent
    "ccm-modal",            // CCM19
    "ccm-root",             // CCM19
    "cky-consent",          // CookieYes
    "cmpbox",               // consentmanager
    "cmplz-cookiebanner",   // Complianz
    "cookie-law-info",      // CookieYes
    "cookie-notice",        // Cookie Notice for WordPress
    "cookiefirst",          // CookieFirst
    "cookielawinfo",        // CookieYes
    "cybotcookiebot",       // Cookiebot
    "didomi-host",          // Didomi
    "didomi-notice",        // Didomi
    "didomi-popup",         // Didomi
    "eu-cookie-compliance", // Drupal
    "evidon-banner",        // Evidon
    "ez-cookie",            // Ezoic
    "fc-consent",           // Google Funding Choices
    "hs-eu-cookie",         // HubSpot
    "iubenda-cs",           // iubenda
    "klaro",                // Klaro
    "moove_gdpr",           // Moove
    "onetrust-",            // OneTrust
    "optanon",              // OneTrust
    "osano-cm",             // Osano
    "qc-cmp",               // Quantcast
    "sliding-popup",        // Drupal
    "sp_message_container", // Sourcepoint
    "tarteaucitron",        // tarteaucitron.js
    "termly-",              // Termly
    "trustarc",             // TrustArc
    "truste-",              // TrustArc
    "usercentrics",         // Usercentrics
];

/// Parts of the names of other dialogues: the topic. A name with two of them is enough, for example
/// `cookieconsent`.
const ABOUT: [&str; 8] = ["ccpa", "consent", "cookie", "dsgvo", "gdpr", "kvkk", "lgpd", "rgpd"];

/// Parts of the names of other dialogues, next to the topic: the kind of element.
const CALLED: [&str; 17] = [
    "aviso",
    "bandeau",
    "banner",
    "compliance",
    "dialog",
    "hinweis",
    "leiste",
    "modal",
    "notice",
    "notification",
    "overlay",
    "popin",
    "popup",
    "prompt",
    "toast",
    "toolbar",
    "warning",
];

/// Further kinds of elements, which are dialogues if their text speaks of cookies and of consent.
const PERHAPS_CALLED: [&str; 9] =
    ["alert", "box", "container", "info", "message", "panel", "widget", "window", "wrap"];

/// Parts of the names of texts about cookies, and of classes that say what a post is about.
const NOT_CALLED: [&str; 9] =
    ["article", "category-", "declaration", "document", "page", "policy", "post", "table", "tag-"];

/// Finds words in texts in any case.
static COOKIES: LazyLock<AhoCorasick> = LazyLock::new(|| finder(List::Cookies));
static CONSENTS: LazyLock<AhoCorasick> = LazyLock::new(|| finder(List::Consents));
static NAMES: LazyLock<AhoCorasick> =
    LazyLock::new(|| any_of(SYSTEMS.iter().chain(&ABOUT).copied()));

/// What the name of an element says about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    No,
    /// A dialogue, if it speaks of cookies and of consent.
    Perhaps,
    /// A dialogue, unless the page is about cookies. Then it must speak of consent too, because it
    /// may be a recipe for cookies.
    Probably,
    /// The dialogue of a system.
    Surely,
}

/// True if something that is kept may be in a dialogue. Cheap: it reads nothing of a page with much
/// kept text except the names around both of its ends.
pub(crate) fn may_keep_consent(page: &Page, kept: &[bool]) -> bool {
    let document = page.document();
    let paragraphs = || page.paragraphs().iter().zip(kept).filter(|(_, kept)| **kept);
    let ends = paragraphs().take(AT_ENDS).chain(paragraphs().rev().take(AT_ENDS));
    let mut ends = ends.filter_map(|(of, _)| page.first_text(of));
    if ends.any(|text| around(document, text).any(|id| named(document, id) != Named::No)) {
        return true;
    }
    let chars = paragraphs().map(|(of, _)| of.text_chars).fold(0, u32::saturating_add);
    // The title of a dialogue may say it alone, and be dropped: "We value your privacy".
    let mut near = page.paragraphs().iter().enumerate();
    let is_kept = |at: usize| kept.get(at) == Some(&true);
    chars <= MAX_READ
        && near.any(|(at, of)| {
            (is_kept(at) || is_kept(at + 1)) && COOKIES.is_match(page.paragraph_text(of))
        })
}

/// Returns the dialogues of a page, in document order. None is in another. Linear.
pub(crate) fn consent_dialogues(page: &Page) -> Vec<NodeId> {
    let document = page.document();
    let finder = Finder::of(page);
    let by_name = document.elements(NodeId::DOCUMENT).filter(|&id| finder.is_named(id));
    let mut found: Vec<NodeId> = by_name.collect();
    let texts = page.paragraphs().iter();
    let texts = texts.filter(|&of| COOKIES.is_match(page.paragraph_text(of))).take(MAX_TEXTS);
    let texts = texts.filter_map(|of| page.first_text(of));
    found.extend(texts.filter_map(|text| finder.unnamed_around(text)));
    found.sort_unstable();
    let mut end = NodeId::DOCUMENT;
    found.retain(|&id| {
        let is_apart = id >= end;
        end = if is_apart { document.subtree_end(id) } else { end };
        is_apart
    });
    found
}

/// Finds the dialogues of one page.
struct Finder<'p> {
    page: &'p Page,
    document: &'p Document,
    /// The elements that are in no dialogue: titles and main parts.
    others: Vec<NodeId>,
    /// The part of the page that says that it is the main one, if it has text.
    main: Option<NodeId>,
    /// True if the title of the page speaks of cookies.
    is_about: bool,
}

impl Finder<'_> {
    fn of(page: &Page) -> Finder<'_> {
        const OTHERS: [Name; 5] = [name::ARTICLE, name::BODY, name::H1, name::HTML, name::MAIN];
        let document = page.document();
        let is_other = |&id: &NodeId| document.name(id).is_some_and(|name| OTHERS.contains(&name));
        let others: Vec<NodeId> = document.elements(NodeId::DOCUMENT).filter(is_other).collect();
        let has_text = |id: NodeId| page.stats(id).text_chars > 0;
        let mut parts = others.iter().copied();
        let main = parts.find(|&id| {
            matches!(document.name(id), Some(name::ARTICLE | name::MAIN)) && has_text(id)
        });
        let mut titles = others.iter().filter(|&&id| document.is_html(id, name::H1));
        let is_about = document.title().is_some_and(|title| COOKIES.is_match(title))
            || titles.any(|&id| COOKIES.is_match(document.text(id)));
        Finder { page, document, others, main, is_about }
    }

    /// True if an element has neither the title nor the main part of a page, and is none.
    fn may_be_dialogue(&self, id: NodeId) -> bool {
        let at = self.others.partition_point(|&other| other < id);
        self.others.get(at).is_none_or(|&other| other >= self.document.subtree_end(id))
    }

    fn is_small(&self, id: NodeId) -> bool {
        self.page.stats(id).text_chars <= MAX_CHARS
    }

    /// True for a dialogue with a name, or for any other dialogue that speaks of cookies.
    fn is_named(&self, id: NodeId) -> bool {
        let document = self.document;
        let is_modal = || {
            document.is_html(id, name::DIALOG)
                || matches!(document.attr(id, name::ROLE), Some("dialog" | "alertdialog"))
                || document.attr(id, name::ARIA_MODAL) == Some("true")
        };
        let says = |words: &AhoCorasick| self.is_small(id) && words.is_match(document.text(id));
        let is_dialogue = match named(document, id) {
            Named::Surely => true,
            Named::Probably => !self.is_about || says(&CONSENTS),
            Named::Perhaps => says(&COOKIES) && says(&CONSENTS),
            Named::No => is_modal() && says(&COOKIES),
        };
        is_dialogue && self.may_be_dialogue(id)
    }

    /// Returns the dialogue without a name around a text about cookies.
    fn unnamed_around(&self, text: NodeId) -> Option<NodeId> {
        let document = self.document;
        let levels = || {
            let levels = around(document, text).take(MAX_LEVELS);
            let levels = levels.take_while(|&id| self.is_small(id) && self.may_be_dialogue(id));
            levels.filter(|&id| document.name(id).is_some())
        };
        let asks = |&id: &NodeId| {
            let mut nodes = document.descendants_and_self(id).take(MAX_NODES);
            nodes.any(|id| is_consent_button(document, id)) || is_fixed(document, id)
        };
        let is_outside = |&id: &NodeId| {
            self.main.is_some_and(|main| id < main || id >= document.subtree_end(main))
        };
        let by_button = levels().find(asks);
        if self.is_about {
            return by_button.filter(is_outside);
        }
        let says_so = |&id: &NodeId| is_outside(&id) && CONSENTS.is_match(document.text(id));
        by_button.or_else(|| levels().find(says_so))
    }
}

/// Says whether an element is called a dialogue, by its id, a class, its label or its own name.
fn named(document: &Document, id: NodeId) -> Named {
    let own = document.local_name(id).filter(|own| own.contains('-') && NAMES.is_match(own));
    let of_attrs = document.attrs(id).iter().map(|attr| {
        let value = document.attr_value(attr);
        match attr.name() {
            name::ID | name::CLASS if NAMES.is_match(value) => {
                value.split_ascii_whitespace().map(named_by).max().unwrap_or(Named::No)
            }
            // "Cookie banner", "Hinweis zu Cookies".
            name::ARIA_LABEL if COOKIES.is_match(value) => named_by(value).max(Named::Perhaps),
            _ => Named::No,
        }
    });
    of_attrs.chain(own.map(named_by)).max().unwrap_or(Named::No)
}

/// Says whether a single name is that of a dialogue.
fn named_by(name: &str) -> Named {
    let name = name.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let abouts = ABOUT.iter().filter(|part| name.contains(**part)).count();
    let is_bar = || name.ends_with("bar") || has(&["bar-", "bar_"]);
    if has(&NOT_CALLED) {
        Named::No
    } else if has(&SYSTEMS) {
        Named::Surely
    } else if abouts > 1 || abouts == 1 && (has(&CALLED) || is_bar()) {
        Named::Probably
    } else if abouts == 1 && has(&PERHAPS_CALLED) {
        Named::Perhaps
    } else {
        Named::No
    }
}

/// True for a button, or a link that leads nowhere, to accept or to reject something.
fn is_consent_button(document: &Document, id: NodeId) -> bool {
    let attr = |attr: Name| document.attr(id, attr);
    let text = match document.name(id) {
        Some(name::BUTTON) => document.text(id),
        Some(name::INPUT) if matches!(attr(name::TYPE), Some("button" | "submit")) => {
            attr(name::VALUE).unwrap_or_default()
        }
        Some(name::A) if !leads_away(attr(name::HREF).unwrap_or_default()) => document.text(id),
        Some(_) if attr(name::ROLE) == Some("button") => document.text(id),
        _ => return false,
    };
    let is_word = || words().has(List::Consents, &text.trim().to_lowercase());
    text.len() <= MAX_BUTTON_BYTES && (CONSENTS.is_match(text) || is_word())
}

/// True for an element that stays in its place while the page moves under it.
fn is_fixed(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::STYLE).is_some_and(|style| {
        let style: String = style.chars().filter(|char| !char.is_whitespace()).collect();
        style.contains("position:fixed") || style.contains("position:sticky")
    })
}

/// Returns a finder of the longer words of a list, in lower case, in upper case and with a capital.
fn finder(list: List) -> AhoCorasick {
    let words = words().sorted(list).iter().filter(|word| word.len() >= MIN_WITHIN);
    let capital = |word: &&'static str| {
        let mut chars = word.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        [(*word).to_owned(), format!("{first}{}", chars.as_str()), word.to_uppercase()]
    };
    any_of(words.flat_map(capital))
}

/// Returns a finder of words in any case of ASCII letters.
fn any_of(words: impl IntoIterator<Item = impl AsRef<[u8]>>) -> AhoCorasick {
    let finder = AhoCorasickBuilder::new().ascii_case_insensitive(true).build(words);
    finder.expect("a finder of few words is small")
}

#[cfg(test)]
#[path = "consent_tests.rs"]
mod tests;
