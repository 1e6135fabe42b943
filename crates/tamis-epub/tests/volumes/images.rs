//! The images of volumes.

use image::ImageFormat;
use tamis_epub::{ImageLimits, VolumeOptions};
use tamis_testkit::is_full;

use crate::harness::{Unpacked, article, article_of, is_drawing, picture};

const PNG: ImageFormat = ImageFormat::Png;

/// Creates a volume of a page with this body. `fetch` returns the image at a path.
fn with(body: &str, limits: ImageLimits, fetch: impl Fn(&str) -> Option<Vec<u8>>) -> Unpacked {
    let html = format!("<title>Tea</title><body><p>Text.</p>{body}");
    let articles = vec![article(&html, "https://example.org/")];
    Unpacked::of(articles, VolumeOptions::default().images(limits), fetch)
}

fn names(volume: &Unpacked) -> Vec<&str> {
    let names = volume.names().into_iter();
    let names = names.filter_map(|name| name.strip_prefix("EPUB/images/"));
    // The last one is the cover.
    let mut names: Vec<_> = names.collect();
    assert!(names.pop().is_some_and(is_drawing));
    names
}

/// Returns the extension of the embedded file for an image, or an empty string if it is left out.
fn ending(bytes: &[u8], limits: ImageLimits) -> String {
    let volume = with("<img src=/a alt=Tea>", limits, |_| Some(bytes.to_vec()));
    names(&volume).iter().map(|name| name.rsplit('.').next().unwrap()).collect()
}

#[test]
fn images_are_embedded_once_by_content() {
    let body = "<img src=/a alt=A><img src=/b alt=B><img src=/a alt=A><img src=/c alt=C>";
    let volume = with(body, ImageLimits::default(), |path| {
        Some(picture(20, 10, PNG, u8::from(path == "/c") + 1))
    });
    assert_eq!(names(&volume).len(), 2);
    assert_eq!(volume.text("EPUB/article-1.xhtml").matches("src=\"images/").count(), 4);
    assert_eq!(volume.warnings, []);
}

#[test]
fn an_image_is_fetched_once() {
    let html = "<title>x</title><p>a<img src=https://EXAMPLE.org/1><img src=HTTPS://example.org/1>";
    let calls = std::cell::Cell::new(0);
    let articles = vec![article_of(html.into())];
    let volume = Unpacked::of(articles, VolumeOptions::default(), |_| {
        calls.set(calls.get() + 1);
        Some(picture(20, 10, PNG, 1))
    });
    assert_eq!((calls.get(), names(&volume).len()), (1, 1));
}

#[test]
fn formats_that_readers_do_not_show_are_converted() {
    let limits = ImageLimits::default();
    for (format, seed, expected) in [
        (ImageFormat::Png, 1, "png"),
        (ImageFormat::Jpeg, 1, "jpg"),
        (ImageFormat::Gif, 1, "gif"),
        (ImageFormat::Bmp, 1, "png"),
        (ImageFormat::WebP, 1, "png"),
        (ImageFormat::WebP, 0, "png"),
    ] {
        assert_eq!(ending(&picture(30, 20, format, seed), limits), expected, "{format:?}");
    }
    let jpeg = picture(30, 20, ImageFormat::Jpeg, 1);
    let volume = with("<img src=/a>", limits, |_| Some(jpeg.clone()));
    let stored = volume.files.iter().find(|(name, _)| name.contains("images/")).unwrap();
    assert_eq!(stored.1, jpeg);
}

#[test]
fn images_that_are_too_large_are_scaled_down() {
    let limits = ImageLimits::default().max_pixels(200);
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let volume = with("<img src=/a>", limits, |_| Some(picture(40, 20, format, 1)));
        let (_, bytes) = volume.files.iter().find(|(name, _)| name.contains("images/")).unwrap();
        let image = image::load_from_memory(bytes).unwrap();
        assert_eq!((image.width(), image.height()), (20, 10), "{format:?}");
    }
    let heavy = picture(100, 100, ImageFormat::Bmp, 255);
    assert_eq!(ending(&heavy, ImageLimits::default().max_image_bytes(20_000)), "jpg");
    assert_eq!(ending(&heavy, ImageLimits::default().max_image_bytes(100)), "");
}

