//! The options and commands of a program, read from the source of its command line.
//!
//! A program says what it takes in structs with clap's attributes and in a few calls of clap's
//! builder. To read both as text needs no build of the program, so the rule for documents is as
//! fast as the other rules. For example, the field `#[arg(long)] pub min_words: …` is the option
//! `--min-words`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// The options and commands of a program.
#[derive(Debug, Default)]
pub struct Program {
    /// The long options outside commands, without hyphens.
    pub options: BTreeSet<String>,
    /// The options of each command.
    pub commands: BTreeMap<String, BTreeSet<String>>,
}

impl Program {
    /// Reads the source of a command line whose options are the struct `Cli` and whose commands are
    /// the enum `Command`. Files that are no Rust are left out.
    pub fn of_clap<'t>(texts: impl Iterator<Item = &'t str>) -> Program {
        let mut found = Found::default();
        for file in texts.filter_map(|text| syn::parse_file(text).ok()) {
            found.name = constant(&file, "NAME").unwrap_or_default();
            found.visit_file(&file);
        }
        let with_global = |mut options: BTreeSet<String>| {
            options.extend(found.global.iter().cloned());
            options.extend(["help", "version"].map(String::from));
            options
        };
        let built = found.built.iter().map(|(name, options)| (name.clone(), options.clone()));
        let derived = found.commands.iter();
        let derived = derived.map(|(name, args)| (name.clone(), found.options_of(args)));
        let commands = built.chain(derived);
        Program {
            options: with_global(found.options_of("Cli")),
            commands: commands.map(|(name, options)| (name, with_global(options))).collect(),
        }
    }
}

/// The definitions of some files.
#[derive(Default)]
struct Found {
    structs: BTreeMap<String, Options>,
    /// The commands with the struct of their options, which is "" if they have none.
    commands: BTreeMap<String, String>,
    /// The commands that the builder makes.
    built: BTreeMap<String, BTreeSet<String>>,
    /// The options that the builder adds to all commands.
    global: BTreeSet<String>,
    /// The constant `NAME` of the file that is read.
    name: String,
}

/// The options in the fields of one struct.
#[derive(Default)]
struct Options {
    own: BTreeSet<String>,
    /// The structs whose options it has too.
    flattened: Vec<String>,
}

impl Found {
    fn options_of(&self, name: &str) -> BTreeSet<String> {
        let Some(options) = self.structs.get(name) else {
            return BTreeSet::new();
        };
        let inner = options.flattened.iter().flat_map(|inner| self.options_of(inner));
        options.own.iter().cloned().chain(inner).collect()
    }
}

impl Visit<'_> for Found {
    fn visit_item_struct(&mut self, item: &syn::ItemStruct) {
        let mut options = Options::default();
        for field in &item.fields {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            for setting in settings(&field.attrs) {
                match setting {
                    Setting::Word(word) if word == "flatten" => {
                        options.flattened.push(type_name(&field.ty));
                    }
                    Setting::Word(word) if word == "long" => {
                        options.own.insert(name.replace('_', "-"));
                    }
                    Setting::Text(key, text) if ["long", "alias"].contains(&key.as_str()) => {
                        options.own.insert(text);
                    }
                    _ => {}
                }
            }
        }
        self.structs.insert(item.ident.to_string(), options);
    }

    fn visit_item_enum(&mut self, item: &syn::ItemEnum) {
        if item.ident == "Command" {
            for variant in &item.variants {
                let args = variant.fields.iter().next().map(|field| type_name(&field.ty));
                self.commands.insert(kebab(&variant.ident.to_string()), args.unwrap_or_default());
            }
        }
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        let mut calls = BuilderCalls::default();
        calls.visit_item_fn(item);
        if calls.makes_command {
            self.built.insert(self.name.clone(), calls.options);
        } else {
            self.global.extend(calls.options);
        }
    }
}

/// The options that the calls of clap's builder name in a function.
#[derive(Default)]
struct BuilderCalls {
    makes_command: bool,
    options: BTreeSet<String>,
}

