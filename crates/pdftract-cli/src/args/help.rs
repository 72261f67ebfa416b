//! Help that teaches: examples and exit codes, below the options of each command.

/// Exit codes stand in every help text, because scripts depend on them.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all is well (damage that was repaired counts as well; it is told in diagnostics)
  1  a file could not be read, the output could not be written, or the time was over
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

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  pdftract completions bash > ~/.local/share/bash-completion/completions/pdftract
  pdftract completions zsh > \"${fpath[1]}/_pdftract\"
  pdftract completions fish > ~/.config/fish/completions/pdftract.fish";
