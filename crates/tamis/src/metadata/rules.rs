//! Where the values of [`Metadata`] are found: one table, one pass over the attributes of the page.

use tamis_dom::{Attr, Document, NodeId, name};
use url::Url;

use super::{Metadata, one_line};
use crate::address::web_address;
use crate::page::Page;

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the `content` of a `<meta>` with this word in its `property` or `name`.
    Meta(&'static str),
    /// In the `href` of a `<link>` with this word in its `rel`.
    Link(&'static str),
    /// In an element with this word in its `itemprop`.
    Item(&'static str),
    /// In a `<time pubdate>`.
    PubDate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Byline,
    Excerpt,
    SiteName,
    Published,
    Modified,
    Canonical,
    Image,
    Favicon,
}

impl Field {
    const COUNT: usize = Field::Favicon as usize + 1;

    const fn is_address(self) -> bool {
        matches!(self, Field::Canonical | Field::Image | Field::Favicon)
    }
}

/// For each field the first rule that finds something decides, and of what one rule finds, the first in the page; but of
/// favicons the one of the best size.
///
/// Source: the Open Graph protocol; Twitter's cards; schema.org; HTML standard, 4.6.7 "Link types"; the relation
/// `image_src` of Facebook and `article:` of Open Graph's namespaces.
const RULES: &[(Place, Field)] = &[
    (Place::Meta("author"), Field::Byline),
    (Place::Meta("og:description"), Field::Excerpt),
    (Place::Meta("description"), Field::Excerpt),
    (Place::Meta("twitter:description"), Field::Excerpt),
    (Place::Meta("og:site_name"), Field::SiteName),
    (Place::Meta("article:published_time"), Field::Published),
    (Place::Item("datePublished"), Field::Published),
    (Place::Meta("parsely-pub-date"), Field::Published),
    (Place::PubDate, Field::Published),
    (Place::Meta("article:modified_time"), Field::Modified),
    (Place::Item("dateModified"), Field::Modified),
    (Place::Meta("og:updated_time"), Field::Modified),
    (Place::Link("canonical"), Field::Canonical),
    (Place::Meta("og:url"), Field::Canonical),
    (Place::Meta("og:image"), Field::Image),
    (Place::Meta("og:image:url"), Field::Image),
    (Place::Meta("og:image:secure_url"), Field::Image),
    (Place::Meta("twitter:image"), Field::Image),
    (Place::Meta("twitter:image:src"), Field::Image),
    (Place::Item("image"), Field::Image),
    (Place::Link("image_src"), Field::Image),
    (Place::Link("icon"), Field::Favicon),
    (Place::Link("apple-touch-icon"), Field::Favicon),
    (Place::Link("apple-touch-icon-precomposed"), Field::Favicon),
];

/// Items whose dates and pictures are not the article's. Source: schema.org.
const OTHER_ITEMS: &[&str] = &[
    "Person",
    "Organization",
    "NewsMediaOrganization",
    "Comment",
    "UserComments",
    "Review",
    "Rating",
    "Offer",
    "ImageObject",
    "VideoObject",
    "WebSite",
];

/// How far up an item is looked for: the time must not grow with the depth of the page.
const ITEM_DEPTH: usize = 32;

/// The longest text, in bytes, that is taken for a date.
const DATE_BYTES: usize = 256;

/// The smallest icon, in pixels, that still looks good on today's screens.
const ICON_PIXELS: u32 = 32;

/// A value that was found.
struct Found {
    /// The place of its rule in the table, then what the field prefers; less is better.
    rank: (usize, u32),
    value: String,
}

/// Fills the fields that the page has values for.
pub(super) fn apply(page: &Page, metadata: &mut Metadata) {
    let mut search = Search {
        document: page.document(),
        base: page.base_url(),
        found: [const { None }; Field::COUNT],
    };
    search.run();
    let mut take = |field: Field| search.found[field as usize].take().map(|found| found.value);
    metadata.byline = take(Field::Byline);
    metadata.excerpt = take(Field::Excerpt);
    metadata.site_name = take(Field::SiteName);
    metadata.published = take(Field::Published);
    metadata.modified = take(Field::Modified);
    metadata.canonical = take(Field::Canonical);
    metadata.image = take(Field::Image);
    metadata.favicon = take(Field::Favicon);
}

struct Search<'p> {
    document: &'p Document,
    base: Option<Url>,
    found: [Option<Found>; Field::COUNT],
}

impl Search<'_> {
    fn run(&mut self) {
        // The contents of templates stand behind the document.
        let end = self.document.subtree_end(NodeId::DOCUMENT);
        let document = self.document;
        for attr in document.all_attrs().iter().take_while(|attr| attr.owner() < end) {
            self.look_at(attr);
        }
    }

    fn look_at(&mut self, attr: &Attr) {
        let (document, id) = (self.document, attr.owner());
        let place: fn(Place) -> Option<&'static str> = match attr.name() {
            name::PROPERTY | name::NAME if document.is_html(id, name::META) => {
                |place| match place {
                    Place::Meta(word) => Some(word),
                    _ => None,
                }
            }
            name::REL if document.is_html(id, name::LINK) => |place| match place {
                Place::Link(word) => Some(word),
                _ => None,
            },
            name::ITEMPROP => |place| match place {
                Place::Item(word) => Some(word),
                _ => None,
            },
            name::PUBDATE if document.is_html(id, name::TIME) => {
                return self.apply_rules(id, |place| place == Place::PubDate);
            }
            _ => return,
        };
        for word in document.attr_value(attr).split_ascii_whitespace() {
            self.apply_rules(id, |at| place(at).is_some_and(|own| own.eq_ignore_ascii_case(word)));
        }
    }

    fn apply_rules(&mut self, id: NodeId, matches: impl Fn(Place) -> bool) {
        for (index, &(place, field)) in RULES.iter().enumerate() {
            if matches(place) {
                self.consider(id, index, place, field);
            }
        }
    }

    /// Takes the element's value where it is better than what was found before.
    fn consider(&mut self, id: NodeId, index: usize, place: Place, field: Field) {
        let preference =
            if field == Field::Favicon { icon_preference(self.document, id) } else { 0 };
        let rank = (index, preference);
        let best = &self.found[field as usize];
        if best.as_ref().is_some_and(|best| best.rank <= rank) {
            return;
        }
        if let Some(value) = self.value(id, place, field) {
            self.found[field as usize] = Some(Found { rank, value });
        }
    }

    fn value(&self, id: NodeId, place: Place, field: Field) -> Option<String> {
        let document = self.document;
        let raw = match place {
            Place::Meta(_) => document.attr(id, name::CONTENT)?,
            Place::Link(_) => document.attr(id, name::HREF)?,
            Place::Item(_) if belongs_to_other_item(document, id) => return None,
            Place::Item(_) => item_value(document, id)?,
            Place::PubDate => time_value(document, id)?,
        };
        if field.is_address() { web_address(self.base.as_ref(), raw) } else { one_line(raw) }
    }
}

