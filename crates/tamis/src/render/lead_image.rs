//! The lead image of a page: the picture between the title and the text, or just above the title.
//!
//! Its neighbours are the title, the byline and the like, which are not kept, so that it is not
//! among kept paragraphs. A reader expects it all the same. It is found in four ways: it is the
//! picture that the page itself names, for example in `og:image`, or the only picture of the figure
//! after the title, or a picture that stands alone there, or alone above the title in the
//! `<article>`.
//!
//! Many pages have a lead, which is kept, and then the byline, the buttons to share, and the
//! picture:
//!
//! ```html
//! <h1>The ferry that stopped</h1> <p class=lead>Nobody knows when it goes again.
//! <div>by Ann Lee, 5 May, 10:17</div> <figure><img src=/ferry.jpg></figure>
//! <div class=body><p>At noon on Friday …
//! ```
//!
//! So the text begins after a lead that stands apart from it. The picture that the page names may
//! even be further down, between kept texts.
//!
//! The page often names another size of the picture than it shows: `bread-1200x630.jpg` for
//! `bread-800x600.webp`. So pictures are compared by the name of the file without its size and
//! format.

use tamis_dom::{Document, NameSet, NodeId, name};
use url::Url;

use super::kept_nodes::{has_media, is_portrait};
use crate::metadata::{leads_to_person, shows_title};
use crate::page::address::web_address;
use crate::page::{Page, Paragraph, around, has_class_word, near};
use crate::structure::caption::captioned;
use crate::structure::hidden::is_left_out;
use crate::structure::images::Images;
use crate::threads::attached_images;
use crate::verdict::Verdict;

/// The length from which a kept paragraph outside headings is the text below the lead image, in
/// characters.
const MIN_TEXT: u32 = 100;

/// The most text between the title and a figure that is its lead image, in characters: a subtitle
/// and a byline.
const MAX_BETWEEN: u32 = 300;

/// The least width or height of a lead image, in pixels, if the page states one.
const MIN_PIXELS: u32 = 100;

/// The parts of a page that have no lead image, because their pictures belong to something else.
///
/// In a list it is one of several: in a gallery or among cards.
const AROUND: NameSet = NameSet::of(&[name::ASIDE, name::FOOTER, name::LI, name::NAV]);

/// The words in classes of boxes about authors, and the most elements around a picture that are
/// asked for them, with the most text in bytes.
const OF_AUTHORS: [&str; 4] = ["author", "authors", "byline", "headshot"];
const LEVELS: usize = 6;
const AUTHOR_BYTES: usize = 600;

/// Elements in which a picture before the title is one of the article.
const ARTICLES: NameSet = NameSet::of(&[name::ARTICLE, name::MAIN]);

/// The length of the shortest name of a file that tells pictures apart, in bytes. Shorter names do
/// not, because many pictures are called, for example, `image`. A number is another one for each.
const LEAST_NAME: usize = 8;
const LEAST_NUMBER: usize = 6;

