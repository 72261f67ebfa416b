//! Help that teaches: examples and exit codes, below the options of each command.

/// Exit codes stand in every help text, because scripts depend on them.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all is well (damage that was repaired counts as well; it is told in diagnostics)
  1  a file could not be read, the output could not be written or is closed, or the time was over
  2  the command line is wrong, a file is not a readable PDF, or it lacks the page asked for
  3  a file is locked, and the password is missing or wrong
  4  the text of a file is not to be trusted (pdftract check alone says so)
  With several files the highest of their codes is returned; one bad file does not stop the others.
  When the reader of a pipe closes it, as head does, the run ends in silence with the code it has so far.";

/// The first examples are what most people want, in the order in which they come to want it.
pub(super) const EXAMPLES: &str = "\
Examples:
  pdftract report.pdf                         the text of a file, on standard output
  pdftract report.pdf -o report.md            as Markdown, into a file (or .txt, .json, .ndjson)
  pdftract letters/ more.pdf -o out/          all of a folder: letters/may/1.pdf to out/may/1.txt
  pdftract letters/ -o out/ --skip-existing   the same, going on where a run was stopped
  pdftract letters/ -o out/ -f text,json      two results for each file, from one reading
  pdftract --pages 1-5,12- report.pdf         some of the pages
  pdftract --bbox 0,60,595,780 report.pdf     what stands in a part of each page
  curl -s https://example.org/a.pdf | pdftract -
                                              from standard input
  pdftract --password-file pw.txt locked.pdf  a locked file
  pdftract --ocr-lang deu scan.pdf            a scan in German (needs Tesseract)
  pdftract check report.pdf                   whether its text can be trusted
  pdftract info report.pdf                    what a file says about itself
  A file that is named like a command can be given as ./info.

Several files on standard output:
  Text: the page separator stands between files as it does between pages. Markdown: a blank line.
  JSON: one object after the other. NDJSON: each file begins with a line that names it.

In the place of pdftotext:
  Called as pdftotext, or with --pdftotext as the first argument, it takes the arguments of pdftotext
  (pdftract --pdftotext -h lists them).";

pub(super) const INFO_EXAMPLES: &str = "\
Examples:
  pdftract info *.pdf                         several files, one after the other
  pdftract info --json report.pdf             the same as JSON, complete
  pdftract info --json *.pdf > facts.ndjson   one JSON object per line and file";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  pdftract check report.pdf                   a line for each page: its score, and why it is low
  pdftract check --json *.pdf                 one JSON object per line and file
  pdftract check -q in.pdf && pdftract in.pdf > in.txt
                                              text only if it can be trusted
  pdftract check --fail-below 0.95 in.pdf     be stricter

What the score says:
  How likely the text is right: near 1 when all glyphs are known and make sense, near 0 when they are
  unknown or garbled, or when a page shows a picture only and has to be read by optical character
  recognition. A blank page has no score. The score of a file is the mean of its pages.";

pub(super) const QUALITY_EXAMPLES: &str = "\
Examples:
  pdftract quality notes.txt                  whether a text of any origin can be read
  some-program | pdftract quality             the same for standard input";

pub(super) const TABLES_EXAMPLES: &str = "\
Examples:
  pdftract tables report.pdf > tables.csv     all tables, an empty line between them
  pdftract tables -f json --page 3 report.pdf cells of page 3 with spans and boxes";

pub(super) const RENDER_EXAMPLES: &str = "\
Examples:
  pdftract render report.pdf -o page.png      the first page
  pdftract render --page 7 --boxes report.pdf -o page.png
                                              with the blocks, lines and words that were found";

pub(super) const LEARN_EXAMPLES: &str = "\
Examples:
  pdftract learn Corporate*.otf good.pdf -o corporate.ptfp
                                              from font files and a PDF whose text is right
  pdftract --font-db corporate.ptfp bad.pdf   read a PDF that says nothing of its fonts
  A meaning is learned where two sources agree on it: the map of the PDF, names and tables of the font,
  the look of the glyph. Further runs add to the file.";

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  pdftract explain report.pdf --page 3 --at 72,144
                                              the glyph at a place, in points from the top left corner
  pdftract explain report.pdf --text Gr\u{fc}\u{df}e
                                              the glyphs of a word
  pdftract explain --json report.pdf --text x the same for programs";

pub(super) const REPAIR_EXAMPLES: &str = "\
Examples:
  pdftract repair in.pdf -o out.pdf           fonts whose text was recovered get a map to Unicode
  pdftract repair --font-map map.toml in.pdf -o out.pdf
                                              the same, with corrections of your own
  The original bytes stay in front, untouched; an encrypted file stays encrypted. A file in which
  nothing is to be repaired is copied as it is.";

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  pdftract report secret.pdf -o repro.pdf     a copy that shows a fault without showing the text
  Letters and digits are replaced by others of the same font, class and about the same width; pictures
  are blank; metadata, attachments and scripts are left out; a locked file is unlocked. Names of fonts,
  layers and other parts stay: look through them (pdftract info, pdftract fonts) before you share.";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  pdftract completions bash > ~/.local/share/bash-completion/completions/pdftract
  pdftract completions zsh > \"${fpath[1]}/_pdftract\"
  pdftract completions fish > ~/.config/fish/completions/pdftract.fish";
