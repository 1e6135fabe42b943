//! Archives that are no files, and records that an index picks.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use tamis_batch::{
    Archive, BatchSize, Batches, ErrorKind, Progress, Remote, RemoteState, Status, read_index,
};
use tempfile::TempDir;

use crate::made::{archive, config, files, gzip, page, run, texts};

/// An archive in memory that notes what is asked for.
#[derive(Debug, Default)]
struct InMemory {
    bytes: Vec<u8>,
    version: Mutex<Option<String>>,
    requests: Mutex<Vec<Range<u64>>>,
    /// The number of requests after which all fail. 0 for none.
    fails_after: AtomicUsize,
}

impl InMemory {
    fn new(bytes: Vec<u8>) -> Arc<InMemory> {
        Arc::new(InMemory { bytes, ..InMemory::default() })
    }

    fn archive(self: &Arc<Self>) -> Archive {
        let remote: Arc<dyn Remote> = Arc::<Self>::clone(self);
        Archive::remote("s3://bucket/CC-1.warc.gz", remote)
    }

    /// The requests since the last call.
    fn requests(&self) -> Vec<Range<u64>> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

impl Remote for InMemory {
    fn state(&self) -> io::Result<RemoteState> {
        let version = self.version.lock().unwrap().clone();
        Ok(RemoteState::new(self.bytes.len() as u64).version(version))
    }

    fn read(&self, range: Range<u64>, state: &RemoteState) -> io::Result<Vec<u8>> {
        assert_eq!(&self.state()?, state);
        let mut requests = self.requests.lock().unwrap();
        if requests.len() + 1 == self.fails_after.load(Ordering::Relaxed) {
            return Err(io::Error::other("the connection was lost"));
        }
        requests.push(range.clone());
        Ok(self.bytes[range.start as usize..range.end as usize].to_vec())
    }
}

/// The positions of the members of an archive of so many pages.
fn members(pages: usize) -> Vec<Range<u64>> {
    let mut end = 0;
    let member = |number| {
        let begin = end;
        end += gzip(&page(number)).len() as u64;
        begin..end
    };
    (0..pages).map(member).collect()
}

fn urls(numbers: impl IntoIterator<Item = usize>) -> Vec<Option<String>> {
    numbers.into_iter().map(|number| Some(format!("https://site.example/{number}"))).collect()
}

#[test]
fn other_sources_give_the_rows_of_files() {
    let (folder, archive) = archive(30);
    let bytes = fs::read(archive.path().unwrap()).unwrap();
    let expected = folder.path().join("file");
    run(&archive, &expected, &config(1));
    let remote = InMemory::new(bytes.clone());
    for (name, archive) in
        [("stream", Archive::stream("-", io::Cursor::new(bytes))), ("remote", remote.archive())]
    {
        let output = folder.path().join(name);
        let summary = run(&archive, &output, &config(2));
        assert_eq!((summary.count(Status::Ok), summary.is_complete()), (30, true));
        for column in ["url", "text", "text_hash"] {
            assert_eq!(texts(&output, column), texts(&expected, column));
        }
        assert!(texts(&output, "warc_file").iter().all(|of| *of == Some(archive.name.clone())));
    }
}

/// An archive that takes long to open, with a page every two megabytes. It notes who reads it.
#[derive(Debug, Default)]
struct Slow(Mutex<HashSet<ThreadId>>);

impl Slow {
    const STEP: u64 = 2 << 20;
    const PAGES: u64 = 300;
}

impl Remote for Slow {
    fn state(&self) -> io::Result<RemoteState> {
        thread::sleep(Duration::from_millis(100));
        Ok(RemoteState::new(Slow::STEP * Slow::PAGES))
    }

    fn read(&self, range: Range<u64>, _: &RemoteState) -> io::Result<Vec<u8>> {
        self.0.lock().unwrap().insert(thread::current().id());
        let mut bytes = gzip(&page((range.start / Slow::STEP) as usize));
        bytes.truncate((range.end - range.start) as usize);
        Ok(bytes)
    }
}

#[test]
fn all_threads_wait_for_the_archive_to_open() {
    let slow = Arc::new(Slow::default());
    let archive = Archive::remote("s3://bucket/slow", Arc::<Slow>::clone(&slow) as Arc<dyn Remote>);
    let ranges = (0..Slow::PAGES).map(|number| {
        let begin = number * Slow::STEP;
        begin..begin + gzip(&page(number as usize)).len() as u64
    });
    let folder = TempDir::new().unwrap();
    let summary = run(&archive.records(ranges), &folder.path().join("out"), &config(3));
    assert_eq!(summary.count(Status::Ok), Slow::PAGES);
    // Each thread reads at least one record ahead, unless it is never scheduled.
    assert!(slow.0.lock().unwrap().len() > 1);
}

#[test]
fn a_stream_is_read_once_and_its_rows_made_again() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let stream = |number| {
        Archive::stream("-", io::Cursor::new([gzip(&page(number)), gzip(&page(9))].concat()))
    };
    assert_eq!(run(&stream(1), &output, &config(1).unit_bytes(1)).written_units, 2);
    let once = stream(2);
    assert_eq!(run(&once, &output, &config(1).unit_bytes(1)).earlier_units, 0);
    assert_eq!(texts(&output, "url"), urls([2, 9]));
    let again = run(&once, &output, &config(1).unit_bytes(1));
    assert_eq!(again.failures[0].message, "a stream can be read only once");
    assert!(!output.join("_SUCCESS").exists());
    let picked = run(&stream(3).records([0..10, 20..30]), &output, &config(1).unit_bytes(1));
    assert_eq!(picked.failures[0].message, "records cannot be picked from a stream");
}