/// Returns the lead image of a page: the picture that the page states as its own, before the end of
/// the text, or else the only picture of the figure directly after the title, the only one between
/// the title and the text, or the only one of the article before the title. `None` if there is
/// none, or if what is kept has it. `title` and `image` are those of the page's metadata.
pub(crate) fn lead_image(
    page: &Page,
    verdict: &Verdict,
    title: Option<&str>,
    image: Option<&str>,
) -> Option<NodeId> {
    let document = page.document();
    let texts = Texts::of(page, verdict)?;
    let base = page.base_url();
    let images = Images::new(document, base.as_ref());
    let stated = image.and_then(Picture::of);
    let can_lead = |id: NodeId| !is_portrait(document, id) && !is_around(page, base.as_ref(), id);
    let shown = |stated: &Picture, end: NodeId| {
        let mut before = document.elements(NodeId::DOCUMENT).take_while(|&id| id < end);
        before.find(|&id| images.is_image(id) && shows(&images, id, stated) && can_lead(id))
    };
    let attached = attached_images(page, &verdict.posts);
    let is_kept = |id: NodeId| attached.binary_search(&id).is_ok() || has_media(page, verdict, id);
    let of_page = stated.as_ref().and_then(|stated| shown(stated, texts.body));
    let chosen = of_page.or_else(|| {
        let heading = title_heading(document, title?, texts.first)?;
        let below = picture_below_title(page, verdict, &images, (heading, &texts));
        let picture = below.or_else(|| picture_above_title(page, &images, heading, texts.first))?;
        let only = only_image(document, &images, picture).filter(|&id| can_lead(id))?;
        let above = texts.first.max(only);
        let mut before = document.elements(NodeId::DOCUMENT).take_while(|&id| id < above);
        (!before.any(|id| images.is_image(id) && is_kept(id))).then_some(only)
    });
    let chosen = chosen.or_else(|| shown(stated.as_ref()?, texts.last))?;
    let image = images.image(chosen)?;
    let is_small = [image.width, image.height].into_iter().flatten().any(|of| of < MIN_PIXELS);
    let picture = Picture::of(&image.source)?;
    let alt = image.alt.to_ascii_lowercase();
    if is_small || picture.is_logo() || ["avatar", "logo"].iter().any(|of| alt.contains(of)) {
        return None;
    }
    let mut kept =
        document.elements(NodeId::DOCUMENT).filter(|&id| images.is_image(id) && is_kept(id));
    let is_known = kept.any(|id| id == chosen || shows(&images, id, &picture));
    (!is_known).then_some(chosen)
}

/// Returns true if an image shows this picture.
fn shows(images: &Images<'_>, id: NodeId, picture: &Picture) -> bool {
    let Some(image) = images.image(id) else { return false };
    picture.may_be_at(&image.source) && Picture::of(&image.source).as_ref() == Some(picture)
}

/// The first nodes of kept texts.
struct Texts {
    /// Of the first long paragraph outside headings, or else of any.
    first: NodeId,
    /// Of the same, or of the next long one if the first is a lead: in another element.
    body: NodeId,
    /// Of the last one.
    last: NodeId,
}

impl Texts {
    fn of(page: &Page, verdict: &Verdict) -> Option<Texts> {
        let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
        let mut kept = kept.map(|(paragraph, _)| paragraph).filter(|of| !of.in_heading);
        let mut long = kept.clone().filter(|of| of.text_chars >= MIN_TEXT);
        let first = long.next().or_else(|| kept.clone().next())?;
        let parent = |of: &Paragraph| page.document().parent(of.origin());
        let body = long.next().filter(|next| parent(next) != parent(first)).unwrap_or(first);
        let node = |of: &Paragraph| page.first_text(of);
        Some(Texts { first: node(first)?, body: node(body)?, last: node(kept.next_back()?)? })
    }
}

/// Returns true for an image in a part around the content or of an author, in a link to a front
/// page or to somebody's page, or left out.
fn is_around(page: &Page, base: Option<&Url>, id: NodeId) -> bool {
    let document = page.document();
    let leads_away = |id: NodeId| {
        let href = document.attr(id, name::HREF).filter(|_| document.is_html(id, name::A));
        href.is_some_and(|href| {
            let to = web_address(base, href).and_then(|to| Url::parse(&to).ok());
            to.is_some_and(|to| to.path() == "/") || leads_to_person(href)
        })
    };
    let mut boxes = near(document, id)
        .take(LEVELS)
        .take_while(|&around| document.text_range(around).len() <= AUTHOR_BYTES);
    boxes.any(|id| has_class_word(document, id, &OF_AUTHORS))
        || around(document, id).any(|id| {
            document.name(id).is_some_and(|name| AROUND.contains(name))
                || leads_away(id)
                || is_left_out(page, id)
        })
}

/// Returns the heading above the text that shows the title.
fn title_heading(document: &Document, title: &str, text: NodeId) -> Option<NodeId> {
    let mut above = document.elements(NodeId::DOCUMENT).take_while(|&id| id < text);
    above.find(|&id| {
        matches!(document.name(id), Some(name::H1 | name::H2))
            && shows_title(document.text(id), title)
    })
}

