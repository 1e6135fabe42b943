//! Whole volumes: their contents, and their validity according to `epubcheck`.

mod contents;
mod harness;
mod images;
mod links;
mod mutants;
mod pages;
mod validity;
