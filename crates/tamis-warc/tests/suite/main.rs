//! Archives that are whole, damaged and made to be slow.

mod damage;
mod lengths;
mod made;
mod zstd;
