//! Examples and exit codes, printed below the options of each command.

/// Exit codes are in every help text, because scripts depend on them.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  success; repaired damage is reported with --diagnostics
  1  a file could not be read, output could not be written or is closed, or the time limit was exceeded
  2  the command line is wrong
  3  a file is encrypted, and the password is missing or wrong
  4  the text of a file cannot be trusted (pdftract check and pdftract quality)
  5  a file is not a readable PDF, or has none of the pages asked for
  With several files the highest code is returned; one bad file does not stop the run.
  When the reader of a pipe closes it, as head does, pdftract exits quietly with the code so far.";

/// The most common uses come first.
pub(super) const EXAMPLES: &str = "\
Examples:
  pdftract report.pdf                         print the text of a file
  pdftract report.pdf -o report.md            write Markdown (or .txt, .json, .ndjson)
  pdftract letters/ more.pdf -o out/          a whole folder: letters/may/1.pdf to out/may/1.txt
  pdftract letters/ -o out/ --skip-existing   resume an interrupted run
  pdftract letters/ -o out/ -f text,json      two results per file
  pdftract --pages 1-5,last report.pdf        some of the pages
  pdftract --bbox 0,60,595,780 report.pdf     a part of each page
  pdftract --json --detail block report.pdf   blocks with role, box and text
  pdftract --md --images img report.pdf       Markdown with images
  curl -s https://example.org/a.pdf | pdftract -
                                              standard input
  pdftract --password-file pw.txt locked.pdf  an encrypted file
  pdftract --ocr scan.pdf                     a scan (needs Tesseract)
  pdftract grep -i total invoices/            search, over line ends and hyphens
  pdftract check report.pdf                   can the text be trusted?
  pdftract info report.pdf                    pages, metadata, encryption, forms
  Write ./info for a file with the name of a command.

Several files on standard output:
  Text: the page separator is also printed between files. Markdown: an empty line.
  JSON: one object after another. NDJSON: each file begins with a line that names it.

Instead of pdftotext:
  Called as pdftotext, or with --pdftotext as the first argument, pdftract takes the arguments of
  pdftotext (pdftract --pdftotext -h lists them).";

pub(super) const GREP_HELP: &str = "\
Examples:
  pdftract grep 'total amount' invoice.pdf    lines that have both words, also over a line end
  pdftract grep -i hyphenation papers/        a folder, in parallel, in the order of names
  pdftract grep -c -F 'C++' *.pdf             matching lines of each file
  pdftract grep -o '[0-9]{4}-[0-9]{2}' a.pdf  only the matches
  pdftract grep --ignore-diacritics resume cv.pdf
                                              also finds résumé
  pdftract grep --json total a.pdf            pages, labels, boxes and scores as JSON
  pdftract grep total a.pdf --highlight b.pdf a copy with the matches highlighted
  pdftract grep --cache ~/.cache/pdftract word library/
                                              reads only new and changed files the next time

Output:
  PAGE:LINE TEXT, with FILE: before it for several files; 7[iii] is page 7 with the label iii.
  A space in a pattern also matches a line end; . and classes such as [^;] do not. Words divided at a
  line end are found with and without their hyphen. Ligatures, full-width letters and the like match
  plain letters. A match over several lines counts as one. docs/search.md has more.

Exit codes:
  0  a line matches
  1  no line matches; pages without readable text are counted on standard error
  2  the command line is wrong, a pattern is invalid, or a file could not be searched
  4  no line matches, and some pages have no readable text (only with --require-readable)";

pub(super) const DIFF_HELP: &str = "\
Examples:
  pdftract diff old.pdf new.pdf               changed words, block by block
  pdftract diff --json old.pdf new.pdf        changes with pages, blocks and boxes
  pdftract diff -q old.pdf new.pdf && echo same text
                                              only the exit code

Output:
  [-removed-] and {+added+} words with some words around them; in colour on a terminal. Line ends,
  hyphens at line ends, columns and page breaks are no differences. Running headers, footers and page
  numbers are left out (--keep-headers compares them).

Exit codes:
  0  the texts are equal
  1  they differ
  2  the command line is wrong, or a file could not be read";

