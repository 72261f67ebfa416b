//! Arguments of `pdftract` without a subcommand.

use std::path::PathBuf;

use clap::ValueEnum;
use pdftract::geometry::Rect;

use super::characters::CharacterArgs;
use super::recognition::RecognitionArgs;
use super::rows::{ListArgs, RowArgs};
use super::shared::{OpeningArgs, ReadingArgs, TellingArgs};
use crate::extract::format::Format;

/// Arguments of `pdftract` without a subcommand.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ExtractArgs {
    /// PDF files, and folders with PDF files; `-` is standard input
    ///
    /// Folders are searched recursively for .pdf files, sorted by name. Symbolic links to folders are not followed.
    #[arg(value_name = "FILE", required_unless_present = "files_from")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) list: ListArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Hide progress, warnings and the summary; still print errors
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
    pub(crate) rows: RowArgs,

    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,

    #[command(flatten)]
    pub(crate) recognition: RecognitionArgs,

    #[command(flatten)]
    pub(crate) characters: CharacterArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments for the results: where they go and in which format.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Results")]
pub(crate) struct ResultArgs {
    /// File or folder for the results; `-` is standard output
    ///
    /// It is a folder if it exists as one, ends in /, or there are several files or formats. Results keep their path
    /// below a folder given as input; files with equal names are kept apart by their folders. A result file is
    /// written completely or not at all.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,

    /// Format of the results; several separated by commas, into a folder
    ///
    /// The default is text, or the format of the extension of --output: .txt, .md, .json, .ndjson.
    #[arg(short, long, value_name = "FORMAT", value_enum, value_delimiter = ',', ignore_case = true)]
    pub(crate) format: Vec<Format>,

    /// Same as --format json
    #[arg(long, conflicts_with_all = ["format", "markdown"])]
    pub(crate) json: bool,

    /// Same as --format markdown
    #[arg(long, visible_alias = "md", conflicts_with = "format")]
    pub(crate) markdown: bool,

    /// Level of detail of JSON [default: span]
    #[arg(long, value_name = "LEVEL", value_enum, ignore_case = true)]
    pub(crate) detail: Option<DetailArg>,

    /// Same as --detail glyph
    #[arg(long, conflicts_with = "detail")]
    pub(crate) glyphs: bool,

    /// Write `<!-- page N -->` before each page (Markdown only)
    #[arg(long)]
    pub(crate) page_markers: bool,

    /// Leave out the placeholders of figures (Markdown only)
    #[arg(long)]
    pub(crate) no_figures: bool,

    /// Form of displayed formulas (Markdown and JSON) [default: text]
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    pub(crate) math: Option<MathArg>,

    /// Most tokens in a chunk (chunks only) [default: 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    pub(crate) max_tokens: Option<u32>,

    /// Most tokens that a chunk repeats of the one before it (chunks only) [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) overlap: Option<u32>,

    /// Write the images of the pages into a folder and refer to them in Markdown and JSON
    #[arg(long, value_name = "FOLDER")]
    pub(crate) images: Option<PathBuf>,

    /// Separator between pages (text only) [default: form feed]
    ///
    /// \n, \t, \f and \\ are a line feed, a tab, a form feed and a backslash.
    #[arg(long, value_name = "STRING", value_parser = separator, allow_hyphen_values = true)]
    pub(crate) page_separator: Option<Separator>,

    /// Skip inputs whose outputs already exist
    #[arg(long, requires = "output")]
    pub(crate) skip_existing: bool,

    /// Stop at the first file that fails
    #[arg(long)]
    pub(crate) fail_fast: bool,
}

/// The form of displayed formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MathArg {
    /// Text on one line
    Text,
    /// LaTeX where the structure of a formula is certain, else text
    Latex,
}

/// The level of detail of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetailArg {
    /// The text of each page
    #[value(alias = "pages")]
    Page,
    /// Blocks with role, box and text
    #[value(alias = "blocks")]
    Block,
    /// Also lines with box and text
    #[value(alias = "lines")]
    Line,
    /// Also words with box and text
    #[value(alias = "words")]
    Word,
    /// Lines as spans with font, size, colour and confidence
    #[value(alias = "spans")]
    Span,
    /// Also glyphs with code, source and box
    #[value(alias = "glyphs")]
    Glyph,
}

/// Arguments for the choice of text and its order.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Text")]
pub(crate) struct ChoiceArgs {
    /// Reproduce the layout of the page with spaces (text only)
    #[arg(long, conflicts_with_all = ["raw", "no_headers"])]
    pub(crate) layout: bool,

    /// Keep the order in which text is drawn (text only)
    #[arg(long, conflicts_with_all = ["hidden", "bbox", "no_headers"])]
    pub(crate) raw: bool,

    /// Hidden text: without ink, covered, in the colour of its background, tiny
    #[arg(long, value_name = "HOW", ignore_case = true, value_enum, default_value_t)]
    pub(crate) hidden: HiddenArg,

    /// Only text inside this rectangle: points from the top left corner of the page
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = rectangle, allow_hyphen_values = true)]
    pub(crate) bbox: Option<Rect>,

    /// Leave out running headers, footers and page numbers in JSON too
    #[arg(long)]
    pub(crate) no_headers: bool,

    /// Keep running headers, footers and page numbers in text and Markdown
    #[arg(long, conflicts_with = "no_headers")]
    pub(crate) keep_headers: bool,
}

/// The treatment of hidden text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HiddenArg {
    /// Keep text on the page, marked in JSON; leave out what is off the page, clipped or on a hidden layer
    Mark,
    /// Keep all of it
    Keep,
    /// Leave it out, except for the text layer of a scanned page
    #[default]
    Drop,
    /// Print only hidden text
    Only,
}

/// The separator between pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Separator(pub(crate) String);

/// Parses a separator with its escapes.
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
            _ => return Err("a backslash must be followed by n, t, f or another backslash".into()),
        });
    }
    Ok(Separator(meant))
}

/// Parses a rectangle of four numbers.
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
    fn separators_have_escapes() {
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
