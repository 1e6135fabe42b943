//! What `epubcheck` says of volumes.

use std::fs;

use image::ImageFormat;
use tamis::{Config, Extractor, Input, Url};
use tamis_epub::{Article, Options};
use tamis_testkit::epubcheck::Epubcheck;
use tamis_testkit::is_full;
use tamis_testkit::wcxb::{Page, Wcxb};

use crate::harness::{Unpacked, article, picture};

/// How many pages are looked at, of a corpus of which not all are; and how many stand in a volume at most.
const PAGES: usize = 20;
const VOLUME: usize = 100;
const SEED: u64 = 7;

/// What the checker has to say of the volume of these articles.
fn complaints(checker: &Epubcheck, articles: Vec<Article>, options: Options) -> Vec<String> {
    let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];
    let volume = Unpacked::of(articles, options, |path| {
        let seed = path.bytes().fold(0, u8::wrapping_add);
        // Some are missing.
        (seed % 16 > 0).then(|| picture(24, 16, formats[usize::from(seed) % 4], seed))
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("volume.epub");
    fs::write(&file, &volume.bytes).unwrap();
    checker.check(&file).unwrap()
}

fn odd_pages() -> Vec<Article> {
    include_str!("odd.html")
        .split("<!-- page -->")
        .enumerate()
        .map(|(number, html)| article(html, &format!("https://example.org/odd/{number}")))
        .collect()
}

#[test]
fn one_article_and_odd_pages_are_valid() {
    let Some(checker) = Epubcheck::or_skip("volumes are valid") else { return };
    let html = "<html lang=en><title>Tea</title><h2>Boil</h2><p>Water. <img src=/tea.webp alt=Tea>";
    let one = vec![article(html, "https://example.org/tea")];
    let none: [String; 0] = [];
    assert_eq!(complaints(&checker, one, Options::default()), none);
    assert_eq!(complaints(&checker, odd_pages(), Options::default().inline_toc(true)), none);
}

#[test]
fn volumes_of_pages_of_the_web_are_valid() {
    let test = "volumes of pages of the web are valid";
    let (Some(wcxb), Some(checker)) = (Wcxb::or_skip(test), Epubcheck::or_skip(test)) else {
        return;
    };
    let count = if is_full() { usize::MAX } else { PAGES };
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let mut extract = |page: &Page| {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let mut input = Input::from(page.html.as_slice());
        if let Some(url) = &url {
            input = input.url(url);
        }
        let extraction = extractor.extract(input).unwrap();
        let article = Article::of(&extraction);
        extractor.recycle(extraction.into_page());
        article
    };
    let mut all = Vec::new();
    for pages in wcxb.sample(count, SEED).unwrap().chunks(VOLUME) {
        let articles = pages.iter().map(&mut extract).collect();
        all.extend(complaints(&checker, articles, Options::default()));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