#[test]
fn a_remote_archive_counts_as_long_as_it_is_the_same() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let remote = InMemory::new((0..3).flat_map(|number| gzip(&page(number))).collect());
    *remote.version.lock().unwrap() = Some("\"1\"".into());
    assert_eq!(run(&remote.archive(), &output, &config(1)).written_units, 1);
    assert_eq!(remote.requests().len(), 1);
    assert_eq!(run(&remote.archive(), &output, &config(1)).earlier_units, 1);
    assert_eq!(remote.requests(), []);
    *remote.version.lock().unwrap() = Some("\"2\"".into());
    let summary = run(&remote.archive(), &output, &config(1));
    assert_eq!((summary.written_units, summary.earlier_units), (1, 0));
}

#[test]
fn a_lost_archive_keeps_its_finished_units() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let pages = 10;
    // Stored without compression: 26 MB, which are four pieces.
    let record = [page(1), b"\r\n".repeat(1 << 20), vec![b'\n'; 500_000]].concat();
    let bytes = record.repeat(pages);
    let length = bytes.len() as u64;
    let remote = InMemory::new(bytes);
    let config = config(1).unit_bytes(record.len() as u64);
    remote.fails_after.store(3, Ordering::Relaxed);
    let summary = run(&remote.archive(), &output, &config);
    assert_eq!(remote.requests(), [0..8 << 20, 8 << 20..16 << 20]);
    assert!(summary.failures[0].message.contains("the connection was lost"));
    let before = summary.written_units;
    assert!((4..9).contains(&before), "{before}");
    remote.fails_after.store(0, Ordering::Relaxed);
    let summary = run(&remote.archive(), &output, &config);
    assert_eq!((summary.earlier_units, summary.total()), (before, pages as u64));
    let begin = before * record.len() as u64;
    assert_eq!(remote.requests().first().unwrap().start, begin);
    assert!(summary.is_complete() && begin < length);
}

#[test]
fn picked_records_are_fetched_with_their_neighbours() {
    let folder = TempDir::new().unwrap();
    let members = members(40);
    let gap = vec![0; 1 << 20];
    let bytes: Vec<u8> = (0..20).flat_map(|number| gzip(&page(number))).collect();
    let far = bytes.len() as u64 + gap.len() as u64 - members[20].start;
    let more: Vec<u8> = (20..40).flat_map(|number| gzip(&page(number))).collect();
    let remote = InMemory::new([bytes, gap, more].concat());
    let moved = |at: usize| members[at].start + far..members[at].end + far;
    let picked = [moved(30), members[3].clone(), members[7].clone(), members[3].clone(), moved(22)];
    let archive = remote.archive().records(picked);
    let output = folder.path().join("out");
    let summary = run(&archive, &output, &config(2));
    assert_eq!((summary.total(), summary.count(Status::Ok)), (4, 4));
    assert_eq!(texts(&output, "url"), urls([3, 7, 22, 30]));
    let expected = [members[3].start..members[7].end, moved(22).start..moved(30).end];
    assert_eq!(remote.requests(), expected);
    assert_eq!(run(&archive, &output, &config(2)).earlier_units, 1);
    // Other records of the archive are other rows.
    let others = remote.archive().records([members[3].clone(), members[4].clone()]);
    assert_eq!(run(&others, &output, &config(2)).written_units, 1);
    assert_eq!(texts(&output, "url"), urls([3, 4]));
}

