//! The rule for documents: every strategy, option, command, crate, test and public item that they
//! name exists.
//!
//! A reader believes a document, so a wrong name costs more than a missing one. The names are
//! compared with the sources as text, because that needs no build: options and commands with the
//! definitions of the command line, strategies and items with the lists in
//! `docs/public-api/`.
//!
//! Lines of a shell between fences, and code in backticks, are commands if they begin with a
//! program of ours. For example, `tamis explain --fast page.html` says that `tamis` has the command
//! `explain`, and that this has the option `--fast`. Code in backticks may also be a name alone,
//! such as `--fast`, `Strategy::Auto` or `tamis-warc`. Other code between fences is compiled or run
//! by other tests, and only the strategies in it are looked at here.

mod known;

use std::collections::BTreeSet;

use super::documents::{Part, Place, is_document, parts};
use super::{Finding, SourceFile, numbered};
use known::{Known, Patterns, Program, all, first};

/// Options that no program of ours has and documents name alone, each with its reason.
const FOREIGN_OPTIONS: [(&str, &str); 8] = [
    ("features", "cargo's"),
    ("no-default-features", "cargo's"),
    ("no-sandbox", "Chromium's"),
    ("profile", "cargo's"),
    ("target", "cargo's"),
    ("webrtc-ip-handling-policy", "Chromium's"),
    ("num_input_partitions", "cc-pyspark's"),
    ("images", "the design's word for what --no-images chooses"),
];

/// The beginning of the documents that name the options of other programs next to ours.
const COMPARISONS: &str = "docs/coming-from-";

/// The languages of fences whose lines are commands. Lines without a language may be output.
const SHELLS: [&str; 4] = ["sh", "bash", "console", ""];

/// Options whose value is a strategy, or several with commas.
const STRATEGY_OPTIONS: [&str; 4] = ["--strategy", "--strategies", "--engine", "--engines"];

/// The value of `--strategy` that stands for several.
const ALL_STRATEGIES: &str = "all";

/// Returns a finding for each name in a document that the sources do not have.
pub fn unknown(files: &[SourceFile]) -> Vec<Finding> {
    let known = Known::read(files);
    let patterns = Patterns::default();
    let mut findings = Vec::new();
    for document in files.iter().filter(|file| is_document(&file.path)) {
        let compares = document.path.starts_with(COMPARISONS);
        let mut names =
            Names { known: &known, patterns: &patterns, compares, wrong: BTreeSet::new() };
        names.read(&parts(&document.text));
        names.read_tables(&document.text);
        let wrong = names.wrong.into_iter();
        findings.extend(wrong.map(|(line, message)| Finding::new(document, line, message)));
    }
    findings
}

/// The names of one document.
struct Names<'k> {
    known: &'k Known,
    patterns: &'k Patterns,
    /// True if the document has options of other programs.
    compares: bool,
    /// The findings by line.
    wrong: BTreeSet<(usize, String)>,
}

