//! Archives with damage: every record that is whole comes out, and what is lost is an error.

use std::io::ErrorKind::{Interrupted, InvalidData, PermissionDenied, UnexpectedEof};
use std::io::{self, Read};

use tamis_warc::RecordType::{Request, Response, Revisit, Warcinfo};
use tamis_warc::{Compression, Config, Error, ErrorKind, Filter, Reader, Record};

use crate::made::{gzip, page, read, record, short, url, zstd};

#[test]
fn records_have_what_their_headers_say() {
    let request = "GET / HTTP/1.1\r\n\r\n";
    let dns = "20260101 site.example. A 192.0.2.1";
    let records = [
        record("warcinfo", 0, "software: a test"),
        record("request", 1, request),
        page(1),
        record("response", 2, dns),
        record("revisit", 3, "HTTP/1.1 304 Not Modified\r\n\r\n"),
    ];
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    let frames: Vec<Vec<u8>> = records.iter().map(|record| zstd(record)).collect();
    for parts in [&records[..], &members, &frames] {
        let archive = parts.concat();
        let found: Vec<Record> = Reader::new(archive.as_slice()).map(Result::unwrap).collect();
        let types: Vec<_> = found.iter().map(Record::record_type).collect();
        assert_eq!(types, [Warcinfo, Request, Response, Response, Revisit]);
        let statuses = found.iter().map(|record| record.http().map(|http| http.status().unwrap()));
        assert_eq!(statuses.collect::<Vec<_>>(), [None, None, Some(200), None, Some(304)]);
        let bodies: Vec<_> = found.iter().map(Record::body).map(String::from_utf8_lossy).collect();
        assert_eq!(bodies, ["software: a test", request, "<p>Page 1", dns, ""]);
        assert_eq!(found[2].http().unwrap().charset(), Some("utf-8"));
        assert_eq!(found[2].header().first_line(), "WARC/1.1");
        assert_eq!((found[2].date(), found[2].truncated()), (Some("2026-01-02T03:04:05Z"), None));
        // A reader that begins at a record's position finds it first.
        let mut begin = 0;
        for (record, part) in found.iter().zip(parts) {
            assert_eq!(record.offset(), begin as u64);
            assert_eq!(&Reader::new(&archive[begin..]).next().unwrap().unwrap().id(), &record.id());
            // Its range is an archive of the record alone.
            assert_eq!(record.length(), Some(part.len() as u64));
            let alone: Vec<_> = Reader::new(&archive[begin..begin + part.len()]).collect();
            assert_eq!(alone.len(), 1);
            assert_eq!(alone[0].as_ref().unwrap().body(), record.body());
            begin += part.len();
        }
    }
}

#[test]
fn a_length_is_that_of_a_record_compressed_on_its_own() {
    let lengths = |archive: &[u8]| -> Vec<_> {
        Reader::new(archive).filter_map(Result::ok).map(|record| record.length()).collect()
    };
    let archive = [page(1), page(2), page(3)].concat();
    assert_eq!(lengths(&gzip(&archive)), [None, None, None]);
    let (two, one) = (gzip(&[page(1), page(2)].concat()), gzip(&page(3)));
    assert_eq!(lengths(&[&two[..], &one].concat()), [None, None, Some(one.len() as u64)]);
    // Empty members and line ends belong to no record.
    let (lines, empty) = (page(1).strip_suffix(b"\r\n\r\n").unwrap().to_vec(), gzip(b""));
    let members = [gzip(&lines), gzip(b"\r\n\r\n"), empty, gzip(&page(2))];
    let expected = [Some(members[0].len() as u64), Some(members[3].len() as u64)];
    assert_eq!(lengths(&members.concat()), expected);
    // A record in several members, which no other one is in.
    let members: Vec<u8> = page(1).chunks(50).flat_map(gzip).collect();
    assert_eq!(lengths(&members), [Some(members.len() as u64)]);
    // A return alone is no line end.
    assert_eq!(lengths(&gzip(&[&page(1)[..], b"\r"].concat())[..]).first(), Some(&None));
    // Line ends that no writer needs.
    assert_eq!(lengths(&[&page(1)[..], b"\r\n\n"].concat()), [Some(page(1).len() as u64)]);
}

#[test]
fn the_filter_drops_all_but_html() {
    let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\u{89}PNG";
    let archive = [record("warcinfo", 0, ""), record("response", 1, image), page(2)].concat();
    let config = Config::default().filter(Filter::HtmlPages);
    let found: Vec<_> = Reader::with_config(archive.as_slice(), config).map(short).collect();
    assert_eq!(found, [Ok(2)]);
}

