//! Decoding of bytes. If the reference differs from the standard, the test's name says so.

use tamis::dom::{EncodingSource, Warning as PageWarning, decode, decode_forced};
use tamis::{Config, Extraction, Input, Warning, extract};

const TEXT: &str = "Žluťoučký kůň pěl ďábelské ódy";

/// Encodes text as ISO-8859-2.
fn latin2(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        'Ž' => 0xae,
        'ž' => 0xbe,
        'ť' => 0xbb,
        'ý' => 0xfd,
        'ů' => 0xf9,
        'ň' => 0xf2,
        'č' => 0xe8,
        'ě' => 0xec,
        'ď' => 0xef,
        'á' => 0xe1,
        'é' => 0xe9,
        'ó' => 0xf3,
        c => u8::try_from(c).expect("ASCII"),
    };
    text.chars().map(byte).collect()
}

fn extraction(input: Input<'_>) -> Extraction {
    extract(input, &Config::default()).unwrap()
}

fn first_paragraph(extraction: &Extraction) -> &str {
    extraction.paragraphs().next().map_or("", |paragraph| paragraph.text)
}

fn check_declared(meta: &str) {
    let bytes = latin2(&format!("{meta}<p>{TEXT}"));
    let decoded = decode(&bytes, None);
    assert_eq!(decoded.encoding.name(), "ISO-8859-2", "{meta}");
    assert_eq!(decoded.encoding.source(), EncodingSource::Meta, "{meta}");
    assert_eq!(decoded.text, format!("{meta}<p>{TEXT}"));
    let extraction = extraction(Input::from(&bytes));
    assert_eq!(extraction.paragraphs().last().map(|p| p.text), Some(TEXT), "{meta}");
    assert!(!decoded.malformed);
}

#[test]
fn text_stays_as_it_is_whatever_it_declares() {
    let page = format!("<meta charset=iso-8859-2><p>{TEXT}");
    let extraction = extraction(Input::from(&page).charset("koi8-r").encoding("koi8-r"));
    assert_eq!(first_paragraph(&extraction), TEXT);
    assert_eq!(extraction.encoding().source(), EncodingSource::Caller);
}

#[test]
fn undeclared_utf8_is_found() {
    let decoded = decode(TEXT.as_bytes(), None);
    assert_eq!((decoded.text.as_ref(), decoded.encoding.name()), (TEXT, "UTF-8"));
    assert_eq!(decoded.encoding.source(), EncodingSource::Detected);
}

#[test]
fn meta_elements_are_read_in_every_spelling() {
    for meta in [
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-2\"/>",
        "<meta content='text/html; charset=iso-8859-2' http-equiv=\"Content-Type\"/>",
        "<meta content=text/html; charset=iso-8859-2 http-equiv=\"Content-Type\"/>",
        "<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; CHARSET=ISO-8859-2\">",
        "<meta charset=\"iso-8859-2\"/>",
        "<meta charset='latin2'>",
        "<meta charset=iso-8859-2 />",
        "<meta charset=iso-8859-2>",
        "<meta\tname=x charset = iso-8859-2>",
    ] {
        check_declared(meta);
    }
}

#[test]
fn a_charset_outside_of_meta_says_nothing() {
    check_declared("<meta charset=\"iso-8859-2\"/> charset=\"iso-fake-29\"");
    check_declared(
        "<meta content=text/html; charset=iso-8859-2 http-equiv=\"Content-Type\"/> charset=\"koi8-r\"",
    );
    check_declared("<!-- <meta charset=koi8-r> --><meta charset=iso-8859-2>");
}

#[test]
fn the_reference_reads_a_meta_in_a_comment_the_standard_does_not() {
    let decoded = decode(b"<!-- <meta charset=iso-8859-2> --><p>\xc5\xbe", None);
    assert!(decoded.text.ends_with('ž'));
}

#[test]
fn the_reference_drops_a_slash_after_an_unquoted_charset_the_standard_keeps_it() {
    let decoded = decode(b"<meta charset=iso-8859-2/><p>\xc5\xbe", None);
    assert_ne!(decoded.encoding.source(), EncodingSource::Meta);
    assert!(decoded.text.ends_with('ž'));
}

#[test]
fn the_reference_takes_python_s_iso_8859_1_the_standard_windows_1252() {
    let decoded = decode(b"<meta charset=iso-8859-1><p>\x80", None);
    assert!(decoded.text.ends_with('€'));
    assert_eq!(decoded.encoding.name(), "windows-1252");
}

#[test]
fn the_reference_raises_in_strict_mode_here_nothing_fails() {
    let bytes = latin2(TEXT);
    let decoded = decode(&bytes, None);
    assert_eq!(decoded.encoding.source(), EncodingSource::Detected);
    assert!(decoded.text.contains('k'));
    let broken = decode(b"<meta charset=utf-8><p>\xe8x", None);
    assert!(broken.malformed && broken.text.ends_with("\u{fffd}x"));
}

#[test]
fn bytes_that_are_not_valid_leave_a_warning() {
    let extraction = extraction(Input::from(b"<meta charset=utf-8><p>\xe8x".as_slice()));
    assert!(extraction.warnings().contains(&Warning::Page(PageWarning::MalformedEncoding)));
}

#[test]
fn the_reference_s_default_encoding_yields_to_the_page_the_transport_s_does_not() {
    let bytes = latin2(&format!("<p>{TEXT}"));
    let decoded = decode(&bytes, Some("iso-8859-2"));
    assert!(decoded.text.ends_with(TEXT));
    assert_eq!(decoded.encoding.source(), EncodingSource::Transport);
    let contradicted = latin2(&format!("<meta charset=koi8-r><p>{TEXT}"));
    let extraction = extraction(Input::from(&contradicted).charset("iso-8859-2"));
    assert_eq!(first_paragraph(&extraction), TEXT);
}

#[test]
fn a_named_encoding_overrides_everything() {
    let bytes = latin2(&format!("<meta charset=koi8-r><p>{TEXT}"));
    let decoded = decode_forced(&bytes, "iso-8859-2").unwrap();
    assert!(decoded.text.ends_with(TEXT));
    assert_eq!(decoded.encoding.source(), EncodingSource::Caller);
    let extraction = extraction(Input::from(&bytes).charset("koi8-u").encoding("ISO-8859-2"));
    assert_eq!(first_paragraph(&extraction), TEXT);
}

#[test]
fn the_reference_has_ascii_the_standard_reads_it_as_windows_1252() {
    let decoded = decode_forced(b"\xbe\xb9\xe8", "ASCII").unwrap();
    assert_eq!((decoded.text.as_ref(), decoded.encoding.name()), ("¾¹è", "windows-1252"));
}

#[test]
fn an_unknown_encoding_is_ignored() {
    assert!(decode_forced(b"x", "iso-fake-2").is_none());
    let page = format!("<meta charset=\"iso-fake-2\"><p>{TEXT}");
    let decoded = decode(page.as_bytes(), Some("iso-fake-3"));
    assert_eq!(decoded.text, page);
    assert_eq!(decoded.encoding.source(), EncodingSource::Detected);
    let extraction = extraction(Input::from(page.as_bytes()).encoding("iso-fake-4"));
    assert_eq!(first_paragraph(&extraction), TEXT);
}
