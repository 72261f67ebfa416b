//! Reads documents into record batches.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pdftract::CancelFlag;
use pdftract_rows::{Batch, Origin, Outcome, RowFailure, failed, read_document, sha256};
use pdftract_worker::{ExtractRequest, Failed, Pool, Reason, RowsRequest};

use super::Item;
use super::stream::Plan;
use crate::failure::Failure;

/// The number of rows after which a batch ends.
const MOST_ROWS: usize = 65_536;

/// The rows of some documents.
pub(super) struct Reader<'p> {
    plan: &'p Plan,
    cancel: &'p CancelFlag,
    batch: Batch,
    batches: Vec<RecordBatch>,
}

impl<'p> Reader<'p> {
    pub(super) fn new(plan: &'p Plan, cancel: &'p CancelFlag) -> Self {
        Self { plan, cancel, batch: Batch::new(&plan.rows), batches: Vec::new() }
    }

    /// Returns the batches.
    pub(super) fn finish(mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        if !self.batch.is_empty() {
            self.batches.push(self.batch.finish()?);
        }
        Ok(self.batches)
    }

    /// Adds the rows of a document; one that cannot be read has one row.
    pub(super) fn document(&mut self, index: usize, item: &Item) -> Result<(), ArrowError> {
        for row in self.outcome(index, item).rows {
            self.batch.push(row);
            if self.batch.len() >= MOST_ROWS {
                self.batches.push(self.batch.finish()?);
            }
        }
        Ok(())
    }

    fn outcome(&self, index: usize, item: &Item) -> Outcome {
        let schema = &self.plan.rows;
        let pages = self.plan.page_ranges.get(index).copied().flatten();
        let mut origin = Origin { index: Some(index), path: item.name.clone(), pages, ..Origin::default() };
        let Some(source) = &item.source else {
            return failed(schema, &origin, RowFailure::new("null", "there is no document"));
        };
        let read = AssertUnwindSafe(|| self.plan.opening.read(source, self.cancel));
        let read = catch_unwind(read).unwrap_or_else(|_| Err(Failure::panicked()));
        let input = match read {
            Ok(input) => input,
            Err(failure) => return failed(schema, &origin, row_failure(failure)),
        };
        origin.bytes = Some(input.bytes().len());
        origin.sha256 = schema.has("sha256").then(|| sha256(input.bytes()));
        if let Some(pool) = &self.plan.pool {
            return self.read_apart(pool, &input, &origin);
        }
        let open = AssertUnwindSafe(|| self.plan.opening.open_input(input, self.cancel));
        match catch_unwind(open).unwrap_or_else(|_| Err(Failure::panicked())) {
            Ok(document) => read_document(&document, schema, &origin, &self.plan.options),
            Err(failure) => failed(schema, &origin, row_failure(failure)),
        }
    }
}

impl Reader<'_> {
    /// Reads a document in a worker process. A worker that dies may have been killed for something else, so that the document
    /// gets a second one.
    fn read_apart(&self, pool: &Pool, input: &pdftract::Input, origin: &Origin) -> Outcome {
        let options = &self.plan.opening.options;
        let request = ExtractRequest::new(Vec::new(), self.plan.options.clone()).with(|request| {
            request.rows = Some(RowsRequest {
                granularity: self.plan.rows.granularity(),
                columns: self.plan.rows.names(),
                origin: origin.clone(),
            });
            request.password.clone_from(&options.password);
            request.limits = options.limits.clone();
            request.time_limit = options.time_limit;
            request.cancel = self.cancel.clone();
        });
        let read = || pool.rows(&request, pdftract_worker::Input::Bytes(input.bytes()));
        let again = |why: Failed| if why.reason == Reason::Crashed { read() } else { Err(why) };
        read().or_else(again).unwrap_or_else(|why| {
            let code = match serde_json::to_value(why.reason) {
                Ok(serde_json::Value::String(code)) if why.reason != Reason::Panicked => code,
                _ => "internal".to_owned(),
            };
            failed(&self.plan.rows, origin, RowFailure::new(code, why.message))
        })
    }
}

fn row_failure(failure: Failure) -> RowFailure {
    RowFailure::new(failure.code, failure.message)
}
