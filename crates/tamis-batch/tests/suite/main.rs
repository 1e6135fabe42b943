//! Runs over archives and tables, through the public items.

mod batch;
mod drawn;
mod index;
mod made;
mod sources;
