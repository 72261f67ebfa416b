//! `pdftract serve`: documents over HTTP.

pub(crate) mod access;
mod parameters;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use pdftract_server::serve::{self, Pools, ServeOptions};
use pdftract_worker::{Class, Pool, PoolOptions};

use crate::args::{OcrArg, ServeArgs};
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::invocation;
use parameters::CommandParameters;

/// Carries out the arguments.
pub(crate) fn run(args: ServeArgs) -> Exit {
    if let Some(address) = args.probe {
        let is_ready = probe(address).unwrap_or_default();
        return if is_ready { Exit::Ok } else { Exit::Error };
    }
    match options(&args).map(|options| (options, pools(args))) {
        Err(failure) => failure.report(),
        Ok((options, pools)) => match serve::run(options, Arc::new(CommandParameters), pools) {
            Ok(()) => Exit::Ok,
            Err(message) => Failure::new(Exit::Error, message).report(),
        },
    }
}

/// Asks a server whether it is ready. An image with nothing but this program has no other way to find out.
fn probe(address: SocketAddr) -> std::io::Result<bool> {
    let patience = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(4_096).read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}

fn options(args: &ServeArgs) -> Result<ServeOptions, Failure> {
    let keys = access::keys(&args.access, args.listen)?;
    let mebibytes = |count: u64| usize::try_from(count << 20).unwrap_or(usize::MAX);
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(ServeOptions {
        listen: args.listen,
        keys,
        workers: args.workers.map_or_else(cores, usize::from),
        queue: args.queue as usize,
        max_body_bytes: mebibytes(args.max_body),
        max_buffered_bytes: mebibytes(args.max_buffered.max(args.max_body)),
        max_pages: args.max_pages as usize,
        time_limit: Duration::from_secs(args.time_limit),
        connections: access::limits(&args.access),
        quiet: args.quiet,
    })
}

fn pools(args: ServeArgs) -> Pools {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |name: &str, value: OsString| arguments.extend([OsString::from(name), value]);
    args.font_map.into_iter().for_each(|path| add("--font-map", path.into()));
    args.font_db.into_iter().for_each(|path| add("--font-db", path.into()));
    let pool = |class, arguments: &[OsString]| {
        Arc::new(pool(class, arguments, args.workers.map(usize::from), args.worker_memory << 20))
    };
    let documents = pool(Class::Document, &arguments);
    let recognition = args.recognition;
    let is_on =
        matches!(recognition.ocr, Some(OcrArg::Auto | OcrArg::Force)) || recognition.engine.is_named();
    let recognition = is_on.then(|| {
        let when = if recognition.ocr == Some(OcrArg::Force) { "force" } else { "auto" };
        let threshold = recognition.ocr_threshold.to_string();
        arguments.extend(["--ocr", when, "--ocr-threshold", &threshold].map(OsString::from));
        let engine = recognition.engine.as_arguments();
        arguments.extend(engine.into_iter().flat_map(|(name, value)| [name.into(), value]));
        pool(Class::Programs, &arguments)
    });
    Pools { documents, recognition }
}

fn pool(class: Class, arguments: &[OsString], workers: Option<usize>, memory_bytes: u64) -> Pool {
    let (program, first) = invocation::program();
    let all = first.into_iter().chain([OsString::from("worker")]).chain(arguments.iter().cloned());
    let options = PoolOptions::new(program, all, class).with(|options| {
        options.workers = workers.unwrap_or(options.workers);
        options.limits.memory_bytes = memory_bytes.max(if class == Class::Programs { 2 << 30 } else { 0 });
    });
    Pool::new(options, diagnostics::warn)
}
