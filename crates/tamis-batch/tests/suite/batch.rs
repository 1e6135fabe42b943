//! Runs over small archives: what is written, what is skipped, what is refused.

use std::fs::{self, File};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tamis::Strategy;
use tamis_batch::{
    Archive, BatchSize, Batches, Config, ErrorKind, Format, PageInput, Pages, Progress, Status,
    find_archives,
};
use tempfile::TempDir;

use crate::made::{SENTENCE, archive, config, files, gzip, page, record, run, texts};

#[test]
fn every_record_is_a_row_with_a_status() {
    let folder = TempDir::new().unwrap();
    let html = "Content-Type: text/html";
    let mut chunked = b"1000\r\n".to_vec();
    chunked.extend(SENTENCE.repeat(9).bytes());
    let records: [(Vec<u8>, Status); 8] = [
        (page(0), Status::Ok),
        (record(1, &format!("404 Not Found\r\n{html}"), b"<p>gone"), Status::HttpError),
        (record(2, &format!("200 OK\r\n{html}"), b"%PDF-1.7"), Status::NotHtml),
        (record(3, &format!("200 OK\r\n{html}"), b"<p>"), Status::Empty),
        (record(4, &format!("200 OK\r\n{html}"), b""), Status::Empty),
        (record(5, &format!("200 OK\r\n{html}"), &b"<p>x".repeat(30_000)), Status::TooLarge),
        (
            record(
                6,
                &format!("200 OK\r\n{html}\r\nTransfer-Encoding: chunked"),
                &[b"1000\r\n<p>".as_slice(), SENTENCE.repeat(9).as_bytes()].concat(),
            ),
            Status::Truncated,
        ),
        (
            b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 99\r\n\r\nHTTP/".to_vec(),
            Status::BrokenRecord,
        ),
    ];
    let image = record(9, "200 OK\r\nContent-Type: image/png", b"PNG");
    let path = folder.path().join("a.warc");
    let bytes: Vec<u8> = std::iter::once(&image)
        .chain(records.iter().map(|(bytes, _)| bytes))
        .flatten()
        .copied()
        .collect();
    fs::write(&path, bytes).unwrap();
    let output = folder.path().join("out");
    let summary = run(&Archive::new(&path), &output, &config(1).max_page_bytes(100_000));
    let expected: Vec<_> = records.iter().map(|(_, status)| Some(status.to_string())).collect();
    assert_eq!(texts(&output, "status"), expected);
    assert_eq!(summary.total(), 8);
    assert_eq!((summary.count(Status::Empty), summary.count(Status::Ok)), (2, 1));
    assert!(texts(&output, "text")[0].as_ref().unwrap().starts_with("It was the best"));
    assert_eq!(texts(&output, "text")[1], None);
    assert_eq!(texts(&output, "text")[3].as_deref(), Some(""));
    let errors = texts(&output, "error");
    assert_eq!(errors[2].as_deref(), Some("this is a PDF document, not HTML"));
    assert!(errors[5].as_ref().unwrap().contains("larger than 100000 bytes"));
    assert_eq!(texts(&output, "url")[6].as_deref(), Some("https://site.example/6"));
}

#[test]
fn strategies_share_a_parse_and_agree_with_single_ones() {
    let (folder, archive) = archive(3);
    let all = [Strategy::Auto, Strategy::Justext, Strategy::Readability, Strategy::Smart];
    let output = folder.path().join("all");
    run(&archive, &output, &config(1).strategies(all));
    for strategy in all {
        let single = folder.path().join(strategy.as_str());
        run(&archive, &single, &config(1).strategies([strategy]));
        let column = match strategy {
            Strategy::Auto => "text".to_owned(),
            other => format!("text_{other}"),
        };
        assert_eq!(texts(&output, &column), texts(&single, "text"), "{strategy}");
    }
}

#[test]
fn any_number_of_threads_writes_the_same_files() {
    let (folder, archive) = archive(150);
    for format in Format::ALL {
        let outputs = [1, 2, 5].map(|jobs| {
            let output = folder.path().join(format!("{}-{jobs}", format.extension()));
            let summary = run(&archive, &output, &config(jobs).format(format).unit_bytes(20_000));
            assert_eq!(summary.count(Status::Ok), 150);
            assert!(summary.written_units > 2, "{}", summary.written_units);
            files(&output)
        });
        assert!(outputs[0].keys().any(|path| path.ends_with("_SUCCESS")));
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0], outputs[2]);
    }
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let (folder, archive) = archive(150);
    let config = config(2).unit_bytes(10_000);
    let whole = folder.path().join("whole");
    run(&archive, &whole, &config);
    let parts = folder.path().join("parts");
    let mut runs = 0;
    loop {
        let progress = Progress::default();
        let summary = std::thread::scope(|scope| {
            scope.spawn(|| {
                // Each run gets a little further than the last one.
                while progress.rows() < 40 && !parts.join("_SUCCESS").exists() {
                    std::thread::yield_now();
                }
                progress.stop();
            });
            tamis_batch::run(std::slice::from_ref(&archive), &parts, &config, &progress).unwrap()
        });
        runs += 1;
        if summary.is_complete() {
            break;
        }
        assert!(runs < 100, "no progress: {summary:?}");
    }
    let (whole, parts) = (files(&whole), files(&parts));
    assert_eq!(whole.keys().collect::<Vec<_>>(), parts.keys().collect::<Vec<_>>());
    assert!(whole == parts);
}

