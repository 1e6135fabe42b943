//! The names that the sources of the project have, and the patterns that find names in documents.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use toml::Table;

pub use crate::tidy::clap_source::Program;
use crate::tidy::{SourceFile, has_extension, is_rust};

/// The names that exist.
pub struct Known {
    pub crates: BTreeSet<String>,
    /// In lower case, as the program takes them.
    pub strategies: BTreeSet<String>,
    /// The programs by the words that call them, such as `cargo xtask`.
    pub programs: BTreeMap<&'static str, Program>,
    /// The options of scripts in Python.
    script_options: BTreeSet<String>,
    /// The tests of crates that are targets of their own, such as `tamis-bench/quality_gate`.
    tests: BTreeSet<String>,
    /// The lists of the libraries' public items.
    public_items: String,
}

impl Known {
    pub fn read(files: &[SourceFile]) -> Known {
        let below = |prefixes: &'static [&'static str]| {
            let is_below = |path: &str| prefixes.iter().any(|prefix| path.starts_with(prefix));
            files.iter().filter(move |file| is_below(&file.path))
        };
        let clap = |prefixes| {
            let rust = below(prefixes).filter(|file| is_rust(file));
            Program::of_clap(rust.map(|file| file.text.as_str()))
        };
        let tamis = clap(&["crates/tamis-cli/src/cli", "crates/tamis-cli/src/justext.rs"]);
        let bench = clap(&["crates/tamis-bench/src/main.rs"]);
        let xtask = below(&["xtask/src/main.rs"]).next();
        let xtask = xtask.map(|file| xtask_commands(&file.text)).unwrap_or_default();
        let lists = below(&["docs/public-api/"]).map(|file| file.text.as_str()).collect::<String>();
        // `Article<'p>::root` is `Article::root` in documents.
        let parameters = Regex::new("<[^<>]*>::").expect("a valid pattern");
        Known {
            crates: below(&["crates/"]).filter_map(crate_name).collect(),
            strategies: strategies(&lists),
            programs: [("tamis", tamis), ("tamis-bench", bench), ("cargo xtask", xtask)].into(),
            script_options: files.iter().flat_map(script_options).collect(),
            tests: below(&["crates/"]).filter_map(|file| test_name(&file.path)).collect(),
            public_items: parameters.replace_all(&lists, "::").into_owned(),
        }
    }

    /// True if any program or script has this option.
    pub fn has_option(&self, name: &str) -> bool {
        let of_program = |program: &Program| {
            program.options.contains(name)
                || program.commands.values().any(|options| options.contains(name))
        };
        self.script_options.contains(name) || self.programs.values().any(of_program)
    }

    pub fn has_test(&self, package: &str, test: &str) -> bool {
        self.tests.contains(&format!("{package}/{test}"))
    }

    /// True if a library has this item, such as `Config::fast`.
    pub fn has_item(&self, item: &str) -> bool {
        let item = format!("::{item}");
        let mut after = self.public_items.split(item.as_str()).skip(1);
        after.any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }
}

/// Patterns that find names. Each has one group, the name.
pub struct Patterns {
    /// A word that is a long option.
    pub option: Regex,
    /// A crate in any text. A path or a longer word is none.
    pub package: Regex,
    /// Code that begins with an item of a type.
    pub item: Regex,
    pub variant: Regex,
    /// The strategies that Python code gives by keyword.
    pub keyword: Regex,
    /// Text after which a strategy is named.
    pub strategy_follows: Regex,
}

impl Default for Patterns {
    fn default() -> Patterns {
        let pattern = |pattern| Regex::new(pattern).expect("a valid pattern");
        Patterns {
            option: pattern(r"^--([a-z][a-z0-9_-]*)"),
            package: pattern(r"(?:^|[^\w/.-])(tamis[_-][a-z0-9_-]*[a-z0-9])"),
            item: pattern(r"^(?:[a-z_]+::)*([A-Z]\w*::\w+)"),
            variant: pattern(r"\bStrategy::(\w+)"),
            keyword: pattern(r#"\b(?:strategy|strategies|engine)=\[?("[a-z]+"(?:, "[a-z]+")*)"#),
            strategy_follows: pattern(r"\b(?:[Ss]trateg(?:y|ies)|[Bb]lends?)\s$"),
        }
    }
}

/// The group of the first match.
pub fn first<'t>(pattern: &Regex, text: &'t str) -> Option<&'t str> {
    all(pattern, text).next()
}

/// The group of each match.
pub fn all<'t>(pattern: &Regex, text: &'t str) -> impl Iterator<Item = &'t str> {
    pattern.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str()))
}

fn crate_name(file: &SourceFile) -> Option<String> {
    let manifest: Table = file.path.ends_with("/Cargo.toml").then(|| file.text.parse().ok())??;
    Some(manifest.get("package")?.get("name")?.as_str()?.to_string())
}

/// The variants of the enum `Strategy` in the lists of public items. The enum itself is made by a
/// macro.
fn strategies(lists: &str) -> BTreeSet<String> {
    let variants = lists.lines().filter_map(|line| line.strip_prefix("pub tamis::Strategy::"));
    variants.map(str::to_lowercase).collect()
}

/// The commands that `cargo xtask` dispatches, each with all options that its usage names.
fn xtask_commands(text: &str) -> Program {
    let usage = text.split("const USAGE").nth(1).and_then(|rest| rest.split("\";").next());
    let words = usage.unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '-');
    let options = words.filter_map(|word| word.strip_prefix("--"));
    let options: BTreeSet<String> = options.map(ToString::to_string).collect();
    let arms = text.lines().filter(|line| line.contains("::run(rest)"));
    let names = arms.filter_map(|line| line.split('"').nth(1));
    let commands = names.map(|name| (name.to_string(), options.clone())).collect();
    Program { options, commands }
}

/// The options that a script in Python takes.
fn script_options(file: &SourceFile) -> Vec<String> {
    if !has_extension(&file.path, "py") {
        return Vec::new();
    }
    let calls = file.text.split("add_argument(\"--").skip(1);
    calls.filter_map(|rest| rest.split('"').next()).map(ToString::to_string).collect()
}

/// The test of a crate that is in this file, such as `tamis-bench/quality_gate`.
fn test_name(path: &str) -> Option<String> {
    let (package, rest) = path.strip_prefix("crates/")?.split_once('/')?;
    let name = rest.strip_prefix("tests/")?;
    let name = name.strip_suffix("/main.rs").or_else(|| name.strip_suffix(".rs"))?;
    (!name.contains('/')).then(|| format!("{package}/{name}"))
}
