//! Outlines, page labels, name trees, fields, layers and structure trees that contain cycles or never end.

use super::page::HelloPage;
use super::recipe::{Expect, Recipe, scaled};

const LOOP: &[&str] = &["TREE_LOOP"];
const LIMIT: &[&str] = &["TREE_LIMIT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed(
        "outline_cycle",
        "An outline entry is its own successor and the root its child.",
        Expect::hello().saying(LOOP),
        || {
            HelloPage::new()
                .catalog("/Outlines 6 0 R")
                .object(6, "<</First 7 0 R/Last 7 0 R/Count 1>>")
                .object(7, "<</Title(t)/Parent 6 0 R/Next 7 0 R/First 6 0 R>>")
                .finish()
        },
    ),
    Recipe::scaled(
        "outline_siblings",
        "The outline has 150,000 entries side by side.",
        Expect::hello().saying(LIMIT),
        |scale| outline(scaled(150_000, scale), "Next"),
    ),
    Recipe::scaled(
        "outline_deep",
        "The outline has 50,000 entries inside each other.",
        Expect::hello().saying(LIMIT),
        |scale| outline(scaled(50_000, scale), "First"),
    ),
    Recipe::fixed(
        "page_labels_self",
        "The tree of page labels is its own child.",
        Expect::hello().saying(LOOP),
        || HelloPage::new().catalog("/PageLabels 6 0 R").object(6, "<</Kids[6 0 R 6 0 R]>>").finish(),
    ),
    Recipe::fixed(
        "page_labels_extreme",
        "Page labels begin at impossible pages with impossible numbers.",
        Expect::hello(),
        || {
            let labels =
                "/PageLabels<</Nums[0<</S/R/St 2147483647>>-5<</S/A/St -1>>2147483647<</S/a/St 99999999>>]>>";
            HelloPage::new().catalog(labels).finish()
        },
    ),
    Recipe::fixed(
        "names_ring",
        "Two nodes of the tree of attached files are children of each other.",
        Expect::hello().saying(LOOP),
        || {
            HelloPage::new()
                .catalog("/Names<</EmbeddedFiles 6 0 R>>")
                .object(6, "<</Kids[7 0 R 7 0 R]/Limits[(a)(z)]>>")
                .object(7, "<</Kids[6 0 R 6 0 R]/Limits[(a)(z)]>>")
                .finish()
        },
    ),
    Recipe::scaled(
        "names_deep",
        "The tree of attached files is 20,000 levels deep.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let last = 10 + scaled(20_000, scale) as u32;
            let levels =
                (10..last).map(|number| (number, format!("<</Kids[{} 0 R]>>", number + 1).into_bytes()));
            let page = HelloPage::new().catalog("/Names<</EmbeddedFiles 10 0 R>>").objects(levels);
            page.object(last, "<</Names[]>>").finish()
        },
    ),
    Recipe::scaled(
        "names_laughs",
        "Nine levels of the tree of attached files list the next ten times each.",
        Expect::hello().saying(&["TREE_LOOP", "TREE_LIMIT"]),
        |scale| {
            let fan = scaled(10, scale);
            let levels = (10..19).map(|number| {
                let kids = format!("{} 0 R ", number + 1).repeat(fan);
                (number, format!("<</Kids[{kids}]>>").into_bytes())
            });
            let page = HelloPage::new().catalog("/Names<</EmbeddedFiles 10 0 R>>").objects(levels);
            page.object(19, "<</Names[]>>").finish()
        },
    ),
    Recipe::fixed(
        "fields_ring",
        "Two form fields are children of each other.",
        Expect::hello().saying(LOOP),
        || {
            HelloPage::new()
                .catalog("/AcroForm<</Fields[6 0 R]>>")
                .object(6, "<</T(a)/FT/Tx/Parent 7 0 R/Kids[7 0 R 7 0 R]>>")
                .object(7, "<</T(b)/Parent 6 0 R/Kids[6 0 R 6 0 R]>>")
                .finish()
        },
    ),
    Recipe::scaled(
        "fields_deep",
        "A form field stands under 20,000 others.",
        Expect::hello().saying(LIMIT),
        |scale| {
            let last = 10 + scaled(20_000, scale) as u32;
            let levels =
                (10..last).map(|number| (number, format!("<</T(a)/Kids[{} 0 R]>>", number + 1).into_bytes()));
            let page = HelloPage::new().catalog("/AcroForm<</Fields[10 0 R]>>").objects(levels);
            page.object(last, "<</T(z)/FT/Tx/V(value)>>").finish()
        },
    ),
    Recipe::fixed(
        "field_parent_ring",
        "A form field inherits from a ring of parents.",
        Expect::hello(),
        || {
            HelloPage::new()
                .catalog("/AcroForm<</Fields[6 0 R]>>")
                .object(6, "<</T(a)/Parent 7 0 R>>")
                .object(7, "<</T(b)/Parent 8 0 R>>")
                .object(8, "<</T(c)/Parent 7 0 R>>")
                .finish()
        },
    ),
    Recipe::fixed(
        "struct_tree_ring",
        "Structure elements are parents of each other and their own children.",
        Expect::hello(),
        || {
            HelloPage::new()
                .catalog("/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R")
                .page("/StructParents 0")
                .object(6, "<</Type/StructTreeRoot/K 7 0 R/ParentTree 9 0 R/RoleMap<</A/B/B/A>>>>")
                .object(7, "<</Type/StructElem/S/A/P 8 0 R/K[8 0 R 7 0 R 0]/Pg 3 0 R>>")
                .object(8, "<</Type/StructElem/S/B/P 7 0 R/K[7 0 R 8 0 R]>>")
                .object(9, "<</Kids[9 0 R]/Nums[0[7 0 R 8 0 R]]>>")
                .after_hello("/A <</MCID 0>> BDC BT /F1 12 Tf 72 600 Td (TAGGED) Tj ET EMC")
                .finish()
        },
    ),
    Recipe::scaled(
        "struct_tree_deep",
        "The structure tree is 50,000 levels deep.",
        Expect::hello(),
        |scale| {
            let last = 10 + scaled(50_000, scale) as u32;
            let levels = (10..=last).map(|number| {
                let element = format!("<</S/P/P {} 0 R/K {} 0 R>>", number - 1, number + 1);
                (number, element.into_bytes())
            });
            let page = HelloPage::new().catalog("/StructTreeRoot 9 0 R").objects(levels);
            page.object(9, "<</Type/StructTreeRoot/K 10 0 R>>").finish()
        },
    ),
    Recipe::fixed(
        "layers_ring",
        "The order of layers lists itself, and a membership names itself.",
        Expect::hello(),
        || {
            HelloPage::new()
                .catalog("/OCProperties<</OCGs[7 0 R]/D<</Order 6 0 R/OFF 6 0 R>>>>")
                .resources("/Properties<</L 8 0 R>>")
                .after_hello("/OC /L BDC BT /F1 12 Tf 72 600 Td (LAYER) Tj ET EMC")
                .object(6, "[7 0 R 6 0 R[6 0 R]]")
                .object(7, "<</Type/OCG/Name(L)>>")
                .object(8, "<</Type/OCMD/OCGs[8 0 R 7 0 R]/VE 9 0 R>>")
                .object(9, "[/And 9 0 R 9 0 R]")
                .finish()
        },
    ),
    Recipe::fixed(
        "annotation_ring",
        "An annotation is its own parent, popup and reply.",
        Expect::hello(),
        || {
            HelloPage::new()
                .page("/Annots[6 0 R 6 0 R]")
                .object(
                    6,
                    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Parent 6 0 R/Popup 6 0 R/IRT 6 0 R/P 6 0 R>>",
                )
                .finish()
        },
    ),
    Recipe::fixed(
        "destination_ring",
        "Named destinations and actions lead to themselves.",
        Expect::hello(),
        || {
            HelloPage::new()
                .catalog("/Outlines 6 0 R/Dests<</d 8 0 R>>/OpenAction 9 0 R")
                .object(6, "<</First 7 0 R/Last 7 0 R/Count 1>>")
                .object(7, "<</Title(t)/Parent 6 0 R/Dest/d>>")
                .object(8, "<</D/d>>")
                .object(9, "<</S/GoTo/D(d)/Next[9 0 R 9 0 R]>>")
                .finish()
        },
    ),
];

/// Returns an outline whose entries are linked by `/Next` (siblings) or by `/First` (nested).
fn outline(count: usize, link: &str) -> Vec<u8> {
    let entries = (10..10 + count as u32).map(|number| {
        let entry = format!("<</Title(e)/{link} {} 0 R>>", number + 1);
        (number, entry.into_bytes())
    });
    HelloPage::new().catalog("/Outlines 6 0 R").object(6, "<</First 10 0 R>>").objects(entries).finish()
}