#[test]
fn missing_images_leave_their_text_and_a_warning() {
    let check = |bytes: Option<&[u8]>, reason: &str| {
        let bytes = bytes.map(<[u8]>::to_vec);
        let volume =
            with("<p>a <img src=/a alt='A cup'> b", ImageLimits::default(), |_| bytes.clone());
        volume.check("EPUB/article-1.xhtml", &["a A cup b"]);
        let message = format!("Tea: the image https://example.org/a is left out: {reason}");
        assert!(volume.warnings[0].to_string().starts_with(&message), "{:?}", volume.warnings);
    };
    check(None, "there is none");
    check(Some(b""), "it is empty");
    check(Some(b"<!doctype html><html>"), "it is an HTML page");
    check(Some(b"<?xml version='1.0'?><!-- <svg> -->"), "it is SVG without a drawing");
    check(Some(b"\0\0\0\x20ftypavif"), "it is AVIF");
    check(Some(b"\x89PNG\r\n\x1a\nrest"), "it cannot be decoded");
    check(Some(b"what"), "its format is not known");
}

#[test]
fn drawings_are_sanitized() {
    let svg = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' \
               onload='steal()'><script>steal()</script><linearGradient id='a'/>\
               <image href='https://example.org/b'/><rect width='5' height='5'/></svg>";
    let limits = ImageLimits::default();
    let volume = with("<img src=/a alt=Tea>", limits, |_| Some(svg.as_bytes().to_vec()));
    let [name] = names(&volume)[..] else { panic!("one drawing") };
    let name = format!("EPUB/images/{name}");
    volume.check(&name, &["<svg xmlns=\"http://www.w3.org/2000/svg\"", "viewBox", "<rect"]);
    assert!(!volume.text(&name).contains("steal") && !volume.text(&name).contains("example.org"));
    assert_eq!(ending(svg.as_bytes(), limits.max_image_bytes(50)), "");
}

#[test]
fn the_image_of_the_page_is_the_cover() {
    let html = "<title>Tea</title><meta property=og:image content=/cup.png><p>Text.<img src=/a>";
    let articles = vec![article(html, "https://example.org/")];
    let picture_at = |path: &str| Some(picture(20, 10, PNG, u8::from(path == "/a") + 1));
    let volume = Unpacked::of(articles.clone(), VolumeOptions::default(), picture_at);
    let cup = volume.files.iter().position(|(_, bytes)| *bytes == picture_at("/cup.png").unwrap());
    let name = volume.files[cup.unwrap()].0.trim_start_matches("EPUB/");
    volume.check("EPUB/cover.xhtml", &[&format!("<img src=\"{name}\"")]);
    volume.check("EPUB/package.opf", &["media-type=\"image/png\" properties=\"cover-image\""]);
    assert!(volume.names().iter().all(|name| !is_drawing(name)));
    // Several articles, or none of the image: drawn.
    let both =
        Unpacked::of([&articles[..], &articles].concat(), VolumeOptions::default(), picture_at);
    assert!(both.names().iter().any(|name| is_drawing(name)));
    let without = Unpacked::of(articles, VolumeOptions::default(), |_| None);
    assert!(without.names().iter().any(|name| is_drawing(name)));
}

#[test]
fn images_of_a_saved_page_come_from_its_folder() {
    let html = "<title>Tea</title><p>Text.<img src='page_files/a.png'><img src='../b.png'>\
                <img src='file:///etc/c.png'><img src='%2e%2e/d.png'>";
    let mut saved = article_of(html.into());
    saved.base = Some(tamis::Url::parse("file:///books/pages/").unwrap());
    let volume = tamis_epub::Volume::new(vec![saved], VolumeOptions::default());
    let addresses: Vec<_> =
        volume.image_addresses().iter().map(|(url, _)| url.path().to_owned()).collect();
    assert_eq!(addresses, ["/books/pages/page_files/a.png"]);
}

#[test]
fn images_in_data_urls_become_files() {
    let bytes = picture(50, 50, PNG, 1);
    let data = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes);
    let volume =
        with(&format!("<img src='data:image/png;base64,{data}'>"), ImageLimits::default(), |_| {
            None
        });
    assert_eq!(names(&volume).len(), 1);
    assert_eq!(volume.warnings, []);
}

#[test]
fn number_and_bytes_have_limits() {
    let body = "<img src=/1><img src=/2><img src=/3>";
    let of = |limits| {
        let volume = with(body, limits, |path| Some(picture(20, 20, PNG, path.as_bytes()[1])));
        (names(&volume).len(), volume.warnings.len())
    };
    assert_eq!(of(ImageLimits::default()), (3, 0));
    assert_eq!(of(ImageLimits::default().max_images(2)), (2, 1));
    let bytes = picture(20, 20, PNG, b'1').len();
    assert_eq!(of(ImageLimits::default().max_total_bytes(bytes * 2)), (2, 1));
}

