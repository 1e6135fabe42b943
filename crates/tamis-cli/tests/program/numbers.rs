//! Numbers out of their ranges, and names that are meant as addresses.

use crate::harness::tamis;

#[test]
fn the_parser_names_the_range() {
    for (option, expected) in [
        ("--jobs=0", "0 is not in 1..=1024"),
        ("--max-chars=0", "0 is not in 1.."),
        ("--max-bytes=0", "0 is not in 1.."),
        ("--retries=101", "101 is not in 0..=100"),
        ("--max-redirects=101", "101 is not in 0..=100"),
        ("--timeout=0", "expected a number from 0.001 to 86400"),
        ("--timeout=inf", "expected a number from 0.001 to 86400"),
        ("--delay=-1", "expected a number from 0 to 86400"),
        ("--delay=1e9", "expected a number from 0 to 86400"),
        ("--stopwords-low=1.5", "expected a number from 0 to 1"),
        ("--stopwords-high=-0.1", "expected a number from 0 to 1"),
        ("--max-link-density=NaN", "expected a number from 0 to 1"),
        ("--length-low=-1", "-1 is not in 0.."),
        ("--length-high=-1", "-1 is not in 0.."),
        ("--max-heading-distance=-1", "-1 is not in 0.."),
        ("--link-density-modifier=2", "expected a number from -1 to 1"),
        ("--min-score=inf", "expected a number such as 0.5"),
        ("--threshold-factor=1.5", "expected a number from 0 to 1"),
        ("--min-dense-share=-1", "expected a number from 0 to 1"),
        ("--max-excluded-share=x", "expected a number from 0 to 1"),
    ] {
        let outcome = tamis(&[option, "-"]);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{option}");
        let (name, _) = option.split_once('=').unwrap();
        let (first, _) = outcome.stderr.split_once('\n').unwrap();
        assert!(first.contains(name) && first.contains(expected), "{option}: {first}");
    }
}

#[test]
fn an_address_without_its_scheme_is_recognized() {
    for name in ["www.example.com", "example.com/story?id=3"] {
        let outcome = tamis(&[name]);
        let reason = "there is no such file or folder; for the page on the web, write";
        assert_eq!(outcome.stderr, format!("tamis: {name}: {reason} https://{name}\n"));
        assert_eq!(outcome.status, 2);
    }
    let outcome = tamis(&["no-such-page.html"]);
    assert_eq!(outcome.stderr, "tamis: no-such-page.html: there is no such file or folder\n");
}
