//! Pages of known text to render and recognise.

use pdftract_testkit::PdfBuilder;

/// A text in a language, with its Tesseract language code.
pub(super) struct KnownText {
    pub(super) language: &'static str,
    text: &'static str,
}

/// The built-in texts, with names, numbers and punctuation.
pub(super) const TEXTS: [KnownText; 3] = [
    KnownText {
        language: "eng",
        text: "The harbour master closed his office at a quarter past six. Nobody had asked for him since noon, and the \
               rain, which had begun on Tuesday, showed no sign of ending. He counted the receipts once more: 1,482 \
               crates of oranges, 96 barrels of tar and a single piano, bound for Valparaiso. \"It will never fit \
               through the door,\" his sister had said when they unloaded it. She was right, as usual. They had to \
               take out the window, two shelves and a good part of the wall before it stood in the parlour, between \
               the stove and the map of the coast. Every evening at seven she played the same three tunes, slowly at \
               first, then faster, until the cups began to dance. The neighbours complained in May; by October they \
               brought chairs. What had been a private lesson became, almost by accident, the only concert hall \
               within forty miles. Admission was free, but whoever came had to carry a log for the fire. On the \
               fourteenth of November they counted 63 logs, 5 dogs and one bishop, who sang rather well.",
    },
    KnownText {
        language: "deu",
        text: "Der Hafenmeister schloss sein Büro um Viertel nach sechs. Seit Mittag hatte niemand nach ihm gefragt, und \
               der Regen, der am Dienstag begonnen hatte, wollte nicht aufhören. Noch einmal zählte er die Belege: \
               1482 Kisten Orangen, 96 Fässer Teer und ein Klavier für Valparaíso. Seine Schwester hatte gleich \
               gesagt, dass es niemals durch die Tür passen würde. Sie behielt recht, wie üblich. Man musste das \
               Fenster, zwei Regale und einen großen Teil der Mauer herausnehmen, bevor es in der Stube stand, \
               zwischen dem Ofen und der Karte der Küste. Jeden Abend um sieben spielte sie dieselben drei Stücke, \
               zuerst langsam, dann schneller, bis die Tassen zu tanzen anfingen. Im Mai beschwerten sich die \
               Nachbarn; im Oktober brachten sie Stühle mit. Der Eintritt war frei, aber jeder musste ein \
               Holzscheit für das Feuer tragen.",
    },
    KnownText {
        language: "fra",
        text: "Le maître du port ferma son bureau à six heures et quart. Depuis midi, personne ne l'avait demandé, et la \
               pluie, commencée mardi, ne semblait pas vouloir cesser. Il compta une fois encore les reçus : 1482 \
               caisses d'oranges, 96 barils de goudron et un seul piano, destiné à Valparaiso. Sa sœur avait dit \
               qu'il ne passerait jamais par la porte. Elle avait raison, comme toujours. Il fallut enlever la \
               fenêtre, deux étagères et une bonne partie du mur avant qu'il se trouvât au salon, entre le poêle et \
               la carte de la côte. Chaque soir à sept heures, elle jouait les trois mêmes airs, lentement d'abord, \
               puis plus vite, jusqu'à ce que les tasses se mettent à danser. En mai les voisins se plaignirent ; en \
               octobre ils apportaient des chaises.",
    },
];

/// The number of characters per line.
const LINE_LENGTH: usize = 78;

impl KnownText {
    /// Lays out the text as a page in a font at eleven points.
    pub(super) fn page(&self, font: &str) -> Vec<u8> {
        let mut content = b"BT /F1 11 Tf 15 TL 72 740 Td\n".to_vec();
        for line in self.lines() {
            content.extend(line.chars().flat_map(encoded));
            content.splice(content.len()..content.len(), *b") '\n");
        }
        content.extend_from_slice(b"ET");
        let mut builder = PdfBuilder::new();
        builder.set(1, "<</Type/Catalog/Pages 2 0 R>>");
        builder.set(2, "<</Type/Pages/Count 1/Kids[3 0 R]>>");
        builder.set(
            3,
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
        );
        builder.set(4, format!("<</Type/Font/Subtype/Type1/BaseFont/{font}/Encoding/WinAnsiEncoding>>"));
        builder.set(5, pdftract_testkit::builder::stream_body("", &content));
        builder.finish()
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = vec![String::from("(")];
        for word in self.text.split_whitespace() {
            let line = lines.last_mut().expect("there is one from the start");
            if line.len() + word.len() > LINE_LENGTH {
                lines.push(format!("({word}"));
            } else {
                if line.len() > 1 {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        lines
    }
}

/// Encodes a character in WinAnsiEncoding, inside an open string.
fn encoded(character: char) -> Vec<u8> {
    match character {
        'œ' => vec![0x9C],
        c => vec![u8::try_from(u32::from(c)).unwrap_or(b'?')],
    }
}
