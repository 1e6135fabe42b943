//! Any `robots.txt` and any URL give an answer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_fetch::robots_refuse;
use url::Url;

// The first line is the path and query, the rest is the file.
fuzz_target!(|input: &[u8]| {
    let line = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (path, file) = input.split_at(line);
    let base = Url::parse("https://example.com").unwrap();
    let Ok(url) = base.join(&String::from_utf8_lossy(path)) else { return };
    let refuses = robots_refuse(file, "tamis/1.0", &url);
    assert_eq!(robots_refuse(file, "tamis/1.0", &url), refuses);
    // Without a colon there is no rule.
    assert!(!refuses || file.contains(&b':'));
});
