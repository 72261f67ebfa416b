use pdftract::quality::verdict::{Facts, verdict};
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.rsplit('/').next().unwrap();
        let mut show = |kind: &str, text: &str| {
            let facts = Facts::of(text, None);
            let v = verdict(&facts);
            let r = &facts.reading;
            println!(
                "{name}\t{kind}\t{:?}\t{}\t{}\t{:.3}\t{:.3}\t{}/{}",
                r.script,
                r.lang().unwrap_or("-"),
                r.letters,
                r.strangeness,
                v.confidence,
                r.common_words,
                r.words
            );
        };
        show("asis", &text);
        for garble in [Garble::Shift, Garble::Permutation, Garble::WrongCodePage] {
            if garble.affects(&text) {
                show(&format!("{garble:?}"), &garble.apply(&text, &mut Random::new(1)));
            }
        }
    }
}
