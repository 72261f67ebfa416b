//! Small files that attack a reader, one class of attack per recipe.
//!
//! Wherever the attack permits, the page shows HELLO, so a robust reader still returns that word. Sizes at scale 1.0
//! exceed the default limits of pdftract; doubling the scale doubles the attack, so that a test can check that time
//! grows no faster than the input.

mod active;
mod amplification;
mod codecs;
mod cross_reference;
mod depth;
mod encryption;
mod fonts;
mod forms;
mod joined_letters;
mod object_streams;
mod page;
mod page_tree;
mod quadratic;
mod recipe;
mod repair;
mod sharing;
mod trees;

use std::sync::OnceLock;

pub use encryption::encryption_sweep;
pub use recipe::{Expect, PageExpectation, Recipe};

/// Returns all recipes, grouped by class.
pub fn all() -> &'static [Recipe] {
    static ALL: OnceLock<Vec<Recipe>> = OnceLock::new();
    ALL.get_or_init(|| {
        [
            active::RECIPES,
            amplification::RECIPES,
            codecs::RECIPES,
            cross_reference::RECIPES,
            depth::RECIPES,
            encryption::RECIPES,
            fonts::RECIPES,
            forms::RECIPES,
            joined_letters::RECIPES,
            object_streams::RECIPES,
            page_tree::RECIPES,
            quadratic::RECIPES,
            repair::RECIPES,
            sharing::RECIPES,
            trees::RECIPES,
        ]
        .concat()
    })
}

/// Returns the recipe with that name.
pub fn by_name(name: &str) -> Option<&'static Recipe> {
    all().iter().find(|recipe| recipe.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Small enough for an unoptimised test, large enough for scaling to be measurable.
    const SCALE: f64 = 0.05;

    #[test]
    fn there_are_enough_and_names_are_unique() {
        assert!(all().len() >= 120, "{}", all().len());
        let names: HashSet<&str> = all().iter().map(|recipe| recipe.name).collect();
        assert_eq!(names.len(), all().len());
        assert!(all().iter().all(|recipe| recipe.about.ends_with('.')));
    }

    #[test]
    fn recipes_are_deterministic_and_begin_as_pdf() {
        for recipe in all() {
            let file = recipe.generate(SCALE);
            assert_eq!(file, recipe.generate(SCALE), "{}", recipe.name);
            let head = &file[..file.len().min(1_024)];
            assert!(head.windows(5).any(|window| window == b"%PDF-"), "{}", recipe.name);
        }
    }

    #[test]
    fn scaling_grows_the_file() {
        for recipe in all() {
            let (small, large) = (recipe.generate(SCALE), recipe.generate(SCALE * 4.0));
            if recipe.scales {
                assert!(large.len() > small.len(), "{}", recipe.name);
            } else {
                assert_eq!(large, small, "{}", recipe.name);
            }
        }
    }

    #[test]
    fn diagnostics_are_codes_of_the_library() {
        let source = include_str!("../../../pdftract/src/diagnostic.rs");
        for recipe in all() {
            for code in recipe.expects.diagnostics {
                assert!(source.contains(&format!("= \"{code}\",")), "{code} in {}", recipe.name);
            }
        }
    }
}
