//! Validates real output against docs/schema.json, with a small validator of the keywords that the schema uses.

use pdftract::output::json::to_json;
use pdftract::structure::Role;
use pdftract::{Detail, Document, ExtractOptions, Format, Options};
use serde_json::Value;

use crate::paper::{Sheet, bytes, lines};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../docs/schema.json")).unwrap()
}

/// Checks a value against a schema. Fields that are missing from the schema are errors too, since it is generated
/// from the types.
fn check(root: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').ok_or("a reference to another file")?;
        let target = root.pointer(pointer).ok_or(format!("{reference} leads nowhere"))?;
        return check_referred(root, schema, target, value, place);
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[keyword].as_array() {
            let fits = choices.iter().map(|choice| check(root, choice, value, place));
            let failures: Vec<String> = fits.filter_map(Result::err).collect();
            if failures.len() == choices.len() {
                return Err(format!("{place}: no choice fits: {failures:?}"));
            }
        }
    }
    let fail = |what: &str| Err(format!("{place}: {what}: {value}"));
    if !is_of_type(&schema["type"], value) {
        return fail("wrong type");
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return fail("not one of the names");
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        return fail("not the constant");
    }
    if let Some(items) = value.as_array() {
        for (index, item) in items.iter().enumerate() {
            check(root, &schema["items"], item, &format!("{place}/{index}"))?;
        }
    }
    check_fields(root, schema, value, place)
}

/// Fields beside a reference are not part of its target.
fn check_referred(
    root: &Value,
    schema: &Value,
    target: &Value,
    value: &Value,
    place: &str,
) -> Result<(), String> {
    let (mut own, mut referred) = (value.clone(), value.clone());
    if let (Some(beside), Some(own), Some(referred)) =
        (schema["properties"].as_object(), own.as_object_mut(), referred.as_object_mut())
    {
        own.retain(|name, _| beside.contains_key(name));
        referred.retain(|name, _| !beside.contains_key(name));
        check_fields(root, schema, &Value::Object(own.clone()), place)?;
    }
    check(root, target, &referred, place)
}

fn check_fields(root: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let (Some(fields), Some(properties)) = (value.as_object(), schema["properties"].as_object()) else {
        return Ok(());
    };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Err(format!("{place}: {name} is missing"));
        }
    }
    for (name, field) in fields {
        match properties.get(name) {
            Some(property) => check(root, property, field, &format!("{place}/{name}"))?,
            None if !schema["additionalProperties"].is_null() => {}
            None => return Err(format!("{place}: {name} is not in the schema")),
        }
    }
    Ok(())
}

fn is_of_type(expected: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        _ => false,
    };
    match expected {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}

#[test]
fn documents_keep_to_the_schema() {
    let link = "<</Type/Annot/Subtype/Link/Rect[0 0 300 400]/A<</S/URI/URI(https://example.org)>>>>";
    let contents = [&*lines(&["(Text ) Tj /F5 10 Tf (ABC) Tj"]), "", "q (broken"];
    let fixtures = [
        bytes(&contents, link),
        include_bytes!("../../../../samples/hello.pdf").to_vec(),
        b"%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj trailer <</Root 1 0 R>>".to_vec(),
    ];
    let schema = schema();
    for file in fixtures {
        let Ok(document) = Document::open(file, &Options::default()) else { continue };
        let mut json = Vec::new();
        document.write(Format::Json, &mut json, &ExtractOptions::default()).unwrap();
        check(&schema, &schema, &serde_json::from_slice(&json).unwrap(), "").unwrap();
    }
}

#[test]
fn lines_of_ndjson_keep_to_the_schema() {
    let document = Document::open(bytes(&[&lines(&["(x) Tj"])], ""), &Options::default()).unwrap();
    let mut json = Vec::new();
    document.write(Format::Ndjson, &mut json, &ExtractOptions::default()).unwrap();
    let schema = schema();
    for line in String::from_utf8(json).unwrap().lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        check(&schema, &schema["$defs"]["Record"], &value, "").unwrap();
    }
}

#[test]
fn glyphs_and_roles_keep_to_the_schema() {
    let mut sheet = Sheet::new(&lines(&["(1. a) Tj /F1 6 Tf 4 Ts (2) Tj"]));
    sheet.block(Role::ListItem, 1, 1).marker = 2;
    let page = sheet.record_with(&ExtractOptions::default().detail(Detail::Glyphs));
    let schema = schema();
    let value = serde_json::from_str(&to_json(&page).unwrap()).unwrap();
    check(&schema, &schema["$defs"]["Page"], &value, "").unwrap();
}

#[test]
fn the_validator_detects_errors() {
    let schema = schema();
    let page = &schema["$defs"]["Page"];
    let sheet = Sheet::new(&lines(&["(x) Tj"]));
    let good: Value = serde_json::from_str(&to_json(&sheet.record()).unwrap()).unwrap();
    assert_eq!(check(&schema, page, &good, ""), Ok(()));
    for (field, value) in [("page_type", "book".into()), ("width", "wide".into()), ("surprise", 1.into())] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(check(&schema, page, &bad, "").is_err(), "{field}");
    }
    let mut bad = good;
    bad.as_object_mut().unwrap().remove("blocks");
    assert!(check(&schema, page, &bad, "").is_err());
}
