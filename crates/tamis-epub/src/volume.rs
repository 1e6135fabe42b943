//! A volume: articles in their order, and what is made of them.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Seek, Write};

use tamis::Url;
use tamis::dom::{NodeId, name};
use tamis::metadata::Date;

use crate::addresses::{Addresses, segment};
use crate::archive;
use crate::article::Article;
use crate::chapter::{self, Chapter};
use crate::documents::{self, Frame};
use crate::images::{Audience, Fetch, ImageFile, ImageLimits, Images, base64};
use crate::outline;
use crate::package::{About, Item, identifier};
use crate::page::{self, Page};

const XHTML: &str = "application/xhtml+xml";

/// Which styles a volume has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Those of contents and of headings.
    #[default]
    Whole,
    /// Those of contents alone: headings look as the reader has them.
    WithoutHeadings,
    /// None: all looks as the reader has it.
    None,
}

/// How a volume is made.
///
/// ```
/// use tamis_epub::{Options, Style};
/// let options = Options::default().title("Sunday reading").inline_toc(true);
/// assert_eq!((options.title.as_deref(), options.style), (Some("Sunday reading"), Style::Whole));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The title. Default that of the article; of several the first one's and how many there are more.
    pub title: Option<String>,
    /// Whether the contents can be read as a page at the beginning, and each article with two or more headings begins with its own.
    /// Default no: readers show them on request.
    pub inline_toc: bool,
    /// The styles. Default all.
    pub style: Style,
    /// How many images there are, and how large.
    pub images: ImageLimits,
    /// The day of the volume's last change. Default the last that is known of an article; where there is none, 1 January 1980.
    pub modified: Option<Date>,
}

impl Options {
    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Options {
        self.title = Some(title.into());
        self
    }

    /// Sets whether the contents are pages.
    #[must_use]
    pub fn inline_toc(mut self, inline: bool) -> Options {
        self.inline_toc = inline;
        self
    }

    /// Sets the styles.
    #[must_use]
    pub fn style(mut self, style: Style) -> Options {
        self.style = style;
        self
    }

    /// Sets how many images there are, and how large.
    #[must_use]
    pub fn images(mut self, limits: ImageLimits) -> Options {
        self.images = limits;
        self
    }

    /// Sets the day of the last change.
    #[must_use]
    pub fn modified(mut self, day: Date) -> Options {
        self.modified = Some(day);
        self
    }
}

/// What is missing in a volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The title of the article.
    pub title: String,
    /// A sentence.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.message)
    }
}

/// Where the images of a page go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImagePlace<'p> {
    /// Into the page.
    Inline,
    /// Into a folder of this name beside it.
    Folder(&'p str),
}

/// Articles in their order.
#[derive(Clone, Debug)]
pub struct Volume {
    articles: Vec<Article>,
    options: Options,
}

impl Volume {
    /// A volume of these articles.
    pub fn new(articles: Vec<Article>, options: Options) -> Volume {
        Volume { articles, options }
    }

    /// The articles.
    pub fn articles(&self) -> &[Article] {
        &self.articles
    }

    /// The addresses of the images, each once, and of the page that names each first, in their order: as many as a volume can
    /// have. Those that stand in their address are not among them.
    pub fn image_addresses(&self) -> Vec<(Url, Option<&Url>)> {
        let mut seen = HashSet::new();
        let mut addresses = Vec::new();
        for article in &self.articles {
            let document = article.content();
            let images = document.elements(NodeId::DOCUMENT);
            let images = images.filter(|&id| document.is_html(id, name::IMG));
            for url in images.filter_map(|id| Url::parse(document.attr(id, name::SRC)?).ok()) {
                if matches!(url.scheme(), "http" | "https") && seen.insert(url.clone()) {
                    addresses.push((url, article.url.as_ref()));
                }
            }
        }
        addresses.truncate(self.options.images.max_images);
        addresses
    }

    fn title(&self) -> String {
        let first = self.articles.first().map(|article| article.title.as_str());
        match (&self.options.title, self.articles.len()) {
            (Some(title), _) if !title.trim().is_empty() => title.clone(),
            (_, 0 | 1) => first.unwrap_or_default().to_owned(),
            (_, count) => format!("{} (+{})", first.unwrap_or_default(), count - 1),
        }
    }

    /// The styles in one sheet; `None` where there are none.
    fn style(&self) -> Option<String> {
        let content = include_str!("content.css");
        match self.options.style {
            Style::Whole => Some(format!("{content}{}", include_str!("headings.css"))),
            Style::WithoutHeadings => Some(content.to_owned()),
            Style::None => None,
        }
    }

