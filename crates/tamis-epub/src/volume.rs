//! Volumes.

use std::cell::Cell;
use std::collections::HashSet;
use std::io::{self, Seek, Write};

use tamis::Url;
use tamis::dom::{NodeId, name};

use crate::addresses::{Addresses, path_segment};
use crate::archive;
use crate::article::Article;
use crate::chapter::{self, Chapter};
use crate::cover;
use crate::documents::{self, Frame};
use crate::html_page::{self, HtmlPage};
use crate::images::{self, Audience, FetchImage, ImageFile, Images, base64};
use crate::options::{ImagePlace, Style, VolumeOptions};
use crate::outline;
use crate::package::{About, COVER_IMAGE, Item, identifier};
use crate::warning::VolumeWarning;

const XHTML: &str = "application/xhtml+xml";

/// Articles in an order, which can be written as an EPUB file or as an HTML page.
///
/// ```no_run
/// use std::fs::File;
/// use tamis_epub::{Article, Volume, VolumeOptions};
///
/// let page = std::fs::read("page.html")?;
/// let extraction = tamis::extract(page.as_slice(), &tamis::Config::default())?;
/// let volume = Volume::new(vec![Article::of(&extraction)], VolumeOptions::default());
/// volume.write_epub(File::create("page.epub")?, &mut |url, _| Err(format!("no network: {url}")))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Volume {
    articles: Vec<Article>,
    options: VolumeOptions,
}

impl Volume {
    /// Creates a volume of these articles.
    pub fn new(articles: Vec<Article>, options: VolumeOptions) -> Volume {
        Volume { articles, options }
    }

    /// Returns the articles.
    ///
    /// ```
    /// use tamis_epub::{Volume, VolumeOptions};
    /// let volume = Volume::new(Vec::new(), VolumeOptions::default().title("Sunday reading"));
    /// assert!(volume.articles().is_empty());
    /// ```
    pub fn articles(&self) -> &[Article] {
        &self.articles
    }

    /// Returns the addresses of the images in their order, each once, with the address of the first
    /// page that contains the image if that is known. The image of the cover comes first. At most
    /// [`ImageLimits::max_images`] are returned. `data:` URLs are not included.
    ///
    /// A caller can fetch these images in advance, for example in parallel.
    ///
    /// [`ImageLimits::max_images`]: crate::ImageLimits::max_images
    pub fn image_addresses(&self) -> Vec<(Url, Option<&Url>)> {
        let mut seen = HashSet::new();
        let mut addresses = Vec::new();
        for article in &self.articles {
            let document = article.content();
            let images = document.elements(NodeId::DOCUMENT);
            let images = images.filter(|&id| document.is_html(id, name::IMG));
            let images = images.filter_map(|id| {
                document.attr(id, name::SRC).and_then(|source| article.image_address(source))
            });
            for url in self.cover_address().into_iter().cloned().chain(images) {
                if seen.insert(url.clone()) {
                    addresses.push((url, article.url.as_ref()));
                }
            }
        }
        addresses.truncate(self.options.images.max_images);
        addresses
    }

    /// Returns the image of the cover: that of the options or of the only article, else a drawing.
    ///
    /// # Errors
    ///
    /// If the image of the options cannot be embedded.
    fn cover(&self, images: &mut Images, fetch: &mut FetchImage<'_>) -> io::Result<ImageFile> {
        if let Some(bytes) = &self.options.cover {
            let unusable = |reason| format!("the image of the cover cannot be used: {reason}");
            return images
                .embedded(bytes.clone())
                .cloned()
                .map_err(|reason| io::Error::new(io::ErrorKind::InvalidInput, unusable(reason)));
        }
        if let Some(address) = self.cover_address()
            && let Ok(file) = images.file(address.as_str(), &self.articles[0], fetch)
        {
            return Ok(file.clone());
        }
        let line = match &self.articles[..] {
            _ if !self.options.authors.is_empty() => self.options.authors.join(", "),
            [article] => article.source_line(),
            articles => format!("{} articles", articles.len()),
        };
        Ok(images::drawing(cover::drawing(&self.title(), &line)))
    }

