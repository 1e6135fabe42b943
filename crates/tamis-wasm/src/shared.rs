//! An extractor that several objects share.

use std::cell::RefCell;
use std::rc::Rc;

/// An extractor that its extractions give their pages back to.
pub(crate) type Shared = Rc<RefCell<tamis::Extractor>>;
