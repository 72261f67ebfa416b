//! Structure: what the blocks of a document mean.
//!
//! [`layout`](crate::layout) finds lines, blocks and tables of one page by geometry. This room reads meaning from
//! them: headings and their levels, list items and their nesting, captions, footnotes, code, formulas, running heads
//! and page numbers. Three steps, in this order:
//!
//! 1. [`StructuredPage::new`] takes the roles that the file itself states in its structure tree.
//! 2. [`assign_roles`] groups the lines of other blocks anew (`regroup`) and classifies them by the style of the document
//!    ([`DocumentStyle`], learned once from a sample of pages by a [`StyleSampler`]).
//! 3. [`PageWindow`](page_window::PageWindow) goes over pages in order, two at a time, for what crosses page ends.

mod block_facts;
mod block_quote;
mod bullet;
mod byline;
mod caption;
mod classify;
mod code;
mod column;
pub(crate) mod continuation;
pub(crate) mod continued_table;
mod document_style;
mod footnote;
mod formula;
mod heading;
mod heading_style;
mod item;
mod line_facts;
pub(crate) mod list;
mod model;
mod numbering;
mod page_number;
pub(crate) mod page_window;
mod paragraph;
mod regroup;
mod role;
mod running_heads;
mod tags;
mod title_key;

pub use classify::assign_roles;
pub use document_style::{DocumentStyle, StyleSampler};
pub use model::{OpenEnd, OpenStart, StructuredBlock, StructuredPage};
pub use role::{Evidence, Role};
