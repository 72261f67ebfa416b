//! The `Accept` header.

/// Returns the first of the types that a client accepts best; `None` if it accepts none of them.
///
/// A missing or unreadable header accepts everything.
pub(crate) fn accepted(header: Option<&str>, types: &[&'static str]) -> Option<&'static str> {
    let header = header.unwrap_or("*/*");
    let ranges: Vec<(&str, f32)> = header.split(',').filter_map(range).collect();
    if ranges.is_empty() {
        return types.first().copied();
    }
    let mut best: Option<(&'static str, f32)> = None;
    for &media_type in types {
        let quality = quality(&ranges, media_type);
        if quality > best.map_or(0.0, |(_, quality)| quality) {
            best = Some((media_type, quality));
        }
    }
    best.map(|(media_type, _)| media_type)
}

fn range(part: &str) -> Option<(&str, f32)> {
    let mut pieces = part.split(';').map(str::trim);
    let name = pieces.next().filter(|name| name.contains('/'))?;
    let quality = pieces.find_map(|piece| piece.strip_prefix("q=")).and_then(|value| value.parse().ok());
    Some((name, quality.filter(|quality: &f32| (0.0..=1.0).contains(quality)).unwrap_or(1.0)))
}

/// Returns the quality of the most specific range for a type.
fn quality(ranges: &[(&str, f32)], media_type: &str) -> f32 {
    let kind = media_type.split('/').next().unwrap_or_default();
    let specificity = |name: &str| match name.split_once('/') {
        _ if name.eq_ignore_ascii_case(media_type) => Some(2),
        Some((range, "*")) if range.eq_ignore_ascii_case(kind) => Some(1),
        Some(("*", "*")) => Some(0),
        _ => None,
    };
    let matching = ranges.iter().filter_map(|(name, quality)| Some((specificity(name)?, *quality)));
    matching.max_by_key(|(specificity, _)| *specificity).map_or(0.0, |(_, quality)| quality)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_accepted_type_is_taken() {
        let types = ["text/csv", "application/json"];
        for (header, expected) in [
            (None, Some("text/csv")),
            (Some("*/*"), Some("text/csv")),
            (Some("application/json"), Some("application/json")),
            (Some("text/*;q=0.5, application/*"), Some("application/json")),
            (Some("text/csv;q=0, */*"), Some("application/json")),
            (Some("image/png"), None),
            (Some("nonsense"), Some("text/csv")),
        ] {
            assert_eq!(accepted(header, &types), expected, "{header:?}");
        }
    }
}
