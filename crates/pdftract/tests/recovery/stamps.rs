//! Stamp fonts, as old versions of Ghostscript write them: images of letters without baseline, size or advance.

use std::collections::BTreeMap;

use pdftract::Document;
use pdftract::content::PageGlyphs;

use crate::paper::Paper;

/// Lower-case letters as strokes of a pen 80 units wide, in an em of 1000 units.
const LETTERS: [(char, &str); 17] = [
    ('a', "{o} 410 0 m 410 450 l S"),
    ('b', "{o} 40 0 m 40 700 l S"),
    ('d', "{o} 410 0 m 410 700 l S"),
    (
        'e',
        "40 225 m 410 225 l S 410 225 m 410 327 327 410 225 410 c 123 410 40 327 40 225 c 40 123 123 40 225 40 c \
         300 40 350 60 390 100 c S",
    ),
    ('h', "40 0 m 40 700 l S {n}"),
    ('i', "40 0 m 40 450 l S 40 600 m 40 690 l S"),
    ('l', "40 0 m 40 700 l S"),
    ('n', "40 0 m 40 450 l S {n}"),
    ('o', "{o}"),
    ('p', "{o} 40 -210 m 40 450 l S"),
    ('q', "{o} 410 -210 m 410 450 l S"),
    ('r', "40 0 m 40 450 l S 40 260 m 40 360 110 410 220 410 c S"),
    ('t', "120 600 m 120 40 l 260 40 l S 20 430 m 260 430 l S"),
    ('u', "340 450 m 340 0 l S 40 450 m 40 190 l 40 90 100 40 180 40 c 260 40 340 90 340 190 c S"),
    ('v', "20 450 m 200 20 l 380 450 l S"),
    ('T', "50 660 m 550 660 l S 300 660 m 300 0 l S"),
    ('.', "40 0 m 40 90 l S"),
];
const BOWL: &str = "40 225 m 40 327 123 410 225 410 c 327 410 410 327 410 225 c 410 123 327 40 225 40 c \
                    123 40 40 123 40 225 c S";
const ARCH: &str = "40 260 m 40 360 120 410 200 410 c 300 410 340 350 340 260 c 340 0 l S";

/// Returns the lower and upper edge and the width of the ink of a letter, in thousandths of an em.
fn ink(letter: char) -> [f64; 3] {
    let width = match letter {
        'i' | 'l' | '.' => 80.0,
        't' => 260.0,
        'r' => 220.0,
        'h' | 'n' | 'u' => 380.0,
        'v' => 420.0,
        'T' => 500.0,
        _ => 450.0,
    };
    match letter {
        'b' | 'd' | 'h' | 'l' | 'T' => [0.0, 700.0, width],
        'p' | 'q' => [-210.0, 450.0, width],
        'i' => [0.0, 690.0, width],
        't' => [0.0, 600.0, width],
        '.' => [0.0, 90.0, width],
        _ => [0.0, 450.0, width],
    }
}

/// A page of stamps: each string begins at the corner of its first letter, letters with descenders have separate
/// strings, and blank glyphs move the pen.
#[derive(Default)]
struct Stamps {
    /// Codes by letter, size in pixels, and distance in pixels from the corner of the first letter of the string.
    codes: BTreeMap<(char, i32, i32), usize>,
    streams: Vec<String>,
    widths: Vec<i32>,
    blanks: BTreeMap<i32, usize>,
    content: String,
}

/// The number of pixels per point.
const PIXELS: f64 = 10.0;

impl Stamps {
    fn code(&mut self, stream: String, width: i32) -> usize {
        self.streams.push(stream);
        self.widths.push(width);
        self.streams.len() - 1
    }

    /// Returns the code of a letter that begins `down` pixels below the corner of its string.
    fn letter(&mut self, letter: char, size: i32, down: i32) -> usize {
        if let Some(code) = self.codes.get(&(letter, size, down)) {
            return *code;
        }
        let [_, top, _] = ink(letter);
        let scale = f64::from(size) / 1000.0;
        let strokes = LETTERS.iter().find(|(one, _)| *one == letter).unwrap().1;
        let strokes = strokes.replace("{o}", BOWL).replace("{n}", ARCH);
        let left = if letter == 'T' { 50.0 } else { 0.0 };
        // The page flips stamps, so they are drawn upside down.
        let stream = format!(
            "0 0 d0 {scale} 0 0 -{scale} {} {} cm 80 w {strokes}",
            -left * scale,
            top * scale + f64::from(down)
        );
        let code = self.code(stream, 0);
        self.codes.insert((letter, size, down), code);
        code
    }

    fn blank(&mut self, width: i32) -> usize {
        if let Some(code) = self.blanks.get(&width) {
            return *code;
        }
        let code = self.code(format!("{width} 0 d0"), width);
        self.blanks.insert(width, code);
        code
    }

