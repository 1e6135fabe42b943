//! Options for content besides the main content of the page.

use clap::Args;

#[derive(Debug, Args)]
#[command(next_help_heading = "Main content")]
pub struct AdditionArgs {
    /// Look for readers' comments too, and print them after the content
    ///
    /// The content does not change. Comments are found by rules, like content and exclusions. In
    /// Markdown, a line separates them from the content. In HTML they are a section, in XML and
    /// JSON the element or field `comments`, and with --chunks the field `comments` is true.
    /// Comments that a script loads are not in the page.
    #[arg(long, conflicts_with = "readerable")]
    pub comments: bool,

    /// Fetch the further pages that the site's rules name, and print them as one article
    ///
    /// For pages on the web. If there is a page with the whole article, it replaces the first one.
    /// Otherwise up to 30 further pages are followed, and their content is appended.
    #[arg(long, requires = "site_rules", conflicts_with_all = ["base_url", "readerable"])]
    pub follow_pages: bool,
}
