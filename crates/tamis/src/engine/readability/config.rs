//! The parameters of Readability.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use regex::Regex;

/// What Readability decides by. The defaults are those of the reference.
///
/// ```
/// use tamis::engine::readability::Config;
/// let config = Config::default().char_threshold(200).keep_classes(true);
/// assert_eq!((config.char_threshold, config.top_candidates), (200, 5));
/// ```
///
/// Source: `Readability.js`, the constructor and its `DEFAULT_` constants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The most elements that a page may have; 0, the default, for any number.
    pub max_elements: usize,
    /// How many candidates are compared to find a common ancestor. Default 5; 0 is taken as the default.
    pub top_candidates: usize,
    /// The length that an article is to have; a shorter one makes the engine look again, and less strictly. UTF-16
    /// code units with white space collapsed, default 500; 0 is taken as the default.
    pub char_threshold: usize,
    /// Classes that stay on the article's elements, beside `page`. Default none.
    pub classes_to_preserve: Vec<String>,
    /// Whether all classes stay. Default no.
    pub keep_classes: bool,
    /// Whether JSON-LD is left aside as a source of metadata. Default no.
    pub disable_json_ld: bool,
    /// Which embedded media count as videos, which stay. Default [`AllowedVideo::Reference`].
    pub allowed_video: AllowedVideo,
    /// Added to the link densities above which parts are removed: above 0 for pages of links, below 0 to be stricter. −1 to
    /// 1, default 0.
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

/// Source: `DEFAULT_N_TOP_CANDIDATES`.
const DEFAULT_TOP_CANDIDATES: usize = 5;

/// Source: `DEFAULT_CHAR_THRESHOLD`.
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

/// Which embedded media count as videos: those with an attribute that the pattern matches.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum AllowedVideo {
    /// Those of the hosts that the reference names: Dailymotion, `YouTube`, Vimeo, Tencent Video, Bilibili, the Internet
    /// Archive, Wikimedia and Twitch.
    ///
    /// Source: `Readability.js`, `REGEXPS.videos`.
    #[default]
    Reference,
    /// Those that this matches. It can be made of a text: `"//example.com".parse()`.
    Pattern(Regex),
}

impl AllowedVideo {
    /// Whether the value of an attribute names an allowed video.
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

/// A pattern in the syntax of the crate `regex`, case-sensitive unless it says `(?i)`.
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

/// The page has more elements than [`Config::max_elements`] allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooManyElements {
    /// How many it has.
    pub elements: usize,
    /// How many it may have.
    pub max_elements: usize,
}

impl fmt::Display for TooManyElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyElements { elements, max_elements } = self;
        write!(f, "the page has {elements} elements, more than the {max_elements} allowed")
    }
}

impl std::error::Error for TooManyElements {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_videos() {
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
    fn zero_stands_for_the_default() {
        let config = Config::default().top_candidates(0).char_threshold(0);
        assert_eq!(config.top_candidates_or_default(), 5);
        assert_eq!(config.char_threshold_or_default(), 500);
    }
}
