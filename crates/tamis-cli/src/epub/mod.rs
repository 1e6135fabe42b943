//! `tamis epub`: EPUB or HTML files of articles.

mod images;
mod names;
mod pages;
mod parallel;
mod report;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use tamis::Config;
use tamis_epub::{Article, ImagePlace, Style, Volume, VolumeOptions, VolumeWarning};
use tamis_fetch::Client;

use self::images::Fetched;
use self::names::Names;
use self::report::{Level, Report};
use crate::cli::{EpubArgs, Export};
use crate::input::Inputs;
use crate::listing::Listings;
use crate::status::Status;

/// The largest image to fetch, in bytes. Larger ones are mostly scans, or made for print.
const MAX_IMAGE_BYTES: u64 = 20 << 20;

/// Makes the files.
///
/// # Errors
///
/// If the options contradict each other, or a file cannot be written.
pub fn run(args: &EpubArgs) -> anyhow::Result<Status> {
    let inputs = Inputs {
        names: args.inputs.clone(),
        list: args.file.clone(),
        listings: Listings::default(),
        max_bytes: Config::default().limits.decompressed_bytes as u64,
    };
    check(args, &inputs)?;
    let mut report = Report::open(args)?;
    if args.inline_images && args.export == Export::Epub {
        let message = "--inline-images goes with --export html: an EPUB always contains its images";
        report.log(Level::Warn, message);
    }
    let articles = pages::articles(args, &inputs, &mut report)?;
    let found = !articles.is_empty();
    if found {
        make(args, articles, &mut report)?;
    }
    Ok(if report.finish() { Status::Failed } else { Status::of(found) })
}

fn check(args: &EpubArgs, inputs: &Inputs) -> anyhow::Result<()> {
    if args.inline_toc && args.export == Export::Html {
        bail!("--inline-toc goes with --export epub");
    }
    if let Some(folder) = args.output_dir.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("there is no folder {}", folder.display());
    }
    let folder = args.merge.as_deref().and_then(Path::parent);
    if let Some(folder) = folder.filter(|path| path.as_os_str() != "" && !path.is_dir()) {
        bail!("there is no folder {}", folder.display());
    }
    if args.title.is_some() && args.merge.is_none() && inputs.are_several() {
        bail!("--title goes with a single page or --merge");
    }
    inputs.check_stdin()
}

/// Makes the files of the articles.
fn make(args: &EpubArgs, articles: Vec<Article>, report: &mut Report) -> anyhow::Result<()> {
    // Browsers fetch the images of a page at once too.
    let fetch = args.fetch.config(MAX_IMAGE_BYTES)?.delay(Duration::ZERO);
    let maker = Maker { args, client: Client::new(fetch)? };
    if let Some(file) = &args.merge {
        let file = with_extension(file, args.export.extension());
        let name = || file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let title = args.title.clone().unwrap_or_else(name);
        let volume = Volume::new(articles, maker.options().title(title));
        return maker.make(&volume, &file, report);
    }
    let folder = args.output_dir.clone().unwrap_or_default();
    let mut names = Names::default();
    for mut article in articles {
        article.title = args.title.clone().unwrap_or(article.title);
        let file = folder.join(names.name(&article.title, args.export.extension()));
        let volume = Volume::new(vec![article], maker.options());
        maker.make(&volume, &file, report)?;
    }
    Ok(())
}

/// The path with this extension. It is added to another one, since a title can have a full stop.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|own| own == extension) {
        return path.to_owned();
    }
    let mut name = OsString::from(path);
    name.push(".");
    name.push(extension);
    name.into()
}

/// Makes files, one after the other.
struct Maker<'a> {
    args: &'a EpubArgs,
    client: Client,
}

impl Maker<'_> {
    fn options(&self) -> VolumeOptions {
        let style = match (self.args.no_css, self.args.no_header_css) {
            (true, _) => Style::None,
            (_, true) => Style::WithoutHeadings,
            _ => Style::Whole,
        };
        VolumeOptions::default().style(style).inline_toc(self.args.inline_toc)
    }

    fn make(&self, volume: &Volume, file: &Path, report: &mut Report) -> anyhow::Result<()> {
        let wanted = volume.image_addresses();
        let mut images = Fetched::fetch(&self.client, wanted, self.args.max_conn, report);
        let missing = match self.args.export {
            Export::Epub => write_epub(volume, file, &mut images),
            Export::Html => self.write_page(volume, file, &mut images),
        };
        let missing = missing.with_context(|| format!("cannot write {}", file.display()))?;
        report.note_missing(&missing);
        report.log(Level::Info, &format!("{} is written", file.display()));
        if self.args.quiet {
            return Ok(());
        }
        // A program that reads the names should not wait for the next file.
        let mut out = io::stdout().lock();
        writeln!(out, "{}", file.display())
            .and_then(|()| out.flush())
            .context("cannot write the output")
    }

    /// Writes the page, and its images into a folder with the same name.
    fn write_page(
        &self,
        volume: &Volume,
        file: &Path,
        images: &mut Fetched,
    ) -> anyhow::Result<Vec<VolumeWarning>> {
        let folder = file.with_extension("");
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let is_inline = self.args.inline_images;
        let place = if is_inline { ImagePlace::Inline } else { ImagePlace::Folder(&name) };
        let page = volume.html_page(place, &mut |url, _| images.take(url));
        fs::write(file, &page.html)?;
        if !page.images.is_empty() {
            fs::create_dir_all(&folder)?;
        }
        for image in &page.images {
            fs::write(folder.join(&image.name), &image.bytes)?;
        }
        Ok(page.warnings)
    }
}

fn write_epub(
    volume: &Volume,
    file: &Path,
    images: &mut Fetched,
) -> anyhow::Result<Vec<VolumeWarning>> {
    let mut out = BufWriter::new(File::create(file)?);
    let missing = volume.write_epub(&mut out, &mut |url, _| images.take(url))?;
    out.flush()?;
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_extension_is_added() {
        for (path, expected) in [
            ("a", "a.epub"),
            ("b/a.epub", "b/a.epub"),
            ("a.html", "a.html.epub"),
            ("No. 1", "No. 1.epub"),
        ] {
            assert_eq!(with_extension(Path::new(path), "epub"), Path::new(expected));
        }
    }
}
