//! What a page says about itself, as a row has it.

use serde::Serialize;
use tamis::Metadata;
use tamis::metadata::Value;

/// The metadata that are known, each value with its source.
#[derive(Debug, Serialize)]
pub struct MetadataRow {
    #[serde(flatten)]
    known: serde_json::Map<String, serde_json::Value>,
    text_ratio: f64,
}

/// A value as JSON has it.
#[derive(Serialize)]
struct Sourced<'v> {
    value: &'v str,
    source: &'v str,
}

impl<'v> From<&'v Value> for Sourced<'v> {
    fn from(value: &'v Value) -> Sourced<'v> {
        Sourced { value: value.as_str(), source: value.source() }
    }
}

impl From<&Metadata> for MetadataRow {
    fn from(metadata: &Metadata) -> MetadataRow {
        let single = [
            ("title", &metadata.title),
            ("byline", &metadata.byline),
            ("published", &metadata.published),
            ("modified", &metadata.modified),
            ("description", &metadata.description),
            ("site_name", &metadata.site_name),
            ("language", &metadata.language),
            ("direction", &metadata.direction),
            ("canonical", &metadata.canonical),
            ("hostname", &metadata.hostname),
            ("image", &metadata.image),
            ("favicon", &metadata.favicon),
            ("license", &metadata.license),
            ("page_kind", &metadata.page_kind),
        ];
        let lists = [
            ("authors", &metadata.authors),
            ("categories", &metadata.categories),
            ("tags", &metadata.tags),
            ("feeds", &metadata.feeds),
        ];
        let single = single.into_iter().filter_map(|(name, value)| {
            Some((name.to_owned(), serde_json::json!(Sourced::from(value.as_ref()?))))
        });
        let lists =
            lists.into_iter().filter(|(_, values)| !values.is_empty()).map(|(name, values)| {
                let values: Vec<Sourced<'_>> = values.iter().map(Sourced::from).collect();
                (name.to_owned(), serde_json::json!(values))
            });
        MetadataRow { known: single.chain(lists).collect(), text_ratio: metadata.text_ratio }
    }
}
