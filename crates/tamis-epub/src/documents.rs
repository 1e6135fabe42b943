//! The XHTML documents of a volume.

use tamis::render::{escape_xml_attribute, escape_xml_text};

use crate::addresses::rfc3986;
use crate::article::Article;
use crate::chapter::Chapter;
use crate::markup::{push_attribute, push_element, push_language};
use crate::outline::{self, Entry};

/// The parts of an XHTML document other than its body.
pub(crate) struct Frame<'f> {
    pub(crate) title: &'f str,
    pub(crate) language: Option<&'f str>,
    pub(crate) direction: Option<&'f str>,
    pub(crate) has_style: bool,
}

impl Frame<'_> {
    /// Creates the frame of an article.
    pub(crate) fn of(article: &Article, has_style: bool) -> Frame<'_> {
        Frame {
            title: &article.title,
            language: article.language.as_deref(),
            direction: article.direction.as_deref(),
            has_style,
        }
    }

    /// Returns a whole document with this body.
    pub(crate) fn around(&self, body: &str) -> String {
        let mut out = String::with_capacity(body.len() + 512);
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n");
        out.push_str("<html xmlns=\"http://www.w3.org/1999/xhtml\"");
        out.push_str(" xmlns:epub=\"http://www.idpf.org/2007/ops\"");
        push_language(self.language, self.direction, &mut out);
        out.push_str(">\n<head>\n<title>");
        escape_xml_text(self.title, &mut out);
        out.push_str("</title>\n");
        if self.has_style {
            out.push_str("<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n");
        }
        out.push_str("</head>\n<body>\n");
        out.push_str(body);
        out.push_str("</body>\n</html>\n");
        out
    }
}

/// Returns the content of the `<article>` element of an article: title, source line, table of
/// contents (if `has_contents`), content, and the address on the web.
pub(crate) fn article(chapter: &Chapter<'_>, has_contents: bool) -> String {
    let article = chapter.article;
    let mut out = String::from("<header>\n");
    push_element("h1", &article.title, &mut out);
    let line = article.source_line();
    if !line.is_empty() {
        push_element("p", &line, &mut out);
    }
    out.push_str("</header>\n");
    let headings: Vec<Entry> = outline::headings(chapter).collect();
    if has_contents && headings.len() > 1 {
        out.push_str("<nav>");
        out.push_str(&outline::list(&headings));
        out.push_str("</nav>\n");
    }
    out.push_str(&chapter.xhtml.body());
    if let Some(url) = &article.url {
        let address = rfc3986(url);
        out.push_str("\n<footer>\n<p><a href=\"");
        escape_xml_attribute(&address, &mut out);
        out.push_str("\">");
        escape_xml_text(&address, &mut out);
        out.push_str("</a></p>\n</footer>\n");
    }
    out
}

/// Returns the body of the cover page, with the file of its image.
pub(crate) fn cover(title: &str, articles: &[Article], image: &str) -> String {
    let mut out = String::from("<section epub:type=\"cover\" class=\"cover\">\n<p><img");
    push_attribute("src", image, &mut out);
    out.push_str(" alt=\"\"/></p>\n");
    push_element("h1", title, &mut out);
    for article in articles {
        let line = article.source_line();
        let text = match articles {
            [_] => line,
            _ if line.is_empty() => article.title.clone(),
            _ => format!("{} — {line}", article.title),
        };
        if !text.is_empty() {
            push_element("p", &text, &mut out);
        }
    }
    out.push_str("</section>\n");
    out
}

/// Returns the body of the navigation document, which can also be a page of the volume.
pub(crate) fn navigation(title: &str, entries: &[Entry]) -> String {
    let mut out = String::from("<nav epub:type=\"toc\" id=\"toc\">\n");
    push_element("h1", title, &mut out);
    out.push_str(&outline::list(entries));
    out.push_str("</nav>\n");
    out
}