/// The value of a property of microdata. Source: HTML standard, 5.2.4 "Values"; `content` on other elements than
/// `<meta>` is the way of `RDFa`, which pages mix in. An element that is an item itself has none.
fn item_value(document: &Document, id: NodeId) -> Option<&str> {
    if document.attr(id, name::ITEMSCOPE).is_some() {
        return None;
    }
    if let Some(content) = document.attr(id, name::CONTENT) {
        return Some(content);
    }
    match document.name(id)? {
        name::A | name::AREA | name::LINK => document.attr(id, name::HREF),
        name::IMG | name::SOURCE | name::EMBED => document.attr(id, name::SRC),
        name::OBJECT => document.attr(id, name::DATA),
        _ => time_value(document, id),
    }
}

fn time_value(document: &Document, id: NodeId) -> Option<&str> {
    let text = || Some(document.text(id)).filter(|text| text.len() <= DATE_BYTES);
    document.attr(id, name::DATETIME).or_else(text)
}

/// Whether the item that this property is of is a person, a comment or the like.
fn belongs_to_other_item(document: &Document, id: NodeId) -> bool {
    let mut around = document.ancestors(id).take(ITEM_DEPTH);
    let Some(item) = around.find(|&id| document.attr(id, name::ITEMSCOPE).is_some()) else {
        return false;
    };
    let types = document.attr(item, name::ITEMTYPE).unwrap_or_default();
    types.split_ascii_whitespace().any(|address| {
        let word = address.rsplit(['/', '#']).next().unwrap_or_default();
        OTHER_ITEMS.contains(&word)
    })
}

