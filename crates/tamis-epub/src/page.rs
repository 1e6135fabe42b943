//! A volume as a page of HTML.

use tamis::render::{CONTENT_SECURITY, escape_xml_attribute, escape_xml_text};

use crate::chapter::Chapter;
use crate::documents::{self, push_language};
use crate::images::ImageFile;
use crate::outline::{self, Entry};
use crate::volume::{Options, Warning};

/// A page, and what goes with it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The page.
    pub html: String,
    /// The files of its images, where they are not in it.
    pub images: Vec<ImageFile>,
    /// What is missing in it.
    pub warnings: Vec<Warning>,
}

/// The page of these chapters; of several the titles come first.
pub(crate) fn html(
    title: &str,
    style: Option<&str>,
    chapters: &[Chapter<'_>],
    options: &Options,
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
        documents::push_element("h1", title, &mut out);
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