impl Names<'_> {
    fn read(&mut self, parts: &[Part<'_>]) {
        for (index, part) in parts.iter().enumerate() {
            let before = index.checked_sub(1).map_or("", |before| parts[before].text.as_str());
            let after = parts.get(index + 1).map_or("", |after| after.text.as_str());
            match part.place {
                Place::Prose => self.read_crates(part),
                Place::Code => self.read_code(part, before),
                Place::Fence(shell) if SHELLS.contains(&shell) => {
                    self.read_commands(part.line, &part.text);
                }
                Place::Fence(_) => self.read_program(part, after),
            }
        }
    }

    /// Reads code in backticks, after the text `before`.
    fn read_code(&mut self, code: &Part<'_>, before: &str) {
        self.read_crates(code);
        self.read_commands(code.line, &code.text);
        self.read_variants(code);
        if self.patterns.strategy_follows.is_match(before) && is_word(&code.text) {
            self.check_strategies(code.line, &code.text);
        }
        if code.text.starts_with("--") && !self.compares {
            let words = code.text.split_whitespace();
            for option in words.filter_map(|word| first(&self.patterns.option, word)) {
                let foreign = FOREIGN_OPTIONS.iter().any(|(name, _)| *name == option);
                if !foreign && !self.known.has_option(option) {
                    self.add(code.line, format!("no program has the option `--{option}`"));
                }
            }
        }
        if let Some(item) = first(&self.patterns.item, &code.text)
            && !item.starts_with("Strategy::")
            && !self.known.has_item(item)
        {
            self.add(code.line, format!("no library has the public item `{item}`"));
        }
    }

    /// Reads the strategies in a line of Rust or Python. Code whose next line says that it fails
    /// may name any.
    fn read_program(&mut self, line: &Part<'_>, after: &str) {
        self.read_variants(line);
        if !after.starts_with("Traceback") {
            for names in all(&self.patterns.keyword, &line.text) {
                self.check_strategies(line.line, &names.replace(['"', ' '], ""));
            }
        }
    }

    fn read_variants(&mut self, part: &Part<'_>) {
        for variant in all(&self.patterns.variant, &part.text) {
            if variant != "ALL" && !self.known.strategies.contains(&variant.to_lowercase()) {
                self.add(part.line, format!("there is no `Strategy::{variant}`"));
            }
        }
    }

    /// Reads the names in the first column of the tables whose head is "strategy".
    fn read_tables(&mut self, text: &str) {
        let mut is_of_strategies = false;
        for (line, row) in numbered(text) {
            let Some(cell) = row.strip_prefix('|').and_then(|row| row.split('|').next()) else {
                is_of_strategies = false;
                continue;
            };
            is_of_strategies |=
                cell.trim().trim_matches(['[', ']', '`']).eq_ignore_ascii_case("strategy");
            if is_of_strategies {
                let names = cell.split('`').skip(1).step_by(2).map(str::to_lowercase);
                for name in names.filter(|name| name != "strategy") {
                    self.check_strategies(line, &name);
                }
            }
        }
    }

    fn read_crates(&mut self, part: &Part<'_>) {
        for (index, line) in part.text.lines().enumerate() {
            for name in all(&self.patterns.package, line) {
                self.check_crate(part.line + index, &name.replace('_', "-"));
            }
        }
    }

    /// Reads the commands of one line of a shell. A comment ends it.
    fn read_commands(&mut self, line: usize, text: &str) {
        let text = text.trim().strip_prefix("$ ").unwrap_or(text.trim());
        let text = text.split(" #").next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        for command in words.split(|word| ["|", "&&", ";"].contains(word)) {
            let is_variable = |word: &&&str| word.contains('=') && !word.starts_with('-');
            let variables = command.iter().take_while(is_variable).count();
            match command.get(variables..).unwrap_or_default() {
                ["cargo", "xtask", rest @ ..] => self.check_call(line, "cargo xtask", rest),
                ["cargo", rest @ ..] => self.read_cargo(line, rest),
                [program, rest @ ..] => self.check_call(line, program, rest),
                [] => {}
            }
        }
    }

    /// Reads the package and the test in the arguments of cargo, and what is run.
    fn read_cargo(&mut self, line: usize, arguments: &[&str]) {
        let end = arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len());
        let (own, rest) = arguments.split_at(end);
        let value = |names: [&str; 2]| {
            own.windows(2).find(|pair| names.contains(&pair[0])).map(|pair| pair[1])
        };
        let Some(package) = value(["-p", "--package"]) else { return };
        if !self.check_crate(line, package) {
            return;
        }
        if let Some(test) = value(["--test", "--test"])
            && !self.known.has_test(package, test)
        {
            self.add(line, format!("`{package}` has no test `{test}`"));
        }
        if own.first() == Some(&"run") {
            let program = if package == "tamis-cli" { "tamis" } else { package };
            self.check_call(line, program, rest.get(1..).unwrap_or_default());
        }
    }

    /// Checks the command and the options of a call, if it is one of a program of ours.
    fn check_call(&mut self, line: usize, program: &str, arguments: &[&str]) {
        let known = self.known;
        let Some(Program { options, commands }) = known.programs.get(program) else { return };
        let command = arguments.first().filter(|word| is_word(word));
        let options = match command {
            None => options,
            Some(command) => match commands.get(*command) {
                Some(options) => options,
                None => return self.add(line, format!("`{program}` has no command `{command}`")),
            },
        };
        let called = command.map_or(program.to_string(), |command| format!("{program} {command}"));
        for (index, word) in arguments.iter().enumerate() {
            let Some(option) = first(&self.patterns.option, word) else { continue };
            if !options.contains(option) {
                self.add(line, format!("`{called}` has no option `--{option}`"));
            }
            if STRATEGY_OPTIONS.contains(word) {
                self.check_strategies(line, arguments.get(index + 1).unwrap_or(&""));
            }
        }
    }

    /// Checks strategies with commas between them. A placeholder such as `NAME` is none.
    fn check_strategies(&mut self, line: usize, names: &str) {
        for name in names.split(',').filter(|name| is_word(name)) {
            if name != ALL_STRATEGIES && !self.known.strategies.contains(name) {
                self.add(line, format!("there is no strategy `{name}`"));
            }
        }
    }

    fn check_crate(&mut self, line: usize, name: &str) -> bool {
        let exists = self.known.crates.contains(name);
        if !exists {
            self.add(line, format!("there is no crate `{name}`"));
        }
        exists
    }

    fn add(&mut self, line: usize, message: String) {
        self.wrong.insert((line, message));
    }
}