#[test]
fn broken_records_do_not_end_the_archive() {
    let no_length = b"WARC/1.0\r\nWARC-Target-URI: https://site.example/2\r\n\r\n<p>\r\n\r\n";
    let parts =
        [page(1), no_length.to_vec(), page(3), b"garbage\r\nmore\r\n\r\n".to_vec(), page(5)];
    let offset = |count: usize| parts[..count].iter().map(Vec::len).sum::<usize>() as u64;
    let expected = [
        Ok(1),
        Err((ErrorKind::Header, offset(1), Some(url(2)))),
        Ok(3),
        Err((ErrorKind::NotARecord, offset(3), None)),
        Ok(5),
    ];
    assert_eq!(read(&parts.concat()), expected);
    let members: Vec<_> = parts.iter().map(|part| gzip(part)).collect();
    let numbers: Vec<_> = read(&members.concat()).into_iter().filter_map(Result::ok).collect();
    assert_eq!(numbers, [1, 3, 5]);
}

#[test]
fn a_broken_member_loses_its_record() {
    let mut members: Vec<_> = (0..4).map(|number| gzip(&page(number))).collect();
    let middle = members[1].len() / 2;
    members[1][middle..].iter_mut().for_each(|byte| *byte = !*byte);
    members[2].truncate(80);
    let found = read(&members.concat());
    assert_eq!((found.first(), found.last()), (Some(&Ok(0)), Some(&Ok(3))));
    assert!(found.iter().any(|item| matches!(item, Err((ErrorKind::Compression, ..)))));
}

#[test]
fn a_wrong_checksum_is_an_error_and_the_next_record_follows() {
    let mut members: Vec<_> = (0..3).map(|number| gzip(&page(number))).collect();
    let end = members[1].len();
    members[1][end - 5] ^= 1;
    let found: Vec<_> = Reader::new(members.concat().as_slice()).collect();
    let error = found[2].as_ref().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compression);
    assert!(error.to_string().starts_with("the archive is damaged: corrupt gzip"), "{error}");
    assert_eq!(found.len(), 4);
}

#[test]
fn payloads_over_the_limit_are_errors() {
    let large = format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(3 << 20));
    let archive = [record("response", 1, &large), page(2)].concat();
    let config = Config::default().max_payload_bytes(1 << 20);
    let found: Vec<_> = Reader::with_config(archive.as_slice(), config).map(short).collect();
    assert_eq!(found, [Err((ErrorKind::TooLarge, 0, Some(url(1)))), Ok(2)]);
}

/// Items are in their order, and the range of a record is an archive of it alone.
fn check_ranges(archive: &[u8], found: &[Result<Record, Error>]) {
    let offset = |item: &Result<Record, Error>| match item {
        Ok(record) => record.offset(),
        Err(error) => error.offset(),
    };
    assert!(found.is_sorted_by_key(offset), "{found:?}");
    for record in found.iter().filter_map(|found| found.as_ref().ok()) {
        let Some(length) = record.length() else { continue };
        let range = record.offset() as usize..(record.offset() + length) as usize;
        let alone: Vec<_> = Reader::new(&archive[range]).collect();
        let [Ok(alone)] = &alone[..] else { panic!("{alone:?}") };
        assert_eq!((alone.header(), alone.body()), (record.header(), record.body()));
        assert_eq!((alone.offset(), alone.length()), (0, Some(length)));
    }
}

/// Any cut and any flipped byte: reading ends, and no record is invented.
#[test]
fn archives_that_are_cut_off_or_changed() {
    let plain = [page(1), page(2), page(3)].concat();
    let packed = [gzip(&page(1)), gzip(&page(2)), gzip(&page(3))].concat();
    let frames = [zstd(&page(1)), zstd(&page(2)), zstd(&page(3))].concat();
    for archive in [&plain, &packed, &frames] {
        for length in 0..archive.len() {
            let found = Reader::new(&archive[..length]).take(100).count();
            assert!(found <= 6, "{found} items of {length} bytes");
        }
        for position in 0..archive.len() {
            let mut changed = archive.clone();
            changed[position] ^= 0x20;
            let found: Vec<_> = Reader::new(changed.as_slice()).take(100).collect();
            assert!(found.len() <= 12, "{position}: {found:?}");
            check_ranges(&changed, &found);
            // The first bytes decide whether the archive is compressed.
            assert!(position < 4 || found.iter().any(Result::is_ok), "{position}: {found:?}");
        }
    }
    let cut = read(&plain[..plain.len() - 10]);
    let offset = (2 * page(1).len()) as u64;
    assert_eq!(cut, [Ok(1), Ok(2), Err((ErrorKind::UnexpectedEnd, offset, Some(url(3))))]);
}

