//! Properties of Readability that hold on any page: on pages of the corpora, unchanged, cut off and
//! damaged, and on pages made to be slow.

use std::collections::BTreeSet;
use std::thread;

use tamis::dom::{Document, NodeId, NodeKind, Parser};
use tamis::engine::readability::{Readability, ReaderableOptions, is_probably_readerable};
use tamis::engine::{Context, Engine};
use tamis::{Page, Url};
use tamis_testkit::hostile::hostile;
use tamis_testkit::readability_compare::is_js_space;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::wcxb::Wcxb;

const SEED: u64 = 7;
const PAGES: usize = 60;

/// A small stack, as threads of a server have. Bytes.
const STACK: usize = 512 << 10;

/// Size of the hostile pages; enough to reach the limits of depth and of steps.
const SIZE: usize = 1 << 12;

fn page(html: &str) -> Page {
    let url = Url::parse("https://example.org/a/b.html").unwrap();
    Page::measure(Parser::default().parse(html)).with_url(url)
}

/// Returns everything that an article has to offer, as text.
fn everything(page: &Page) -> String {
    let readerable = is_probably_readerable(page.document(), &ReaderableOptions::default());
    let engine = Readability::default();
    let Some(article) = engine.article(page).unwrap() else {
        return readerable.to_string();
    };
    format!(
        "{readerable} {:?} {:?} {} {} {}",
        (article.title(), article.byline(), article.dir(), article.lang()),
        (article.site_name(), article.published_time(), article.excerpt(), article.length_utf16()),
        article.text_content(),
        article.content_unsanitized(),
        article.content(),
    )
}

/// True if `part` is `whole` with some characters left out. White space is ignored.
fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars().filter(|c| !is_js_space(*c)).all(|c| whole.any(|other| other == c))
}

fn is_kept_kind(document: &Document, id: NodeId) -> bool {
    matches!(document.kind(id), NodeKind::Element | NodeKind::Text)
}

/// Checks the properties on one page. True if it has an article.
fn check(name: &str, html: &str) -> bool {
    let page = page(html);
    let answer = everything(&page);
    assert_eq!(answer, everything(&page), "{name}: asked twice");
    let document = page.document();
    let engine = Readability::default();
    let Some(article) = engine.article(&page).unwrap() else { return false };
    let text = article.text_content();
    assert_eq!(article.length_utf16(), text.encode_utf16().count(), "{name}");
    let kept: BTreeSet<NodeId> = article.nodes().iter().collect();
    assert!(kept.iter().all(|&id| id.index() < document.len()), "{name}");
    assert!(kept.iter().all(|&id| is_kept_kind(document, id)), "{name}");
    let source: String = kept
        .iter()
        .filter(|&&id| document.kind(id) == NodeKind::Text)
        .map(|&id| document.text(id))
        .collect();
    assert!(is_subsequence(&text, &source), "{name}: text that no kept node has");
    assert!(is_subsequence(&source, document.whole_text()), "{name}");
    let verdict = engine.judge(&page, &Context::default());
    assert_eq!(verdict.engine, "readability");
    assert_eq!(verdict.kept.len(), page.paragraphs().len(), "{name}");
    let confidence = verdict.confidence.unwrap_or_default();
    assert!((0.0..=1.0).contains(&confidence), "{name}: {confidence}");
    true
}

/// Returns the page cut off, with a tag in the wrong place, and with a piece moved.
fn damaged(html: &str, random: &mut SplitMix64) -> [String; 3] {
    let characters: Vec<char> = html.chars().collect();
    let at = |random: &mut SplitMix64| random.below(characters.len() + 1);
    let text = |part: &[char]| part.iter().collect::<String>();
    let cut = text(&characters[..at(random)]);
    let tags = ["</div>", "<table>", "<p>", "</body>", "<noscript>", "<template>", "<svg>", "<!--"];
    let place = at(random);
    let tag = tags[random.below(tags.len())];
    let tagged = text(&characters[..place]) + tag + &text(&characters[place..]);
    let mut borders = [at(random), at(random), at(random)];
    borders.sort_unstable();
    let [a, b, c] = borders;
    let moved = [&characters[..a], &characters[b..c], &characters[a..b], &characters[c..]];
    [cut, tagged, moved.map(text).concat()]
}

#[test]
#[ignore = "needs a corpus"]
fn properties_hold_on_pages_and_damaged_pages() {
    let wcxb = Wcxb::required();
    let mut random = SplitMix64::new(SEED);
    let mut articles = 0;
    for page in wcxb.sample(PAGES, SEED).unwrap() {
        let html = String::from_utf8_lossy(&page.html);
        articles += usize::from(check(&page.id, &html));
        for (way, damaged) in damaged(&html, &mut random).iter().enumerate() {
            check(&format!("{} damaged in way {way}", page.id), damaged);
        }
    }
    assert!(articles > PAGES * 9 / 10, "{articles} articles on {PAGES} pages");
}

#[test]
fn hostile_pages_come_to_an_end_on_a_small_stack() {
    for (name, made) in hostile() {
        let run = move || {
            everything(&page(&made(SIZE)));
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
        assert!(thread.join().is_ok(), "{name}");
    }
}

#[test]
fn properties_hold_on_small_hostile_pages() {
    for (name, made) in hostile() {
        for n in [1, 10, 100] {
            check(&format!("{name} of {n}"), &made(n));
        }
    }
}

#[test]
fn subsequences() {
    assert!(is_subsequence("a c", "abc"));
    assert!(!is_subsequence("ca", "abc"));
    assert!(is_subsequence(" ", ""));
}
