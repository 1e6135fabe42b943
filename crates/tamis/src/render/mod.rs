//! Renderers: what a selection keeps, in a format.

mod text;

pub use text::text;
