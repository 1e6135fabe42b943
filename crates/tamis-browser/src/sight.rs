//! Finds the texts that a reader sees.
//!
//! The browser tells where each text is and how it is styled. That a reader sees it follows from
//! the elements around it (their opacity, their clips), from what is painted before it (the colour
//! behind its letters) and after it (what covers it). One pass from the root down keeps what the
//! elements around hand on, as [`Around`]. Then each text is judged by its own place and style.
//!
//! Much that looks hidden is not. A slide that waits next to the window, a text that moves in when
//! the reader comes to it, white letters on a photograph that was not loaded, or the formula that a
//! script has drawn anew: all of these are seen. And a page that would be hidden in large part by
//! one reason is one that this module does not understand, so that the reason does not count there.

mod around;
mod color;
mod values;

use std::collections::HashMap;

use tamis::{Area, Sight};

use self::around::Around;
use self::color::Color;
use self::values::number;
use crate::snapshot::{Boxes, Kind, Nodes, Snapshot};

/// The properties that the browser is asked for, in the order of [`Style`].
pub(crate) const PROPERTIES: [&str; 21] = [
    "visibility",
    "opacity",
    "font-size",
    "-webkit-text-fill-color",
    "background-color",
    "background-image",
    "-webkit-background-clip",
    "overflow-x",
    "overflow-y",
    "clip",
    "clip-path",
    "position",
    "text-shadow",
    "filter",
    "content-visibility",
    "text-indent",
    "transition-duration",
    "animation-name",
    "display",
    "color-scheme",
    "z-index",
];

/// The number of a property in [`PROPERTIES`].
#[derive(Clone, Copy)]
enum Style {
    Visibility,
    Opacity,
    FontSize,
    Fill,
    Background,
    Image,
    BackgroundClip,
    OverflowX,
    OverflowY,
    Clip,
    ClipPath,
    Position,
    Shadow,
    Filter,
    ContentVisibility,
    Indent,
    Transition,
    Animation,
    Display,
    ColorScheme,
    ZIndex,
}

/// The least opacity of letters that can be seen, 0 to 1.
const LEAST_OPACITY: f32 = 0.06;

/// The least ratio of the luminances of letters and of what is behind them that can be seen, as
/// WCAG 2 defines it. The same colour has 1, light grey (#eee) on white 1.16.
const LEAST_CONTRAST: f32 = 1.1;

/// The least height of letters that can be seen, in pixels.
const LEAST_HEIGHT: f32 = 3.0;

/// An indent by which pages move text out of its box or the window, in pixels: they write -999 or
/// 9999, or 100 %.
const FAR_INDENT: f32 = 900.0;

/// The least width of a letter that can be read, in pixels.
const LEAST_WIDTH: f32 = 0.5;

/// The distance next to the window from which nobody scrolls to a text, in pixels.
const FAR: f32 = 3000.0;

/// The most boxes that are considered as covers, the largest first.
const MAX_COVERS: usize = 200;

/// The most texts in the colour of what is behind them whose background is searched among all
/// boxes.
const MAX_SEARCHED: usize = 500;

/// The length of a text that is not hidden by a box without room, in bytes.
const MUCH: usize = 200;

/// A reason why a reader does not see a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It has no box.
    NoBox,
    /// It is set invisible, or in a box without room.
    NoRoom,
    Small,
    Outside,
    Clipped,
    Color,
    Covered,
}

const REASONS: usize = 7;

impl Reason {
    fn sight(self) -> Sight {
        match self {
            Reason::NoBox | Reason::NoRoom => Sight::Absent,
            _ => Sight::Concealed,
        }
    }
}

/// A painted box.
#[derive(Clone, Copy)]
struct Painted {
    area: Area,
    /// The order of painting, and among equals that of the page.
    order: (i64, usize),
    /// `None` for a picture.
    color: Option<Color>,
    covers: bool,
}

/// The boxes that are painted, the topmost last.
struct Paint {
    all: Vec<Painted>,
    /// The largest of those that hide what is below them.
    covers: Vec<Painted>,
}

/// A text that is judged.
struct Judged {
    place: usize,
    reason: Option<Reason>,
    chars: usize,
    /// The box without room that it is in.
    flat: Option<usize>,
}

