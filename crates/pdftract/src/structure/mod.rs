//! Structure: what the blocks of a document mean.
//!
//! [`layout`](crate::layout) finds lines, blocks and tables of one page by geometry. This room reads meaning from
//! them: headings and their levels, list items and their nesting, captions, footnotes, code, formulas, running heads
//! and page numbers. Three steps, in this order:
//!
//! 1. [`StructuredPage::new`] takes the roles that the file itself states in its structure tree.
//! 2. [`assign_roles`] classifies the other blocks by the style of the document ([`DocumentStyle`], learned once
//!    from a sample of pages by a [`StyleSampler`]).
//! 3. [`PageWindow`](page_window::PageWindow) goes over pages in order, two at a time, for what crosses page ends.

mod block_facts;
mod caption;
mod classify;
pub(crate) mod continued_table;
mod document_style;
mod footnote;
mod formula;
mod heading;
mod list;
mod model;
mod page_number;
pub(crate) mod page_window;
mod role;
mod running_heads;
mod tags;
mod title_key;

pub use classify::assign_roles;
pub use document_style::{DocumentStyle, StyleSampler};
pub use model::{StructuredBlock, StructuredPage};
pub use role::Role;
