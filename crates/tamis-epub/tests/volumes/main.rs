//! Whole volumes: what is in them, and what the checker of EPUB files says.

mod contents;
mod harness;
mod images;
mod links;
mod pages;
mod validity;
