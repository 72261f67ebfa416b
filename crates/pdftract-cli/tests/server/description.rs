//! The OpenAPI description is fresh, and describes what the server does.

use serde_json::Value;

use super::client::{Server, repository, saying};

/// With the variable `PDFTRACT_WRITE_OPENAPI` set, the file is written instead of compared.
#[test]
fn the_description_is_fresh() {
    let server = Server::start(&[]);
    let served = server.get("/openapi.json").json();
    let text = serde_json::to_string_pretty(&served).unwrap() + "\n";
    let path = repository().join("docs/openapi.json");
    if std::env::var_os("PDFTRACT_WRITE_OPENAPI").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "docs/openapi.json is old: PDFTRACT_WRITE_OPENAPI=1 cargo test -p pdftract-cli --test server description"
    );
}

/// Every path, method and parameter of the description is accepted, with the default where there is one.
#[test]
fn everything_described_is_served() {
    let server = Server::start(&[]);
    let description = server.get("/openapi.json").json();
    let good = saying(&["good"]);
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let names = operation["parameters"].as_array().cloned().unwrap_or_default();
            let mut queries = vec![String::new()];
            let required: String = names
                .iter()
                .filter(|parameter| parameter["required"] == true)
                .map(|parameter| format!("{}=good", parameter["name"].as_str().unwrap()))
                .collect();
            for parameter in names.iter().filter(|parameter| parameter["in"] == "query") {
                queries.extend(
                    value(&parameter["schema"])
                        .map(|value| format!("{}={value}&", parameter["name"].as_str().unwrap())),
                );
            }
            for query in queries {
                let body: &[u8] = if method == "get" { b"" } else { &good };
                let answer =
                    server.send(&method.to_uppercase(), &format!("{path}?{query}{required}"), &[], body);
                assert_eq!(answer.status, 200, "{method} {path}?{query}{required}: {}", answer.text());
                let kind = answer.header("content-type").unwrap().split(';').next().unwrap().to_owned();
                let kinds = &operation["responses"]["200"]["content"];
                assert!(kinds.get(&kind).is_some(), "{method} {path} {kind}");
            }
        }
    }
}

/// A value of a schema, if it states one.
fn value(schema: &Value) -> Option<String> {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match (schema.get("default"), schema["type"].as_str()?) {
        (Some(value), _) => Some(plain(value)),
        (None, "boolean") => Some("true".into()),
        (None, "integer") => Some(schema["minimum"].to_string()),
        (None, "string") => schema["enum"].get(0).map(plain),
        _ => None,
    }
}
