//! The table of signals, which are evidence against a text.

use serde::Serialize;

macro_rules! signals {
    ($($(#[$doc:meta])* $name:ident, $code:literal, $critical:literal, $words:literal;)*) => {
        /// Evidence against a text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Signal {
            $($(#[$doc])* $name,)*
        }

        impl Signal {
            /// All signals, in the order in which they are reported.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the name in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// Returns `true` if it can make a text unreadable alone.
            pub fn is_critical(self) -> bool {
                match self { $(Self::$name => $critical),* }
            }

            /// Returns a description for users.
            pub fn words(self) -> &'static str {
                match self { $(Self::$name => $words),* }
            }
        }
    };
}

signals! {
    /// Characters without known Unicode, which are U+FFFD.
    ReplacementChars, "replacement_chars", true, "characters are unknown";
    /// Private-use characters, which only one font defines.
    PuaCodepoints, "pua_codepoints", true, "characters are for private use";
    /// Control characters, such as glyph numbers mistaken for text.
    ControlChars, "control_chars", true, "control characters";
    /// The frequencies of characters are unlike those of text.
    EntropyAnomaly, "entropy_anomaly", false, "characters repeat unlike in text";
    /// Letter sequences occur in no language of the script.
    NgramAnomaly, "ngram_anomaly", true, "letters form no words of a known language";
    /// Hardly any word is a common one of the language.
    LowRealWordRatio, "low_real_word_ratio", false, "few common words";
    /// Words made of symbols: letters shown in a symbol font.
    SymbolFont, "symbol_font", true, "symbols stand for letters";
    /// Too many or too few vowels.
    CvRatioAnomaly, "cv_ratio_anomaly", false, "too many or too few vowels";
    /// Combining marks without a letter.
    CombiningOrphan, "combining_orphan", true, "accents without letters";
    /// Text decoded with a wrong code page.
    Mojibake, "mojibake", true, "read with the wrong code page";
    /// Many invisible characters.
    ZeroWidth, "zero_width", false, "invisible characters";
    /// Right-to-left text in visual order, or unbalanced directional marks.
    BidiFragment, "bidi_fragment", true, "right-to-left text runs backwards";
    /// Letters of two alphabets in one word.
    ScriptMismatch, "script_mismatch", true, "words mix alphabets";
    /// Mathematical or enclosed letters used as prose.
    BlockConcentration, "block_concentration", false, "mathematical or enclosed letters as prose";
    /// Code points that are unassigned in Unicode.
    UnassignedCodepoints, "unassigned_codepoints", true, "characters do not exist in Unicode";
    /// Signs, digits and letters are mixed unlike in any text, or in the order of their codes.
    ShapeAnomaly, "shape_anomaly", true, "signs and letters are mixed as in no text";
    /// Words without spaces between them, or spaces between all letters.
    WordSpacing, "word_spacing", true, "words are glued or torn apart";
    /// Text that recognition has left over a picture, and that no language confirms.
    UnprovenRecognition, "unproven_recognition", true, "recognised text that no language confirms";
    /// Glyphs whose text is a guess that no language confirms, or not known at all.
    UnsureGlyphs, "unsure_glyphs", true, "the text of many glyphs is a guess";
    /// A picture fills the page, and the text is a few words beside it.
    MostlyPicture, "mostly_picture", true, "most of the page is a picture";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_40_w_24_signals_have_the_names_of_the_specification_in_json() {
        for signal in Signal::ALL {
            assert_eq!(serde_json::to_string(signal).unwrap(), format!("\"{}\"", signal.as_str()));
        }
        // Nine of the specification, and eleven that it lacks (W-24).
        let wanted = "replacement_chars pua_codepoints control_chars entropy_anomaly ngram_anomaly low_real_word_ratio \
            symbol_font cv_ratio_anomaly combining_orphan mojibake zero_width bidi_fragment script_mismatch \
            block_concentration unassigned_codepoints shape_anomaly word_spacing unproven_recognition unsure_glyphs \
            mostly_picture";
        let names: Vec<&str> = Signal::ALL.iter().map(|signal| signal.as_str()).collect();
        assert_eq!(names, wanted.split_whitespace().collect::<Vec<_>>());
    }
}
