//! The articles while a volume is written: their places in it, and their changes.
//!
//! An article is prepared in steps, each of which needs something from the one before. Images are
//! placed, headings get ids for the table of contents, footnotes are marked, and links to other
//! articles are made local, for which all articles must have their places. For example, a link to
//! `https://example.com/b#end` leads to the file of that article if it is in the volume, and to
//! this place in it if the place exists.

use tamis::Url;
use tamis::dom::{Document, Name, NodeId, name};
use tamis::metadata::shows_title;
use tamis::render::footnotes;
use tamis::sanitize::ID_PREFIX;

use crate::addresses::{Addresses, rfc3986};
use crate::article::Article;
use crate::images::{FetchImage, ImageFile, Images};
use crate::warning::VolumeWarning;
use crate::xhtml::Xhtml;

const HEADINGS: [Name; 6] = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];

/// The most headings of a chapter in a table of contents. It is limited because the volume has each
/// of them twice and in much markup.
const MAX_ENTRIES: usize = 1000;

/// The maximum length of a heading in a table of contents, and of an address in a warning, in
/// Unicode scalar values.
const MAX_ENTRY_CHARS: usize = 200;

/// An article with its place in the volume and its changes.
pub(crate) struct Chapter<'v> {
    pub(crate) article: &'v Article,
    /// The target of links to the article: a file name, or `#` and an id.
    pub(crate) address: String,
    /// The file name in links to parts of the article. Empty in a page with all articles.
    pub(crate) file: String,
    pub(crate) xhtml: Xhtml<'v>,
    pub(crate) headings: Vec<Heading>,
}

/// A heading of an article.
pub(crate) struct Heading {
    /// 1 to 6.
    pub(crate) level: u8,
    pub(crate) text: String,
    pub(crate) id: String,
}

