//! Page trees that contain cycles, fan out, or declare more pages than they have.

use super::page::{HELLO, HelloPage};
use super::recipe::{Expect, PageExpectation, Recipe, scaled};

const DAMAGED: &[&str] = &["PAGE_TREE_DAMAGED", "PAGE_TREE_REBUILT"];

pub(super) const RECIPES: &[Recipe] = &[
    Recipe::fixed("pages_cycle", "The page tree is its own child.", Expect::hello().saying(DAMAGED), || {
        page_tree("<</Type/Pages/Count 2/Kids[3 0 R 2 0 R]>>")
    }),
    Recipe::fixed(
        "pages_count_lie",
        "The page tree claims two thousand million pages.",
        Expect::hello(),
        || page_tree("<</Type/Pages/Count 2147483647/Kids[3 0 R]>>"),
    ),
    Recipe::fixed("pages_count_negative", "The page tree claims -1 pages.", Expect::hello(), || {
        page_tree("<</Type/Pages/Count -1/Kids[3 0 R]>>")
    }),
    Recipe::scaled(
        "pages_laughs",
        "Nine levels of the page tree list the next one ten times each.",
        Expect::hello().pages(PageExpectation::AtLeast(1)).saying(&[
            "PAGE_TREE_DAMAGED",
            "PAGE_TREE_REBUILT",
            "PAGE_LIMIT",
        ]),
        pages_laughs,
    ),
    Recipe::scaled(
        "pages_same_kid",
        "The page tree lists one page a million times.",
        Expect::hello().pages(PageExpectation::AtLeast(1)).saying(&[
            "PAGE_LIMIT",
            "OBJECT_LIMIT",
            "PAGE_TREE_DAMAGED",
        ]),
        |scale| {
            let kids = "3 0 R ".repeat(scaled(1_000_000, scale));
            page_tree(&format!("<</Type/Pages/Count 1/Kids[{kids}]>>"))
        },
    ),
    Recipe::scaled(
        "pages_deep",
        "The page stands under 50,000 levels of the page tree.",
        Expect::anything().saying(&["PAGE_LIMIT", "PAGE_TREE_DAMAGED", "PAGE_TREE_REBUILT"]),
        pages_deep,
    ),
    Recipe::scaled(
        "pages_many",
        "100,000 pages share one line of text.",
        Expect::hello().pages(PageExpectation::AtLeast(1)),
        pages_many,
    ),
    Recipe::scaled(
        "pages_blank",
        "100,000 pages without content follow one with text.",
        Expect::hello().pages(PageExpectation::AtLeast(1)),
        pages_blank,
    ),
    Recipe::scaled(
        "parent_chain",
        "2,000 pages inherit a box and 100,000 resources through 60 levels of the page tree.",
        Expect::hello().pages(PageExpectation::AtLeast(1)),
        parent_chain,
    ),
    Recipe::fixed(
        "pages_kids_wrong",
        "The page tree lists numbers, names, fonts and missing objects beside its page.",
        Expect::hello().pages(PageExpectation::AtLeast(1)).saying(&[
            "PAGE_TREE_DAMAGED",
            "PAGE_TREE_REBUILT",
            "OBJECT_MISSING",
        ]),
        || page_tree("<</Type/Pages/Count 7/Kids[null 12 /Name (string) 4 0 R 99 0 R 3 0 R]>>"),
    ),
    Recipe::fixed(
        "pages_kids_missing",
        "The page tree has no children, although the file holds a page.",
        Expect::anything().saying(DAMAGED),
        || page_tree("<</Type/Pages/Count 1>>"),
    ),
    Recipe::fixed(
        "parent_ring",
        "A page without a box is the parent of its parent.",
        Expect::hello().saying(&["PAGE_BOX_INVALID", "PAGE_TREE_DAMAGED", "REFERENCE_LOOP"]),
        || {
            let page = "<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
            HelloPage::new()
                .object(2, "<</Type/Pages/Count 1/Kids[3 0 R]/Parent 3 0 R>>")
                .object(3, page)
                .finish()
        },
    ),
    Recipe::fixed("page_box_huge", "The page's box is as wide as numbers go.", Expect::hello(), || {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[-1e38 -1e38 1e38 99999999999999999999]\
                /Rotate 2147483647/UserUnit 1e30\
                /Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
        HelloPage::new().object(3, page).finish()
    }),
    Recipe::scaled(
        "contents_array",
        "The page lists its content stream 100,000 times.",
        Expect::hello().saying(&["CONTENTS_LIMIT"]),
        |scale| HelloPage::new().contents(format!("[{}]", "5 0 R ".repeat(scaled(100_000, scale)))).finish(),
    ),
    Recipe::fixed(
        "contents_array_cycle",
        "The array of content streams lists itself.",
        Expect::hello(),
        || HelloPage::new().contents("6 0 R").object(6, "[5 0 R 6 0 R 6 0 R]").finish(),
    ),
];

