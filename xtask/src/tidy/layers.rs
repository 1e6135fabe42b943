//! The rules for the order of files: no circles, and in the library no arrow that runs up.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Arrow, ModuleTree};
use super::{Finding, SourceFile};

/// The layers of the library, from top to bottom. A file uses its own layer and those below it.
/// Each name is a file or a folder of [`LAYERED_CRATE`], with its module file.
const LAYERS: &[&[&str]] = &[
    &["lib"],
    &["facade"],
    &["site_rules"],
    &["blend"],
    &["engine"],
    &["render"],
    &["verdict"],
    &["threads"],
    &["structure"],
    &["metadata", "signals"],
    &["words"],
    &["sanitize"],
    &["page"],
    &["error"],
];

/// The folder of the source that [`LAYERS`] orders.
const LAYERED_CRATE: &str = "crates/tamis/src/";

/// The circles and the upward arrows of the workspace.
#[derive(Default)]
pub struct LayerReport {
    circles: Vec<Circle>,
    upward: Vec<Finding>,
    unlayered: Vec<Finding>,
    unreadable: Vec<Finding>,
}

/// Files that use each other, directly or through others.
struct Circle {
    files: BTreeSet<String>,
    /// The shortest way round, one line of text for each arrow.
    example: Vec<String>,
    /// The file and the line of the first of these arrows.
    start: (String, usize),
}

impl LayerReport {
    /// Reads every `crates/*/src` of `files`.
    pub fn of_workspace(files: &[SourceFile]) -> Self {
        let texts: BTreeMap<&str, &str> =
            files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
        let mut report = Self::default();
        for root in texts.keys().filter(|path| is_root(path)) {
            match ModuleTree::read(root, |path| texts.get(path).copied()) {
                Ok(tree) => report.add_crate(&tree),
                Err(error) => report.unreadable.push(Finding {
                    path: (*root).to_string(),
                    line: 0,
                    message: format!("the modules cannot be read: {error:#}"),
                }),
            }
        }
        report
    }

    fn add_crate(&mut self, tree: &ModuleTree) {
        let arrows = tree.arrows();
        self.circles.extend(circles(tree, &arrows));
        if !tree.files[0].starts_with(LAYERED_CRATE) {
            return;
        }
        for file in tree.files.iter().filter(|file| layer(file).is_none()) {
            let message = "is in no layer of LAYERS".to_string();
            self.unlayered.push(Finding { path: file.clone(), line: 0, message });
        }
        for arrow in &arrows {
            let (from, to) = (&tree.files[arrow.from], &tree.files[arrow.to]);
            if let (Some(own), Some(other)) = (layer(from), layer(to))
                && other < own
            {
                let message = format!("`{}` is in {to}, a layer above this file", arrow.path);
                self.upward.push(Finding { path: from.clone(), line: arrow.line, message });
            }
        }
    }

    /// One finding for each circle, each upward arrow, and each file outside the layers.
    pub fn findings(self) -> Vec<Finding> {
        let circles = self.circles.into_iter().map(|circle| Finding {
            path: circle.start.0,
            line: circle.start.1,
            message: format!(
                "{} files use each other: {}",
                circle.files.len(),
                circle.example.join(", ")
            ),
        });
        circles.chain(self.upward).chain(self.unlayered).chain(self.unreadable).collect()
    }

    /// Prints the counts, and the files of each circle.
    pub fn print_counts(&self) {
        let in_circles: BTreeSet<&String> =
            self.circles.iter().flat_map(|circle| &circle.files).collect();
        println!("files in circles: {} ({} circles)", in_circles.len(), self.circles.len());
        println!("upward arrows: {}", self.upward.len());
        println!("files in no layer: {}", self.unlayered.len());
        for circle in &self.circles {
            let files: Vec<&str> = circle.files.iter().map(String::as_str).collect();
            println!("a circle of {} files: {}", files.len(), files.join(" "));
        }
    }
}

