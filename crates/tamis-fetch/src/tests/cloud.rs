//! Object stores: moto, a server that speaks like S3.

use std::time::Duration;

use tamis_testkit::moto::Moto;

use super::assert_fails;
use crate::{Cloud, FetchErrorKind};

fn cloud(moto: &Moto, more: &[&str]) -> Cloud {
    let more = more.iter().map(|name| ((*name).to_owned(), "true".to_owned()));
    Cloud::new(moto.settings().into_iter().chain(more), Duration::from_secs(30))
}

/// One test, since the server takes seconds to start.
#[test]
#[ignore = "needs moto_server"]
fn parts_of_files_come_from_a_bucket() {
    let moto = Moto::required();
    let file: Vec<u8> = (0..10_000_u32).flat_map(u32::to_le_bytes).collect();
    moto.put("/crawl", b"");
    moto.put("/crawl/a/b%20c.warc.gz", &file);
    let url = "s3://crawl/a/b%20c.warc.gz";
    let store = cloud(&moto, &["AWS_ALLOW_HTTP"]);
    let state = store.get_part(url, 0..0, None).unwrap();
    assert_eq!((state.bytes.len(), state.file_bytes), (0, 40_000));
    let version = state.version.as_deref();
    assert!(version.is_some());
    let part = store.get_part(url, 100..300, version).unwrap();
    assert_eq!((part.bytes.as_slice(), part.file_bytes), (&file[100..300], 40_000));
    let end = store.get_part(url, 39_990..50_000, version).unwrap();
    assert_eq!(end.bytes, file[39_990..]);
    let anonymous = cloud(&moto, &["AWS_ALLOW_HTTP", "AWS_SKIP_SIGNATURE"]);
    assert_eq!(anonymous.get_part(url, 0..4, None).unwrap().bytes, [0; 4]);

    moto.put("/crawl/a/b%20c.warc.gz", &file[4..]);
    let outcome = store.get_part(url, 100..300, version);
    assert_fails(outcome, FetchErrorKind::Changed, "the file has changed while it was read");
    let outcome = store.get_part("s3://crawl/none", 0..1, None);
    assert_fails(outcome, FetchErrorKind::Http(404), "s3://crawl/none: there is no such file");
    let outcome = cloud(&moto, &[]).get_part(url, 0..1, None);
    assert_fails(outcome, FetchErrorKind::Io, "AWS_ALLOW_HTTP");
    let outcome = store.get_part("ftp://crawl/none", 0..1, None);
    assert_fails(outcome, FetchErrorKind::InvalidConfig, "ftp");
    assert!(!format!("{store:?}").contains("secret"));
}
