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

    /// Take the further pages of a story too, and print them as one article
    ///
    /// The rules for the site (--site-rules) say where they are. If there is a page with the whole
    /// article, it replaces the first one. Otherwise up to 30 further pages are followed, and their
    /// content is appended. If there is no rule for the site and a browser draws the page
    /// (--render), its button "next" is clicked up to 30 times, as long as the same story goes on.
    #[arg(long, conflicts_with_all = ["base_url", "readerable"])]
    pub follow_pages: bool,
}
