//! Describes the JSON that pdftract writes as a JSON Schema, made from the types themselves.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::model::{Document, Record};

/// The schema of a document; `$defs/Record` is that of one line of NDJSON.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    // Named in the definitions, although no field of a document refers to it.
    let _ = generator.subschema_for::<Record<'_>>();
    generator.into_root_schema_for::<Document>().to_value()
}
