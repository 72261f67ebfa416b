//! The fonts that the shape classifier is trained on: packages, licences, and the meaning of their glyphs.

use std::fs;
use std::path::{Path, PathBuf};

use pdftract::shape_support::{self, Specimen, Warp};

/// A package of fonts.
pub struct Package {
    /// Name of the Debian package, and of the folder it is unpacked to.
    pub name: &'static str,
    /// Version of the Debian package.
    pub version: &'static str,
    /// Licence of the fonts.
    pub licence: &'static str,
    /// The family of packages with related designs: a model trained on one must not be evaluated on another.
    pub family: &'static str,
}

macro_rules! packages {
    ($($name:literal $version:literal $licence:literal $family:literal)*) => {
        /// Debian 12. Only fonts under OFL, Apache, MIT, the Bitstream Vera licence, the GUST font licence or none.
        pub const PACKAGES: &[Package] =
            &[$(Package { name: $name, version: $version, licence: $licence, family: $family }),*];
    };
}

packages! {
    "fonts-agave" "37-2" "MIT" "agave"
    "fonts-anonymous-pro" "1.003-4" "OFL-1.1" "anonymous-pro"
    "fonts-b612" "1.008-3" "OFL-1.1" "b612"
    "fonts-bebas-neue" "3.0-2" "OFL-1.1" "bebas-neue"
    "fonts-blankenburg" "0.1-3" "OFL-1.1" "blankenburg"
    "fonts-cabin" "1.5-3" "OFL-1.1" "cabin"
    "fonts-cantarell" "0.303.1-1" "OFL-1.1" "cantarell"
    "fonts-cmu" "0.7.0-5" "OFL-1.1" "computer-modern"
    "fonts-comfortaa" "3.001-3" "OFL-1.1" "comfortaa"
    "fonts-comic-neue" "2.51-4" "OFL-1.1" "comic-neue"
    "fonts-courier-prime" "0+git20190115-3" "OFL-1.1" "courier-prime"
    "fonts-croscore" "20201225-1" "OFL-1.1" "liberation"
    "fonts-crosextra-caladea" "20200211-1" "OFL-1.1" "crosextra-caladea"
    "fonts-crosextra-carlito" "20220224-1" "OFL-1.1" "crosextra-carlito"
    "fonts-dejavu-core" "2.37-6" "Bitstream Vera" "dejavu"
    "fonts-dejavu-extra" "2.37-6" "Bitstream Vera" "dejavu"
    "fonts-dosis" "1.7-3" "OFL-1.1" "dosis"
    "fonts-ebgaramond" "0.016+git20210310.42d4f9f2-1" "OFL-1.1" "ebgaramond"
    "fonts-eurofurence" "4.0-3" "OFL-1.1" "eurofurence"
    "fonts-fanwood" "1.1-7" "MIT" "fanwood"
    "fonts-firacode" "6.2-2" "OFL-1.1" "firacode"
    "fonts-gfs-artemisia" "1.1-6" "OFL-1.1" "gfs-artemisia"
    "fonts-gfs-didot" "1.1-7" "OFL-1.1" "gfs-didot"
    "fonts-gfs-neohellenic" "1.1-7" "OFL-1.1" "gfs-neohellenic"
    "fonts-gnutypewriter" "1.0-2" "OFL-1.1" "gnutypewriter"
    "fonts-goudybookletter" "2010.07.03-6" "public domain" "goudybookletter"
    "fonts-hack" "3.003-3" "Bitstream Vera" "dejavu"
    "fonts-hermit" "1.2.0+ds2-1+b1" "OFL-1.1" "hermit"
    "fonts-humor-sans" "1.0-4" "OFL-1.1" "humor-sans"
    "fonts-inconsolata" "001.010-6" "OFL-1.1" "inconsolata"
    "fonts-inter" "4.0~beta7+ds-1" "OFL-1.1" "inter"
    "fonts-jetbrains-mono" "2.242+ds-3" "Apache-2.0" "jetbrains-mono"
    "fonts-junicode" "2+git20230104+ds-1" "OFL-1.1" "junicode"
    "fonts-jura" "5.103-3" "OFL-1.1" "jura"
    "fonts-karla" "20201218-1" "OFL-1.1" "karla"
    "fonts-katex" "0.16.4+~cs6.1.0-1" "OFL-1.1" "computer-modern"
    "fonts-kristi" "20101220-1" "OFL-1.1" "kristi"
    "fonts-lato" "2.0-2.1" "OFL-1.1" "lato"
    "fonts-league-spartan" "2.210-1" "OFL-1.1" "league-spartan"
    "fonts-leckerli-one" "20120409-1" "OFL-1.1" "leckerli-one"
    "fonts-liberation2" "2.1.5-1" "OFL-1.1" "liberation"
    "fonts-lindenhill" "1.2-6" "MIT" "lindenhill"
    "fonts-linuxlibertine" "5.3.0-6" "OFL-1.1" "linuxlibertine"
    "fonts-lmodern" "2.005-1" "GUST Font License" "computer-modern"
    "fonts-lobster" "2.0-2.1" "OFL-1.1" "lobster"
    "fonts-mathjax" "2.7.9+dfsg-1" "OFL-1.1" "computer-modern"
    "fonts-monoid" "0.61-4" "MIT" "monoid"
    "fonts-mononoki" "1.5+dfsg-1" "OFL-1.1" "mononoki"
    "fonts-mplus" "063+git20221017+ds-1" "OFL-1.1" "mplus"
    "fonts-nanum" "20200506-1" "OFL-1.1" "nanum"
    "fonts-national-park" "0.0~20220205-2" "OFL-1.1" "national-park"
    "fonts-noto-core" "20201225-1" "OFL-1.1" "noto"
    "fonts-noto-mono" "20201225-1" "OFL-1.1" "noto"
    "fonts-oflb-asana-math" "000.907-7" "OFL-1.1" "oflb-asana-math"
    "fonts-okolaks" "0.6.0-2" "OFL-1.1" "okolaks"
    "fonts-open-sans" "1.11-2" "Apache-2.0" "noto"
    "fonts-oxygen" "4:5.4.3-4" "OFL-1.1" "oxygen"
    "fonts-play" "1.002+20150307.1-0.1" "OFL-1.1" "play"
    "fonts-prociono" "2.3-6" "public domain" "prociono"
    "fonts-quattrocento" "1.1-2.1" "OFL-1.1" "quattrocento"
    "fonts-radisnoir" "0.9b-5" "OFL-1.1" "radisnoir"
    "fonts-roboto-slab" "1.100263+20170512-2" "Apache-2.0" "roboto-slab"
    "fonts-roboto-unhinted" "2:0~20170802-3" "Apache-2.0" "roboto-unhinted"
    "fonts-sil-andika" "6.101-2" "OFL-1.1" "sil-andika"
    "fonts-sil-charis" "6.101-1" "OFL-1.1" "charis"
    "fonts-sil-doulos" "6.101-1" "OFL-1.1" "charis"
    "fonts-sil-gentium" "20081126:1.03-4" "OFL-1.1" "gentium"
    "fonts-sil-gentiumplus" "6.101-1" "OFL-1.1" "gentium"
    "fonts-stix" "1.1.1-4.1" "OFL-1.1" "stix"
    "fonts-texgyre" "20180621-6" "GUST Font License" "tex-gyre"
    "fonts-tuffy" "20120614-2.1" "public domain" "tuffy"
    "fonts-vollkorn" "4.105-2" "OFL-1.1" "vollkorn"
    "fonts-yanone-kaffeesatz" "2.0+git20211102+ds-1" "OFL-1.1" "yanone-kaffeesatz"
    "lmodern" "2.005-1" "GUST Font License" "computer-modern"
    "tex-gyre" "20180621-6" "GUST Font License" "tex-gyre"
    "texlive-base" "2022.20230122-3" "OFL-1.1" "computer-modern"
    "ttf-bitstream-vera" "1.10-8.2" "Bitstream Vera" "dejavu"
}

