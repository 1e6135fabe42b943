//! The things on a page: tables, code, formulas, notes, cards, images, tabs, comments, labels, and
//! what is hidden.
//!
//! A page says in many ways what its elements are. A formula may be `MathML`, an image with TeX in
//! its `alt`, or a script; a note may be an item of a list at the end or a box next to the text; a
//! listing of code may be a table with line numbers. Engines, the blend and renderers all need to
//! know, and they must agree: if the blend kept a note that a renderer does not know as one, the
//! reader would find its text twice. So each of these is found here, once, and nowhere else.
//!
//! Nothing here writes, and nothing depends on what is kept, except where a function takes the kept
//! texts: a table of which one column is kept is no table any more.
//!
//! For example, [`hidden::is_left_out`] says which text no reader sees, [`table::Layout`] whether a
//! table has data or only places boxes, and [`footnote::notes`] which texts are notes, and whose.

pub(crate) mod caption;
pub(crate) mod card;
pub(crate) mod code;
pub(crate) mod comments;
pub(crate) mod consent;
pub(crate) mod edit_link;
pub(crate) mod facts;
pub(crate) mod footnote;
pub(crate) mod hidden;
pub(crate) mod images;
pub(crate) mod label;
pub(crate) mod math;
pub(crate) mod numbering;
mod opening;
pub(crate) mod role;
pub(crate) mod table;
pub(crate) mod tabs;
