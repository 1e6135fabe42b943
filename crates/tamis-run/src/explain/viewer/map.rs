//! A picture of where paragraphs are on the page, if a browser has drawn it.

use std::fmt::Write as _;

use tamis::{Area, ExplainedParagraph};

use super::View;

/// The least width of the picture, in pixels of the page: that of the window it was drawn in.
const WIDTH: f32 = 1280.0;

/// The largest width and height of the picture. What is farther away is not drawn.
const MAX_WIDTH: f32 = 4.0 * WIDTH;
const MAX_HEIGHT: f32 = 100_000.0;

/// Returns where a paragraph is drawn in the picture.
fn place(of: &ExplainedParagraph<'_>) -> Option<Area> {
    of.area.filter(|area| {
        let (right, bottom) = (area.left + area.width, area.top + area.height);
        right > 0.0 && bottom > 0.0 && right <= MAX_WIDTH && bottom <= MAX_HEIGHT
    })
}

impl View<'_> {
    /// Returns the picture: a rectangle for each paragraph, which leads to it.
    pub(super) fn map(&self) -> String {
        let (mut rectangles, mut width, mut height) = (String::new(), WIDTH, 0.0_f32);
        for (index, of) in self.paragraphs_shown().iter().enumerate() {
            let Some(area) = place(of) else { continue };
            width = width.max(area.left + area.width);
            height = height.max(area.top + area.height);
            let state = match (of.hidden, of.kept) {
                (true, _) => "hidden",
                (false, true) => "kept",
                (false, false) => "dropped",
            };
            let _ = write!(
                rectangles,
                "<a href=\"#p{index}\" aria-label=\"paragraph {}, {state}\"><rect class=\"{state}\" \
                 data-paragraph=\"{index}\" x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" \
                 height=\"{:.0}\"/></a>",
                index + 1,
                area.left,
                area.top,
                area.width.max(1.0),
                area.height.max(1.0)
            );
        }
        if rectangles.is_empty() {
            return rectangles;
        }
        format!(
            "<details class=\"about\"><summary>Places</summary><p class=\"source\">Where paragraphs \
             are on the page: filled ones are kept, dashed ones nobody sees.</p><svg class=\"map\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"group\" \
             aria-label=\"Where paragraphs are on the page\">{rectangles}</svg></details>"
        )
    }
}
