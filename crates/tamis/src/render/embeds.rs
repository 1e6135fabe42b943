//! Embedded content: players, posts, maps and charts of other sites, and the page's own videos and
//! sounds.
//!
//! A frame may show anything, and most frames of pages show advertising. So only the frames of the
//! sites in `embeds/providers.rs` are embeds; all others are left out. An embed has a link that
//! leads a reader to what it shows, and the frame of the page is never written: a frame is written
//! with the address that the table makes of it.

mod providers;

use std::borrow::Cow;

use tamis_dom::{Document, Name, NodeId, name};
use url::Url;

pub(super) use self::providers::is_known_frame;
use self::providers::{CUSTOM, Player};
use crate::page::address::web_address;

/// The attributes that hold the address of a frame until a script moves it.
const LAZY: [&str; 5] =
    ["data-src", "data-lazy-src", "data-litespeed-src", "data-original-src", "data-url"];

/// The attribute in which `TextFormatter` (`XenForo`, Flarum, phpBB) has a frame until a script
/// makes it: a JSON array of the names and values of its attributes.
const DESCRIBED: &str = "data-s9e-mediaembed-iframe";

/// The attributes with a title of an embed, in order of preference.
const TITLES: [&str; 4] = ["title", "aria-label", "playlabel", "data-title"];

/// The longest title, in bytes. A longer text is a description and not a title.
const MAX_TITLE_BYTES: usize = 300;

/// The number of nodes in a video or an object that are searched for its address.
const MAX_SEARCHED: usize = 16;

/// The form of embedded content of other sites in HTML.
///
/// ```
/// use tamis::render::{EmbedStyle, HtmlOptions};
/// let options = HtmlOptions::default().embeds(EmbedStyle::Frame);
/// assert_eq!(options.embeds, EmbedStyle::Frame);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum EmbedStyle {
    /// A link with the title. The default.
    #[default]
    Link,
    /// A sandboxed `<iframe>` if the site has a known player, and a link otherwise. Opening the
    /// page loads the player from its site.
    Frame,
    /// Nothing.
    Omitted,
}

/// Embedded content to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Embed<'d> {
    /// An absolute `http` or `https` address for a reader.
    pub(super) link: String,
    pub(super) title: Cow<'d, str>,
    /// The address of an image of it.
    pub(super) poster: Option<String>,
    /// The `https` address of a player of a known site.
    pub(super) frame: Option<String>,
}

/// The embeds of a document.
#[derive(Clone)]
pub(super) struct Embeds<'d> {
    document: &'d Document,
    base: Option<&'d Url>,
    lazy: [Option<Name>; LAZY.len()],
    titles: [Option<Name>; TITLES.len()],
    described: Option<Name>,
    /// The elements of libraries that the document has, with the attribute of the id.
    custom: Vec<(Name, Name, &'static Player)>,
}

impl<'d> Embeds<'d> {
    /// Returns the embeds of a document. Their addresses are resolved against `base`.
    pub(super) fn new(document: &'d Document, base: Option<&'d Url>) -> Embeds<'d> {
        let find = |text| document.find_name(text);
        let custom = CUSTOM
            .iter()
            .filter_map(|player| Some((find(player.element)?, find(player.attribute)?, player)));
        Embeds {
            document,
            base,
            lazy: LAZY.map(find),
            titles: TITLES.map(find),
            described: find(DESCRIBED),
            custom: custom.collect(),
        }
    }

    /// Returns true for an element that may embed content of other sites, other than a frame.
    pub(super) fn is_player(&self, id: NodeId) -> bool {
        let document = self.document;
        document.is_html(id, name::OBJECT)
            || document.is_html(id, name::EMBED)
            || document.name(id).is_some_and(|name| self.custom.iter().any(|own| own.0 == name))
            || self.description(id).is_some()
    }

    /// Returns the description of a frame that a script puts into an element.
    fn description(&self, id: NodeId) -> Option<&'d str> {
        self.document.attr(id, self.described?)
    }

    /// Returns what an element embeds from a known site, or `None` for anything else.
    pub(super) fn of_site(&self, id: NodeId) -> Option<Embed<'d>> {
        let document = self.document;
        let name = document.name(id)?;
        let address: Cow<'_, str> = match name {
            name::IFRAME | name::EMBED => self.address(id, name::SRC)?,
            name::OBJECT => document.attr(id, name::DATA)?.into(),
            _ if self.description(id).is_some() => described_source(self.description(id)?)?.into(),
            _ => {
                let &(_, attribute, player) = self.custom.iter().find(|own| own.0 == name)?;
                player.address(document.attr(id, attribute)?).into()
            }
        };
        let address = match address.trim() {
            address if address.starts_with("//") => Cow::Owned(format!("https:{address}")),
            address => Cow::Borrowed(address),
        };
        let url = Url::parse(&web_address(self.base, &address)?).ok()?;
        let url = providers::wrapped(&url).unwrap_or(url);
        let found = providers::find(&url)?;
        let title = self.title(id).map_or_else(|| found.label.into(), Cow::Borrowed);
        Some(Embed { link: found.link, title, poster: found.poster, frame: found.frame })
    }

    /// Returns the page's own video or sound, or `None` for other elements and for one without an
    /// address.
    pub(super) fn of_page(&self, id: NodeId) -> Option<Embed<'d>> {
        let document = self.document;
        let label = match document.name(id)? {
            name::VIDEO => "Video",
            name::AUDIO => "Audio",
            _ => return None,
        };
        let inside = document.elements(id).take(MAX_SEARCHED);
        let sources = inside.filter(|&inner| inner == id || document.is_html(inner, name::SOURCE));
        let link = sources
            .filter_map(|id| self.address(id, name::SRC))
            .find_map(|address| web_address(self.base, &address))?;
        let poster = document.attr(id, name::POSTER);
        Some(Embed {
            link,
            title: self.title(id).unwrap_or(label).into(),
            poster: poster.and_then(|poster| web_address(self.base, poster)),
            frame: None,
        })
    }

    /// Returns an address from an attribute, or from those that wait for a script.
    fn address(&self, id: NodeId, plain: Name) -> Option<Cow<'d, str>> {
        let names = std::iter::once(plain).chain(self.lazy.iter().copied().flatten());
        let mut values = names.filter_map(|name| self.document.attr(id, name)).map(str::trim);
        let is_real = |value: &&str| !value.is_empty() && !value.starts_with("about:");
        values.find(is_real).map(Cow::Borrowed)
    }

    fn title(&self, id: NodeId) -> Option<&'d str> {
        let names = self.titles.iter().copied().flatten();
        let mut titles = names.filter_map(|name| self.document.attr(id, name)).map(str::trim);
        titles.find(|title| !title.is_empty() && title.len() <= MAX_TITLE_BYTES)
    }
}

/// Returns the source among the names and values of a frame's attributes, which are JSON.
fn described_source(attributes: &str) -> Option<String> {
    let (_, rest) = attributes.split_once("\"src\",\"")?;
    let (source, _) = rest.split_once('"')?;
    let source = source.replace("\\/", "/");
    (!source.contains('\\')).then_some(source)
}
