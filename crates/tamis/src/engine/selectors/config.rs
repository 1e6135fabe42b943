//! The parameters of the selector engine.

use super::rules::Rules;

/// What the engine of selectors decides by.
///
/// ```
/// use tamis::engine::selectors::{Config, Rules, Selectors};
/// let mut rules = Rules::builtin().clone();
/// rules.retain(|rule| rule.id != "exclude-caption");
/// let engine = Selectors::new(Config::default().rules(rules).enough_chars(200));
/// # let _ = engine;
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The rules. Default [`Rules::builtin`].
    pub rules: Rules,
    /// With more characters than this, the content by a rule is enough. Unicode scalar values; default 500.
    pub enough_chars: u32,
    /// The content by a rule is enough only with this share of the page's dense text: of its longer paragraphs with few
    /// links that are not excluded. 0 to 1, another value counts as the nearer of them; default 0.4, which did best on
    /// labelled pages.
    pub min_dense_share: f64,
    /// An exclusion that would take more than this share of the page's dense text is overruled. 0 to 1, another value
    /// counts as the nearer of them; default 0.7, which did best on labelled pages.
    pub max_excluded_share: f64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rules: Rules::builtin().clone(),
            enough_chars: 500,
            min_dense_share: 0.4,
            max_excluded_share: 0.7,
        }
    }
}

impl Config {
    /// Sets the rules.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Config {
        self.rules = rules;
        self
    }

    /// Sets how many characters are enough.
    #[must_use]
    pub fn enough_chars(mut self, chars: u32) -> Config {
        self.enough_chars = chars;
        self
    }

    /// Sets which share of the dense text is enough.
    #[must_use]
    pub fn min_dense_share(mut self, share: f64) -> Config {
        self.min_dense_share = share;
        self
    }

    /// Sets from which share of the dense text on an exclusion is overruled.
    #[must_use]
    pub fn max_excluded_share(mut self, share: f64) -> Config {
        self.max_excluded_share = share;
        self
    }
}

/// The share brought into its range; what is no number counts as 0.
pub(super) fn share(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
