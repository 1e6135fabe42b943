//! `tamis batch --index` with names that lead elsewhere.

use std::fs;

use crate::archives::page;
use crate::batch_sources::{batch, crawl, urls, values};
use crate::harness::{Folder, Outcome, gzip};
use crate::server::{Server, part, reply};

/// The header that only one site may see.
const SECRET: [&str; 3] = ["-H", "X-Key: secret", "--allow-private"];

/// An index of the first record of archives.
fn index(names: &[&str]) -> String {
    let length = gzip(&page(0)).len();
    let rows = names.iter().map(|name| format!("\"{name}\",0,{length}\n"));
    "warc_filename,warc_record_offset,warc_record_length\n".to_owned() + &rows.collect::<String>()
}

/// Checks that these names are refused, one by one, and that the archive `a.warc.gz` is read.
#[track_caller]
fn check_refused(outcome: &Outcome, output: &str, names: &[&str]) {
    assert_eq!(outcome.status, 2, "{outcome:?}");
    let refused = "the index names a place that is not below --index-base";
    for name in names {
        let expected = format!("tamis: {name}: {refused}");
        assert!(outcome.stderr.contains(&expected), "{name}: {outcome:?}");
    }
    assert_eq!(outcome.stderr.matches(refused).count(), names.len(), "{outcome:?}");
    assert_eq!(values(output, "url"), urls(&[0]));
    assert!(!fs::exists(format!("{output}/_SUCCESS")).unwrap());
}

/// Names that leave the base.
const OUTSIDE: [&str; 19] = [
    "../a.warc.gz",
    "..",
    "b/../../a.warc.gz",
    "b/./..//../a.warc.gz",
    "b//a.warc.gz",
    "b\\..\\..\\a.warc.gz",
    "%2e%2E/a.warc.gz",
    ".%2e/a.warc.gz",
    "b%2f..%5C../a.warc.gz",
    "b/ .. /a.warc.gz",
    "..?a.warc.gz",
    ".\t./a.warc.gz",
    "/a.warc.gz",
    "//site.example/a.warc.gz",
    "\\\\site.example\\a.warc.gz",
    "C:\\a.warc.gz",
    "c:a.warc.gz",
    "s3://bucket/a.warc.gz",
    "file:///a.warc.gz",
];

#[test]
fn headers_go_to_the_site_of_the_base_alone() {
    let (archive, _) = crawl(1);
    let (server, other) = (Server::of_file(archive.clone()), Server::of_file(archive));
    let foreign = [other.url("/a.warc.gz"), other.url("/a.warc.gz").replace("http:", "HTTP:")];
    let mut names: Vec<&str> = foreign.iter().map(|name| &**name).chain(OUTSIDE).collect();
    let same = server.url("/crawl/b.warc.gz");
    names.push(&same);
    let all = [&names[..], &["a.warc.gz"]].concat();
    let folder = Folder::new(&[("index.csv", index(&all).as_bytes())]);
    for (name, base) in [("slash", "/crawl/"), ("none", "/crawl")] {
        let (output, base) = (folder.path(name), server.url(base));
        let args = ["--index", &folder.path("index.csv"), "--index-base", &base];
        let outcome = batch(&output, &[&args[..], &SECRET].concat());
        check_refused(&outcome, &output, &names);
    }
    assert_eq!(other.requests(), "");
    let seen = server.requests();
    assert_eq!(seen.matches("GET ").count(), seen.matches("GET /crawl/a.warc.gz ").count());
    assert_eq!(seen.matches("x-key: secret\r\n").count(), seen.matches("GET ").count());
}

#[test]
fn names_stay_below_a_folder() {
    let (archive, _) = crawl(1);
    let folder = Folder::new(&[
        ("a.warc.gz", &archive),
        ("crawl/a.warc.gz", &archive),
        ("crawl/b/a.warc.gz", &archive),
    ]);
    let absolute = folder.path("a.warc.gz");
    let names = [&OUTSIDE[..], &[&absolute]].concat();
    let all = [&names[..], &["a.warc.gz"]].concat();
    fs::write(folder.path("index.csv"), index(&all)).unwrap();
    let (output, base) = (folder.path("out"), folder.path("crawl"));
    let args = ["--index", &folder.path("index.csv"), "--index-base", &base];
    check_refused(&batch(&output, &args), &output, &names);
}

#[test]
fn an_index_alone_gets_no_headers() {
    let (archive, _) = crawl(1);
    let server = Server::of_file(archive.clone());
    let url = server.url("/a.warc.gz");
    let folder = Folder::new(&[("a.warc.gz", &archive), ("index.csv", index(&[&url]).as_bytes())]);
    let (output, file) = (folder.path("out"), folder.path("index.csv"));
    let outcome = batch(&output, &[&["--index", &file][..], &SECRET].concat());
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let warning = "tamis: --header is not sent: it goes to the site of --index-base\n";
    assert!(outcome.stderr.starts_with(warning), "{outcome:?}");
    assert_eq!(values(&output, "url"), urls(&[0]));
    assert!(!server.requests().contains("secret"), "{}", server.requests());
    // Standard input is no file that an index names.
    fs::write(&file, index(&["-"])).unwrap();
    let outcome = batch(&folder.path("stdin"), &["--index", &file]);
    assert!(outcome.stderr.starts_with("tamis: -: No such file"), "{outcome:?}");
}

