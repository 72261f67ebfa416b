//! Resolves a code with the rungs of the ladder.

use super::candidate::{AMBIGUOUS, single};
use super::code_check;
use super::collection_check;
use super::font_sources;
use super::glyph_image;
use super::glyph_name::percent;
use super::glyph_table::{GlyphInfo, GlyphKind, InfoText, KnownBytes, KnownPairs};
use super::indic_cluster;
use super::ladder::{Answer, LADDER, Rung};
use super::look_alikes::{is_shared, representative};
use super::overrides;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::script_familiarity;
use super::shape;
use super::shape_check;
use super::shape_sources;
use super::source::UnicodeSource;
use super::stretched_sign;
use super::symbol_code;
use super::to_unicode_check;
use super::true_type::SYMBOL_CODE;
use super::type3_text;
use crate::diagnostic::Code;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::{self, NameContext};
use crate::font::to_unicode::{Mapped, Reject, ToUnicode};

/// The confidence of `/ToUnicode`, in hundredths (C-3, W-20).
const TO_UNICODE: u8 = 100;

/// The confidence of the ordinary character for a well-known private-use character of `/ToUnicode`.
const PLAIN_FORM: u8 = 90;

/// A font to resolve codes of, with access to its document.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'f> {
    font: &'f ResolvedFont,
    access: Access<'f>,
}

impl<'f> Resolver<'f> {
    pub(crate) fn new(font: &'f ResolvedFont, access: Access<'f>) -> Self {
        Self { font, access }
    }

    /// Returns the first trusted result. Uncertain shapes are left to the context of the document.
    pub(super) fn resolve(self, code: CharCode) -> Resolved {
        let mut walk = Walk::new(self, code, self.font.may_tell_more());
        for rung in LADDER.into_iter().filter(|rung| rung.applies_to(self.font.scheme())) {
            if let Answer::Believed(resolved) = walk.ask(rung) {
                if rung == Rung::ToUnicode {
                    collection_check::signal(self.font, self.access, &resolved.text);
                }
                return resolved;
            }
        }
        Resolved::unknown()
    }

    /// Returns the results of all rungs that are applicable to this kind of font.
    pub(super) fn answers(self, code: CharCode) -> Vec<(Rung, Answer)> {
        let mut walk = Walk::new(self, code, false);
        let rungs = LADDER.into_iter().filter(|rung| rung.applies_to(self.font.scheme()));
        rungs.map(|rung| (rung, walk.ask(rung))).collect()
    }

    /// Returns the result of the font for a code apart from its `/ToUnicode` map, trusted or not.
    pub(super) fn font_answer(self, code: CharCode) -> Option<Resolved> {
        LADDER.into_iter().filter(|rung| rung.is_of_font()).find_map(|rung| self.ask_font(rung, code))
    }