/// Parts of paths of excluded fonts: symbol fonts with private-use code points, and fonts whose licence differs from
/// the package's.
const LEFT_OUT: [&str; 8] = [
    "MT.pfb",
    "/pdftex/",
    "Initials",
    "NotoColor",
    "KaTeX_Size",
    "MathJax_Size",
    "LinLibertine_DR",
    "_I.otf/",
];

/// The Noto fonts that are used.
const NOTO: [&str; 5] = ["NotoSans-", "NotoSerif-", "NotoMono-", "NotoSansMono-", "NotoSerifDisplay-"];

/// Korean and Japanese fonts.
const STRANGE: [&str; 3] = ["Nanum", "mplus", "Mplus"];

/// The number of glyphs taken from each font of another script.
const STRANGERS: usize = 80;

/// Ligatures without a code point, or whose glyphs are often named by their letters.
pub const LIGATURES: [&str; 9] = ["ff", "fi", "fl", "ffi", "ffl", "Th", "fj", "ft", "tt"];

/// One font file.
pub struct FontFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The package it comes from.
    pub package: &'static Package,
    /// The font belongs to a script that is not learned; its glyphs serve as negative examples.
    pub is_strange: bool,
}

/// Returns all font files below a folder with one sub-folder for each package, in a fixed order.
pub fn font_files(sources: &Path) -> Result<Vec<FontFile>, String> {
    let mut files = Vec::new();
    for package in PACKAGES {
        let folder = sources.join(package.name);
        if !folder.is_dir() {
            return Err(format!(
                "{} is not there; docs/shape-fonts.md lists what is needed",
                folder.display()
            ));
        }
        let mut paths = Vec::new();
        collect(&folder, &mut paths)?;
        paths.sort();
        files.extend(paths.into_iter().map(|path| {
            let is_strange = is_strange(&path);
            FontFile { path, package, is_strange }
        }));
    }
    Ok(files)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            collect(&path, paths)?;
        } else if is_used(&path) {
            paths.push(path);
        }
    }
    Ok(())
}