#[test]
fn headers_do_not_follow_redirects_to_other_sites() {
    let (archive, _) = crawl(1);
    let whole = archive.clone();
    let other = Server::answering(move |head| part(head, &whole));
    let location = format!("Location: {}\r\n", other.url("/moved"));
    let server = Server::start(move |_| reply("302 Found", &location, b""));
    let folder = Folder::new(&[("index.csv", index(&["a.warc.gz"]).as_bytes())]);
    let (file, base) = (folder.path("index.csv"), server.url("/"));
    let named = server.url("/a.warc.gz");
    for (name, args) in
        [("index", vec!["--index", &file, "--index-base", &base]), ("named", vec![&*named])]
    {
        let output = folder.path(name);
        let outcome = batch(&output, &[&args[..], &SECRET].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        assert_eq!(values(&output, "url"), urls(&[0]));
    }
    assert!(other.requests().contains("GET /moved "));
    assert!(!other.requests().contains("secret"), "{}", other.requests());
    assert!(server.requests().contains("x-key: secret\r\n"));
}

#[test]
fn a_base_has_a_host() {
    let folder = Folder::new(&[("index.csv", index(&["site.example/a.warc.gz"]).as_bytes())]);
    for base in ["https://", "https:///", "s3://", "s3:///bucket", "http://:80/"] {
        let args = ["--index", &folder.path("index.csv"), "--index-base", base];
        let outcome = batch(&folder.path("out"), &args);
        assert_eq!(outcome.status, 2);
        let expected = format!("tamis: --index-base {base}: the address has no host\n");
        assert_eq!(outcome.stderr, expected);
    }
}

/// A Parquet file of one record, whose columns claim a length of -1.
fn damaged_index() -> Vec<u8> {
    // Fields in Thrift's compact protocol: their distance and type, then their value.
    let named = |name: &str| [&[name.len() as u8][..], name.as_bytes()].concat();
    let columns = [("warc_filename", 12), ("warc_record_offset", 4), ("warc_record_length", 4)];
    let schema = columns.map(|(name, kind)| {
        let text: &[u8] = if kind == 12 { &[0x25, 0] } else { &[] };
        [&[0x15, kind, 0x25, 0, 0x18], &*named(name), text, &[0]].concat()
    });
    let chunks = columns.map(|(name, kind)| {
        let sizes = [0x15, 0, 0x16, 2, 0x16, 2, 0x16, 1, 0x26, 8, 0, 0];
        let begin = [0x26, 0, 0x1c, 0x15, kind, 0x19, 0x15, 0, 0x19, 0x18];
        [&begin, &*named(name), &sizes].concat()
    });
    let footer = [
        &[0x15, 4, 0x19, 0x4c, 0x48, 1, b'm', 0x15, 6, 0],
        &*schema.concat(),
        &[0x16, 2, 0x19, 0x1c, 0x19, 0x3c],
        &chunks.concat(),
        &[0x16, 2, 0x16, 2, 0, 0],
    ];
    let footer = footer.concat();
    [b"PAR1", &*footer, &(footer.len() as u32).to_le_bytes(), b"PAR1"].concat()
}

#[test]
fn a_damaged_index_is_one_sentence() {
    let file = damaged_index();
    let cut = &file[..file.len() - 1];
    let folder = Folder::new(&[("index.parquet", &file), ("cut.parquet", cut)]);
    for (name, reason) in
        [("index.parquet", "it is damaged"), ("cut.parquet", "a part of it is missing")]
    {
        let (index, output) = (folder.path(name), folder.path("out"));
        let outcome = batch(&output, &["--index", &index]);
        let expected = format!("tamis: cannot read the index {index}: {reason}\n");
        assert_eq!((outcome.status, outcome.stderr), (2, expected));
        assert!(!fs::exists(&output).unwrap());
    }
}

#[cfg(feature = "cloud")]
#[test]
fn credentials_go_to_the_buckets_of_the_command_line() {
    let (archive, _) = crawl(1);
    let store = Server::of_file(archive);
    let names = ["s3://other/a.warc.gz", "abfss://box@account.dfs.core.windows.net/a.warc.gz"];
    let folder = Folder::new(&[("index.csv", index(&names).as_bytes())]);
    let (file, output) = (folder.path("index.csv"), folder.path("out"));
    let mut command =
        crate::harness::command(&["batch", "--index", &file, "-o", &output, "--format", "jsonl"]);
    command.envs([
        ("AWS_ENDPOINT_URL", &*store.url("")),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AZURE_ALLOW_HTTP", "true"),
        ("AZURE_STORAGE_ENDPOINT", &*store.url("")),
        ("AZURE_STORAGE_ACCOUNT_KEY", "c2VjcmV0"),
    ]);
    let outcome = command.output().unwrap();
    assert_eq!(outcome.status.code(), Some(2));
    let stderr = String::from_utf8(outcome.stderr).unwrap();
    for name in names {
        let expected = format!(
            "tamis: {name}: without --index-base, an index names files and addresses of http and \
             https\n"
        );
        assert!(stderr.contains(&expected), "{stderr}");
    }
    assert_eq!(store.requests(), "");
}
