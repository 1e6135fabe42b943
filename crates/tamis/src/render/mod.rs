//! Renderers: what a selection keeps, in a format.

mod sanitize;
mod text;

pub use sanitize::{
    Policy, escape_attribute, escape_text, is_video_host, sanitized_html, sanitized_inner_html,
};
pub use text::text;