impl<'v> Chapter<'v> {
    /// Creates a chapter that is a separate file.
    pub(crate) fn in_file(article: &'v Article, file: String) -> Chapter<'v> {
        let xhtml = Xhtml::new(article.content(), "");
        Chapter { article, address: file.clone(), file, xhtml, headings: Vec::new() }
    }

    /// Creates a chapter with this id in a page with all articles.
    pub(crate) fn in_page(article: &'v Article, id: &str) -> Chapter<'v> {
        let xhtml = Xhtml::new(article.content(), format!("{id}-"));
        let address = format!("#{id}");
        Chapter { article, address, file: String::new(), xhtml, headings: Vec::new() }
    }

    fn document(&self) -> &'v Document {
        self.article.content()
    }

    /// Returns the elements with these names.
    fn elements(&self, names: &'static [Name]) -> impl Iterator<Item = NodeId> + use<'v> {
        let document = self.document();
        let elements = document.elements(NodeId::DOCUMENT);
        elements.filter(move |&id| names.iter().any(|&name| document.is_html(id, name)))
    }

    /// Sets the addresses of images to those that `place` returns for their files, if there is
    /// room. An image that cannot be embedded is replaced with its alternative text, and a warning
    /// is added.
    pub(crate) fn place_images(
        &mut self,
        images: &mut Images,
        fetch: &mut FetchImage<'_>,
        place: &dyn Fn(&ImageFile) -> Option<String>,
        warnings: &mut Vec<VolumeWarning>,
    ) {
        images.begin_article();
        for id in self.elements(&[name::IMG]) {
            let alt = self.document().attr(id, name::ALT).unwrap_or_default();
            let Some(source) = self.document().attr(id, name::SRC) else { continue };
            let placed = images.file(source, self.article, fetch).map(place);
            match placed.and_then(|address| address.ok_or_else(|| images.too_large())) {
                Ok(address) => self.xhtml.set(id, "src", Some(address)),
                Err(reason) => {
                    self.xhtml.replace(id, alt);
                    let shown: String = source.chars().take(MAX_ENTRY_CHARS).collect();
                    let message = format!("the image {shown} is left out: {reason}");
                    warnings.push(VolumeWarning { title: self.article.title.clone(), message });
                }
            }
        }
    }

    /// Replaces video, audio and frames with links, because books cannot show them.
    pub(crate) fn replace_media(&mut self) {
        let document = self.document();
        for id in self.elements(&[name::AUDIO, name::VIDEO, name::IFRAME]) {
            let own = document.attr(id, name::SRC);
            let source =
                own.or_else(|| document.elements(id).find_map(|id| document.attr(id, name::SRC)));
            let url = source.and_then(|source| Url::parse(source).ok());
            let title = document.attr(id, name::TITLE).filter(|title| !title.trim().is_empty());
            let text = title.or(source).unwrap_or_default();
            match url {
                Some(url) if !self.is_in_link(id) => {
                    self.xhtml.replace_with_link(id, rfc3986(&url), text);
                }
                _ => self.xhtml.replace(id, text),
            }
        }
    }

    fn is_in_link(&self, id: NodeId) -> bool {
        self.document().ancestors(id).any(|id| self.document().is_html(id, name::A))
    }

    /// Collects the headings and gives them ids. A heading at the beginning that shows the title is
    /// removed, because the title is above the content.
    pub(crate) fn find_headings(&mut self) {
        for (number, id) in self.elements(&HEADINGS).enumerate() {
            if self.headings.len() == MAX_ENTRIES {
                return;
            }
            let level = HEADINGS.iter().position(|&name| self.document().is_html(id, name));
            let text = self.document().text(id);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.is_empty() {
                continue;
            }
            if number == 0 && shows_title(&text, &self.article.title) {
                self.xhtml.replace(id, "");
                continue;
            }
            let wish = format!("heading-{}", self.headings.len() + 1);
            let heading = Heading {
                level: level.map_or(6, |level| level as u8 + 1),
                text: text.chars().take(MAX_ENTRY_CHARS).collect(),
                id: self.xhtml.give_id(id, &wish).to_owned(),
            };
            self.headings.push(heading);
        }
    }

    /// Marks footnotes and their references, so that readers can show a note at its reference.
    pub(crate) fn mark_notes(&mut self) {
        for (number, (reference, note)) in footnotes(self.document()).into_iter().enumerate() {
            let note = self.whole_note(reference, note);
            let id = self.xhtml.give_id(note, &format!("note-{}", number + 1)).to_owned();
            self.xhtml.set(reference, "href", Some(format!("#{id}")));
            self.xhtml.set(reference, "epub:type", Some("noteref".to_owned()));
            self.xhtml.set(note, "epub:type", Some("footnote".to_owned()));
        }
    }

    /// Returns the element with the whole note. If `note` contains only the text of its reference,
    /// that is its parent.
    fn whole_note(&self, reference: NodeId, note: NodeId) -> NodeId {
        let document = self.document();
        let parent = document.parent(note).filter(|&id| {
            document.text(note).trim() == document.text(reference).trim()
                && id > reference
                && !document.is_html(id, name::BODY)
        });
        parent.unwrap_or(note)
    }
}

/// Changes links between chapters to links inside the volume.
///
/// A link to a missing place of its own chapter leads to the page on the web instead. If the
/// address of the page is not known, only the text of the link is kept.
pub(crate) fn link(chapters: &mut [Chapter<'_>], addresses: &Addresses) {
    for index in 0..chapters.len() {
        let links: Vec<_> = chapters[index].elements(&[name::A]).collect();
        for id in links {
            let Some(href) = chapters[index].document().attr(id, name::HREF) else { continue };
            if let Some(fragment) = href.strip_prefix('#')
                && chapters[index].xhtml.place(fragment).is_some()
            {
                continue;
            }
            let address = address(chapters, index, href, addresses);
            chapters[index].xhtml.set(id, "href", address);
        }
    }
}

/// Returns the target of a link that does not lead to a place of its own chapter, or `None` if it
/// is not known.
fn address(
    chapters: &[Chapter<'_>],
    index: usize,
    href: &str,
    addresses: &Addresses,
) -> Option<String> {
    let url = match href.strip_prefix('#') {
        None => Url::parse(href).ok()?,
        Some(fragment) => {
            let mut url = chapters[index].article.url.clone()?;
            url.set_fragment(Some(fragment.strip_prefix(ID_PREFIX).unwrap_or(fragment)));
            return Some(rfc3986(&url));
        }
    };
    let Some(chapter) = addresses.find(&url).and_then(|number| chapters.get(number)) else {
        return Some(rfc3986(&url));
    };
    let place = url.fragment().and_then(|fragment| chapter.xhtml.place(fragment));
    let id = place.and_then(|place| chapter.xhtml.id(place));
    Some(id.map_or_else(|| chapter.address.clone(), |id| format!("{}#{id}", chapter.file)))
}
