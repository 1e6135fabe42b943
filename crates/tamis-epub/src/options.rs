//! Options of volumes.

use tamis::metadata::Date;

/// The style sheet of a volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Styles of the content and of headings.
    #[default]
    Whole,
    /// Styles of the content only. Headings look as the reader shows them by default.
    WithoutHeadings,
    /// No style sheet. Everything looks as the reader shows it by default.
    None,
}

/// Options of a [`Volume`](crate::Volume).
///
/// ```
/// use tamis_epub::{Style, VolumeOptions};
/// let options = VolumeOptions::default().title("Sunday reading").inline_toc(true);
/// assert_eq!((options.title.as_deref(), options.style), (Some("Sunday reading"), Style::Whole));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct VolumeOptions {
    /// The title. Default: that of the article. If there are several, that of the first one and the
    /// number of the others.
    pub title: Option<String>,
    /// Adds the table of contents as a page at the beginning, and a table at the start of each
    /// article with two or more headings. Default: false. Readers show the contents in a menu in
    /// any case.
    pub inline_toc: bool,
    /// The style sheet. Default: [`Style::Whole`].
    pub style: Style,
    /// A style sheet of the caller's, which applies after [`VolumeOptions::style`]. Default: none.
    pub css: Option<String>,
    /// The authors of the volume, in the place of those of its articles. Default: none.
    pub authors: Vec<String>,
    /// The bytes of the image of the cover, in any format that images of articles may have.
    /// Default: the image of the only article, or a drawing of the title.
    pub cover: Option<Vec<u8>>,
    /// The limits of number and size of images.
    pub images: ImageLimits,
    /// The day of the volume's last change. Default: the last known day of an article, or 1 January
    /// 1980 if there is none.
    pub modified: Option<Date>,
}

impl VolumeOptions {
    /// Sets [`VolumeOptions::title`].
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> VolumeOptions {
        self.title = Some(title.into());
        self
    }

    /// Sets [`VolumeOptions::inline_toc`].
    #[must_use]
    pub fn inline_toc(mut self, inline: bool) -> VolumeOptions {
        self.inline_toc = inline;
        self
    }

    /// Sets [`VolumeOptions::style`].
    #[must_use]
    pub fn style(mut self, style: Style) -> VolumeOptions {
        self.style = style;
        self
    }

    /// Sets [`VolumeOptions::css`].
    #[must_use]
    pub fn css(mut self, css: impl Into<String>) -> VolumeOptions {
        self.css = Some(css.into());
        self
    }

    /// Sets [`VolumeOptions::authors`].
    #[must_use]
    pub fn authors(mut self, authors: Vec<String>) -> VolumeOptions {
        self.authors = authors;
        self
    }

    /// Sets [`VolumeOptions::cover`].
    #[must_use]
    pub fn cover(mut self, image: Vec<u8>) -> VolumeOptions {
        self.cover = Some(image);
        self
    }

    /// Sets [`VolumeOptions::images`].
    #[must_use]
    pub fn images(mut self, limits: ImageLimits) -> VolumeOptions {
        self.images = limits;
        self
    }

    /// Sets [`VolumeOptions::modified`].
    #[must_use]
    pub fn modified(mut self, day: Date) -> VolumeOptions {
        self.modified = Some(day);
        self
    }
}

/// The limits of number and size of images in a volume.
///
/// ```
/// use tamis_epub::ImageLimits;
/// let limits = ImageLimits::default().max_pixels(1_000_000);
/// assert_eq!(limits.max_images, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageLimits {
    /// The maximum number of images. Further images are left out. Default: 1,000, an estimate of
    /// what readers open without delay.
    pub max_images: usize,
    /// The maximum size of one image in bytes. A larger image is converted, and left out if it is
    /// still too large. Default: 5 MiB. Source: the Kindle Publishing Guidelines, "Image
    /// Guidelines".
    pub max_image_bytes: usize,
    /// The maximum size of all embedded images together in bytes. An image that would exceed it is
    /// left out. Default: 200 MiB. Source: the limit of Amazon's Send to Kindle.
    pub max_total_bytes: usize,
    /// The maximum number of pixels of an image. A larger image is scaled down. Default: 5,600,000.
    /// Source: the Apple Books Asset Guide, "Book Images".
    pub max_pixels: u32,
    /// The maximum number of pixels of an image that is decoded in order to convert it. An image
    /// with more is left out, as is one with over 12,000,000 more than 32 for each byte of its
    /// file. Default: 40,000,000, some 160 MB in memory: more than cameras of most telephones take.
    pub max_decoded_pixels: u64,
    /// The maximum number of pixels of all decoded images of an article together, without 32 for
    /// each byte of their files. An image that would exceed it is left out. Default: 25,000,000,
    /// some half a second. Photos and most drawings have fewer than 32 pixels per byte; images made
    /// to exhaust a program have thousands.
    pub max_total_decoded_pixels: u64,
}

impl Default for ImageLimits {
    fn default() -> ImageLimits {
        ImageLimits {
            max_images: 1000,
            max_image_bytes: 5 << 20,
            max_total_bytes: 200 << 20,
            max_pixels: 5_600_000,
            max_decoded_pixels: 40_000_000,
            max_total_decoded_pixels: 25_000_000,
        }
    }
}

impl ImageLimits {
    /// Sets [`ImageLimits::max_images`].
    #[must_use]
    pub fn max_images(mut self, images: usize) -> ImageLimits {
        self.max_images = images;
        self
    }

    /// Sets [`ImageLimits::max_image_bytes`].
    #[must_use]
    pub fn max_image_bytes(mut self, bytes: usize) -> ImageLimits {
        self.max_image_bytes = bytes;
        self
    }

    /// Sets [`ImageLimits::max_total_bytes`].
    #[must_use]
    pub fn max_total_bytes(mut self, bytes: usize) -> ImageLimits {
        self.max_total_bytes = bytes;
        self
    }

    /// Sets [`ImageLimits::max_pixels`].
    #[must_use]
    pub fn max_pixels(mut self, pixels: u32) -> ImageLimits {
        self.max_pixels = pixels;
        self
    }

    /// Sets [`ImageLimits::max_decoded_pixels`].
    #[must_use]
    pub fn max_decoded_pixels(mut self, pixels: u64) -> ImageLimits {
        self.max_decoded_pixels = pixels;
        self
    }

    /// Sets [`ImageLimits::max_total_decoded_pixels`].
    #[must_use]
    pub fn max_total_decoded_pixels(mut self, pixels: u64) -> ImageLimits {
        self.max_total_decoded_pixels = pixels;
        self
    }
}

/// The place of the images of an HTML page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImagePlace<'p> {
    /// Embedded in the page as `data:` URLs.
    Inline,
    /// Files in a folder with this name, which is next to the page.
    Folder(&'p str),
}
