//! Structured logs: one line of JSON on standard error for each event, without text or names of documents.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// Writes an event. A log that cannot be written must not stop the server.
pub(crate) fn write(level: &str, event: &str, fields: Value) {
    let mut line = serde_json::json!({ "time": now(), "level": level, "event": event });
    if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), fields) {
        line.extend(fields);
    }
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

/// Returns the time as RFC 3339 with milliseconds, in UTC.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    rfc3339(since.as_secs(), since.subsec_millis())
}

fn rfc3339(seconds: u64, millis: u32) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Returns year, month and day of a day since 1970, by Howard Hinnant's algorithm: years begin in March, so that the leap
/// day is the last one.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(rfc3339(0, 7), "1970-01-01T00:00:00.007Z");
        assert_eq!(rfc3339(951_782_399, 0), "2000-02-28T23:59:59.000Z");
        assert_eq!(rfc3339(951_868_799, 0), "2000-02-29T23:59:59.000Z");
        assert_eq!(rfc3339(1_794_925_845, 0), "2026-11-17T14:30:45.000Z");
    }
}
