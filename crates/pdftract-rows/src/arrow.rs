//! Rows as Arrow record batches.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};

use crate::schema::{Kind, RowSchema};
use crate::value::{BlockValue, Value};

/// Returns the Arrow schema of columns.
pub fn arrow_schema(schema: &RowSchema) -> SchemaRef {
    let field = |column: &crate::Column| Field::new(column.name, data_type(column.kind), true);
    let fields: Vec<Field> = schema.columns().iter().map(field).collect();
    let metadata: HashMap<String, String> =
        schema.metadata().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

fn data_type(kind: Kind) -> DataType {
    let list = |item: DataType| DataType::List(Arc::new(Field::new("item", item, true)));
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Int => DataType::Int32,
        Kind::Long => DataType::Int64,
        Kind::Number => DataType::Float64,
        Kind::Flag => DataType::Boolean,
        Kind::Texts => list(DataType::Utf8),
        Kind::Ints => list(DataType::Int32),
        Kind::Boxes => list(DataType::Struct(box_fields())),
        Kind::Blocks => list(DataType::Struct(block_fields())),
        Kind::Spans => list(DataType::Struct(span_fields())),
    }
}

fn fields(named: &[(&str, DataType)]) -> Fields {
    named.iter().map(|(name, of)| Field::new(*name, of.clone(), true)).collect()
}

fn box_fields() -> Fields {
    let edge = DataType::Float64;
    fields(&[
        ("page_index", DataType::Int32),
        ("x0", edge.clone()),
        ("y0", edge.clone()),
        ("x1", edge.clone()),
        ("y1", edge),
    ])
}

fn block_fields() -> Fields {
    let edge = DataType::Float64;
    fields(&[
        ("block_id", DataType::Utf8),
        ("role", DataType::Utf8),
        ("level", DataType::Int32),
        ("x0", edge.clone()),
        ("y0", edge.clone()),
        ("x1", edge.clone()),
        ("y1", edge.clone()),
        ("score", edge),
        ("text", DataType::Utf8),
    ])
}

fn span_fields() -> Fields {
    fields(&[("start", DataType::Int64), ("end", DataType::Int64), ("page_number", DataType::Int32)])
}

enum Builder {
    Text(StringBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Number(Float64Builder),
    Flag(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
    Ints(ListBuilder<Int32Builder>),
    Boxes(ListBuilder<StructBuilder>),
    Blocks(ListBuilder<StructBuilder>),
    Spans(ListBuilder<StructBuilder>),
}

/// A record batch under construction.
pub struct Batch {
    schema: SchemaRef,
    builders: Vec<Builder>,
    rows: usize,
}

impl Batch {
    /// Begins a batch.
    pub fn new(schema: &RowSchema) -> Self {
        let builders = schema.columns().iter().map(|column| Builder::new(column.kind)).collect();
        Self { schema: arrow_schema(schema), builders, rows: 0 }
    }

    /// Adds a row.
    pub fn push(&mut self, row: crate::Row) {
        for (builder, value) in self.builders.iter_mut().zip(row) {
            builder.push(value);
        }
        self.rows += 1;
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the rows and begins again.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns are not equally long.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self.builders.iter_mut().map(Builder::finish).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
    }
}

impl Builder {
    fn new(kind: Kind) -> Self {
        let structs = |fields: Fields| ListBuilder::new(StructBuilder::from_fields(fields, 0));
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Int => Self::Int(Int32Builder::new()),
            Kind::Long => Self::Long(Int64Builder::new()),
            Kind::Number => Self::Number(Float64Builder::new()),
            Kind::Flag => Self::Flag(BooleanBuilder::new()),
            Kind::Texts => Self::Texts(ListBuilder::new(StringBuilder::new())),
            Kind::Ints => Self::Ints(ListBuilder::new(Int32Builder::new())),
            Kind::Boxes => Self::Boxes(structs(box_fields())),
            Kind::Blocks => Self::Blocks(structs(block_fields())),
            Kind::Spans => Self::Spans(structs(span_fields())),
        }
    }

    /// Adds a value; one of another type becomes a null.
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
            (Self::Blocks(column), Value::Blocks(blocks)) => {
                blocks.into_iter().for_each(|block| push_block(column.values(), block));
                column.append(true);
            }
            (Self::Spans(column), Value::Spans(spans)) => {
                spans.into_iter().for_each(|span| push_span(column.values(), span));
                column.append(true);
            }
            (Self::Boxes(column) | Self::Blocks(column) | Self::Spans(column), _) => column.append_null(),
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
            Self::Boxes(column) | Self::Blocks(column) | Self::Spans(column) => Arc::new(column.finish()),
        }
    }
}

/// Calls `add` with the builder of a field.
fn field<B: ArrayBuilder>(of: &mut StructBuilder, index: usize, add: impl FnOnce(&mut B)) {
    if let Some(builder) = of.field_builder::<B>(index) {
        add(builder);
    }
}

fn int(of: &mut StructBuilder, index: usize, number: Option<usize>) {
    let number = number.and_then(|number| i32::try_from(number).ok());
    field::<Int32Builder>(of, index, |builder| builder.append_option(number));
}

fn edges(of: &mut StructBuilder, first: usize, edges: [f64; 4]) {
    for (index, edge) in (first..).zip(edges) {
        field::<Float64Builder>(of, index, |builder| builder.append_value(edge));
    }
}

fn push_box(boxes: &mut StructBuilder, page: usize, bbox: [f64; 4]) {
    int(boxes, 0, Some(page));
    edges(boxes, 1, bbox);
    boxes.append(true);
}

fn push_block(blocks: &mut StructBuilder, block: BlockValue) {
    field::<StringBuilder>(blocks, 0, |builder| builder.append_value(&block.block_id));
    field::<StringBuilder>(blocks, 1, |builder| builder.append_value(&block.role));
    int(blocks, 2, block.level);
    edges(blocks, 3, block.bbox);
    field::<Float64Builder>(blocks, 7, |builder| builder.append_value(block.score));
    field::<StringBuilder>(blocks, 8, |builder| builder.append_value(&block.text));
    blocks.append(true);
}

fn push_span(spans: &mut StructBuilder, (start, end, page): (usize, usize, usize)) {
    for (index, offset) in [start, end].into_iter().enumerate() {
        let offset = i64::try_from(offset).ok();
        field::<Int64Builder>(spans, index, |builder| builder.append_option(offset));
    }
    int(spans, 2, Some(page));
    spans.append(true);
}