    /// Returns the `/ToUnicode` map, unless it is wrong.
    pub(crate) fn to_unicode(self) -> Option<&'f ToUnicode> {
        let map = self.font.stated_to_unicode()?;
        self.to_unicode_flaw(map).is_none().then_some(map)
    }

    /// Returns the reason why the map is not trusted, and reports it when it is first found.
    fn to_unicode_flaw(self, map: &ToUnicode) -> Option<&'static str> {
        *self.font.findings.to_unicode_flaw.get_or_init(|| {
            let own = |code| self.font_answer(code);
            let flaw = to_unicode_check::flaw(self.font, self.access, map, own)?;
            let name = &self.font.facts().name;
            let message = format!("font {name}: the ToUnicode map is not trusted: {flaw}");
            self.font.note(self.access, Code::ToUnicodeDistrusted, message);
            Some(flaw)
        })
    }

    /// Returns `true` if the font itself states that it is in a script whose shapes are unknown.
    pub(super) fn is_of_other_script(self) -> bool {
        let states =
            || self.to_unicode().is_some_and(|map| script_familiarity::states_other_script(self.font, map));
        *self.font.findings.is_of_other_script.get_or_init(states)
    }

    fn ask_font(self, rung: Rung, code: CharCode) -> Option<Resolved> {
        match rung {
            Rung::Type3Stream => type3_text::by_stream(self.font, self.access, code),
            _ => font_sources::ask(rung, self.font, self.access, code),
        }
    }

    /// Tries a rung of the font. Codes are taken for characters only if the shape does not contradict.
    fn check_font(self, rung: Rung, code: CharCode) -> Answer {
        let Some(found) = self.ask_font(rung, code) else {
            return Answer::Silent("no entry for the code");
        };
        let is_guess = found.confidence_percent <= SYMBOL_CODE && self.font.reads_shapes;
        if is_guess && !shape_check::may_be(self.font, self.access, code, &found.text) {
            return Answer::Refused(Some(found), "the glyph does not look like this character");
        }
        Answer::Believed(found)
    }

    fn ask_to_unicode(self, code: CharCode) -> Answer {
        let Some(map) = self.font.stated_to_unicode() else {
            return match self.font.facts().to_unicode {
                true => Answer::Refused(None, "the map cannot be read"),
                false => Answer::Silent("there is no map"),
            };
        };
        if self.font.reads_shapes
            && let Some(flaw) = self.to_unicode_flaw(map)
        {
            return Answer::Refused(None, flaw);
        }
        match map.lookup(code.value) {
            Some(mapped) if !self.font.reads_shapes => self.spelled(map, code, mapped),
            Some(mapped) => match code_check::contradiction(self.font, self.access, code, mapped) {
                Some(reason) => Answer::Refused(None, reason),
                None => self.spelled(map, code, mapped),
            },
            None => Answer::Silent("the map has no entry for the code"),
        }
    }

    /// Returns the text of a code with its consonants in the order of Unicode.
    fn spelled(self, map: &ToUnicode, code: CharCode, mapped: Mapped<'_>) -> Answer {
        let spelled = match mapped {
            Mapped::Text(text) => indic_cluster::respelled(self.font, self.access, map, code, text),
            _ => None,
        };
        match spelled {
            Some(text) => Answer::Believed(Resolved::new(text, UnicodeSource::ToUnicode, TO_UNICODE)),
            None => mapped_answer(mapped),
        }
    }

    /// Tries a known outline. A private-use character is often a pictogram: in a font of ideographs, whose signs the
    /// caller's databases contain as well, it is kept.
    fn ask_known_outline(self, code: CharCode, is_private: bool) -> Answer {
        if !self.font.reads_shapes {
            return Answer::Silent("outlines are not compared");
        }
        let found = match is_private {
            true => shape_sources::known_outline(self.font, self.access, code),
            false => shape_sources::known_glyph(self.font, self.access, code),
        };
        let found = found.map(|found| self.in_script_of_text(found, code));
        believed_or(found, "the outline matches no known font")
    }

    /// Returns a letter whose shape is shared by scripts in the script of the document's text.
    fn in_script_of_text(self, found: Resolved, code: CharCode) -> Resolved {
        let letter = single(&found.text).filter(|letter| letter.is_alphabetic() && is_shared(*letter));
        let settled = self.font.settled(code.value);
        let is_same =
            |text: &str| letter.is_some_and(|one| text.chars().map(representative).eq([representative(one)]));
        match settled.filter(|settled| is_same(&settled.text)) {
            Some(settled) => Resolved { text: settled.text.clone(), ..found },
            None => found,
        }
    }

    /// Returns the answer of the document's context for the code, if it came from one of some sources.
    fn ask_text(self, code: CharCode, sources: &[UnicodeSource]) -> Answer {
        let settled = self.font.settled(code.value).filter(|settled| sources.contains(&settled.source));
        believed_or(settled.cloned(), "the context was not used or does not decide")
    }

    /// Tries the shape of the glyph. An uncertain shape is left to the context of the document first, if there is
    /// any.
    fn ask_shape(self, code: CharCode, private: Option<&Resolved>, asks_text: bool) -> Answer {
        if let Some(private) = private.filter(|_| self.font.reads_shapes) {
            let found = symbol_code::by_private_code(self.font, self.access, code, &private.text);
            return believed_or(
                found,
                "private-use characters are often pictures, so shapes are not compared",
            );
        }
        if self.font.is_ideographic() {
            return Answer::Silent("ideographs are not recognised by shape");
        }
        if !self.font.reads_shapes && !shape::is_blank(self.font, self.access, code) {
            return Answer::Silent("shapes are not compared");
        }
        let found = if shape::is_blank(self.font, self.access, code) {
            shape_sources::blank(self.font, self.access, code)
        } else if let Some(sign) = self.stretched_sign(code) {
            Some(sign)
        } else if self.is_of_other_script() {
            return Answer::Silent("the script of the font is not recognised by shape");
        } else {
            let seen = shape_sources::picture(self.font, self.access, code);
            let is_uncertain = |seen: &Resolved| seen.confidence_percent == AMBIGUOUS;
            let distributed = || shape_sources::distributed(self.font, self.access, code);
            if asks_text || !seen.as_ref().is_some_and(is_uncertain) { seen } else { distributed() }
        };
        believed_or(found, "no known character looks like it, or several do")
    }

    /// Returns the Indic vowel sign that a glyph is a longer or shorter form of.
    fn stretched_sign(self, code: CharCode) -> Option<Resolved> {
        stretched_sign::by_outline(self.font, self.access, self.to_unicode()?, code)
    }
}

