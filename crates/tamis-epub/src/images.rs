//! The images of a volume: each embedded once, in a format that all readers show, within limits.
//!
//! A file is known by a hash of its bytes, so an image that ten articles show is stored once,
//! whatever its addresses are. Formats that some readers do not show are converted, for example
//! WebP. Decoding is where an image can do harm: a file of a kilobyte can have a billion pixels. So
//! pixels are counted before an image is decoded, and each article has a budget of its own.

mod convert;
mod data;
mod scale;
mod svg;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sha2::{Digest, Sha256};

use tamis::Url;

use self::convert::DecodedPixels;
pub(crate) use self::data::base64;
use crate::article::Article;
use crate::options::ImageLimits;

/// A function that fetches an image.
///
/// It takes the address of the image, and the address of the page that contains the image if that
/// is known. It returns the bytes of the image, or a sentence that tells why there are none. The
/// format is detected from the bytes, so the server's media type is not needed.
pub type FetchImage<'f> = dyn FnMut(&Url, Option<&Url>) -> Result<Vec<u8>, String> + 'f;

/// The programs that show the images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// EPUB readers, which show PNG, JPEG and GIF.
    Readers,
    /// Browsers, which also show WebP and AVIF.
    Browsers,
}

/// An embedded image.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageFile {
    /// The file name: 16 hex digits of a hash of the bytes, and the extension of the format.
    pub name: String,
    /// The media type, such as `image/png`.
    pub media_type: &'static str,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// The images that are embedded so far.
pub(crate) struct Images {
    limits: ImageLimits,
    audience: Audience,
    files: Vec<ImageFile>,
    total_bytes: usize,
    decoded: DecodedPixels,
    /// The index of the file for each address, or the reason why there is none.
    by_address: HashMap<String, Result<usize, String>>,
    /// The index of the file for each name.
    by_name: HashMap<String, usize>,
}

impl Images {
    pub(crate) fn new(limits: ImageLimits, audience: Audience) -> Images {
        Images {
            limits,
            audience,
            files: Vec::new(),
            total_bytes: 0,
            decoded: DecodedPixels::default(),
            by_address: HashMap::new(),
            by_name: HashMap::new(),
        }
    }

    /// Begins an article, which may have as many decoded pixels as any other.
    pub(crate) fn begin_article(&mut self) {
        self.decoded = DecodedPixels::default();
    }

    pub(crate) fn into_files(self) -> Vec<ImageFile> {
        self.files
    }

    /// Returns the file of the image at this address of an article. Each address is fetched once.
    ///
    /// # Errors
    ///
    /// A sentence that tells why the image cannot be embedded.
    pub(crate) fn file(
        &mut self,
        address: &str,
        article: &Article,
        fetch: &mut FetchImage<'_>,
    ) -> Result<&ImageFile, String> {
        let url = if data::is_data(address) { None } else { article.image_address(address) };
        let key = url.as_ref().map_or(address, Url::as_str);
        let known = self.by_address.get(key).cloned();
        let number = known.unwrap_or_else(|| {
            let bytes = self.bytes(address, url.as_ref(), article.url.as_ref(), fetch);
            let number = bytes.and_then(|bytes| self.embed(bytes));
            self.by_address.insert(key.to_owned(), number.clone());
            number
        });
        number.map(|number| &self.files[number])
    }

    /// Returns the bytes of the image at this address.
    fn bytes(
        &self,
        address: &str,
        url: Option<&Url>,
        found_on: Option<&Url>,
        fetch: &mut FetchImage<'_>,
    ) -> Result<Vec<u8>, String> {
        if self.files.len() >= self.limits.max_images {
            return Err(format!("only {} images are embedded", self.limits.max_images));
        }
        if data::is_data(address) {
            return data::decoded(address);
        }
        fetch(url.ok_or("its address is not on the web")?, found_on)
    }

    /// Returns the sentence about an image for which there is no room.
    pub(crate) fn too_large(&self) -> String {
        too_large(self.limits)
    }

    /// Returns the file of an image with these bytes.
    ///
    /// # Errors
    ///
    /// As [`Images::file`].
    pub(crate) fn embedded(&mut self, bytes: Vec<u8>) -> Result<&ImageFile, String> {
        self.embed(bytes).map(|number| &self.files[number])
    }

    /// Converts an image and adds it to the files. Returns its index.
    fn embed(&mut self, bytes: Vec<u8>) -> Result<usize, String> {
        let (media_type, bytes) =
            convert::converted(bytes, self.audience, &self.limits, &mut self.decoded)?;
        let name = name(&bytes, media_type);
        match self.by_name.entry(name.clone()) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(entry) => {
                let total = self.total_bytes.saturating_add(bytes.len());
                if total > self.limits.max_total_bytes {
                    return Err(too_large(self.limits));
                }
                self.total_bytes = total;
                entry.insert(self.files.len());
                self.files.push(ImageFile { name, media_type, bytes });
                Ok(self.files.len() - 1)
            }
        }
    }
}

fn too_large(limits: ImageLimits) -> String {
    format!("all images together are larger than {} bytes", limits.max_total_bytes)
}

/// Returns the file of a drawing that is not an image of a page. The limits do not apply.
pub(crate) fn drawing(svg: String) -> ImageFile {
    let (media_type, bytes) = ("image/svg+xml", svg.into_bytes());
    ImageFile { name: name(&bytes, media_type), media_type, bytes }
}

/// Returns the name of a file with these bytes.
fn name(bytes: &[u8], media_type: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let number = digest.first_chunk().copied().map_or(0, u64::from_be_bytes);
    let ending = match media_type.strip_prefix("image/").unwrap_or(media_type) {
        "jpeg" => "jpg",
        "svg+xml" => "svg",
        other => other,
    };
    format!("{number:016x}.{ending}")
}