pub(super) const INFO_EXAMPLES: &str = "\
Examples:
  pdftract info *.pdf                         several files
  pdftract info --json report.pdf             complete, as JSON
  pdftract info --json *.pdf > facts.ndjson   one JSON object per line and file";

pub(super) const FACTS_EXAMPLES: &str = "\
Examples:
  pdftract facts report.pdf                   one JSON object per line and page
  pdftract facts -d archive.tar               one for each document of an archive
  pdftract facts --files-from list -o facts/ --parquet

docs/rows.md describes every column.";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  pdftract check report.pdf                   score of each page, and the reason when it is low
  pdftract check --json *.pdf                 one JSON object per line and file
  pdftract check -q in.pdf && pdftract in.pdf > in.txt
                                              text only if it can be trusted
  pdftract check --fail-below 0.95 in.pdf     be stricter

The score:
  The probability that the text is right: near 1 when all glyphs are known and form words, near 0 when
  they are unknown or garbled, or when a page is only an image and needs OCR. A blank page has no
  score. The score of a file is the mean of its pages.";

pub(super) const QUALITY_EXAMPLES: &str = "\
Examples:
  pdftract quality notes.txt                  is a text of any origin readable?
  some-program | pdftract quality             the same for standard input";

pub(super) const TABLES_EXAMPLES: &str = "\
Examples:
  pdftract tables report.pdf > tables.csv     all tables, separated by an empty line
  pdftract tables -f json --page 3 report.pdf cells of page 3 with spans and boxes";

pub(super) const RENDER_EXAMPLES: &str = "\
Examples:
  pdftract render report.pdf -o page.png      the first page
  pdftract render --page 7 --boxes report.pdf -o page.png
                                              with the boxes of blocks, lines and words";

pub(super) const LEARN_EXAMPLES: &str = "\
Examples:
  pdftract learn Corporate*.otf good.pdf -o corporate.ptfp
                                              from font files and a PDF whose text is right
  pdftract --font-db corporate.ptfp bad.pdf   read a PDF without Unicode mappings
  A glyph is learned when two sources agree on it: the ToUnicode map, names and tables of the font, the
  shape of the glyph. Further runs extend the file.";

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  pdftract explain report.pdf --page 3 --at 72,144
                                              the glyph at a position
  pdftract explain report.pdf --text Gr\u{fc}\u{df}e
                                              the glyphs of a word
  pdftract explain --json report.pdf --text x as JSON";

pub(super) const REPAIR_EXAMPLES: &str = "\
Examples:
  pdftract repair in.pdf -o out.pdf           add ToUnicode maps to fonts whose text was recovered
  pdftract repair --font-map map.toml in.pdf -o out.pdf
                                              with your own corrections
  pdftract repair --ocr scan.pdf -o out.pdf   add a text layer to scanned pages
  The original bytes are kept and the changes appended; an encrypted file stays encrypted. A file
  without anything to repair is copied.";

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  pdftract report secret.pdf -o repro.pdf     reproduces a defect without the text
  Letters and digits are replaced by others of the same font, class and similar width; images are
  blank; metadata, attachments and scripts are removed; encryption is removed. Names of fonts, layers
  and other parts are kept: check them (pdftract info, pdftract fonts) before you share the copy.";

pub(super) const ATTACHMENTS_EXAMPLES: &str = "\
Examples:
  pdftract attachments invoice.pdf            list names, types and sizes
  pdftract attachments invoice.pdf -o out/    save all of them
  pdftract attachments invoice.pdf -o out/ --name factur-x.xml
                                              save one of them";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  pdftract completions bash > ~/.local/share/bash-completion/completions/pdftract
  pdftract completions zsh > \"${fpath[1]}/_pdftract\"
  pdftract completions fish > ~/.config/fish/completions/pdftract.fish";

/// Examples of `pdftract serve`.
#[cfg(feature = "server")]
pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  pdftract serve                                        on 127.0.0.1:9998, without a key
  pdftract serve --listen 0.0.0.0:9998 --api-key-file keys.txt
  curl -T report.pdf http://127.0.0.1:9998/v1/markdown";

/// Examples of `pdftract mcp`.
#[cfg(feature = "server")]
pub(super) const MCP_EXAMPLES: &str = "\
Examples:
  pdftract mcp --root ~/papers                          over standard input and output
  claude mcp add papers -- pdftract mcp --root ~/papers";