/// Judges texts, given by their nodes. Returns the area and the sight of each.
pub(crate) fn judge(
    snapshot: &Snapshot,
    nodes: &Nodes,
    boxes: &Boxes,
    texts: &[usize],
) -> Vec<(Area, Sight)> {
    let page = Page { snapshot, nodes, boxes, boxes_of: boxes.by_node(nodes.len()) };
    let around = page.around();
    let paint = page.paint(&around);
    let mut searched = 0;
    let judged = texts.iter().enumerate().map(|(place, &node)| {
        let reason = page.reason(node, &around, &paint, &mut searched);
        let chars = snapshot.text(nodes.value(node)).trim().len();
        Judged { place, reason, chars, flat: around[node].flat }
    });
    let mut judged: Vec<Judged> = judged.collect();
    forgive(&mut judged);
    let sight = |judged: &Judged| {
        let area = page.area(texts[judged.place]).unwrap_or_default();
        (area, judged.reason.map_or(Sight::Seen, Reason::sight))
    };
    judged.iter().map(sight).collect()
}

/// Takes back what a single reason hides if that is more than half of the text, or much text in a
/// box without room: such a box opens, or waits for a style that did not come.
fn forgive(judged: &mut [Judged]) {
    let all: usize = judged.iter().map(|text| text.chars).sum();
    let mut hidden = [0; REASONS];
    let mut in_flat: HashMap<usize, usize> = HashMap::new();
    for text in judged.iter() {
        if let Some(reason) = text.reason {
            hidden[reason as usize] += text.chars;
        }
        if let Some(flat) = text.flat {
            *in_flat.entry(flat).or_default() += text.chars;
        }
    }
    for text in judged {
        let is_folded = text.flat.is_some_and(|flat| in_flat[&flat] >= MUCH);
        text.reason = text.reason.filter(|&reason| {
            hidden[reason as usize] * 2 <= all && !(reason == Reason::NoRoom && is_folded)
        });
    }
}

struct Page<'s> {
    snapshot: &'s Snapshot,
    nodes: &'s Nodes,
    boxes: &'s Boxes,
    /// The box of each node.
    boxes_of: Vec<Option<usize>>,
}