#[test]
fn an_entry_without_its_name_is_not_finished() {
    let (folder, archive) = archive(40);
    let output = folder.path().join("out");
    let config = config(1).unit_bytes(4_000);
    run(&archive, &output, &config);
    let before = files(&output);
    let units = output.join("_tamis/units");
    let mut entries: Vec<_> =
        fs::read_dir(&units).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    entries.sort();
    // A process that is killed before it gives an entry its name leaves it under another one.
    let entry = entries[1].to_str().unwrap();
    fs::rename(units.join(entry), units.join(format!(".{entry}.unfinished"))).unwrap();
    assert_eq!(run(&archive, &output, &config).written_units, 1);
    assert!(files(&output) == before);
}

#[test]
fn finished_units_are_not_written_again() {
    let (folder, archive) = archive(40);
    let output = folder.path().join("out");
    let config = config(1).unit_bytes(4_000);
    let first = run(&archive, &output, &config);
    let before = files(&output);
    let again = run(&archive, &output, &config);
    assert_eq!((again.written_units, again.earlier_units), (0, first.written_units));
    assert_eq!(again.rows, first.rows);
    // Any unit that is lost is made again, and nothing else.
    let parquet: Vec<_> =
        before.keys().filter(|path| path.extension().is_some_and(|e| e == "parquet")).collect();
    for lost in [0, 1, parquet.len() - 1] {
        fs::remove_file(output.join(parquet[lost])).unwrap();
        let repaired = run(&archive, &output, &config);
        assert_eq!((repaired.written_units, repaired.rows), (1, first.rows.clone()), "{lost}");
        assert!(files(&output) == before, "{lost}");
    }
}

#[test]
fn a_changed_archive_is_read_again() {
    let (folder, archive) = archive(40);
    let output = folder.path().join("out");
    let config = config(1).unit_bytes(4_000);
    run(&archive, &output, &config);
    fs::write(archive.path().unwrap(), gzip(&page(7))).unwrap();
    let summary = run(&archive, &output, &config);
    assert_eq!((summary.total(), summary.written_units, summary.earlier_units), (1, 1, 0));
    assert_eq!(texts(&output, "url"), [Some("https://site.example/7".to_owned())]);
}

#[test]
fn another_configuration_and_another_process_are_refused() {
    let (folder, archive) = archive(2);
    let output = folder.path().join("out");
    run(&archive, &output, &config(1));
    let archives = [archive];
    let refused = |config: &Config| {
        tamis_batch::run(&archives, &output, config, &Progress::default()).unwrap_err()
    };
    let error = refused(&config(1).strategies([Strategy::Justext]));
    assert_eq!(error.kind(), ErrorKind::OtherConfig);
    assert!(
        error.to_string().contains("strategies: [\"auto\"] there, [\"justext\"] now"),
        "{error}"
    );
    let other = tamis::Config::default().fast(true);
    assert!(refused(&config(1).extraction(other)).to_string().contains("other options"));
    let lock = File::create(output.join("_tamis/lock")).unwrap();
    lock.try_lock().unwrap();
    let error = refused(&config(1));
    assert_eq!(error.kind(), ErrorKind::InUse);
    drop(lock);
    let unknown = refused(&config(1).columns(["url", "txt"]));
    assert_eq!(unknown.kind(), ErrorKind::Config);
    assert!(unknown.to_string().starts_with("unknown column `txt`: expected one of id, url"));
}

#[test]
fn archives_that_cannot_be_read_do_not_end_the_run() {
    let (folder, archive) = archive(3);
    let empty = folder.path().join("empty.warc.gz");
    fs::write(&empty, "").unwrap();
    let missing = Archive::new(folder.path().join("missing.warc.gz"));
    let output = folder.path().join("out");
    let archives = [missing, Archive::new(empty), archive];
    let summary = tamis_batch::run(&archives, &output, &config(2), &Progress::default()).unwrap();
    assert_eq!((summary.total(), summary.written_units), (3, 2));
    assert_eq!(summary.failures.len(), 1);
    assert!(summary.failures[0].archive.ends_with("missing.warc.gz"));
    assert!(!output.join("_SUCCESS").exists());
    let found = find_archives([folder.path()]).unwrap();
    let summary = tamis_batch::run(&found, &output, &config(2), &Progress::default()).unwrap();
    assert!(summary.is_complete() && output.join("_SUCCESS").exists());
}

#[test]
fn damage_is_a_row_and_the_rest_is_kept() {
    let (folder, archive) = archive(100);
    let mut bytes = fs::read(archive.path().unwrap()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 50].fill(0);
    fs::write(archive.path().unwrap(), bytes).unwrap();
    let output = folder.path().join("out");
    // The units end at other places than the damage, wherever it is.
    for unit_bytes in [3_000, 5_000, 100_000] {
        let output = output.join(unit_bytes.to_string());
        let summary = run(&archive, &output, &config(2).unit_bytes(unit_bytes));
        assert_eq!(summary.count(Status::BrokenRecord), 1);
        assert!(summary.count(Status::Ok) >= 98, "{summary:?}");
    }
}

