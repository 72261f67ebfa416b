//! Which languages an engine should expect: those that the caller names, else those of the document.

/// Names of languages in BCP 47 and what Tesseract calls their data.
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

/// The language that is expected when nothing is known, and beside all others.
pub(super) const FALLBACK: &str = "eng";

/// What an engine should expect, and what it lacks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Languages {
    /// Names of data that it has, or all if it does not tell what it has.
    pub(crate) used: Vec<String>,
    /// Names of data that were asked for and are not there.
    pub(crate) missing: Vec<String>,
}

/// Chooses languages: those wanted by the caller, else the document's with English beside it.
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

/// Returns the names of data that were asked for, in any way of naming languages, and are not installed.
pub fn missing_languages(wanted: &[String], installed: &[String]) -> Vec<String> {
    choose(wanted, None, installed).missing
}

/// The package of Debian and Ubuntu that has the data of a language.
pub fn package(data_name: &str) -> String {
    let name = data_name.to_ascii_lowercase().replace('_', "-").replace("script/", "script-");
    format!("tesseract-ocr-{name}")
}

/// What Tesseract calls the data of a language named as in BCP 47, such as `de-AT`.
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
