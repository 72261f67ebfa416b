//! Detects languages without a trigram model by letters that only they use.
//!
//! A cipher of another language has the letters of that language, or letters from all over a block of Unicode. Text whose
//! unusual letters all belong to one of these alphabets is in that language.

use super::model::is_foreign_to_all;

/// For each language, its letters that no language with a model has.
const OWN_LETTERS: [&str; 19] = [
    // Hebrew script: Yiddish.
    "װױײ",
    // Cyrillic: Tajik and Uzbek, Azerbaijani, Ossetian, Yakut, languages of the Caucasus, Abkhaz.
    "ӣӯҳҷ",
    "ҝҹһ",
    "ӕ",
    "ҕҥһ",
    "ӏ",
    "ҕӷҟӄҧԥҩҭҳҵҷҽҿӡ",
    // Tatar and Kalmyk, Bashkir, Chuvash, Mari, Komi and Udmurt, languages of Siberia.
    "җһ",
    "ҙҡҫһ",
    "ӑӗҫӳ",
    "ӓӧӱҥӹ",
    "ӝӟӥӧӵ",
    "ӈӊӄӡӿҫԝҥ",
    // Arabic script: Uyghur, Pashto, Sindhi, Kurdish, Malay, Saraiki.
    "ېۆۇۈۋڭە",
    "ټځڅډړږښګڼېۍۀ",
    "ٻڀٺٿڄڃڇڊڌڍڙڦڪڱڳڻ",
    "ێۆڕڵەڤۊ",
    "ڠڤڬۏڽݢ",
    "ٻڄݙڳݨ",
];

/// The least share and number of such letters in a text.
const MIN_SHARE: f64 = 0.01;
const MIN_LETTERS: u32 = 4;
/// The least share of the unusual letters that must belong to one alphabet; names introduce others.
const MIN_FITTING: f64 = 0.95;

/// Returns `true` if letters are those of a known language without a model.
pub fn is_of_other_language(letters: &[char]) -> bool {
    let (mut foreign, mut fitting) = (0, [0; OWN_LETTERS.len()]);
    for letter in letters.iter().copied().filter(|letter| is_foreign_to_all(*letter)) {
        foreign += 1;
        for (count, own) in fitting.iter_mut().zip(OWN_LETTERS) {
            *count += u32::from(own.contains(letter));
        }
    }
    let all = f64::from(u32::try_from(letters.len()).unwrap_or(u32::MAX));
    let best = fitting.into_iter().max().unwrap_or(0);
    best >= MIN_LETTERS
        && f64::from(best) >= all * MIN_SHARE
        && f64::from(best) >= f64::from(foreign) * MIN_FITTING
}
