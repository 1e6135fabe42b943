//! The tree-construction suite of html5lib.

mod tiny;

use std::io;
use std::path::Path;

use tamis_html::{Context, Handle, Namespace, Options, Parser};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::Divergences;
use tamis_testkit::html5lib::{self, TreeCase, tree_cases};

use tiny::{DOCUMENT, Tree};

/// Prints a line that the test runner does not capture.
fn say(line: &str) {
    // A closed standard error does not fail the test.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
}

#[test]
fn html5lib_tree_construction() {
    let Some(corpus) = Corpus::or_skip(html5lib::NAME, "html5lib tree construction") else {
        return;
    };
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib-divergences.toml");
    let divergences = Divergences::load(&list).unwrap();
    let mut run = divergences.run();
    let mut parsers = [false, true].map(|on| Parser::new(Options::default().scripting(on)));
    for case in tree_cases(&corpus).unwrap() {
        for scripting in case.scripting_modes() {
            let tree = parse(&mut parsers[usize::from(scripting)], &case);
            run.record(&case.id, tree == case.document, || {
                format!(
                    "{:?} with scripting {scripting}\nours:\n{tree}\ntheirs:\n{}",
                    case.data, case.document
                )
            });
        }
    }
    say(&run.finish().unwrap().to_string());
}

fn parse(parser: &mut Parser, case: &TreeCase) -> String {
    let mut tree = Tree::default();
    let root = if let Some(context) = &case.fragment {
        let namespace = match context.namespace {
            html5lib::Namespace::Html => Namespace::Html,
            html5lib::Namespace::Svg => Namespace::Svg,
            html5lib::Namespace::MathMl => Namespace::MathMl,
        };
        parser.parse_fragment(&case.data, &Context::new(namespace, &context.name), &mut tree);
        tree.node(DOCUMENT).children[0]
    } else {
        parser.parse(&case.data, &mut tree);
        DOCUMENT
    };
    tree.copy_selected_options();
    tree.dump(root)
}

/// A handle is the number of the node.
#[test]
fn handles_are_numbers() {
    assert_eq!(Handle::new(7).index(), 7);
}
