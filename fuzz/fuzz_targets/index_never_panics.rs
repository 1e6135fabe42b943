//! Any bytes as an index are records or an error. The first byte says whether they are a table in
//! CSV, a Parquet file, or the pages and the footer of one, whose length is then right.

#![no_main]

use std::fs;
use std::panic;
use std::sync::Once;

use libfuzzer_sys::fuzz_target;

/// The columns of a table in CSV.
const HEADER: &[u8] = b"warc_filename,warc_record_offset,warc_record_length\n";

fuzz_target!(|input: &[u8]| {
    // Panics of the library of Parquet are caught. The hook of the fuzzer would end the process
    // anyway; those that are not caught it sees by themselves.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| panic::set_hook(Box::new(|_| {})));
    let Some((form, bytes)) = input.split_first() else { return };
    let file = match form % 4 {
        0 => [HEADER, bytes].concat(),
        1 => bytes.to_vec(),
        2 => [b"PAR1", bytes].concat(),
        _ => {
            let Some((begin, bytes)) = bytes.split_at_checked(2) else { return };
            let begin = usize::from(u16::from_le_bytes([begin[0], begin[1]])).min(bytes.len());
            let footer_bytes = (bytes.len() - begin) as u32;
            [b"PAR1", bytes, &footer_bytes.to_le_bytes(), b"PAR1"].concat()
        }
    };
    let path = std::env::temp_dir().join(format!("tamis-fuzz-{}.index", std::process::id()));
    fs::write(&path, file).unwrap();
    if let Ok(records) = tamis_batch::read_index(&path) {
        let mut ranges = records.values().flatten();
        assert!(ranges.all(|range| range.start < range.end));
    }
});
