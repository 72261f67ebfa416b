//! The inspector: a local web page that shows where each character is and how its Unicode was found.
