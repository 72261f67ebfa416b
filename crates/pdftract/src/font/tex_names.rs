//! Names of the mathematical glyphs of TeX fonts that are missing from Adobe's list.

/// Suffixes of names for larger sizes of one sign.
const SIZES: [&str; 6] = ["text", "display", "bigg", "Bigg", "big", "Big"];

/// Names in alphabetical order, as in Computer Modern, Latin Modern and the AMS fonts.
const NAMES: [(&str, char); 63] = [
    ("angbracketleft", '⟨'),
    ("angbracketright", '⟩'),
    ("arrowbothv", '↕'),
    ("arrowdblbothv", '⇕'),
    // Hooks, which TeX joins with an arrow: `\\hookleftarrow` is a left arrow with the right hook.
    ("arrowhookleft", '↪'),
    ("arrowhookright", '↩'),
    ("arrownortheast", '↗'),
    ("arrownorthwest", '↖'),
    ("arrowsoutheast", '↘'),
    ("arrowsouthwest", '↙'),
    ("ceilingleft", '⌈'),
    ("ceilingright", '⌉'),
    ("circlecopyrt", '◯'),
    ("circledivide", '⊘'),
    ("circledot", '⊙'),
    ("circleminus", '⊖'),
    ("contintegral", '∮'),
    ("coproduct", '∐'),
    ("diamondmath", '⋄'),
    ("epsilon1", 'ϵ'),
    ("equivasymptotic", '≍'),
    ("flat", '♭'),
    ("floorleft", '⌊'),
    ("floorright", '⌋'),
    ("follows", '≻'),
    ("followsequal", '⪰'),
    ("greatermuch", '≫'),
    ("harpoonleftdown", '↽'),
    ("harpoonleftup", '↼'),
    ("harpoonrightdown", '⇁'),
    ("harpoonrightup", '⇀'),
    ("intersectionsq", '⊓'),
    ("latticetop", '⊤'),
    ("lessmuch", '≪'),
    ("lscript", 'ℓ'),
    ("mapsto", '↦'),
    ("minusplus", '∓'),
    ("natural", '♮'),
    ("negationslash", '\u{338}'),
    ("openbullet", '◦'),
    ("owner", '∋'),
    ("precedesequal", '⪯'),
    ("prime", '′'),
    ("rho1", 'ϱ'),
    ("sharp", '♯'),
    ("similarequal", '≃'),
    ("slurabove", '⌢'),
    ("slurbelow", '⌣'),
    ("squaresolid", '■'),
    ("subsetsqequal", '⊑'),
    ("supersetsqequal", '⊒'),
    ("tie", '⁀'),
    ("triangle", '△'),
    ("triangleinv", '▽'),
    ("triangleleft", '◁'),
    ("triangleright", '▷'),
    ("turnstileleft", '⊢'),
    ("turnstileright", '⊣'),
    ("unionmulti", '⊎'),
    ("unionsq", '⊔'),
    ("visiblespace", '␣'),
    ("visualspace", '␣'),
    ("wreathproduct", '≀'),
];

/// Returns the character for a TeX glyph name.
pub(crate) fn character(name: &[u8]) -> Option<char> {
    let place = NAMES.binary_search_by_key(&name, |(known, _)| known.as_bytes()).ok()?;
    NAMES.get(place).map(|(_, character)| *character)
}

/// Strips the size suffix from the name of a large sign, which is the same character as the small one.
pub(crate) fn without_size(name: &[u8]) -> Option<&[u8]> {
    SIZES.iter().find_map(|size| name.strip_suffix(size.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_in_order() {
        assert!(NAMES.is_sorted_by_key(|(name, _)| *name));
        assert!(NAMES.iter().all(|(name, found)| character(name.as_bytes()) == Some(*found)));
        assert_eq!(character(b"arrowhookright"), Some('↩'));
        assert_eq!(character(b"arrowhook"), None);
    }
}