/// One pass over the ladder for a code, with the results of earlier rungs that later ones need.
struct Walk<'f> {
    resolver: Resolver<'f>,
    code: CharCode,
    /// A private-use character of `/ToUnicode`.
    private: Option<Resolved>,
    /// `true` if the context of the document decides uncertain results.
    asks_text: bool,
    /// `true` if the shape contradicted a guess of the font, so that its other guesses are not used.
    codes_mislead: bool,
}

impl<'f> Walk<'f> {
    fn new(resolver: Resolver<'f>, code: CharCode, asks_text: bool) -> Self {
        Self { resolver, code, private: None, asks_text, codes_mislead: false }
    }

    /// Tries the next rung.
    fn ask(&mut self, rung: Rung) -> Answer {
        if rung.is_of_font() && self.codes_mislead {
            return Answer::Silent("the glyph contradicted a guess above");
        }
        let answer = self.answer(rung);
        match &answer {
            Answer::Doubtful(kept, _) => self.private = Some(kept.clone()),
            Answer::Refused(..) => self.codes_mislead |= rung.is_of_font(),
            Answer::Believed(_) | Answer::Silent(_) => {}
        }
        answer
    }

    fn answer(&self, rung: Rung) -> Answer {
        let Self { resolver, code, .. } = *self;
        let is_private = self.private.is_some();
        match rung {
            Rung::FontMap => {
                let told = overrides::by_font_map(resolver.font, resolver.access, code);
                believed_or(told, "no font map has an entry for the code")
            }
            Rung::SymbolFont => {
                let found = symbol_code::by_symbol_font(resolver.font, resolver.access, code);
                believed_or(found, "not a known symbol font")
            }
            Rung::ToUnicode => resolver.ask_to_unicode(code),
            Rung::UnicodeCmap
            | Rung::GlyphName
            | Rung::CmapCollection
            | Rung::LegacyCharset
            | Rung::ProgramTables
            | Rung::Type3Stream
            | Rung::GlyphNumber
            | Rung::FontCollection => resolver.check_font(rung, code),
            Rung::KnownOutline => resolver.ask_known_outline(code, is_private),
            Rung::TexEncoding => resolver.ask_text(code, &[UnicodeSource::TexEncoding]),
            Rung::OtherFont => resolver.ask_text(code, &[UnicodeSource::Fingerprint]),
            Rung::Context => resolver.ask_text(code, &[UnicodeSource::Context, UnicodeSource::ShapeMatch]),
            Rung::Shape => resolver.ask_shape(code, self.private.as_ref(), self.asks_text),
            Rung::KeptPrivateUse => believed_or(self.private.clone(), "ToUnicode gives no private character"),
        }
    }
}

fn believed_or(found: Option<Resolved>, silence: &'static str) -> Answer {
    found.map_or(Answer::Silent(silence), Answer::Believed)
}

