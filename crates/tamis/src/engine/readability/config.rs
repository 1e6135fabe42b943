//! The parameters of Readability.

use std::str::FromStr;
use std::sync::LazyLock;

use regex::Regex;

/// The parameters of Readability. The defaults are the reference's.
///
/// ```
/// use tamis::engine::readability::Config;
/// let config = Config::default().char_threshold(200).keep_classes(true);
/// assert_eq!((config.char_threshold, config.top_candidates), (200, 5));
/// ```
///
/// Source: `Readability.js`, the constructor and its `DEFAULT_` constants.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// The largest number of elements that a page may have. Default 0: no limit. Source:
    /// `maxElemsToParse`.
    pub max_elements: usize,
    /// The number of best candidates that are compared to find a common ancestor. Default 5; 0
    /// counts as the default. Source: `nbTopCandidates`.
    pub top_candidates: usize,
    /// The length of a long enough article. If it is shorter, the engine tries again with fewer
    /// restrictions. UTF-16 code units with white space collapsed, default 500; 0 counts as the
    /// default. Source: `charThreshold`.
    pub char_threshold: usize,
    /// Classes to keep on the article's elements, in addition to `page`. Default none. Source:
    /// `classesToPreserve`.
    pub classes_to_preserve: Vec<String>,
    /// True to keep all classes. Default false. Source: `keepClasses`.
    pub keep_classes: bool,
    /// True to ignore JSON-LD as a source of metadata. Default false. Source: `disableJSONLD`.
    pub disable_json_ld: bool,
    /// The embedded media that count as videos and stay. Default [`AllowedVideo::Reference`].
    /// Source: `allowedVideoRegex`.
    pub allowed_video: AllowedVideo,
    /// A number added to the link densities above which elements are removed: positive for pages
    /// with many links, negative to be stricter. −1 to 1, default 0. Source: `linkDensityModifier`.
    pub link_density_modifier: f64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            max_elements: 0,
            top_candidates: DEFAULT_TOP_CANDIDATES,
            char_threshold: DEFAULT_CHAR_THRESHOLD,
            classes_to_preserve: Vec::new(),
            keep_classes: false,
            disable_json_ld: false,
            allowed_video: AllowedVideo::Reference,
            link_density_modifier: 0.0,
        }
    }
}

/// Source: `Readability.js`, `DEFAULT_N_TOP_CANDIDATES`.
const DEFAULT_TOP_CANDIDATES: usize = 5;

/// Source: `Readability.js`, `DEFAULT_CHAR_THRESHOLD`.
pub(super) const DEFAULT_CHAR_THRESHOLD: usize = 500;

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
    max_elements: usize,
    top_candidates: usize,
    char_threshold: usize,
    keep_classes: bool,
    disable_json_ld: bool,
    allowed_video: AllowedVideo,
    link_density_modifier: f64,
);

impl Config {
    /// Sets [`Config::classes_to_preserve`](#structfield.classes_to_preserve).
    #[must_use]
    pub fn classes_to_preserve<S: Into<String>>(
        mut self,
        classes: impl IntoIterator<Item = S>,
    ) -> Config {
        self.classes_to_preserve = classes.into_iter().map(Into::into).collect();
        self
    }

    pub(super) fn top_candidates_or_default(&self) -> usize {
        if self.top_candidates == 0 { DEFAULT_TOP_CANDIDATES } else { self.top_candidates }
    }

    pub(super) fn char_threshold_or_default(&self) -> usize {
        if self.char_threshold == 0 { DEFAULT_CHAR_THRESHOLD } else { self.char_threshold }
    }
}

/// The embedded media that count as videos: those with an attribute that a pattern matches.
///
/// With the feature `serde`, a configuration file has `"reference"`, or `{ pattern = "…" }` with a
/// regular expression.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum AllowedVideo {
    /// The hosts of the reference: Dailymotion, `YouTube`, Vimeo, Tencent Video, Bilibili, the
    /// Internet Archive, Wikimedia and Twitch.
    ///
    /// Source: `Readability.js`, `REGEXPS.videos`.
    #[default]
    Reference,
    /// A custom pattern, for example from a string: `"//example.com".parse()`.
    Pattern(#[cfg_attr(feature = "serde", serde(with = "pattern_text"))] Regex),
}

impl AllowedVideo {
    /// Returns true if the value of an attribute refers to an allowed video.
    ///
    /// ```
    /// use tamis::engine::readability::AllowedVideo;
    /// let video = AllowedVideo::default();
    /// assert!(video.is_match("https://www.youtube.com/embed/x"));
    /// assert!(!video.is_match("https://example.com/youtube.com"));
    /// ```
    pub fn is_match(&self, value: &str) -> bool {
        match self {
            AllowedVideo::Reference => VIDEOS.is_match(value),
            AllowedVideo::Pattern(pattern) => pattern.is_match(value),
        }
    }
}

/// The text form of a pattern, for `serde`.
#[cfg(feature = "serde")]
mod pattern_text {
    use regex::Regex;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(pattern: &Regex, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(pattern.as_str())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Regex, D::Error> {
        Regex::new(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Parses a pattern in the syntax of the `regex` crate. It is case-sensitive unless it contains
/// `(?i)`.
impl FromStr for AllowedVideo {
    type Err = regex::Error;

    fn from_str(pattern: &str) -> Result<AllowedVideo, regex::Error> {
        Regex::new(pattern).map(AllowedVideo::Pattern)
    }
}

/// The dot in `live.bilibili` matches any character, as in the reference.
///
/// Source: `Readability.js`, `REGEXPS.videos`.
static VIDEOS: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = "(?i-u)//(?:www\\.)?(?:(?:dailymotion|youtube|youtube-nocookie|player\\.vimeo|v\\.qq|bilibili|\
                   live(?u:[^\\n\\r\\x{2028}\\x{2029}])bilibili)\\.com|\
                   (?:archive|upload\\.wikimedia)\\.org|player\\.twitch\\.tv)";
    Regex::new(pattern).expect("the pattern is fixed")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn video_hosts() {
        fn check(value: &str, allowed: bool) {
            assert_eq!(AllowedVideo::Reference.is_match(value), allowed, "{value}");
        }
        check("//youtube.com/x", true);
        check("see https://WWW.YouTube.com", true);
        check("https://player.vimeo.com/1", true);
        check("https://vimeo.com/1", false);
        check("https://bilibili.com/1", true);
        check("https://live.bilibili.com/1", true);
        check("https://live-bilibili.com/1", true);
        check("https://x.bilibili.com/1", false);
        check("https://archive.org/1", true);
        check("https://archivexorg/1", false);
        check("///player.twitch.tv", true);
        check("youtube.com", false);
    }

    #[test]
    fn zero_means_the_default() {
        let config = Config::default().top_candidates(0).char_threshold(0);
        assert_eq!(config.top_candidates_or_default(), 5);
        assert_eq!(config.char_threshold_or_default(), 500);
    }
}
