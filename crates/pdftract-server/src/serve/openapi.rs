//! The OpenAPI description, made from the table of routes, the parameters of the command and the codes of problems.

use serde_json::{Map, Value, json};

use super::operation::{Interpreter, Parameter, ParameterKind};
use super::problem::CODES;
use super::routes::{Action, ROUTES, Route};

/// Returns the description of all routes.
pub fn document(interpreter: &dyn Interpreter) -> Value {
    let mut paths = Map::new();
    for route in ROUTES {
        let mut methods = Map::new();
        if route.action.takes_document() {
            methods.insert("put".into(), with_document(&route, interpreter, "put"));
            methods.insert("post".into(), with_document(&route, interpreter, "post"));
        } else {
            methods.insert("get".into(), without_document(&route));
        }
        paths.insert(route.path.into(), methods.into());
    }
    if let Some(tika) = paths.get_mut("/tika").and_then(Value::as_object_mut) {
        let greeting =
            Route { path: "/tika", action: Action::Greeting, summary: "A greeting, as Apache Tika has it" };
        tika.insert("get".into(), without_document(&greeting));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "pdftract",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Text, Markdown, JSON, tables and pictures of PDFs. Failures are problem details (RFC 9457) with stable codes.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "responses": problems(),
            "schemas": { "Problem": problem_schema() },
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "key": { "type": "apiKey", "in": "header", "name": "X-Api-Key" },
            },
        },
        // A server without keys takes requests without one.
        "security": [{}, { "bearer": [] }, { "key": [] }],
    })
}

fn problem_schema() -> Value {
    let codes: Vec<&str> = CODES.iter().map(|(code, ..)| *code).collect();
    json!({
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
            "type": { "type": "string", "format": "uri" },
            "title": { "type": "string" },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "code": { "type": "string", "enum": codes },
            "detail": { "type": "string" },
            "partial": {
                "type": "object",
                "required": ["media_type", "content"],
                "properties": { "media_type": { "type": "string" }, "content": { "type": "string" } },
            },
        },
    })
}

fn with_document(route: &Route, interpreter: &dyn Interpreter, method: &str) -> Value {
    let mut parameters = Vec::new();
    if let Action::Operation(operation) = route.action {
        parameters.extend(interpreter.parameters(operation).iter().map(parameter));
        if operation.is_extraction() {
            parameters.push(parameter(&ocr()));
        }
    }
    for (name, description) in [
        ("Password", "The user or owner password of an encrypted document"),
        ("X-Filename", "The name of the document in the result"),
    ] {
        parameters.push(json!({
            "name": name, "in": "header", "description": description, "schema": { "type": "string" },
        }));
    }
    let binary = json!({ "schema": { "type": "string", "format": "binary" } });
    let form = json!({
        "schema": {
            "type": "object",
            "required": ["file"],
            "properties": {
                "file": { "type": "string", "format": "binary" },
                "password": { "type": "string" },
            },
        },
    });
    json!({
        "operationId": format!("{method}{}", identifier(route.path)),
        "summary": route.summary,
        "parameters": parameters,
        "requestBody": {
            "required": true,
            "content": {
                "application/pdf": binary.clone(),
                "application/octet-stream": binary,
                "multipart/form-data": form,
            },
        },
        "responses": responses(route, |code| !matches!(code, 404 | 405)),
    })
}

fn ocr() -> Parameter {
    Parameter {
        name: "ocr".into(),
        description: "Read the image of pages without usable text with OCR, if the server has it".into(),
        kind: ParameterKind::Word(vec!["off".into(), "auto".into()]),
        default: Some("off".into()),
        required: false,
    }
}

fn without_document(route: &Route) -> Value {
    json!({
        "operationId": format!("get{}", identifier(route.path)),
        "summary": route.summary,
        "responses": responses(route, |status| matches!(status, 401 | 403 | 503)),
    })
}

fn identifier(path: &str) -> String {
    path.replace(['/', '.'], "_")
}

fn responses(route: &Route, has: impl Fn(u16) -> bool) -> Value {
    let schema = |media_type: &str| match (media_type, route.action) {
        ("application/json", Action::Rmeta(_) | Action::Process) => {
            json!({ "type": "array", "items": { "type": "object" } })
        }
        ("application/json", _) => json!({ "type": "object" }),
        ("application/pdf" | "image/png", _) => json!({ "type": "string", "format": "binary" }),
        _ => json!({ "type": "string" }),
    };
    let types = route.action.media_types().iter();
    let content: Map<String, Value> =
        types.map(|&media_type| (media_type.to_owned(), json!({ "schema": schema(media_type) }))).collect();
    let mut out = Map::new();
    out.insert("200".into(), json!({ "description": route.summary, "content": content }));
    let mut statuses: Vec<u16> =
        CODES.iter().map(|(_, status, _)| *status).filter(|status| has(*status)).collect();
    statuses.dedup();
    for status in statuses {
        out.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/Problem{status}") }));
    }
    out.into()
}

/// Returns the problems by status.
fn problems() -> Value {
    let mut out = Map::new();
    for (_, status, _) in CODES {
        let lines = CODES.iter().filter(|(_, of, _)| *of == status);
        let description: Vec<String> = lines.map(|(code, _, title)| format!("`{code}`: {title}")).collect();
        out.insert(
            format!("Problem{status}"),
            json!({
                "description": description.join(" "),
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            }),
        );
    }
    out.into()
}

fn parameter(parameter: &Parameter) -> Value {
    let mut schema = match &parameter.kind {
        ParameterKind::Flag => json!({ "type": "boolean" }),
        ParameterKind::Integer(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        ParameterKind::Score => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        ParameterKind::Word(words) => json!({ "type": "string", "enum": words }),
        ParameterKind::Text => json!({ "type": "string" }),
    };
    if let (Some(schema), Some(default)) = (schema.as_object_mut(), &parameter.default) {
        let default = match parameter.kind {
            ParameterKind::Integer(..) | ParameterKind::Score => {
                serde_json::from_str(default).unwrap_or_else(|_| default.as_str().into())
            }
            _ => Value::from(default.as_str()),
        };
        schema.insert("default".into(), default);
    }
    json!({
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "required": parameter.required,
        "schema": schema,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::Operation;

    #[test]
    fn every_operation_has_a_route() {
        for operation in Operation::ALL {
            let is_here = |route: &Route| route.action == Action::Operation(operation);
            let route = ROUTES.iter().find(|route| is_here(route));
            assert_eq!(route.map(|route| route.path), Some(format!("/v1/{}", operation.name()).as_str()));
        }
    }
}
