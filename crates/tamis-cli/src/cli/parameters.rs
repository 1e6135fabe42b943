//! Options for the parameters of the engines.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum, ValueHint, value_parser};
use tamis::blend::smart;
use tamis::engine::{density, justext, readability, selectors};

use super::ranges;

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of jusText")]
pub struct JustextArgs {
    /// Paragraphs with fewer characters are short
    #[arg(long, value_name = "CHARS", allow_negative_numbers = true,
        value_parser = value_parser!(i64).range(0..),
        default_value_t = justext::Config::default().length_low)]
    pub length_low: i64,

    /// Paragraphs with more characters can be good on their own
    #[arg(long, value_name = "CHARS", allow_negative_numbers = true,
        value_parser = value_parser!(i64).range(0..),
        default_value_t = justext::Config::default().length_high)]
    pub length_high: i64,

    /// The stopword density from which a paragraph can be near-good
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = justext::Config::default().stopwords_low)]
    pub stopwords_low: f64,

    /// The stopword density from which a paragraph can be good
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = justext::Config::default().stopwords_high)]
    pub stopwords_high: f64,

    /// The link density above which a paragraph is bad
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = justext::Config::default().max_link_density)]
    pub max_link_density: f64,

    /// The largest number of characters between a heading and the good paragraph that keeps it
    #[arg(long, value_name = "CHARS", allow_negative_numbers = true,
        value_parser = value_parser!(i64).range(0..),
        default_value_t = justext::Config::default().max_heading_distance)]
    pub max_heading_distance: i64,

    /// Treat headings like any other paragraph
    #[arg(long)]
    pub no_headings: bool,

    /// The first stage for headings
    #[arg(long, value_enum, default_value_t = HeadingStage::Reference)]
    pub heading_stage: HeadingStage,

    /// The way to count words and lengths
    #[arg(long, value_enum, default_value_t = Segmentation::Whitespace)]
    pub segmentation: Segmentation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeadingStage {
    /// The stage of jusText 3.0.2
    Reference,
    /// The stage of its paper: short headings near good text become near-good
    Paper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Segmentation {
    /// White space separates words, and every character counts one
    Whitespace,
    /// Depending on the script, for languages without spaces between words
    Unicode,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of Readability")]
pub struct ReadabilityArgs {
    /// Give up on pages with more elements (0: never)
    #[arg(long, value_name = "N", default_value_t = readability::Config::default().max_elements)]
    pub max_elements: usize,

    /// The number of candidates among which the best is chosen
    #[arg(long, value_name = "N", default_value_t = readability::Config::default().top_candidates)]
    pub top_candidates: usize,

    /// Try again, less strictly, if the article has fewer characters
    #[arg(long, value_name = "CHARS",
        default_value_t = readability::Config::default().char_threshold)]
    pub char_threshold: usize,

    /// Ignore the page's JSON-LD
    #[arg(long)]
    pub disable_json_ld: bool,

    /// Keep embedded videos if this pattern matches their address
    #[arg(long, value_name = "REGEX")]
    pub allowed_video: Option<String>,

    /// A number to add to the link densities that Readability allows
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(-1.0..=1.0),
        default_value_t = readability::Config::default().link_density_modifier)]
    pub link_density_modifier: f64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of Readability")]
pub struct ReaderableArgs {
    /// With --readerable: ignore paragraphs with fewer characters
    #[arg(long, value_name = "CHARS",
        default_value_t = readability::ReaderableOptions::default().min_content_length)]
    pub min_content_length: usize,

    /// With --readerable: the score above which a page is probably an article
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true,
        value_parser = ranges::number(f64::MIN..=f64::MAX),
        default_value_t = readability::ReaderableOptions::default().min_score)]
    pub min_score: f64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of the density engine")]
pub struct DensityArgs {
    /// The measure of density
    #[arg(long, value_enum, default_value_t = DensityMeasure::Composite)]
    pub density_measure: DensityMeasure,

    /// Measure navigation, footers and asides too
    #[arg(long)]
    pub keep_landmarks: bool,

