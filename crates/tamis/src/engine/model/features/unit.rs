//! The units of features, and how people write their values.

/// The level that stands for an element that is not around the paragraph.
const NO_LEVEL: f32 = 31.0;

/// The kinds of the innermost element, by number: see `elements::tag`.
pub(super) const TAGS: &[&str] = &[
    "another element",
    "label or option",
    "span or link",
    "div",
    "section or article",
    "heading cell of a table",
    "cell of a table",
    "list item",
    "caption",
    "definition",
    "small heading",
    "second-level heading",
    "main heading",
    "quote",
    "code",
    "p",
];

/// The kinds of the last character, by number: see `text::last_char`.
pub(super) const LAST_CHARS: &[&str] = &[
    "another",
    "a letter",
    "a digit",
    "a comma",
    "a colon",
    "an ellipsis or arrow",
    "a closing bracket or quote",
    "the end of a sentence",
];

/// The headings by their level.
pub(super) const HEADINGS: &[&str] = &["none", "h1", "h2", "h3", "h4", "h5", "h6"];

/// The unit of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A number from 0 on; negative if it is not known.
    Count,
    /// A number of any sign.
    Signed,
    /// 0 to 1; negative if it is not known.
    Share,
    /// 0 or 1.
    Flag,
    /// The number of elements up to one of a kind; [`NO_LEVEL`] if there is none.
    Levels,
    /// The number of a word in a list; negative if it is not known.
    Kind(&'static [&'static str]),
}

impl Unit {
    /// Returns a value as people write it.
    pub(super) fn shown(self, value: f32) -> String {
        match self {
            Unit::Signed => number(value),
            _ if value < 0.0 => "unknown".to_owned(),
            Unit::Share => format!("{} %", number(value * 100.0)),
            Unit::Flag => if value > 0.5 { "yes" } else { "no" }.to_owned(),
            Unit::Levels if value >= NO_LEVEL => "none".to_owned(),
            Unit::Count | Unit::Levels => number(value),
            Unit::Kind(names) => {
                let name = names.iter().zip(0_u8..).find(|&(_, at)| f32::from(at) >= value);
                name.map_or_else(|| number(value), |(&name, _)| name.to_owned())
            }
        }
    }
}

/// Returns the number with one decimal place, if it is small and needs one.
fn number(value: f32) -> String {
    let is_whole = value.abs() >= 100.0 || (value - value.round()).abs() < 0.05;
    // Adding 0 makes -0 positive.
    if is_whole { format!("{}", value.round() + 0.0) } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_their_unit() {
        for (unit, value, expected) in [
            (Unit::Count, 12.0, "12"),
            (Unit::Count, 0.26, "0.3"),
            (Unit::Count, 1234.56, "1235"),
            (Unit::Count, -1.0, "unknown"),
            (Unit::Signed, -4.0, "-4"),
            (Unit::Signed, -0.01, "0"),
            (Unit::Share, 0.5, "50 %"),
            (Unit::Share, 0.123, "12.3 %"),
            (Unit::Share, -1.0, "unknown"),
            (Unit::Flag, 1.0, "yes"),
            (Unit::Flag, 0.0, "no"),
            (Unit::Levels, 2.0, "2"),
            (Unit::Levels, 31.0, "none"),
            (Unit::Kind(TAGS), 15.0, "p"),
            (Unit::Kind(TAGS), 99.0, "99"),
            (Unit::Kind(LAST_CHARS), 7.0, "the end of a sentence"),
            (Unit::Kind(HEADINGS), 6.0, "h6"),
            (Unit::Kind(HEADINGS), -1.0, "unknown"),
            (Unit::Count, f32::NAN, "NaN"),
        ] {
            assert_eq!(unit.shown(value), expected, "{unit:?} {value}");
        }
    }
}
