//! Fonts that recognition has made of a scan: their glyphs are pieces of the picture, and their text is as good as the
//! recognition was, though it is drawn like any other text.

/// Returns whether a font is named as those that Acrobat makes of scans: `*Times New Roman-Bold-4867`, or `Fd364982` in
/// earlier versions, with or without a subset tag and the name of an encoding.
pub fn is_recognised_font(name: &str) -> bool {
    let untagged = match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    };
    let plain = untagged.strip_suffix("-Identity-H").unwrap_or(untagged);
    let is_number = |text: &str| text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    match plain.strip_prefix('*') {
        Some(starred) => starred.rsplit_once('-').is_some_and(|(_, number)| is_number(number)),
        None => plain.strip_prefix("Fd").is_some_and(is_number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_made_of_scans_are_known_by_name() {
        for name in
            ["*FangSong-Bold-4867", "ABCDEF+*Arial-1022-Identity-H", "Fd364982", "XYZABC+Fd2190-Identity-H"]
        {
            assert!(is_recognised_font(name), "{name}");
        }
        for name in ["FangSong-Bold", "Arial-1022", "*Arial", "Fdx", "Fd", "Frutiger-45"] {
            assert!(!is_recognised_font(name), "{name}");
        }
    }
}
