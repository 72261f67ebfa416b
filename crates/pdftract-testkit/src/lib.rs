//! Builds test PDFs.