/// How good an icon's size is; less is better.
fn icon_preference(document: &Document, id: NodeId) -> u32 {
    /// Any number of pixels that is stated is taken for less.
    const MANY: u32 = 1 << 20;
    let sizes = document.attr(id, name::SIZES).unwrap_or_default();
    let widths = sizes.split_ascii_whitespace().filter_map(|size| {
        let (width, _) = size.split_once(['x', 'X'])?;
        width.parse::<u32>().ok().filter(|&width| width > 0)
    });
    let preference = |width: u32| {
        let width = width.min(MANY - 1);
        if width >= ICON_PIXELS { width } else { 2 * MANY - width }
    };
    widths.map(preference).min().unwrap_or(MANY)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn metadata(html: &str) -> Metadata {
        let page = Page::measure(Parser::default().parse(html));
        Metadata::of(&page.with_url(Url::parse("https://example.com/a/b").unwrap()))
    }

    fn check(field: fn(Metadata) -> Option<String>, cases: &[(&str, Option<&str>)]) {
        for (html, expected) in cases {
            assert_eq!(field(metadata(html)).as_deref(), *expected, "{html}");
        }
    }

    #[test]
    fn canonical_address() {
        check(
            |metadata| metadata.canonical,
            &[
                ("<link rel='nofollow Canonical' href=' /c '>", Some("https://example.com/c")),
                (
                    "<meta property=og:url content=https://o.example/><link rel=canonical href=c>",
                    Some("https://example.com/a/c"),
                ),
                (
                    "<link rel=canonical href=''><meta property=og:url content=//o.example/x>",
                    Some("https://o.example/x"),
                ),
                ("<link rel=canonical href=javascript:alert(1)>", None),
                ("<base href=/d/><link rel=canonical href=c>", Some("https://example.com/d/c")),
                ("<a rel=canonical href=c>not a link element</a>", None),
                ("<template><link rel=canonical href=c></template>", None),
            ],
        );
    }

    #[test]
    fn lead_image() {
        check(
            |metadata| metadata.image,
            &[
                (
                    "<meta property=og:image content=1.png><meta property=og:image content=2.png>",
                    Some("https://example.com/a/1.png"),
                ),
                (
                    "<meta name=twitter:image content=t.png><meta property=og:image content=o.png>",
                    Some("https://example.com/a/o.png"),
                ),
                (
                    "<meta property='og:image twitter:image' content=b.png>",
                    Some("https://example.com/a/b.png"),
                ),
                (
                    "<meta property=og:image><meta name=twitter:image:src content=t.png>",
                    Some("https://example.com/a/t.png"),
                ),
                ("<meta property=og:image content='data:image/png;base64,AAAA'>", None),
                (
                    "<link rel=image_src href=s.png><img itemprop=image src=i.png>",
                    Some("https://example.com/a/i.png"),
                ),
                (
                    "<div itemscope itemtype=https://schema.org/Person><img itemprop=image src=p.png></div><link rel=image_src href=s.png>",
                    Some("https://example.com/a/s.png"),
                ),
                ("<div itemprop=image itemscope><img src=i.png></div>", None),
                ("<img src=plain.png>", None),
            ],
        );
    }

    #[test]
    fn favicon_by_size() {
        check(
            |metadata| metadata.favicon,
            &[
                ("<link rel='shortcut icon' href=s.ico>", Some("https://example.com/a/s.ico")),
                (
                    "<link rel=icon sizes=16x16 href=16><link rel=icon sizes=192x192 href=192><link rel=icon sizes=32x32 href=32>",
                    Some("https://example.com/a/32"),
                ),
                (
                    "<link rel=icon sizes=16x16 href=16><link rel=icon href=any>",
                    Some("https://example.com/a/any"),
                ),
                (
                    "<link rel=icon sizes=16x16 href=16><link rel=icon sizes=24x24 href=24>",
                    Some("https://example.com/a/24"),
                ),
                (
                    "<link rel=icon sizes='16x16 48x48' href=two><link rel=icon sizes=64x64 href=64>",
                    Some("https://example.com/a/two"),
                ),
                (
                    "<link rel=icon sizes=any href=any><link rel=icon sizes=99999999999x1 href=huge>",
                    Some("https://example.com/a/any"),
                ),
                (
                    "<link rel=apple-touch-icon sizes=180x180 href=t><link rel=icon sizes=16x16 href=16>",
                    Some("https://example.com/a/16"),
                ),
                ("<link rel=apple-touch-icon href=t>", Some("https://example.com/a/t")),
                ("<link rel=icon href='data:,'>", None),
                ("<link rel=mask-icon href=m.svg>", None),
            ],
        );
    }

    #[test]
    fn times_are_kept_apart() {
        check(
            |metadata| metadata.published,
            &[
                (
                    "<meta property=article:published_time content=2024-01-02><meta itemprop=datePublished content=2024-03-04>",
                    Some("2024-01-02"),
                ),
                (
                    "<time itemprop=datepublished datetime=2024-01-02>yesterday</time>",
                    Some("2024-01-02"),
                ),
                (
                    "<span itemprop=datePublished>\n 2 January\n 2024 </span>",
                    Some("2 January 2024"),
                ),
                ("<span itemprop=datePublished content=2024-01-02>x</span>", Some("2024-01-02")),
                ("<time pubdate datetime=2024-01-02>x</time>", Some("2024-01-02")),
                ("<time pubdate>2 January</time>", Some("2 January")),
                ("<time datetime=2024-01-02>x</time>", None),
                (
                    "<div itemscope itemtype=http://schema.org/Comment><time itemprop=datePublished datetime=2024-01-02></time></div>",
                    None,
                ),
                ("<meta property=article:modified_time content=2024-01-02>", None),
            ],
        );
        check(
            |metadata| metadata.modified,
            &[
                (
                    "<meta property=og:updated_time content=3><meta property=article:modified_time content=2>",
                    Some("2"),
                ),
                (
                    "<meta property=og:updated_time content=3><meta itemprop=dateModified content=2>",
                    Some("2"),
                ),
                ("<meta property=article:published_time content=1>", None),
            ],
        );
    }

    #[test]
    fn a_long_text_is_no_date() {
        let html = format!("<div itemprop=datePublished>{}</div>", "long ".repeat(100));
        assert_eq!(metadata(&html).published, None);
    }

    #[test]
    fn names_and_descriptions() {
        let html = "<html lang=' en-GB ' dir=RTL><title> A\n&lt;b&gt; </title><meta name=author content='Maren  &amp; Co'>
            <meta name=description content=short><meta property=og:description content=''><meta property=og:site_name content=Crumb>";
        let found = metadata(html);
        assert_eq!(found.title.as_deref(), Some("A <b>"));
        assert_eq!(found.byline.as_deref(), Some("Maren & Co"));
        assert_eq!(found.excerpt.as_deref(), Some("short"));
        assert_eq!(found.site_name.as_deref(), Some("Crumb"));
        assert_eq!(found.language.as_deref(), Some("en-GB"));
        assert_eq!(found.direction.as_deref(), Some("rtl"));
    }

    #[test]
    fn without_an_address_relative_ones_stay() {
        let html =
            "<link rel=canonical href=/c><meta property=og:image content=https://i.example/1.png>";
        let found = Metadata::of(&Page::measure(Parser::default().parse(html)));
        assert_eq!(found.canonical.as_deref(), Some("/c"));
        assert_eq!(found.image.as_deref(), Some("https://i.example/1.png"));
    }

    #[test]
    fn what_is_known_is_completed_not_replaced() {
        let mut known = Metadata { byline: Some("Maren".into()), ..Metadata::default() };
        let byline = Some("nobody".into());
        known.complete_with(Metadata { byline, modified: Some("2".into()), ..Metadata::default() });
        assert_eq!(known.byline.as_deref(), Some("Maren"));
        assert_eq!(known.modified.as_deref(), Some("2"));
    }
}