    /// Writes a line with its baseline `y` points below the top of the page.
    #[allow(clippy::cast_possible_truncation)]
    fn line(&mut self, text: &str, x: f64, y: f64, points: f64) {
        let size = (points * PIXELS) as i32;
        let scale = f64::from(size) / 1000.0;
        let mut x = x * PIXELS;
        // The corner of the open string, and the position of its pen.
        let mut open: Option<(f64, f64)> = None;
        for character in text.chars() {
            if character == ' ' {
                x += 333.0 * scale;
                continue;
            }
            let [bottom, top, width] = ink(character);
            let corner = (y * PIXELS - top * scale).round();
            let starts = bottom < 0.0 || open.is_none_or(|(_, at)| (x - at).abs() > 40.0);
            if starts {
                let matrix = format!("0.1 0 0 -0.1 {} {} Tm", x / PIXELS, (8000.0 - corner) / PIXELS);
                self.content.push_str(&format!("{matrix}\n"));
                open = Some((corner, x));
            }
            let (string, pen) = open.unwrap();
            let moved = (x - pen).round() as i32;
            let mut codes = Vec::new();
            if moved != 0 {
                codes.push(self.blank(moved));
            }
            codes.push(self.letter(character, size, (corner - string) as i32));
            let codes: String = codes.iter().map(|code| format!("{code:02X}")).collect();
            self.content.push_str(&format!("<{codes}> Tj\n"));
            open = if bottom < 0.0 { None } else { Some((string, pen + f64::from(moved))) };
            x += (width + 60.0) * scale;
        }
    }

    fn document(self) -> Document {
        let mut paper = Paper::new();
        let streams: Vec<u32> = self.streams.iter().map(|stream| paper.stream(stream)).collect();
        let names: String = (0..streams.len()).map(|code| format!("/a{code}")).collect();
        let procs: String =
            streams.iter().enumerate().map(|(code, stream)| format!("/a{code} {stream} 0 R")).collect();
        let widths: String = self.widths.iter().map(|width| format!("{width} ")).collect();
        let font = paper.add(&format!(
            "<</Type/Font/Subtype/Type3/Name/A/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 1000 1000]/CharProcs<<{procs}>>\
             /Encoding<</Differences[0{names}]>>/FirstChar 0/LastChar {}/Widths[{widths}]>>",
            streams.len() - 1
        ));
        paper.document(font, &format!("BT /F1 1 Tf {} ET", self.content))
    }
}

const TEXT: [&str; 8] = [
    "The people in the old house not to be paid and the dentist that",
    "pulled a tooth to be one to hope that the road to the point had",
    "been open. To end the due debt the noble potter had to put a pot",
    "in the open oven and to tip the leader in the train that ran to",
    "the pond near the port. That hat had a hole. No, the quiet diner",
    "in the blue train read the label on the tin and drove to the hut",
    "to reap the barley that had been laid on the table. The bird and",
    "the hen quit the lane near the path to the lot on the other hand",
];

fn page(size: f64, pitch: f64) -> Stamps {
    let mut stamps = Stamps::default();
    let is_drawn = |character: char| character == ' ' || LETTERS.iter().any(|(one, _)| *one == character);
    let mut y = 100.0;
    for line in TEXT {
        let line: String = line.chars().filter(|character| is_drawn(*character)).collect();
        stamps.line(&line, 60.0, y, size);
        y += pitch;
    }
    stamps
}

fn expected() -> String {
    let is_drawn = |character: &char| *character == ' ' || LETTERS.iter().any(|(one, _)| one == character);
    TEXT.iter().map(|line| line.chars().filter(is_drawn).collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Returns the share of words that are read correctly.
#[allow(clippy::cast_precision_loss)]
fn share_of_words(document: &Document) -> f64 {
    let text = document.text().unwrap();
    let expected = expected();
    let words: Vec<&str> = expected.split_whitespace().collect();
    let mut found: Vec<&str> = text.split_whitespace().collect();
    let read = words.iter().filter(|word| {
        let place = found.iter().position(|other| other == *word);
        place.map(|place| found.swap_remove(place)).is_some()
    });
    let share = read.count() as f64 / words.len() as f64;
    assert!(share > 0.9, "{share}\n{text}");
    share
}

fn baselines(page: &PageGlyphs) -> Vec<f32> {
    let mut baselines: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.y).collect();
    baselines.sort_by(f32::total_cmp);
    baselines.dedup_by(|one, other| (*one - *other).abs() < 1.0);
    baselines
}

#[test]
fn stamps_are_read_as_words_on_lines_whatever_the_box_of_their_font() {
    assert!(share_of_words(&page(10.0, 12.0).document()) > 0.95);
}

#[test]
fn stamps_share_the_baseline_of_their_line_and_have_its_size() {
    let page = page(10.0, 12.0).document().glyphs(0).unwrap();
    let baselines = baselines(&page);
    assert_eq!(baselines.len(), TEXT.len(), "{baselines:?}");
    for (baseline, y) in baselines.iter().zip([100.0, 112.0, 124.0]) {
        assert!((baseline - y).abs() < 0.6, "{baseline} {y}");
    }
    assert!(
        page.glyphs.iter().all(|glyph| (8.5..11.5).contains(&page.size(glyph))),
        "{}",
        page.size(&page.glyphs[0])
    );
}

#[test]
fn one_letter_has_several_codes_in_fonts_of_stamps() {
    let mut stamps = page(10.0, 12.0);
    for (index, line) in ["To tie a boat to the pier in the delta", "the tide in the inlet had to be low"]
        .into_iter()
        .enumerate()
    {
        let line: String =
            line.chars().filter(|one| *one == ' ' || LETTERS.iter().any(|(other, _)| other == one)).collect();
        #[allow(clippy::cast_precision_loss)]
        stamps.line(&line, 60.0, 300.0 + 20.0 * index as f64, 17.0);
    }
    let text = stamps.document().text().unwrap();
    assert!(text.contains("the tide in the inlet had to be") && text.contains("The people"), "{text}");
}
