//! The predefined CMaps published by Adobe, by name. Their ranges are searched in place in the program's data.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::builder::CMapBuilder;
use super::packed::{self, Numbers};
use super::statement::MapKind;
use super::unicode_form::UnicodeForm;
use super::{CMap, CMapLimits, CidSystemInfo, WritingMode};
use crate::font::char_code::CharCode;
use crate::font::collection::ORDERINGS;
use crate::font::tables::CMAPS;

/// The CMaps unpacked so far, shared by all documents. There are about two hundred, so this is bounded.
static UNPACKED: Mutex<BTreeMap<Vec<u8>, Arc<CMap>>> = Mutex::new(BTreeMap::new());

/// Returns the CMap with this name, with its ancestors.
pub(crate) fn cmap(name: &[u8]) -> Option<Arc<CMap>> {
    match name {
        b"Identity-H" => return Some(Arc::new(CMap::identity(WritingMode::Horizontal))),
        b"Identity-V" => return Some(Arc::new(CMap::identity(WritingMode::Vertical))),
        _ => {}
    }
    let unpacked = || UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = unpacked().get(name) {
        return Some(Arc::clone(known));
    }
    let mut cmap = unpack(name)?;
    cmap.link(|parent| unpack(parent).map(Arc::new));
    let cmap = Arc::new(cmap);
    unpacked().insert(name.to_vec(), Arc::clone(&cmap));
    Some(cmap)
}

/// Unpacks one CMap without its ancestors. `xtask/src/tables/cmaps/pack.rs` describes the format.
fn unpack(name: &[u8]) -> Option<CMap> {
    let block = packed::block(CMAPS, name)?;
    let mut numbers = Numbers { rest: block };
    let ordering = ORDERINGS.get(usize::try_from(numbers.next()?).ok()?)?;
    let supplement = i64::from(numbers.next()?);
    let is_vertical = numbers.next()? == 1;
    let form = match numbers.next()? {
        1 => Some(UnicodeForm::Utf16),
        2 => Some(UnicodeForm::Utf8),
        _ => None,
    };
    let parent = numbers.name()?;
    let mut cmap = head(&mut numbers)?;
    for table in &mut cmap.cids {
        *table = numbers.ranges()?;
    }
    let mode = if is_vertical { WritingMode::Vertical } else { WritingMode::Horizontal };
    let registry = b"Adobe".to_vec();
    let collection = CidSystemInfo { registry, ordering: ordering.as_bytes().to_vec(), supplement };
    Some(CMap {
        form,
        declared_mode: Some(mode),
        name: Some(name.to_vec()),
        system_info: Some(collection),
        is_predefined: true,
        use_cmap: Some(parent.to_vec()).filter(|parent| !parent.is_empty()),
        ..cmap
    })
}

/// Reads the codespaces and the notdef ranges.
fn head(numbers: &mut Numbers<'_>) -> Option<CMap> {
    let mut builder = CMapBuilder::new(CMapLimits::default());
    for _ in 0..numbers.next()? {
        let len = numbers.byte()?;
        let mut code = || Some(CharCode { value: numbers.next()?, len });
        builder.codespace(code()?, code()?);
    }
    for _ in 0..numbers.next()? {
        let len = numbers.byte()?;
        let mut code = || Some(CharCode { value: numbers.next()?, len });
        let (lo, hi) = (code()?, code()?);
        builder.range(MapKind::Notdef, lo, hi, numbers.next()?);
    }
    Some(builder.finish())
}
