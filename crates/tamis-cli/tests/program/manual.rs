//! Help, completions and the man page are complete.

use crate::harness::tamis;

/// All long options of the help.
fn long_options() -> Vec<String> {
    options_of(&["--help-all"])
}

/// All long options in the help that a command prints.
fn options_of(command: &[&str]) -> Vec<String> {
    let help = tamis(command).stdout;
    let options: Vec<String> = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('-').map(|_| line))
        .filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")))
        .map(|word| word.trim_end_matches(',').to_owned())
        .filter(|word| word.len() > 2)
        .collect();
    assert!(options.len() > 4, "{options:?}");
    options
}

const JUSTEXT_OPTIONS: [&str; 14] = [
    "encoding",
    "enc-force",
    "enc-errors",
    "format",
    "no-headings",
    "help",
    "version",
    "length-low",
    "length-high",
    "stopwords-low",
    "stopwords-high",
    "max-link-density",
    "max-heading-distance",
    "list-stoplists",
];

#[test]
fn help_is_one_screen() {
    let help = tamis(&["--help"]);
    assert_eq!((help.status, &help.stdout), (0, &tamis(&["-h"]).stdout));
    assert!(help.stdout.lines().count() <= 45, "{}", help.stdout);
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 100), "{}", help.stdout);
    let all = long_options();
    let words = help.stdout.split(|c: char| !c.is_alphanumeric() && c != '-');
    let named: Vec<_> = words.filter(|word| word.starts_with("--")).collect();
    assert!(named.len() > 20, "{named:?}");
    for option in named {
        assert!(all.iter().any(|known| known == option), "{option}");
    }
    let examples = help.stdout.split("\nExamples\n").nth(1).unwrap();
    assert!(examples.lines().all(|line| line.starts_with("  tamis ")), "{examples}");
}

#[test]
fn help_of_each_command_is_one_screen() {
    for command in ["explain", "compare", "batch", "epub", "learn", "schema", "completions", "man"]
    {
        let help = tamis(&[command, "--help"]).stdout;
        assert_eq!(help, tamis(&[command, "-h"]).stdout, "{command}");
        assert!(help.contains("--help-all"), "{command}");
        let is_screen = |line: &str| line.chars().count() <= 100;
        assert!(help.lines().count() <= 55 && help.lines().all(is_screen), "{command}:\n{help}");
        let all = tamis(&[command, "--help-all"]);
        assert_eq!((all.status, all.stderr.as_str()), (0, ""), "{command}");
        let words = help.split(|c: char| !c.is_alphanumeric() && c != '-');
        let unknown = words.filter(|word| word.starts_with("--") && !all.stdout.contains(word));
        assert_eq!(unknown.collect::<Vec<_>>(), [""; 0], "{command}");
    }
    let parameter = "--length-low";
    assert!(tamis(&["explain", "--help-all"]).stdout.contains(parameter));
    assert!(!tamis(&["explain", "--help"]).stdout.contains(parameter));
}

#[test]
fn all_help_is_grouped_and_has_examples() {
    let help = tamis(&["--help-all"]);
    assert_eq!(help.status, 0);
    for part in [
        "\nInput:\n",
        "\nOutput:\n",
        "\nFilters:\n",
        "\nMain content:\n",
        "\nParameters of jusText:\n",
        "\nPages on the web:\n",
        "\nExamples:\n  tamis page.html ",
        "Exit status: 0 content found",
    ] {
        assert!(help.stdout.contains(part), "{part}");
    }
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 100));
    assert!(long_options().len() > 80, "{:?}", long_options());
}

#[test]
fn version() {
    let expected = format!("tamis {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(tamis(&["--version"]).stdout, expected);
    assert_eq!(tamis(&["-V"]).stdout, expected);
}

#[test]
fn completions_name_every_option() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let outcome = tamis(&["completions", shell]);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{shell}");
        for option in long_options() {
            let name = if shell == "fish" { &option[2..] } else { &option };
            assert!(outcome.stdout.contains(name), "{option} for {shell}");
        }
    }
    assert_eq!(tamis(&["completions", "no-shell"]).status, 2);
}

#[test]
fn man_page_names_every_option() {
    let outcome = tamis(&["man"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let page = outcome.stdout.replace('\\', "");
    assert!(page.contains(".TH tamis 1"), "{page}");
    for command in [&["--help-all"][..], &["explain", "--help-all"], &["compare", "--help-all"]]
        .into_iter()
        .chain([&["epub", "--help-all"][..], &["learn", "--help-all"], &["batch", "--help-all"]])
    {
        for option in options_of(command) {
            // A line of its own, and its description after it.
            let line = |line: &str| {
                let words = line.strip_prefix("fB").map(|rest| rest.replace(',', " "));
                words.is_some_and(|words| {
                    words.split([' ', '=']).any(|word| {
                        word.trim_start_matches("fB").split("fR").next() == Some(&*option)
                    })
                })
            };
            let at = page.lines().position(line);
            let at = at.unwrap_or_else(|| panic!("{command:?} {option}"));
            let description = page.lines().nth(at + 1).unwrap();
            assert!(description.len() > 10 && !description.starts_with('.'), "{option}");
        }
    }
    let (_, of_justext) = page.split_once("OPTIONS OF TAMIS JUSTEXT").unwrap();
    for option in JUSTEXT_OPTIONS {
        assert!(of_justext.contains(&format!("--{option}")), "{option}");
    }
}

#[test]
fn commands_take_no_pages() {
    for args in [["man", "page.html"], ["page.html", "--help-me"]] {
        let outcome = tamis(&args);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn the_usage_of_a_command_begins_with_the_program() {
    for name in ["batch", "compare", "completions", "epub", "explain", "learn", "mcp", "serve"] {
        let help = tamis(&[name, "--help"]).stdout;
        assert!(help.contains(&format!("Usage: tamis {name} ")), "{name}: {help}");
        let wrong = tamis(&[name, "--no-such-option"]).stderr;
        assert!(wrong.contains(&format!("Usage: tamis {name}")), "{name}: {wrong}");
    }
}
