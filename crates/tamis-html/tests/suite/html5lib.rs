//! The tree-construction suite of html5lib.

use std::io;
use std::path::Path;

use tamis_html::{Context, Handle, Namespace, Options, Parser, TreeSink};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::Divergences;
use tamis_testkit::html5lib::{self, TreeCase, tree_cases};

use crate::tiny::{DOCUMENT, Data, Tree};

/// Prints a line that the test runner does not capture.
fn say(line: &str) {
    // A closed standard error does not fail the test.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
}

#[test]
#[ignore = "needs a corpus"]
fn html5lib_tree_construction() {
    let corpus = Corpus::required(html5lib::NAME);
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
    copy_selected_options(&mut tree);
    tree.dump(root)
}

/// Copies the chosen option of each `select` into its `selectedcontent`, as browsers do.
///
/// Source: HTML standard, 4.10.10.4 "maybe clone an option into selectedcontent".
fn copy_selected_options(tree: &mut Tree) {
    for index in 0..tree.nodes.len() {
        let select = Handle::new(index as u32);
        if name(tree, select) != Some("select") {
            continue;
        }
        let below = descendants(tree, select);
        let target = below.iter().find(|node| name(tree, **node) == Some("selectedcontent"));
        let options = below.iter().filter(|node| name(tree, **node) == Some("option"));
        let is_selected = |node: &&Handle| match &tree.node(**node).data {
            Data::Element { attributes, .. } => {
                attributes.iter().any(|(_, name, _)| name == "selected")
            }
            _ => false,
        };
        let chosen = options.clone().rfind(is_selected).or_else(|| options.clone().next());
        if let (Some(&target), Some(&option)) = (target, chosen) {
            tree.node_mut(target).children.clear();
            copy_children(tree, option, target);
        }
    }
}

fn copy_children(tree: &mut Tree, from: Handle, to: Handle) {
    let mut rest = vec![(from, to)];
    while let Some((from, to)) = rest.pop() {
        for child in tree.node(from).children.clone() {
            let copy = tree.add(tree.node(child).data.clone());
            tree.append(to, copy);
            rest.push((child, copy));
        }
    }
}

fn name(tree: &Tree, node: Handle) -> Option<&str> {
    match &tree.node(node).data {
        Data::Element { name, .. } => Some(name),
        _ => None,
    }
}

/// The nodes below a node in the order of the document, without contents of templates.
fn descendants(tree: &Tree, root: Handle) -> Vec<Handle> {
    let mut found = Vec::new();
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        found.push(node);
        rest.extend(tree.node(node).children.iter().rev());
    }
    found.remove(0);
    found
}
