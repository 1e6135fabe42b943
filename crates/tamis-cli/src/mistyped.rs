//! Names of commands that were written wrong.
//!
//! The first word after `tamis` is a command or a page, so `tamis explian page.html` asks for the
//! text of two pages. The message about the first one says which command may be meant. A command
//! after an option is taken for a page, too: `tamis -q explain page.html`.

use clap::Command;

use crate::cli;

/// The least similarity of a word and the command that is meant, 0 to 1: that of Jaro and Winkler,
/// by which words that begin alike are more similar.
const MIN_SIMILARITY: f64 = 0.8;

/// Returns what a name without a file may be instead: the end of a sentence about it. `None` if it
/// looks like the name of a file, with a dot or a slash.
pub fn hint(name: &str) -> Option<String> {
    if !name.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
        return None;
    }
    let command = cli::command();
    let names = command.get_subcommands().map(Command::get_name);
    let similarity = |command: &&str| strsim::jaro_winkler(name, command);
    let nearest = names.max_by(|one, other| similarity(one).total_cmp(&similarity(other)))?;
    Some(if nearest == name {
        format!("and options come after the command: `tamis {name} …`")
    } else if similarity(&nearest) >= MIN_SIMILARITY {
        format!("and no command `{name}`; there is the command `tamis {nearest}`")
    } else {
        format!("and no command `{name}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_commands_are_named() {
        for (name, meant) in [
            ("explian", "explain"),
            ("explain-page", "explain"),
            ("learm", "learn"),
            ("comparee", "compare"),
            ("completion", "completions"),
        ] {
            assert!(hint(name).unwrap().ends_with(&format!("`tamis {meant}`")), "{name}");
        }
        let after = "and options come after the command: `tamis explain …`";
        assert_eq!(hint("explain").unwrap(), after);
        assert_eq!(hint("extract-all").unwrap(), "and no command `extract-all`");
        for name in ["page.html", "pages/", "Bread", "2024", "../a"] {
            assert_eq!(hint(name), None);
        }
    }
}