impl Visit<'_> for BuilderCalls {
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func {
            let names: Vec<String> =
                function.path.segments.iter().map(|part| part.ident.to_string()).collect();
            match names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["Command", "new"] => self.makes_command = true,
                // Closures that make an option of this name.
                ["flag" | "option"] => self.options.extend(call.args.first().and_then(text_of)),
                _ => {}
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        if call.method == "long" {
            self.options.extend(call.args.first().and_then(text_of));
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// One setting of an attribute such as `#[arg(long, value_name = "FILE")]`.
enum Setting {
    Word(String),
    Text(String, String),
}

/// The settings of clap's attributes. Those with other values than texts are left out.
fn settings(attributes: &[syn::Attribute]) -> Vec<Setting> {
    let mut found = Vec::new();
    for attribute in attributes {
        let syn::Meta::List(list) = &attribute.meta else { continue };
        if list.path.is_ident("arg") || list.path.is_ident("command") {
            found.extend(settings_in(list.tokens.clone()));
        }
    }
    found
}

fn settings_in(tokens: TokenStream) -> Vec<Setting> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma =
        |tree: &TokenTree| matches!(tree, TokenTree::Punct(mark) if mark.as_char() == ',');
    let settings = trees.split(is_comma).filter_map(|setting| match setting {
        [TokenTree::Ident(word)] => Some(Setting::Word(word.to_string())),
        [TokenTree::Ident(key), TokenTree::Punct(_), TokenTree::Literal(value)] => {
            let text = syn::parse_str::<syn::LitStr>(&value.to_string()).ok()?;
            Some(Setting::Text(key.to_string(), text.value()))
        }
        _ => None,
    });
    settings.collect()
}

/// The last name of a type; of `Box<ExplainArgs>` it is `ExplainArgs`.
fn type_name(of: &syn::Type) -> String {
    let syn::Type::Path(path) = of else { return String::new() };
    let Some(last) = path.path.segments.last() else { return String::new() };
    if let syn::PathArguments::AngleBracketed(inner) = &last.arguments
        && let Some(syn::GenericArgument::Type(inner)) = inner.args.first()
    {
        return type_name(inner);
    }
    last.ident.to_string()
}

/// The value of a constant text of a file.
fn constant(file: &syn::File, name: &str) -> Option<String> {
    file.items.iter().find_map(|item| match item {
        syn::Item::Const(item) if item.ident == name => text_of(&item.expr),
        _ => None,
    })
}

fn text_of(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// `WcxbDev` becomes `wcxb-dev`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLI: &str = r#"
        #[derive(Parser)]
        pub struct Cli {
            #[command(subcommand)]
            pub command: Option<Command>,
            /// Few words
            #[arg(long, value_parser = value_parser!(u32).range(1..), default_value_t = 1)]
            pub min_words: u32,
            #[command(flatten)]
            pub fetch: FetchArgs,
            #[arg(value_name = "FILE")]
            pub inputs: Vec<String>,
        }
        pub enum Command {
            Man,
            MakeTea(Box<TeaArgs>),
        }
        pub fn command() -> clap::Command {
            Cli::command().arg(Arg::new("help_all").long("help-all"))
        }"#;

    const ARGS: &str = r#"
        pub struct FetchArgs {
            #[arg(short = 'H', long = "header")]
            headers: Vec<String>,
        }
        pub struct TeaArgs {
            #[arg(short, long, alias = "engine")]
            strategy: Name,
        }"#;

    const BUILT: &str = r#"
        pub const NAME: &str = "sieve";
        pub fn command() -> Command {
            let flag = |name: &'static str| Arg::new(name).long(name);
            Command::new(NAME).arg(flag("enc-force")).arg(Arg::new("s").long("list"))
        }"#;

    fn names(options: &BTreeSet<String>) -> Vec<&str> {
        options.iter().map(String::as_str).collect()
    }

    #[test]
    fn options_and_commands_are_read() {
        let program = Program::of_clap([CLI, ARGS, BUILT, "no rust {"].into_iter());
        assert_eq!(names(&program.options), ["header", "help", "help-all", "min-words", "version"]);
        let commands: Vec<_> = program
            .commands
            .iter()
            .map(|(name, options)| (name.as_str(), names(options)))
            .collect();
        assert_eq!(
            commands,
            [
                ("make-tea", vec!["engine", "help", "help-all", "strategy", "version"]),
                ("man", vec!["help", "help-all", "version"]),
                ("sieve", vec!["enc-force", "help", "help-all", "list", "version"]),
            ]
        );
    }
}
