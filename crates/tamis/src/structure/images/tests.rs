//! Tests of the chosen sources.

use tamis_dom::{Document, Parser};

use super::*;

/// A GIF of one transparent pixel.
const PIXEL: &str =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

fn parse(html: &str) -> Document {
    Parser::default().parse(&html.replace("PIXEL", PIXEL))
}

/// Returns the sources of the written images, without the second one of twins.
fn sources(html: &str) -> Vec<String> {
    let document = parse(html);
    let base = Url::parse("https://example.com/a/b").unwrap();
    let images = Images::new(&document, Some(&base));
    let mut written = Vec::new();
    let mut sources = Vec::new();
    for id in document.elements(document.body().unwrap()).filter(|&id| images.is_image(id)) {
        if images.twin(id).is_some_and(|twin| written.contains(&twin)) {
            continue;
        }
        if let Some(image) = images.image(id) {
            written.push(id);
            sources.push(image.source);
        }
    }
    sources
}

#[track_caller]
fn check(html: &str, expected: &[&str]) {
    let found = sources(html);
    let short: Vec<_> =
        found.iter().map(|source| source.trim_start_matches("https://example.com/a/")).collect();
    assert_eq!(short, expected, "{html}");
}

#[test]
fn one_source() {
    check("<img src=1.jpg>", &["1.jpg"]);
    check("<img src=' 1.jpg\n'>", &["1.jpg"]);
    check("<img src=https://cdn.example/1.jpg>", &["https://cdn.example/1.jpg"]);
    check("<img src=//cdn.example/1.jpg>", &["https://cdn.example/1.jpg"]);
    check("<img>", &[]);
    check("<img src=''>", &[]);
    check("<img alt=x src=javascript:x>", &[]);
}

#[test]
fn a_gif_is_a_preview_of_what_another_attribute_names() {
    check("<img src=1.gif>", &["1.gif"]);
    check("<img src=leer.gif data-retina-src=1.jpg>", &["1.jpg"]);
    check("<img src=leer.gif data-zoom=https://example.com/a/1.jpg>", &["1.jpg"]);
    check("<img src=1.gif data-id=5 title='1.gif in motion'>", &["1.gif"]);
    check("<img src=1.jpg data-retina-src=2.jpg>", &["1.jpg"]);
}

#[test]
fn sets_by_width() {
    check("<img src=1.jpg srcset='s.jpg 400w, m.jpg 1200w, l.jpg 2400w'>", &["m.jpg"]);
    check("<img src=1.jpg srcset='l.jpg 2400w, x.jpg 4000w'>", &["l.jpg"]);
    check("<img src=1.jpg srcset='a.jpg 1600w, b.jpg 1601w'>", &["a.jpg"]);
    check("<img src=1.jpg srcset='t.jpg 150w, u.jpg 300w'>", &["1.jpg"]);
    check("<img srcset='t.jpg 150w, u.jpg 300w'>", &["u.jpg"]);
    check("<img src=PIXEL data-srcset='m.jpg 800w, s.jpg 400w'>", &["m.jpg"]);
    check("<img src=PIXEL data-lazy-srcset='m.jpg 800w' data-lazy-src=1.jpg>", &["m.jpg"]);
    check(
        "<img srcset='https://i.example/w_800,h_600/a.jpg 800w'>",
        &["https://i.example/w_800,h_600/a.jpg"],
    );
}

#[test]
fn sets_by_density() {
    check("<img src=1.jpg srcset='2.jpg 2x, 3.jpg 3x'>", &["2.jpg"]);
    check("<img src=1.jpg srcset='4.jpg 4x, 3.jpg 3x'>", &["1.jpg"]);
    check("<img srcset='4.jpg 4x, 3.jpg 3x'>", &["3.jpg"]);
    check("<img src=1.jpg srcset='one.jpg'>", &["one.jpg"]);
}

#[test]
fn lazy_sources() {
    check("<img src=PIXEL data-src=1.jpg>", &["1.jpg"]);
    check("<img src=low.jpg data-src=high.jpg>", &["high.jpg"]);
    check("<img src=PIXEL data-original=1.jpg>", &["1.jpg"]);
    check("<img src=PIXEL data-lazy-src=1.jpg>", &["1.jpg"]);
    check("<img src=1.jpg data-orig-file=huge.jpg>", &["1.jpg"]);
    check("<img src=PIXEL data-orig-file=huge.jpg>", &["huge.jpg"]);
    check("<img src=1.jpg data-src='{\"x\": 1}'>", &["1.jpg"]);
    check("<img width=1 height=1 src=p.gif data-src=1.jpg>", &["1.jpg"]);
}

#[test]
fn any_attribute_as_a_fallback() {
    check("<img src=PIXEL nitro-lazy-src=a.png>", &["a.png"]);
    check("<img data-x='a.JPEG?w=3' class=x>", &["a.JPEG?w=3"]);
    check("<img src=1.jpg data-x=a.png>", &["1.jpg"]);
    check("<img data-x='s.webp 400w, m.webp 800w, t 900w'>", &["m.webp"]);
    check("<img alt=photo.jpg>", &[]);
    check("<img data-x='A photo.jpg of mine'>", &[]);
    check("<img data-x='{\"a\": \"b.png\"}'>", &[]);
}

#[test]
fn placeholders_are_no_source() {
    for source in [
        "PIXEL",
        "data:image/svg+xml,%3Csvg%20xmlns='x'/%3E",
        "about:blank",
        "/img/transparent.gif",
        "spacer.gif?v=2",
        "placeholder-16x9.jpg",
        "#",
    ] {
        check(&format!("<img src=\"{source}\">"), &[]);
        check(&format!("<img src=\"{source}\" data-src=1.jpg>"), &["1.jpg"]);
    }
    check("<img src=loading.jpg>", &["loading.jpg"]);
    check("<img src=t.gif width=1 height=1>", &[]);
    check("<img src=t.gif width=0>", &[]);
}

