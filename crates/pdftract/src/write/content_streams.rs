//! Finds the content streams of a document with the fonts they use, and rewrites each of them.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::anonymous_codes::{FontSubstitutes, Substitutes};
use super::scrubbed_content::{TextState, scrub};
use crate::file::object::{Dict, Object};
use crate::file::{Decoded, File, ImageFilter, Stream};
use crate::font::FontKind;
use crate::session::Session;
use crate::unicode::FontStore;

/// A rewritten stream, with flags for damaged data and for image filters.
pub(crate) struct Rewritten {
    pub(crate) data: Vec<u8>,
    pub(crate) is_complete: bool,
    pub(crate) image_filter: Option<ImageFilter>,
}

/// A queued stream with the resources it refers to.
struct Waiting<'f> {
    stream: Stream<'f>,
    resources: Option<Dict<'f>>,
    draws_glyph: bool,
}

struct Walk<'f, 's> {
    session: &'s Session,
    fonts: &'s FontStore,
    substitutes: &'s Substitutes,
    waiting: VecDeque<Waiting<'f>>,
    seen: HashSet<u32>,
    rewritten: BTreeMap<u32, Rewritten>,
}

/// Rewrites all content streams; returns them by object number.
pub(crate) fn rewrite(
    session: &Session,
    file: &File,
    fonts: &FontStore,
    substitutes: &Substitutes,
) -> BTreeMap<u32, Rewritten> {
    let mut walk = Walk {
        session,
        fonts,
        substitutes,
        waiting: VecDeque::new(),
        seen: HashSet::new(),
        rewritten: BTreeMap::new(),
    };
    for page in file.pages() {
        let resources = page.resources();
        let mut state = TextState::default();
        for stream in page.contents() {
            if walk.seen.insert(stream.id().number) {
                walk.rewrite(&stream, resources.as_ref(), &mut state, false);
            }
        }
        walk.add_resources(resources.as_ref());
        walk.add_appearances(page.dict());
        walk.run();
    }
    walk.rewritten
}

impl<'f, 's> Walk<'f, 's> {
    fn run(&mut self) {
        while let Some(Waiting { stream, resources, draws_glyph }) = self.waiting.pop_front() {
            if self.session.budget().check().is_err() {
                return;
            }
            self.add_resources(resources.as_ref());
            self.rewrite(&stream, resources.as_ref(), &mut TextState::default(), draws_glyph);
        }
    }

    fn rewrite(
        &mut self,
        stream: &Stream<'f>,
        resources: Option<&Dict<'f>>,
        state: &mut TextState<'s>,
        draws_glyph: bool,
    ) {
        let fonts = resources.and_then(|resources| resources.dict(b"Font"));
        let (session, store, substitutes) = (self.session, self.fonts, self.substitutes);
        let font_named = |name: &[u8]| -> Option<&'s FontSubstitutes> {
            let font = fonts.as_ref()?.dict(name)?;
            substitutes.for_font(&store.font(&font, session))
        };
        let decoded = stream.decode();
        let Decoded { data, complete: is_complete, image_filter } = decoded;
        let data =
            if image_filter.is_none() { scrub(&data, state, &font_named, draws_glyph) } else { Vec::new() };
        self.rewritten.insert(stream.id().number, Rewritten { data, is_complete, image_filter });
    }

    fn add(&mut self, stream: Option<Stream<'f>>, outer: Option<&Dict<'f>>, draws_glyph: bool) {
        let Some(stream) = stream.filter(|stream| !stream.dict().name_is(b"Subtype", b"Image")) else {
            return;
        };
        if self.seen.insert(stream.id().number) {
            let resources = stream.dict().dict(b"Resources").or_else(|| outer.cloned());
            self.waiting.push_back(Waiting { stream, resources, draws_glyph });
        }
    }

    /// Adds the forms, patterns, masks and glyph procedures of resources.
    fn add_resources(&mut self, resources: Option<&Dict<'f>>) {
        let Some(resources) = resources else { return };
        for kind in [b"XObject".as_slice(), b"Pattern"] {
            let Some(entries) = resources.dict(kind) else { continue };
            entries.iter().for_each(|(_, value)| self.add(value.as_stream(), Some(resources), false));
        }
        if let Some(states) = resources.dict(b"ExtGState") {
            for state in states.iter().filter_map(|(_, state)| state.as_dict()) {
                self.add(state.dict(b"SMask").and_then(|mask| mask.stream(b"G")), Some(resources), false);
            }
        }
        let Some(fonts) = resources.dict(b"Font") else { return };
        for font in fonts.iter().filter_map(|(_, font)| font.as_dict()) {
            if self.fonts.font(&font, self.session).facts().kind != FontKind::Type3 {
                continue;
            }
            let own = font.dict(b"Resources");
            let Some(glyphs) = font.dict(b"CharProcs") else { continue };
            glyphs
                .iter()
                .for_each(|(_, glyph)| self.add(glyph.as_stream(), own.as_ref().or(Some(resources)), true));
        }
    }

    /// Adds the appearance streams of annotations.
    fn add_appearances(&mut self, page: &Dict<'f>) {
        for annotation in page.list(b"Annots").iter().filter_map(Object::as_dict) {
            let Some(appearances) = annotation.dict(b"AP") else { continue };
            for (_, appearance) in appearances.iter() {
                if appearance.as_stream().is_some() {
                    self.add(appearance.as_stream(), None, false);
                } else if let Some(states) = appearance.as_dict() {
                    states.iter().for_each(|(_, state)| self.add(state.as_stream(), None, false));
                }
            }
        }
    }
}