impl<'s> Page<'s> {
    fn style(&self, at: usize, style: Style) -> &'s str {
        self.snapshot.text(self.boxes.style(at, style as usize))
    }

    fn area(&self, node: usize) -> Option<Area> {
        self.boxes_of[node].map(|at| self.boxes.area(at))
    }

    fn name(&self, node: usize) -> &'s str {
        self.snapshot.text(self.nodes.name(node))
    }

    /// Returns the boxes that are painted.
    fn paint(&self, around: &[Around]) -> Paint {
        let painted = (0..self.nodes.len()).filter_map(|node| {
            let at = self.boxes_of[node].filter(|_| self.nodes.kind(node) == Kind::Element)?;
            let area = self.boxes.area(at);
            let is_picture =
                matches!(self.name(node), "IMG" | "VIDEO" | "CANVAS" | "svg" | "IFRAME" | "OBJECT");
            let has_image = !matches!(self.style(at, Style::Image), "" | "none");
            let color = Color::of(self.style(at, Style::Background)).filter(|of| !of.is_clear());
            let is_shown = self.style(at, Style::Visibility) != "hidden";
            if area.is_empty() || !is_shown || !(is_picture || has_image || color.is_some()) {
                return None;
            }
            let own = &around[node];
            let is_whole = own.opacity >= 1.0 - LEAST_OPACITY && own.clipped.is_none();
            let is_opaque =
                is_picture && self.name(node) != "svg" || color.is_some_and(Color::is_opaque);
            Some(Painted {
                area,
                order: (self.boxes.paint_order(at), node),
                color: color.filter(|_| !is_picture && !has_image),
                covers: is_whole && is_opaque && !own.is_fixed && !own.is_moving,
            })
        });
        let mut all: Vec<Painted> = painted.collect();
        all.sort_by_key(|of| of.order);
        let mut covers: Vec<Painted> = all.iter().copied().filter(|of| of.covers).collect();
        covers.sort_by(|one, other| size(other).total_cmp(&size(one)));
        covers.truncate(MAX_COVERS);
        Paint { all, covers }
    }

    /// Returns the reason why a reader does not see a text, if there is one.
    fn reason(
        &self,
        node: usize,
        around: &[Around],
        paint: &Paint,
        searched: &mut usize,
    ) -> Option<Reason> {
        let own = &around[node];
        if own.is_drawn_anew {
            return None;
        }
        let Some(at) = self.boxes_of[node] else {
            return (!own.is_deferred).then_some(Reason::NoBox);
        };
        if own.is_deferred && self.boxes.area(at).is_empty() {
            return None;
        }
        if matches!(self.style(at, Style::Visibility), "hidden" | "collapse") {
            return Some(Reason::NoRoom);
        }
        if own.clipped.is_some() {
            return own.clipped;
        }
        let area = self.boxes.area(at);
        let is_small = |size: Option<f32>| size.is_some_and(|size| size < LEAST_HEIGHT);
        let font_size = number(self.style(at, Style::FontSize));
        let chars = self.snapshot.text(self.nodes.value(node)).trim().chars().count() as f32;
        // Letters that lie on each other have a place, but next to no width.
        let is_one_line = font_size.is_some_and(|size| area.height < 2.0 * size);
        if area.is_empty()
            || area.height < LEAST_HEIGHT
            || is_small(font_size)
            || is_one_line && area.width < LEAST_WIDTH * chars
        {
            return Some(Reason::Small);
        }
        if self.is_outside(at, own, area) {
            return Some(Reason::Outside);
        }
        if self.is_invisible(at, node, own, paint, searched) {
            return Some(Reason::Color);
        }
        self.is_covered(at, area, paint).then_some(Reason::Covered)
    }

    /// True for a text to which nobody can scroll. In a box of its own, what is next to the window
    /// may be a slide that comes later; what is far away, or above the page, never comes.
    fn is_outside(&self, at: usize, own: &Around, area: Area) -> bool {
        if is_far_indent(self.style(at, Style::Indent), own.is_in_frame) {
            return true;
        }
        let window = self.boxes.window();
        let (right, beyond) = (area.left + area.width, area.left - window.width);
        if area.top + area.height <= 0.0 || right <= -FAR || beyond >= FAR {
            return true;
        }
        !own.is_in_frame && (right <= 0.0 || own.is_placed && beyond >= 0.0)
    }

    /// True if letters have the colour of what is behind them.
    fn is_invisible(
        &self,
        at: usize,
        node: usize,
        own: &Around,
        paint: &Paint,
        searched: &mut usize,
    ) -> bool {
        let style = |style| self.style(at, style);
        let Some(fill) = Color::of(style(Style::Fill)) else { return false };
        let has_shadow = !matches!(style(Style::Shadow), "" | "none");
        let opacity = if own.is_moving { 1.0 } else { own.opacity };
        if opacity < LEAST_OPACITY {
            return true;
        }
        if own.is_cut_out || has_shadow {
            return false;
        }
        let fill = fill.faded(opacity);
        if fill.opacity() < LEAST_OPACITY {
            return true;
        }
        let is_like = |behind: Color| fill.over(behind).contrast(behind) < LEAST_CONTRAST;
        if own.is_on_image || !is_like(own.behind) || *searched >= MAX_SEARCHED {
            return false;
        }
        *searched += 1;
        // The background may be the box of another element, such as a picture that is placed there.
        let (area, order) = (self.boxes.area(at), self.boxes.paint_order(at));
        let below = paint.all.iter().rev().filter(|of| of.order <= (order, node));
        let mut below = below.filter(|of| contains(of.area, area));
        match below.next() {
            Some(Painted { color: Some(color), .. }) if color.is_opaque() => is_like(*color),
            Some(Painted { color: Some(_), .. }) => below.all(|of| of.color.is_some()),
            Some(_) => false,
            None => true,
        }
    }

    fn is_covered(&self, at: usize, area: Area, paint: &Paint) -> bool {
        let order = self.boxes.paint_order(at);
        paint.covers.iter().any(|of| of.order.0 > order && contains(of.area, area))
    }
}

/// True for an indent that moves text out of the window, or to the right out of a box that clips.
fn is_far_indent(indent: &str, is_clipped: bool) -> bool {
    let Some(distance) = number(indent) else { return false };
    let far = if indent.ends_with('%') { 100.0 } else { FAR_INDENT };
    distance <= -far || is_clipped && distance >= far
}

fn size(painted: &Painted) -> f32 {
    painted.area.width * painted.area.height
}

/// True if a rectangle contains another, up to a pixel.
fn contains(outer: Area, inner: Area) -> bool {
    outer.left <= inner.left + 1.0
        && outer.top <= inner.top + 1.0
        && outer.left + outer.width >= inner.left + inner.width - 1.0
        && outer.top + outer.height >= inner.top + inner.height - 1.0
}
