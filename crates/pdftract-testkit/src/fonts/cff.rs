//! Writes CFF font programs, name-keyed or CID-keyed.

/// The charset of a CFF font.
#[derive(Debug, Clone)]
pub enum Charset {
    /// A predefined charset, by its number.
    Predefined(u8),
    /// A charset table: its format byte and its data.
    Table(Vec<u8>),
}

/// A CFF font to be written. Glyph 0 is `.notdef`.
#[derive(Debug, Clone)]
pub struct CffFont {
    /// The font's own strings; the first has number 391.
    pub strings: Vec<String>,
    /// The charset.
    pub charset: Charset,
    /// A predefined encoding (0 or 1), or the bytes of an encoding table.
    pub encoding: Result<Vec<u8>, u8>,
    /// One charstring per glyph.
    pub char_strings: Vec<Vec<u8>>,
    /// `defaultWidthX` and `nominalWidthX`.
    pub widths: (i32, i32),
    /// `true` for a CID-keyed font, which gets one font dictionary.
    pub is_cid: bool,
    /// The header size as declared; the header always has four bytes.
    pub header_size: u8,
}

impl Default for CffFont {
    fn default() -> Self {
        Self {
            strings: vec!["alpha.alt".into()],
            charset: Charset::Table(vec![0, 0, 34, 1, 135]),
            encoding: Err(0),
            char_strings: vec![vec![14], width(722), width(500)],
            widths: (250, 600),
            is_cid: false,
            header_size: 4,
        }
    }
}

/// Returns a charstring that only sets a width, relative to a nominal width of 600.
pub fn width(advance: i32) -> Vec<u8> {
    let mut bytes = number(advance - 600);
    // Five-byte numbers are encoded differently in charstrings than in dictionaries.
    if let [29, _, _, high, low] = bytes.as_slice() {
        bytes = vec![28, *high, *low];
    }
    bytes.push(14);
    bytes
}

impl CffFont {
    /// Builds the font program. Offsets in dictionaries always take five bytes, so that lengths do not depend on
    /// their values.
    pub fn build(&self) -> Vec<u8> {
        let private = [number(self.widths.0), vec![20], number(self.widths.1), vec![21]].concat();
        let char_strings = index(&self.char_strings);
        let charset = match &self.charset {
            Charset::Predefined(_) => Vec::new(),
            Charset::Table(table) => table.clone(),
        };
        let encoding = self.encoding.clone().unwrap_or_default();
        let head_length = self.head(&[0; 6], private.len()).len();
        let mut at = i32::try_from(head_length).unwrap_or(0);
        let mut place = |part: &[u8]| {
            let start = at;
            at += i32::try_from(part.len()).unwrap_or(0);
            start
        };
        let select = vec![0; 1 + self.char_strings.len()];
        let private_at = place(&private);
        let font_dict =
            [number(i32::try_from(private.len()).unwrap_or(0)), number(private_at), vec![18]].concat();
        let font_dicts = index(&[font_dict]);
        let offsets = [
            private_at,
            place(&char_strings),
            place(&charset),
            place(&encoding),
            place(&font_dicts),
            place(&select),
        ];
        [self.head(&offsets, private.len()), private, char_strings, charset, encoding, font_dicts, select]
            .concat()
    }

    /// Returns the header, names, top dictionary, strings and subroutines.
    fn head(&self, offsets: &[i32; 6], private_length: usize) -> Vec<u8> {
        let [private, char_strings, charset, encoding, font_dicts, select] = *offsets;
        let charset = match self.charset {
            Charset::Predefined(number) => i32::from(number),
            Charset::Table(_) => charset,
        };
        let encoding = self.encoding.as_ref().map_or_else(|known| i32::from(*known), |_| encoding);
        let mut top = Vec::new();
        let mut entry = |operands: &[i32], operator: &[u8]| {
            top.extend(operands.iter().flat_map(|operand| number(*operand)));
            top.extend_from_slice(operator);
        };
        if self.is_cid {
            entry(&[391, 391, 0], &[12, 30]);
            entry(&[font_dicts], &[12, 36]);
            entry(&[select], &[12, 37]);
        } else {
            entry(&[encoding], &[16]);
            entry(&[i32::try_from(private_length).unwrap_or(0), private], &[18]);
        }
        entry(&[384], &[4]);
        entry(&[-10, -200, 1000, 800], &[5]);
        entry(&[charset], &[15]);
        entry(&[char_strings], &[17]);
        let strings: Vec<_> = self.strings.iter().map(|text| text.clone().into_bytes()).collect();
        [
            vec![1, 0, self.header_size, 4],
            index(&[b"Tiny".to_vec()]),
            index(&[top]),
            index(&strings),
            index(&[]),
        ]
        .concat()
    }
}

/// Returns an INDEX with two-byte offsets.
fn index(pieces: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = u16::try_from(pieces.len()).unwrap_or(u16::MAX).to_be_bytes().to_vec();
    if pieces.is_empty() {
        return bytes;
    }
    bytes.push(2);
    let mut offset = 1_u16;
    bytes.extend(offset.to_be_bytes());
    for piece in pieces {
        offset = offset.saturating_add(u16::try_from(piece.len()).unwrap_or(u16::MAX));
        bytes.extend(offset.to_be_bytes());
    }
    bytes.extend(pieces.concat());
    bytes
}

fn number(value: i32) -> Vec<u8> {
    let mut bytes = vec![29];
    bytes.extend(value.to_be_bytes());
    bytes
}
