//! Parsers of numbers within a range. Their errors name the range.

use std::ops::RangeInclusive;

use clap::builder::TypedValueParser;

/// A parser of finite numbers in this range.
pub fn number(range: RangeInclusive<f64>) -> impl TypedValueParser<Value = f64> {
    clap::builder::StringValueParser::new().try_map(move |text: String| {
        let value = text.parse::<f64>().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| format!("expected a number {}", words(&range)))
    })
}

/// The range in words, without an end that is not a limit.
fn words(range: &RangeInclusive<f64>) -> String {
    let (low, high) = (range.start(), range.end());
    match (*low > f64::MIN, *high < f64::MAX) {
        (true, true) => format!("from {low} to {high}"),
        (true, false) => format!("of at least {low}"),
        (false, true) => format!("of at most {high}"),
        (false, false) => "such as 0.5".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_words() {
        for (range, expected) in [
            (0.0..=1.0, "from 0 to 1"),
            (0.5..=f64::MAX, "of at least 0.5"),
            (f64::MIN..=2.0, "of at most 2"),
            (f64::MIN..=f64::MAX, "such as 0.5"),
        ] {
            assert_eq!(words(&range), expected);
        }
    }
}
