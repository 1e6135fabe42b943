//! Counterparts of the reference's own tests, in our words and on our data, and what its tests leave open: the stages
//! of the revision, the search for neighbours, the facade, scripts without spaces.
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

/// The paragraphs of this page, not classified.
fn paragraphs(html: &str) -> Vec<Paragraph> {
    make_paragraphs(&Page::measure(Parser::default().parse(html)))
}
