//! Volumes as HTML pages.

use image::ImageFormat;
use tamis::Url;
use tamis::dom::Parser;
use tamis_epub::{HtmlPage, ImageLimits, ImagePlace, Style, Volume, VolumeOptions};

use crate::harness::{article, picture};

fn page(options: VolumeOptions, images: ImagePlace<'_>) -> HtmlPage {
    let one = "<html lang=en><title>One</title><p id=x>a <img src=/1 alt=A> <a href=/two#x>two</a>";
    let two = "<html lang=fr dir=ltr><title>Two</title><p id=x>b <img src=/2><a href=#x>x</a>";
    let articles =
        vec![article(one, "https://example.org/one"), article(two, "https://example.org/two")];
    let volume = Volume::new(articles, options);
    volume.html_page(images, &mut |url: &Url, _| {
        Ok(picture(20, 20, ImageFormat::WebP, url.path().as_bytes()[1]))
    })
}

fn check(page: &HtmlPage, expected: &[&str]) {
    for text in expected {
        assert!(page.html.contains(text), "no {text} in\n{}", page.html);
    }
}

#[test]
fn images_are_files_or_in_the_page() {
    let files = page(VolumeOptions::default(), ImagePlace::Folder("My page?"));
    assert_eq!(files.images.len(), 2);
    let name = &files.images[0].name;
    assert_eq!(files.images[0].media_type, "image/webp");
    check(&files, &[&format!("src=\"My%20page%3F/{name}\"")]);
    let inline = page(VolumeOptions::default(), ImagePlace::Inline);
    assert_eq!(inline.images, []);
    check(&inline, &["<img alt=\"A\" src=\"data:image/webp;base64,UklGR"]);
}

/// An image that a page has many times makes a page of HTML many times as long.
#[test]
fn repeated_images_in_the_page_have_a_limit() {
    let html = format!("<title>x</title><p>a {}", "<img src=/1 alt=B>".repeat(5));
    let image = picture(20, 20, ImageFormat::Png, 1);
    let limits = ImageLimits::default().max_total_bytes(image.len() * 2);
    let articles = vec![article(&html, "https://example.org/one")];
    let volume = Volume::new(articles, VolumeOptions::default().images(limits));
    let of = |place| volume.html_page(place, &mut |_: &Url, _| Ok(image.clone()));
    let inline = of(ImagePlace::Inline);
    let images = inline.html.matches("src=\"data:image/png").count();
    assert_eq!((images, inline.warnings.len()), (2, 3));
    assert!(inline.warnings[0].to_string().contains("all images together"));
    assert_eq!(of(ImagePlace::Folder("x")).warnings, []);
}

#[test]
fn all_articles_are_in_one_page() {
    let page = page(VolumeOptions::default(), ImagePlace::Inline);
    check(
        &page,
        &[
            "<nav>\n<h1>One (+1)</h1>\n\n<ol>\n<li><a href=\"#article-1\">One</a></li>",
            "<article id=\"article-2\" lang=\"fr\"",
            "<p id=\"article-1-x\">",
            "<a href=\"#article-2-x\">two</a>",
            "<a href=\"#article-2-x\">x</a>",
            "script-src 'none'",
        ],
    );
    let document = Parser::default().parse(&page.html);
    assert_eq!(document.title(), Some("One (+1)"));
}

#[test]
fn styles_follow_the_options() {
    let style = |style| page(VolumeOptions::default().style(style), ImagePlace::Inline);
    check(&style(Style::Whole), &["h1 {", "max-width: 42rem"]);
    assert!(!style(Style::WithoutHeadings).html.contains("h1 {"));
    assert!(!style(Style::None).html.contains("<style>"));
}
