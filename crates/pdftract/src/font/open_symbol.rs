//! The private-use codes of OpenSymbol, the symbol font of LibreOffice and OpenOffice (StarSymbol before), which older
//! versions write for bullets and for the signs of formulas.
//!
//! Each code has the character that its glyph shows. Pictures without a usual character are left out (U+FFFD).

/// The characters from a code on.
type Run = (u32, &'static str);

/// In ascending order of their first codes.
const RUNS: [Run; 15] = [
    // Bullets.
    (0xE001, "⬧⧫◆⬥❍➔✓●❍■❒◆❖⬧⓿⓪"),
    (0xE019, "✉\u{FFFD}✍ˆ˜•\u{FFFD}\u{FFFD}©@\u{FFFD}®⇨⇩⇦⇧\u{FFFD}✆➡⬇⬅⬆"),
    (0xE036, "()\u{FFFD}\u{FFFD}€"),
    // Signs of formulas.
    (0xE080, "‰⏟⏞+<>⩽⩾\u{FFFD}∈ƒ…→√√√∥ˆˇ˘´`˜¯\u{20D7}"),
    (0xE09E, "()∡≙\u{FFFD}\u{FFFD}\u{FFFD}ȷ′|/\\❑"),
    (0xE0AC, "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξοπρστυϕχψωεϑϖ\u{FFFD}ςφ∂ι\u{FFFD}\u{FFFD}⊤\u{FFFD}←↑↓"),
    // The order of Symbol.
    (0xE100, "!∀#∃%∍()∗+,-./:;<=>≅[]⊥{}∼€≤∞ƒ♣♥♠↔←↑→↓°±≥×∝∂•÷≠≡≈⋯ℵℑℜ℘⊗⊕⊘∩∪⊃⊇⊄⊂⊆∈∉∇™∏√⋅¬∧∨⇔⇐⇒⟨®©™∑"),
    (0xE15D, "∫"),
    // The order of ZapfDingbats.
    (0xE200, "✂☎\u{FFFD}✈☛☞✍✎✎✓✔✗✘✙✚✛✜✡✢✣✤✥✫✬✭✮✯✰✲✳✴✵✶✷✸✹✿❄●❍■❏❐❑❒◆❖◗❙❨❩❪❫⟨⟩❮❯❰❱❲❳{}"),
    (0xE240, "!♣♦♥♠➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→→\u{FFFD}➘➚➢➲➸"),
    (0xE312, "◀▶▲▼⏪⏩⏮⏭⏸■●"),
    // The order of Wingdings.
    (0xE437, "●❍■□□❑❒⬧⧫◆❖⬥\u{FFFD}✿❁“”⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿❢"),
    (0xE466, "·•▪○○◉\u{FFFD}\u{FFFD}❍▪□\u{FFFD}✦★✶✸✹"),
    (0xE4A5, "←→↑↓↖↗↙↘⬅➡⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑"),
    (0xE52E, "✗✓☒☑☒☒"),
];

/// Returns the character that a private-use character of the font shows.
pub(crate) fn character(private: char) -> Option<char> {
    let code = u32::from(private);
    let (first, characters) = RUNS.iter().rev().find(|(first, _)| *first <= code)?;
    let place = usize::try_from(code - first).ok()?;
    characters.chars().nth(place).filter(|character| *character != '\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_characters_that_are_drawn() {
        let cases = [
            ('\u{E00A}', Some('■')),
            ('\u{E00C}', Some('◆')),
            ('\u{E00D}', Some('❖')),
            ('\u{E01E}', Some('•')),
            ('\u{E02B}', Some('➡')),
            ('\u{E089}', Some('∈')),
            ('\u{E0A0}', Some('∡')),
            ('\u{E0B7}', Some('α')),
            ('\u{E0D4}', Some('φ')),
            ('\u{E0DD}', Some('↓')),
            ('\u{E12E}', Some('≠')),
            ('\u{E151}', Some('∑')),
            ('\u{E209}', Some('✓')),
            ('\u{E22F}', Some('◗')),
            ('\u{E23E}', Some('}')),
            ('\u{E261}', Some('➸')),
            ('\u{E452}', Some('⑩')),
            ('\u{E45E}', Some('❢')),
            ('\u{E473}', Some('★')),
            ('\u{E4C4}', Some('☑')),
            ('\u{E531}', Some('☑')),
            ('\u{E534}', None),
            ('\u{E011}', None),
            ('\u{E000}', None),
            ('\u{F0B7}', None),
            ('A', None),
        ];
        for (private, expected) in cases {
            assert_eq!(character(private), expected, "{private:?}");
        }
    }

    #[test]
    fn runs_are_in_order_and_apart() {
        for ((first, characters), (next, _)) in RUNS.iter().zip(RUNS.iter().skip(1)) {
            assert!(first + u32::try_from(characters.chars().count()).unwrap() <= *next, "{first:x}");
        }
    }
}
