//! An article on its way into a volume: what is changed in it, and where its parts are.

use tamis::Url;
use tamis::dom::{Document, Name, NodeId, name};
use tamis::render::{ID_PREFIX, Xhtml};

use crate::addresses::{Addresses, strict};
use crate::article::Article;
use crate::images::{Fetch, ImageFile, Images};
use crate::volume::Warning;

const HEADINGS: [Name; 6] = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];

/// The most characters of a heading in a table of contents.
const MAX_ENTRY_CHARS: usize = 200;

/// An article, where it is in the volume, and what is changed in it.
pub(crate) struct Chapter<'v> {
    pub(crate) article: &'v Article,
    /// What links to it lead to: a file, or an id behind `#`.
    pub(crate) address: String,
    /// What stands before `#` in links to its parts: the file.
    pub(crate) file: String,
    pub(crate) xhtml: Xhtml<'v>,
    pub(crate) headings: Vec<Heading>,
}

pub(crate) struct Heading {
    /// 1 to 6.
    pub(crate) level: u8,
    pub(crate) text: String,
    pub(crate) id: String,
}

impl<'v> Chapter<'v> {
    /// A chapter that is a file of its own.
    pub(crate) fn in_file(article: &'v Article, file: String) -> Chapter<'v> {
        let xhtml = Xhtml::of(article.content(), "");
        Chapter { article, address: file.clone(), file, xhtml, headings: Vec::new() }
    }

    /// A chapter in a page with others, of which this is the id.
    pub(crate) fn in_page(article: &'v Article, id: &str) -> Chapter<'v> {
        let xhtml = Xhtml::of(article.content(), format!("{id}-"));
        let address = format!("#{id}");
        Chapter { article, address, file: String::new(), xhtml, headings: Vec::new() }
    }

    fn document(&self) -> &'v Document {
        self.article.content()
    }

    fn elements(&self, names: &'static [Name]) -> impl Iterator<Item = NodeId> + use<'v> {
        let document = self.document();
        let elements = document.elements(NodeId::DOCUMENT);
        elements.filter(move |&id| names.iter().any(|&name| document.is_html(id, name)))
    }

    /// Whether there is a heading of the first level in it.
    pub(crate) fn has_title(&self) -> bool {
        self.headings.iter().any(|heading| heading.level == 1)
    }

    /// Gives images the addresses that `place` has for their files; in the place of those that can't be had comes their
    /// alternative text.
    pub(crate) fn place_images(
        &mut self,
        images: &mut Images,
        fetch: &mut Fetch<'_>,
        place: &dyn Fn(&ImageFile) -> String,
        warnings: &mut Vec<Warning>,
    ) {
        for id in self.elements(&[name::IMG]) {
            let alt = self.document().attr(id, name::ALT).unwrap_or_default();
            let Some(source) = self.document().attr(id, name::SRC) else { continue };
            match images.file(source, self.article.url.as_ref(), fetch) {
                Ok(file) => self.xhtml.set(id, "src", Some(place(file))),
                Err(reason) => {
                    self.xhtml.replace(id, alt);
                    let shown: String = source.chars().take(MAX_ENTRY_CHARS).collect();
                    let message = format!("the image {shown} is left out: {reason}");
                    warnings.push(Warning { title: self.article.title.clone(), message });
                }
            }
        }
    }

    /// Writes links in the place of videos, sounds and frames, which a book can't show.
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
                    self.xhtml.replace_with_link(id, strict(&url), text);
                }
                _ => self.xhtml.replace(id, text),
            }
        }
    }

    fn is_in_link(&self, id: NodeId) -> bool {
        self.document().ancestors(id).any(|id| self.document().is_html(id, name::A))
    }

    /// Finds the headings and gives them ids.
    pub(crate) fn find_headings(&mut self) {
        for id in self.elements(&HEADINGS) {
            let level = HEADINGS.iter().position(|&name| self.document().is_html(id, name));
            let text = self.document().text(id);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.is_empty() {
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

    /// Marks footnotes, so that readers can show them at their marks.
    pub(crate) fn mark_notes(&mut self) {
        for (number, (sign, note)) in self.xhtml.footnotes().into_iter().enumerate() {
            let note = self.whole_note(sign, note);
            let id = self.xhtml.give_id(note, &format!("note-{}", number + 1)).to_owned();
            self.xhtml.set(sign, "href", Some(format!("#{id}")));
            self.xhtml.set(sign, "epub:type", Some("noteref".to_owned()));
            self.xhtml.set(note, "epub:type", Some("footnote".to_owned()));
        }
    }

    /// The note with its text: a block that repeats the sign alone stands in that of the note.
    fn whole_note(&self, sign: NodeId, note: NodeId) -> NodeId {
        let document = self.document();
        let around = document.parent(note).filter(|&id| {
            document.text(note).trim() == document.text(sign).trim()
                && id > sign
                && !document.is_html(id, name::BODY)
        });
        around.unwrap_or(note)
    }
}

/// Makes links between the chapters local. A link to a place that is not there leads to the page on the web, and where that is
/// not known its text stays alone.
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

/// Where a link of this chapter leads to that is no place in it.
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
            return Some(strict(&url));
        }
    };
    let Some(chapter) = addresses.find(&url).and_then(|number| chapters.get(number)) else {
        return Some(strict(&url));
    };
    let place = url.fragment().and_then(|fragment| chapter.xhtml.place(fragment));
    let id = place.and_then(|place| chapter.xhtml.id(place));
    Some(id.map_or_else(|| chapter.address.clone(), |id| format!("{}#{id}", chapter.file)))
}
