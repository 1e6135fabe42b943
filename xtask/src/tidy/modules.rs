//! The modules of one crate, read from its source: the names each defines and the names it uses.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;

use super::paths_in_source::{self, Names};

/// The modules below one crate root, such as `src/lib.rs`, without unit tests.
pub struct ModuleTree {
    modules: Vec<Module>,
    /// The paths of the files that hold the modules. The root's file comes first.
    pub files: Vec<String>,
    /// For each file, the file that declares it with `mod`, as an index into `files`.
    pub parents: Vec<Option<usize>>,
    /// For each exported macro, the file that defines it.
    exported_macros: BTreeMap<String, usize>,
}

struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    names: Names,
}

/// A use of a name of another file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// Indices into [`ModuleTree::files`].
    pub from: usize,
    pub to: usize,
    /// The first line of `from` that uses a name of `to`.
    pub line: usize,
    /// The path as it is written there.
    pub path: String,
}

/// The place that a path leads to.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    Item { file: usize },
}

/// A path that is being resolved, to end the search in modules that import each other.
type Visited = BTreeSet<(usize, String)>;

impl ModuleTree {
    /// The modules below the file `root`. `read` returns the text of a file, or `None` if the
    /// crate has no such file.
    ///
    /// # Errors
    /// If a file is missing or is not Rust.
    pub fn read<'a>(root: &str, read: impl Fn(&str) -> Option<&'a str>) -> anyhow::Result<Self> {
        let mut tree = Self {
            modules: Vec::new(),
            files: Vec::new(),
            parents: Vec::new(),
            exported_macros: BTreeMap::new(),
        };
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        tree.add_file(root, folder, None, &read)?;
        Ok(tree)
    }

    /// Reads the file at `path`, whose child modules are in `folder`, and returns its module.
    fn add_file<'a>(
        &mut self,
        path: &str,
        folder: &str,
        parent: Option<usize>,
        read: &impl Fn(&str) -> Option<&'a str>,
    ) -> anyhow::Result<usize> {
        let text = read(path).with_context(|| format!("no file {path}"))?;
        let names = paths_in_source::read(text).with_context(|| path.to_string())?;
        let file = self.files.len();
        self.files.push(path.to_string());
        self.parents.push(parent.map(|module| self.modules[module].file));
        self.add_module(names, file, folder, parent, read)
    }

    fn add_module<'a>(
        &mut self,
        mut names: Names,
        file: usize,
        folder: &str,
        parent: Option<usize>,
        read: &impl Fn(&str) -> Option<&'a str>,
    ) -> anyhow::Result<usize> {
        let inline = std::mem::take(&mut names.inline_modules);
        let declared = std::mem::take(&mut names.file_modules);
        for name in &names.exported_macros {
            self.exported_macros.insert(name.clone(), file);
        }
        let module = self.modules.len();
        self.modules.push(Module { file, parent, children: BTreeMap::new(), names });
        for (name, names) in inline {
            let folder = format!("{folder}/{name}");
            let child = self.add_module(names, file, &folder, Some(module), read)?;
            self.modules[module].children.insert(name, child);
        }
        for name in declared {
            let folder = format!("{folder}/{name}");
            let flat = format!("{folder}.rs");
            let path = if read(&flat).is_some() { flat } else { format!("{folder}/mod.rs") };
            let child = self.add_file(&path, &folder, Some(module), read)?;
            self.modules[module].children.insert(name, child);
        }
        Ok(module)
    }

    /// One arrow for each file and each other file of the crate that it uses names of.
    ///
    /// A name that is imported through a re-export counts as a name of the file that defines it.
    /// The import of a module alone counts only if it is a glob: a name used through the module
    /// counts where it is used. Calls of methods are not seen.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: BTreeMap<(usize, usize), Arrow> = BTreeMap::new();
        for (module, Module { file, names, .. }) in self.modules.iter().enumerate() {
            let imports = names.imports.iter().map(|import| (&import.path, import.line, false));
            let globs = names.globs.iter().map(|glob| (&glob.path, glob.line, true));
            let paths = names.paths.iter().map(|path| (&path.path, path.line, false));
            for (path, line, is_glob) in imports.chain(globs).chain(paths) {
                let to = match self.resolve(module, path, &mut Visited::new()) {
                    Some(Target::Item { file }) => file,
                    Some(Target::Module(module)) if is_glob => self.modules[module].file,
                    _ => continue,
                };
                if to == *file {
                    continue;
                }
                let path = path.join("::");
                let arrow = Arrow { from: *file, to, line, path };
                let first = arrows.entry((*file, to)).or_insert_with(|| arrow.clone());
                if arrow.line < first.line {
                    *first = arrow;
                }
            }
        }
        arrows.into_values().collect()
    }

    /// The place that `path`, written in `module`, leads to. `None` for names of other crates.
    fn resolve(&self, module: usize, path: &[String], visited: &mut Visited) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut target = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            name => self.lookup(module, name, visited)?,
        };
        while let (Target::Module(module), Some((name, after))) = (target, rest.split_first()) {
            rest = after;
            target = match name.as_str() {
                "super" => Target::Module(self.modules[module].parent?),
                "self" => target,
                name => self
                    .lookup(module, name, visited)
                    .or_else(|| self.exported_macro(module, name))
                    // An item that a macro defines.
                    .unwrap_or(Target::Item { file: self.modules[module].file }),
            };
        }
        Some(target)
    }

    fn lookup(&self, module: usize, name: &str, visited: &mut Visited) -> Option<Target> {
        let Module { file, children, names, .. } = &self.modules[module];
        if let Some(child) = children.get(name) {
            return Some(Target::Module(*child));
        }
        if names.items.contains(name) {
            return Some(Target::Item { file: *file });
        }
        if !visited.insert((module, name.to_string())) {
            return None;
        }
        let imports = names.imports.iter().filter(|import| import.name == name);
        let imported = imports
            .filter(|import| import.path.as_slice() != [name])
            .find_map(|import| self.resolve(module, &import.path, visited));
        imported.or_else(|| {
            names.globs.iter().find_map(|glob| match self.resolve(module, &glob.path, visited)? {
                Target::Module(source) => self.lookup(source, name, visited),
                Target::Item { .. } => None,
            })
        })
    }

    fn exported_macro(&self, module: usize, name: &str) -> Option<Target> {
        let file = *self.exported_macros.get(name)?;
        (module == 0).then_some(Target::Item { file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arrows of a crate with the given files, each as `from -> to`.
    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let read = |path: &str| files.iter().find(|file| file.0 == path).map(|file| file.1);
        let tree = ModuleTree::read("src/lib.rs", read).unwrap();
        let name = |file: usize| tree.files[file].strip_prefix("src/").unwrap();
        let arrows = tree.arrows();
        arrows.iter().map(|arrow| format!("{} -> {}", name(arrow.from), name(arrow.to))).collect()
    }

    const A: (&str, &str) = ("src/a.rs", "pub struct A; pub const N: u8 = 0; pub fn f() {}");

    fn arrows_of_b(text: &str) -> Vec<String> {
        arrows(&[("src/lib.rs", "mod a; mod b;"), A, ("src/b.rs", text)])
    }

    #[test]
    fn every_way_to_name_an_item_of_another_file_is_an_arrow() {
        for text in [
            "use crate::a::A;",
            "use crate::{a::{A as Other}};",
            "use {std::x, crate::{a::{self, N}}};",
            "use super::a::*;",
            "use super::a; fn g() { a::f() }",
            "fn g() { crate::a::f() }",
            "fn g() -> super::a::A { todo() }",
            "fn g() { println!(\"{}\", super::a::N); }",
            "mod inner { use super::super::a::A; }",
            "fn g() { use crate::a::A; }",
            "impl crate::a::A {}",
            "pub use self::inner::A; mod inner { pub use crate::a::A; }",
        ] {
            assert_eq!(arrows_of_b(text), ["b.rs -> a.rs"], "{text}");
        }
    }

    #[test]
    fn names_of_other_crates_comments_strings_and_tests_are_no_arrows() {
        for text in [
            "use std::a::A; use ::a::A;",
            "// crate::a::f()\n/// [`crate::a::A`]\nfn g() { let _ = \"crate::a::f()\"; }",
            "#[cfg(test)] mod tests { use crate::a::A; }",
            "#[cfg(test)] mod tests; #[cfg(all(test, unix))] use crate::a::A;",
            "#[cfg(test)] fn g() { crate::a::f() }",
            "pub(in crate::b) fn g<T: X>() { T::new(); Self::f(); }",
            "use crate::a;",
        ] {
            assert_eq!(arrows_of_b(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_reexport_leads_to_the_file_that_defines_the_name() {
        let files = [
            ("src/lib.rs", "mod a; mod b; mod c; pub use b::A;"),
            A,
            ("src/b/mod.rs", "mod d; pub use self::d::*;"),
            ("src/b/d.rs", "pub use crate::a::A;"),
            ("src/c.rs", "use crate::A;"),
        ];
        let found: BTreeSet<String> = arrows(&files).into_iter().collect();
        let expected = ["lib.rs -> a.rs", "b/d.rs -> a.rs", "b/mod.rs -> b/d.rs", "c.rs -> a.rs"]
            .map(String::from);
        assert_eq!(found, BTreeSet::from(expected));
    }

    #[test]
    fn modules_that_import_each_other_end_the_search() {
        let files = [
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "pub use crate::b::*; pub use crate::b::X;"),
            ("src/b.rs", "pub use crate::a::*; pub use crate::a::X;"),
        ];
        assert_eq!(arrows(&files), ["a.rs -> b.rs", "b.rs -> a.rs"]);
    }

    #[test]
    fn macros_are_found_where_they_are_defined() {
        let files = [
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "#[macro_export] macro_rules! m { () => { $crate::b::g() } }"),
            ("src/b.rs", "pub fn g() {} fn h() { crate::m!(); }"),
        ];
        assert_eq!(arrows(&files), ["a.rs -> b.rs", "b.rs -> a.rs"]);
    }

    #[test]
    fn a_missing_file_and_bad_source_are_errors() {
        let read = |path: &str| (path == "src/lib.rs").then_some("mod gone;");
        assert!(ModuleTree::read("src/lib.rs", read).is_err());
        assert!(ModuleTree::read("src/lib.rs", |_| Some("fn {")).is_err());
    }

    #[test]
    fn a_module_with_a_path_is_a_file_of_another_crate() {
        let text = "#[path = \"../../b/src/gone.rs\"]\nmod gone; fn f() { gone::g() }";
        assert!(ModuleTree::read("src/lib.rs", |_| Some(text)).unwrap().arrows().is_empty());
    }
}
