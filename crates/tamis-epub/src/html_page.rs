//! A volume as an HTML page.

use tamis::render::{CONTENT_SECURITY, escape_xml_attribute, escape_xml_text};

use crate::chapter::Chapter;
use crate::documents;
use crate::images::ImageFile;
use crate::markup::{push_element, push_language};
use crate::options::VolumeOptions;
use crate::outline::{self, Entry};
use crate::warning::VolumeWarning;

/// A volume as one HTML page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HtmlPage {
    /// The HTML of the page.
    pub html: String,
    /// The files of its images. Empty if the images are embedded in the page.
    pub images: Vec<ImageFile>,
    /// The parts that are missing in the page.
    pub warnings: Vec<VolumeWarning>,
}

/// Returns the HTML of a page with these chapters. Several chapters have a table of their titles.
pub(crate) fn write(
    title: &str,
    style: Option<&str>,
    chapters: &[Chapter<'_>],
    options: &VolumeOptions,
) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    if let Some(article) = chapters.first().map(|chapter| chapter.article) {
        push_language(article.language.as_deref(), article.direction.as_deref(), &mut out);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    escape_xml_attribute(CONTENT_SECURITY, &mut out);
    out.push_str("\">\n<title>");
    escape_xml_text(title, &mut out);
    out.push_str("</title>\n");
    if let Some(style) = style {
        out.push_str("<style>\n");
        out.push_str(include_str!("page.css"));
        out.push_str(style);
        out.push_str("</style>\n");
    }
    out.push_str("</head>\n<body>\n");
    if chapters.len() > 1 {
        let entries: Vec<_> = outline::entries(chapters)
            .into_iter()
            .filter(|entry: &Entry| entry.depth == 0)
            .collect();
        out.push_str("<nav>\n");
        push_element("h1", title, &mut out);
        out.push_str(&outline::list(&entries));
        out.push_str("</nav>\n");
    }
    for chapter in chapters {
        let article = chapter.article;
        out.push_str("<article id=\"");
        out.push_str(chapter.address.trim_start_matches('#'));
        out.push('"');
        push_language(article.language.as_deref(), article.direction.as_deref(), &mut out);
        out.push_str(">\n");
        out.push_str(&documents::article(chapter, options.inline_toc));
        out.push_str("</article>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}