#[test]
fn picked_records_go_on_after_finished_units() {
    let (folder, archive) = archive(30);
    let members = members(30);
    let picked = (0..30).filter(|number| number % 3 == 0);
    let archive = archive.records(picked.clone().map(|number| members[number].clone()));
    let config = config(1).unit_bytes(1500);
    let output = folder.path().join("out");
    let summary = run(&archive, &output, &config);
    assert!(summary.written_units > 3);
    assert_eq!(texts(&output, "url"), urls(picked));
    let whole = files(&output);
    for entry in fs::read_dir(output.join("_tamis/units")).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_stem().unwrap().to_string_lossy().into_owned();
        fs::remove_file(output.join(format!("{name}.parquet"))).unwrap();
        fs::remove_file(entry).unwrap();
        let again = run(&archive, &output, &config);
        assert_eq!((again.written_units, again.total()), (1, 10));
        assert_eq!(files(&output), whole);
    }
}

#[test]
fn a_range_that_begins_within_a_record_costs_that_one() {
    let (_folder, archive) = archive(5);
    let members = members(5);
    let batches = |range: Range<u64>| {
        let batches = Batches::open(archive.clone(), &config(1), BatchSize::default()).unwrap();
        let rows: Vec<_> = batches.ranges(vec![range]).map(|batch| batch.unwrap()).collect();
        rows.iter().map(arrow_array::RecordBatch::num_rows).sum::<usize>()
    };
    assert_eq!(batches(members[1].start..u64::MAX), 4);
    assert_eq!(batches(members[1].start + 20..u64::MAX), 4);
}

#[test]
fn an_archive_is_given_once() {
    let (folder, archive) = archive(1);
    let twice = [archive.clone(), archive];
    let output = folder.path().join("out");
    let error = tamis_batch::run(&twice, &output, &config(1), &Progress::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(error.to_string().ends_with("is given twice"), "{error}");
}

#[test]
fn an_index_is_read_or_refused_with_a_sentence() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("index.csv");
    let read = |text: &str| {
        fs::write(&path, text).unwrap();
        read_index(&path).map_err(|error| error.to_string())
    };
    let header = "\u{feff}\"warc_record_length\",url,warc_filename,warc_record_offset\r\n";
    let index = read(&format!("{header}5,\"a,b\",x,10\r\n6,,y,0\n\n\"7\",,\"x\",3\n")).unwrap();
    assert_eq!(index["x"], [10..15, 3..10]);
    assert_eq!((index["y"][0].clone(), index.len()), (0..6, 2));
    for (text, expected) in [
        ("a,b\n1,2\n", "there is no column warc_filename"),
        ("", "there is no column warc_filename"),
        (&format!("{header}5,,x,1\n,,x,2\n"), "the row 2 has no warc_record_length"),
        (&format!("{header}5,,x\n"), "the row 1 has no warc_record_offset"),
        (&format!("{header}5,,,1\n"), "the row 1 has no warc_filename"),
        (&format!("{header}5,,x,-1\n"), "the row 1 has `-1` where a number of bytes is expected"),
        (&format!("{header}0,,x,1\n"), "the row 1 names no record: 0 bytes at 1 of x"),
        (
            &format!("{header}5,,{},1\n", "x".repeat(5000)),
            "the row 1 names no archive: the name has 5000 bytes",
        ),
        ("PAR1", "cannot read the index"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected) && error.contains("index.csv"), "{error}");
    }
    assert!(read_index(folder.path()).is_err());
}

#[test]
fn an_index_may_be_a_parquet_file() {
    use arrow_array::types::Int32Type;
    use arrow_array::{
        ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
    };
    use parquet::arrow::ArrowWriter;
    use parquet::basic::{Compression, GzipLevel};
    use parquet::file::properties::WriterProperties;

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("index.parquet");
    let names: [ArrayRef; 2] = [
        Arc::new(StringArray::from(vec!["x", "y", "x"])),
        Arc::new(DictionaryArray::<Int32Type>::from_iter(["x", "y", "x"])),
    ];
    for compression in
        [Compression::SNAPPY, Compression::GZIP(GzipLevel::default()), Compression::UNCOMPRESSED]
    {
        for (names, last) in names.iter().flat_map(|names| [(names, Some(3)), (names, None)]) {
            let batch = RecordBatch::try_from_iter([
                ("warc_filename", Arc::clone(names)),
                ("url", Arc::new(StringArray::from(vec![None, Some("u"), None]))),
                ("warc_record_offset", Arc::new(Int64Array::from(vec![10, 0, 1 << 33]))),
                ("warc_record_length", Arc::new(Int32Array::from(vec![Some(1), Some(2), last]))),
            ])
            .unwrap();
            let file = fs::File::create(&path).unwrap();
            let properties = WriterProperties::builder().set_compression(compression).build();
            let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
            writer.write(&batch).unwrap();
            writer.close().unwrap();
            let index = read_index(&path).map_err(|error| error.to_string());
            if last.is_some() {
                assert_eq!(index.unwrap()["x"], [10..11, 1 << 33..(1 << 33) + 3]);
            } else {
                assert!(index.unwrap_err().contains("the row 3 has no warc_record_length"));
            }
        }
    }
}
