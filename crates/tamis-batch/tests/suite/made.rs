//! Archives made for tests, and what a run writes of them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tamis_batch::{Archive, Config, Progress, Summary};
use tempfile::TempDir;

pub const SENTENCE: &str =
    "It was the best of times, it was the worst of times, and so on it went. ";

pub fn record(number: usize, http: &str, body: &[u8]) -> Vec<u8> {
    let mut block = format!("HTTP/1.1 {http}\r\n\r\n").into_bytes();
    block.extend(body);
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n\
         WARC-Target-URI: https://site.example/{number}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend(block);
    record.extend(b"\r\n\r\n");
    record
}

pub fn page(number: usize) -> Vec<u8> {
    let html = format!(
        "<html lang=en><title>Page {number}</title><nav><a href=/>Home</a></nav>\
         <article><h1>Page {number}</h1><p>{}</p><p>Number {number}. {SENTENCE}</p></article>",
        SENTENCE.repeat(3 + number % 5)
    );
    record(number, "200 OK\r\nContent-Type: text/html; charset=utf-8", html.as_bytes())
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A folder with an archive of so many pages, one gzip member each.
pub fn archive(pages: usize) -> (TempDir, Archive) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("CC-1.warc.gz");
    fs::write(&path, (0..pages).flat_map(|number| gzip(&page(number))).collect::<Vec<_>>())
        .unwrap();
    (folder, Archive::new(path))
}

pub fn config(jobs: usize) -> Config {
    Config::default().jobs(NonZeroUsize::new(jobs).unwrap())
}

pub fn run(archive: &Archive, output: &Path, config: &Config) -> Summary {
    let archives = std::slice::from_ref(archive);
    tamis_batch::run(archives, output, config, &Progress::default()).unwrap()
}

/// The files of a folder with their content, except the lock.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "lock" {
                files.insert(path.strip_prefix(folder).unwrap().into(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// The values of a text column of all Parquet files in a folder, in their order.
pub fn texts(folder: &Path, column: &str) -> Vec<Option<String>> {
    let mut found = Vec::new();
    for path in files(folder).keys().filter(|path| path.extension().is_some_and(|e| e == "parquet"))
    {
        let file = File::open(folder.join(path)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        for batch in reader {
            let batch = batch.unwrap();
            let values = batch.column_by_name(column).unwrap().as_string::<i32>().clone();
            found.extend(values.iter().map(|text| text.map(str::to_owned)));
        }
    }
    found
}
