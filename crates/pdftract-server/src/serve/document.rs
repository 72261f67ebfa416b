//! Reads a document in a worker: waits for one, passes on results as they come, and answers failures.

use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use pdftract::CancelFlag;
use pdftract_worker::{
    Event, ExtractRequest, Extracted, Failed, Input, Pool, Reason, TaskRequest, TaskResult,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::body::Upload;
use super::problem::Problem;
use super::queue::{Account, Queue};
use super::state::ServerState;

/// Pieces of a result that wait for a slow client.
const PIECES: usize = 8;

/// Bytes of a result that the connection gets at a time.
const PIECE_BYTES: usize = 64 << 10;

/// The form in which a result is sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Delivery {
    pub(crate) media_type: &'static str,
    /// Send each page as soon as it is read. The status is then decided by the first one.
    pub(crate) streams: bool,
}

/// The results of an extraction, one for each format.
#[derive(Debug)]
pub(crate) struct Collected {
    pub(crate) results: Vec<Vec<u8>>,
    pub(crate) facts: Facts,
    pub(crate) account: Account,
}

/// Facts about a result that headers state.
#[derive(Debug, Default, Clone)]
pub(crate) struct Facts {
    pub(crate) pages: usize,
    pub(crate) hidden: u32,
    /// The codes of diagnostics, each once.
    pub(crate) diagnostics: Vec<&'static str>,
}

