//! `tamis batch` with archives that are no files, and with an index.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::archives::page;
use crate::harness::{Folder, Outcome, gzip, tamis, tamis_reading};
use crate::server::{Server, part, reply};

/// An archive of so many pages, and the position and length of each record.
pub fn crawl(pages: usize) -> (Vec<u8>, Vec<(usize, usize)>) {
    let members: Vec<Vec<u8>> = (0..pages).map(|number| gzip(&page(number))).collect();
    let places = members.iter().scan(0, |end, member| {
        let begin = *end;
        *end += member.len();
        Some((begin, member.len()))
    });
    (members.concat(), places.collect())
}

/// Runs `tamis batch` with more arguments.
pub fn batch(output: &str, args: &[&str]) -> Outcome {
    let all = ["batch", "-o", output, "--format", "jsonl", "--columns", "url,status,warc_file"];
    tamis(&[&all[..], args].concat())
}

/// The values of a column in the files of a folder.
pub fn values(output: &str, column: &str) -> Vec<String> {
    let mut paths: Vec<_> =
        fs::read_dir(output).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let lines = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .flat_map(|path| {
            let text = fs::read_to_string(path).unwrap();
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap())
                .collect::<Vec<_>>()
        });
    lines.map(|row| row[column].as_str().unwrap_or_default().to_owned()).collect()
}

pub fn urls(numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|number| format!("https://site.example/{number}")).collect()
}

#[test]
fn an_archive_comes_from_standard_input() {
    let folder = Folder::new(&[]);
    let output = folder.path("out");
    let args =
        ["batch", "-", "-o", &output, "--format", "jsonl", "--columns", "url,status,warc_file"];
    for pages in [3, 2] {
        let outcome = tamis_reading(&args, &crawl(pages).0);
        let expected =
            format!("tamis: {pages} rows ({pages} ok); files: 1, from earlier runs: 0\n");
        assert_eq!((outcome.status, outcome.stderr), (0, expected));
    }
    assert_eq!(values(&output, "url"), urls(&[0, 1]));
    assert_eq!(values(&output, "warc_file"), ["-", "-"]);
    let both = tamis_reading(&["batch", "-", "--files-from", "-", "-o", &output], b"");
    assert_eq!(both.status, 2);
    assert!(both.stderr.contains("standard input is either"), "{both:?}");
}

#[test]
fn an_archive_comes_from_the_web() {
    let (archive, _) = crawl(5);
    let server = Server::of_file(archive.clone());
    let url = server.url("/crawl/a.warc.gz?key=1");
    let folder = Folder::new(&[("a.warc.gz", &archive)]);
    let output = folder.path("out");
    let refused = batch(&output, &[&url]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("127.0.0.1 is loopback, not public"), "{refused:?}");
    let args = [&*url, &url, &folder.path("a.warc.gz"), "--allow-private", "-H", "X-Key: secret"];
    let outcome = batch(&output, &args);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(outcome.stderr, "tamis: 10 rows (10 ok); files: 2, from earlier runs: 0\n");
    assert_eq!(values(&output, "warc_file").iter().filter(|name| **name == url).count(), 5);
    assert!(server.requests().contains("x-key: secret\r\n"), "{}", server.requests());
    assert!(server.requests().contains("if-match: \"1\"\r\n"), "{}", server.requests());
    let again = batch(&output, &args);
    assert_eq!(again.stderr, "tamis: 10 rows (10 ok); files: 2, from earlier runs: 2\n");
}

#[test]
fn a_lost_connection_costs_nothing_and_a_lost_server_its_archive() {
    let (archive, _) = crawl(3);
    let folder = Folder::new(&[("a.warc.gz", &archive)]);
    let tries = AtomicUsize::new(0);
    let whole = archive.clone();
    let server = Server::answering(move |head| {
        let answer = part(head, &whole);
        let is_lost = tries.fetch_add(1, Ordering::Relaxed) == 1;
        answer[..answer.len() - usize::from(is_lost)].to_vec()
    });
    let outcome = batch(&folder.path("lost"), &[&server.url("/a.warc.gz"), "--allow-private"]);
    assert_eq!(outcome.stderr, "tamis: 3 rows (3 ok); files: 1, from earlier runs: 0\n");
    assert_eq!(server.requests().matches("GET ").count(), 3);
    let gone = Server::start(|_| reply("404 Not Found", "", b""));
    let (file, url) = (folder.path("a.warc.gz"), gone.url("/a.warc.gz"));
    let output = folder.path("gone");
    let outcome = batch(&output, &[&file, &url, "--allow-private", "--retries", "0"]);
    assert_eq!(outcome.status, 2);
    let expected = format!("tamis: {url}: cannot fetch {url}: the server answered 404 Not Found\n");
    assert!(outcome.stderr.starts_with(&expected), "{outcome:?}");
    assert_eq!(values(&output, "url"), urls(&[0, 1, 2]));
    assert!(!Path::new(&output).join("_SUCCESS").exists());
}