    /// Writes the volume as an EPUB 3 file; comes back with what is missing in it. `fetch` is asked once for each image.
    ///
    /// The same articles, options and images give the same bytes.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tamis_epub::{Article, Options, Volume};
    ///
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let volume = Volume::new(vec![Article::of(&extraction)], Options::default());
    /// let mut file = Cursor::new(Vec::new());
    /// let missing = volume.write_epub(&mut file, &mut |url, _| Err(format!("{url} is not fetched")))?;
    /// assert!(missing.is_empty() && file.get_ref().starts_with(b"PK"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the file can't be written, and when there is no article.
    pub fn write_epub(
        &self,
        out: impl Write + Seek,
        fetch: &mut Fetch<'_>,
    ) -> io::Result<Vec<Warning>> {
        if self.articles.is_empty() {
            let message = "a volume has one article at least";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut warnings = Vec::new();
        let mut images = Images::new(self.options.images, Audience::Readers);
        let mut chapters: Vec<_> = (1..)
            .zip(&self.articles)
            .map(|(number, article)| Chapter::in_file(article, format!("article-{number}.xhtml")))
            .collect();
        for chapter in &mut chapters {
            let place = |file: &ImageFile| format!("images/{}", file.name);
            chapter.place_images(&mut images, fetch, &place, &mut warnings);
            chapter.replace_media();
            chapter.find_headings();
            chapter.mark_notes();
        }
        chapter::link(&mut chapters, &Addresses::of(&self.articles));
        archive::write(out, &self.items(&chapters, images))?;
        Ok(warnings)
    }

    /// All files of the volume; the first is the package document.
    fn items(&self, chapters: &[Chapter<'_>], images: Images) -> Vec<Item> {
        let title = self.title();
        let style = self.style();
        let bodies: Vec<_> = chapters
            .iter()
            .map(|chapter| documents::article(chapter, self.options.inline_toc))
            .collect();
        let about = About {
            title: &title,
            articles: &self.articles,
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
        let cover = frame.around(&documents::cover(&title, &self.articles));
        let contents = frame.around(&documents::navigation(&title, &entries));
        let mut items = vec![
            Item { in_spine: true, ..Item::new("cover", "cover.xhtml", XHTML, cover) },
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
        for file in images.into_files() {
            let (id, name) = (format!("image-{}", file.name), format!("images/{}", file.name));
            items.push(Item::new(&id, &name, file.media_type, file.bytes));
        }
        let package = about.package(&items);
        items.insert(0, Item::new("package", "package.opf", "", package));
        items
    }

    /// The volume as one page of HTML that is safe to show, for browsers, with the files of its images. `fetch` is asked once
    /// for each image.
    ///
    /// ```
    /// use tamis_epub::{Article, ImagePlace, Options, Volume};
    /// let text = "It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
    /// let page = format!("<html lang=en><title>Times</title><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let volume = Volume::new(vec![Article::of(&extraction)], Options::default());
    /// let page = volume.page(ImagePlace::Inline, &mut |url, _| Err(format!("{url} is not fetched")));
    /// assert!(page.html.starts_with("<!DOCTYPE html>\n<html lang=\"en\"") && page.images.is_empty());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn page(&self, images: ImagePlace<'_>, fetch: &mut Fetch<'_>) -> Page {
        let mut warnings = Vec::new();
        let mut files = Images::new(self.options.images, Audience::Browsers);
        let ids: Vec<_> = (1..=self.articles.len()).map(|n| format!("article-{n}")).collect();
        let mut chapters: Vec<_> = self
            .articles
            .iter()
            .zip(&ids)
            .map(|(article, id)| Chapter::in_page(article, id))
            .collect();
        let place = |file: &ImageFile| match images {
            ImagePlace::Folder(folder) => format!("{}/{}", segment(folder), file.name),
            ImagePlace::Inline => {
                format!("data:{};base64,{}", file.media_type, base64(&file.bytes))
            }
        };
        for chapter in &mut chapters {
            chapter.place_images(&mut files, fetch, &place, &mut warnings);
            chapter.find_headings();
        }
        chapter::link(&mut chapters, &Addresses::of(&self.articles));
        let html = page::html(&self.title(), self.style().as_deref(), &chapters, &self.options);
        let beside = matches!(images, ImagePlace::Folder(_));
        Page { html, images: if beside { files.into_files() } else { Vec::new() }, warnings }
    }
}

impl Item {
    fn new(id: &str, name: &str, media_type: &'static str, bytes: impl Into<Vec<u8>>) -> Item {
        Item {
            id: id.to_owned(),
            name: name.to_owned(),
            media_type,
            properties: Vec::new(),
            in_spine: false,
            bytes: bytes.into(),
        }
    }
}

/// What an XHTML document has that readers want to know beforehand.
fn properties(document: &str) -> Vec<&'static str> {
    let sorts = [("<math ", "mathml"), ("<svg ", "svg")];
    sorts.iter().filter(|(tag, _)| document.contains(tag)).map(|(_, property)| *property).collect()
}
