//! The HTML renderer: expected pages, and what holds for any page and any selection.

mod expected;
mod hostile;
mod properties;
