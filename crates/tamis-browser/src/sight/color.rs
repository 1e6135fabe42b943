//! Colours, as the browser computes them.

use super::values::number;

/// A colour: red, green, blue and opacity, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Color([f32; 4]);

/// The least opacity of what hides everything behind it.
const OPAQUE: f32 = 0.95;

impl Color {
    pub(super) const WHITE: Color = Color([1.0, 1.0, 1.0, 1.0]);

    /// The background of a page in a dark scheme. Source: Chromium.
    pub(super) const DARK: Color = Color([0.07, 0.07, 0.07, 1.0]);

    /// Returns a computed colour: `rgb(0, 0, 0)`, `rgba(0, 0, 0, 0.5)` or
    /// `color(srgb 0 0 0 / 0.5)`. `None` for other spaces of colours.
    pub(super) fn of(text: &str) -> Option<Color> {
        let (function, rest) = text.split_once('(')?;
        let scale = match function {
            "rgb" | "rgba" => 255.0,
            "color" => 1.0,
            _ => return None,
        };
        let rest = rest.strip_suffix(')')?;
        let rest = if function == "color" { rest.strip_prefix("srgb ")? } else { rest };
        let mut parts = rest.split([',', ' ', '/']).filter(|part| !part.is_empty()).map(number);
        let mut part = || parts.next().flatten().map(|part: f32| (part / scale).clamp(0.0, 1.0));
        let (red, green, blue) = (part()?, part()?, part()?);
        let opacity = parts.next().unwrap_or(Some(1.0))?;
        Some(Color([red, green, blue, opacity.clamp(0.0, 1.0)]))
    }

    pub(super) fn opacity(self) -> f32 {
        self.0[3]
    }

    pub(super) fn is_opaque(self) -> bool {
        self.opacity() >= OPAQUE
    }

    pub(super) fn is_clear(self) -> bool {
        self.opacity() <= 1.0 - OPAQUE
    }

    /// Returns the colour with this share of its opacity.
    pub(super) fn faded(self, opacity: f32) -> Color {
        let [red, green, blue, own] = self.0;
        Color([red, green, blue, own * opacity])
    }

    /// Returns what is seen of this colour and of the opaque one behind it.
    pub(super) fn over(self, behind: Color) -> Color {
        let mixed = |at: usize| self.0[at] * self.0[3] + behind.0[at] * (1.0 - self.0[3]);
        Color([mixed(0), mixed(1), mixed(2), 1.0])
    }

    /// Returns the contrast of two opaque colours, 1 to 21. Source: WCAG 2.2, contrast ratio.
    pub(super) fn contrast(self, other: Color) -> f32 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(self) -> f32 {
        let linear = |part: f32| {
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue, _] = self.0;
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Color {
        Color::of(text).unwrap()
    }

    #[test]
    fn colours_are_read() {
        assert_eq!(color("rgb(255, 255, 255)"), Color::WHITE);
        assert_eq!(color("color(srgb 1 1 1)"), Color::WHITE);
        assert!(color("rgba(0, 0, 0, 0)").is_clear());
        assert!((color("color(srgb 1 0 0 / 0.5)").opacity() - 0.5).abs() < 1e-6);
        assert_eq!(Color::of("oklch(0.7 0.1 200)"), None);
        assert_eq!(Color::of("red"), None);
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let black = color("rgb(0, 0, 0)");
        assert!((black.contrast(Color::WHITE) - 21.0).abs() < 0.01);
        assert!((color("rgb(238, 238, 238)").contrast(Color::WHITE) - 1.16).abs() < 0.01);
        assert!((Color::WHITE.contrast(Color::WHITE) - 1.0).abs() < 1e-6);
        let faded = black.faded(0.5).over(Color::WHITE);
        assert_eq!(faded, color("rgb(127.5, 127.5, 127.5)"));
    }
}