/// Returns the only picture before the title in the article with both title and text, if there is
/// at most a caption before the title. Other elements have a logo there.
fn picture_above_title(
    page: &Page,
    images: &Images<'_>,
    heading: NodeId,
    text: NodeId,
) -> Option<NodeId> {
    let document = page.document();
    let whole = around(document, heading).find(|&id| {
        text < document.subtree_end(id) && document.name(id).is_some_and(|of| ARTICLES.contains(of))
    })?;
    let above = document.elements(whole).take_while(|&id| id < heading);
    let mut pictures = above.filter(|&id| is_picture(images, id));
    let first = pictures.next()?;
    let is_one = pictures.take(MAX_PICTURES).all(|id| images.twin(first) == Some(id));
    let before = page.paragraphs_among(whole..heading);
    let chars = page.paragraphs()[before].iter().map(|of| of.text_chars);
    let is_near = chars.fold(0, u32::saturating_add) <= MAX_BETWEEN;
    (is_one && is_near && stands_alone(document, images, first, heading..text)).then_some(first)
}

/// Returns the first figure after the heading that shows the title, or else the picture there that
/// [stands alone](stands_alone), if only a little text is between them that is not kept.
fn picture_below_title(
    page: &Page,
    verdict: &Verdict,
    images: &Images<'_>,
    (heading, texts): (NodeId, &Texts),
) -> Option<NodeId> {
    let document = page.document();
    let after = document.subtree_end(heading);
    let above = document.elements(NodeId::DOCUMENT).take_while(|&id| id < texts.body);
    let above = above.skip_while(|&id| id < after);
    let pictures = above.filter(|&id| document.is_html(id, name::FIGURE) || is_picture(images, id));
    let pictures: Vec<NodeId> = pictures.take(MAX_PICTURES).collect();
    let figure = pictures.iter().copied().find(|&id| document.is_html(id, name::FIGURE));
    let first = figure.or_else(|| {
        // Several are icons or the pictures of authors.
        let (&first, others) = pictures.split_first()?;
        let is_one = others.iter().all(|&id| images.twin(first) == Some(id));
        let text = if first < texts.first { texts.first } else { texts.body };
        (is_one && stands_alone(document, images, first, heading..text)).then_some(first)
    })?;
    let dropped = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| !**kept);
    let between = dropped
        .map(|(paragraph, _)| paragraph)
        .filter(|of| page.first_text(of).is_some_and(|node| after <= node && node < first));
    let between: u32 = between.map(|of| of.text_chars).fold(0, u32::saturating_add);
    (between <= MAX_BETWEEN && document.subtree_end(first) <= texts.body).then_some(first)
}

/// The most pictures between a title and the text that are considered.
const MAX_PICTURES: usize = 8;

/// True if an image is in no small element with a text that is not its caption, and is no icon. The
/// elements around it have nothing else, up to one that contains the title or the text.
fn stands_alone(
    document: &Document,
    images: &Images<'_>,
    id: NodeId,
    between: std::ops::Range<NodeId>,
) -> bool {
    let has_text = |&id: &NodeId| document.text(id).contains(|char: char| !char.is_whitespace());
    let is_around = |outer: NodeId, inner| outer <= inner && inner < document.subtree_end(outer);
    let is_large =
        |&outer: &NodeId| is_around(outer, between.start) || is_around(outer, between.end);
    let is_icon = images.image(id).is_none_or(|image| {
        let path = image.source.split(['?', '#']).next().unwrap_or_default();
        path.rsplit_once('.').is_some_and(|(_, format)| format.eq_ignore_ascii_case("svg"))
    });
    let picture = captioned(document, id).map_or(id, |nodes| nodes.start);
    let mut around = around(document, picture).skip(1);
    !is_icon && around.find(|id| is_large(id) || has_text(id)).is_some_and(|id| is_large(&id))
}

/// Returns the image of a figure that has one, which may have two forms.
fn only_image(document: &Document, images: &Images<'_>, figure: NodeId) -> Option<NodeId> {
    let mut all = document.elements(figure).filter(|&id| is_picture(images, id));
    let first = all.next()?;
    all.all(|id| images.twin(first) == Some(id)).then_some(first)
}

