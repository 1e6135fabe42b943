//! The attribute `srcset`.
//!
//! Source: HTML standard, 4.8.4.2.1 "Parsing a srcset attribute".

/// The declared size of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// The width in pixels.
    Width(u32),
    /// The image's pixels per CSS pixel, in thousandths.
    Density(u32),
}

impl Size {
    /// The size of a candidate without a descriptor, and of an image without a `srcset`.
    pub(crate) const PLAIN: Size = Size::Density(1000);
}

/// Returns the candidates in order. Candidates with invalid descriptors are left out.
pub(crate) fn candidates(srcset: &str) -> impl Iterator<Item = (&str, Size)> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
            if rest.is_empty() {
                return None;
            }
            let (address, after) = split_at(rest, |c| c.is_ascii_whitespace());
            let bare = address.trim_end_matches(',');
            let descriptors;
            (descriptors, rest) =
                if bare.len() < address.len() { ("", after) } else { split_descriptors(after) };
            if let Some(size) = size(descriptors) {
                return Some((bare, size));
            }
        }
    })
}

fn split_at(text: &str, end: impl FnMut(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(end).unwrap_or(text.len()))
}

/// Splits off the descriptors, which end at a comma outside of parentheses.
fn split_descriptors(text: &str) -> (&str, &str) {
    let mut in_parentheses = false;
    split_at(text, |c| {
        in_parentheses = c == '(' || in_parentheses && c != ')';
        c == ',' && !in_parentheses
    })
}

/// Returns the size in the descriptors, or `None` if they are invalid or contradict each other.
fn size(descriptors: &str) -> Option<Size> {
    let (mut width, mut height, mut density) = (None, None, None);
    for descriptor in descriptors.split_ascii_whitespace() {
        let number = &descriptor[..descriptor.len() - descriptor.chars().next_back()?.len_utf8()];
        let place = match descriptor.as_bytes().last()? {
            b'w' => &mut width,
            b'h' => &mut height,
            b'x' => &mut density,
            _ => return None,
        };
        let is_float = descriptor.ends_with('x');
        let value = if is_float { thousandths(number)? } else { positive(number)? };
        if place.replace(value).is_some() {
            return None;
        }
    }
    match (width, height, density) {
        (Some(width), _, None) => Some(Size::Width(width)),
        (None, None, Some(density)) => Some(Size::Density(density)),
        (None, None, None) => Some(Size::PLAIN),
        _ => None,
    }
}

fn positive(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number too large for `u32` is replaced by the largest one.
    Some(digits.parse().unwrap_or(u32::MAX)).filter(|&number| is_number && number > 0)
}

fn thousandths(number: &str) -> Option<u32> {
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let number: f64 = number.parse().ok().filter(|_| is_number && !number.starts_with('+'))?;
    // A cast from a float saturates.
    #[allow(clippy::cast_sign_loss, reason = "negative numbers are left out before")]
    (number >= 0.0).then_some((number * 1000.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(srcset: &str, expected: &[(&str, Size)]) {
        assert_eq!(candidates(srcset).collect::<Vec<_>>(), expected, "{srcset:?}");
    }

    #[test]
    fn candidates_of_widths_and_densities() {
        use Size::{Density, Width};
        check("", &[]);
        check(" , ,", &[]);
        check("a.jpg", &[("a.jpg", Size::PLAIN)]);
        check("a.jpg, b.jpg 2x", &[("a.jpg", Size::PLAIN), ("b.jpg", Density(2000))]);
        check("a.jpg 1.5x,b.jpg 300w", &[("a.jpg", Density(1500)), ("b.jpg", Width(300))]);
        check("\n\ta.jpg\n300w ,\n b.jpg  600w\n", &[("a.jpg", Width(300)), ("b.jpg", Width(600))]);
        check("a.jpg 300w 200h", &[("a.jpg", Width(300))]);
        check("a.jpg 2e0x, b.jpg 0x", &[("a.jpg", Density(2000)), ("b.jpg", Density(0))]);
    }

    #[test]
    fn commas_belong_to_addresses() {
        use Size::{Density, Width};
        check(
            "https://i.example/w_300,h_200/a.jpg 300w, https://i.example/w_600,h_400/a.jpg 600w",
            &[
                ("https://i.example/w_300,h_200/a.jpg", Width(300)),
                ("https://i.example/w_600,h_400/a.jpg", Width(600)),
            ],
        );
        check("a.jpg,b.jpg 2x", &[("a.jpg,b.jpg", Density(2000))]);
        check("a.jpg,, b.jpg", &[("a.jpg", Size::PLAIN), ("b.jpg", Size::PLAIN)]);
        check("data:image/png;base64,AAAA 2x", &[("data:image/png;base64,AAAA", Density(2000))]);
    }

    #[test]
    fn invalid_candidates_are_left_out() {
        for bad in [
            "0w",
            "-1w",
            "1.5w",
            "w",
            "-1x",
            "x",
            "+1x",
            "infx",
            "1q",
            "1x 2x",
            "1w 1w",
            "1w 1x",
            "1h",
            "1h 1x",
            "calc(1, 2)x",
            "é",
            "1é",
        ] {
            check(&format!("a.jpg {bad}, b.jpg"), &[("b.jpg", Size::PLAIN)]);
        }
        check("a.jpg (1w, 2w", &[]);
        check("a.jpg 99999999999w", &[("a.jpg", Size::Width(u32::MAX))]);
    }
}
