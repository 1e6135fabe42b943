//! Any bytes with any charset give the same text each time.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_dom::{declared_encoding, decode, decode_forced};

const LABELS: [Option<&str>; 8] = [
    None,
    Some("utf-8"),
    Some("utf-16le"),
    Some("windows-1252"),
    Some("shift_jis"),
    Some("gb18030"),
    Some("iso-2022-jp"),
    Some("no such charset"),
];

fuzz_target!(|input: &[u8]| {
    let Some((&label, bytes)) = input.split_first() else { return };
    let label = LABELS[usize::from(label) % LABELS.len()];
    let decoded = decode(bytes, label);
    let again = decode(bytes, label);
    assert_eq!(decoded.text, again.text);
    assert_eq!(decoded.encoding, again.encoding);
    let _ = declared_encoding(bytes);
    if let Some(label) = label {
        let _ = decode_forced(bytes, label);
    }
});
