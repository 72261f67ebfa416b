//! Page content that refers to other content: forms, glyph procedures, masks, functions and colour spaces.

use crate::builder::stream_body;

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::scaled("form_laughs", "Twelve forms draw each other ten times each.", Expect::hello(), |scale| {
        form_tree(12, scaled(10, scale), |_| "/X Do ".to_owned())
    }),
    Recipe::scaled(
        "form_dag_matrices",
        "Twelve forms draw each other ten times each, every time under another matrix.",
        Expect::hello(),
        |scale| form_tree(12, scaled(10, scale), |call| format!("q 1 0 0 1 {call} {call} cm /X Do Q ")),
    ),
    Recipe::fixed("form_cycle", "A form draws itself twice.", Expect::hello(), || {
        with_form("/Resources<</XObject<</X 10 0 R>>>>", "/X Do /X Do").finish()
    }),
    Recipe::fixed("form_cycle_inherited", "A form without resources draws itself.", Expect::hello(), || {
        with_form("", "/X Do /X Do").finish()
    }),
    Recipe::scaled("form_deep", "10,000 forms draw each other in a row.", Expect::hello(), |scale| {
        form_tree(scaled(10_000, scale), 1, |_| "/X Do ".to_owned())
    }),
    Recipe::scaled("form_many", "A page draws 18,000 different forms.", Expect::hello(), form_many),
    Recipe::fixed("type3_cycle", "A glyph procedure shows its own font.", Expect::hello(), || {
        type3_ring(&[(10, 20, 10)])
    }),
    Recipe::fixed("type3_ring", "The glyphs of two fonts show each other.", Expect::hello(), || {
        type3_ring(&[(10, 20, 11), (11, 21, 10)])
    }),
    Recipe::fixed(
        "soft_mask_ring",
        "A soft mask is drawn by a form that uses the mask.",
        Expect::hello(),
        || {
            with_form("/Group<</S/Transparency>>/Resources<</ExtGState<</M 11 0 R>>>>", "/M gs 0 0 m")
                .resources("/ExtGState<</M 11 0 R>>")
                .object(11, "<</SMask<</S/Alpha/G 10 0 R>>>>")
                .finish()
        },
    ),
    Recipe::fixed("pattern_ring", "A pattern paints with itself.", Expect::hello(), || {
        let entries = "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1/YStep 1\
            /Resources<</Pattern<</P 10 0 R>>>>";
        HelloPage::new()
            .resources("/Pattern<</P 10 0 R>>")
            .after_hello("/Pattern cs /P scn 0 0 99 99 re f")
            .stream(10, entries, "/Pattern cs /P scn 0 0 9 9 re f")
            .finish()
    }),
    Recipe::fixed("function_ring", "A stitching function stitches itself.", Expect::hello(), || {
        HelloPage::new()
            .resources("/ColorSpace<</C[/Separation/Spot/DeviceGray 10 0 R]>>")
            .after_hello("/C cs 1 scn 0 0 9 9 re f")
            .object(10, "<</FunctionType 3/Domain[0 1]/Functions[10 0 R 10 0 R]/Bounds[.5]/Encode[0 1 0 1]>>")
            .finish()
    }),
    Recipe::fixed("colour_space_ring", "An indexed colour space is its own base.", Expect::hello(), || {
        HelloPage::new()
            .resources("/ColorSpace<</C 10 0 R>>")
            .after_hello("/C cs 1 scn 0 0 9 9 re f")
            .object(10, "[/Indexed 10 0 R 255 (x)]")
            .finish()
    }),
    Recipe::fixed(
        "graphics_state_ring",
        "A graphics state names itself as everything.",
        Expect::hello(),
        || {
            HelloPage::new()
                .resources("/ExtGState<</G 10 0 R>>")
                .after_hello("/G gs")
                .object(10, "<</Font[10 0 R 12]/SMask 10 0 R/TR 10 0 R/HT 10 0 R/D 10 0 R>>")
                .finish()
        },
    ),
];

/// Returns a page that draws form 10.
fn with_form(entries: &str, content: &str) -> HelloPage {
    HelloPage::new()
        .after_hello("/X Do")
        .resources("/XObject<</X 10 0 R>>")
        .object(10, form(entries, content))
}

fn form(entries: &str, content: &str) -> Vec<u8> {
    let entries = format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]{entries}");
    stream_body(&entries, content.as_bytes())
}

/// Returns a file with forms from object 10 on; each draws the next `fan` times, and the last shows a letter.
fn form_tree(depth: usize, fan: usize, call: impl Fn(usize) -> String) -> Vec<u8> {
    let last = 9 + depth as u32;
    let forms = (10..=last).map(|number| {
        let (next, content) = if number == last {
            (String::new(), "BT /F1 1 Tf (x) Tj ET".to_owned())
        } else {
            (format!("/X {} 0 R", number + 1), (0..fan).map(&call).collect())
        };
        let entries = format!("/Resources<</Font<</F1 4 0 R>>/XObject<<{next}>>>>");
        (number, form(&entries, &content))
    });
    HelloPage::new().after_hello("/X Do").resources("/XObject<</X 10 0 R>>").objects(forms).finish()
}

fn form_many(scale: f64) -> Vec<u8> {
    let numbers = 10..10 + scaled(18_000, scale);
    let names: String = numbers.clone().map(|number| format!("/X{number} {number} 0 R")).collect();
    let calls: String = numbers.clone().map(|number| format!("/X{number} Do\n")).collect();
    let forms = numbers.map(|number| (number as u32, form("", "0 0 m 1 1 l S")));
    HelloPage::new().resources(format!("/XObject<<{names}>>")).after_hello(calls).objects(forms).finish()
}

/// Returns a file with Type 3 fonts, each given as its object number, that of its procedure, and that of the font it
/// shows.
fn type3_ring(fonts: &[(u32, u32, u32)]) -> Vec<u8> {
    let mut page = HelloPage::new().fonts("/T 10 0 R").after_hello("BT /T 12 Tf (a) Tj ET");
    for (number, procedure, shown) in fonts {
        let font = format!(
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97\
             /Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a {procedure} 0 R>>\
             /Resources<</Font<</T {shown} 0 R>>>>>>"
        );
        page = page.object(*number, font).stream(*procedure, "", "1 0 d0 BT /T 1 Tf (aaaaaaaa) Tj ET");
    }
    page.finish()
}