/// True for a lower-case word, which may have hyphens: no option, file, address or placeholder.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sources of a small project.
    fn sources() -> Vec<SourceFile> {
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        vec![
            file("crates/tamis-cli/Cargo.toml", "[package]\nname = \"tamis-cli\""),
            file("crates/tamis-bench/Cargo.toml", "[package]\nname = \"tamis-bench\""),
            file("crates/tamis-bench/tests/gate.rs", ""),
            file(
                "crates/tamis-cli/src/cli.rs",
                "struct Cli { #[arg(long)] strategy: S, #[arg(long)] fast: bool }
                 enum Command { Man, Explain(Args) }
                 struct Args { #[arg(long)] full: bool }",
            ),
            file(
                "crates/tamis-bench/src/main.rs",
                "enum Command { Speed(Args) } struct Args { #[arg(long)] engine: S }",
            ),
            file(
                "xtask/src/main.rs",
                "const USAGE: &str = \"--check\";\nmatch command {\n\"tidy\" => tidy::run(rest),\n}",
            ),
            file(
                "docs/public-api/tamis.txt",
                "pub fn tamis::Config<'p>::fast(self) -> Self
pub tamis::Strategy::Auto
pub tamis::Strategy::Justext",
            ),
            file("train/train.py", "parser.add_argument(\"--folds\", type=Path)"),
        ]
    }

    fn found(document: &str) -> Vec<String> {
        let mut files = sources();
        files.push(SourceFile { path: "README.md".into(), text: document.into() });
        unknown(&files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn comparisons_may_name_options_of_others() {
        let mut files = sources();
        let text = "`--gone` is `tamis --full` here".to_owned();
        files.push(SourceFile { path: format!("{COMPARISONS}x.md"), text });
        let found: Vec<_> = unknown(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["docs/coming-from-x.md:1: `tamis` has no option `--full`"]);
    }

    #[test]
    fn every_kind_of_wrong_name_is_found_with_its_line() {
        for (document, message) in [
            ("a\n`tamis brew`", "README.md:2: `tamis` has no command `brew`"),
            ("`cargo xtask brew`", "README.md:1: `cargo xtask` has no command `brew`"),
            ("`tamis-bench brew`", "README.md:1: `tamis-bench` has no command `brew`"),
            ("`tamis --full a.html`", "README.md:1: `tamis` has no option `--full`"),
            ("`tamis explain --fast`", "README.md:1: `tamis explain` has no option `--fast`"),
            ("`cargo xtask tidy --all`", "README.md:1: `cargo xtask tidy` has no option `--all`"),
            ("with `--gone`", "README.md:1: no program has the option `--gone`"),
            ("`tamis --strategy model`", "README.md:1: there is no strategy `model`"),
            ("the strategy `model`", "README.md:1: there is no strategy `model`"),
            ("[`Strategy::Model`]", "README.md:1: there is no `Strategy::Model`"),
            ("```rust\nStrategy::Model\n```", "README.md:2: there is no `Strategy::Model`"),
            (
                "```python\nextract(page, strategy=\"model\")\n```",
                "README.md:2: there is no strategy `model`",
            ),
            (
                "| [`Strategy`] | use |\n| --- | --- |\n| `Auto` | `x` |\n| `Model` | |",
                "README.md:4: there is no strategy `model`",
            ),
            ("the crate `tamis-brew`", "README.md:1: there is no crate `tamis-brew`"),
            ("tamis-brew does", "README.md:1: there is no crate `tamis-brew`"),
            ("`tamis_brew::Tea`", "README.md:1: there is no crate `tamis-brew`"),
            (
                "`cargo test -p tamis-bench --test brew`",
                "README.md:1: `tamis-bench` has no test `brew`",
            ),
            ("`Config::slow`", "README.md:1: no library has the public item `Config::slow`"),
        ] {
            assert_eq!(found(document), [message], "{document}");
        }
    }

    #[test]
    fn commands_between_fences_are_read() {
        let document = "```sh\nA=1 tamis brew   # --fast\n$ curl x | tamis --full -\n\
            cargo run -p tamis-bench -- speed --fast\n# tamis brew\n```\n\n\
            ```json\ntamis brew\n```";
        assert_eq!(
            found(document),
            [
                "README.md:2: `tamis` has no command `brew`",
                "README.md:3: `tamis` has no option `--full`",
                "README.md:4: `tamis-bench speed` has no option `--fast`",
            ]
        );
    }

    #[test]
    fn names_that_exist_and_other_words_are_left_alone() {
        for document in [
            "`tamis`, `tamis --fast page.html`, `tamis pages/ -`, `tamis FILE`, `tamis --help`",
            "`tamis explain --full …` and `--fast`, and `train.py --folds`",
            "`--folds DIR`, `--check`",
            "`tamis --strategy auto,justext`, `--strategy NAME`, the strategy `all`",
            "`tamis-bench speed --engine justext`",
            "`cargo xtask tidy`, `cargo fmt --all`, `cargo test --workspace --any`",
            "`cargo test -p tamis-bench --test gate`",
            "`Config::fast(true)`, [`tamis::Config::fast`], `Strategy::ALL`, `Vec<Url>`",
            "`crates/tamis-brew/` is a path, and `x-tamis-brew` is a word",
            "```python\nextract(page, strategy=\"best\")\nTraceback\n```",
        ] {
            assert_eq!(found(document), [""; 0], "{document}");
        }
    }

    #[test]
    fn code_that_goes_on_in_the_next_line_is_one_command() {
        let document = "see `tamis\nbrew`, `tamis\nman` and `--fast`";
        assert_eq!(found(document), ["README.md:1: `tamis` has no command `brew`"]);
    }
}
