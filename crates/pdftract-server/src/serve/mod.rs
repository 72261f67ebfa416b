//! HTTP: text, Markdown, JSON and pictures of PDFs that strangers send.
