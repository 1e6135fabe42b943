//! Tests of the page's image and its icon.

use super::*;

#[test]
fn lead_image() {
    check(
        |metadata| metadata.image,
        &[
            (
                "<meta property=og:image content=1.png><meta property=og:image content=2.png>",
                Some(("https://example.com/a/1.png", "meta og:image")),
            ),
            (
                "<meta name=twitter:image content=t.png><meta property=og:image content=o.png>",
                Some(("https://example.com/a/o.png", "meta og:image")),
            ),
            ("<meta property=og:image content='data:image/png;base64,AAAA'>", None),
            (
                "<meta property=og:image content=https://b.example/1.JPGhttps://b.example/2.jpg>",
                Some(("https://b.example/1.JPG", "meta og:image")),
            ),
            (
                "<meta property=og:image content=https://b.example/f/https://c.example/2.jpg>",
                Some(("https://b.example/f/https://c.example/2.jpg", "meta og:image")),
            ),
            (
                "<link rel=image_src href=s.png><img itemprop=image src=i.png>",
                Some(("https://example.com/a/i.png", "itemprop image")),
            ),
            (
                "<div itemscope itemtype=https://schema.org/Person><img itemprop=image src=p.png></div><link rel=image_src href=s.png>",
                Some(("https://example.com/a/s.png", "link image_src")),
            ),
            ("<div itemprop=image itemscope><img src=i.png></div>", None),
            ("<img src=plain.png>", None),
            (
                ld!(r#"{"@type":"Article","image":{"@type":"ImageObject","url":"/i.png"}}"#),
                Some(("https://example.com/i.png", "json-ld Article.image")),
            ),
        ],
    );
}

#[test]
fn favicon_by_size() {
    let address = |name: &str| format!("https://example.com/a/{name}");
    for (html, expected) in [
        ("<link rel='shortcut icon' href=s.ico>", Some("s.ico")),
        (
            "<link rel=icon sizes=16x16 href=16><link rel=icon sizes=192x192 href=192><link rel=icon sizes=32x32 href=32>",
            Some("32"),
        ),
        ("<link rel=icon sizes=16x16 href=16><link rel=icon href=any>", Some("any")),
        ("<link rel=icon sizes=16x16 href=16><link rel=icon sizes=24x24 href=24>", Some("24")),
        (
            "<link rel=icon sizes='16x16 48x48' href=two><link rel=icon sizes=64x64 href=64>",
            Some("two"),
        ),
        (
            "<link rel=icon sizes=any href=any><link rel=icon sizes=99999999999x1 href=huge>",
            Some("any"),
        ),
        (
            "<link rel=apple-touch-icon sizes=180x180 href=t><link rel=icon sizes=16x16 href=16>",
            Some("16"),
        ),
        ("<link rel=apple-touch-icon href=t>", Some("t")),
        ("<link rel=icon href='data:,'>", None),
        ("<link rel=mask-icon href=m.svg>", None),
    ] {
        let found = metadata(html).favicon;
        assert_eq!(found.as_deref(), expected.map(address).as_deref(), "{html}");
    }
}
