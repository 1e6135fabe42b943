//! JSON Schemas in tests.

use serde_json::Value;

/// Returns the schema with all objects closed: a property that it does not describe is an error.
///
/// Published schemas are open, since new fields may come. A test closes them, so that no field
/// comes without a description.
pub fn closed(mut schema: Value) -> Value {
    let mut left = vec![&mut schema];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(object) => {
                if object.contains_key("properties") && object.contains_key("type") {
                    object.insert("additionalProperties".to_owned(), Value::Bool(false));
                }
                left.extend(object.values_mut());
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
    schema
}