/// Returns true for an image with an address. Others are placeholders until a script has the
/// picture.
fn is_picture(images: &Images<'_>, id: NodeId) -> bool {
    let has_address = || images.image(id).is_some_and(|of| Picture::of(&of.source).is_some());
    images.is_image(id) && has_address()
}

/// A picture, of whatever size and format: what its address says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Picture {
    name: String,
}

impl Picture {
    /// Returns the picture at an address, or `None` if that does not name one.
    fn of(address: &str) -> Option<Picture> {
        // For a relative address any host will do, because the path says enough.
        let relative = || Url::parse("https://page.invalid/").ok()?.join(address).ok();
        let url =
            Url::parse(address).ok().or_else(relative).filter(|url| url.scheme() != "data")?;
        // Programs that make other sizes get the address of the picture as a parameter:
        // `/resize?url=…/bread.jpg`.
        let inner = url.query_pairs().find(|(key, _)| matches!(&**key, "url" | "src"));
        let path = match &inner {
            Some((_, inner)) => inner.split(['?', '#']).next().unwrap_or_default(),
            None => url.path(),
        };
        let path = path.trim_end_matches('/').to_ascii_lowercase();
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
        let stem = without_size(file);
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let is_number = stem.len() >= LEAST_NUMBER && stem.bytes().all(|of| of.is_ascii_digit());
        let is_known = stem.len() >= LEAST_NAME || is_number;
        let name = if is_known { stem.to_owned() } else { format!("{folder}/{stem}") };
        (!stem.is_empty()).then_some(Picture { name })
    }

    /// Returns false if an address certainly names another picture, because it does not contain the
    /// name and has no escapes that could stand for it. This is much faster than reading the parts
    /// of the address.
    fn may_be_at(&self, address: &str) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !self.name.bytes().all(is_plain) || address.bytes().any(|of| of <= b' ' || of == b'%') {
            return true;
        }
        let (name, address) = (self.name.as_bytes(), address.as_bytes());
        address.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name))
    }

    fn is_logo(&self) -> bool {
        self.name.contains("logo")
    }
}

