//! What can be typed after `pdftract` without a subcommand.

use std::path::PathBuf;

use clap::ValueEnum;
use pdftract::geometry::Rect;

use super::characters::CharacterArgs;
use super::recognition::RecognitionArgs;
use super::shared::{OpeningArgs, ReadingArgs, TellingArgs};
use crate::extract::format::Format;

/// Arguments of `pdftract` without a subcommand.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ExtractArgs {
    /// PDF files, and folders with PDF files; `-` is standard input
    ///
    /// Folders are searched to their depth for names that end in .pdf, in the order of their names. Links to other
    /// folders are not followed.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Show no progress and no summary; errors are still told
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Read each file in a separate process with limits and without access to files, network and programs
    ///
    /// A file that crashes, hangs or needs too much memory then costs its own result only. Without the option, a file of a
    /// batch is read that way when it takes longer than 10 seconds. docs/workers.md describes it.
    #[arg(long)]
    pub(crate) isolate: bool,

    #[command(flatten)]
    pub(crate) telling: TellingArgs,

    #[command(flatten)]
    pub(crate) result: ResultArgs,

    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,

    #[command(flatten)]
    pub(crate) recognition: RecognitionArgs,

    #[command(flatten)]
    pub(crate) characters: CharacterArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Where results go, and in which form.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Results")]
pub(crate) struct ResultArgs {
    /// File or folder for the results; `-` is standard output
    ///
    /// A folder if it is one, ends in /, or has to be one because there are several files or formats. Results in it keep
    /// their path below a folder that was given; files with equal names are kept apart by the folders they were typed
    /// with. Each result appears whole or not at all.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,

    /// Form of the results; several with commas, into a folder
    ///
    /// Text unless given, or as the name of an output file ends: .txt, .json, .ndjson, .md.
    #[arg(short, long, value_name = "FORMAT", value_enum, value_delimiter = ',')]
    pub(crate) format: Vec<Format>,

    /// Leave alone what has its results already
    #[arg(long, requires = "output")]
    pub(crate) skip_existing: bool,

    /// What stands between pages of text; a form feed unless given
    ///
    /// \n, \t, \f and \\ stand for a line end, a tab, a form feed and a backslash.
    #[arg(long, value_name = "STRING", value_parser = separator, allow_hyphen_values = true)]
    pub(crate) page_separator: Option<Separator>,

    /// Add each glyph to JSON: what it says, how that is known, where it stands
    #[arg(long)]
    pub(crate) glyphs: bool,
}

/// Which text is wanted, and in which order.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Text")]
pub(crate) struct ChoiceArgs {
    /// Keep the look of the page with spaces, as on a typewriter (text only)
    #[arg(long, conflicts_with_all = ["raw", "no_headers"])]
    pub(crate) layout: bool,

    /// Give text in the order in which it is drawn, not in reading order (text only)
    #[arg(long, conflicts_with_all = ["hidden", "bbox", "no_headers"])]
    pub(crate) raw: bool,

    /// What to do with text that a person does not see: without ink, covered, in the colour of its background, tiny
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) hidden: HiddenArg,

    /// Only what stands in this part of each page: points from its top left corner, y down
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = rectangle, allow_hyphen_values = true)]
    pub(crate) bbox: Option<Rect>,

    /// Leave out running headers, footers and page numbers
    #[arg(long)]
    pub(crate) no_headers: bool,
}

/// What to do with text that a person does not see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HiddenArg {
    /// Keep what stands on the page unseen, marked in JSON; leave out what is off the page, clipped or switched off
    Mark,
    /// Keep all of it
    Keep,
    /// Leave it out, but not what text recognition has put over a picture
    #[default]
    Drop,
    /// Give nothing else
    Only,
}

/// What stands between pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Separator(pub(crate) String);

/// The separator that is meant by what was typed.
fn separator(typed: &str) -> Result<Separator, String> {
    let mut meant = String::new();
    let mut characters = typed.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            meant.push(character);
            continue;
        }
        meant.push(match characters.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('f') => '\u{C}',
            Some('\\') => '\\',
            _ => return Err("after a backslash stands n, t, f or another backslash".into()),
        });
    }
    Ok(Separator(meant))
}

/// The rectangle that is meant by four numbers.
fn rectangle(typed: &str) -> Result<Rect, String> {
    let number = |part: &str| part.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Option<Vec<f64>> = typed.split(',').map(number).collect();
    let Some(&[x0, y0, x1, y1]) = numbers.as_deref() else {
        return Err("four numbers are needed, such as 0,0,595,421".into());
    };
    if x0 >= x1 || y0 >= y1 {
        return Err("it is empty: left and top come first, then right and bottom".into());
    }
    Ok(Rect { x0, y0, x1, y1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_in_separators() {
        assert_eq!(separator(r"\n--\\\t\f"), Ok(Separator("\n--\\\t\u{C}".into())));
        assert!(separator("\\").is_err() && separator("\\x").is_err());
    }

    #[test]
    fn rectangles_are_not_empty() {
        assert_eq!(rectangle("-1, 2.5,3,4"), Ok(Rect { x0: -1.0, y0: 2.5, x1: 3.0, y1: 4.0 }));
        for wrong in ["", "1,2,3", "1,2,3,4,5", "3,0,1,1", "0,0,0,1", "0,0,inf,1", "a,b,c,d"] {
            assert!(rectangle(wrong).is_err(), "{wrong}");
        }
    }
}
