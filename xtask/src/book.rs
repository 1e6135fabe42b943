//! `cargo xtask book`: the book of `docs/` as a site, in `target/book`.
//!
//! Each page is there twice: for people as HTML, and for programs as the Markdown that it is made
//! of, with `llms.txt` as their table of contents. Every link between pages must lead somewhere.

mod links;
mod markdown;

use crate::checkout;

/// The version of mdBook that is installed for it.
const MDBOOK: &str = "0.5.4";

/// The folder of the pages.
const SOURCE: &str = "docs";

/// Where it is built, as `docs/book.toml` says.
pub const BUILT: &str = "target/book";

/// Builds the book.
///
/// # Errors
/// If mdBook cannot be installed or fails, a link leads nowhere, or for an argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("book", args)?;
    let path = |path| checkout::root().join(path);
    checkout::run(checkout::command(path(".ci/install-tool.sh")).args(["mdbook", MDBOOK]))?;
    checkout::run(checkout::command(path("target/tools/bin/mdbook")).args(["build", SOURCE]))?;
    let pages = markdown::write(&path(SOURCE), &path(BUILT))?;
    let count = links::check(&path(BUILT))?;
    println!("book: {pages} pages, {count} links between them");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_refused() {
        assert!(run(&["--open".to_string()]).unwrap_err().to_string().contains("--open"));
    }
}
