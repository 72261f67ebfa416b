//! The encodings of TeX fonts: the characters in the order of their codes, from code 0 on.
//!
//! The facts are those of the LaTeX encoding definitions (`ot1enc.def`, `t1enc.def`, `t2aenc.def`, `ly1enc.def`, `ts1enc.def`,
//! `lgrenc.def`), of `8r.enc`, of vntex's `t5uni.enc` and of The TeXbook, appendix F. U+FFFD marks codes without text.

/// Donald Knuth's text fonts: Computer Modern roman, bold, italic and sans serif.
pub(crate) static OT1: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ\
    \u{FFFD}!”#$%&’()*+,-./0123456789:;¡=¿?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[“]ˆ˙\
    ‘abcdefghijklmnopqrstuvwxyz–—˝˜¨";

/// Knuth's typewriter fonts, which have all of ASCII.
pub(crate) static OT1_TYPEWRITER: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩ↑↓'¡¿ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ\
    ␣!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]ˆ_\
    ‘abcdefghijklmnopqrstuvwxyz{|}˜¨";

/// The Cork encoding of European languages.
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

/// Vietnamese.
pub(crate) static T5: &str = "\
    `´ˆ˜¨\u{FFFD}˚ˇ˘¯˙¸\u{FFFD}‚‹›“”„«»–—\u{FFFD}₀ıỶỷỴỵĐđ\
    ␣!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\
    ‘abcdefghijklmnopqrstuvwxyz{|}~-\
    ÀÁÃẢẠÂẦẤẪẨẬĂẰẮẴẲẶÈÉẼẺẸÊỀẾỄỂỆÌÍĨỈ\
    àáãảạâầấẫẩậăằắẵẳặèéẽẻẹêềếễểệìíĩỉ\
    ỊÒÓÕỎỌÔỒỐỖỔỘƠỜỚỠỞỢÙÚŨỦỤƯỪỨỮỬỰỲÝỸ\
    ịòóõỏọôồốỗổộơờớỡởợùúũủụưừứữửựỳýỹ";

/// The raw encoding of PostScript fonts in TeX (`8r`): Windows ANSI, with additional characters below the space.
pub(crate) static TEX_BASE: &str = "\
    \u{FFFD}˙ﬁﬂ⁄˝Łł˛˚\u{FFFD}˘−\u{FFFD}Žžˇıȷﬀﬃﬄ≠∞≤≥∂∑∏π`'\
    \u{20}!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\
    ‘abcdefghijklmnopqrstuvwxyz{|}~\u{FFFD}\
    €∫‚ƒ„…†‡ˆ‰Š‹ŒΩ√≈\u{FFFD}\u{FFFD}\u{FFFD}“”•–—˜™š›œ∆◊Ÿ\
    \u{FFFD}¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// PostScript fonts with the accents at the codes of Knuth's fonts (`texnansi`).
pub(crate) static LY1: &str = "\
    \u{FFFD}€\u{FFFD}\u{FFFD}⁄˙˝˛ﬂ\u{FFFD}\u{FFFD}ﬀﬁ\u{FFFD}ﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ\
    \u{20}!\"#$%&’()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]ˆ_\
    ‘abcdefghijklmnopqrstuvwxyz{|}˜¨\
    Ł'‚ƒ„…†‡ˆ‰Š‹ŒŽ^−ł‘’“”•–—˜™š›œž~Ÿ\
    \u{FFFD}¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// Greek, with letters at the codes of their Latin transliterations. Breathings without a letter represent themselves.
pub(crate) static LGR: &str = "\
    –\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ϛϛιᾼῌῼ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ϟϙ\u{FFFD}ϚϘϠ€‰\u{FFFD}ϡ‘’˘¯\
    ῁!¨΅῭%·´()*+,-./0123456789:·῾=᾿;\
    ῟ΑΒ῝ΔΕΦΓΗΙΘΚΛΜΝΟΠΧΡΣΤΥ῞ΩΞΨΖ[῏]῎῍\
    `αβςδεφγηιθκλμνοπχρστυ\u{FFFD}ωξψζ«ͺ»῀—\
    ὰἁἀἃᾲᾁᾀᾃάἅἄἂᾴᾅᾄᾂᾶἇἆϝᾷᾇᾆ\u{FFFD}ὴἡἠ\u{FFFD}ῂᾑᾐ\u{FFFD}\
    ήἥἤἣῄᾕᾔᾓῆἧἦἢῇᾗᾖᾒὼὡὠὣῲᾡᾠᾣώὥὤὢῴᾥᾤᾢ\
    ῶὧὦϜῷᾧᾦ\u{FFFD}ὶἱἰἳὺὑὐὓίἵἴἲύὕὔὒῖἷἶΪῦὗὖΫ\
    ὲἑἐἓὸὁὀὃέἕἔἒόὅὄὂϊῒΐῗϋῢΰῧᾳῃῳῥῤ\u{FFFD}ʹ͵";

/// Math italic.
pub(crate) static OML: &str = "\
    ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχ\
    ψωεϑϖϱςφ↼↽⇀⇁\u{FFFD}\u{FFFD}▷◁0123456789.,</>⋆\
    ∂ABCDEFGHIJKLMNOPQRSTUVWXYZ♭♮♯⌣⌢\
    ℓabcdefghijklmnopqrstuvwxyzıȷ℘\u{20D7}⁀";

/// Math symbols. Calligraphic capitals are mapped to plain letters.
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

/// Text companion symbols (`textcomp`).
pub(crate) static TS1: &str = "\
    `´ˆ˜¨˝˚ˇ˘¯˙¸˛‚\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}„\u{FFFD}\u{FFFD}–—\u{FFFD}←→\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
    ␢\u{FFFD}\u{FFFD}\u{FFFD}$\u{FFFD}\u{FFFD}'\u{FFFD}\u{FFFD}∗\u{FFFD},⹀.⁄0123456789\u{FFFD}\u{FFFD}⟨−⟩\u{FFFD}\
    \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}℧\u{FFFD}◯\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ω\u{FFFD}\u{FFFD}\u{FFFD}⟦\u{FFFD}⟧↑↓\
    `\u{FFFD}⋆⚮✝\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}⚭♪\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}~⹀\
    ˘ˇ˝\u{FFFD}†‡‖‰•℃$¢ƒ₡₩₦\u{FFFD}₱₤℞‽⸘₫™‱¶฿№⁒℮◦℠\
    ⁅⁆¢£¤¥¦§¨©ª\u{FFFD}¬℗®¯°±²³´µ¶·※¹º√¼½¾€\
    \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}×\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
    \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}÷\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}";