/// A message of the thread that waits for a worker.
enum Message {
    Bytes { format_index: usize, bytes: Vec<u8> },
    End { read: Result<Extracted, Failed>, diagnostics: Vec<&'static str> },
}

/// Ends the work of a worker when its request is gone.
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The results of a document while a worker reads it.
struct Reading {
    messages: mpsc::Receiver<Message>,
    cancel: CancelOnDrop,
}

/// Starts to read a document. The document is in memory until the worker has read it.
async fn start(
    state: &ServerState,
    mut request: ExtractRequest,
    upload: Upload,
    with_ocr: bool,
) -> Result<Reading, Problem> {
    let (pool, queue) = pool(state, with_ocr)?;
    request.limits = state.limits();
    request.time_limit = Some(state.options.time_limit);
    request.password = upload.password.clone();
    request.name = upload.name.clone();
    let cancel = CancelOnDrop(request.cancel.clone());
    let turn = queue.turn().await?;
    let (sender, messages) = mpsc::channel(PIECES);
    tokio::task::spawn_blocking(move || {
        let Upload { bytes, account, .. } = upload;
        let mut diagnostics = Vec::new();
        let mut is_gone = false;
        let read = pool.extract(&request, Input::Bytes(&bytes), &mut |event| match event {
            Event::Output { format_index, bytes } => {
                is_gone =
                    sender.blocking_send(Message::Bytes { format_index, bytes: bytes.to_vec() }).is_err();
                if is_gone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            Event::Diagnostics(found) => {
                diagnostics = found.iter().map(|found| found.code.as_str()).collect();
                diagnostics.sort_unstable();
                diagnostics.dedup();
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        });
        drop((bytes, account, turn));
        // Nobody listens if the client is gone.
        let _ = sender.blocking_send(Message::End { read, diagnostics });
    });
    Ok(Reading { messages, cancel })
}

fn pool(state: &ServerState, with_ocr: bool) -> Result<(Arc<Pool>, &Queue), Problem> {
    if !with_ocr {
        return Ok((Arc::clone(&state.pools.documents), &state.queue));
    }
    match &state.pools.recognition {
        Some(pool) => Ok((Arc::clone(pool), &state.recognition_queue)),
        None => Err(Problem::new("ocr_unavailable", "this server was started without --ocr")),
    }
}

impl Reading {
    async fn next(&mut self) -> Message {
        let died = || Message::End {
            read: Err(Failed::new(Reason::Crashed, "the thread of the request ended")),
            diagnostics: Vec::new(),
        };
        self.messages.recv().await.unwrap_or_else(died)
    }
}

/// Reads a document in one format and answers with it.
pub(crate) async fn answer(
    state: &Arc<ServerState>,
    request: ExtractRequest,
    upload: Upload,
    with_ocr: bool,
    delivery: Delivery,
) -> Response {
    let mut account = state.buffer.account();
    let mut reading = match start(state, request, upload, with_ocr).await {
        Ok(reading) => reading,
        Err(problem) => return problem.into_response(),
    };
    let mut buffered = Vec::new();
    loop {
        match reading.next().await {
            Message::Bytes { bytes, .. } => {
                let has_room = account.add(bytes.len());
                buffered.extend_from_slice(&bytes);
                // What memory has no room for waits in the worker while the client reads the rest.
                if delivery.streams || !has_room {
                    return stream(state, reading, buffered, account, delivery);
                }
            }
            Message::End { read, diagnostics } => {
                drop(reading.cancel);
                return finished(state, read, diagnostics, buffered, account, delivery);
            }
        }
    }
}

fn finished(
    state: &ServerState,
    read: Result<Extracted, Failed>,
    diagnostics: Vec<&'static str>,
    result: Vec<u8>,
    account: Account,
    delivery: Delivery,
) -> Response {
    match read {
        Ok(Extracted { pages, left_out: hidden, .. }) => {
            state.metrics.pages.fetch_add(pages as u64, Ordering::Relaxed);
            whole(result, account, delivery.media_type, &Facts { pages, hidden, diagnostics })
        }
        Err(failed) => {
            let mut problem = Problem::from(failed);
            if problem.status == StatusCode::GATEWAY_TIMEOUT {
                problem.partial = Some(partial(&result, delivery.media_type));
            }
            problem.into_response()
        }
    }
}

/// Returns what was read before the time was over.
pub(crate) fn partial(result: &[u8], media_type: &str) -> Value {
    json!({ "media_type": media_type, "content": String::from_utf8_lossy(result) })
}

/// Returns a complete result. Its bytes count as memory until they are sent.
pub(crate) fn whole(result: Vec<u8>, account: Account, media_type: &'static str, facts: &Facts) -> Response {
    let body = HeldBody { bytes: Some(result.into()), messages: None, _account: account, is_lines: false };
    let mut response = Body::new(body).into_response();
    typed(&mut response, media_type);
    let headers = response.headers_mut();
    headers.insert("pdftract-pages", facts.pages.into());
    headers.insert("pdftract-hidden-characters", facts.hidden.into());
    if !facts.diagnostics.is_empty()
        && let Ok(codes) = HeaderValue::from_str(&facts.diagnostics.join(", "))
    {
        headers.insert("pdftract-diagnostics", codes);
    }
    response
}

fn typed(response: &mut Response, media_type: &'static str) {
    let charset = if media_type.starts_with("text/") { "; charset=utf-8" } else { "" };
    if let Ok(value) = HeaderValue::from_str(&format!("{media_type}{charset}")) {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
}

fn stream(
    state: &Arc<ServerState>,
    reading: Reading,
    first: Vec<u8>,
    account: Account,
    delivery: Delivery,
) -> Response {
    let is_lines = delivery.media_type == "application/x-ndjson";
    let messages = Some((reading, Arc::clone(state)));
    let body = HeldBody { bytes: Some(first.into()), messages, _account: account, is_lines };
    let mut response = Body::new(body).into_response();
    typed(&mut response, delivery.media_type);
    response
}

/// A body whose bytes count as memory until they are sent, and that may go on while a worker reads.
struct HeldBody {
    bytes: Option<Bytes>,
    messages: Option<(Reading, Arc<ServerState>)>,
    /// Given back after the bytes, which are dropped first.
    _account: Account,
    /// A failure can be a last line.
    is_lines: bool,
}

impl HeldBody {
    /// Returns the last piece of a stream. A stream of lines says why it ends; others are cut, which clients see because
    /// the end of a chunked body is missing.
    fn end(&self, state: &ServerState, read: Result<Extracted, Failed>) -> Option<std::io::Result<Bytes>> {
        match read {
            Ok(extracted) => {
                state.metrics.pages.fetch_add(extracted.pages as u64, Ordering::Relaxed);
                None
            }
            Err(failed) if self.is_lines => {
                let mut line = Problem::from(failed).json();
                if let Some(line) = line.as_object_mut() {
                    line.insert("record".into(), "problem".into());
                }
                Some(Ok(format!("{line}\n").into()))
            }
            Err(failed) => Some(Err(std::io::Error::other(failed))),
        }
    }
}

impl http_body::Body for HeldBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Some(mut bytes) = self.bytes.take() {
            // The connection asks for more when the client has taken most of it: until then the account is held.
            let piece = bytes.split_to(bytes.len().min(PIECE_BYTES));
            self.bytes = Some(bytes).filter(|bytes| !bytes.is_empty());
            return Poll::Ready(Some(Ok(Frame::data(piece))));
        }
        let Some((reading, _)) = &mut self.messages else { return Poll::Ready(None) };
        let message = match reading.messages.poll_recv(context) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(message) => message,
        };
        match message {
            Some(Message::Bytes { bytes, .. }) => Poll::Ready(Some(Ok(Frame::data(bytes.into())))),
            Some(Message::End { read, .. }) => {
                let state = self.messages.take().map(|(_, state)| state);
                let last = state.and_then(|state| self.end(&state, read));
                Poll::Ready(last.map(|last| last.map(Frame::data)))
            }
            None => {
                self.messages = None;
                Poll::Ready(Some(Err(std::io::ErrorKind::UnexpectedEof.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_none() && self.messages.is_none()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        let waiting = self.bytes.as_ref().map_or(0, Bytes::len) as u64;
        if self.messages.is_none() {
            return http_body::SizeHint::with_exact(waiting);
        }
        http_body::SizeHint::default()
    }
}

/// Reads a document in some formats and returns all results.
pub(crate) async fn collect(
    state: &ServerState,
    request: ExtractRequest,
    upload: Upload,
) -> Result<Collected, Problem> {
    let mut account = state.buffer.account();
    let mut results = vec![Vec::new(); request.formats.len()];
    let mut reading = start(state, request, upload, false).await?;
    loop {
        match reading.next().await {
            Message::Bytes { format_index, bytes } => {
                if !account.add(bytes.len()) {
                    return Err(Problem::new("queue_full", "too many results are in memory"));
                }
                if let Some(result) = results.get_mut(format_index) {
                    result.extend_from_slice(&bytes);
                }
            }
            Message::End { read, diagnostics } => {
                let Extracted { pages, left_out: hidden, .. } = read?;
                state.metrics.pages.fetch_add(pages as u64, Ordering::Relaxed);
                return Ok(Collected { results, facts: Facts { pages, hidden, diagnostics }, account });
            }
        }
    }
}

/// Runs a task on a document.
pub(crate) async fn task(
    state: &ServerState,
    name: &str,
    parameters: Value,
    upload: Upload,
) -> Result<(TaskResult, Account), Problem> {
    let (pool, queue) = pool(state, false)?;
    let request = TaskRequest::new(name, parameters).with(|request| {
        request.limits = state.limits();
        request.time_limit = Some(state.options.time_limit);
        request.password = upload.password.clone();
    });
    let _cancel = CancelOnDrop(request.cancel.clone());
    let turn = queue.turn().await?;
    let mut account = state.buffer.account();
    let done = tokio::task::spawn_blocking(move || {
        let done = pool.task(&request, Input::Bytes(&upload.bytes));
        drop(turn);
        done
    });
    let done = done.await.map_err(|error| Problem::new("internal_error", error.to_string()))??;
    if !account.add(done.bytes.len()) {
        return Err(Problem::new("queue_full", "too many results are in memory"));
    }
    Ok((done, account))
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use http_body::Body as _;

    use super::*;
    use crate::serve::queue::ByteBudget;

    #[test]
    fn a_result_counts_as_memory_until_its_last_piece_is_taken() {
        let bytes = vec![b'x'; 3 * PIECE_BYTES - 1];
        let budget = ByteBudget::new(1 << 20);
        let mut account = budget.account();
        assert!(account.add(bytes.len()));
        let mut body =
            HeldBody { bytes: Some(bytes.into()), messages: None, _account: account, is_lines: false };
        let mut context = Context::from_waker(Waker::noop());
        let mut pieces = Vec::new();
        while let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut body).poll_frame(&mut context) {
            pieces.push(frame.into_data().map(|data| data.len()).unwrap_or_default());
            assert!(budget.left() < 1 << 20, "the connection has taken {pieces:?}");
        }
        assert_eq!(pieces, [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES - 1]);
        drop(body);
        assert_eq!(budget.left(), 1 << 20);
    }
}
