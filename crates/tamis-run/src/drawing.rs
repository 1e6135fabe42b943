//! Pages that a browser draws first.
//!
//! This crate knows no browser. Whoever has one gives it to the [settings](crate::settings) as a
//! [`Drawer`].

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tamis::{Extraction, Layout, Outcome};

use crate::failure::{Failure, FailureKind};

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

impl Render {
    /// True if a page is drawn that was sent like this.
    pub fn is_for(self, sent: &Extraction) -> bool {
        match self {
            Render::Never => false,
            Render::Auto => needs_a_browser(sent),
            Render::Always => true,
        }
    }
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

    /// Draws a page, and then the further parts of its story, to which its button "next" leads.
    /// Gives each to `each`, until that returns false or there are no more. Without such buttons,
    /// this is the page alone.
    ///
    /// # Errors
    ///
    /// If it cannot, with the reason as a sentence. The parts before that were given.
    fn draw_parts(
        &self,
        url: &str,
        bytes: &[u8],
        content_type: &str,
        each: &mut dyn FnMut(DrawnPage) -> bool,
    ) -> Result<(), String> {
        each(self.draw(url, bytes, content_type)?);
        Ok(())
    }
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

/// A page as a server sent it.
#[derive(Clone, Copy, Debug)]
pub struct SentPage<'p> {
    /// Its address.
    pub url: &'p str,
    /// Its bytes.
    pub bytes: &'p [u8],
    /// The encoding that the server named.
    pub charset: Option<&'p str>,
}

/// What was read of a page: as it was sent, or as a browser shows it.
#[derive(Clone, Debug)]
pub struct Taken<T> {
    /// What was read.
    pub reading: T,
    /// True if it is what a browser shows.
    pub is_drawn: bool,
    /// A doubt about it, as a sentence.
    pub warning: Option<String>,
}

/// True for the address of a page that can be drawn.
pub fn is_on_web(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

impl Drawing {
    /// True if a page is drawn that was sent like this.
    pub fn is_for(&self, sent: &Extraction) -> bool {
        self.render.is_for(sent)
    }

    /// Draws a page, reads it, and returns what is to be taken of the two readings. `sent` is the
    /// one of the page as it was sent, `read` makes the other one, and `is_content` says if a
    /// reading has content.
    ///
    /// `read` takes a page that is drawn, and the reading so far if the page is a further part of
    /// the same story. It returns the reading with that part, and if the next part is wanted.
    ///
    /// For example, a page may show less than it was sent with, such as a notice about cookies;
    /// then what was sent is taken, unless all pages are to be drawn.
    ///
    /// # Errors
    ///
    /// If the page must be drawn and cannot be, or `read` fails.
    pub fn take<T>(
        &self,
        page: &SentPage<'_>,
        sent: T,
        is_content: impl Fn(&T) -> bool,
        mut read: impl FnMut(Option<T>, DrawnPage) -> Result<(T, bool), Failure>,
    ) -> Result<Taken<T>, Failure> {
        let charset = page.charset.map(|charset| format!("; charset={charset}"));
        let content_type = format!("text/html{}", charset.unwrap_or_default());
        let mut so_far: Option<Result<T, Failure>> = None;
        let mut warning = None;
        let mut each = |shown: DrawnPage| {
            if so_far.is_none() && !shown.is_settled {
                warning = Some("the page did not come to rest in the browser".to_owned());
            }
            let (reading, is_more_wanted) = match so_far.take().transpose() {
                Ok(before) => match read(before, shown) {
                    Ok((reading, is_more_wanted)) => (Ok(reading), is_more_wanted),
                    Err(failure) => (Err(failure), false),
                },
                Err(failure) => (Err(failure), false),
            };
            so_far = Some(reading);
            is_more_wanted
        };
        let drawn = self.drawer.draw_parts(page.url, page.bytes, &content_type, &mut each);
        let reading = match (so_far, drawn) {
            (Some(reading), drawn) => {
                if let Err(reason) = drawn {
                    warning = Some(format!("further parts of the page are missing: {reason}"));
                }
                reading?
            }
            (None, Ok(())) => return Ok(Taken { reading: sent, is_drawn: false, warning: None }),
            (None, Err(reason)) if self.render == Render::Auto => {
                let warning = Some(format!("no browser could draw the page: {reason}"));
                return Ok(Taken { reading: sent, is_drawn: false, warning });
            }
            (None, Err(reason)) => return Err(Failure::new(FailureKind::Drawing, reason)),
        };
        if self.render == Render::Auto && is_content(&sent) && !is_content(&reading) {
            return Ok(Taken { reading: sent, is_drawn: false, warning: None });
        }
        Ok(Taken { reading, is_drawn: true, warning })
    }
}

/// True if a page may have its content in a browser only.
fn needs_a_browser(extraction: &Extraction) -> bool {
    let signals = extraction.signals();
    signals.needs_javascript.is_set()
        || matches!(
            extraction.outcome(),
            Outcome::NeedsJavascript
                | Outcome::NothingSelected
                | Outcome::NoText
                | Outcome::NoContent
        )
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing").field("render", &self.render).finish_non_exhaustive()
    }
}
