//! The parameters of jusText.

/// The parameters of jusText. The defaults are those of version 3.0.2.
///
/// ```
/// use tamis::engine::justext::Config;
/// let config = Config::default().length_low(50).no_headings(true);
/// assert_eq!((config.length_low, config.max_link_density), (50, 0.2));
/// ```
///
/// Source: jusText 3.0.2, `core.py`, the constants that end in `_DEFAULT`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// Paragraphs with fewer characters are short. Unicode scalar values, default 70. Source:
    /// `LENGTH_LOW_DEFAULT`.
    pub length_low: i64,
    /// Paragraphs need more characters than this to be good on their own. Unicode scalar values,
    /// default 200. Source: `LENGTH_HIGH_DEFAULT`.
    pub length_high: i64,
    /// Lowest stopword density of a near-good paragraph. 0 to 1, default 0.30. Source:
    /// `STOPWORDS_LOW_DEFAULT`.
    pub stopwords_low: f64,
    /// Lowest stopword density of a good paragraph. 0 to 1, default 0.32. Source:
    /// `STOPWORDS_HIGH_DEFAULT`.
    pub stopwords_high: f64,
    /// Paragraphs with a higher link density are bad. 0 to 1, default 0.2. Source:
    /// `MAX_LINK_DENSITY_DEFAULT`.
    pub max_link_density: f64,
    /// The most characters between a heading and the good paragraph that keeps it. Unicode scalar
    /// values, default 200. Source: `MAX_HEADING_DISTANCE_DEFAULT`.
    pub max_heading_distance: i64,
    /// True to treat headings like any other paragraph. Default false. Source:
    /// `NO_HEADINGS_DEFAULT`.
    pub no_headings: bool,
    /// Behaviour of the first heading stage. Default [`HeadingStage::Reference`].
    pub heading_stage: HeadingStage,
    /// Unit of words and lengths. Default [`Segmentation::Whitespace`], the reference's.
    pub segmentation: Segmentation,
}

/// The first heading stage, in which the reference differs from its paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum HeadingStage {
    /// The behaviour of jusText 3.0.2. It copies the classes inside the loop that reads the classes
    /// of later paragraphs. None of them is good at that time, so no heading is promoted.
    #[default]
    Reference,
    /// The behaviour of the paper: short headings near a good paragraph become near-good. Source:
    /// Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora" (2011), section
    /// 3.2.4.
    Paper,
}

/// The way words and lengths are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Segmentation {
    /// The reference's way: words are separated by white space, and every character counts one.
    #[default]
    Whitespace,
    /// Depends on the script. Text in scripts without spaces between words is still counted in
    /// words, and a Chinese or Japanese character counts as several letters. Other text counts as
    /// with [`Segmentation::Whitespace`].
    Unicode,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            length_low: 70,
            length_high: 200,
            stopwords_low: 0.30,
            stopwords_high: 0.32,
            max_link_density: 0.2,
            max_heading_distance: 200,
            no_headings: false,
            heading_stage: HeadingStage::Reference,
            segmentation: Segmentation::Whitespace,
        }
    }
}

macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {
        impl Config {
            $(
                #[doc = concat!("Sets [`Config::", stringify!($field), "`](#structfield.", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, value: $type) -> Config {
                    self.$field = value;
                    self
                }
            )*
        }
    };
}

setters!(
    length_low: i64,
    length_high: i64,
    stopwords_low: f64,
    stopwords_high: f64,
    max_link_density: f64,
    max_heading_distance: i64,
    no_headings: bool,
    heading_stage: HeadingStage,
    segmentation: Segmentation,
);

impl Config {
    /// Returns the same parameters for text whose stopwords are unknown: both stopword thresholds
    /// are 0.
    ///
    /// ```
    /// use tamis::engine::justext::Config;
    /// let config = Config::default().language_independent();
    /// assert!(config.stopwords_high <= 0.0 && config.length_low == 70);
    /// ```
    ///
    /// Source: jusText, `__main__.py`, the stoplist `None`.
    #[must_use]
    pub fn language_independent(self) -> Config {
        self.stopwords_low(0.0).stopwords_high(0.0)
    }
}
