//! The ZIP container.

use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::package::{CONTAINER, Item};

/// The media type. It is the first file and not compressed, so readers find it without unpacking.
const MIMETYPE: &str = "application/epub+zip";

/// Writes the files into a ZIP container. All have the earliest date that ZIP allows, so that the
/// same articles give the same bytes on any day.
///
/// Source: EPUB Open Container Format 3.2, 4.2 "OCF ZIP Container".
///
/// # Errors
///
/// If the file cannot be written.
pub(crate) fn write(out: impl Write + Seek, items: &[Item]) -> io::Result<()> {
    let mut zip = ZipWriter::new(out);
    put(&mut zip, "mimetype", MIMETYPE.as_bytes(), false)?;
    put(&mut zip, "META-INF/container.xml", CONTAINER.as_bytes(), true)?;
    for item in items {
        // Images are stored as they are, because they are compressed already.
        let is_text = !item.media_type.starts_with("image/");
        put(&mut zip, &format!("EPUB/{}", item.name), &item.bytes, is_text)?;
    }
    zip.finish()?.flush()
}

/// Writes one file.
fn put<W: Write + Seek>(
    zip: &mut ZipWriter<W>,
    name: &str,
    bytes: &[u8],
    compress: bool,
) -> io::Result<()> {
    let method = if compress { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let options = SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(DateTime::default());
    zip.start_file(name, options)?;
    zip.write_all(bytes)
}
