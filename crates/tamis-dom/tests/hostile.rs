//! Pages made to be slow, deep or large: nothing panics, nothing overflows, nothing is lost in silence, and what
//! comes out is no larger than what went in allows. Times are measured by the example `hostile`.

use tamis_dom::{Document, Limits, NodeId, Parser, Selector, Warning, decode};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

/// In bytes; a thread of a server has not more, and a debug build has larger frames.
const STACK: usize = 512 << 10;

/// Enough for every limit of [`Limits::default`] but that of input to be reached.
const SIZE: usize = 1 << 13;

/// All that reads the whole tree, iteratively or not.
fn read_everything(document: &Document) {
    let html = document.outer_html(NodeId::DOCUMENT);
    assert!(html.len() >= document.text(NodeId::DOCUMENT).len());
    let steps = document.walk(NodeId::DOCUMENT).count();
    assert_eq!(steps, document.descendants_and_self(NodeId::DOCUMENT).len() * 2);
    let selector = Selector::parse("div > p, b i, [title]").unwrap();
    assert!(document.select(&selector).count() <= document.len());
    drop(document.clone());
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
            // Of a template the contents are text too, behind that of the document.
            let kept = document.whole_text().contains(LAST_SENTENCE);
            assert!(kept, "{name} of {n}: {:?}", document.warnings());
            parser.recycle(document);
        }
    }
}

#[test]
fn the_last_sentence_is_kept_at_tight_limits() {
    let limits = Limits::default().depth(16).nodes(64).attributes_per_element(2);
    let mut parser = Parser::new(limits.attribute_bytes(8).steps(0));
    for (name, page) in hostile() {
        let html = page(300);
        let document = parser.parse(&html);
        let kept = document.whole_text().contains(LAST_SENTENCE);
        assert!(kept, "{name}: {:?}", document.warnings());
        assert!(document.len() <= 64 + 16, "{name}: {} nodes", document.len());
        parser.recycle(document);
    }
}

/// What a page may come to: each bound is a few times what the most generous page needs.
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
        // A NUL of one byte becomes a replacement character of three.
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
                assert!(document.warnings().contains(&Warning::MalformedEncoding));
            }
        }
    }
}

/// Wherever a page is cut off, what is left is a page.
#[test]
fn every_prefix_is_a_page() {
    let limits = Limits::default().attributes_per_element(4);
    let mut parser = Parser::new(limits);
    for (_, page) in hostile() {
        let html = page(3);
        for end in (0..html.len().min(400)).filter(|&end| html.is_char_boundary(end)) {
            let document = parser.parse(&html[..end]);
            assert!(document.body().is_some() || document.root().is_some());
            parser.recycle(document);
        }
    }
}
