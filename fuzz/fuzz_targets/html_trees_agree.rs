//! The parser of `tamis-html` never panics, keeps its limits, and makes the same trees as
//! html5ever, which reads the places that are known to differ otherwise.

#![no_main]

#[path = "../../crates/tamis-html/tests/suite/faults.rs"]
mod faults;
#[path = "../../crates/tamis-html/tests/suite/oracle.rs"]
mod oracle;
#[path = "../../crates/tamis-html/tests/suite/tiny.rs"]
mod tiny;

use libfuzzer_sys::fuzz_target;
use tamis_html::{Context, Namespace, Options, Parser, Warnings};

use tiny::{DOCUMENT, Tree};

fuzz_target!(|html: &str| {
    for scripting in [false, true] {
        let mut ours = Tree::default();
        let mut parser = Parser::new(Options::default().scripting(scripting));
        let outcome = parser.parse(html, &mut ours);
        if outcome.warnings == Warnings::default() && !faults::is_known("", html) {
            let (theirs, mode) = oracle::parse(html, scripting);
            assert_eq!(ours.dump(DOCUMENT), theirs.dump(DOCUMENT));
            assert_eq!(outcome.quirks_mode, mode);
        }
    }
    let mut ours = Tree::default();
    let context = Context::new(Namespace::Html, "div");
    let outcome = Parser::default().parse_fragment(html, &context, &mut ours);
    if outcome.warnings == Warnings::default() && !faults::is_known("div", html) {
        let theirs = oracle::parse_in(html, Namespace::Html, "div", false);
        assert_eq!(ours.dump(DOCUMENT), theirs.dump(DOCUMENT));
    }
});
