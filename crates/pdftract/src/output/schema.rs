//! The JSON Schema of the output, generated from the types.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value};

use super::model::{Document, Record};

/// Returns the schema of a document; `$defs/Record` is the schema of one line of NDJSON.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.with_transform(RecursiveTransform(without_null)).into_generator();
    // Included in the definitions, although no field of a document refers to it.
    let _ = generator.subschema_for::<Record<'_>>();
    generator.into_root_schema_for::<Document>().to_value()
}

/// Removes null from a type: unknown values are omitted, never written as null.
fn without_null(schema: &mut Schema) {
    let null = Value::from("null");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| *kind != null);
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type") != Some(&null));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            put_all(schema, only);
        }
    }
}

fn put_all(schema: &mut Schema, fields: Map<String, Value>) {
    for (name, value) in fields {
        schema.insert(name, value);
    }
}
