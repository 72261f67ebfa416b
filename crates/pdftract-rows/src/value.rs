//! Values of columns, and rows as JSON.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::schema::RowSchema;

/// A value of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// No value.
    Null,
    /// Text.
    Text(String),
    /// A number of things.
    Int(usize),
    /// A measure.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Texts.
    Texts(Vec<String>),
    /// Numbers of things.
    Ints(Vec<usize>),
    /// Boxes with the index of their page.
    Boxes(Vec<(usize, [f64; 4])>),
    /// Blocks of a page.
    Blocks(Vec<BlockValue>),
    /// Spans of the text with the number of their page.
    Spans(Vec<(usize, usize, usize)>),
}

/// A block within the row of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockValue {
    /// The identifier.
    pub block_id: String,
    /// The role, as in JSON.
    pub role: String,
    /// The level of a heading or list item.
    pub level: Option<usize>,
    /// The box.
    pub bbox: [f64; 4],
    /// The score of the text, from 0 to 1.
    pub score: f64,
    /// The text.
    pub text: String,
}

/// The values of a row, in the order of the columns.
pub type Row = Vec<Value>;

impl Value {
    /// Returns the value of an optional text.
    pub(crate) fn optional(text: Option<&str>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.to_owned()))
    }

    /// Returns the value as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Text(text) => json!(text),
            Self::Int(number) => json!(number),
            Self::Number(number) => json!(number),
            Self::Flag(flag) => json!(flag),
            Self::Texts(texts) => json!(texts),
            Self::Ints(numbers) => json!(numbers),
            Self::Boxes(boxes) => boxes.iter().map(|(page, edges)| box_json(*page, *edges)).collect(),
            Self::Blocks(blocks) => blocks.iter().map(block_json).collect(),
            Self::Spans(spans) => spans
                .iter()
                .map(|(start, end, page)| json!({ "start": start, "end": end, "page_number": page }))
                .collect(),
        }
    }
}

fn box_json(page_index: usize, [x0, y0, x1, y1]: [f64; 4]) -> serde_json::Value {
    json!({ "page_index": page_index, "x0": x0, "y0": y0, "x1": x1, "y1": y1 })
}

fn block_json(block: &BlockValue) -> serde_json::Value {
    let [x0, y0, x1, y1] = block.bbox;
    json!({ "block_id": block.block_id, "role": block.role, "level": block.level, "x0": x0, "y0": y0, "x1": x1,
        "y1": y1, "score": block.score, "text": block.text })
}

impl RowSchema {
    /// Returns a row as a JSON object, its names in the order of the columns.
    pub fn json(&self, row: &[Value]) -> String {
        let named = self.columns().iter().zip(row);
        let fields: Vec<String> =
            named.map(|(column, value)| format!("{}:{}", json!(column.name), value.to_json())).collect();
        format!("{{{}}}", fields.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Granularity;

    #[test]
    fn json_has_the_order_of_the_columns() {
        let row = [Value::Text("a\"b".into()), Value::Int(3), Value::Null];
        let schema = RowSchema::with_columns(Granularity::Document, &["text", "bytes", "error"]);
        let json = schema.map(|schema| schema.json(&row));
        assert_eq!(json.as_deref(), Ok(r#"{"text":"a\"b","bytes":3,"error":null}"#));
    }
}
