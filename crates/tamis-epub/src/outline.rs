//! Tables of contents.

use tamis::render::{escape_xml_attribute, escape_xml_text};

use crate::chapter::Chapter;

/// An entry of a table of contents.
pub(crate) struct Entry {
    /// The number of entries that contain this one. At most one more than that of the previous
    /// entry.
    pub(crate) depth: usize,
    pub(crate) text: String,
    pub(crate) href: String,
}

/// Returns the entries of all chapters: their titles, each followed by its headings.
pub(crate) fn entries(chapters: &[Chapter<'_>]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for chapter in chapters {
        let Chapter { article, address, .. } = chapter;
        entries.push(Entry { depth: 0, text: article.title.clone(), href: address.clone() });
        entries.extend(headings(chapter).map(|entry| Entry { depth: entry.depth + 1, ..entry }));
    }
    entries
}

/// Returns the entries of the headings of a chapter, except headings that repeat its title.
pub(crate) fn headings(chapter: &Chapter<'_>) -> impl Iterator<Item = Entry> {
    // The levels of the entries that may contain the next one.
    let mut open: Vec<u8> = Vec::new();
    let title = chapter.article.title.as_str();
    let headings = chapter.headings.iter().filter(move |heading| heading.text != title);
    headings.map(move |heading| {
        while open.last().is_some_and(|&level| level >= heading.level) {
            open.pop();
        }
        open.push(heading.level);
        let href = format!("{}#{}", chapter.file, heading.id);
        Entry { depth: open.len() - 1, text: heading.text.clone(), href }
    })
}

/// Returns the entries as nested lists. Empty if there are none.
pub(crate) fn list(entries: &[Entry]) -> String {
    let mut out = String::new();
    let mut open = 0;
    for Entry { depth, text, href } in entries {
        if *depth + 1 > open {
            out.push_str("\n<ol>\n");
            open += 1;
        } else {
            out.push_str("</li>\n");
            while *depth + 1 < open {
                out.push_str("</ol></li>\n");
                open -= 1;
            }
        }
        out.push_str("<li><a href=\"");
        escape_xml_attribute(href, &mut out);
        out.push_str("\">");
        escape_xml_text(text, &mut out);
        out.push_str("</a>");
    }
    for _ in 0..open {
        out.push_str("</li>\n</ol>\n");
    }
    out
}
