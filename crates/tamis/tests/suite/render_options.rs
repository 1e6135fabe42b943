//! The options of the renderers as JSON, with the feature `serde`.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{from_value, json, to_value};
use tamis::Url;
use tamis::render::{
    HtmlOptions, LinkStyle, MarkdownOptions, TableStyle, TextOptions, XmlDialect, XmlOptions,
};

/// Checks that options are read back as they were written, that missing fields have their defaults,
/// and that unknown fields are errors.
fn check<O: Serialize + DeserializeOwned + Default + PartialEq + Debug>(options: &O) {
    let written = to_value(options).unwrap();
    assert_eq!(from_value::<O>(written).unwrap(), *options);
    assert_eq!(from_value::<O>(json!({})).unwrap(), O::default());
    let error = from_value::<O>(json!({"colour": "red"})).unwrap_err();
    assert!(error.to_string().contains("unknown field `colour`"), "{error}");
}

#[test]
fn options_are_read_back_from_json() {
    let base = Url::parse("https://example.org/a/").unwrap();
    check(&TextOptions::default().list_markers(true).width(72));
    check(&MarkdownOptions::default().links(LinkStyle::Referenced).base(base.clone()).width(72));
    check(&HtmlOptions::default().fragment(true).base(base.clone()));
    check(&XmlOptions::default().dialect(XmlDialect::Tei).base(base));
}

#[test]
fn styles_have_lower_case_names() {
    let options = MarkdownOptions::default().links(LinkStyle::Omitted).tables(TableStyle::Signs);
    let written = to_value(options).unwrap();
    assert_eq!((&written["links"], &written["tables"]), (&json!("omitted"), &json!("signs")));
    for dialect in [XmlDialect::Trafilatura, XmlDialect::Tei] {
        assert_eq!(to_value(dialect).unwrap(), dialect.as_str());
    }
}
