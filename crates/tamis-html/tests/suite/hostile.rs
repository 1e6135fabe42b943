//! Pages that were made to be slow, deep or large cost no more than their length.

use tamis_html::{Handle, Outcome, Parser};
use tamis_testkit::hostile::{Generator, LAST_SENTENCE, hostile};

use crate::tiny::{DOCUMENT, Data, Tree};

/// The size of the pages. It is enough to reach every limit except the one of attributes.
const SIZE: usize = 1 << 12;

/// Patterns on which parsers are quadratic, apart from those of the test kit.
const PATTERNS: [Generator; 10] = [
    ("b_then_p", |n| numbers(n, "<b x=", ">") + &"<p>".repeat(n)),
    ("b_p_ends", |n| numbers(n, "<b x=", ">") + "<p>x" + &"</b>".repeat(n)),
    ("section_blocks_item", |n| {
        "<li><section>".to_owned() + &"<span>".repeat(n) + &"<li></li>".repeat(n)
    }),
    ("object_blocks_p", |n| {
        "<p><object>".to_owned() + &"<span>".repeat(n) + &"<div></div>".repeat(n)
    }),
    ("svg_unknown_ends", |n| "<svg>".to_owned() + &"<g>".repeat(n) + &"</x>".repeat(n)),
    ("nested_a", |n| "<a><table><td>".repeat(n)),
    ("font_many_attributes", |n| {
        let tag = "<font".to_owned() + &numbers(64, " a", "=1") + ">x<p>";
        tag.repeat(n.div_ceil(32))
    }),
    ("templates_in_tables", |n| "<table><template><tr>".repeat(n)),
    ("foster_in_depth", |n| "<table>".to_owned() + &"<b>".repeat(n) + &"<tr>x".repeat(n)),
    ("distinct_names_in_depth", |n| "<div>".repeat(600) + &numbers(n, "<x", "></div><div>")),
];

fn numbers(n: usize, before: &str, after: &str) -> String {
    let numbers = 0..n;
    numbers.fold(String::new(), |page, number| page + before + &number.to_string() + after)
}

/// Every pattern with a page of a size.
fn pages() -> impl Iterator<Item = Generator> {
    hostile().chain(PATTERNS)
}

fn parse(page: &str) -> (Tree, Outcome) {
    let mut tree = Tree::default();
    let outcome = Parser::default().parse(page, &mut tree);
    (tree, outcome)
}

/// The depth of the tree, with the contents of templates.
fn depth(tree: &Tree) -> usize {
    let mut deepest = 0;
    let mut rest: Vec<(Handle, usize)> = vec![(DOCUMENT, 0)];
    while let Some((node, depth)) = rest.pop() {
        deepest = deepest.max(depth);
        let node = tree.node(node);
        rest.extend(node.children.iter().map(|child| (*child, depth + 1)));
        if let Data::Element { contents: Some(contents), .. } = node.data {
            rest.push((contents, depth + 1));
        }
    }
    deepest
}

#[test]
fn steps_and_nodes_grow_with_the_page() {
    for (name, page) in pages() {
        let [(one, first), (two, second)] = [SIZE, 2 * SIZE].map(|n| parse(&page(n)));
        // Up to a constant, twice the page needs twice the steps.
        let (steps, more) = (first.steps, second.steps);
        assert!(more * 10 <= steps * 23 + 1_000_000, "{name}: {steps} and {more} steps");
        let (nodes, more) = (one.nodes.len(), two.nodes.len());
        assert!(more * 10 <= nodes * 23 + 100_000, "{name}: {nodes} and {more} nodes");
    }
}

#[test]
fn a_used_parser_answers_like_a_new_one() {
    let mut used = Parser::default();
    for (name, page) in pages() {
        let page = page(100);
        let (new, first) = parse(&page);
        let mut again = Tree::default();
        let second = used.parse(&page, &mut again);
        assert_eq!(first, second, "{name}");
        assert_eq!(new.dump(DOCUMENT), again.dump(DOCUMENT), "{name}");
    }
}

#[test]
fn trees_are_not_deep() {
    for (name, page) in pages() {
        let (tree, _) = parse(&page(SIZE));
        let depth = depth(&tree);
        assert!(depth <= 2 * 512 + 8, "{name}: {depth}");
    }
}

#[test]
fn the_last_sentence_is_kept() {
    let mut deep = 0;
    for (name, page) in hostile() {
        for n in [1, 100, SIZE] {
            let (tree, outcome) = parse(&page(n));
            let is_kept = tree.nodes.iter().any(|node| match &node.data {
                Data::Text(text) => text.contains(LAST_SENTENCE),
                _ => false,
            });
            assert!(is_kept, "{name} of {n}");
            deep += usize::from(outcome.warnings.depth);
        }
    }
    assert!(deep > 20, "only {deep} pages are too deep");
}

#[test]
fn deep_elements_are_siblings_in_order() {
    let page = "<div>".repeat(600) + "a<b>b<i>c</i>d</b>e</div>f";
    let (tree, outcome) = parse(&page);
    assert!(outcome.warnings.depth);
    let texts = tree.nodes.iter().filter_map(|node| match &node.data {
        Data::Text(text) => Some(text.as_str()),
        _ => None,
    });
    // `b` has its text up to the element in it; the rest comes after that.
    assert_eq!(texts.collect::<Vec<_>>(), ["a", "b", "c", "def"]);
}

#[test]
fn a_thread_with_a_small_stack_is_enough() {
    for (name, page) in pages() {
        let page = page(SIZE);
        let run = move || drop(parse(&page));
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap();
        assert!(thread.join().is_ok(), "{name}");
    }
}