/// Returns an image of one colour: few bytes for many pixels, in a format that must be decoded.
fn plain_picture(width: u32, height: u32, seed: u8) -> Vec<u8> {
    let image = image::RgbImage::from_pixel(width, height, image::Rgb([seed, 0, 0]));
    let mut out = std::io::Cursor::new(Vec::new());
    image.write_to(&mut out, ImageFormat::WebP).unwrap();
    out.into_inner()
}

/// Returns a picture whose header claims 16,000,000 pixels. That is all that is read of it, so the
/// picture itself has one: to encode them all takes seconds.
fn claimed_picture() -> Vec<u8> {
    let mut bytes = plain_picture(1, 1, 0);
    assert_eq!((&bytes[12..16], bytes[20]), (&b"VP8L"[..], 0x2f));
    // 14 bits for the width less one, and 14 for the height.
    let side: u32 = 3999;
    let sides = side | side << 14;
    bytes[21..25].copy_from_slice(&sides.to_le_bytes());
    bytes
}

/// Each article may have some large images of few bytes, whatever the articles before it have. The
/// limit is for small pictures here; with `TAMIS_FULL` it is the default, which needs large ones.
#[test]
fn plain_images_have_limits() {
    let small = ImageLimits::default().max_total_decoded_pixels(80_000);
    let (limits, [width, height]) =
        if is_full() { (ImageLimits::default(), [3000, 3500]) } else { (small, [200, 200]) };
    let fetch = |path: &str| Some(plain_picture(width, height, path.as_bytes()[1]));
    assert!(fetch("/0").unwrap().len() < 20_000);
    let page = |body: &str, path| article(&format!("<title>x</title><p>a{body}"), path);
    let articles = vec![
        page("<img src=/1><img src=/2><img src=/3>", "https://example.org/a"),
        page("<img src=/4><img src=/5>", "https://example.org/b"),
    ];
    let volume = Unpacked::of(articles, VolumeOptions::default().images(limits), fetch);
    let missing: Vec<_> = volume.warnings.iter().map(ToString::to_string).collect();
    assert_eq!((names(&volume).len(), missing.len()), (4, 1), "{missing:?}");
    assert!(missing[0].contains("/3"), "{missing:?}");
    let volume = with("<img src=/1>", ImageLimits::default(), |_| Some(claimed_picture()));
    assert!(volume.warnings[0].to_string().contains("it has 16000000 pixels"));
}

#[test]
fn decoded_pixels_have_limits() {
    let plain = |seed: u8| plain_picture(200, 200, seed);
    assert!(plain(1).len() < 500, "{}", plain(1).len());
    let body = "<img src=/1><img src=/2><img src=/3>";
    let of = |limits, bytes: &dyn Fn(u8) -> Vec<u8>| {
        let volume = with(body, limits, |path| Some(bytes(path.as_bytes()[1])));
        (names(&volume).len(), volume.warnings.iter().map(ToString::to_string).collect::<String>())
    };
    let limits = ImageLimits::default();
    assert_eq!(of(limits, &plain), (3, String::new()));
    let (number, warnings) = of(limits.max_decoded_pixels(39_999), &plain);
    assert!(number == 0 && warnings.contains("it has 40000 pixels"), "{warnings}");
    let (number, warnings) = of(limits.max_total_decoded_pixels(80_000), &plain);
    assert!(number == 2 && warnings.contains("the images together"), "{warnings}");
    // An image with many bytes pays for its pixels.
    let noise = |_| picture(200, 200, ImageFormat::Bmp, 255);
    assert_eq!(of(limits.max_total_decoded_pixels(0), &noise), (1, String::new()));
    // An image that is embedded as it is is not decoded.
    let png = |seed| picture(20, 20, PNG, seed);
    assert_eq!(of(limits.max_decoded_pixels(1), &png).0, 3);
}

#[test]
fn image_addresses_are_listed() {
    let html = "<title>x</title><p>a<img src=/1><img src=/2><img src=/1>";
    let articles = vec![article(html, "https://example.org/")];
    let addresses = |limits| {
        let options = VolumeOptions::default().images(limits);
        let volume = tamis_epub::Volume::new(articles.clone(), options);
        let addresses = volume.image_addresses();
        let paths = addresses.iter().filter(|(_, page)| page.is_some()).map(|(url, _)| url.path());
        paths.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(addresses(ImageLimits::default()), "/1 /2");
    assert_eq!(addresses(ImageLimits::default().max_images(1)), "/1");
}
