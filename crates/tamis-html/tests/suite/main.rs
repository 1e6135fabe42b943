//! The parser: the same trees as html5ever, the suite of html5lib, and hostile pages.

mod differential;
mod faults;
mod hostile;
mod html5lib;
mod oracle;
mod positions;
mod tiny;
