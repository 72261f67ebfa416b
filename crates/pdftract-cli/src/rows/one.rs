//! Reads one input into rows, in this process or in a worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use pdftract::{Document, Input};
use pdftract_rows::{Origin, Outcome, RowFailure, failed, read_document, sha256};
use pdftract_worker::{ExtractRequest, Failed, Reason, RowsRequest};

use super::Run;
use super::inputs::{Content, Job};
use crate::plan::Isolation;
use crate::workers;

impl Run<'_> {
    /// Reads an input; returns its rows, the number of its bytes, and the attempts that it took.
    ///
    /// `attempt` is the number of this attempt. Earlier ones were lost with the process that made them, perhaps because of
    /// this very input, so that it is then read where it can do no harm.
    pub(super) fn read(&self, job: Job, attempt: u32) -> (Outcome, usize, u32) {
        let schema = &self.plan.schema;
        let mut origin = Origin { path: Some(job.id), ..Origin::default() };
        let read = match job.content {
            Content::Bytes(bytes) => Ok(Input::from(bytes)),
            Content::Source(source) => {
                source.read_document(&self.plan.extract.opening).map_err(RowFailure::from)
            }
            Content::Failed(failure) => Err(failure),
        };
        let input = match read {
            Ok(input) => input,
            Err(failure) => return (failed(schema, &origin, failure), 0, attempt),
        };
        let bytes = input.bytes().len();
        origin.bytes = Some(bytes);
        origin.sha256 = schema.has("sha256").then(|| sha256(input.bytes()));
        if bytes == 0 {
            return (failed(schema, &origin, RowFailure::new("not_pdf", "the file is empty")), 0, attempt);
        }
        if self.plan.extract.isolation == Isolation::Always || attempt > 1 {
            let (outcome, attempts) = self.read_apart(&input, &origin, attempt);
            return (outcome, bytes, attempts);
        }
        let read = AssertUnwindSafe(|| self.read_here(input, &origin));
        let outcome = catch_unwind(read).unwrap_or_else(|_| failed(schema, &origin, RowFailure::panicked()));
        (outcome, bytes, attempt)
    }

    fn read_here(&self, input: Input, origin: &Origin) -> Outcome {
        let plan = &self.plan.extract;
        let password = plan.opening.password.given().map(str::to_owned);
        match Document::open(input, &plan.opening.options(password)) {
            Ok(mut document) => {
                if let Some(recognition) = &plan.recognition {
                    document = workers::drawn_apart(document.with_recognition(Arc::clone(recognition)));
                }
                read_document(&document, &self.plan.schema, origin, &plan.extraction)
            }
            Err(error) => failed(&self.plan.schema, origin, error.into()),
        }
    }

    /// Reads an input in a worker, again if the worker dies: it may have been killed for something else.
    fn read_apart(&self, input: &Input, origin: &Origin, first: u32) -> (Outcome, u32) {
        let plan = &self.plan.extract;
        let pool = self.pool.get_or_init(|| {
            workers::pool(plan.worker.class, plan.worker.arguments.clone(), plan.reading.jobs.map(Into::into))
        });
        let request = ExtractRequest::new(Vec::new(), plan.extraction.clone()).with(|request| {
            request.rows = Some(RowsRequest {
                granularity: self.plan.schema.granularity(),
                columns: self.plan.schema.names(),
                origin: origin.clone(),
            });
            request.password = plan.opening.password.given().map(str::to_owned);
            request.time_limit = plan.opening.time_limit();
        });
        let mut tries = 0;
        loop {
            tries += 1;
            match pool.rows(&request, pdftract_worker::Input::Bytes(input.bytes())) {
                Ok(outcome) => return (outcome, first + tries - 1),
                Err(why) if why.reason == Reason::Crashed && tries < self.plan.attempts => {}
                Err(why) => {
                    let outcome = failed(&self.plan.schema, origin, row_failure(why));
                    return (outcome, first + tries - 1);
                }
            }
        }
    }
}

fn row_failure(why: Failed) -> RowFailure {
    let code = match why.reason {
        Reason::Panicked => "internal".to_owned(),
        reason => match serde_json::to_value(reason) {
            Ok(serde_json::Value::String(code)) => code,
            _ => "internal".to_owned(),
        },
    };
    RowFailure::new(code, why.message)
}
