//! The picture of the ladder: the sources of Unicode in the order in which they are tried.

use std::collections::BTreeMap;

use super::svg::{Anchor, INK, PALE, Svg};

/// Groups of rungs, with their colour.
const GROUPS: [(&str, &str, &[&str]); 5] = [
    ("stated by you", "#5b4bb3", &["FontMap"]),
    (
        "stated by the file",
        "#1d6fa5",
        &["SymbolFont", "ToUnicode", "UnicodeCmap", "GlyphName", "CmapCollection", "LegacyCharset"],
    ),
    ("found in the font", "#1b8a5a", &["ProgramTables", "Type3Stream", "GlyphNumber", "FontCollection"]),
    ("recovered", "#b45309", &["KnownOutline", "TexEncoding", "OtherFont", "Context", "Shape"]),
    ("kept as it is", "#7b8794", &["KeptPrivateUse"]),
];
const ROW: f64 = 34.0;
const TOP: f64 = 58.0;

/// Draws the ladder of a source file.
pub(super) fn draw(source: &str) -> Result<String, String> {
    let rungs = rungs(source)?;
    let height = TOP + ROW * rungs.len() as f64 + 44.0;
    let mut svg =
        Svg::new(960, height as u32, "The sources of Unicode text, in the order in which they are tried");
    svg.text(
        (24.0, 34.0),
        18,
        INK,
        Anchor::Start,
        true,
        "Which character is this glyph? The first trusted answer wins.",
    );
    for (index, (id, name, meaning)) in rungs.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let (group, colour) = group(id)?;
        svg.bar((24.0, y), (8.0, ROW - 4.0), colour);
        svg.text((46.0, y + 20.0), 13, PALE, Anchor::Start, false, &(index + 1).to_string());
        svg.text((72.0, y + 20.0), 14, INK, Anchor::Start, true, name);
        svg.text((352.0, y + 20.0), 13, PALE, Anchor::Start, false, meaning);
        let is_first =
            index == 0 || rungs.get(index - 1).is_none_or(|(before, ..)| group_name(before) != Some(group));
        if is_first {
            svg.text((944.0, y + 20.0), 12, colour, Anchor::End, true, group);
        }
    }
    let end = TOP + ROW * rungs.len() as f64 + 22.0;
    svg.text((72.0, end), 14, INK, Anchor::Start, true, "none of them");
    svg.text((352.0, end), 13, PALE, Anchor::Start, false, "U+FFFD, counted as unmapped and reported");
    Ok(svg.finish())
}

fn group_name(id: &str) -> Option<&'static str> {
    GROUPS.iter().find(|(_, _, rungs)| rungs.contains(&id)).map(|(name, ..)| *name)
}

fn group(id: &str) -> Result<(&'static str, &'static str), String> {
    let group = GROUPS.iter().find(|(_, _, rungs)| rungs.contains(&id));
    group
        .map(|(name, colour, _)| (*name, *colour))
        .ok_or_else(|| format!("the rung {id} belongs to no group"))
}

/// Returns identifier, name and meaning of each rung, in the order of the ladder.
fn rungs(source: &str) -> Result<Vec<(String, String, String)>, String> {
    let mut meanings: BTreeMap<&str, &str> = BTreeMap::new();
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    for pair in lines.windows(2) {
        if let [comment, variant] = pair
            && let (Some(meaning), Some(id)) = (comment.strip_prefix("/// "), variant.strip_suffix(','))
        {
            meanings.insert(id, meaning.trim_end_matches('.'));
        }
    }
    let name = |id: &str| {
        let arm = format!("Self::{id} => \"");
        lines.iter().find_map(|line| line.strip_prefix(arm.as_str())?.strip_suffix("\",")).map(str::to_owned)
    };
    let order = lines.iter().filter_map(|line| line.strip_prefix("Rung::")?.strip_suffix(','));
    let rungs = order.map(|id| {
        let meaning = meanings.get(id).map(|meaning| meaning.replace('`', ""));
        Some((id.to_owned(), name(id)?, meaning?))
    });
    let rungs: Option<Vec<_>> = rungs.collect();
    rungs.filter(|rungs| !rungs.is_empty()).ok_or_else(|| "the ladder was not understood".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_is_read_from_its_source() {
        let source = "enum Rung {\n    /// The caller's `maps`.\n    FontMap,\n}\nconst LADDER: [Rung; 1] = [\n    Rung::FontMap,\n];\n\
                      Self::FontMap => \"font map\",\n";
        assert_eq!(
            rungs(source).unwrap(),
            [("FontMap".into(), "font map".into(), "The caller's maps".into())]
        );
        assert!(draw("").is_err());
        assert!(draw(&source.replace("FontMap", "Hearsay")).unwrap_err().contains("belongs to no group"));
    }
}