/// Returns the name of a file without its format and its size: `bread` for `bread-1024x577.jpg`,
/// `bread-scaled.jpg` and `bread@2x.png.webp`.
fn without_size(file: &str) -> &str {
    let mut stem = file;
    while let Some((rest, "avif" | "gif" | "jpeg" | "jpg" | "png" | "webp")) = stem.rsplit_once('.')
    {
        stem = rest;
    }
    let is_number = |text: &str| {
        !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    while let Some(at) = stem.rfind(['-', '_', '@']) {
        let end = &stem[at + 1..];
        let is_size = end.split_once('x').is_some_and(|(width, height)| {
            is_number(width) && (is_number(height) || height.is_empty())
        });
        if !is_size && end != "scaled" || at == 0 {
            break;
        }
        stem = &stem[..at];
    }
    stem
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::metadata::Metadata;

    const TEXT: &str = "A text below the title that is much longer than the byline above it, so \
                        that it is not one of the lines about it.";
    const OWN: &str =
        "<meta property=og:image content='https://example.com/2025/bread-oven-1024x577.jpg?w=9'>";

    /// Checks the `src` of the lead image of a page that keeps the paragraphs that end with a full
    /// stop.
    fn check(html: &str, expected: Option<&str>) {
        let mut page = Page::measure(Parser::default().parse(html));
        page.url = Url::parse("https://example.com/bread/").ok();
        let mut verdict = Verdict::nothing("test", &page);
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            verdict.kept[at] = page.paragraph_text(paragraph).ends_with('.');
        }
        let Metadata { title, image, .. } = Metadata::of(&page);
        let found = lead_image(&page, &verdict, title.as_deref(), image.as_deref());
        let found = found.and_then(|id| page.document().attr(id, name::SRC));
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn the_only_picture_of_an_article_above_its_title_leads() {
        let image = "/bread.jpg";
        let shown = format!("<div><img src={image}></div>");
        // A short article would be a card.
        let rest = format!("<h1>Bread</h1><p>by Ann<p>{}", TEXT.repeat(9));
        check(&format!("<title>Bread</title><article>{shown}{rest}"), Some(image));
        let caption = "<p class=caption>An oven";
        check(&format!("<title>Bread</title><main>{shown}{caption}<div>{rest}"), Some(image));
        for html in [
            format!("{shown}{rest}"),
            format!("<article>{shown}<div><img src=/b.jpg></div>{rest}"),
            format!("<article><div><img src={image}> A card that has a text</div>{rest}"),
            format!("<article><nav>{shown}</nav>{rest}"),
            format!("<article><img src=/logo.png>{rest}"),
        ] {
            check(&format!("<title>Bread</title>{html}"), None);
        }
    }

    #[test]
    fn the_stated_picture_leads_in_any_size() {
        let image = "/2025/bread-oven-scaled.webp";
        let shown = format!("<img src={image}>");
        check(&format!("{OWN}<h1>Bread</h1><p>by Ann{shown}<p>{TEXT}"), Some(image));
        check(&format!("{OWN}<div>{shown}</div><h1>Bread</h1><p>by Ann<p>{TEXT}"), Some(image));
        let resized = "/_next/image?url=%2F2025%2Fbread-oven.jpg&w=640";
        check(&format!("{OWN}<p>Ann<img src={resized}><h1>Bread</h1><p>{TEXT}"), Some(resized));
    }

    #[test]
    fn the_picture_between_a_lead_and_the_text_leads() {
        let image = "/a.jpg";
        let lead = "<title>Bread</title><h1>Bread</h1><div><p>A lead that says what the text below \
            is about, and that is longer than a line.</div><p>by Ann<p>Share";
        for picture in ["<figure><img src=/a.jpg></figure>", "<div><img src=/a.jpg></div>"] {
            check(&format!("{lead}{picture}<p>10:17<div><p>{TEXT}<p>{TEXT}</div>"), Some(image));
            // A short text would be a card.
            let text = TEXT.repeat(9);
            let below = format!("{lead}<div><p>{text}<p>More{picture}<p>More<p>{text}</div>");
            check(&below, None);
            // Further down, only the picture that the page names.
            let named = below.replace("/a.jpg", "/bread-oven.jpg");
            check(&format!("{OWN}{named}"), Some("/bread-oven.jpg"));
        }
    }

    #[test]
    fn other_pictures_and_those_around_the_content_do_not_lead() {
        let image = "<img src=/2025/bread-oven.jpg>";
        for html in [
            format!("{OWN}<h1>Bread</h1><p>by Ann<img src=/other-picture.jpg><p>{TEXT}"),
            format!("{OWN}<nav>{image}</nav><h1>Bread</h1><p>{TEXT}"),
            format!("{OWN}<a href=https://example.com>{image}</a><h1>Bread</h1><p>{TEXT}"),
            format!("{OWN}<h1>Bread</h1><ul><li>{image}<li>Next</ul><p>{TEXT}"),
            format!("{OWN}<p>Ann{}<h1>Bread</h1><p>{TEXT}", image.replace('>', " alt=Logo>")),
            format!("{OWN}<h1>Bread</h1><p>by Ann{}<p>{TEXT}", image.replace("g>", "g width=64>")),
            format!("{OWN}<h1>Bread</h1><p>by Ann<div hidden>{image}</div><p>{TEXT}"),
            format!("{OWN}<h1>Bread</h1><p>{TEXT}<p>Related{image}"),
            format!("{OWN}<h1>Bread</h1><p>by Ann{image}<p>Share"),
        ] {
            check(&html, None);
        }
        let logo = "<meta property=og:image content=/site-logo.png><img src=/site-logo.png>";
        check(&format!("<p>Home{logo}<h1>Bread</h1><p>{TEXT}"), None);
    }

    #[test]
    fn a_kept_picture_is_not_repeated() {
        let image = "<img src=/2025/bread-oven.jpg>";
        check(&format!("{OWN}<h1>Bread</h1><p>by Ann{image}<p>{TEXT}{image}<p>{TEXT}"), None);
    }

    #[test]
    fn a_picture_alone_below_the_title_leads() {
        let title = "<title>Bread</title><main><h1>Bread</h1>";
        let image = "<img src=/a.jpg>";
        for lead in [
            image,
            "<picture><source srcset=/a.webp><img src=/a.jpg></picture>",
            "<p><a href=/a.jpg><img src=/a.jpg></a></p>",
            "<p>by Ann</p><div class=hero><div><img src=/a.jpg></div></div>",
        ] {
            check(&format!("{title}{lead}<p>{TEXT}"), Some("/a.jpg"));
            check(&format!("{title}{lead}<div><p>{TEXT}</div>"), Some("/a.jpg"));
        }
        check(&format!("<title>Bread</title><h1>Bread{image}</h1><p>{TEXT}"), None);
        for other in [
            "<p>by Ann <img src=/a.jpg></p>",
            "<img src=/a.svg>",
            "<img src=/a.jpg width=48>",
            "<img src=/a.jpg><img src=/b.jpg>",
            "<nav><img src=/a.jpg></nav>",
            "<div hidden><img src=/a.jpg></div>",
            "<a href=/authors/ann-lee><img src=/a.jpg></a>",
            "<div class=post-author><a href=/ann><img src=/a.jpg></a></div>",
        ] {
            check(&format!("{title}{other}<p>{TEXT}"), None);
        }
        check(&format!("<title>Tea</title><h1>Bread</h1>{image}<p>{TEXT}"), None);
    }

    #[test]
    fn a_figure_below_the_title_leads() {
        let title = "<title>Bread</title><h1>Bread</h1><h2>How to bake it</h2><p>by Ann";
        let figure = "<figure><img src=/a.jpg><figcaption>Photo: Ann</figcaption></figure>";
        check(&format!("{title}{figure}<p>{TEXT}"), Some("/a.jpg"));
        let two = figure.replace("<figc", "<img src=/b.jpg><figc");
        check(&format!("{title}{two}<p>{TEXT}"), None);
        check(&format!("<title>Tea</title><h1>Bread</h1>{figure}<p>{TEXT}"), None);
        check(&format!("{title}<aside>{figure}</aside><p>{TEXT}"), None);
        let far = "Related posts and other things. ".repeat(12).replace('.', ",");
        check(&format!("{title}<p>{far}{figure}<p>{TEXT}"), None);
    }

    #[test]
    fn pictures_that_an_address_may_name() {
        let picture = Picture::of("https://a.example/bread-oven.jpg").unwrap();
        for (address, expected) in [
            ("https://b.example/x/Bread-Oven-640x480.webp", true),
            ("/image?url=/2025/bread-oven.jpg", true),
            ("/image?url=%2Fbread%2Doven.jpg", true),
            ("/bread-\noven.jpg", true),
            ("https://b.example/bread-stove.jpg", false),
            ("", false),
        ] {
            assert_eq!(picture.may_be_at(address), expected, "{address}");
        }
        let short = Picture::of("https://a.example/x/1.jpg").unwrap();
        assert!(short.may_be_at("https://a.example/x/./1.jpg"));
    }

    #[test]
    fn names_of_pictures() {
        let name = |address: &str| Picture::of(address).map(|picture| picture.name);
        let same = name("https://a.example/x/bread-oven.jpg");
        assert_eq!(same.as_deref(), Some("bread-oven"));
        for other in ["bread-oven_1200x800.png", "bread-oven@2x.jpg.webp", "Bread-Oven.JPG?w=1"] {
            assert_eq!(name(&format!("https://cdn.example/y/{other}")), same, "{other}");
        }
        assert_eq!(name("https://a.example/x/1.jpg").as_deref(), Some("x/1"));
        assert_eq!(name("https://a.example/x/107247.jpg").as_deref(), Some("107247"));
        assert_eq!(name("https://a.example/"), None);
        assert_eq!(name("../bread-oven.jpg"), same);
        assert_eq!(name("data:image/png;base64,AAAA"), None);
    }
}
