//! Distils example sentences of languages into the table of the language model, `language/tables/languages.bin`.
//!
//! The file has three sections, each after its length in four bytes: the trigram models of languages, the bigrams of
//! ideographs and Hangul, the costs of character classes. Every fifth sentence is held out: the mean costs of ordinary text are
//! measured on those, and the calibration of verdicts uses them.

mod bigrams;
mod classes;
mod counts;
mod trigrams;

use std::fs;
use std::path::Path;

use super::Generated;

/// Languages by their ISO 639-1 code and the package of their sentences.
pub(crate) const LANGUAGES: [(&str, &str); 73] = [
    ("af", "afrikaans"),
    ("sq", "albanian"),
    ("ar", "arabic"),
    ("hy", "armenian"),
    ("az", "azerbaijani"),
    ("eu", "basque"),
    ("be", "belarusian"),
    ("bn", "bengali"),
    ("nb", "bokmal"),
    ("bs", "bosnian"),
    ("bg", "bulgarian"),
    ("ca", "catalan"),
    ("hr", "croatian"),
    ("cs", "czech"),
    ("da", "danish"),
    ("nl", "dutch"),
    ("en", "english"),
    ("eo", "esperanto"),
    ("et", "estonian"),
    ("fi", "finnish"),
    ("fr", "french"),
    ("lg", "ganda"),
    ("ka", "georgian"),
    ("de", "german"),
    ("el", "greek"),
    ("gu", "gujarati"),
    ("he", "hebrew"),
    ("hi", "hindi"),
    ("hu", "hungarian"),
    ("is", "icelandic"),
    ("id", "indonesian"),
    ("ga", "irish"),
    ("it", "italian"),
    ("ja", "japanese"),
    ("kk", "kazakh"),
    ("la", "latin"),
    ("lv", "latvian"),
    ("lt", "lithuanian"),
    ("mk", "macedonian"),
    ("ms", "malay"),
    ("mi", "maori"),
    ("mr", "marathi"),
    ("mn", "mongolian"),
    ("nn", "nynorsk"),
    ("fa", "persian"),
    ("pl", "polish"),
    ("pt", "portuguese"),
    ("pa", "punjabi"),
    ("ro", "romanian"),
    ("ru", "russian"),
    ("sr", "serbian"),
    ("sn", "shona"),
    ("sk", "slovak"),
    ("sl", "slovene"),
    ("so", "somali"),
    ("st", "sotho"),
    ("es", "spanish"),
    ("sw", "swahili"),
    ("sv", "swedish"),
    ("tl", "tagalog"),
    ("ta", "tamil"),
    ("te", "telugu"),
    ("th", "thai"),
    ("ts", "tsonga"),
    ("tn", "tswana"),
    ("tr", "turkish"),
    ("uk", "ukrainian"),
    ("ur", "urdu"),
    ("vi", "vietnamese"),
    ("cy", "welsh"),
    ("xh", "xhosa"),
    ("yo", "yoruba"),
    ("zu", "zulu"),
];

/// The version of those packages.
const VERSION: &str = "1.3.0";
/// One sentence in this many is held out.
const HELD_OUT: usize = 5;

/// Returns the training sentences of a language, or the held-out ones.
pub(crate) fn sentences(sources: &Path, package: &str, held_out: bool) -> Result<String, String> {
    let text = all_sentences(sources, package)?;
    let lines = text.lines().enumerate().filter(|(index, _)| (index % HELD_OUT == 0) == held_out);
    Ok(lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"))
}

fn all_sentences(sources: &Path, package: &str) -> Result<String, String> {
    let folder = format!("lingua-{package}-language-model-{VERSION}");
    read(&sources.join(folder).join("testdata/sentences.txt"))
}

/// Detects UTF-8 that was decoded as Windows-1252 or Windows-1250: one Romanian sentence in twenty has U+FFFD as
/// `ďż˝`.
fn is_misdecoded(line: &str) -> bool {
    let has_lead = |lead: char| {
        let mut rests = line.split(lead).skip(1);
        rests.any(|rest| rest.chars().next().is_some_and(|next| !next.is_alphabetic() && !next.is_ascii()))
    };
    line.contains('\u{FFFD}') || line.contains("ďż˝") || ['Ã', 'â', 'Ĺ', 'Ă', 'Ä'].into_iter().any(has_lead)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(super) fn generate(sources: &Path) -> Result<Vec<Generated>, String> {
    let sections = [trigrams::section(sources)?, bigrams::section(sources)?, classes::section(sources)?];
    let mut contents = Vec::new();
    for section in sections {
        contents.extend(u32::try_from(section.len()).expect("sections are small").to_le_bytes());
        contents.extend(section);
    }
    Ok(vec![Generated { file_name: "languages.bin", contents }])
}

/// Adds a text after its length in `LENGTH` bytes.
fn put_text<const LENGTH: usize>(file: &mut Vec<u8>, text: &str) {
    file.extend(&text.len().to_le_bytes()[..LENGTH]);
    file.extend(text.as_bytes());
}

/// Adds costs of four bits each, two to a byte, the first in the lower half.
fn put_costs(file: &mut Vec<u8>, costs: &[u8]) {
    file.extend(costs.chunks(2).map(|two| two[0] | two.get(1).unwrap_or(&0) << 4));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_in_a_wrong_code_page_are_left_out() {
        for line in ["5 ani pďż˝nďż˝ la", "am 11. MÃ¤rz", "as â€™n Duits", "sv\u{FFFD}j"] {
            assert!(is_misdecoded(line), "{line}");
        }
        for line in ["São Tomé", "în România â la", "ÄRA TEE", "Ăsta e", "PRIMA CASĂ."] {
            assert!(!is_misdecoded(line), "{line}");
        }
    }
}
