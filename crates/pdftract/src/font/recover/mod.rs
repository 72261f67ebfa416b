//! Finds the Unicode of a code when the font does not simply say it.

pub(crate) mod cascade;
pub(crate) mod classifier;
pub(crate) mod features;
pub(crate) mod fingerprint;
mod hash;
mod labels;
pub(crate) mod look_alikes;
pub(crate) mod raster;
pub(crate) mod shape;
pub(crate) mod study;
pub(crate) mod true_type;