    /// Returns the address of the image of the cover: that of the only article, unless the options
    /// have an image.
    fn cover_address(&self) -> Option<&Url> {
        let [article] = &self.articles[..] else { return None };
        article.image.as_ref().filter(|_| self.options.cover.is_none())
    }

    /// Returns the title of the options, or one made from the articles.
    fn title(&self) -> String {
        let first = self.articles.first().map(|article| article.title.as_str());
        match (&self.options.title, self.articles.len()) {
            (Some(title), _) if !title.trim().is_empty() => title.clone(),
            (_, 0 | 1) => first.unwrap_or_default().to_owned(),
            (_, count) => format!("{} (+{})", first.unwrap_or_default(), count - 1),
        }
    }

    /// Returns the style sheet, or `None` if there is none.
    fn style(&self) -> Option<String> {
        let content = include_str!("content.css");
        let mut sheets = match self.options.style {
            Style::Whole => vec![content, include_str!("headings.css")],
            Style::WithoutHeadings => vec![content],
            Style::None => Vec::new(),
        };
        // In a page, the sheet is inside an element, which this would end. In CSS, `\/` is `/`.
        let own = self.options.css.as_ref().map(|css| css.replace("</", "<\\/"));
        sheets.extend(own.as_deref());
        (!sheets.is_empty()).then(|| sheets.concat())
    }

