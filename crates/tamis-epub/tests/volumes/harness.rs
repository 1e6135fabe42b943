//! Volumes of test pages.

use std::io::{Cursor, Read};

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use tamis::dom::NodeId;
use tamis::engine::{Context, Engine, Verdict};
use tamis::{Config, Extractor, Input, NodeSet, Page, Url};
use tamis_epub::{Article, Volume, VolumeOptions, VolumeWarning};
use zip::ZipArchive;

/// An engine that keeps whole pages, so that tests control the content of a volume.
struct Everything;

impl Engine for Everything {
    fn name(&self) -> &'static str {
        "everything"
    }

    fn judge(&self, page: &Page, _: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing("everything", page);
        verdict.kept = vec![true; page.paragraphs().len()];
        let mut nodes = NodeSet::of(page.document());
        nodes.insert_range(NodeId::DOCUMENT..page.document().subtree_end(NodeId::DOCUMENT));
        verdict.nodes = Some(nodes);
        verdict
    }
}

/// Creates an article of a whole page with this address.
pub fn article(html: &str, url: &str) -> Article {
    let url = Url::parse(url).unwrap();
    article_of(Input::from(html).url(&url))
}

/// Creates an article of a whole page.
pub fn article_of(input: Input<'_>) -> Article {
    let mut extractor = Extractor::with_engine(Everything, Config::default()).unwrap();
    Article::of(&extractor.extract(input))
}

/// A volume, unpacked.
pub struct Unpacked {
    pub bytes: Vec<u8>,
    /// The names and contents of the files, in order.
    pub files: Vec<(String, Vec<u8>)>,
    pub warnings: Vec<VolumeWarning>,
}

impl Unpacked {
    /// Writes and unpacks a volume. `fetch` returns the image at a path.
    pub fn of(
        articles: Vec<Article>,
        options: VolumeOptions,
        fetch: impl Fn(&str) -> Option<Vec<u8>>,
    ) -> Unpacked {
        let volume = Volume::new(articles, options);
        let mut file = Cursor::new(Vec::new());
        let mut fetch = |url: &Url, _: Option<&Url>| {
            fetch(url.path()).ok_or_else(|| "there is none".to_owned())
        };
        let warnings = volume.write_epub(&mut file, &mut fetch).unwrap();
        let bytes = file.into_inner();
        let mut archive = ZipArchive::new(Cursor::new(&bytes)).unwrap();
        let files = (0..archive.len()).map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        });
        let files = files.collect();
        Unpacked { bytes, files, warnings }
    }

    pub fn names(&self) -> Vec<&str> {
        self.files.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub fn text(&self, name: &str) -> &str {
        let file = self.files.iter().find(|(found, _)| found == name);
        let (_, bytes) = file.unwrap_or_else(|| panic!("no {name} in {:?}", self.names()));
        std::str::from_utf8(bytes).unwrap()
    }

    /// Checks that the file contains all these texts.
    pub fn check(&self, name: &str, expected: &[&str]) {
        for text in expected {
            assert!(self.text(name).contains(text), "no {text} in\n{}", self.text(name));
        }
    }
}

/// Creates a volume of one page without images.
pub fn volume(html: &str) -> Unpacked {
    let articles = vec![article(html, "https://example.org/a/page")];
    Unpacked::of(articles, VolumeOptions::default(), |_| None)
}

/// True if a file is an SVG drawing by its name.
pub fn is_drawing(name: &str) -> bool {
    name.rsplit('.').next() == Some("svg")
}

/// Creates a picture of this size and format. It depends on `seed`: with 0 it is transparent, with
/// 255 it is noise.
pub fn picture(width: u32, height: u32, format: ImageFormat, seed: u8) -> Vec<u8> {
    let alpha = if seed == 0 { 128 } else { 255 };
    let pixels = RgbaImage::from_fn(width, height, |x, y| {
        let noise = if seed == 255 { (x * x * 31) ^ (y * y * 17) ^ (x * y) } else { 0 };
        Rgba([(x ^ noise) as u8, (y ^ (noise >> 3)) as u8, seed, alpha])
    });
    let image = DynamicImage::from(pixels);
    let image = match format {
        ImageFormat::Jpeg | ImageFormat::Bmp => DynamicImage::from(image.to_rgb8()),
        _ => image,
    };
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}
