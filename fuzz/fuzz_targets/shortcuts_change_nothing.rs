//! The shortcuts past the tokenizer give the same tree as the tokenizer alone.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_dom::{Limits, NodeId, Parser, Warning};

fuzz_target!(|html: &str| {
    let [one, two] = [Parser::new, Parser::without_shortcuts]
        .map(|parser| parser(Limits::default()).parse(html));
    // The tokenizer alone does not keep to this limit.
    if !one.warnings().contains(&Warning::AttributesLimited) {
        assert_eq!(one.warnings(), two.warnings());
        assert_eq!(one.outer_html(NodeId::DOCUMENT), two.outer_html(NodeId::DOCUMENT));
        assert_eq!((one.len(), one.whole_text()), (two.len(), two.whole_text()));
    }
});
