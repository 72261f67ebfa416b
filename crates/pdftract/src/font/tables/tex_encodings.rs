//! The encodings of TeX's fonts: which character stands at which code, from code 0 on.
//!
//! The facts are those of the LaTeX encoding definitions (`ot1enc.def`, `t1enc.def`, `t2aenc.def`) and of The TeXbook,
//! appendix F. U+FFFD stands where an encoding has nothing that is text.

/// Donald Knuth's text fonts: Computer Modern roman, bold, italic and sans serif.
pub(crate) static OT1: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ\
    \u{FFFD}!”#$%&’()*+,-./0123456789:;¡=¿?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[“]ˆ˙\
    ‘abcdefghijklmnopqrstuvwxyz–—˝˜¨";

/// The same for typewriter fonts, which have all of ASCII.
pub(crate) static OT1_TYPEWRITER: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩ↑↓'¡¿ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ\
    ␣!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]ˆ_\
    ‘abcdefghijklmnopqrstuvwxyz{|}˜¨";

/// The encoding of Cork for European languages.
pub(crate) static T1: &str = "\
    `´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u{FFFD}₀ıȷﬀﬁﬂﬃﬄ\
    ␣!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\
    ‘abcdefghijklmnopqrstuvwxyz{|}~-\
    ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§\
    ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞ\
    àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";

/// Cyrillic.
pub(crate) static T2A: &str = "\
    `´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”\u{FFFD}\u{FFFD}\u{FFFD}–—\u{FFFD}₀ıȷﬀﬁﬂﬃﬄ\
    ␣!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\
    ‘abcdefghijklmnopqrstuvwxyz{|}~-\
    ҐҒЂЋҺҖҘЉЇҚҠҜӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ№¤§\
    ґғђћһҗҙљїқҡҝӕңҥѕөҫўүұҳџҹҷєәњё„«»\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя";

/// Math italic.
pub(crate) static OML: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχ\
    ψωεϑϖϱςφ↼↽⇀⇁\u{FFFD}\u{FFFD}▷◁0123456789.,</>⋆\
    ∂ABCDEFGHIJKLMNOPQRSTUVWXYZ♭♮♯⌣⌢\
    ℓabcdefghijklmnopqrstuvwxyzıȷ℘\u{20D7}⁀";

/// Math symbols. The calligraphic capitals are given as plain letters.
pub(crate) static OMS: &str = "\
    −·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻\
    ←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u{338}\u{FFFD}∀∃¬∅ℜℑ⊤⊥\
    ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨\
    ⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠";

/// Large symbols and pieces of brackets.
pub(crate) static OMX: &str = "\
    ()[]⌊⌋⌈⌉{}⟨⟩|∥/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\\
    ()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐\
    ⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁\
    ∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√⎷⏐\u{FFFD}∥↑↓\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}⇑⇓";
