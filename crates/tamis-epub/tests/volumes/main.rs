//! Whole volumes: their contents, and their validity according to `epubcheck`.

mod contents;
mod harness;
mod images;
mod links;
mod pages;
mod validity;
