//! Writes sfnt files, table by table.

/// Returns an sfnt with the given tables, in the given order; checksums are 0.
pub fn sfnt(version: &[u8; 4], tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    sfnt_at(0, version, tables)
}

/// Returns an sfnt whose table offsets count from `start` bytes before it, for use inside a larger file.
fn sfnt_at(start: usize, version: &[u8; 4], tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut font = version.to_vec();
    font.extend(words(&[u16::try_from(tables.len()).unwrap_or(u16::MAX), 0, 0, 0]));
    let mut at = start + 12 + 16 * tables.len();
    for (tag, table) in tables {
        font.extend_from_slice(*tag);
        font.extend([0; 4]);
        font.extend(long(at));
        font.extend(long(table.len()));
        at += table.len();
    }
    for (_, table) in tables {
        font.extend(table);
    }
    font
}

/// Returns a TrueType collection in which each font has separate tables.
pub fn collection(fonts: &[Vec<(&[u8; 4], Vec<u8>)>]) -> Vec<u8> {
    let mut file = [b"ttcf".to_vec(), words(&[1, 0]), long(fonts.len()).to_vec()].concat();
    let mut at = file.len() + 4 * fonts.len();
    let mut bodies = Vec::new();
    for tables in fonts {
        file.extend(long(at));
        let body = sfnt_at(at, &[0, 1, 0, 0], tables);
        at += body.len();
        bodies.push(body);
    }
    file.extend(bodies.concat());
    file
}

/// Returns the tables that every TrueType font has, for glyphs with these advances: `head`, `hhea`, `hmtx`, `maxp`.
pub fn basic_tables(units_per_em: u16, advances: &[u16]) -> Vec<(&'static [u8; 4], Vec<u8>)> {
    let count = u16::try_from(advances.len()).unwrap_or(u16::MAX);
    let mut head = vec![0; 54];
    head.splice(18..20, units_per_em.to_be_bytes());
    head.splice(36..44, words(&[0, 0, units_per_em, units_per_em]));
    let mut hhea = vec![0; 36];
    hhea.splice(4..8, words(&[units_per_em, 0]));
    hhea.splice(34..36, count.to_be_bytes());
    let hmtx = advances.iter().flat_map(|advance| words(&[*advance, 0])).collect();
    let maxp = [vec![0, 1, 0, 0], words(&[count])].concat();
    vec![(b"head", head), (b"hhea", hhea), (b"hmtx", hmtx), (b"maxp", maxp)]
}

/// Returns a `glyf` entry with one contour of straight lines, or an empty one if there are no points.
pub fn simple_glyph(points: &[(i16, i16)]) -> Vec<u8> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut glyph: Vec<u8> = [1_i16, -200, -200, 1000, 1000].iter().flat_map(|n| n.to_be_bytes()).collect();
    glyph.extend(u16::try_from(last).expect("a few points").to_be_bytes());
    glyph.extend([0, 0]);
    glyph.extend(vec![1; points.len()]);
    for axis in [|point: (i16, i16)| point.0, |point: (i16, i16)| point.1] {
        let mut before = 0;
        for &point in points {
            glyph.extend((axis(point) - before).to_be_bytes());
            before = axis(point);
        }
    }
    glyph.resize(glyph.len().next_multiple_of(4), 0);
    glyph
}

/// Returns a `cmap` table with the given subtables, each with its platform and encoding.
pub fn cmap(subtables: &[(u16, u16, Vec<u8>)]) -> Vec<u8> {
    let mut table = words(&[0, u16::try_from(subtables.len()).unwrap_or(u16::MAX)]);
    let mut at = 4 + 8 * subtables.len();
    for (platform, encoding, subtable) in subtables {
        table.extend(words(&[*platform, *encoding]));
        table.extend(long(at));
        at += subtable.len();
    }
    for (_, _, subtable) in subtables {
        table.extend(subtable);
    }
    table
}

/// Returns a `cmap` subtable of format 0 with the glyphs of some codes.
pub fn cmap_format_0(glyphs: &[(u8, u8)]) -> Vec<u8> {
    let mut bytes = [0; 256];
    for (code, glyph) in glyphs {
        if let Some(place) = bytes.get_mut(usize::from(*code)) {
            *place = *glyph;
        }
    }
    [words(&[0, 262, 0]), bytes.to_vec()].concat()
}

/// Returns a `cmap` subtable of format 4. Segments are first code, last code and first glyph; the closing segment is
/// added.
pub fn cmap_format_4(segments: &[(u16, u16, u16)]) -> Vec<u8> {
    let mut all = segments.to_vec();
    all.push((0xFFFF, 0xFFFF, 0));
    let count = u16::try_from(all.len()).unwrap_or(u16::MAX);
    let column = |value: fn(&(u16, u16, u16)) -> u16| words(&all.iter().map(value).collect::<Vec<_>>());
    [
        words(&[4, 16 + 8 * count, 0, count * 2, 0, 0, 0]),
        column(|segment| segment.1),
        words(&[0]),
        column(|segment| segment.0),
        column(|segment| segment.2.wrapping_sub(segment.0)),
        column(|_| 0),
    ]
    .concat()
}

/// Returns a `cmap` subtable of format 6 with the glyphs from a code on.
pub fn cmap_format_6(first: u16, glyphs: &[u16]) -> Vec<u8> {
    let count = u16::try_from(glyphs.len()).unwrap_or(u16::MAX);
    [words(&[6, 10 + 2 * count, 0, first, count]), words(glyphs)].concat()
}

/// Returns a `cmap` subtable of format 12 or 13. Groups are first code, last code and the first (or only) glyph.
pub fn cmap_groups(format: u16, groups: &[(u32, u32, u32)]) -> Vec<u8> {
    let mut table = words(&[format, 0]);
    table.extend(long(16 + 12 * groups.len()));
    table.extend([0; 4]);
    table.extend(long(groups.len()));
    for (first, last, glyph) in groups {
        table.extend([first, last, glyph].iter().flat_map(|number| number.to_be_bytes()));
    }
    table
}

/// Returns a `post` table of format 2 with custom names.
pub fn post(names: &[&str]) -> Vec<u8> {
    let count = u16::try_from(names.len()).unwrap_or(u16::MAX);
    let mut table = vec![0, 2, 0, 0];
    table.extend([0; 28]);
    table.extend(words(&[count]));
    table.extend((0..count).flat_map(|number| (258 + number).to_be_bytes()));
    for name in names {
        table.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
        table.extend(name.bytes());
    }
    table
}

fn words(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn long(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes()
}
