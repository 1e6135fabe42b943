//! Values of properties, as the browser computes them.

/// The share of a box that insets of two sides take if nothing is left to read, in per cent.
const WHOLE: f32 = 99.0;

/// The longest side of what is left by a clip that leaves nothing to read, in pixels.
const NOTHING: f32 = 2.0;

/// Returns the number at the beginning of a value such as `16px`.
pub(super) fn number(value: &str) -> Option<f32> {
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '.' | '-' | '+' | 'e');
    let end = value.find(|char| !is_part(char)).unwrap_or(value.len());
    // The unit `em` begins like an exponent; computed values have none.
    value[..end].trim_end_matches('e').parse().ok()
}

/// Returns the opacity that a filter leaves, 0 to 1: that of `opacity(0.5)`.
pub(super) fn opacity_filter(filter: &str) -> Option<f32> {
    let (_, argument) = filter.split_once("opacity(")?;
    let opacity = number(argument)?;
    let is_share = argument.split(')').next().is_some_and(|argument| argument.ends_with('%'));
    Some(if is_share { opacity / 100.0 } else { opacity })
}

/// True if a `clip` or a `clip-path` leaves nothing to read.
pub(super) fn clips_all(clip: &str) -> bool {
    let Some((function, rest)) = clip.split_once('(') else { return false };
    let arguments = rest.split(')').next().unwrap_or_default();
    let parts: Vec<&str> = arguments.split([',', ' ']).filter(|part| !part.is_empty()).collect();
    match function {
        "rect" => is_flat_rectangle(&parts),
        "inset" => is_whole_inset(&parts),
        "circle" | "ellipse" => {
            let radii = parts.iter().take_while(|part| **part != "at");
            let mut radii = radii.filter_map(|part| number(part)).peekable();
            radii.peek().is_some() && radii.any(|radius| radius <= 0.0)
        }
        "polygon" => is_flat_polygon(&parts),
        _ => false,
    }
}

/// True for the sides top, right, bottom and left of a rectangle that is flat or narrow.
fn is_flat_rectangle(parts: &[&str]) -> bool {
    let sides: Vec<f32> = parts.iter().filter_map(|part| number(part)).collect();
    let [top, right, bottom, left] = sides[..] else { return false };
    bottom - top <= NOTHING || right - left <= NOTHING
}

/// True for insets of one to four sides, in per cent, that meet.
fn is_whole_inset(parts: &[&str]) -> bool {
    let sides = parts.iter().take_while(|part| **part != "round");
    let sides: Vec<f32> =
        sides.map(|part| number(part).filter(|_| part.ends_with('%')).unwrap_or(0.0)).collect();
    let side = |at: usize, or: usize| sides.get(at).or_else(|| sides.get(or)).copied();
    let (Some(top), Some(right)) = (side(0, 0), side(1, 0)) else { return false };
    let (bottom, left) = (side(2, 0).unwrap_or(top), side(3, 1).unwrap_or(right));
    top + bottom >= WHOLE || right + left >= WHOLE
}

/// True if all points of a polygon are in one row or column.
fn is_flat_polygon(parts: &[&str]) -> bool {
    let numbers: Vec<f32> = parts
        .iter()
        .skip_while(|part| part.contains('o'))
        .filter_map(|part| number(part))
        .collect();
    let is_even = |from: usize| {
        let mut along = numbers.iter().skip(from).step_by(2);
        let first = along.next();
        first.is_some() && along.all(|of| Some(of) == first)
    };
    is_even(0) || is_even(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_units() {
        for (value, expected) in [
            ("16px", Some(16.0)),
            ("-9999px", Some(-9999.0)),
            ("0.5", Some(0.5)),
            ("1e-05", Some(1e-5)),
            ("auto", None),
            ("2em", Some(2.0)),
        ] {
            assert_eq!(number(value), expected, "{value}");
        }
    }

    #[test]
    fn clips_that_leave_nothing() {
        for (clip, expected) in [
            ("rect(0px, 0px, 0px, 0px)", true),
            ("rect(1px, 1px, 1px, 1px)", true),
            ("rect(0px, 200px, 100px, 0px)", false),
            ("rect(auto, auto, auto, auto)", false),
            ("inset(50%)", true),
            ("inset(100%)", true),
            ("inset(0px 0px 99.9% 99.9%)", true),
            ("inset(0% 0% 100% 0%)", true),
            ("inset(10px)", false),
            ("inset(25%)", false),
            ("circle(0px)", true),
            ("circle(0px at 50% 50%)", true),
            ("circle(40% at 0px 0px)", false),
            ("ellipse(20px 0px)", true),
            ("polygon(0px 0px, 0px 0px, 0px 0px)", true),
            ("polygon(0px 0px, 100% 0px, 100% 100%)", false),
            ("polygon(evenodd, 0px 0px, 100% 0px, 50% 0px)", true),
            ("none", false),
            ("auto", false),
            ("url(\"#a\")", false),
        ] {
            assert_eq!(clips_all(clip), expected, "{clip}");
        }
    }

    #[test]
    fn filters_fade() {
        assert_eq!(opacity_filter("blur(2px) opacity(0)"), Some(0.0));
        assert_eq!(opacity_filter("opacity(50%)"), Some(0.5));
        assert_eq!(opacity_filter("none"), None);
    }
}
