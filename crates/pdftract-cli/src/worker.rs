//! `pdftract worker`: this program as a child that reads documents for its parent.

use std::sync::Arc;

use pdftract_worker::{Class, Serving, serve};

use crate::args::{RecognitionArgs, WorkerArgs};
use crate::exit::{Exit, Failure};
use crate::font_data_files;
use crate::plan::{document_recognition, plain_engine};
use crate::workers;

/// Serves jobs until the parent closes the pipe.
pub(crate) fn run(args: WorkerArgs) -> Exit {
    let (class, limits) = (args.class, args.limits());
    let served = serving(args).and_then(|serving| {
        serve(class, &limits, &serving).map_err(|error| Failure::new(Exit::Error, error.to_string()))
    });
    served.map_or_else(|failure| failure.report(), |()| Exit::Ok)
}

fn serving(args: WorkerArgs) -> Result<Serving, Failure> {
    let knowledge = font_data_files::read(&args.font_map, args.font_db)?;
    // No file can be opened later.
    for database in &knowledge.font_databases {
        let _ = database.get();
    }
    let dictionary = font_data_files::dictionary(&args.correct)?.map(Arc::new);
    let mut serving = Serving::default().with(|serving| {
        serving.knowledge = Arc::new(knowledge);
        serving.dictionary = dictionary;
        #[cfg(feature = "server")]
        {
            serving.tasks = Some(Arc::new(crate::tasks::CommandTasks));
        }
    });
    if args.class == Class::Programs {
        add_recognition(&mut serving, args.recognition)?;
    }
    Ok(serving)
}

/// With `--ocr` the worker reads documents; with an engine alone it reads pictures.
fn add_recognition(serving: &mut Serving, args: RecognitionArgs) -> Result<(), Failure> {
    if args.ocr.is_some() {
        serving.recognition = document_recognition(args)?;
        serving.renderer = Some(workers::renderer());
    } else {
        serving.engine = Some(Ok(plain_engine(args.engine)?));
    }
    Ok(())
}
