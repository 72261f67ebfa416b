//! Shell completions and man pages, generated from the definition of the arguments.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{print, unwritable};

/// Prints a completion script for a shell.
pub(crate) fn completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "pdftract", &mut script);
    show(&script)
}

/// Prints the man page of pdftract or of a subcommand.
pub(crate) fn page(command: Option<&str>) -> Exit {
    match manual(command) {
        Ok(page) => show(&page),
        Err(failure) => failure.report(),
    }
}

fn manual(command: Option<&str>) -> Result<Vec<u8>, Failure> {
    // Building sets the full names of subcommands, such as pdftract-info.
    let mut all = Args::command();
    all.build();
    let wanted = match command {
        None => Some(&all),
        Some(name) => all.find_subcommand(name),
    };
    let wanted = wanted.ok_or_else(|| Failure::new(Exit::Usage, "there is no such command"))?.clone();
    let mut page = Vec::new();
    clap_mangen::Man::new(wanted).render(&mut page).map_err(|error| unwritable(&error))?;
    Ok(unfilled_examples(&String::from_utf8_lossy(&page)).into_bytes())
}

/// Renames the section of examples and turns off filling, so that they keep their columns.
fn unfilled_examples(page: &str) -> String {
    let Some((before, rest)) = page.split_once(".SH EXTRA\n") else { return page.into() };
    let (examples, after) = rest.split_once(".SH ").unwrap_or((rest, ""));
    format!("{before}.SH EXAMPLES AND EXIT CODES\n.nf\n{examples}.fi\n.SH {after}")
}

fn show(bytes: &[u8]) -> Exit {
    match print(&[&String::from_utf8_lossy(bytes)]) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => unwritable(&error).report(),
        _ => Exit::Ok,
    }
}