#[test]
fn a_server_without_parts_is_read_whole_or_refused() {
    let (archive, places) = crawl(3);
    let folder = Folder::new(&[]);
    let short = archive.clone();
    let server = Server::start(move |_| reply("200 OK", "", &short));
    let outcome = batch(&folder.path("short"), &[&server.url("/a.warc.gz"), "--allow-private"]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(values(&folder.path("short"), "url"), urls(&[0, 1, 2]));
    let index = format!(
        "warc_filename,warc_record_offset,warc_record_length\n{},{},{}\n",
        server.url("/a.warc.gz"),
        places[1].0,
        places[1].1
    );
    fs::write(folder.path("index.csv"), index).unwrap();
    let outcome =
        batch(&folder.path("part"), &["--index", &folder.path("index.csv"), "--allow-private"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("the server does not send parts of files"), "{outcome:?}");
}

#[test]
fn an_index_picks_records() {
    let (archive, places) = crawl(6);
    let server = Server::of_file(archive.clone());
    let row =
        |number: usize| format!("u,crawl/a.warc.gz,{},{}\n", places[number].0, places[number].1);
    let index = format!(
        "url,warc_filename,warc_record_offset,warc_record_length\n{}{}{}",
        row(4),
        row(1),
        row(2)
    );
    let folder =
        Folder::new(&[("data/crawl/a.warc.gz", &archive), ("index.csv", index.as_bytes())]);
    let index = folder.path("index.csv");
    for (name, base) in [("files", folder.path("data")), ("web", server.url("/"))] {
        let output = folder.path(name);
        let args = ["--index", &index, "--index-base", &base, "--allow-private"];
        let outcome = batch(&output, &args);
        assert_eq!(outcome.stderr, "tamis: 3 rows (3 ok); files: 1, from earlier runs: 0\n");
        assert_eq!(values(&output, "url"), urls(&[1, 2, 4]));
        let file = &values(&output, "warc_file")[0];
        assert!(file.starts_with(&base) && file.ends_with("crawl/a.warc.gz"), "{file}");
        assert_eq!(batch(&output, &args).stderr.matches("from earlier runs: 1").count(), 1);
    }
    // The records are neighbours: one request for the first byte in each run, one for all of them.
    assert_eq!(server.requests().matches("GET /crawl/a.warc.gz ").count(), 3);
    let both = batch(&folder.path("both"), &["--index", &index, &folder.path("data")]);
    assert!(both.stderr.contains("cannot be used with"), "{both:?}");
    fs::write(folder.path("bad.csv"), "a,b\n").unwrap();
    let bad = batch(&folder.path("bad"), &["--index", &folder.path("bad.csv")]);
    assert_eq!(bad.status, 2);
    assert!(bad.stderr.contains("there is no column warc_filename"), "{bad:?}");
    let ftp = batch(&folder.path("ftp"), &["ftp://site.example/a.warc.gz"]);
    assert!(ftp.stderr.starts_with("tamis: ftp://site.example/a.warc.gz: archives are"), "{ftp:?}");
}

/// An archive has one output, whatever the names by which an index picks its records.
#[test]
fn an_index_may_name_an_archive_in_several_ways() {
    let (archive, places) = crawl(6);
    let folder = Folder::new(&[("crawl/a.warc.gz", &archive)]);
    let name = folder.path("crawl/a.warc.gz");
    for other in ["crawl/../crawl/a.warc.gz", "crawl/./a.warc.gz", ".//crawl//a.warc.gz"] {
        let rows = [(&name, 4), (&folder.path(other), 1), (&folder.path(other), 4), (&name, 2)];
        let rows = rows.map(|(name, number)| {
            let (offset, length) = places[number];
            format!("{name},{offset},{length}\n")
        });
        let columns = "warc_filename,warc_record_offset,warc_record_length\n";
        let index = folder.path("index.csv");
        fs::write(&index, format!("{columns}{}", rows.concat())).unwrap();
        let output = folder.path(&other.replace(['/', '.'], "-"));
        let outcome = batch(&output, &["--index", &index]);
        let expected = "tamis: 3 rows (3 ok); files: 1, from earlier runs: 0\n";
        assert_eq!((outcome.status, &*outcome.stderr), (0, expected), "{other}");
        assert_eq!(values(&output, "url"), urls(&[1, 2, 4]), "{other}");
    }
}

#[cfg(feature = "cloud")]
#[test]
#[ignore = "needs moto_server"]
fn an_archive_comes_from_a_bucket() {
    let moto = tamis_testkit::moto::Moto::required();
    let (archive, places) = crawl(4);
    moto.put("/crawl", b"");
    moto.put("/crawl/a/b.warc.gz", &archive);
    let index = format!(
        "warc_filename,warc_record_offset,warc_record_length\na/b.warc.gz,{},{}\n",
        places[2].0, places[2].1
    );
    let folder = Folder::new(&[("index.csv", index.as_bytes())]);
    let index = folder.path("index.csv");
    let run = |args: &[&str]| {
        let mut command =
            crate::harness::command(&[&["batch", "--format", "jsonl"], args].concat());
        let output = command.envs(moto.settings()).env("AWS_ALLOW_HTTP", "true").output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let (all, picked) = (folder.path("all"), folder.path("picked"));
    let whole = ["s3://crawl/a/b.warc.gz", "-o", &all];
    assert_eq!(run(&whole), "tamis: 4 rows (4 ok); files: 1, from earlier runs: 0\n");
    assert_eq!(run(&whole), "tamis: 4 rows (4 ok); files: 1, from earlier runs: 1\n");
    assert_eq!(values(&all, "url"), urls(&[0, 1, 2, 3]));
    run(&["--index", &index, "--index-base", "s3://crawl", "-o", &picked]);
    assert_eq!(values(&picked, "url"), urls(&[2]));
    let missing = run(&["s3://crawl/none.warc.gz", "-o", &folder.path("none")]);
    assert!(missing.contains("s3://crawl/none.warc.gz: there is no such file"), "{missing}");
}

#[cfg(not(feature = "cloud"))]
#[test]
fn object_stores_need_the_feature() {
    let folder = Folder::new(&[]);
    let outcome = batch(&folder.path("out"), &["s3://crawl/a.warc.gz"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("built with the feature `cloud`"), "{outcome:?}");
}