/// The texts of a column, with `None` for null.
fn column(batches: &[RecordBatch], name: &str) -> Vec<Option<String>> {
    let texts = batches.iter().flat_map(|batch| batch[name].as_string::<i32>().iter());
    texts.map(|text| text.map(str::to_owned)).collect()
}

#[test]
fn streams_have_the_rows_of_runs() {
    let (folder, archive) = archive(11);
    let output = folder.path().join("out");
    run(&archive, &output, &config(1));
    let path =
        files(&output).into_keys().find(|path| path.extension().is_some_and(|of| of == "parquet"));
    let file = File::open(output.join(path.unwrap())).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let expected: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    for (jobs, rows) in [(1, 256), (1, 4), (3, 4), (2, 1)] {
        let size = BatchSize::default().rows(rows);
        let stream = Batches::open(archive.clone(), &config(jobs), size).unwrap();
        let batches: Vec<RecordBatch> = stream.map(Result::unwrap).collect();
        assert_eq!(batches.len(), 11_usize.div_ceil(rows));
        for name in ["url", "text", "status", "warc_file", "title"] {
            assert_eq!(column(&batches, name), column(&expected, name), "{jobs} {rows} {name}");
        }
    }
    let size = BatchSize::default().bytes(1);
    assert_eq!(Batches::open(archive, &config(1), size).unwrap().count(), 11);
}

#[test]
fn streams_of_ranges() {
    let (_folder, archive) = archive(5);
    let open = || Batches::open(archive.clone(), &config(1), BatchSize::default()).unwrap();
    let batch = open().next().unwrap().unwrap();
    let places = |name| batch[name].as_primitive::<Int64Type>().values().to_vec();
    let ranges: Vec<_> = places("offset")
        .into_iter()
        .zip(places("length"))
        .map(|(offset, length)| offset.cast_unsigned()..(offset + length).cast_unsigned())
        .collect();
    let picked = vec![ranges[3].clone(), ranges[1].clone()];
    let batches: Vec<_> = open().ranges(picked.clone()).map(Result::unwrap).collect();
    let urls = column(&batches, "url");
    assert_eq!(urls, ["3", "1"].map(|n| Some(format!("https://site.example/{n}"))));
    let offsets = batches[0]["offset"].as_primitive::<Int64Type>().values().to_vec();
    assert_eq!(offsets, [&picked[0], &picked[1]].map(|range| range.start.cast_signed()));
    assert_eq!(open().ranges(Vec::new()).count(), 0);
    let missing = Archive::new("/no/such/file.warc");
    let error = Batches::open(missing, &config(1), BatchSize::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

#[test]
fn pages_without_archives() {
    let mut pages = Pages::new(&config(2).strategies([Strategy::Auto, Strategy::Justext])).unwrap();
    assert!(pages.schema().column_with_name("offset").is_none());
    let html = format!("<html lang=en><meta charset=latin1><p>Caf\u{e9}. {}", SENTENCE.repeat(9));
    let latin: Vec<u8> = html.chars().map(|c| c as u8).collect();
    let inputs = [
        PageInput::text(&html).url(Some("https://site.example/")),
        PageInput::bytes(&latin, None),
        PageInput::none(),
        PageInput::bytes(b"%PDF-1.7 \0\x01", None),
    ];
    let batches = [pages.batch(&inputs).unwrap()];
    let statuses = column(&batches, "status");
    assert_eq!(statuses, ["ok", "ok", "empty", "not_html"].map(|of| Some(of.to_owned())));
    for name in ["text", "text_justext"] {
        let texts = column(&batches, name);
        assert!(texts[0].as_ref().unwrap().starts_with("Caf\u{e9}. It was"));
        assert_eq!((&texts[0], &texts[2], &texts[3]), (&texts[1], &None, &None));
    }
    let error = Pages::new(&config(1).columns(["offset"])).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Config);
}

#[test]
fn products_have_a_price_with_its_currency() {
    let offer = r#"{"@type":"Offer","price":1299,"priceCurrency":"eur"}"#;
    let product = format!(r#"{{"@type":"Product","name":"Oven","offers":{offer}}}"#);
    let json_ld = format!("<script type=application/ld+json>{product}</script>");
    let html = format!("<html lang=en>{json_ld}<h1>Oven</h1><p>{}", SENTENCE.repeat(9));
    let without = html.replace(&json_ld, "");
    let inputs = [PageInput::text(&html), PageInput::text(&without), PageInput::none()];
    let batches = [Pages::new(&config(1)).unwrap().batch(&inputs).unwrap()];
    assert_eq!(column(&batches, "price"), [Some("1299".to_owned()), None, None]);
    assert_eq!(column(&batches, "currency"), [Some("EUR".to_owned()), None, None]);
}
