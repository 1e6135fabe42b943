//! The parameters of CETD.

/// What CETD decides by. The defaults are what did best on labelled pages; [`Config::paper`] has the paper's.
///
/// ```
/// use tamis::engine::density::{Config, Measure};
/// assert_eq!(Config::paper(), Config::default().skip_landmarks(false).threshold_factor(1.0));
/// assert_eq!(Config::default().measure, Measure::Composite);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// What is measured. Default [`Measure::Composite`].
    pub measure: Measure,
    /// Whether elements that say themselves that they are not the main content are left out before anything is
    /// measured: navigation, footers, the page's header, asides, dialogs, controls, and forms that are less than the
    /// page; by name or by role. Default yes; the paper knows no such elements.
    pub skip_landmarks: bool,
    /// By what the threshold is multiplied. 0 to 1, another value counts as 1; default 0.7. The paper's threshold, 1,
    /// is the lowest density on the way from the densest element to the body, and often that of the body itself: parts
    /// that are a little less dense are lost.
    pub threshold_factor: f64,
}

/// The density of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Characters per tag: [`super::text_density`].
    Text,
    /// The same with a weight for links: [`super::composite_text_density`].
    #[default]
    Composite,
}

impl Default for Config {
    fn default() -> Config {
        Config { measure: Measure::Composite, skip_landmarks: true, threshold_factor: 0.7 }
    }
}

impl Config {
    /// The parameters of the paper.
    pub fn paper() -> Config {
        Config { measure: Measure::Composite, skip_landmarks: false, threshold_factor: 1.0 }
    }

    /// Sets what is measured.
    #[must_use]
    pub fn measure(mut self, measure: Measure) -> Config {
        self.measure = measure;
        self
    }

    /// Sets whether landmarks are left out.
    #[must_use]
    pub fn skip_landmarks(mut self, skip: bool) -> Config {
        self.skip_landmarks = skip;
        self
    }

    /// Sets by what the threshold is multiplied.
    #[must_use]
    pub fn threshold_factor(mut self, factor: f64) -> Config {
        self.threshold_factor = factor;
        self
    }

    pub(super) fn factor(&self) -> f64 {
        if (0.0..=1.0).contains(&self.threshold_factor) { self.threshold_factor } else { 1.0 }
    }
}
