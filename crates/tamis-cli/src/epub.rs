//! `tamis epub`: EPUB or HTML files of articles.

mod images;
mod pages;
mod report;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use tamis::Config;
use tamis_epub::{ImagePlace, Style, Volume, VolumeOptions, VolumeWarning};
use tamis_fetch::Client;
use tamis_run::inputs::Inputs;
use tamis_run::names::{Names, safe};
use tamis_run::whole_file::{self, Existing};

use self::images::Fetched;
use self::pages::ReadPage;
use self::report::{Level, Report};
use crate::cli::{EpubArgs, Export};
use crate::mistyped;
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
        max_bytes: Config::default().limits.decompressed_bytes as u64,
        meaning: mistyped::hint,
        ..Inputs::default()
    };
    check(args, &inputs)?;
    let mut report = Report::open(args)?;
    if args.inline_images && args.export == Export::Epub {
        let message = "--inline-images goes with --export html: an EPUB always contains its images";
        report.log(Level::Warn, message);
    }
    let pages = pages::read(args, &inputs, &mut report)?;
    let found = !pages.is_empty();
    if found {
        make(args, pages, &mut report)?;
    }
    Ok(if report.finish() { Status::Failed } else { Status::of(found) })
}

fn check(args: &EpubArgs, inputs: &Inputs) -> anyhow::Result<()> {
    for (option, is_given) in [("--inline-toc", args.inline_toc), ("--cover", args.cover.is_some())]
    {
        if is_given && args.export == Export::Html {
            bail!("{option} goes with --export epub");
        }
    }
    if let Some(folder) = args.output_dir.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("there is no folder {}", folder.display());
    }
    if let Some(file) = &args.merge {
        let folder = file.parent().filter(|path| path.as_os_str() != "" && !path.is_dir());
        if let Some(folder) = folder {
            bail!("there is no folder {}", folder.display());
        }
        let file = with_extension(file, args.export.extension());
        inputs.check_output(Some(&file))?;
        if let Some(reason) = refusal(args, &file) {
            bail!(reason);
        }
    }
    if args.title.is_some() && args.merge.is_none() && inputs.are_several() {
        bail!("--title goes with a single page or --merge");
    }
    inputs.check_stdin()
}

/// Makes the files of the articles.
fn make(args: &EpubArgs, pages: Vec<ReadPage>, report: &mut Report) -> anyhow::Result<()> {
    // There is no delay between images, because browsers fetch all images of a page at once, too.
    let fetch = args.fetch.config(MAX_IMAGE_BYTES)?.delay(Duration::ZERO);
    let maker = Maker { args, options: options(args)?, client: Client::new(fetch)? };
    if let Some(file) = &args.merge {
        let file = with_extension(file, args.export.extension());
        let name = || file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let title = args.title.clone().unwrap_or_else(name);
        let articles = pages.into_iter().map(|page| page.article).collect();
        let volume = Volume::new(articles, maker.options.clone().title(title));
        return maker.make(&volume, &file, report);
    }
    let folder = args.output_dir.clone().unwrap_or_default();
    let is_file = |page: &ReadPage| Path::new(&page.source).canonicalize().ok();
    let sources: HashSet<PathBuf> = pages.iter().filter_map(is_file).collect();
    let mut names = Names::default();
    for ReadPage { source, mut article } in pages {
        article.title = args.title.clone().unwrap_or(article.title);
        let name = safe(&article.title, ' ');
        let file = folder.join(names.path(Path::new(""), &name, args.export.extension()));
        let is_page = file.canonicalize().is_ok_and(|file| sources.contains(&file));
        let itself = || format!("the file {} would take the place of a page", file.display());
        let refusal = refusal(args, &file).or_else(|| is_page.then(itself));
        if let Some(reason) = refusal {
            report.note_failed(&source, &reason);
            continue;
        }
        let volume = Volume::new(vec![article], maker.options.clone());
        maker.make(&volume, &file, report)?;
    }
    Ok(())
}

/// Returns the reason why this file cannot be made, as a sentence: it exists, or the folder of its
/// images.
fn refusal(args: &EpubArgs, file: &Path) -> Option<String> {
    let has_images = args.export == Export::Html && !args.inline_images;
    let images = has_images.then(|| file.with_extension(""));
    let mut made = std::iter::once(file).chain(images.as_deref()).filter(|_| !args.force);
    let exists = made.find(|path| whole_file::exists(path))?;
    Some(format!("{} exists (--force replaces files)", exists.display()))
}

/// Returns the path with this extension. It is added and does not replace another one, because a
/// title can have a full stop: "No. 5" becomes `No. 5.epub`.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|own| own == extension) {
        return path.to_owned();
    }
    let mut name = OsString::from(path);
    name.push(".");
    name.push(extension);
    name.into()
}

/// Returns the options of all files.
///
/// # Errors
///
/// If the styles or the cover cannot be read.
fn options(args: &EpubArgs) -> anyhow::Result<VolumeOptions> {
    let style = match (args.no_css, args.no_header_css) {
        (true, _) => Style::None,
        (_, true) => Style::WithoutHeadings,
        _ => Style::Whole,
    };
    let options = VolumeOptions::default().style(style).inline_toc(args.inline_toc);
    let mut options = options.authors(args.author.clone());
    let context = |what, path: &Path| format!("cannot read the {what} {}", path.display());
    if let Some(path) = &args.css {
        options.css = Some(fs::read_to_string(path).with_context(|| context("styles", path))?);
    }
    if let Some(path) = &args.cover {
        options.cover = Some(fs::read(path).with_context(|| context("cover", path))?);
    }
    Ok(options)
}

/// Makes files, one after the other.
struct Maker<'a> {
    args: &'a EpubArgs,
    options: VolumeOptions,
    client: Client,
}

impl Maker<'_> {
    fn existing(&self) -> Existing {
        if self.args.force { Existing::Replace } else { Existing::Keep }
    }

    fn make(&self, volume: &Volume, file: &Path, report: &mut Report) -> anyhow::Result<()> {
        let wanted = volume.image_addresses();
        let mut images = Fetched::fetch(&self.client, wanted, self.args.max_conn, report);
        let missing = match self.args.export {
            Export::Epub => whole_file::write(file, self.existing(), |out| {
                volume.write_epub(out, &mut |url, _| images.take(url))
            }),
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

    /// Writes the images of a page into a folder with the same name, and then the page.
    fn write_page(
        &self,
        volume: &Volume,
        file: &Path,
        images: &mut Fetched,
    ) -> io::Result<Vec<VolumeWarning>> {
        let folder = file.with_extension("");
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let is_inline = self.args.inline_images;
        let place = if is_inline { ImagePlace::Inline } else { ImagePlace::Folder(&name) };
        let page = volume.html_page(place, &mut |url, _| images.take(url));
        if !page.images.is_empty() {
            fs::create_dir_all(&folder)?;
        }
        let write = |path: &Path, bytes: &[u8]| {
            whole_file::write(path, self.existing(), |out| out.write_all(bytes))
        };
        for image in &page.images {
            write(&folder.join(&image.name), &image.bytes)?;
        }
        write(file, page.html.as_bytes())?;
        Ok(page.warnings)
    }
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
