//! The parameters of the selector engine.

use super::rules::Rules;

/// The parameters of the selector engine.
///
/// ```
/// use tamis::engine::selectors::{Config, Rules, Selectors};
/// let mut rules = Rules::builtin().clone();
/// rules.retain(|rule| rule.id != "exclude-caption");
/// let engine = Selectors::new(Config::default().rules(rules).enough_chars(200));
/// # let _ = engine;
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// The rules. Default [`Rules::builtin`].
    ///
    /// They are not part of a configuration file: rules have files of their own, which are combined
    /// with [`Rules::extend`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: Rules,
    /// A rule finds enough content if it has more characters than this. Unicode scalar values,
    /// default 500. Source: our choice.
    pub enough_chars: u32,
    /// A rule finds enough content only if it contains at least this fraction of the page's dense
    /// text, that is, of its longer paragraphs with few links that are not excluded. 0 to 1; a
    /// value outside counts as the nearer end, and NaN as 0. Default 0.4. Source: scored best on
    /// labelled pages.
    pub min_dense_share: f64,
    /// An exclusion is overruled if it would remove more than this fraction of the page's dense
    /// text. 0 to 1; a value outside counts as the nearer end, and NaN as 0. Default 0.7. Source:
    /// scored best on labelled pages.
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
    /// Sets [`Config::rules`](#structfield.rules).
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Config {
        self.rules = rules;
        self
    }

    /// Sets [`Config::enough_chars`](#structfield.enough_chars).
    #[must_use]
    pub fn enough_chars(mut self, chars: u32) -> Config {
        self.enough_chars = chars;
        self
    }

    /// Sets [`Config::min_dense_share`](#structfield.min_dense_share).
    #[must_use]
    pub fn min_dense_share(mut self, share: f64) -> Config {
        self.min_dense_share = share;
        self
    }

    /// Sets [`Config::max_excluded_share`](#structfield.max_excluded_share).
    #[must_use]
    pub fn max_excluded_share(mut self, share: f64) -> Config {
        self.max_excluded_share = share;
        self
    }
}

/// Clamps a fraction to 0 to 1. NaN becomes 0.
pub(super) fn share(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
