//! Conversion of images to formats and sizes that can be embedded.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Rgb, RgbImage, Rgba, RgbaImage};

use super::scale::scaled_down;
use super::{Audience, svg};
use crate::options::ImageLimits;

/// The quality of converted JPEG images, 1 to 100. A common default of other programs.
const JPEG_QUALITY: u8 = 85;

/// The number of pixels that each byte of a file pays for. A photo has fewer pixels per byte; a
/// file with more was made to take memory, for example one of a kilobyte with a billion white
/// pixels.
const PIXELS_PER_BYTE: u64 = 32;

/// A PNG image with more pixels per byte than this is smaller than a JPEG image, which takes a byte
/// for some 36 pixels of one colour.
const PLAIN_PIXELS_PER_BYTE: usize = 48;

/// The most pixels of one image that its bytes do not pay for. WebP takes up to 7 bytes of memory
/// for each.
const MAX_UNPAID_PIXELS: u64 = 12_000_000;

/// The decoded pixels of an article beyond those that the bytes of the files pay for.
#[derive(Debug, Default)]
pub(super) struct DecodedPixels(u64);

impl DecodedPixels {
    /// Counts the pixels of an image before it is decoded.
    ///
    /// # Errors
    ///
    /// A sentence, if a limit would be exceeded.
    fn count(&mut self, pixels: u64, bytes: usize, limits: &ImageLimits) -> Result<(), String> {
        let paid = (bytes as u64).saturating_mul(PIXELS_PER_BYTE);
        let max = limits.max_decoded_pixels.min(paid.saturating_add(MAX_UNPAID_PIXELS));
        if pixels > max {
            return Err(format!("it has {pixels} pixels, and at most {max} are decoded"));
        }
        let total = self.0.saturating_add(pixels.saturating_sub(paid));
        if total > limits.max_total_decoded_pixels {
            let max = limits.max_total_decoded_pixels;
            return Err(format!("the images together have more than {max} pixels to decode"));
        }
        self.0 = total;
        Ok(())
    }
}

/// Returns the media type and the bytes to embed: those of the image if the audience can show it
/// and it is within the limits, else those of a converted copy.
///
/// # Errors
///
/// A sentence, if the format is not known, or the image cannot be decoded, or the copy is too
/// large.
pub(super) fn converted(
    bytes: Vec<u8>,
    audience: Audience,
    limits: &ImageLimits,
    decoded: &mut DecodedPixels,
) -> Result<(&'static str, Vec<u8>), String> {
    if is_avif(&bytes) {
        let is_shown = audience == Audience::Browsers && bytes.len() <= limits.max_image_bytes;
        return if is_shown { Ok(("image/avif", bytes)) } else { Err("it is AVIF".to_owned()) };
    }
    if svg::is_svg(&bytes) {
        let drawing = svg::sanitized(&bytes).ok_or("it is SVG without a drawing")?;
        let is_small = drawing.len() <= limits.max_image_bytes;
        let too_large = || format!("it is larger than {} bytes", limits.max_image_bytes);
        return is_small.then_some(("image/svg+xml", drawing)).ok_or_else(too_large);
    }
    let format = image::guess_format(&bytes).map_err(|_| unknown_format(&bytes).to_owned())?;
    let reader = ImageReader::with_format(Cursor::new(&bytes), format);
    let (width, height) = reader.into_dimensions().map_err(|error| undecodable(&error))?;
    let pixels = u64::from(width) * u64::from(height);
    let is_small = pixels <= u64::from(limits.max_pixels) && bytes.len() <= limits.max_image_bytes;
    match shown_as_it_is(format, audience) {
        Some(media_type) if is_small => Ok((media_type, bytes)),
        _ => {
            decoded.count(pixels, bytes.len(), limits)?;
            copied(&bytes, format, limits)
        }
    }
}

/// Returns the media type of a format, or `None` if the audience cannot show it.
///
/// Source: EPUB 3.2, 3.2 "Core media types". EPUB 3.3 adds WebP, which many readers do not support.
fn shown_as_it_is(format: ImageFormat, audience: Audience) -> Option<&'static str> {
    match format {
        ImageFormat::Png => Some("image/png"),
        ImageFormat::Jpeg => Some("image/jpeg"),
        ImageFormat::Gif => Some("image/gif"),
        ImageFormat::WebP if audience == Audience::Browsers => Some("image/webp"),
        _ => None,
    }
}

/// Returns a copy within the limits: PNG if the image is transparent or if PNG is not larger than
/// JPEG, as for drawings, else JPEG.
fn copied(
    bytes: &[u8],
    format: ImageFormat,
    limits: &ImageLimits,
) -> Result<(&'static str, Vec<u8>), String> {
    let reader = ImageReader::with_format(Cursor::new(bytes), format);
    let image = reader.decode().map_err(|error| undecodable(&error))?;
    let has_alpha = image.color().has_alpha();
    let (width, height) = (u64::from(image.width()), u64::from(image.height()));
    let max_pixels = u64::from(limits.max_pixels);
    let image = if width * height > max_pixels {
        let new_width = (max_pixels * width / height).isqrt().clamp(1, width);
        let new_height = (height * new_width / width).max(1);
        scaled_down(&image, new_width as u32, new_height as u32)
    } else {
        image.into_rgba8()
    };
    let small = |copy: &Vec<u8>| copy.len() <= limits.max_image_bytes;
    let without_loss =
        (format != ImageFormat::Jpeg).then(|| png(&image)).transpose()?.filter(small);
    let is_plain = |png: &Vec<u8>| {
        png.len() * PLAIN_PIXELS_PER_BYTE < (image.width() * image.height()) as usize
    };
    let is_transparent = has_alpha && image.pixels().any(|pixel| pixel.0[3] < u8::MAX);
    match without_loss {
        Some(png) if is_transparent || is_plain(&png) => Ok(("image/png", png)),
        without_loss => {
            let jpeg = jpeg(&image)?;
            match without_loss {
                Some(png) if png.len() <= jpeg.len() => Ok(("image/png", png)),
                _ if small(&jpeg) => Ok(("image/jpeg", jpeg)),
                _ => Err(format!("it is larger than {} bytes", limits.max_image_bytes)),
            }
        }
    }
}

fn png(image: &RgbaImage) -> Result<Vec<u8>, String> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, ImageFormat::Png).map_err(|error| undecodable(&error))?;
    Ok(out.into_inner())
}

/// Encodes the image as JPEG, on a white background.
fn jpeg(image: &RgbaImage) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
    let over_white = |Rgba([red, green, blue, alpha]): Rgba<u8>| {
        let shown = |value: u8| {
            let (value, alpha) = (u16::from(value), u16::from(alpha));
            ((value * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        Rgb([red, green, blue].map(shown))
    };
    let opaque =
        RgbImage::from_fn(image.width(), image.height(), |x, y| over_white(*image.get_pixel(x, y)));
    opaque.write_with_encoder(encoder).map_err(|error| undecodable(&error))?;
    Ok(out)
}

fn undecodable(error: &image::ImageError) -> String {
    format!("it cannot be decoded: {error}")
}

fn is_avif(bytes: &[u8]) -> bool {
    bytes.get(4..12).is_some_and(|kind| matches!(kind, b"ftypavif" | b"ftypavis"))
}

/// Returns a sentence about bytes that are not an image of a known format.
fn unknown_format(bytes: &[u8]) -> &'static str {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    if start.contains("<html") {
        "it is an HTML page"
    } else if bytes.is_empty() {
        "it is empty"
    } else {
        "its format is not known"
    }
}
