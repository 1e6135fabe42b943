//! The densities of CETD.

use std::f64::consts::{E, LN_2, SQRT_2};
use std::ops::AddAssign;

use tamis_dom::{NodeId, NodeKind, name};

use crate::page::Page;

/// Counts over the descendants of a node; see the example of [`Counts::of`]. The node itself is not
/// among the tags and links.
///
/// Source: Sun, Song, Liao, "DOM Based Content Extraction via Text Density" (SIGIR 2011), sections
/// 3.1 and 3.2, where the four are called `CharNumber`, `LinkCharNumber`, `TagNumber` and
/// `LinkTagNumber`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Unicode scalar values of text, counted like [`crate::NodeStats::text_chars`].
    pub text_chars: u32,
    /// The part of `text_chars` that is in links.
    pub link_chars: u32,
    /// Elements.
    pub tags: u32,
    /// `<a>` elements.
    pub links: u32,
}

impl Counts {
    /// Returns the counts of a node. They come from the page's statistics, without a walk. All are
    /// zero for template contents.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::density::Counts;
    /// let page = Page::measure(Parser::default().parse("<p>One <a href=/>two</a> <b>three</b>"));
    /// let p = page.document().first_child(page.document().body().unwrap()).unwrap();
    /// let counts = Counts { text_chars: 12, link_chars: 3, tags: 2, links: 1 };
    /// assert_eq!(Counts::of(&page, p), counts);
    /// ```
    pub fn of(page: &Page, id: NodeId) -> Counts {
        let stats = page.stats(id);
        let document = page.document();
        let itself = u32::from(document.kind(id) == NodeKind::Element);
        let is_link = u32::from(document.name(id) == Some(name::A));
        Counts {
            text_chars: stats.text_chars,
            link_chars: stats.link_chars,
            tags: stats.tags.saturating_sub(itself),
            links: stats.links.saturating_sub(is_link),
        }
    }

    /// Returns the fraction of the characters that are in links, 0 to 1; 0 without text.
    ///
    /// ```
    /// use tamis::engine::density::Counts;
    /// let counts = Counts { text_chars: 400, link_chars: 100, tags: 4, links: 1 };
    /// assert!((counts.link_share() - 0.25).abs() < 1e-9);
    /// ```
    pub fn link_share(&self) -> f64 {
        if self.text_chars == 0 {
            return 0.0;
        }
        f64::from(self.link_chars) / f64::from(self.text_chars)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.text_chars += other.text_chars;
        self.link_chars += other.link_chars;
        self.tags += other.tags;
        self.links += other.links;
    }
}

/// Returns the characters per tag: 0 without text. Zero tags count as one. For an example see
/// [`composite_text_density`].
///
/// Source: the paper, definition 1.
pub fn text_density(counts: Counts) -> f64 {
    f64::from(counts.text_chars) / at_least_one(counts.tags)
}

/// Returns the text density, weighted down the more of the characters and tags are links. 0 if
/// there is no text, or all text is in one link.
///
/// `link_share` is the [share](Counts::link_share) of the whole body. If it is 0, the formula's
/// logarithm has the base 1 and no limit. The text density is returned then; the paper does not
/// define this case.
///
/// ```
/// use tamis::engine::density::{Counts, composite_text_density, text_density};
/// let text = Counts { text_chars: 400, link_chars: 0, tags: 4, links: 0 };
/// let links = Counts { text_chars: 400, link_chars: 200, tags: 4, links: 3 };
/// assert_eq!(text_density(text), text_density(links));
/// assert!(composite_text_density(text, 0.3) > 5.0 * composite_text_density(links, 0.3));
/// ```
///
/// Source: the paper, definition 2: `C/T · log_b(C/LC · T/LT)` with the base
/// `b = ln(C/¬LC · LC + LCbody/Cbody · C + e)`, where `¬LC` are the characters outside links and 0
/// counts as 1 in every denominator.
pub fn composite_text_density(counts: Counts, link_share: f64) -> f64 {
    let density = text_density(counts);
    if counts.text_chars == 0 || link_share <= 0.0 {
        return density;
    }
    let chars = f64::from(counts.text_chars);
    let plain_chars = at_least_one(counts.text_chars.saturating_sub(counts.link_chars));
    let freedom = chars / at_least_one(counts.link_chars) * at_least_one(counts.tags)
        / at_least_one(counts.links);
    if freedom <= 1.0 {
        return 0.0;
    }
    let linked = chars / plain_chars * f64::from(counts.link_chars);
    let base = ln(linked + link_share * chars + E);
    density * ln(freedom) / ln(base)
}

fn at_least_one(count: u32) -> f64 {
    f64::from(count.max(1))
}

/// Coefficients of the power series of `artanh s / s` in `s²`.
const LN_SERIES: [f64; 8] =
    [1.0, 1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0];

/// Returns the natural logarithm of a positive number, accurate to about 13 digits.
///
/// The standard library's may differ in the last digit between systems, which could change a close
/// decision.
fn ln(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    const BIAS: u64 = 1023;
    let bits = x.to_bits();
    let mut mantissa = f64::from_bits(bits & MANTISSA | BIAS << 52);
    let mut exponent = f64::from((bits >> 52) as u16) - BIAS as f64;
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    // ln m = 2 artanh s. The series converges quickly because s is at most 0.172.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = LN_SERIES.iter().rev().fold(0.0, |sum, term| sum * square + term);
    exponent * LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_equals_the_standard_librarys() {
        for x in [1.0, 1.0 + 1e-9, 1.4, SQRT_2, 1.5, E, 2.0, 3.5, 10.0, 1e9, 1e19] {
            assert!((ln(x) - x.ln()).abs() <= 1e-13 * x.ln().max(1.0), "{x}: {} {}", ln(x), x.ln());
        }
    }

    /// Computed by hand: C/T = 100, C/LC · T/LT = 5 · 2 = 10, ¬LC = 320.
    #[test]
    fn the_formula_equals_the_papers() {
        let counts = Counts { text_chars: 400, link_chars: 80, tags: 4, links: 2 };
        let base = (400.0 / 320.0 * 80.0 + 0.25 * 400.0 + E).ln();
        let expected = 100.0 * 10_f64.ln() / base.ln();
        assert!((composite_text_density(counts, 0.25) - expected).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        let texts = [(0, 0), (1, 0), (1, 1), (u32::MAX, 0), (u32::MAX, u32::MAX)];
        for (text_chars, link_chars) in texts {
            for tags in [0, 1, u32::MAX] {
                for share in [0.0, 1.0 / f64::from(u32::MAX), 1.0] {
                    let counts = Counts { text_chars, link_chars, tags, links: tags };
                    let density = composite_text_density(counts, share);
                    assert!(density.is_finite() && density >= 0.0, "{counts:?} {share}: {density}");
                }
            }
        }
    }
}
