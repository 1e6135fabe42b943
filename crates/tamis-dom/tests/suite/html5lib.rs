//! The html5lib suites for tree construction and encoding.

use std::io;
use std::path::Path;

use tamis_dom::{EncodingSource, Limits, Namespace, NodeId, Parser, declared_encoding, decode};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::Divergences;
use tamis_testkit::html5lib::{self, TreeCase, encoding_cases, tree_cases};

use crate::notation::dump;

fn divergences() -> Divergences {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Divergences::load(&folder.join("tests/html5lib-divergences.toml")).unwrap()
}

/// Prints a line that the test runner does not capture.
fn say(line: &str) {
    // A closed standard error does not fail the test.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
}

#[test]
#[ignore = "needs a corpus"]
fn tree_construction() {
    let corpus = Corpus::required(html5lib::NAME);
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

#[test]
#[ignore = "needs a corpus"]
fn encoding() {
    let corpus = Corpus::required(html5lib::NAME);
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
