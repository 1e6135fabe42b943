//! Indexes in Parquet that are damaged, or claim too much.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, ListArray, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use tamis_batch::read_index;
use tempfile::TempDir;

/// An index of these records.
fn index(names: ArrayRef, offsets: ArrayRef) -> Vec<u8> {
    let lengths = Arc::new(Int32Array::from(vec![5; names.len()]));
    let columns: [(&str, ArrayRef); 3] = [
        ("warc_filename", names),
        ("warc_record_offset", offsets),
        ("warc_record_length", lengths),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let level = Compression::ZSTD(ZstdLevel::default());
    let properties = WriterProperties::builder().set_compression(level).build();
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    file
}

/// An index of so many records.
fn numbered(records: i64) -> Vec<u8> {
    let names = (0..records).map(|number| format!("crawl/{}.warc.gz", number % 3));
    let offsets = Int64Array::from_iter_values((0..records).map(|number| number * 1000));
    index(Arc::new(StringArray::from_iter_values(names)), Arc::new(offsets))
}

/// A file with this footer and nothing else.
fn with_footer(footer: &[u8]) -> Vec<u8> {
    let length = u32::try_from(footer.len()).unwrap();
    [b"PAR1", footer, &length.to_le_bytes(), b"PAR1"].concat()
}

fn read(folder: &Path, bytes: &[u8]) -> Result<usize, String> {
    let path = folder.join("index.parquet");
    fs::write(&path, bytes).unwrap();
    read_index(&path).map(|index| index.len()).map_err(|error| error.to_string())
}

#[test]
fn damage_is_an_error() {
    let folder = TempDir::new().unwrap();
    let file = numbered(3);
    assert_eq!(read(folder.path(), &file), Ok(3));
    for at in 0..file.len() {
        for change in [1, 0x80] {
            let mut damaged = file.clone();
            damaged[at] ^= change;
            // A changed name or number is no damage.
            let _ = read(folder.path(), &damaged);
        }
        assert!(read(folder.path(), &file[..at]).is_err(), "{at}");
    }
}

/// The field of the version, which a footer begins with.
const VERSION: [u8; 2] = [0x15, 4];

/// A number in the compact protocol.
fn number(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Checks that an index is refused with a sentence that ends so.
#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let folder = TempDir::new().unwrap();
    let error = read(folder.path(), bytes).unwrap_err();
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn columns_claim_what_an_index_needs() {
    // A name of 65 MiB, and a place that 1.1 million rows name.
    let long = StringArray::from(vec!["x".repeat(65 << 20)]);
    let bomb = index(Arc::new(long), Arc::new(Int64Array::from(vec![1])));
    assert!(bomb.len() < 1 << 20);
    check(&bomb, "a page is larger than any");
    let same = StringArray::from(vec!["a.warc"; 1_100_000]);
    let many = index(Arc::new(same), Arc::new(Int64Array::from(vec![1; 1_100_000])));
    assert!(many.len() < 1 << 20);
    check(&many, "it has more rows than bytes");
    // Lists in the place of numbers.
    let lists =
        ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>([Some([Some(1); 9])]);
    let lists = index(Arc::new(StringArray::from(vec!["a"])), Arc::new(lists));
    let folder = TempDir::new().unwrap();
    let error = read(folder.path(), &lists).unwrap_err();
    assert!(error.contains("warc_record_offset has no integers"), "{error}");
}

#[test]
fn a_schema_is_not_deep() {
    // A schema of groups of one child each.
    let depth = 1_000_000;
    let group = [0x35, 0, 0x18, 1, b'a', 0x15, 2, 0];
    let schema = [&VERSION[..], &[0x19, 0xfc], &number(depth), &group.repeat(depth as usize)];
    check(&with_footer(&schema.concat()), "its schema is deeper than any");
}

#[test]
fn lists_are_not_longer_than_the_footer() {
    // Lists of truth values without end, in a field that nobody knows.
    let list = [&[0xf9, 0xf1][..], &number(i32::MAX as u32)].concat();
    let endless = [&VERSION[..], &list.repeat(1000)].concat();
    check(&with_footer(&endless), "a list is longer than its header");
}

/// The library reads known fields by the types that they should have. So a text in the place of the
/// version hides a list of truth values without end from a reader that believes the file.
#[test]
fn fields_have_their_types() {
    let list = [&[0xf9, 0xf1][..], &number(i32::MAX as u32), &[0]].concat();
    let binary = |field: u8| [&[field << 4 | 8, list.len() as u8][..], &list].concat();
    let in_list = [&[0x39, 0x18][..], &binary(0)[1..]].concat();
    let in_struct = [&[0x19, 0x1c][..], &binary(5)].concat();
    for (name, footer) in [
        ("version", binary(1)),
        ("rows", [&VERSION[..], &binary(2)].concat()),
        (
            "names of columns",
            [&VERSION[..], &[0x39, 0x1c, 0x19, 0x1c, 0x3c, 0x39, 0x15, 2]].concat(),
        ),
        ("row groups", [&VERSION[..], &in_list].concat()),
        ("number of children", [&VERSION[..], &in_struct].concat()),
    ] {
        let folder = TempDir::new().unwrap();
        let error = read(folder.path(), &with_footer(&[&footer[..], &[0]].concat())).unwrap_err();
        assert!(
            error.ends_with("a value has another type than all others of its kind"),
            "{name}: {error}"
        );
    }
    // The number of a field is that of another one if its higher bits are cut off.
    let number = |value: u32| [&[8][..], &number(value << 1)].concat();
    let far = [number(0x1_0001), vec![list.len() as u8], list.clone()].concat();
    check(&with_footer(&far), "the number of a field is larger than any");
}
