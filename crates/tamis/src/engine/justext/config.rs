//! The parameters of jusText.

/// What jusText decides by. The defaults are those of version 3.0.2.
///
/// ```
/// use tamis::engine::justext::Config;
/// let config = Config::default().length_low(50).no_headings(true);
/// assert_eq!((config.length_low, config.max_link_density), (50, 0.2));
/// ```
///
/// Source: jusText 3.0.2, `core.py`, the constants ending in `_DEFAULT`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// Paragraphs with fewer characters are short. Unicode scalar values, default 70.
    pub length_low: i64,
    /// Paragraphs with more characters can be good in themselves. Unicode scalar values, default 200.
    pub length_high: i64,
    /// Stopword density from which a paragraph can be near-good. 0 to 1, default 0.30.
    pub stopwords_low: f64,
    /// Stopword density from which a paragraph can be good. 0 to 1, default 0.32.
    pub stopwords_high: f64,
    /// Link density above which a paragraph is bad. 0 to 1, default 0.2.
    pub max_link_density: f64,
    /// How many characters may stand between a heading and the good paragraph that keeps it. Unicode scalar
    /// values, default 200.
    pub max_heading_distance: i64,
    /// Whether headings are treated like any other paragraph. Default no.
    pub no_headings: bool,
    /// What the first stage for headings does. Default [`HeadingStage::Reference`].
    pub heading_stage: HeadingStage,
    /// How words and lengths are counted. Default [`Segmentation::Whitespace`].
    pub segmentation: Segmentation,
}

/// The first heading stage, in which the reference and its paper differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeadingStage {
    /// As jusText 3.0.2 does it: classes are copied inside the very loop that looks at the classes of later
    /// paragraphs, so that none of them is good yet and no heading is promoted.
    #[default]
    Reference,
    /// As the paper says it: short headings near a good paragraph become near-good. Source: Pomikálek,
    /// "Removing Boilerplate and Duplicate Content from Web Corpora" (2011), section 3.2.4.
    Paper,
}

/// How words and lengths are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Segmentation {
    /// As the reference: words stand between white space, and every character counts one.
    #[default]
    Whitespace,
    /// By script: text of scripts that put no space between words is counted in words all the same, and a
    /// character of Chinese or Japanese counts for as many as a word of its size has in other scripts. For
    /// texts without such characters both give the same.
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
                #[doc = concat!("Sets `", stringify!($field), "`.")]
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
    /// The same parameters for text whose stopwords are not known: any density is enough.
    ///
    /// Source: jusText, `__main__.py`, the stoplist `None`.
    #[must_use]
    pub fn language_independent(self) -> Config {
        self.stopwords_low(0.0).stopwords_high(0.0)
    }
}
