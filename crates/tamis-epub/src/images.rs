//! The images of a volume: each once, in a format that every reader shows, and not too large.

mod convert;
mod data;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sha2::{Digest, Sha256};

use tamis::Url;

pub(crate) use self::data::base64;

/// What an image is in the hands of whoever fetches it.
///
/// A function that takes the address of an image and the address of the page that names it, where that is known, and gives its
/// bytes, or says in a sentence why not. What the server says of their format is not asked for: the bytes tell.
pub type Fetch<'f> = dyn FnMut(&Url, Option<&Url>) -> Result<Vec<u8>, String> + 'f;

/// How many images a volume has, and how large they are.
///
/// ```
/// use tamis_epub::ImageLimits;
/// let limits = ImageLimits::default().max_pixels(1_000_000);
/// assert_eq!(limits.max_images, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageLimits {
    /// The most images of a volume; the others are left out. Default 1,000, an estimate of what readers open without delay.
    pub max_images: usize,
    /// The most bytes of one image, as it came and as it is embedded; one with more is made smaller or left out. Default 5 MiB.
    /// Source: the Kindle Publishing Guidelines, "Image Guidelines".
    pub max_image_bytes: usize,
    /// The most bytes of all images together as they are embedded; those that come when they are reached are left out. Default
    /// 200 MiB. Source: the limit of Amazon's Send to Kindle.
    pub max_total_bytes: usize,
    /// The most pixels of an image; one with more is made smaller. Default 5,600,000. Source: the Apple Books Asset Guide, "Book
    /// Images".
    pub max_pixels: u32,
}

impl Default for ImageLimits {
    fn default() -> ImageLimits {
        ImageLimits {
            max_images: 1000,
            max_image_bytes: 5 << 20,
            max_total_bytes: 200 << 20,
            max_pixels: 5_600_000,
        }
    }
}

impl ImageLimits {
    /// Sets the most images.
    #[must_use]
    pub fn max_images(mut self, images: usize) -> ImageLimits {
        self.max_images = images;
        self
    }

    /// Sets the most bytes of one image.
    #[must_use]
    pub fn max_image_bytes(mut self, bytes: usize) -> ImageLimits {
        self.max_image_bytes = bytes;
        self
    }

    /// Sets the most bytes of all images.
    #[must_use]
    pub fn max_total_bytes(mut self, bytes: usize) -> ImageLimits {
        self.max_total_bytes = bytes;
        self
    }

    /// Sets the most pixels of an image.
    #[must_use]
    pub fn max_pixels(mut self, pixels: u32) -> ImageLimits {
        self.max_pixels = pixels;
        self
    }
}

/// Who shows the images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Readers of EPUB: PNG, JPEG and GIF.
    Readers,
    /// Browsers: WebP and AVIF too.
    Browsers,
}

/// An image as it is embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFile {
    /// Its name, made of what is in it: sixteen digits and the ending of its format.
    pub name: String,
    /// The media type, such as `image/png`.
    pub media_type: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The images so far.
pub(crate) struct Images {
    limits: ImageLimits,
    audience: Audience,
    files: Vec<ImageFile>,
    total_bytes: usize,
    /// The number of each file by the address it came from, or why there is none.
    by_address: HashMap<String, Result<usize, String>>,
    /// The same by the name.
    by_name: HashMap<String, usize>,
}

impl Images {
    pub(crate) fn new(limits: ImageLimits, audience: Audience) -> Images {
        Images {
            limits,
            audience,
            files: Vec::new(),
            total_bytes: 0,
            by_address: HashMap::new(),
            by_name: HashMap::new(),
        }
    }

    pub(crate) fn into_files(self) -> Vec<ImageFile> {
        self.files
    }

    /// The file of the image at this address; fetched once.
    ///
    /// # Errors
    ///
    /// A sentence where there is none.
    pub(crate) fn file(
        &mut self,
        address: &str,
        found_on: Option<&Url>,
        fetch: &mut Fetch<'_>,
    ) -> Result<&ImageFile, String> {
        let url = if data::is_data(address) { None } else { Url::parse(address).ok() };
        let key = url.as_ref().map_or(address, Url::as_str);
        let known = self.by_address.get(key).cloned();
        let number = known.unwrap_or_else(|| {
            let bytes = self.bytes(address, url.as_ref(), found_on, fetch);
            let number = bytes.and_then(|bytes| self.embed(bytes));
            self.by_address.insert(key.to_owned(), number.clone());
            number
        });
        number.map(|number| &self.files[number])
    }

    fn bytes(
        &self,
        address: &str,
        url: Option<&Url>,
        found_on: Option<&Url>,
        fetch: &mut Fetch<'_>,
    ) -> Result<Vec<u8>, String> {
        if self.files.len() >= self.limits.max_images {
            return Err(format!("no more than {} images are embedded", self.limits.max_images));
        }
        if data::is_data(address) {
            return data::decoded(address);
        }
        fetch(url.ok_or("its address is not whole")?, found_on)
    }

    fn embed(&mut self, bytes: Vec<u8>) -> Result<usize, String> {
        let (media_type, bytes) = convert::converted(bytes, self.audience, &self.limits)?;
        let name = name(&bytes, media_type);
        match self.by_name.entry(name.clone()) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(entry) => {
                let total = self.total_bytes.saturating_add(bytes.len());
                if total > self.limits.max_total_bytes {
                    return Err(format!(
                        "the images together have more than {} bytes",
                        self.limits.max_total_bytes
                    ));
                }
                self.total_bytes = total;
                entry.insert(self.files.len());
                self.files.push(ImageFile { name, media_type, bytes });
                Ok(self.files.len() - 1)
            }
        }
    }
}

fn name(bytes: &[u8], media_type: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let number = digest.first_chunk().copied().map_or(0, u64::from_be_bytes);
    let ending = media_type.strip_prefix("image/").unwrap_or(media_type);
    format!("{number:016x}.{}", if ending == "jpeg" { "jpg" } else { ending })
}
