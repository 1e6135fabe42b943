//! The properties that a text gets from the elements around it: opacity, clips, background.

use super::color::Color;
use super::values::{clips_all, number, opacity_filter};
use super::{Page, Reason, Style};
use crate::snapshot::Kind;

/// The largest side of a box that shows nothing of what it clips, in pixels.
const NO_ROOM: f32 = 3.0;

/// The properties that a node gets from itself and the elements around it.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) opacity: f32,
    /// True if it may appear by itself.
    pub(super) is_moving: bool,
    /// True if no box is made before the reader comes to it.
    pub(super) is_deferred: bool,
    /// True if its text stands for something that is drawn in its place.
    pub(super) is_drawn_anew: bool,
    /// The reason why a clip hides it.
    pub(super) clipped: Option<Reason>,
    /// The outermost element around it whose box has no room.
    pub(super) flat: Option<usize>,
    /// True if the clip also holds for elements that are placed.
    clip_holds_placed: bool,
    /// True if it is in a box of its own that clips or scrolls.
    pub(super) is_in_frame: bool,
    pub(super) is_placed: bool,
    pub(super) is_fixed: bool,
    /// True if a background is painted after what has a negative `z-index`.
    is_on_paper: bool,
    /// The colour behind it.
    pub(super) behind: Color,
    /// True if a picture is behind it, whose colours nobody knows.
    pub(super) is_on_image: bool,
    /// True if letters are cut out of their background.
    pub(super) is_cut_out: bool,
}

impl Page<'_> {
    /// Returns what is around each node, with the node itself.
    pub(super) fn around(&self) -> Vec<Around> {
        let mut all: Vec<Around> = Vec::with_capacity(self.nodes.len());
        let root = Around {
            opacity: 1.0,
            is_moving: false,
            is_deferred: false,
            is_drawn_anew: false,
            clipped: None,
            flat: None,
            clip_holds_placed: false,
            is_in_frame: false,
            is_placed: false,
            is_fixed: false,
            is_on_paper: false,
            behind: self.canvas(),
            is_on_image: false,
            is_cut_out: false,
        };
        for node in 0..self.nodes.len() {
            let parent = self.nodes.parent(node).map_or(root, |parent| all[parent]);
            all.push(match self.nodes.kind(node) {
                Kind::Element => self.within(node, parent),
                _ => parent,
            });
        }
        all
    }

    /// Returns the colour behind the whole page.
    fn canvas(&self) -> Color {
        let root = (0..self.nodes.len()).find(|&node| self.name(node) == "HTML");
        let scheme = root.and_then(|node| self.boxes_of[node]);
        match scheme.map(|at| self.style(at, Style::ColorScheme)) {
            Some("dark" | "only dark" | "dark only") => Color::DARK,
            _ => Color::WHITE,
        }
    }

    /// Returns what an element hands on.
    fn within(&self, node: usize, parent: Around) -> Around {
        let name = self.name(node);
        let mut own = parent;
        own.is_drawn_anew |= matches!(name, "math" | "RP")
            || name.eq_ignore_ascii_case("mjx-assistive-mml")
            || name.eq_ignore_ascii_case("annotation");
        let Some(at) = self.boxes_of[node] else { return own };
        let style = |style| self.style(at, style);
        own.opacity *= number(style(Style::Opacity)).unwrap_or(1.0);
        own.opacity *= opacity_filter(style(Style::Filter)).unwrap_or(1.0);
        own.is_moving |= style(Style::Transition)
            .split(',')
            .any(|time| number(time.trim()).is_some_and(|time| time > 0.0))
            || !matches!(style(Style::Animation), "" | "none");
        own.is_deferred |= style(Style::ContentVisibility) == "auto";
        let position = style(Style::Position);
        if matches!(position, "absolute" | "fixed") {
            own.is_placed = true;
            own.is_fixed |= position == "fixed";
            if !own.clip_holds_placed || position == "fixed" {
                (own.clipped, own.is_in_frame) = (None, false);
            }
        }
        own.is_fixed |= position == "sticky";
        if !matches!(name, "HTML" | "BODY") {
            self.clip(node, at, position, &mut own);
        }
        if clips_all(style(Style::Clip)) && own.is_placed || clips_all(style(Style::ClipPath)) {
            (own.clipped, own.clip_holds_placed) = (Some(Reason::Clipped), true);
        }
        if let Some(index) = number(style(Style::ZIndex)).filter(|_| position != "static") {
            if index < 0.0 && own.is_on_paper {
                (own.clipped, own.clip_holds_placed) = (Some(Reason::Covered), true);
            }
            own.is_on_paper = false;
        }
        own.is_cut_out |= style(Style::BackgroundClip) == "text";
        if let Some(color) = Color::of(style(Style::Background)) {
            own.behind = color.over(own.behind);
            own.is_on_paper |= color.is_opaque() && !matches!(name, "HTML" | "BODY");
            own.is_on_image &= !color.is_opaque();
        }
        own.is_on_image |= !matches!(style(Style::Image), "" | "none");
        own
    }

    /// Adds the clip of an element's own box.
    fn clip(&self, node: usize, at: usize, position: &str, own: &mut Around) {
        let style = |style| self.style(at, style);
        let cuts = |overflow: &str| matches!(overflow, "hidden" | "clip");
        let (x, y) = (style(Style::OverflowX), style(Style::OverflowY));
        if matches!((x, y), ("visible" | "", "visible" | "")) || style(Style::Display) == "inline" {
            return;
        }
        let area = self.boxes.area(at);
        let is_narrow = cuts(x) && area.width <= NO_ROOM;
        let is_flat = cuts(y) && area.height <= NO_ROOM;
        own.is_in_frame |= !is_narrow && !is_flat;
        own.clip_holds_placed = position != "static";
        match (is_narrow, is_flat) {
            (true, true) => own.clipped = Some(Reason::Clipped),
            (false, false) => {}
            _ => {
                own.clipped = own.clipped.or(Some(Reason::NoRoom));
                own.flat = own.flat.or(Some(node));
            }
        }
    }
}
