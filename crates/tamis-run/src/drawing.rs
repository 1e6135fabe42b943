//! Pages that a browser draws first.
//!
//! This crate knows no browser. Whoever has one gives it to the [settings](crate::settings) as a
//! [`Drawer`].

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tamis::Layout;

/// Which pages are drawn by a browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Render {
    /// Those that say that scripts build them, and those without content
    Auto,
    /// All
    Always,
    /// None
    #[default]
    Never,
}

/// A page as a browser shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnPage {
    /// The HTML of what is shown.
    pub html: String,
    /// Where its texts are, and whether a reader sees them.
    pub layout: Layout,
    /// The address in the end.
    pub url: String,
    /// False if the page did not come to rest in time.
    pub is_settled: bool,
}

/// Something that draws pages.
pub trait Drawer: Send + Sync {
    /// Draws the page with these bytes, which came from this address with this `Content-Type`.
    ///
    /// # Errors
    ///
    /// If it cannot, with the reason as a sentence.
    fn draw(&self, url: &str, bytes: &[u8], content_type: &str) -> Result<DrawnPage, String>;
}

/// Which pages are drawn, and by what.
#[derive(Clone)]
pub struct Drawing {
    /// Which pages are drawn.
    pub render: Render,
    /// What draws them.
    pub drawer: Arc<dyn Drawer>,
    /// The file that gets the drawn page with its layout, if there is a single page.
    pub save: Option<PathBuf>,
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing").field("render", &self.render).finish_non_exhaustive()
    }
}
