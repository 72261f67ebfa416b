//! Options for characters and lines of text.

use std::path::PathBuf;

use clap::ValueEnum;
use pdftract::{Hyphens, Ligatures, LineForm, Normalization, PrivateUse, Spaces, TextPolicy};

/// Options for characters and lines of text.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Characters")]
pub(crate) struct CharacterArgs {
    /// Unicode normalization
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    normalize: NormalizeArg,

    /// Ligatures such as ﬁ
    #[arg(long, value_name = "HOW", ignore_case = true, value_enum, default_value_t)]
    ligatures: LigaturesArg,

    /// Hyphens at line ends
    #[arg(long, value_name = "HOW", ignore_case = true, value_enum, default_value_t)]
    hyphens: HyphensArg,

    /// Private-use characters, which have a meaning only in their font
    #[arg(long, value_name = "HOW", ignore_case = true, value_enum, default_value_t)]
    pua: PuaArg,

    /// No-break spaces [default: plain in text and Markdown, keep in JSON]
    #[arg(long, value_name = "HOW", ignore_case = true, value_enum)]
    spaces: Option<SpacesArg>,

    /// Lines of a paragraph (text only)
    #[arg(long, value_name = "HOW", value_enum, ignore_case = true)]
    lines: Option<LinesArg>,

    /// Correct words with a word list, one word per line; repeatable
    ///
    /// A lower-case word that is in no list is replaced by the only word of the lists that differs from it in one
    /// letter. Names, numbers and identifiers are kept. JSON has the original as `raw_text`.
    #[arg(long, value_name = "LIST")]
    pub(crate) correct: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum NormalizeArg {
    /// Keep characters as the file has them
    None,
    /// Composed characters: one for a letter and its accents
    #[default]
    Nfc,
    /// Compatibility composition: ² becomes 2
    Nfkc,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum LigaturesArg {
    /// Keep them
    Keep,
    /// Replace them by letters
    #[default]
    Expand,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum HyphensArg {
    /// Keep them
    Keep,
    /// Join words where there is evidence that they were hyphenated
    #[default]
    Join,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum PuaArg {
    /// Keep them
    #[default]
    Keep,
    /// Replace them by U+FFFD
    Replace,
    /// Remove them
    Drop,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SpacesArg {
    /// Keep them
    Keep,
    /// Replace them by ordinary spaces
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LinesArg {
    /// Break lines where the page does (default)
    Keep,
    /// Join the lines of a paragraph
    Reflow,
}

impl CharacterArgs {
    /// Returns the text policy of the library for these options.
    pub(crate) fn policy(&self) -> TextPolicy {
        TextPolicy::default().with(|policy| {
            policy.normalization = match self.normalize {
                NormalizeArg::None => Normalization::None,
                NormalizeArg::Nfc => Normalization::Nfc,
                NormalizeArg::Nfkc => Normalization::Nfkc,
            };
            policy.ligatures = match self.ligatures {
                LigaturesArg::Keep => Ligatures::Keep,
                LigaturesArg::Expand => Ligatures::Expand,
            };
            policy.hyphens = match self.hyphens {
                HyphensArg::Keep => Hyphens::Keep,
                HyphensArg::Join => Hyphens::Join,
            };
            policy.private_use = match self.pua {
                PuaArg::Keep => PrivateUse::Keep,
                PuaArg::Replace => PrivateUse::Replace,
                PuaArg::Drop => PrivateUse::Drop,
            };
            policy.spaces = match self.spaces {
                None => Spaces::ByFormat,
                Some(SpacesArg::Keep) => Spaces::Keep,
                Some(SpacesArg::Plain) => Spaces::Plain,
            };
        })
    }

    /// Returns how the lines of a paragraph are written.
    pub(crate) fn line_form(&self) -> LineForm {
        match self.lines {
            None | Some(LinesArg::Keep) => LineForm::Keep,
            Some(LinesArg::Reflow) => LineForm::Reflow,
        }
    }

    /// Returns whether an option for the lines of plain text was given.
    pub(crate) fn sets_lines(&self) -> bool {
        self.lines.is_some()
    }
}
