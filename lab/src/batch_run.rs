//! Batches of the command: their inputs, their processes, and the files and rows that they leave.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use pdftract_testkit::builder::{simple_document, text_page};
use serde_json::Value;

/// The columns of a row. Those of Parquet that are no texts are printed.
pub(crate) type Row = serde_json::Map<String, Value>;
/// The rows of a run by the path of their input.
pub(crate) type Rows = BTreeMap<String, Vec<Row>>;

/// Writes small PDFs into several folders below a folder, which is returned.
pub(crate) fn write_input(folder: &Path, files: usize) -> Result<PathBuf, String> {
    for number in 0..files {
        let folder = folder.join((number % 7).to_string());
        let pages = [text_page(&format!("file {number}")), text_page("second page")];
        let pdf = simple_document(&[&pages[0], &pages[1]]);
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(format!("{number}.pdf")), pdf));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(folder.to_path_buf())
}

/// Starts a batch without messages.
pub(crate) fn start(
    binary: &Path,
    input: &Path,
    out: &Path,
    options: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Child, String> {
    let mut command = Command::new(binary);
    command.arg(input).arg("-o").arg(out).arg("-q").args(options).stdout(Stdio::null());
    command.spawn().map_err(|error| format!("{}: {error}", binary.display()))
}

/// Waits for a batch that must come to its end.
pub(crate) fn wait(mut child: Child) -> Result<(), String> {
    let status = child.wait().map_err(|error| error.to_string())?;
    if is_complete(status) { Ok(()) } else { Err(format!("an undisturbed run ended with {status}")) }
}

/// Returns true for a batch that came to its end: 1, 3 and 5 are the codes for files that cannot be read, are locked or are not
/// PDFs.
pub(crate) fn is_complete(status: ExitStatus) -> bool {
    matches!(status.code(), Some(0 | 1 | 3 | 5))
}

/// All files below a folder with their bytes.
pub(crate) fn tree(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                files
                    .insert(path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned(), bytes);
            }
        }
    }
    Ok(files)
}

/// Returns the rows of all complete files of rows in a folder, NDJSON and Parquet.
pub(crate) fn rows(folder: &Path) -> Result<Rows, String> {
    let mut rows = Rows::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in entries.filter(|path| path.is_file()) {
        let is_parquet = path.extension() == Some(OsStr::new("parquet"));
        let read = if is_parquet { parquet_rows(&path) } else { json_rows(&path) };
        for row in read.map_err(|error| format!("{}: {error}", path.display()))? {
            rows.entry(text(&row, "path").to_owned()).or_default().push(row);
        }
    }
    Ok(rows)
}

/// Returns the text of a column; empty for null.
pub(crate) fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    row.get(column).and_then(Value::as_str).unwrap_or_default()
}

fn json_rows(path: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    text.lines().map(|line| serde_json::from_str(line).map_err(|error| error.to_string())).collect()
}

fn parquet_rows(path: &Path) -> Result<Vec<Row>, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let reader = SerializedFileReader::new(file).map_err(|error| error.to_string())?;
    let value = |field: &Field| match field {
        Field::Str(text) => Value::String(text.clone()),
        Field::Null => Value::Null,
        other => Value::String(other.to_string()),
    };
    let rows = reader.get_row_iter(None).map_err(|error| error.to_string())?;
    rows.map(|row| {
        let row = row.map_err(|error| error.to_string())?;
        Ok(row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect())
    })
    .collect()
}
