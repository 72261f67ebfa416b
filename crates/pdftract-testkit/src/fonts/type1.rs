//! Writes Type 1 font programs, encrypted in binary or in hexadecimal, with or without PFB segments.

/// A Type 1 font to be written.
#[derive(Debug, Clone)]
pub struct Type1Font {
    /// The value of `/Encoding`.
    pub encoding: String,
    /// Glyph names with the advance set by `hsbw`.
    pub glyphs: Vec<(String, i32)>,
    /// `/lenIV`; omitted if it is 4.
    pub len_iv: i32,
    /// The procedures that read and store a charstring: `RD` and `ND`, or `-|` and `|-`.
    pub procedures: (&'static str, &'static str),
    /// `true` if the private portion is written in hexadecimal.
    pub is_hex: bool,
    /// Additional entries of the clear-text portion.
    pub extra: String,
}

impl Default for Type1Font {
    fn default() -> Self {
        Self {
            encoding: "StandardEncoding def".into(),
            glyphs: vec![(".notdef".into(), 250), ("A".into(), 722), ("germandbls".into(), 500)],
            len_iv: 4,
            procedures: ("RD", "ND"),
            is_hex: false,
            extra: String::new(),
        }
    }
}

impl Type1Font {
    /// Returns the clear-text portion.
    pub fn clear_text(&self) -> Vec<u8> {
        let Self { encoding, extra, .. } = self;
        format!(
            "%!PS-AdobeFont-1.0: Tiny\n11 dict begin\n/FontInfo 5 dict dup begin\n/FamilyName (Tiny) readonly def\n\
             /Weight (Bold) readonly def\n/ItalicAngle -12 def\n/isFixedPitch false def\nend readonly def\n\
             /FontName /Tiny def\n/Encoding {encoding}\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
             /FontBBox {{-10 -200 1000 800}} readonly def\n{extra}currentdict end\ncurrentfile eexec\n"
        )
        .into_bytes()
    }

    /// Returns the private portion before encryption.
    pub fn private_text(&self) -> Vec<u8> {
        let (read, store) = self.procedures;
        let mut text = b"dup /Private 8 dict dup begin\n".to_vec();
        if self.len_iv != 4 {
            text.extend(format!("/lenIV {} def\n", self.len_iv).bytes());
        }
        text.extend(format!("2 index /CharStrings {} dict dup begin\n", self.glyphs.len()).bytes());
        for (name, advance) in &self.glyphs {
            let char_string = self.char_string(*advance);
            text.extend(format!("/{name} {} {read} ", char_string.len()).bytes());
            text.extend(char_string);
            text.extend(format!(" {store}\n").bytes());
        }
        text.extend_from_slice(b"end\nend\nreadonly put\nmark currentfile closefile\n");
        text
    }

    /// Returns the font program as embedded in a PDF.
    pub fn build(&self) -> Vec<u8> {
        let mut font = self.clear_text();
        font.extend(self.cipher());
        font.extend(trailer());
        font
    }

    /// Returns the font program as a PFB file.
    pub fn build_pfb(&self) -> Vec<u8> {
        let mut font = Vec::new();
        for (kind, part) in [(1, self.clear_text()), (2, self.cipher()), (1, trailer())] {
            font.extend([0x80, kind]);
            font.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
            font.extend(part);
        }
        font.extend([0x80, 3]);
        font
    }

    fn cipher(&self) -> Vec<u8> {
        let mut plain = vec![0; 4];
        plain.extend(self.private_text());
        let cipher = encrypt(&plain, 55665);
        if !self.is_hex {
            return cipher;
        }
        let line = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n";
        cipher.chunks(32).flat_map(|bytes| line(bytes).into_bytes()).collect()
    }

    /// Returns the charstring `0 advance hsbw endchar`.
    fn char_string(&self, advance: i32) -> Vec<u8> {
        let mut plain = vec![0; usize::try_from(self.len_iv).unwrap_or(0)];
        plain.extend([139, 255]);
        plain.extend(advance.to_be_bytes());
        plain.extend([13, 14]);
        if self.len_iv < 0 { plain } else { encrypt(&plain, 4330) }
    }
}

fn encrypt(plain: &[u8], mut key: u16) -> Vec<u8> {
    let mut cipher = Vec::with_capacity(plain.len());
    for byte in plain {
        let [high, _] = key.to_be_bytes();
        let secret = byte ^ high;
        key = u16::from(secret).wrapping_add(key).wrapping_mul(52845).wrapping_add(22719);
        cipher.push(secret);
    }
    cipher
}

fn trailer() -> Vec<u8> {
    let zeros = format!("{}\n", "0".repeat(64)).repeat(8);
    format!("\n{zeros}cleartomark\n").into_bytes()
}
