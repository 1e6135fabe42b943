//! The engines' configurations as text.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{density, justext, readability, selectors};

/// The default configuration survives both formats, missing fields have their defaults, and an
/// unknown field is an error.
fn check_defaults<C: Default + Debug + Serialize + DeserializeOwned>() {
    let default = C::default();
    let shown = format!("{default:?}");
    let toml = toml::to_string(&default).unwrap();
    assert_eq!(format!("{:?}", toml::from_str::<C>(&toml).unwrap()), shown);
    let json = serde_json::to_string(&default).unwrap();
    assert_eq!(format!("{:?}", serde_json::from_str::<C>(&json).unwrap()), shown);
    assert_eq!(format!("{:?}", toml::from_str::<C>("").unwrap()), shown);
    let error = toml::from_str::<C>("no_such_field = 1").unwrap_err();
    assert!(error.to_string().contains("unknown field `no_such_field`"), "{error}");
}

#[test]
fn defaults_are_read_back() {
    check_defaults::<density::Config>();
    check_defaults::<justext::Config>();
    check_defaults::<readability::Config>();
    check_defaults::<selectors::Config>();
}

#[test]
fn choices_are_words() {
    let toml = "length_low = 50\nheading_stage = 'paper'\nsegmentation = 'unicode'";
    let expected = justext::Config::default()
        .length_low(50)
        .heading_stage(justext::HeadingStage::Paper)
        .segmentation(justext::Segmentation::Unicode);
    assert_eq!(toml::from_str::<justext::Config>(toml).unwrap(), expected);
    let expected = density::Config::default().measure(density::Measure::Text);
    assert_eq!(toml::from_str::<density::Config>("measure = 'text'").unwrap(), expected);
    assert!(toml::from_str::<density::Config>("measure = 'other'").is_err());
}

#[test]
fn videos_are_a_word_or_a_pattern() {
    let read = |toml: &str| toml::from_str::<readability::Config>(toml);
    let config = read("allowed_video = { pattern = '//example\\.com' }").unwrap();
    assert!(config.allowed_video.is_match("https://example.com/x"));
    assert!(!config.allowed_video.is_match("https://www.youtube.com/embed/x"));
    let written = toml::to_string(&config).unwrap();
    let again: readability::Config = toml::from_str(&written).unwrap();
    assert!(again.allowed_video.is_match("https://example.com/x"));
    let config = read("allowed_video = 'reference'").unwrap();
    assert!(config.allowed_video.is_match("https://www.youtube.com/embed/x"));
    assert!(read("allowed_video = { pattern = '(' }").is_err());
}

#[test]
fn rules_are_not_part_of_a_configuration() {
    let config: selectors::Config = toml::from_str("enough_chars = 200").unwrap();
    assert_eq!(config.enough_chars, 200);
    assert_eq!(config.rules.iter().len(), selectors::Rules::builtin().iter().len());
    assert!(toml::from_str::<selectors::Config>("rules = []").is_err());
}
