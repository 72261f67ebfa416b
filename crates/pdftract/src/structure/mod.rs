//! Structure: the roles of the blocks of a document.
//!
//! [`layout`](crate::layout) finds lines, blocks and tables of one page by geometry. This stage derives meaning from
//! them: headings and their levels, list items and their nesting, captions, footnotes, code, formulas, running
//! headers and page numbers. It has three steps:
//!
//! 1. [`StructuredPage::new`] takes the roles stated in the structure tree of the file.
//! 2. [`assign_roles`] regroups the lines of other blocks (`regroup`) and classifies them by the style of the
//!    document ([`DocumentStyle`], learned once from a sample of pages by a [`StyleSampler`]).
//! 3. [`PageWindow`](page_window::PageWindow) processes pages in order, two at a time, for anything that crosses page
//!    ends.

mod block_facts;
mod block_quote;
mod bullet;
mod byline;
mod caption;
mod caption_tie;
mod classify;
mod code;
mod column;
mod confidence;
mod contents_entry;
pub(crate) mod continuation;
pub(crate) mod continued_table;
mod document_style;
mod figure;
mod footnote;
mod formula;
mod heading;
mod heading_rank;
mod heading_style;
mod item;
mod line_facts;
mod line_number;
pub(crate) mod list;
mod model;
mod numbering;
mod page_edges;
mod page_number;
pub(crate) mod page_window;
mod paragraph;
mod plain_title;
mod regroup;
mod role;
mod run_in;
mod running_heads;
mod tags;
mod title_key;
mod title_wording;

pub use caption::Kind as CaptionKind;
pub use classify::assign_roles;
pub use document_style::{DocumentStyle, StylePage, StyleSampler};
pub use figure::{Figure, StatedFigure};
pub use model::{CaptionTarget, OpenEnd, OpenStart, StructuredBlock, StructuredPage};
pub use page_edges::{EdgePage, EdgeSampler, PageEdges};
pub use role::{Evidence, Role};
pub use running_heads::split as split_running_heads;
