#![doc = include_str!("../README.md")]

mod code;
mod hash;
mod language;
mod lower;
#[cfg(feature = "data")]
mod packed;
mod stoplist;

pub use code::language_for_code;
pub use language::available_languages;
#[cfg(feature = "data")]
pub use packed::{all, get};
pub use stoplist::Stoplist;

// Public types can be shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Stoplist>();
};
