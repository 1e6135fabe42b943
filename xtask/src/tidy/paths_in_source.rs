//! The names that one Rust file defines, imports and uses, without its unit tests.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The names of one module.
#[derive(Default)]
pub struct Names {
    /// The names of the items that it defines.
    pub items: BTreeSet<String>,
    /// The child modules that are files of their own.
    pub file_modules: Vec<String>,
    /// The child modules in the same file.
    pub inline_modules: Vec<(String, Names)>,
    /// The macros with `#[macro_export]`.
    pub exported_macros: Vec<String>,
    pub imports: Vec<Import>,
    pub globs: Vec<PathUse>,
    /// The paths of two and more segments outside `use`.
    pub paths: Vec<PathUse>,
}

/// One name of a `use` declaration.
pub struct Import {
    /// The name in this module.
    pub name: String,
    pub path: Vec<String>,
    pub line: usize,
}

/// A path and its line, which counts from 1.
pub struct PathUse {
    pub path: Vec<String>,
    pub line: usize,
}

/// Returns the names of the file with the given text.
///
/// # Errors
/// If the text is not Rust.
pub fn read(text: &str) -> syn::Result<Names> {
    let file = syn::parse_file(text)?;
    Ok(names_of(&file.items))
}

fn names_of(items: &[syn::Item]) -> Names {
    let mut names = Names::default();
    for item in items.iter().filter(|item| !is_test(attributes(item))) {
        if let Some(name) = name_of(item) {
            names.items.insert(name);
        }
        names.visit_item(item);
    }
    names
}

/// True if the item is compiled for tests only.
pub fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && {
            let condition = attribute.parse_args::<TokenStream>().unwrap_or_default();
            let words: Vec<String> = condition.into_iter().map(|token| token.to_string()).collect();
            match words.as_slice() {
                [only] => only == "test",
                [all, list] if all == "all" => {
                    list.trim_matches(['(', ')']).split(',').any(|part| part.trim() == "test")
                }
                _ => false,
            }
        }
    })
}

/// The attributes of the item.
pub fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl Visit<'_> for Names {
    fn visit_item(&mut self, item: &syn::Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        let name = item.ident.to_string();
        match &item.content {
            Some((_, items)) => self.inline_modules.push((name, names_of(items))),
            // A file with a path of its own belongs to another crate.
            None if item.attrs.iter().any(|attribute| attribute.path().is_ident("path")) => {}
            None => self.file_modules.push(name),
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.add_imports(&item.tree, &mut Vec::new());
        }
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        let exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
        if let (true, Some(name)) = (exported, &item.ident) {
            self.exported_macros.push(name.to_string());
        }
        self.visit_macro(&item.mac);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.visit_path(&call.path);
        self.add_tokens(call.tokens.clone());
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.paths.push(PathUse { path: segments, line: path.span().start().line });
        }
        visit::visit_path(self, path);
    }

    // Neither uses a name of another file.
    fn visit_attribute(&mut self, _: &syn::Attribute) {}
    fn visit_visibility(&mut self, _: &syn::Visibility) {}
}

impl Names {
    fn add_imports(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let line = tree.span().start().line;
        let mut import = |name: String, ident: &syn::Ident| {
            let mut path = before.clone();
            if ident != "self" {
                path.push(ident.to_string());
            }
            self.imports.push(Import { name, path, line });
        };
        match tree {
            syn::UseTree::Name(leaf) if leaf.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                import(name, &leaf.ident);
            }
            syn::UseTree::Name(leaf) => import(leaf.ident.to_string(), &leaf.ident),
            syn::UseTree::Rename(leaf) => import(leaf.rename.to_string(), &leaf.ident),
            syn::UseTree::Glob(_) => self.globs.push(PathUse { path: before.clone(), line }),
            syn::UseTree::Path(part) => {
                before.push(part.ident.to_string());
                self.add_imports(&part.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_imports(tree, before);
                }
            }
        }
    }

    /// Adds the paths in the arguments of a macro, which are not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end_path(&mut path, line);
                        line = name.span().start().line;
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.end_path(&mut path, line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut path, line);
    }

    fn end_path(&mut self, path: &mut Vec<String>, line: usize) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.paths.push(PathUse { path, line });
        }
    }
}
