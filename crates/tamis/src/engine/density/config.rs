//! The parameters of CETD.

/// The parameters of CETD. The defaults scored best on labelled pages; [`Config::paper`] returns
/// the paper's.
///
/// ```
/// use tamis::engine::density::{Config, Measure};
/// assert_eq!(Config::paper(), Config::default().skip_landmarks(false).threshold_factor(1.0));
/// assert_eq!(Config::default().measure, Measure::Composite);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// The density to compute. Default [`Measure::Composite`], the paper's.
    pub measure: Measure,
    /// True to leave out elements that declare themselves not to be main content: navigation,
    /// footers, the page's header, asides, dialogs, form controls, and forms with at most half of
    /// the page's text. They are recognized by name or role, before anything is counted. Default
    /// true; the paper has no such step.
    pub skip_landmarks: bool,
    /// Factor applied to the threshold. 0 to 1; any other value, and NaN, counts as 1. Default 0.7;
    /// the paper has 1.
    ///
    /// The paper's threshold is the lowest density between the densest element and the body, often
    /// that of the body itself. Content that is slightly less dense is lost then.
    pub threshold_factor: f64,
}

/// The density of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Measure {
    /// Characters per tag: [`super::text_density`].
    Text,
    /// Characters per tag, weighted by links: [`super::composite_text_density`].
    #[default]
    Composite,
}

impl Default for Config {
    fn default() -> Config {
        Config { measure: Measure::Composite, skip_landmarks: true, threshold_factor: 0.7 }
    }
}

impl Config {
    /// Returns the parameters of the paper, as in the example of [`Config`].
    pub fn paper() -> Config {
        Config { measure: Measure::Composite, skip_landmarks: false, threshold_factor: 1.0 }
    }

    /// Sets [`Config::measure`](#structfield.measure).
    #[must_use]
    pub fn measure(mut self, measure: Measure) -> Config {
        self.measure = measure;
        self
    }

    /// Sets [`Config::skip_landmarks`](#structfield.skip_landmarks).
    #[must_use]
    pub fn skip_landmarks(mut self, skip: bool) -> Config {
        self.skip_landmarks = skip;
        self
    }

    /// Sets [`Config::threshold_factor`](#structfield.threshold_factor).
    #[must_use]
    pub fn threshold_factor(mut self, factor: f64) -> Config {
        self.threshold_factor = factor;
        self
    }

    pub(super) fn factor(&self) -> f64 {
        if (0.0..=1.0).contains(&self.threshold_factor) { self.threshold_factor } else { 1.0 }
    }
}
