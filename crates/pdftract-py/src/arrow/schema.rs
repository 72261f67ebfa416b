//! The columns of each granularity, with their types, and builders for them.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};

/// The version of the schema: a new major number changes columns, a new minor number adds some.
pub(super) const VERSION: &str = "1.0";

/// The rows that documents become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Granularity {
    Document,
    Page,
    Block,
    Word,
    Chunk,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Int,
    Long,
    Number,
    Flag,
    Texts,
    Ints,
    /// A list of boxes with the index of their page.
    Boxes,
}

/// A value of a column.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Null,
    Text(String),
    Int(usize),
    Number(f64),
    Flag(bool),
    Texts(Vec<String>),
    Ints(Vec<usize>),
    Boxes(Vec<(usize, [f64; 4])>),
}

const FILE: [(&str, Kind); 6] = [
    ("source_index", Kind::Long),
    ("path", Kind::Text),
    ("status", Kind::Text),
    ("error_code", Kind::Text),
    ("error", Kind::Text),
    ("page_count", Kind::Int),
];
const DOCUMENT: [(&str, Kind); 17] = [
    ("bytes", Kind::Long),
    ("sha256", Kind::Text),
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("readable", Kind::Flag),
    ("judged", Kind::Flag),
    ("score", Kind::Number),
    ("pages_needing_ocr", Kind::Ints),
    ("title", Kind::Text),
    ("author", Kind::Text),
    ("creator", Kind::Text),
    ("producer", Kind::Text),
    ("created", Kind::Text),
    ("modified", Kind::Text),
    ("lang", Kind::Text),
    ("encrypted", Kind::Flag),
    ("diagnostics", Kind::Texts),
];
const PAGE_NUMBER: [(&str, Kind); 3] =
    [("page_index", Kind::Int), ("page_number", Kind::Int), ("page_label", Kind::Text)];
const PAGE: [(&str, Kind); 12] = [
    ("width", Kind::Number),
    ("height", Kind::Number),
    ("rotation", Kind::Int),
    ("page_type", Kind::Text),
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("score", Kind::Number),
    ("quality", Kind::Text),
    ("judged", Kind::Flag),
    ("signals", Kind::Texts),
    ("needs_ocr", Kind::Flag),
    ("diagnostics", Kind::Texts),
];
const BOX: [(&str, Kind); 4] =
    [("x0", Kind::Number), ("y0", Kind::Number), ("x1", Kind::Number), ("y1", Kind::Number)];
const BLOCK: [(&str, Kind); 6] = [
    ("block_id", Kind::Text),
    ("block_index", Kind::Int),
    ("role", Kind::Text),
    ("level", Kind::Int),
    ("text", Kind::Text),
    ("score", Kind::Number),
];
const WORD: [(&str, Kind); 7] = [
    ("block_id", Kind::Text),
    ("block_index", Kind::Int),
    ("line_index", Kind::Int),
    ("word_index", Kind::Int),
    ("start", Kind::Int),
    ("end", Kind::Int),
    ("text", Kind::Text),
];
const CHUNK: [(&str, Kind); 14] = [
    ("chunk_id", Kind::Text),
    ("text", Kind::Text),
    ("markdown", Kind::Text),
    ("heading_path", Kind::Texts),
    ("block_ids", Kind::Texts),
    ("page_indices", Kind::Ints),
    ("boxes", Kind::Boxes),
    ("start", Kind::Long),
    ("end", Kind::Long),
    ("context", Kind::Int),
    ("tokens", Kind::Int),
    ("score", Kind::Number),
    ("needs_ocr", Kind::Flag),
    ("next_chunk_id", Kind::Text),
];

impl Granularity {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "document" => Self::Document,
            "page" => Self::Page,
            "block" => Self::Block,
            "word" => Self::Word,
            "chunk" => Self::Chunk,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Page => "page",
            Self::Block => "block",
            Self::Word => "word",
            Self::Chunk => "chunk",
        }
    }

    /// Returns all columns.
    fn columns(self) -> Vec<(&'static str, Kind)> {
        let own: &[&[(&str, Kind)]] = match self {
            Self::Document => &[&DOCUMENT],
            Self::Page => &[&PAGE_NUMBER, &PAGE],
            Self::Block => &[&PAGE_NUMBER, &BLOCK, &BOX],
            Self::Word => &[&PAGE_NUMBER, &WORD, &BOX],
            Self::Chunk => &[&CHUNK],
        };
        FILE.iter().chain(own.iter().copied().flatten()).copied().collect()
    }

    /// Returns the names of all columns.
    pub(super) fn names(self) -> Vec<&'static str> {
        self.columns().into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the schema of some columns, or of all; the name of a column that does not exist is an error.
    pub(super) fn schema(self, wanted: Option<&[String]>) -> Result<SchemaRef, String> {
        let all = self.columns();
        let find = |name: &String| {
            all.iter().copied().find(|(known, _)| *known == name.as_str()).ok_or_else(|| name.clone())
        };
        let columns = match wanted {
            Some(names) => names.iter().map(find).collect::<Result<Vec<_>, _>>()?,
            None => all.clone(),
        };
        let fields: Vec<Field> =
            columns.into_iter().map(|(name, kind)| Field::new(name, kind.data_type(), true)).collect();
        let metadata = HashMap::from([
            ("pdftract.schema_version".to_owned(), VERSION.to_owned()),
            ("pdftract.granularity".to_owned(), self.name().to_owned()),
            ("pdftract.coords".to_owned(), pdftract::output::model::COORDS.to_owned()),
        ]);
        Ok(Arc::new(Schema::new_with_metadata(fields, metadata)))
    }
}

