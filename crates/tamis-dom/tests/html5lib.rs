//! The html5lib suites for tree construction and encoding.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use tamis_dom::{
    AttrNamespace, Document, EncodingSource, Limits, Namespace, NodeId, NodeKind, Parser, Step,
    declared_encoding, decode,
};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::Divergences;
use tamis_testkit::html5lib::{self, TreeCase, encoding_cases, tree_cases};

fn divergences() -> Divergences {
    let mut files = vec!["tests/html5lib-divergences.toml"];
    if cfg!(not(feature = "own-parser")) {
        files.push("tests/html5ever-divergences.toml");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list: String =
        files.iter().map(|file| fs::read_to_string(folder.join(file)).unwrap()).collect();
    Divergences::parse(&list).unwrap()
}

/// Prints a line that the test runner does not capture.
fn say(line: &str) {
    // A closed standard error does not fail the test.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
}

#[test]
fn tree_construction() {
    let Some(corpus) = Corpus::or_skip(html5lib::NAME, "html5lib tree construction") else {
        return;
    };
    let divergences = divergences();
    let mut run = divergences.run();
    let mut parser = Parser::new(Limits::default());
    for case in tree_cases(&corpus).unwrap() {
        let tree = parse(&mut parser, &case);
        let agrees = tree == case.document;
        run.record(&case.id, agrees, || {
            format!("{:?}\nours:\n{tree}\ntheirs:\n{}", case.data, case.document)
        });
    }
    say(&run.finish().unwrap().to_string());
}

fn parse(parser: &mut Parser, case: &TreeCase) -> String {
    let Some(context) = &case.fragment else {
        let document = parser.parse(&case.data);
        return dump(&document, NodeId::DOCUMENT);
    };
    let namespace = match context.namespace {
        html5lib::Namespace::Html => Namespace::Html,
        html5lib::Namespace::Svg => Namespace::Svg,
        html5lib::Namespace::MathMl => Namespace::MathMl,
    };
    let document = parser.parse_fragment(&case.data, &context.name, namespace);
    dump(&document, document.root().unwrap())
}

/// The children of `root` in the notation of the suite.
fn dump(document: &Document, root: NodeId) -> String {
    let mut out = String::new();
    let mut stack = vec![(document.walk(root), 0usize)];
    while let Some((walk, depth)) = stack.last_mut() {
        let Some(step) = walk.next() else {
            stack.pop();
            continue;
        };
        let (Step::Enter(id) | Step::Leave(id)) = step;
        let outer = id == root || document.kind(id) == NodeKind::Fragment;
        if matches!(step, Step::Leave(_)) {
            *depth -= usize::from(!outer);
            continue;
        }
        if !outer {
            line(document, id, *depth, &mut out);
            *depth += 1;
        }
        if let Some(contents) = document.template_contents(id) {
            let depth = *depth;
            writeln!(out, "| {}content", "  ".repeat(depth)).unwrap();
            stack.push((document.walk(contents), depth + 1));
        }
    }
    out.trim_end_matches('\n').to_string()
}

fn line(document: &Document, id: NodeId, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match document.kind(id) {
        NodeKind::Element => {
            let name = document.local_name(id).unwrap();
            writeln!(out, "| {indent}<{}{name}>", prefix(document.namespace(id))).unwrap();
            let mut attrs: Vec<_> = document
                .attrs(id)
                .iter()
                .map(|attr| {
                    let name = document.name_str(attr.name());
                    let name = match attr.namespace() {
                        AttrNamespace::XLink => format!("xlink {name}"),
                        AttrNamespace::Xml => format!("xml {name}"),
                        AttrNamespace::Xmlns => format!("xmlns {name}"),
                        AttrNamespace::None => name.to_string(),
                    };
                    (name, document.attr_value(attr))
                })
                .collect();
            // The suite sorts by UTF-16 code units, which makes no difference for its names.
            attrs.sort();
            for (name, value) in attrs {
                writeln!(out, "| {indent}  {name}=\"{value}\"").unwrap();
            }
        }
        NodeKind::Text => writeln!(out, "| {indent}\"{}\"", document.text(id)).unwrap(),
        NodeKind::Comment => {
            writeln!(out, "| {indent}<!-- {} -->", document.comment(id).unwrap()).unwrap();
        }
        NodeKind::Doctype => {
            let [name, public, system] = document.doctype(id).unwrap();
            if public.is_empty() && system.is_empty() {
                writeln!(out, "| {indent}<!DOCTYPE {name}>").unwrap();
            } else {
                writeln!(out, "| {indent}<!DOCTYPE {name} \"{public}\" \"{system}\">").unwrap();
            }
        }
        NodeKind::Document | NodeKind::Fragment => {}
    }
}

fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        Namespace::Html | Namespace::Other => "",
    }
}

#[test]
fn encoding() {
    let Some(corpus) = Corpus::or_skip(html5lib::NAME, "html5lib encoding") else { return };
    let mut faults = Vec::new();
    let mut passed = 0;
    for case in encoding_cases(&corpus).unwrap().iter().filter(|case| !case.needs_scripts) {
        // Without a declaration, the suite expects the default of the locale, not a detected
        // encoding.
        let by_mark = Some(decode(&case.data, None).encoding)
            .filter(|encoding| encoding.source() == EncodingSource::ByteOrderMark);
        let found = by_mark.or_else(|| declared_encoding(&case.data));
        let found = found.map_or("windows-1252", |found| found.name());
        if found.eq_ignore_ascii_case(&case.encoding) {
            passed += 1;
        } else {
            faults.push(format!("{}: {found}, expected {}", case.id, case.encoding));
        }
    }
    say(&format!("{passed} encoding cases agree"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
