//! Text that an inline style makes unreadable without hiding it.
//!
//! Pages hide text from people and show it to programs: instructions for a model that reads the
//! page, or words for a search engine. `display: none` is only one way. Others are a font of no
//! size, letters in the colour of their background, no opacity, a place far outside of the window,
//! a clip or a box that leaves nothing, and a dialogue that is closed. Here are those that an
//! element states alone: for example, `<p style="color: #fff; background: white">`.
//!
//! Rules of the page's style sheets are not read: whether they hold depends on the window, on
//! scripts and on files that are not here.

use tamis_dom::{Document, NodeId, name};

use super::style::Words;

/// The properties of which one is in a style that conceals.
static PROPERTIES: Words =
    Words::new(&["font-size", "color", "clip", "indent", "position", "opacity", "overflow"]);

/// What is in the style of an element that appears when the reader comes to it.
static MOVING: Words =
    Words::new(&["transform", "transition", "animation", "will-change", "filter"]);

/// The largest opacity that nobody sees.
const FADED: f32 = 0.01;

/// The largest size of letters that nobody can read, in pixels or points.
const UNREADABLE_SIZE: f32 = 1.0;

/// The distance from which a place is outside of every window. Pages write -999, -5000 or -9999
/// pixels.
const FAR_PX: f32 = -999.0;
/// The same in letters.
const FAR_EM: f32 = -60.0;

/// The share of a box that a clip cuts off at each side if nothing is left, in per cent.
const ALL_CLIPPED: f32 = 50.0;

/// The most elements in a concealed one that are searched for styles of their own.
const SEARCHED: usize = 64;

/// The attributes by which an element in a concealed one may show its text again.
const RESTORING: [tamis_dom::Name; 3] = [name::CLASS, name::STYLE, name::COLOR];

/// True if an element makes all of its text unreadable by its inline style, or is a closed
/// dialogue.
pub(crate) fn is_unseen(document: &Document, id: NodeId) -> bool {
    if document.is_html(id, name::DIALOG) && document.attr(id, name::OPEN).is_none() {
        return true;
    }
    let Some(style) = document.attr(id, name::STYLE) else { return false };
    if !PROPERTIES.are_in(style) {
        return false;
    }
    let style = Style(style);
    style.is_far()
        || style.is_cut_off()
        || style.is_faded()
        || style.has_no_letters() && !restores(document, id)
}

/// True if an element in another one may have a size or a colour of its own.
fn restores(document: &Document, id: NodeId) -> bool {
    let mut within = document.elements(id).skip(1).take(SEARCHED);
    within.any(|id| document.attrs(id).iter().any(|of| RESTORING.contains(&of.name())))
}

/// An inline style.
#[derive(Clone, Copy)]
struct Style<'s>(&'s str);

impl<'s> Style<'s> {
    /// Returns the value of a property: the last one, without its importance.
    fn value(self, wanted: &str) -> Option<&'s str> {
        let rules = self.0.split(';').rev().filter_map(|rule| rule.split_once(':'));
        let mut values = rules.filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
        values.next().map(|(_, value)| value.split('!').next().unwrap_or_default().trim())
    }

    /// True if its letters have no size, or the colour of what is behind them.
    fn has_no_letters(self) -> bool {
        let is_tiny = self.value("font-size").and_then(length).is_some_and(|(number, unit)| {
            number == 0.0 || number <= UNREADABLE_SIZE && matches!(unit, "px" | "pt")
        });
        is_tiny || self.has_hidden_color()
    }

    fn has_hidden_color(self) -> bool {
        let Some(letters) = self.value("color").and_then(Color::of) else { return false };
        if letters.is_transparent() {
            // Letters that are cut out of their background, or that have a shadow, show.
            return ["background-clip", "text-fill-color", "text-shadow", "text-stroke"]
                .iter()
                .all(|shown| !self.0.to_ascii_lowercase().contains(shown));
        }
        let behind = self.value("background-color").or_else(|| self.value("background"));
        behind.and_then(Color::of) == Some(letters)
    }

    /// True if its place is far outside of the window.
    fn is_far(self) -> bool {
        let is_far = |property| {
            self.value(property).and_then(length).is_some_and(|(number, unit)| match unit {
                "px" => number <= FAR_PX,
                "em" | "rem" => number <= FAR_EM,
                _ => false,
            })
        };
        is_far("text-indent")
            || self.is_placed() && ["left", "top", "right", "bottom"].into_iter().any(is_far)
    }

    fn is_placed(self) -> bool {
        let position = self.value("position");
        position
            .is_some_and(|of| ["absolute", "fixed"].iter().any(|is| of.eq_ignore_ascii_case(is)))
    }

    /// True if it is transparent, and nothing says that a script or an animation will show it.
    fn is_faded(self) -> bool {
        let opacity = self.value("opacity").and_then(|value| value.parse::<f32>().ok());
        opacity.is_some_and(|opacity| opacity <= FADED) && !MOVING.are_in(self.0)
    }

    /// True if a clip, or a box without a height, leaves nothing of it.
    fn is_cut_off(self) -> bool {
        let is_zero = |property| {
            self.value(property).and_then(length).is_some_and(|(number, _)| number == 0.0)
        };
        let is_cut = self.value("overflow").is_some_and(|of| of.eq_ignore_ascii_case("hidden"));
        is_cut && ["height", "max-height", "width", "max-width"].into_iter().any(is_zero)
            || self.is_clipped()
    }

    fn is_clipped(self) -> bool {
        let arguments = |value: &'s str, function: &str| {
            let rest = value.get(..function.len()).filter(|of| of.eq_ignore_ascii_case(function));
            rest.map(|_| value[function.len()..].trim_end_matches(')'))
        };
        let parts = |text: &'s str| text.split([',', ' ']).filter(|part| !part.is_empty());
        let rect = self.value("clip").and_then(|value| arguments(value, "rect("));
        let inset = self.value("clip-path").and_then(|value| arguments(value, "inset("));
        let is_nothing = |part| length(part).is_some_and(|(number, _)| number <= 1.0);
        let is_all =
            |part| length(part).is_some_and(|(number, unit)| unit == "%" && number >= ALL_CLIPPED);
        self.is_placed() && rect.is_some_and(|rect| parts(rect).all(is_nothing))
            || inset.is_some_and(|inset| parts(inset).next().is_some_and(is_all))
    }
}