/// Judges a value of `/ToUnicode`. One that is not text (U+0000, U+FFFD, a surrogate or a noncharacter) counts as
/// missing; a private-use one is kept in case nothing better is known, with confidence 0.
fn mapped_answer(mapped: Mapped<'_>) -> Answer {
    if let Mapped::Name(name) = mapped {
        let reading = glyph_names::unicode_of(name.as_bytes(), NameContext::General);
        let resolved = reading.map(|reading| {
            let text: String = reading.text.as_slice().iter().collect();
            Resolved::new(text, UnicodeSource::ToUnicode, percent(reading.rule.confidence()))
        });
        return believed_or(resolved, "the map gives a glyph name with no known character");
    }
    if let Mapped::Char(private) = mapped
        && let Some(plain) = glyph_names::plain_form(private)
    {
        return Answer::Believed(Resolved::new(plain, UnicodeSource::ToUnicode, PLAIN_FORM));
    }
    let mut text = String::new();
    mapped.push_to(&mut text);
    match mapped.reject() {
        None => Answer::Believed(Resolved::new(text, UnicodeSource::ToUnicode, TO_UNICODE)),
        Some(Reject::PrivateUse) => Answer::Doubtful(
            Resolved::new(text, UnicodeSource::ToUnicode, 0),
            "a private-use character, kept only if nothing better is known",
        ),
        Some(_) => Answer::Silent("the map gives no character"),
    }
}

impl ResolvedFont {
    /// Returns the data of a code. The first call computes it, later ones look it up.
    #[inline]
    pub(crate) fn glyph(&self, access: Access<'_>, code: CharCode) -> GlyphInfo {
        self.table.get(code, || self.work_out(access, code))
    }

    /// Returns the data of one-byte codes that were resolved before.
    #[inline]
    pub(crate) fn known_bytes(&self) -> KnownBytes<'_> {
        self.table.known_bytes()
    }

    /// Returns the data of codes of two bytes that were resolved before.
    #[inline]
    pub(crate) fn known_pairs(&self) -> KnownPairs<'_> {
        self.table.known_pairs()
    }

    #[cold]
    #[inline(never)]
    fn work_out(&self, access: Access<'_>, code: CharCode) -> GlyphInfo {
        // A glyph of a Type 3 font may be a picture of millions of pixels; the page is not shown any more in any case.
        if access.session.budget().check().is_err() {
            return self.table.info(&Resolved::unknown(), 0.0);
        }
        let resolved = Resolver::new(self, access).resolve(code);
        let info = self.table.info(&resolved, self.advance(access, code));
        self.with_extent(access, code, info)
    }

    /// Sets the width of the ink if the advance of a Type 3 glyph is meaningless, and marks glyphs that only move the
    /// pen.
    fn with_extent(&self, access: Access<'_>, code: CharCode, info: GlyphInfo) -> GlyphInfo {
        let Some(type3) = self.type3(access) else { return info };
        let is_blank = info.text == InfoText::Char(' ') && info.source == UnicodeSource::ShapeMatch;
        if is_blank && (type3.draws_stamps() || type3.moves_by_blanks()) {
            return GlyphInfo { kind: GlyphKind::PenMove, ..info };
        }
        if u8::try_from(code.value).is_ok_and(|code| type3.is_stamp(code, info.advance)) {
            return GlyphInfo { kind: GlyphKind::Stamp, ..info };
        }
        if matches!(self.scheme(), Scheme::Simple(_)) && info.advance == 0.0 {
            return GlyphInfo { extent: type3.ink_width(code), kind: GlyphKind::OtherCell, ..info };
        }
        info
    }

    /// Returns the result for an uncertain shape that the context of the document left open.
    pub(crate) fn distributed(&self, access: Access<'_>, code: CharCode) -> Resolved {
        shape_sources::distributed(self, access, code).unwrap_or_else(Resolved::unknown)
    }

    /// Returns the alternatives of a code by its shape, most likely first.
    pub(crate) fn alternatives(&self, access: Access<'_>, code: CharCode, text: &str) -> Vec<String> {
        let candidates = glyph_image::candidates(self, access, code).into_iter();
        candidates.map(|candidate| candidate.text).filter(|other| other != text).collect()
    }
}
