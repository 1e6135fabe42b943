//! Lists the HTML pages of an archive: their position, status, URL, date and size.
//!
//! `cargo run --example pages [FILE]`; without a file, of a small archive in which one record is
//! damaged.

use std::env;
use std::fs::File;
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use tamis_warc::{Config, Error, Filter, HttpResponse, Reader, Record};

fn main() -> io::Result<()> {
    let archive: Box<dyn Read> = match env::args_os().nth(1) {
        Some(path) => Box::new(File::open(path)?),
        None => Box::new(io::Cursor::new(small_archive()?)),
    };
    let mut out = io::stdout().lock();
    let config = Config::default().filter(Filter::HtmlPages);
    for record in Reader::with_config(archive, config) {
        let line = record.and_then(describe).unwrap_or_else(|error| {
            let url = error.url().unwrap_or("-");
            format!("{:>8}  damaged  {url}  ({error})", error.offset())
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn describe(record: Record) -> Result<String, Error> {
    let offset = record.offset();
    let status = record.http().and_then(HttpResponse::status).unwrap_or_default();
    let url = record.url().unwrap_or("-").to_owned();
    let date = record.date().unwrap_or("-").to_owned();
    let payload = record.into_payload()?;
    Ok(format!("{offset:>8}  {status:<7}  {url}  {date}  {} bytes", payload.bytes.len()))
}

/// Three pages, one gzip member each. The second one is damaged.
fn small_archive() -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    for number in 1..=3 {
        let html = format!("<title>Page {number}</title><p>This is page {number}.");
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
        let record = format!(
            "WARC/1.1\r\n\
             WARC-Type: response\r\n\
             WARC-Target-URI: https://example.com/{number}\r\n\
             WARC-Date: 2026-01-0{number}T12:00:00Z\r\n\
             Content-Length: {}\r\n\
             \r\n\
             {http}\r\n\
             \r\n",
            http.len()
        );
        let mut member = GzEncoder::new(Vec::new(), Compression::default());
        member.write_all(record.as_bytes())?;
        let mut member = member.finish()?;
        if number == 2 {
            let middle = member.len() / 2;
            member[middle..].fill(0xff);
        }
        archive.extend(member);
    }
    Ok(archive)
}