#[test]
fn data_images_come_last() {
    let data = format!("data:image/png;base64,{}", "A".repeat(TINY_BASE64));
    check(&format!("<img src='{data}'>"), &[&data]);
    check(&format!("<img src='{data}' data-orig-file=huge.jpg>"), &["huge.jpg"]);
}

#[test]
fn previews_are_placeholders() {
    let preview = |length| format!("<img src='data:image/png;base64,{}'>", "A".repeat(length));
    check(&preview(TINY_BASE64 - 4), &[]);
    let image = "<noscript><img src=1.jpg></noscript>";
    check(&format!("{}{image}", preview(TINY_BASE64 * 2)), &["1.jpg"]);
    check(&format!("<img src=grey-pixel.gif data-src=1.jpg>{image}"), &["1.jpg"]);
}

#[test]
fn pictures() {
    let check_picture = |inside: &str, expected: &str| {
        check(&format!("<picture>{inside}</picture>"), &[expected]);
    };
    check_picture("<source srcset='w.webp 800w' type=image/webp><img src=1.jpg>", "w.webp");
    check_picture("<source srcset='a.avif 800w' type=image/avif><img src=1.jpg>", "1.jpg");
    check_picture("<source srcset='a.avif 800w' type=image/avif><img src=PIXEL>", "a.avif");
    check_picture("<source srcset='a.avif 800w'><img src=1.jpg>", "1.jpg");
    check_picture("<source srcset='A.AVIF?w=800 800w, b.webp 400w'><img src=PIXEL>", "b.webp");
    check("<img src=1.jpg srcset='a.avif 1600w, 2.jpg 800w'>", &["2.jpg"]);
    check("<img src=a.avif>", &["a.avif"]);
    check_picture(
        "<source media='(max-width: 600px)' srcset='crop.jpg 700w'><img src=1.jpg>",
        "1.jpg",
    );
    check_picture(
        "<source media='(min-width: 600px)' srcset='wide.jpg'><img src=1.jpg>",
        "wide.jpg",
    );
    check_picture(
        "<source media='(prefers-color-scheme: dark)' srcset=dark.png><img src=1.png>",
        "1.png",
    );
    check_picture("<source data-srcset='w.jpg 800w'><img src=PIXEL>", "w.jpg");
    check_picture("<source data-srcset='w.jpg 800w'>", "w.jpg");
    check_picture("<source data-srcset='w.jpg 800w'><noscript><img src=1.jpg></noscript>", "w.jpg");
}

#[test]
fn twins_are_written_once() {
    check("<img class=lazy src=PIXEL><noscript><img src=1.jpg></noscript>", &["1.jpg"]);
    check("<noscript><img src=1.jpg></noscript>\n<!-- x --> <img src=PIXEL>", &["1.jpg"]);
    check("<img src=PIXEL data-src=2.jpg><noscript><img src=1.jpg></noscript>", &["2.jpg"]);
    check("<img src=1.jpg><noscript><img src=1.jpg></noscript>", &["1.jpg"]);
    check("<img src=1.jpg><noscript><img src=2.jpg></noscript>", &["1.jpg", "2.jpg"]);
    check("<img src=1.jpg><noscript><img src=t.gif width=1 height=1></noscript>", &["1.jpg"]);
    check("<img src=PIXEL><noscript><img src=1.jpg> with text</noscript>", &["1.jpg"]);
    check(
        "<img src=PIXEL><noscript><img src=1.jpg><img src=2.jpg></noscript>",
        &["1.jpg", "2.jpg"],
    );
    check("<img src=PIXEL>x<noscript><img src=1.jpg></noscript>", &["1.jpg"]);
    check("<amp-img src=1.jpg><noscript><img src=1.jpg></noscript></amp-img>", &["1.jpg"]);
}

#[test]
fn sizes_and_descriptions() {
    let image = |html: &str| {
        let document = parse(html);
        let images = Images::new(&document, None);
        let id = document.elements(NodeId::DOCUMENT).find(|&id| images.is_image(id)).unwrap();
        let image = images.image(id).unwrap();
        (image.alt.to_owned(), image.width, image.height)
    };
    assert_eq!(
        image("<img src=1 alt='a b' width=800 height='600px'>"),
        ("a b".into(), Some(800), Some(600))
    );
    assert_eq!(image("<img src=1 width=100% height=auto>"), (String::new(), None, None));
    assert_eq!(image("<img src=p.gif width=1 height=600 data-src=1>"), (String::new(), None, None));
    assert_eq!(
        image("<img src=PIXEL><noscript><img src=1 alt=twin width=5></noscript>"),
        ("twin".into(), Some(5), None)
    );
}

#[test]
fn far_image_of_a_picture_has_its_own_source() {
    let sources = "<source srcset=s.jpg>".repeat(PICTURE_NODES);
    check(&format!("<picture>{sources}<img src=near.jpg>"), &["near.jpg"]);
    check("<picture><source srcset='s.jpg 2x'><img src=a.jpg>", &["s.jpg"]);
    let images = "<img src=a.jpg>".repeat(PICTURE_NODES);
    let found = number_of_s(&format!("<picture><source srcset='s.jpg 2x'>{images}"));
    assert_eq!(found, PICTURE_NODES - 1);
}

/// Returns the number of images with the source `s.jpg`.
fn number_of_s(html: &str) -> usize {
    sources(html).iter().filter(|source| source.ends_with("/s.jpg")).count()
}
