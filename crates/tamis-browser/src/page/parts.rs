//! The further parts of a story, behind a button that only scripts follow.
//!
//! Some sites cut a story into pages, and the button to the next one is no link: a script takes the
//! text of the next page into the place of the first, or adds it below. Where there is a link, it
//! is better to fetch the page that it leads to, as for any other page; so after a click no other
//! page is opened.
//!
//! `next.js` chooses the button by its label and its place. For example, "Weiter" below an article
//! is clicked, but not "Weiter" in a dialogue about cookies, and not "Next" next to the pictures of
//! a gallery.

use std::time::Instant;

use serde_json::Value;

use super::Page;
use super::rest::End;
use crate::error::Result;
use crate::order::Drawn;

/// Finds the button to the next part and clicks it. It is called with what buttons say.
const NEXT: &str = include_str!("next.js");

impl Page<'_> {
    /// Gives the further parts of the story to `each`, until that returns false or there is no
    /// button.
    pub(super) fn follow(
        &mut self,
        labels: &[String],
        each: &mut dyn FnMut(Drawn) -> bool,
    ) -> Result<()> {
        self.is_followed = true;
        let click = format!("({NEXT})({})", Value::from(labels));
        // A page that is busy does not answer any more.
        while !self.is_busy && self.evaluate::<bool>(&click)? == Some(true) {
            self.seen.last_request = Instant::now();
            let end = self.wait(self.until.min(Instant::now() + self.config.settle))?;
            let drawn = self.capture(end != End::Late)?;
            if !each(drawn) {
                break;
            }
        }
        Ok(())
    }
}
