//! Trees that no parser makes: any element in any other, with attributes of every kind.

use tamis::dom::{Document, DocumentBuilder, Namespace, NodeId, Parser};
use tamis_testkit::sample::SplitMix64;

use crate::{faults, sanitized};

const HTML: &[&str] = &[
    "a",
    "abbr",
    "address",
    "applet",
    "article",
    "audio",
    "b",
    "base",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "code",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "head",
    "hr",
    "html",
    "i",
    "iframe",
    "image",
    "img",
    "input",
    "ins",
    "keygen",
    "label",
    "legend",
    "li",
    "link",
    "listing",
    "main",
    "map",
    "marquee",
    "math",
    "menu",
    "meta",
    "nobr",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "picture",
    "plaintext",
    "pre",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "script",
    "search",
    "section",
    "select",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "tt",
    "u",
    "ul",
    "video",
    "wbr",
    "x-own",
    "xmp",
];

const SVG: &[&str] = &[
    "svg",
    "g",
    "path",
    "text",
    "tspan",
    "textPath",
    "a",
    "title",
    "desc",
    "foreignObject",
    "style",
    "script",
    "image",
    "use",
    "set",
    "animate",
    "linearGradient",
    "defs",
    "switch",
    "math",
    "div",
    "p",
    "unknown",
];

const MATH: &[&str] = &[
    "math",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
    "mrow",
    "mfrac",
    "msup",
    "mglyph",
    "malignmark",
    "annotation-xml",
    "annotation",
    "semantics",
    "maction",
    "mpadded",
    "mtable",
    "mtr",
    "mtd",
    "style",
    "svg",
    "unknown",
];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("onclick", "x()"),
    ("href", "javascript:x()"),
    ("href", "a b#c"),
    ("href", "#c"),
    ("src", "//www.youtube.com/embed/x"),
    ("src", "image.png"),
    ("srcset", "a.png 1x, javascript:x 2x"),
    ("id", "a"),
    ("class", "language-rust <b>"),
    ("title", "\"><img src=x onerror=x()>"),
    ("style", "position:fixed"),
    ("width", "10"),
    ("d", "M0 0"),
    ("fill", "url(#a)"),
    ("xlink:href", "#a"),
    ("encoding", "text/html"),
    ("hidden", ""),
    ("colspan", "2"),
];

const TEXTS: &[&str] = &[
    "word", " ", "\n", "\n\nline", "\r", "\r\nx", "\0", "\u{b}\n", "\u{c}", "\u{a0}", "<b>",
    "&lt;", "</p>", "-->", "]]>", "a b",
];

fn tree(seed: u64) -> Document {
    let mut random = SplitMix64::new(seed);
    let mut builder = DocumentBuilder::new();
    // A tree has few names, so that they often meet.
    let mut few = |names: &[&'static str], count| -> Vec<&'static str> {
        (0..count).map(|_| names[random.below(names.len())]).collect()
    };
    let (html, svg, math) = (few(HTML, 6), few(SVG, 4), few(MATH, 4));
    let mut depth = 0;
    for _ in 0..40 {
        match random.below(10) {
            0..=4 => {
                let (names, namespace) = match random.below(12) {
                    0 | 1 => (&svg, Namespace::Svg),
                    2 | 3 => (&math, Namespace::MathMl),
                    4 => (&html, Namespace::Other),
                    _ => (&html, Namespace::Html),
                };
                let attributes: Vec<_> = (0..random.below(3))
                    .map(|_| ATTRIBUTES[random.below(ATTRIBUTES.len())])
                    .collect();
                builder.open(names[random.below(names.len())], namespace, &attributes);
                depth += 1;
            }
            5 | 6 => {
                builder.text(TEXTS[random.below(TEXTS.len())]);
            }
            7 => builder.comment(TEXTS[random.below(TEXTS.len())]),
            _ if depth > 0 => {
                builder.close();
                depth -= 1;
            }
            _ => {}
        }
    }
    builder.finish()
}

/// The number of trees; a full run makes a multiple of it.
const TREES: u64 = 20_000;

#[test]
fn any_tree_is_written_safely_and_parses_back() {
    let full = std::env::var_os("TAMIS_FULL").is_some_and(|value| value == "1");
    let mut parser = Parser::default();
    for seed in 0..if full { TREES * 50 } else { TREES } {
        let document = tree(seed);
        let html = sanitized(&document);
        let faults = faults(&mut parser, &html);
        let source = || document.outer_html(NodeId::DOCUMENT);
        assert!(faults.is_empty(), "seed {seed}: {}\n{}", source(), faults.join("\n"));
    }
}
