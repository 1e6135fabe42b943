//! Pages that were made to be slow, deep or large. Parsing never panics, never overflows the stack,
//! and loses no text without a warning, and the size of the tree is linear in the page.
//!
//! The example `hostile` measures times.

use tamis_dom::{Document, Limits, NodeId, Parser, Selector, Step, Warning, decode, name};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

/// The size of the stack in bytes, as for the threads of a server. Debug builds have larger frames.
const STACK: usize = 512 << 10;

/// The size of the generated pages. It is enough to reach every limit of [`Limits::default`] except
/// the limit of input.
const SIZE: usize = 1 << 13;

/// Calls everything that traverses the whole tree.
fn read_everything(document: &Document) {
    let html = document.outer_html(NodeId::DOCUMENT);
    assert!(html.len() >= document.text(NodeId::DOCUMENT).len());
    let steps = document.walk(NodeId::DOCUMENT).count();
    assert_eq!(steps, document.descendants_and_self(NodeId::DOCUMENT).len() * 2);
    let selector = Selector::parse("div > p, b i, [title]").unwrap();
    assert_eq!(document.select(&selector).count(), expected_matches(document));
    drop(document.clone());
}

/// The number of elements that match `div > p, b i, [title]`.
fn expected_matches(document: &Document) -> usize {
    let mut open_b = 0;
    let mut matches = 0;
    for step in document.walk(NodeId::DOCUMENT) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        let name = document.name(id);
        let is_b = name == Some(name::B);
        if matches!(step, Step::Leave(_)) {
            open_b -= usize::from(is_b);
            continue;
        }
        let parent = document.parent(id).and_then(|parent| document.name(parent));
        let is_match = name == Some(name::P) && parent == Some(name::DIV)
            || name == Some(name::I) && open_b > 0
            || document.attr(id, name::TITLE).is_some();
        matches += usize::from(is_match);
        open_b += usize::from(is_b);
    }
    matches
}

#[test]
fn small_stacks_are_enough() {
    for (name, page) in hostile() {
        let html = page(SIZE);
        let run = move || {
            let document = Parser::new(Limits::default()).parse(&html);
            read_everything(&document);
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
        assert!(thread.join().is_ok(), "{name}");
    }
}

#[test]
fn the_last_sentence_is_kept() {
    let mut parser = Parser::new(Limits::default());
    for (name, page) in hostile() {
        for n in [1, 100, SIZE] {
            let document = parser.parse(&page(n));
            // The whole text includes template contents.
            let kept = document.whole_text().contains(LAST_SENTENCE);
            assert!(kept, "{name} of {n}: {:?}", document.warnings());
            parser.recycle(document);
        }
    }
}

#[test]
fn the_last_sentence_is_kept_at_tight_limits() {
    let limits = Limits::default().depth(16).nodes(64).attributes_per_element(2);
    let mut parser = Parser::new(limits.attribute_bytes(8).repeated(0));
    for (name, page) in hostile() {
        let html = page(300);
        let document = parser.parse(&html);
        let kept = document.whole_text().contains(LAST_SENTENCE);
        assert!(kept, "{name}: {:?}", document.warnings());
        assert!(document.len() <= 64 + 16, "{name}: {} nodes", document.len());
        parser.recycle(document);
    }
}

/// Each bound is a few times the maximum of all hostile pages.
#[test]
fn the_tree_is_linear_in_the_page() {
    let mut parser = Parser::new(Limits::default());
    for (name, page) in hostile() {
        let html = page(SIZE);
        let document = parser.parse(&html);
        let bytes = html.len();
        let nodes = document.len();
        assert!(nodes <= bytes + 4096, "{name}: {nodes} nodes of {bytes} bytes");
        let attributes = document.all_attrs().len();
        assert!(attributes <= bytes / 2 + (1 << 17), "{name}: {attributes} attributes");
        // A NUL of one byte becomes a replacement character of three bytes.
        let text = document.whole_text().len();
        assert!(text <= bytes * 3, "{name}: {text} bytes of text of {bytes}");
        let depth = document
            .descendants_and_self(NodeId::DOCUMENT)
            .map(|id| document.ancestors(id).take(1000).count())
            .max();
        assert!(depth <= Some(512 + 4), "{name}: {depth:?} levels");
        let per_element = document.elements(NodeId::DOCUMENT).map(|id| document.attrs(id).len());
        assert!(per_element.max() <= Some(256), "{name}");
        parser.recycle(document);
    }
}

#[test]
fn every_byte_value_is_read() {
    let mut bytes = Vec::new();
    for first in 0..=255_u8 {
        for second in [0, b'<', b'&', b'\r', 0x80, 0xc3, 0xff] {
            bytes.extend([b'<', b'p', b' ', first, second, b'>', first, second]);
        }
    }
    bytes.extend(b"'\"--><p>The last sentence.</p>");
    let mut parser = Parser::new(Limits::default());
    for transport in [None, Some("utf-8"), Some("utf-16le"), Some("shift_jis"), Some("iso-2022-jp")]
    {
        for start in 0..8 {
            let decoded = decode(&bytes[start..], transport);
            let document = parser.parse_decoded(&decoded);
            read_everything(&document);
            if transport == Some("utf-8") {
                assert!(document.whole_text().contains(LAST_SENTENCE));
                // So many bytes are invalid that another encoding is found.
                let is_told = |of: &Warning| {
                    matches!(of, Warning::EncodingContradicted { named: "UTF-8", .. })
                };
                assert!(document.warnings().iter().any(is_told), "{:?}", document.warnings());
            }
        }
    }
}

/// A page that is cut at any character still has a body or frameset, and its tree can be traversed.
#[test]
fn every_prefix_is_a_page() {
    let limits = Limits::default().attributes_per_element(4);
    let mut parser = Parser::new(limits);
    for (_, page) in hostile() {
        let html = page(3);
        for end in (0..html.len().min(400)).filter(|&end| html.is_char_boundary(end)) {
            let document = parser.parse(&html[..end]);
            let root = document.root().unwrap();
            let frameset = document.children(root).any(|id| document.is_html(id, name::FRAMESET));
            assert!(document.body().is_some() || frameset, "{}", &html[..end]);
            read_everything(&document);
            parser.recycle(document);
        }
    }
}