/// Returns the number and the unit of a length, for example `-999` and `px`.
fn length(value: &str) -> Option<(f32, &str)> {
    let end = value.find(|char: char| !matches!(char, '0'..='9' | '.' | '-' | '+'));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    Some((number.parse().ok()?, unit.trim()))
}

/// A colour, with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Color([u8; 4]);

impl Color {
    /// Returns the colour at the beginning of a value: a number in hexadecimal, `rgb()`, or one of
    /// the names that pages give to letters.
    fn of(value: &str) -> Option<Color> {
        let value = value.to_ascii_lowercase();
        if let Some(digits) = value.strip_prefix('#') {
            return Color::of_digits(digits.split(' ').next()?);
        }
        if let Some(rest) = value.strip_prefix("rgba(").or_else(|| value.strip_prefix("rgb(")) {
            let rest = rest.split(')').next()?;
            let mut parts = rest.split([',', ' ', '/']).filter(|part| !part.is_empty());
            let mut byte = || parts.next()?.parse().ok();
            let (red, green, blue) = (byte()?, byte()?, byte()?);
            let opacity: f32 = parts.next().map_or(Some(1.0), |part| part.parse().ok())?;
            return Some(Color([red, green, blue, if opacity == 0.0 { 0 } else { u8::MAX }]));
        }
        match value.split(' ').next()? {
            "white" => Some(Color([255, 255, 255, 255])),
            "black" => Some(Color([0, 0, 0, 255])),
            "transparent" => Some(Color([0, 0, 0, 0])),
            _ => None,
        }
    }

    fn of_digits(digits: &str) -> Option<Color> {
        let digit = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok();
        let short = |at: usize| digit(at).map(|of| of * 17);
        let long = |at: usize| Some(digit(2 * at)? * 16 + digit(2 * at + 1)?);
        match digits.len() {
            3 => Some(Color([short(0)?, short(1)?, short(2)?, 255])),
            4 => Some(Color([short(0)?, short(1)?, short(2)?, short(3)?])),
            6 => Some(Color([long(0)?, long(1)?, long(2)?, 255])),
            8 => Some(Color([long(0)?, long(1)?, long(2)?, long(3)?])),
            _ => None,
        }
    }

    fn is_transparent(self) -> bool {
        self.0[3] == 0
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, expected: bool) {
        let document = Parser::default().parse(html);
        let root = document.root().unwrap();
        let styled = document.elements(root).find(|&id| document.attr(id, name::STYLE).is_some());
        assert_eq!(is_unseen(&document, styled.unwrap()), expected, "{html}");
    }

    #[test]
    fn styles_that_conceal() {
        for style in [
            "font-size:0",
            "line-height: 0; FONT-SIZE: 0px !important",
            "font-size: 1px",
            "color:#fff;background:#ffffff",
            "color: white; background-color: rgb(255, 255, 255)",
            "background: #000 url(a.png); color: black",
            "color: transparent",
            "color: rgba(0, 0, 0, 0)",
            "position:absolute;left:-9999px",
            "position: fixed; top: -100em",
            "text-indent: -9999px",
            "position: absolute; clip: rect(0 0 0 0)",
            "position:absolute; clip: rect(1px, 1px, 1px, 1px)",
            "clip-path: inset(100%)",
            "opacity: 0",
            "OPACITY:0.0",
            "height:0;overflow:hidden",
            "max-height: 0px; overflow: hidden",
        ] {
            check(&format!("<p style='{style}'>text <b>and more</b>"), true);
        }
    }

    #[test]
    fn styles_that_do_not() {
        for style in [
            "",
            "font-size: 10px",
            "font-size: 0.8em",
            "font-size: small",
            "font-size: 1em",
            "color: #fff",
            "color: white; background: navy",
            "color: #fff; background: linear-gradient(red, blue)",
            "color: transparent; -webkit-background-clip: text",
            "left: -9999px",
            "position: relative; left: -9999px",
            "position: absolute; left: -20px",
            "text-indent: -2em",
            "position: absolute; clip: rect(0, auto, auto, 0)",
            "clip-path: inset(0 0 10px 0)",
            "background-color: #fff",
            "opacity: 0; transform: translateY(20px)",
            "opacity: 0; transition: opacity 1s",
            "opacity: 0.5",
            "overflow: hidden",
            "height: 0",
        ] {
            check(&format!("<p style='{style}'>text"), false);
        }
        // What is inside may have a size of its own, as in the tables of letters.
        check("<p style='font-size:0'>text <span style='font-size:16px'>shown</span>", false);
        check("<p style='color:transparent'>text <span class=a>shown</span>", false);
        check("<p style='position:absolute;left:-9999px'><b class=a>text</b>", true);
    }
}
