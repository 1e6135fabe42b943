//! `structuredContent`, which programs read: rows as those of `/v1/extract`, within the limits of a
//! call.
//!
//! A row has the whole text of a page, and the posts of a thread once more. Some clients give a
//! model what is in here, so a row has the same part of the content as the text, and only those
//! facts about the page that a reader could see. What only the page's source says, such as a
//! description for search engines, is left out.

use std::sync::{Arc, LazyLock};

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use tamis::json::JSON_SCHEMA;
use tamis_run::row::Row;

use super::visible::fact;
use crate::error::ApiError;

/// The fields of a row.
const FIELDS: [&str; 16] = [
    "schema_version",
    "source",
    "url",
    "status",
    "outcome",
    "text",
    "engine",
    "confidence",
    "title",
    "metadata",
    "page_type",
    "language",
    "encoding",
    "warnings",
    "next_cursor",
    "error",
];

/// The fields of metadata.
const METADATA: [&str; 8] =
    ["title", "byline", "authors", "published", "modified", "site_name", "canonical", "language"];

/// The description of the field `text` in the schema.
const TEXT: &str = "The part of the content that was asked for, in the format that was asked for; \
     null if the page could not be read.";

/// Returns the row of a page with this part of its content.
pub(super) fn row(row: &Row, content: String) -> Value {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(row) else { return Value::Null };
    fields.retain(|name, _| FIELDS.contains(&&**name));
    if let Some(Value::Object(metadata)) = fields.get_mut("metadata") {
        metadata.retain(|name, _| METADATA.contains(&&**name));
    }
    for (name, value) in &mut fields {
        if name != "url" && name != "source" {
            shorten(value);
        }
    }
    fields.insert("text".to_owned(), Value::String(content));
    Value::Object(fields)
}

/// Returns the row of a page that could not be read.
pub(super) fn failed(source: &str, error: &ApiError) -> Value {
    let mut row = json!({ "source": source, "text": null, "error": error.message });
    if let Some(status) = error.page_status {
        row["status"] = status.into();
    }
    row
}

/// Makes all texts in a value one short line.
fn shorten(value: &mut Value) {
    match value {
        Value::String(text) => *text = fact(text),
        Value::Array(values) => values.iter_mut().for_each(shorten),
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        _ => {}
    }
}

/// The schema of a row, and what it refers to.
static ROW: LazyLock<(Value, Value)> = LazyLock::new(|| {
    let whole: Value = serde_json::from_str(JSON_SCHEMA).unwrap_or_default();
    let mut properties = Map::new();
    for name in FIELDS {
        properties.insert(name.to_owned(), whole["properties"][name].clone());
    }
    properties["text"]["description"] = TEXT.into();
    if let Some(metadata) = properties["metadata"].as_object_mut() {
        metadata.remove("required");
        if let Some(Value::Object(facts)) = metadata.get_mut("properties") {
            facts.retain(|name, _| METADATA.contains(&&**name));
        }
    }
    let row = json!({
        "type": "object",
        "required": ["source", "text"],
        "properties": properties,
    });
    let mut definitions = Map::new();
    for name in ["share", "value", "values"] {
        definitions.insert(name.to_owned(), whole["$defs"][name].clone());
    }
    (row, Value::Object(definitions))
});

/// Returns the schema of what `extract` gives: a row.
pub(super) fn page() -> Arc<JsonObject> {
    let (row, definitions) = &*ROW;
    let mut schema = row.clone();
    schema["$defs"] = definitions.clone();
    object(schema)
}

/// Returns the schema of what `fetch` gives: the rows of its pages.
pub(super) fn pages() -> Arc<JsonObject> {
    let (row, definitions) = &*ROW;
    object(json!({
        "type": "object",
        "required": ["pages"],
        "properties": {
            "pages": {
                "description": "The pages, in the order of their addresses.",
                "type": "array",
                "items": row,
            },
        },
        "$defs": definitions,
    }))
}

/// Returns the schema of what `explain` gives.
pub(super) fn passages() -> Arc<JsonObject> {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let number = |description: &str| json!({ "type": "number", "description": description });
    let count = |description: &str| json!({ "type": "integer", "description": description });
    object(json!({
        "type": "object",
        "required": ["source", "engine", "confidence", "kept", "all", "paragraphs"],
        "properties": {
            "source": text("The address of the page, or `-`."),
            "engine": text("What decides about paragraphs."),
            "confidence": number("The confidence in it, 0 to 1."),
            "kept": count("The number of paragraphs that are kept."),
            "all": count("The number of paragraphs of the page."),
            "paragraphs": {
                "description": "The paragraphs with the passage, else the first ones of the page.",
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["text", "kept", "reason"],
                    "properties": {
                        "text": text("The beginning of the paragraph."),
                        "kept": { "type": "boolean", "description": "Whether it is content." },
                        "reason": text("Why it is kept or dropped."),
                        "probability": number("The probability that it is content, 0 to 1."),
                        "features": {
                            "description": "What made it more or less probable, the strongest first.",
                            "type": "array",
                            "items": { "type": "string" },
                        },
                    },
                },
            },
        },
    }))
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_in_the_schema_of_rows() {
        let schema = Value::Object((*page()).clone());
        for name in FIELDS {
            assert!(schema["properties"][name].is_object(), "{name}");
        }
        for name in METADATA {
            assert!(schema["properties"]["metadata"]["properties"][name].is_object(), "{name}");
        }
        let text = schema.to_string();
        for reference in text.split("\"#/$defs/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schema["$defs"][name].is_object(), "{name}");
        }
    }
}
