//! Records that give a wrong length: each costs itself alone, and no page can forge a record.

use tamis_warc::{Config, ErrorKind, Filter, Reader};

use crate::made::{Outcome, gzip, page, read, record, short, url, zstd};

/// The page as a record that gives this length.
fn liar(number: usize, length: usize) -> Vec<u8> {
    let record = String::from_utf8(page(number)).unwrap();
    let begin = record.find("Content-Length: ").unwrap() + "Content-Length: ".len();
    let end = begin + record[begin..].find('\r').unwrap();
    format!("{}{length}{}", &record[..begin], &record[end..]).into_bytes()
}

/// The length that [`page`] gives.
fn true_length(number: usize) -> usize {
    let record = page(number);
    let begin = record.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    record.len() - begin - 4
}

fn members(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    records.iter().map(|record| gzip(record)).collect()
}

fn frames(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    records.iter().map(|record| zstd(record)).collect()
}

/// Five pages. The third one claims `more_bytes` more than it has.
fn with_liar(more_bytes: isize) -> Vec<Vec<u8>> {
    let length = true_length(3).checked_add_signed(more_bytes).unwrap();
    vec![page(1), page(2), liar(3, length), page(4), page(5)]
}

fn check(found: &[Outcome], kind: ErrorKind, offset: usize) {
    let error = Err((kind, offset as u64, Some(url(3))));
    assert_eq!(found, [Ok(1), Ok(2), error, Ok(4), Ok(5)]);
}

#[test]
fn a_wrong_length_costs_one_record() {
    let page_bytes = page(4).len() as isize;
    for more_bytes in [-30, -5, -1, 5, 20, page_bytes - 1, page_bytes + 30, 2 * page_bytes - 9] {
        let parts = with_liar(more_bytes);
        let offset = parts[0].len() + parts[1].len();
        check(&read(&parts.concat()), ErrorKind::Length, offset);
        check(&read(&gzip(&parts.concat())), ErrorKind::Length, 0);
        for units in [members(&parts), frames(&parts)] {
            let offset = units[0].len() + units[1].len();
            check(&read(&units.concat()), ErrorKind::Length, offset);
        }
    }
}

#[test]
fn a_length_beyond_the_end_costs_one_record() {
    for more_bytes in [60_000_000, 1_000_000_000_000] {
        let parts = with_liar(more_bytes);
        let offset = parts[0].len() + parts[1].len();
        check(&read(&parts.concat()), ErrorKind::UnexpectedEnd, offset);
        for units in [members(&parts), frames(&parts)] {
            let offset = units[0].len() + units[1].len();
            check(&read(&units.concat()), ErrorKind::Length, offset);
        }
    }
}

#[test]
fn the_filter_reports_wrong_lengths_of_what_it_drops() {
    let request = |length: usize| {
        format!("WARC/1.1\r\nWARC-Type: request\r\nContent-Length: {length}\r\n\r\nGET /\r\n\r\n")
            .into_bytes()
    };
    let config = Config::default().filter(Filter::HtmlPages);
    let parts = [page(1), request(50), page(2)];
    for archive in [parts.concat(), members(&parts).concat(), frames(&parts).concat()] {
        let found: Vec<_> =
            Reader::with_config(archive.as_slice(), config.clone()).map(short).collect();
        assert_eq!((&found[0], &found[2], found.len()), (&Ok(1), &Ok(2), 3));
        assert!(matches!(found[1], Err((ErrorKind::Length, ..))), "{found:?}");
    }
}

/// A record whose content is a whole archive is one record, however it is packed.
#[test]
fn a_page_cannot_forge_records() {
    let inner = [page(7), page(8)].concat();
    let inner = String::from_utf8(inner).unwrap();
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    for content in [inner.clone(), format!("{http}{inner}"), format!("{http}\r\n\r\n{inner}\r\n")] {
        let outer = record("response", 1, &content);
        let archive = [outer.clone(), page(2)].concat();
        let cut_anywhere: Vec<u8> = archive.chunks(50).flat_map(gzip).collect();
        let archives =
            [archive.clone(), gzip(&archive), members(&[outer, page(2)]).concat(), cut_anywhere];
        for archive in archives {
            // The first size of payloads is too small for the outer record.
            for max_bytes in [10, 1 << 20] {
                let config = Config::default().max_payload_bytes(max_bytes);
                let reader = Reader::with_config(archive.as_slice(), config);
                let found: Vec<_> =
                    reader.map(|found| found.unwrap().id().map(str::to_owned)).collect();
                assert_eq!(found, [Some("urn:uuid:1".into()), Some("urn:uuid:2".into())]);
            }
        }
    }
}

#[test]
fn members_that_are_cut_anywhere_are_read() {
    let archive = [page(1), page(2), page(3)].concat();
    for size in 1..archive.len() {
        let members: Vec<u8> = archive.chunks(size).flat_map(gzip).collect();
        assert_eq!(read(&members), [Ok(1), Ok(2), Ok(3)], "{size}");
    }
}

/// A member without a line end at its end: the next member begins a line.
#[test]
fn the_search_finds_a_record_that_begins_a_member() {
    let mut broken = liar(1, 5);
    broken.truncate(broken.len() - 4);
    let found = read(&[gzip(&broken), gzip(&page(2))].concat());
    assert_eq!(found, [Err((ErrorKind::Length, 0, Some(url(1)))), Ok(2)]);
}

/// Over the limit, the part of a block that is in memory is searched. The rest of it is lost.
#[test]
fn a_large_wrong_length_costs_what_is_not_in_memory() {
    let config = Config::default().max_payload_bytes(1000);
    let room = (1 << 20) + 1125;
    let number_of = |bytes: usize| bytes / page(1000).len();
    let pages: Vec<_> = (1000..9999).map(page).collect();
    let length = 2 * room + page(1000).len() / 2;
    let archive = [vec![liar(1, length)], pages].concat().concat();
    let found: Vec<_> = Reader::with_config(archive.as_slice(), config).map(short).collect();
    assert_eq!(found[0], Err((ErrorKind::Length, 0, Some(url(1)))));
    let numbers: Vec<usize> =
        found.iter().filter_map(|found| found.as_ref().ok()).copied().collect();
    let errors: Vec<_> = found[1..].iter().filter_map(|found| found.as_ref().err()).collect();
    assert!(numbers.is_sorted());
    assert_eq!((numbers.first(), numbers.last()), (Some(&1000), Some(&9998)));
    // The record at the end of the part in memory is one error, since its beginning is known.
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].0, ErrorKind::Length);
    let lost = 8999 - numbers.len();
    assert!(lost < number_of(length - room) + 3, "{lost} records lost");
    let after = numbers.windows(2).find(|pair| pair[1] != pair[0] + 1).unwrap();
    // Positions after the part that was skipped are right.
    let position =
        |number: usize| (liar(1, length).len() + (number - 1000) * page(1000).len()) as u64;
    let config = Config::default().max_payload_bytes(1000);
    let record = Reader::with_config(archive.as_slice(), config)
        .filter_map(Result::ok)
        .find(|record| record.url() == Some(&url(after[1])));
    assert_eq!(record.unwrap().offset(), position(after[1]));
}
