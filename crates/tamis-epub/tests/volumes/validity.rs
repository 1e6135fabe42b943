//! The validity of volumes according to `epubcheck`.

use std::fs;

use image::ImageFormat;
use tamis::{Config, Extractor, Input, Url};
use tamis_epub::{Article, VolumeOptions};
use tamis_testkit::epubcheck::Epubcheck;
use tamis_testkit::is_full;
use tamis_testkit::wcxb::{Page, Wcxb};

use crate::harness::{Unpacked, article, picture};

/// The number of pages in a sample of the corpus.
const PAGES: usize = 20;
/// The maximum number of pages in a volume.
const VOLUME: usize = 100;
const SEED: u64 = 7;

/// Returns the errors and warnings of the checker about a volume of these articles.
fn complaints(checker: &Epubcheck, articles: Vec<Article>, options: VolumeOptions) -> Vec<String> {
    let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];
    let volume = Unpacked::of(articles, options, |path| {
        let seed = path.bytes().fold(0, u8::wrapping_add);
        // Some images are missing.
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
#[ignore = "needs epubcheck"]
fn one_article_and_odd_pages_are_valid() {
    let checker = Epubcheck::required();
    let html = "<html lang=en><title>Tea</title><h2>Boil</h2><p>Water. <img src=/tea.webp alt=Tea>";
    let one = vec![article(html, "https://example.org/tea")];
    let none: [String; 0] = [];
    assert_eq!(complaints(&checker, one, VolumeOptions::default()), none);
    assert_eq!(complaints(&checker, odd_pages(), VolumeOptions::default().inline_toc(true)), none);
}

#[test]
#[ignore = "needs a corpus and epubcheck"]
fn volumes_of_pages_of_the_web_are_valid() {
    let (wcxb, checker) = (Wcxb::required(), Epubcheck::required());
    let count = if is_full() { usize::MAX } else { PAGES };
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let mut extract = |page: &Page| {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let mut input = Input::from(page.html.as_slice());
        if let Some(url) = &url {
            input = input.url(url);
        }
        let extraction = extractor.extract(input);
        let article = Article::of(&extraction);
        extractor.recycle(extraction.into_page());
        article
    };
    let mut all = Vec::new();
    for pages in wcxb.sample(count, SEED).unwrap().chunks(VOLUME) {
        let articles = pages.iter().map(&mut extract).collect();
        all.extend(complaints(&checker, articles, VolumeOptions::default()));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
