//! `cargo xtask tidy --report`: figures on the source that no rule limits.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::{SourceFile, is_rust, paths_in_source, prose};

/// Lines above which a function is listed.
const LONG_FUNCTION: usize = 40;

/// The folder in which public items without an example are counted.
const LIBRARY: &str = "crates/tamis/src/";

/// Prints the functions over 40 lines, the number of comment lines over 100 columns, and the
/// public items of the library that neither have an example nor link to another item.
///
/// # Errors
/// If a file is not Rust.
pub fn print(files: &[SourceFile]) -> anyhow::Result<()> {
    let mut long_functions = Vec::new();
    let mut bare_items = Vec::new();
    let mut public_items = 0;
    for file in files.iter().filter(|file| is_rust(file) && is_source(&file.path)) {
        let items = Items::read(&file.text)?;
        let functions = items.functions.iter().filter(|function| function.lines > LONG_FUNCTION);
        long_functions.extend(functions.map(|function| {
            (function.lines, format!("{}:{} `{}`", file.path, function.line, function.name))
        }));
        if file.path.starts_with(LIBRARY) {
            public_items += items.public.len();
            let bare = items.public.iter().filter(|item| !item.has_example);
            bare_items
                .extend(bare.map(|item| format!("{}:{} `{}`", file.path, item.line, item.name)));
        }
    }
    long_functions.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    for (lines, place) in &long_functions {
        println!("{lines:>4} lines: {place}");
    }
    for place in &bare_items {
        println!("no example and no link: {place}");
    }
    let long_lines: usize = files
        .iter()
        .filter(|file| is_rust(file))
        .map(|file| prose::long_comment_lines(file).count())
        .sum();
    println!("functions over {LONG_FUNCTION} lines: {}", long_functions.len());
    println!("comment lines over 100 columns: {long_lines}");
    println!("public items without example or link: {} of {public_items}", bare_items.len());
    Ok(())
}

/// True for a file of a library or program that is not a test.
fn is_source(path: &str) -> bool {
    let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
    let in_crate = path.starts_with("crates/") && path.contains("/src/");
    (in_crate || path.starts_with("xtask/src/")) && !is_test
}

/// The functions and the public items of a file, without its unit tests.
#[derive(Default)]
struct Items {
    functions: Vec<Function>,
    public: Vec<PublicItem>,
}

struct Function {
    name: String,
    line: usize,
    /// From its signature to its last brace.
    lines: usize,
}

struct PublicItem {
    name: String,
    line: usize,
    /// True if its documentation contains code between fences, or a link to an item.
    has_example: bool,
}

impl Items {
    fn read(text: &str) -> syn::Result<Self> {
        let mut items = Self::default();
        items.visit_file(&syn::parse_file(text)?);
        Ok(items)
    }

    fn add_function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let line = signature.span().start().line;
        let lines = body.span().end().line - line + 1;
        self.functions.push(Function { name: signature.ident.to_string(), line, lines });
    }

    fn add_public(&mut self, seen: &syn::Visibility, name: &syn::Ident, docs: &[syn::Attribute]) {
        if matches!(seen, syn::Visibility::Public(_)) {
            self.public.push(PublicItem {
                name: name.to_string(),
                line: name.span().start().line,
                has_example: docs.iter().any(has_example),
            });
        }
    }
}

fn has_example(attribute: &syn::Attribute) -> bool {
    let syn::Meta::NameValue(pair) = &attribute.meta else {
        return false;
    };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else {
        return false;
    };
    pair.path.is_ident("doc") && ["```", "[`"].iter().any(|mark| text.value().contains(mark))
}

impl Visit<'_> for Items {
    fn visit_item(&mut self, item: &syn::Item) {
        if paths_in_source::is_test(paths_in_source::attributes(item)) {
            return;
        }
        match item {
            syn::Item::Fn(item) => self.add_public(&item.vis, &item.sig.ident, &item.attrs),
            syn::Item::Struct(item) => self.add_public(&item.vis, &item.ident, &item.attrs),
            syn::Item::Enum(item) => self.add_public(&item.vis, &item.ident, &item.attrs),
            syn::Item::Trait(item) => self.add_public(&item.vis, &item.ident, &item.attrs),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.add_function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        self.add_public(&item.vis, &item.sig.ident, &item.attrs);
        self.add_function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.add_function(&item.sig, body);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_public_items_are_found_outside_tests() {
        let text = "
            /// A page, as [`Site`].
            pub struct Page;
            /// No link.
            pub fn read()
            -> Page {
                fn inner() {}
                Page
            }
            impl Page {
                /// ```
                /// ```
                pub fn text(&self) {}
                pub(crate) fn hidden(&self) {}
            }
            #[cfg(test)]
            mod tests {
                pub fn test() {}
            }";
        let items = Items::read(text).unwrap();
        let functions: Vec<_> = items
            .functions
            .iter()
            .map(|item| (item.name.as_str(), item.line, item.lines))
            .collect();
        assert_eq!(
            functions,
            [("read", 5, 5), ("inner", 7, 1), ("text", 13, 1), ("hidden", 14, 1)]
        );
        let public: Vec<_> =
            items.public.iter().map(|item| (item.name.as_str(), item.has_example)).collect();
        assert_eq!(public, [("Page", true), ("read", false), ("text", true)]);
    }

    #[test]
    fn a_file_that_is_not_rust_is_an_error() {
        let file = SourceFile { path: "crates/a/src/lib.rs".into(), text: "fn {".into() };
        assert!(print(&[file]).is_err());
    }
}