    /// Writes the volume as an EPUB 3 file. Returns warnings about parts that are missing in it.
    /// `fetch` is called at most once for each image.
    ///
    /// The same articles, options and images always give the same bytes.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tamis::Url;
    /// use tamis_epub::{Article, Volume, VolumeOptions};
    ///
    /// let text = "It was the best of times, it was the worst of times, and so it went on. ";
    /// let text = text.repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let volume = Volume::new(vec![Article::of(&extraction)], VolumeOptions::default());
    /// let mut file = Cursor::new(Vec::new());
    /// let fetch = &mut |url: &Url, _: Option<&Url>| Err(format!("no network: {url}"));
    /// let warnings = volume.write_epub(&mut file, fetch)?;
    /// assert!(warnings.is_empty() && file.get_ref().starts_with(b"PK"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file cannot be written, the volume has no articles, or the cover is no image.
    pub fn write_epub(
        &self,
        out: impl Write + Seek,
        fetch: &mut FetchImage<'_>,
    ) -> io::Result<Vec<VolumeWarning>> {
        if self.articles.is_empty() {
            let message = "a volume needs at least one article";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut warnings = Vec::new();
        let mut images = Images::new(self.options.images, Audience::Readers);
        let mut chapters: Vec<_> = (1..)
            .zip(&self.articles)
            .map(|(number, article)| Chapter::in_file(article, format!("article-{number}.xhtml")))
            .collect();
        for chapter in &mut chapters {
            let place = |file: &ImageFile| Some(format!("images/{}", file.name));
            chapter.place_images(&mut images, fetch, &place, &mut warnings);
            chapter.replace_media();
            chapter.find_headings();
            chapter.mark_notes();
        }
        chapter::link(&mut chapters, &Addresses::new(&self.articles));
        let cover = self.cover(&mut images, fetch)?;
        let mut files = images.into_files();
        // The image of the cover may be in the article, too, and is then stored once.
        if !files.contains(&cover) {
            files.push(cover.clone());
        }
        archive::write(out, &self.items(&chapters, files, &cover.name))?;
        Ok(warnings)
    }

    /// Returns all files of the volume. The first one is the package document.
    fn items(&self, chapters: &[Chapter<'_>], images: Vec<ImageFile>, cover: &str) -> Vec<Item> {
        let title = self.title();
        let style = self.style();
        let bodies: Vec<_> = chapters
            .iter()
            .map(|chapter| documents::article(chapter, self.options.inline_toc))
            .collect();
        let about = About {
            title: &title,
            articles: &self.articles,
            authors: &self.options.authors,
            modified: self.options.modified,
            identifier: identifier(&title, &self.articles, &bodies),
        };
        let has_style = style.is_some();
        let frame = Frame {
            title: &title,
            language: about.language(),
            direction: about.is_right_to_left().then_some("rtl"),
            has_style,
        };
        let entries = outline::entries(chapters);
        let image = format!("images/{cover}");
        let page = frame.around(&documents::cover(&title, &self.articles, &image));
        let contents = frame.around(&documents::navigation(&title, &entries));
        let mut items = vec![
            Item { in_spine: true, ..Item::new("cover", "cover.xhtml", XHTML, page) },
            Item {
                in_spine: self.options.inline_toc,
                properties: vec!["nav"],
                ..Item::new("nav", "nav.xhtml", XHTML, contents)
            },
            Item::new("ncx", "toc.ncx", "application/x-dtbncx+xml", about.ncx(&entries)),
        ];
        items.extend(style.map(|style| Item::new("style", "style.css", "text/css", style)));
        for (number, (chapter, body)) in (1..).zip(chapters.iter().zip(&bodies)) {
            let body = format!("<article>\n{body}</article>\n");
            let document = Frame::of(chapter.article, has_style).around(&body);
            let item = Item::new(&format!("article-{number}"), &chapter.file, XHTML, document);
            items.push(Item { in_spine: true, properties: properties(&body), ..item });
        }
        for file in images {
            let (id, name) = (format!("image-{}", file.name), format!("images/{}", file.name));
            let properties = if file.name == cover { vec![COVER_IMAGE] } else { Vec::new() };
            items.push(Item { properties, ..Item::new(&id, &name, file.media_type, file.bytes) });
        }
        let package = about.package(&items);
        items.insert(0, Item::new("package", "package.opf", "", package));
        items
    }

    /// Returns the volume as one HTML page for browsers, which is safe to show. `fetch` is called
    /// at most once for each image.
    ///
    /// ```
    /// use tamis::Url;
    /// use tamis_epub::{Article, ImagePlace, Volume, VolumeOptions};
    /// let text = "It was the best of times, it was the worst of times, and so it went on. ";
    /// let text = text.repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let volume = Volume::new(vec![Article::of(&extraction)], VolumeOptions::default());
    /// let fetch = &mut |url: &Url, _: Option<&Url>| Err(format!("no network: {url}"));
    /// let page = volume.html_page(ImagePlace::Inline, fetch);
    /// assert!(page.html.starts_with("<!DOCTYPE html>\n<html lang=\"en\""));
    /// assert!(page.images.is_empty());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn html_page(&self, images: ImagePlace<'_>, fetch: &mut FetchImage<'_>) -> HtmlPage {
        let mut warnings = Vec::new();
        let mut files = Images::new(self.options.images, Audience::Browsers);
        let ids: Vec<_> = (1..=self.articles.len()).map(|n| format!("article-{n}")).collect();
        let mut chapters: Vec<_> = self
            .articles
            .iter()
            .zip(&ids)
            .map(|(article, id)| Chapter::in_page(article, id))
            .collect();
        // Each place of an image counts, because the page has its bytes at each place.
        let bytes_left = Cell::new(self.options.images.max_total_bytes);
        let place = |file: &ImageFile| match images {
            ImagePlace::Folder(folder) => Some(format!("{}/{}", path_segment(folder), file.name)),
            ImagePlace::Inline => {
                bytes_left.set(bytes_left.get().checked_sub(file.bytes.len())?);
                Some(format!("data:{};base64,{}", file.media_type, base64(&file.bytes)))
            }
        };
        for chapter in &mut chapters {
            chapter.place_images(&mut files, fetch, &place, &mut warnings);
            chapter.find_headings();
        }
        chapter::link(&mut chapters, &Addresses::new(&self.articles));
        let html =
            html_page::write(&self.title(), self.style().as_deref(), &chapters, &self.options);
        let has_files = matches!(images, ImagePlace::Folder(_));
        HtmlPage { html, images: if has_files { files.into_files() } else { Vec::new() }, warnings }
    }
}

/// Returns the manifest properties of an XHTML document: those of the markup that readers need to
/// know in advance.
fn properties(document: &str) -> Vec<&'static str> {
    let markup = [("<math ", "mathml"), ("<svg ", "svg")];
    markup.iter().filter(|(tag, _)| document.contains(tag)).map(|(_, property)| *property).collect()
}