/// True for the root of a library or of a program below `crates/`.
fn is_root(path: &str) -> bool {
    let Some((_, file)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"))
    else {
        return false;
    };
    let program = file.strip_prefix("bin/").and_then(|name| name.strip_suffix(".rs"));
    matches!(file, "lib.rs" | "main.rs") || program.is_some_and(|name| !name.contains('/'))
}

/// The number of the layer that holds the file, from 0 at the top.
fn layer(path: &str) -> Option<usize> {
    let path = path.strip_prefix(LAYERED_CRATE)?;
    let name = path.split('/').next()?.trim_end_matches(".rs");
    LAYERS.iter().position(|layer| layer.contains(&name))
}

/// The circles of a crate.
///
/// A module and its descendants may use each other. So for each module, the files of its
/// descendants, without its own file, must not form a circle that leads through two of its child
/// modules. This finds circles of siblings, and longer ones that lead through a parent's file.
fn circles(tree: &ModuleTree, arrows: &[Arrow]) -> Vec<Circle> {
    let mut found = Vec::new();
    for top in 0..tree.files.len() {
        let branches: BTreeMap<usize, usize> = (0..tree.files.len())
            .filter_map(|file| Some((file, branch_below(tree, top, file)?)))
            .collect();
        let inside: Vec<&Arrow> = arrows
            .iter()
            .filter(|arrow| branches.contains_key(&arrow.from) && branches.contains_key(&arrow.to))
            .collect();
        for component in components(branches.keys().copied(), &inside) {
            let first = branches[component.first().unwrap_or(&top)];
            if component.iter().any(|file| branches[file] != first) {
                found.extend(circle(tree, &inside, &branches, &component));
            }
        }
    }
    found
}

/// The child of `top` that is `file` or an ancestor of it. `None` if `file` is not below `top`.
fn branch_below(tree: &ModuleTree, top: usize, mut file: usize) -> Option<usize> {
    loop {
        let parent = tree.parents[file]?;
        if parent == top {
            return Some(file);
        }
        file = parent;
    }
}

/// The groups of two or more files in which each file reaches each other one.
fn components(files: impl Iterator<Item = usize>, arrows: &[&Arrow]) -> Vec<BTreeSet<usize>> {
    let mut rest: BTreeSet<usize> = files.collect();
    let mut found = Vec::new();
    while let Some(file) = rest.pop_first() {
        let forward = reached(file, arrows, |arrow| (arrow.from, arrow.to));
        let backward = reached(file, arrows, |arrow| (arrow.to, arrow.from));
        let mut component: BTreeSet<usize> = forward.intersection(&backward).copied().collect();
        component.insert(file);
        rest.retain(|file| !component.contains(file));
        if component.len() > 1 {
            found.push(component);
        }
    }
    found
}

fn reached(
    start: usize,
    arrows: &[&Arrow],
    direction: impl Fn(&Arrow) -> (usize, usize),
) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        for (from, to) in arrows.iter().map(|arrow| direction(arrow)) {
            if from == file && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// The circle of a component, with the shortest way round that leads through two branches.
fn circle(
    tree: &ModuleTree,
    arrows: &[&Arrow],
    branches: &BTreeMap<usize, usize>,
    component: &BTreeSet<usize>,
) -> Option<Circle> {
    let crossing = arrows.iter().filter(|arrow| {
        component.contains(&arrow.from)
            && component.contains(&arrow.to)
            && branches[&arrow.from] != branches[&arrow.to]
    });
    let round = crossing
        .map(|first| {
            let mut round = vec![*first];
            round.extend(shortest_way(first.to, first.from, arrows));
            round
        })
        .min_by_key(Vec::len)?;
    let name = |file: usize| tree.files[file].as_str();
    let shown = |arrow: &&Arrow| {
        format!("{}:{} -> {} (`{}`)", name(arrow.from), arrow.line, name(arrow.to), arrow.path)
    };
    Some(Circle {
        files: component.iter().map(|file| tree.files[*file].clone()).collect(),
        example: round.iter().map(shown).collect(),
        start: (name(round[0].from).to_string(), round[0].line),
    })
}

/// The shortest chain of arrows from `start` to `end`, or nothing if there is none.
fn shortest_way<'a>(start: usize, end: usize, arrows: &[&'a Arrow]) -> Vec<&'a Arrow> {
    let mut came_by: BTreeMap<usize, &Arrow> = BTreeMap::new();
    let mut open = std::collections::VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        for arrow in arrows.iter().filter(|arrow| arrow.from == file && arrow.to != start) {
            came_by.entry(arrow.to).or_insert_with(|| {
                open.push_back(arrow.to);
                arrow
            });
        }
    }
    let mut way = Vec::new();
    let mut file = end;
    while let Some(arrow) = came_by.get(&file) {
        way.push(*arrow);
        file = arrow.from;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of the crate `name` with files of the given names and texts.
    fn report(name: &str, files: &[(&str, &str)]) -> LayerReport {
        let file = |(path, text): &(&str, &str)| SourceFile {
            path: format!("crates/{name}/src/{path}"),
            text: (*text).to_string(),
        };
        LayerReport::of_workspace(&files.iter().map(file).collect::<Vec<_>>())
    }

    /// The files of each circle.
    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        let report = report("x", files);
        assert!(report.unreadable.is_empty());
        let names = |circle: &Circle| {
            let names = circle.files.iter().map(|file| file.strip_prefix("crates/x/src/").unwrap());
            names.collect::<Vec<_>>().join(" ")
        };
        report.circles.iter().map(names).collect()
    }

    #[test]
    fn siblings_that_import_each_other_are_a_circle() {
        let flat = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; fn f(_: super::a::A) {}"),
        ];
        assert_eq!(circles_of(&flat), ["a.rs b.rs"]);
        let nested = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod b; mod c;"),
            ("a/b.rs", "use super::c::C; pub struct B;"),
            ("a/c.rs", "use super::b::B; pub struct C;"),
        ];
        assert_eq!(circles_of(&nested), ["a/b.rs a/c.rs"]);
    }

    #[test]
    fn a_parent_and_its_descendants_may_know_each_other() {
        let files = [
            ("lib.rs", "mod a; pub use a::A; pub struct Root;"),
            ("a.rs", "mod b; mod c; pub struct A; fn f() { b::g(); c::g(); }"),
            ("a/b.rs", "use super::{A, c}; use crate::Root; pub fn g() { c::g() }"),
            ("a/c/mod.rs", "mod d; use crate::a::A; pub fn g() { d::g() }"),
            ("a/c/d.rs", "use crate::a::A; use super::super::super::Root; pub fn g() {}"),
        ];
        assert_eq!(circles_of(&files), [""; 0]);
    }

    #[test]
    fn longer_chains_through_other_folders_are_circles() {
        // Down from the parent `a` into its child, which uses `c`, which uses the parent.
        let down = [
            ("lib.rs", "mod a; mod c;"),
            ("a.rs", "mod b; pub struct A; fn f() { b::g() }"),
            ("a/b.rs", "use crate::c::C; pub fn g() {}"),
            ("c.rs", "use crate::a::A; pub struct C;"),
        ];
        assert_eq!(circles_of(&down), ["a.rs a/b.rs c.rs"]);
        // Up from the child to its parent `a`, which uses `c`, which uses the child.
        let up = [
            ("lib.rs", "mod a; mod c;"),
            ("a.rs", "pub mod b; use crate::c::C; pub struct A;"),
            ("a/b.rs", "use super::A; pub struct B;"),
            ("c.rs", "use crate::a::b::B; pub struct C;"),
        ];
        assert_eq!(circles_of(&up), ["a.rs a/b.rs c.rs"]);
        let three = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "pub fn f() { crate::b::f() }"),
            ("b.rs", "pub fn f() { super::c::f() }"),
            ("c.rs", "use super::a; pub fn f() { a::f() }"),
        ];
        assert_eq!(circles_of(&three), ["a.rs b.rs c.rs"]);
    }

    #[test]
    fn a_circle_hidden_by_a_reexport_is_found() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::A; pub struct B;"),
        ];
        assert_eq!(circles_of(&files), ["a.rs b.rs"]);
    }

    #[test]
    fn the_example_is_the_shortest_way_round_and_names_lines() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;\npub struct A;"),
            ("b.rs", "use crate::c::C;\nuse crate::a::A;\npub struct B;"),
            ("c.rs", "use crate::a::A;\npub struct C;"),
        ];
        let found = report("x", &files).findings();
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "3 files use each other: \
             crates/x/src/a.rs:1 -> crates/x/src/b.rs (`crate::b::B`), \
             crates/x/src/b.rs:2 -> crates/x/src/a.rs (`crate::a::A`)"
        );
    }

    #[test]
    fn arrows_that_run_up_are_found_in_the_library_only() {
        let files = [
            ("lib.rs", "mod engine; mod page; mod verdict; pub use engine::E;"),
            ("engine/mod.rs", "use crate::{page::Page, verdict::Verdict}; pub struct E;"),
            ("verdict.rs", "use crate::page::Page; pub struct Verdict;"),
            ("page/mod.rs", "pub struct Page;\nfn f() -> crate::E { todo() }"),
        ];
        let found = report("tamis", &files).findings();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(found.len() == 2 && found[0].contains("3 files use each other"), "{found:?}");
        assert_eq!(
            found[1],
            "crates/tamis/src/page/mod.rs:2: \
             `crate::E` is in crates/tamis/src/engine/mod.rs, a layer above this file"
        );
        assert_eq!(report("other", &files).findings().len(), 1);
    }

    #[test]
    fn names_in_the_root_file_are_above_every_layer() {
        let files =
            [("lib.rs", "mod error; pub struct Top;"), ("error.rs", "fn f(_: crate::Top) {}")];
        assert_eq!(report("tamis", &files).upward.len(), 1);
    }

    #[test]
    fn a_file_outside_the_layers_is_found() {
        let files = [("lib.rs", "mod measure;"), ("measure.rs", "")];
        let found = report("tamis", &files).findings();
        assert_eq!(found[0].to_string(), "crates/tamis/src/measure.rs: is in no layer of LAYERS");
        assert_eq!(report("other", &files).findings(), []);
    }

    #[test]
    fn a_file_that_is_not_rust_is_found() {
        assert_eq!(report("x", &[("lib.rs", "fn {")]).findings().len(), 1);
        assert_eq!(report("x", &[("main.rs", "mod gone;")]).findings().len(), 1);
    }
}
