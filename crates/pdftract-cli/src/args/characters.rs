//! How characters and lines become text.

use std::path::PathBuf;

use clap::ValueEnum;
use pdftract::{Hyphens, Ligatures, LineForm, Normalization, PrivateUse, Spaces, TextPolicy};

/// How characters and lines become text.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Characters")]
pub(crate) struct CharacterArgs {
    /// How letters and their marks are composed
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    normalize: NormalizeArg,

    /// What becomes of ligatures
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    ligatures: LigaturesArg,

    /// What becomes of hyphens at line ends
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    hyphens: HyphensArg,

    /// What becomes of characters for private use, which only their font explains
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pua: PuaArg,

    /// What becomes of no-break spaces; ordinary spaces in text, as they are in JSON, unless given
    #[arg(long, value_name = "WHAT", value_enum)]
    spaces: Option<SpacesArg>,

    /// What becomes of the lines of a paragraph (text only)
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    lines: LinesArg,

    /// Correct words by a list of words, one on each line; repeatable
    ///
    /// A word in small letters that no list has becomes the only word of the lists that differs from it in one letter.
    /// Names, numbers and identifiers stay. JSON keeps what stands on the page as `raw_text`.
    #[arg(long, value_name = "LIST")]
    pub(crate) correct: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum NormalizeArg {
    /// As the file has them
    None,
    /// One character for a letter with its marks where there is one
    #[default]
    Nfc,
    /// The same, and characters that merely look different folded: ² becomes 2
    Nfkc,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum LigaturesArg {
    /// They stay
    Keep,
    /// They become letters
    #[default]
    Expand,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum HyphensArg {
    /// They stay
    Keep,
    /// Words are joined where there is evidence that they were divided
    #[default]
    Join,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum PuaArg {
    /// They stay
    #[default]
    Keep,
    /// They become U+FFFD
    Replace,
    /// They go
    Drop,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SpacesArg {
    /// They stay
    Keep,
    /// They become ordinary spaces
    Plain,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum LinesArg {
    /// They end where they end on the page
    #[default]
    Keep,
    /// They become one line
    Reflow,
}

impl CharacterArgs {
    /// How characters become text.
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

    /// What becomes of the lines of a paragraph.
    pub(crate) fn line_form(&self) -> LineForm {
        match self.lines {
            LinesArg::Keep => LineForm::Keep,
            LinesArg::Reflow => LineForm::Reflow,
        }
    }
}
