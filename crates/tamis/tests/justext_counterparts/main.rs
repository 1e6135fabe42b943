//! Counterparts of the reference's own tests, with our own data. Also tests of what the reference's
//! tests leave out: the stages of the revision, the search for neighbours, the facade, and scripts
//! without spaces.
//!
//! | here | tests of the reference |
//! | --- | --- |
//! | `classify` | `test_classify_paragraphs.py` |
//! | `segmentation` | `test_sax.py`, `test_core.py` |
//! | `preprocessing` | `test_dom_utils.py` |
//! | `encodings` | `test_html_encoding.py` |
//! | `paths` | `test_paths.py` |
//! | `words` | `test_utils.py` |

mod classify;
mod encodings;
mod facade;
mod neighbours;
mod paths;
mod preprocessing;
mod scripts;
mod segmentation;
mod stages;
mod words;

use tamis::Page;
use tamis::dom::Parser;
use tamis::engine::justext::{Paragraph, make_paragraphs};

/// Returns the paragraphs of this page, not classified.
fn paragraphs(html: &str) -> Vec<Paragraph> {
    make_paragraphs(&Page::measure(Parser::default().parse(html)))
}
