//! Help, completions and the man page are complete.

use crate::harness::tamis;

/// All long options of the help.
fn long_options() -> Vec<String> {
    let help = tamis(&["--help"]).stdout;
    let options: Vec<String> = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('-').map(|_| line))
        .filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")))
        .map(|word| word.trim_end_matches(',').to_owned())
        .filter(|word| word.len() > 2)
        .collect();
    assert!(options.len() > 25, "{options:?}");
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
fn help_is_grouped_and_has_examples() {
    let help = tamis(&["--help"]);
    assert_eq!(help.status, 0);
    for part in [
        "\nInput:\n",
        "\nOutput:\n",
        "\nMain content:\n",
        "\nParameters of jusText:\n",
        "\nPages on the web:\n",
        "\nExamples:\n  tamis page.html ",
        "Exit status: 0 content found",
    ] {
        assert!(help.stdout.contains(part), "{part}");
    }
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 100));
    assert!(tamis(&["-h"]).stdout.len() < help.stdout.len());
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
    for option in long_options() {
        assert!(page.contains(&option), "{option}");
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