fn is_used(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_font = [".ttf", ".otf", ".pfb"].iter().any(|ending| text.ends_with(ending));
    let is_tex = text.contains("texlive-");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Noto fonts of other scripts contain copies of the Latin letters.
    let is_copy = name.starts_with("Noto") && !NOTO.iter().any(|start| name.starts_with(start));
    is_font
        && !is_copy
        && !LEFT_OUT.iter().any(|part| text.contains(part))
        && (!is_tex || text.contains("/amsfonts/"))
}

/// Returns `true` if a font belongs to a script that is not learned.
fn is_strange(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    STRANGE.iter().any(|start| name.starts_with(start))
}

/// The ranges of characters that shapes are learned for.
const RANGES: [(u32, u32); 64] = [
    (0x21, 0x7E),
    (0xA1, 0x17F),
    (0x18F, 0x18F),
    (0x192, 0x192),
    (0x1A0, 0x1A1),
    (0x1AF, 0x1B0),
    (0x1CD, 0x1DC),
    (0x1E6, 0x1E7),
    (0x218, 0x21B),
    (0x237, 0x237),
    (0x259, 0x259),
    (0x2BC, 0x2BC),
    (0x2C6, 0x2C7),
    (0x2D8, 0x2DD),
    (0x386, 0x3CE),
    (0x3D1, 0x3D1),
    (0x3D5, 0x3D6),
    (0x3F5, 0x3F5),
    (0x400, 0x45F),
    (0x490, 0x493),
    (0x49A, 0x49B),
    (0x4A2, 0x4A3),
    (0x4AE, 0x4B1),
    (0x4BA, 0x4BB),
    (0x4D8, 0x4D9),
    (0x4E8, 0x4E9),
    (0x1E0C, 0x1E0D),
    (0x1E24, 0x1E25),
    (0x1E2A, 0x1E2B),
    (0x1E40, 0x1E47),
    (0x1E5A, 0x1E5B),
    (0x1E62, 0x1E63),
    (0x1E6C, 0x1E6D),
    (0x1E80, 0x1E85),
    (0x1E8E, 0x1E8F),
    (0x1E92, 0x1E93),
    (0x1E96, 0x1E96),
    (0x1E9E, 0x1E9E),
    (0x1EA0, 0x1EF9),
    (0x2010, 0x2026),
    (0x2030, 0x2033),
    (0x2039, 0x203A),
    (0x2044, 0x2044),
    (0x20A0, 0x20BF),
    (0x2113, 0x2113),
    (0x2116, 0x2116),
    (0x2122, 0x2122),
    (0x2126, 0x2126),
    (0x2190, 0x2195),
    (0x21D0, 0x21D4),
    (0x2200, 0x220B),
    (0x220F, 0x221E),
    (0x2227, 0x222B),
    (0x223C, 0x223C),
    (0x2248, 0x2248),
    (0x2260, 0x2265),
    (0x2282, 0x2287),
    (0x2295, 0x2297),
    (0x22C5, 0x22C5),
    (0x25A0, 0x25A1),
    (0x25CA, 0x25CB),
    (0x25CF, 0x25CF),
    (0x27E8, 0x27E9),
    (0xFB00, 0xFB04),
];

/// Returns the characters that shapes are learned for.
pub fn characters() -> Vec<char> {
    let all = RANGES.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32);
    all.filter(|character| !matches!(character, '\u{AD}' | '\u{2011}' | '\u{2024}' | '\u{2025}')).collect()
}

/// Returns `true` if the outlines of a label belong in the table of fingerprints: letters and common signs in all
/// fonts, everything in mathematical fonts.
pub fn is_fingerprinted(label: &str, package: &Package) -> bool {
    let first = label.chars().next().map_or(0, u32::from);
    let usual = matches!(first, 0x21..=0x17F | 0x1A0..=0x1DC | 0x1E00..=0x1EFF | 0x384..=0x3CE | 0x400..=0x45F | 0x490..=0x491 | 0x2010..=0x203A)
        || matches!(first, 0x20AC | 0x2116 | 0x2122 | 0x2190..=0x2193 | 0x2212 | 0x2260..=0x2265 | 0xFB00..=0xFB04);
    usual || ["computer-modern", "stix", "tex-gyre", "oflb-asana-math"].contains(&package.family)
}

/// Returns the labelled glyphs of a font.
pub fn specimens(file: &FontFile, characters: &[char]) -> Result<Vec<Specimen>, String> {
    let data = fs::read(&file.path).map_err(|error| format!("{}: {error}", file.path.display()))?;
    if file.is_strange {
        return Ok(shape_support::strangers(data, STRANGERS));
    }
    Ok(shape_support::specimens(data, characters, &LIGATURES))
}

/// Returns the distortion of the glyph with index `number`.
pub fn warp(number: u32) -> Warp {
    let step = |factor: u32, range: u16| {
        let mixed = number.wrapping_add(1).wrapping_mul(factor) >> 16;
        f32::from(u16::try_from(mixed).unwrap_or(0) % range)
    };
    Warp {
        slant: step(2_654_435_761, 45) / 100.0 - 0.15,
        stretch: 0.78 + step(2_246_822_519, 45) / 100.0,
        size: 0.93 + step(3_266_489_917, 15) / 100.0,
    }
}