    /// The factor for the density from which a part is dense, 0 to 1 (in the paper: 1)
    #[arg(long, value_name = "FACTOR", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = density::Config::default().threshold_factor)]
    pub threshold_factor: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DensityMeasure {
    /// Characters per tag
    Text,
    /// Characters per tag, with a weight for links
    Composite,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of the selector engine")]
pub struct SelectorsArgs {
    /// Add rules from a TOML file; they replace built-in rules with the same id (repeat for more)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub rules: Vec<PathBuf>,

    /// Leave out the built-in rules
    #[arg(long, requires = "rules")]
    pub own_rules_only: bool,

    /// The content of a rule is enough if it has more characters
    #[arg(long, value_name = "N", default_value_t = selectors::Config::default().enough_chars)]
    pub enough_chars: u32,

    /// With --strategy smart: use density if the rules find fewer characters
    #[arg(long, value_name = "N", default_value_t = smart::Config::default().min_chars)]
    pub min_rule_chars: u32,

    /// The smallest share of the dense text that the content of a rule contains, 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = selectors::Config::default().min_dense_share)]
    pub min_dense_share: f64,

    /// The largest share of the dense text that a rule may exclude, 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true,
        value_parser = ranges::number(0.0..=1.0),
        default_value_t = selectors::Config::default().max_excluded_share)]
    pub max_excluded_share: f64,
}

impl JustextArgs {
    /// The parameters of the engine.
    pub fn config(&self) -> justext::Config {
        justext::Config::default()
            .length_low(self.length_low)
            .length_high(self.length_high)
            .stopwords_low(self.stopwords_low)
            .stopwords_high(self.stopwords_high)
            .max_link_density(self.max_link_density)
            .max_heading_distance(self.max_heading_distance)
            .no_headings(self.no_headings)
            .heading_stage(match self.heading_stage {
                HeadingStage::Reference => justext::HeadingStage::Reference,
                HeadingStage::Paper => justext::HeadingStage::Paper,
            })
            .segmentation(match self.segmentation {
                Segmentation::Whitespace => justext::Segmentation::Whitespace,
                Segmentation::Unicode => justext::Segmentation::Unicode,
            })
    }
}

impl ReadabilityArgs {
    /// The parameters of the engine.
    ///
    /// # Errors
    ///
    /// If the pattern is not valid.
    pub fn config(&self) -> anyhow::Result<readability::Config> {
        let mut config = readability::Config::default()
            .max_elements(self.max_elements)
            .top_candidates(self.top_candidates)
            .char_threshold(self.char_threshold)
            .disable_json_ld(self.disable_json_ld)
            .link_density_modifier(self.link_density_modifier);
        if let Some(pattern) = &self.allowed_video {
            let video = pattern.parse().with_context(|| {
                format!("--allowed-video `{pattern}`: expected a regular expression")
            })?;
            config = config.allowed_video(video);
        }
        Ok(config)
    }
}

impl ReaderableArgs {
    /// The conditions for a page to be readerable.
    pub fn options(&self) -> readability::ReaderableOptions {
        readability::ReaderableOptions::default()
            .min_content_length(self.min_content_length)
            .min_score(self.min_score)
    }
}

impl DensityArgs {
    /// The parameters of the engine.
    pub fn config(&self) -> density::Config {
        density::Config::default()
            .measure(match self.density_measure {
                DensityMeasure::Text => density::Measure::Text,
                DensityMeasure::Composite => density::Measure::Composite,
            })
            .skip_landmarks(!self.keep_landmarks)
            .threshold_factor(self.threshold_factor)
    }
}

impl SelectorsArgs {
    /// The parameters of the engine.
    ///
    /// # Errors
    ///
    /// If a file of rules cannot be read.
    pub fn config(&self) -> anyhow::Result<selectors::Config> {
        let mut rules = if self.own_rules_only {
            selectors::Rules::default()
        } else {
            selectors::Rules::builtin().clone()
        };
        for path in &self.rules {
            let file = || format!("cannot read the rules {}", path.display());
            let toml = std::fs::read_to_string(path).with_context(file)?;
            rules.extend(selectors::Rules::from_toml(&toml).with_context(file)?);
        }
        Ok(selectors::Config::default()
            .rules(rules)
            .enough_chars(self.enough_chars)
            .min_dense_share(self.min_dense_share)
            .max_excluded_share(self.max_excluded_share))
    }
}
