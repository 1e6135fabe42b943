//! `cargo xtask book`: the book of `docs/` as a site, in `target/book`.

use crate::checkout;

/// The version of mdBook that is installed for it.
const MDBOOK: &str = "0.5.4";

/// Where it is built, as `docs/book.toml` says.
pub const BUILT: &str = "target/book";

/// Builds the book.
///
/// # Errors
/// If mdBook cannot be installed or fails, or for an argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("book", args)?;
    let path = |path| checkout::root().join(path);
    checkout::run(checkout::command(path(".ci/install-tool.sh")).args(["mdbook", MDBOOK]))?;
    checkout::run(checkout::command(path("target/tools/bin/mdbook")).args(["build", "docs"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_refused() {
        assert!(run(&["--open".to_string()]).unwrap_err().to_string().contains("--open"));
    }
}