fn page_tree(root: &str) -> Vec<u8> {
    HelloPage::new().object(2, root).finish()
}

fn pages_laughs(scale: f64) -> Vec<u8> {
    const LEVELS: u32 = 9;
    let fan = scaled(10, scale);
    let node = |number: u32| {
        let kid = if number == 9 + LEVELS { 3 } else { number + 1 };
        format!("<</Type/Pages/Parent 2 0 R/Count 1000000000/Kids[{}]>>", format!("{kid} 0 R ").repeat(fan))
    };
    let levels = (10..10 + LEVELS).map(|number| (number, node(number).into_bytes()));
    HelloPage::new().object(2, "<</Type/Pages/Count 1000000000/Kids[10 0 R]>>").objects(levels).finish()
}

fn pages_deep(scale: f64) -> Vec<u8> {
    let last = 10 + scaled(50_000, scale) as u32;
    let levels = (10..=last).map(|number| {
        let kid = if number == last { 3 } else { number + 1 };
        let parent = if number == 10 { 2 } else { number - 1 };
        (number, format!("<</Type/Pages/Parent {parent} 0 R/Count 1/Kids[{kid} 0 R]>>").into_bytes())
    });
    HelloPage::new().object(2, "<</Type/Pages/Count 1/Kids[10 0 R]>>").objects(levels).finish()
}

fn pages_many(scale: f64) -> Vec<u8> {
    let numbers = 10..10 + scaled(100_000, scale) as u32;
    let kids: String = numbers.clone().map(|number| format!("{number} 0 R ")).collect();
    let root = format!(
        "<</Type/Pages/Count {}/Kids[{kids}]/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>>>",
        numbers.len()
    );
    let pages = numbers.map(|number| (number, b"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>".to_vec()));
    HelloPage::new().object(2, root).stream(5, "", HELLO).objects(pages).finish()
}

fn pages_blank(scale: f64) -> Vec<u8> {
    let numbers = 10..10 + scaled(100_000, scale) as u32;
    let kids: String = numbers.clone().map(|number| format!("{number} 0 R ")).collect();
    let root =
        format!("<</Type/Pages/Count {}/Kids[3 0 R {kids}]/MediaBox[0 0 612 792]>>", numbers.len() + 1);
    let pages = numbers.map(|number| (number, b"<</Type/Page/Parent 2 0 R>>".to_vec()));
    HelloPage::new().object(2, root).objects(pages).finish()
}

fn parent_chain(scale: f64) -> Vec<u8> {
    const LEVELS: u32 = 60;
    let (first, last) = (10, 10 + LEVELS - 1);
    let numbers = 100..100 + scaled(2_000, scale) as u32;
    let kids: String = numbers.clone().map(|number| format!("{number} 0 R ")).collect();
    let entries: String = (0..100_000).map(|n| format!("/X{n} 4 0 R")).collect();
    let root = format!(
        "<</Type/Pages/Count 1/Kids[{first} 0 R]/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>/XObject<<{entries}>>>>>>"
    );
    let levels = (first..=last).map(|number| {
        let (parent, kid) = (if number == first { 2 } else { number - 1 }, format!("{} 0 R", number + 1));
        let kids = if number == last { &kids } else { &kid };
        (number, format!("<</Type/Pages/Parent {parent} 0 R/Count 1/Kids[{kids}]>>").into_bytes())
    });
    let page = format!("<</Type/Page/Parent {last} 0 R/Contents 5 0 R>>");
    let pages = numbers.map(|number| (number, page.clone().into_bytes()));
    HelloPage::new().object(2, root).objects(levels).objects(pages).finish()
}
