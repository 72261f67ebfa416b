//! Selects the languages for an engine: those requested by the caller, else those of the document.

/// Language codes in BCP 47 with the names of Tesseract's data.
const NAMES: [(&str, &str); 50] = [
    ("ar", "ara"),
    ("bg", "bul"),
    ("bn", "ben"),
    ("ca", "cat"),
    ("cs", "ces"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("es", "spa"),
    ("et", "est"),
    ("eu", "eus"),
    ("fa", "fas"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("gl", "glg"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("is", "isl"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("ka", "kat"),
    ("ko", "kor"),
    ("la", "lat"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mr", "mar"),
    ("nb", "nor"),
    ("nl", "nld"),
    ("no", "nor"),
    ("pl", "pol"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("sa", "san"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sr", "srp"),
    ("sv", "swe"),
    ("ta", "tam"),
    ("te", "tel"),
    ("th", "tha"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("vi", "vie"),
    ("zh", "chi_sim"),
];

/// The language that is expected if nothing is known, and in addition to all others.
pub(super) const FALLBACK: &str = "eng";

/// The languages that an engine should expect, and those that it lacks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Languages {
    /// The names of available data, or all names if the engine does not list its data.
    pub(crate) used: Vec<String>,
    /// The names of requested data that are not available.
    pub(crate) missing: Vec<String>,
}

/// Selects languages: those requested by the caller, else the document's and English.
pub(crate) fn choose(wanted: &[String], of_document: Option<&str>, installed: &[String]) -> Languages {
    let named: Vec<String> = if wanted.is_empty() {
        let document = of_document.and_then(data_name);
        document.into_iter().filter(|name| name != FALLBACK).chain([FALLBACK.to_owned()]).collect()
    } else {
        wanted.iter().map(|name| data_name(name).unwrap_or_else(|| name.clone())).collect()
    };
    let is_there = |name: &String| installed.is_empty() || installed.contains(name);
    let (mut used, missing): (Vec<_>, Vec<_>) = named.into_iter().partition(is_there);
    if used.is_empty() {
        let fallback = installed.iter().find(|name| *name == FALLBACK).or_else(|| installed.first());
        used.extend(fallback.cloned());
    }
    Languages { used, missing }
}

/// Returns the requested languages, under the names of their data, that are not installed.
pub fn missing_languages(wanted: &[String], installed: &[String]) -> Vec<String> {
    choose(wanted, None, installed).missing
}

/// Returns the Debian and Ubuntu package with the data of a language.
pub fn package(data_name: &str) -> String {
    let name = data_name.to_ascii_lowercase().replace('_', "-").replace("script/", "script-");
    format!("tesseract-ocr-{name}")
}

/// Returns the name of Tesseract's data for a BCP 47 language such as `de-AT`.
pub(super) fn data_name(language: &str) -> Option<String> {
    let lower = language.to_ascii_lowercase();
    let mut parts = lower.split(['-', '_']);
    let primary = parts.next()?;
    let is_traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
    if primary == "zh" && is_traditional {
        return Some("chi_tra".into());
    }
    NAMES.iter().find(|(code, _)| *code == primary).map(|(_, name)| (*name).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).into()).collect()
    }

    #[test]
    fn languages_come_from_the_caller_then_the_document() {
        let installed = strings(&["eng", "deu", "chi_tra"]);
        assert_eq!(choose(&strings(&["deu"]), Some("fr"), &installed).used, ["deu"]);
        assert_eq!(choose(&[], Some("de-AT"), &installed).used, ["deu", "eng"]);
        assert_eq!(choose(&[], Some("zh-Hant"), &installed).used, ["chi_tra", "eng"]);
        assert_eq!(choose(&[], None, &installed).used, ["eng"]);
    }

    #[test]
    fn missing_languages_are_named() {
        let found = choose(&strings(&["fr"]), None, &strings(&["eng"]));
        assert_eq!(found, Languages { used: strings(&["eng"]), missing: strings(&["fra"]) });
        assert_eq!(choose(&strings(&["tlh"]), None, &[]).used, ["tlh"]);
        assert_eq!([package("deu"), package("chi_sim")], ["tesseract-ocr-deu", "tesseract-ocr-chi-sim"]);
    }
}