/// A source that fails after its bytes, with each of some kinds of errors.
struct Failing<'a> {
    bytes: &'a [u8],
    kind: io::ErrorKind,
    is_interrupted: bool,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(Interrupted.into());
        }
        // One byte at a time, the worst of sources.
        match self.bytes.split_off_first() {
            Some(byte) => {
                buffer[0] = *byte;
                Ok(1)
            }
            None => Err(self.kind.into()),
        }
    }
}

#[test]
fn a_source_that_fails_ends_the_archive() {
    for kind in [PermissionDenied, InvalidData, UnexpectedEof] {
        for bytes in [
            vec![],
            page(1),
            gzip(&page(1)),
            zstd(&page(1)),
            [page(1), b"WARC/1".to_vec()].concat(),
        ] {
            let source = Failing { bytes: &bytes, kind, is_interrupted: false };
            let mut found: Vec<_> = Reader::new(source).take(10).collect();
            let error = found.pop().unwrap().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io);
            assert!(error.to_string().starts_with("the archive cannot be read: "), "{error}");
            assert!(
                found.iter().all(Result::is_ok) && found.len() == usize::from(!bytes.is_empty())
            );
        }
    }
}

/// A page of a few kilobytes that does not compress well.
fn long_page(number: usize) -> Vec<u8> {
    let mut state = number as u64;
    let words = (0..1000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{:x} ", state >> 48)
    });
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    record("response", number, &format!("{http}<p>{}", words.collect::<String>()))
}

/// The number of records found, and of errors.
fn count(archive: &[u8]) -> (usize, usize) {
    let errors = Reader::new(archive).filter(Result::is_err).count();
    (Reader::new(archive).count() - errors, errors)
}

#[test]
fn one_damaged_place_costs_one_record() {
    let pages: Vec<_> = (0..100).map(long_page).collect();
    for pack in [gzip, zstd] {
        let units: Vec<_> = pages.iter().map(|page| pack(page)).collect();
        let archive = units.concat();
        let middle = units[..50].concat().len() + units[50].len() / 2;
        assert_eq!(count(&archive), (100, 0));
        let mut zeros = archive.clone();
        zeros[middle..middle + 50].fill(0);
        assert_eq!(count(&zeros), (99, 1));
        assert_eq!(count(&archive[..middle]), (50, 1));
        let missing = [&archive[..middle], &archive[middle + 1000..]].concat();
        assert_eq!(count(&missing), (99, 1));
        let inserted = [&archive[..middle], &[0xff; 1000], &archive[middle..]].concat();
        assert_eq!(count(&inserted), (99, 1));
    }
}

#[test]
fn reading_begins_anywhere_if_the_compression_is_known() {
    let pages: Vec<_> = (0..4).map(long_page).collect();
    for (pack, compression) in
        [(gzip as fn(&[u8]) -> Vec<u8>, Compression::Gzip), (zstd, Compression::Zstd)]
    {
        let units: Vec<_> = pages.iter().map(|page| pack(page)).collect();
        let archive = units.concat();
        let begin = units[0].len() + units[1].len() / 2;
        let third = (units[1].len() - units[1].len() / 2) as u64;
        let config = Config::default().compression(compression);
        let mut found = Reader::with_config(&archive[begin..], config.clone());
        assert_eq!(found.next().unwrap().unwrap_err().kind(), ErrorKind::Compression);
        let rest: Vec<_> = found.map(Result::unwrap).collect();
        assert_eq!(
            rest.iter().map(Record::id).collect::<Vec<_>>(),
            [Some("urn:uuid:2"), Some("urn:uuid:3")]
        );
        assert_eq!(rest[0].offset(), third);
        // Without it, the bytes are taken for text.
        assert_eq!(count(&archive[begin..]), (0, 1));
        // The first bytes count more than what is assumed.
        let plain = Reader::with_config(pages[0].as_slice(), config.clone());
        assert_eq!(plain.map(Result::unwrap).count(), 1);
        let mut damaged = archive;
        damaged[0] = 0;
        let outcomes: Vec<_> = Reader::with_config(damaged.as_slice(), config).collect();
        assert_eq!(
            outcomes.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [false, true, true, true]
        );
    }
}