impl Kind {
    fn data_type(self) -> DataType {
        let list = |item: DataType| DataType::List(Arc::new(Field::new("item", item, true)));
        match self {
            Self::Text => DataType::Utf8,
            Self::Int => DataType::Int32,
            Self::Long => DataType::Int64,
            Self::Number => DataType::Float64,
            Self::Flag => DataType::Boolean,
            Self::Texts => list(DataType::Utf8),
            Self::Ints => list(DataType::Int32),
            Self::Boxes => list(DataType::Struct(box_fields())),
        }
    }
}

fn box_fields() -> Fields {
    let edge = |name: &str| Field::new(name, DataType::Float64, true);
    let index = Field::new("page_index", DataType::Int32, true);
    Fields::from(vec![index, edge("x0"), edge("y0"), edge("x1"), edge("y1")])
}

enum Column {
    Text(StringBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Number(Float64Builder),
    Flag(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
    Ints(ListBuilder<Int32Builder>),
    Boxes(ListBuilder<StructBuilder>),
}

/// Rows under construction.
pub(super) struct Rows {
    schema: SchemaRef,
    columns: Vec<Column>,
    pub(super) count: usize,
}

impl Rows {
    pub(super) fn new(schema: &SchemaRef) -> Self {
        let columns = schema.fields().iter().map(|field| Column::new(field.data_type())).collect();
        Self { schema: Arc::clone(schema), columns, count: 0 }
    }

    /// Adds a row; `value` is called with the name of each column.
    pub(super) fn push(&mut self, value: impl Fn(&str) -> Value) {
        for (field, column) in self.schema.fields().iter().zip(&mut self.columns) {
            column.push(value(field.name()));
        }
        self.count += 1;
    }

    /// Returns the rows and begins again.
    pub(super) fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter_mut().map(Column::finish).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.count));
        self.count = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
    }
}

impl Column {
    fn new(data_type: &DataType) -> Self {
        match data_type {
            DataType::Int32 => Self::Int(Int32Builder::new()),
            DataType::Int64 => Self::Long(Int64Builder::new()),
            DataType::Float64 => Self::Number(Float64Builder::new()),
            DataType::Boolean => Self::Flag(BooleanBuilder::new()),
            DataType::List(item) => match item.data_type() {
                DataType::Utf8 => Self::Texts(ListBuilder::new(StringBuilder::new())),
                DataType::Int32 => Self::Ints(ListBuilder::new(Int32Builder::new())),
                _ => Self::Boxes(ListBuilder::new(StructBuilder::from_fields(box_fields(), 0))),
            },
            _ => Self::Text(StringBuilder::new()),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (Self::Text(column), Value::Text(text)) => column.append_value(text),
            (Self::Text(column), _) => column.append_null(),
            (Self::Int(column), Value::Int(number)) => column.append_option(i32::try_from(number).ok()),
            (Self::Int(column), _) => column.append_null(),
            (Self::Long(column), Value::Int(number)) => column.append_option(i64::try_from(number).ok()),
            (Self::Long(column), _) => column.append_null(),
            (Self::Number(column), Value::Number(number)) => column.append_value(number),
            (Self::Number(column), _) => column.append_null(),
            (Self::Flag(column), Value::Flag(flag)) => column.append_value(flag),
            (Self::Flag(column), _) => column.append_null(),
            (Self::Texts(column), Value::Texts(texts)) => column.append_value(texts.into_iter().map(Some)),
            (Self::Texts(column), _) => column.append_null(),
            (Self::Ints(column), Value::Ints(numbers)) => {
                column.append_value(numbers.into_iter().map(|number| i32::try_from(number).ok()));
            }
            (Self::Ints(column), _) => column.append_null(),
            (Self::Boxes(column), Value::Boxes(boxes)) => {
                boxes.into_iter().for_each(|(page, edges)| push_box(column.values(), page, edges));
                column.append(true);
            }
            (Self::Boxes(column), _) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Int(column) => Arc::new(column.finish()),
            Self::Long(column) => Arc::new(column.finish()),
            Self::Number(column) => Arc::new(column.finish()),
            Self::Flag(column) => Arc::new(column.finish()),
            Self::Texts(column) => Arc::new(column.finish()),
            Self::Ints(column) => Arc::new(column.finish()),
            Self::Boxes(column) => Arc::new(column.finish()),
        }
    }
}

fn push_box(boxes: &mut StructBuilder, page: usize, edges: [f64; 4]) {
    if let Some(column) = boxes.field_builder::<Int32Builder>(0) {
        column.append_option(i32::try_from(page).ok());
    }
    for (index, edge) in (1..).zip(edges) {
        if let Some(column) = boxes.field_builder::<Float64Builder>(index) {
            column.append_value(edge);
        }
    }
    boxes.append(true);
}
