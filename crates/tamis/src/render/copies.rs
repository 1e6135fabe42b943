//! Pictures that are there twice.
//!
//! A page may have a picture once for wide and once for narrow screens, or a small one that is
//! shown until a script has loaded the large one:
//!
//! ```html
//! <img class="placeholder" src="stove-20x15.jpg"><img class="lazy" data-src="stove.jpg">
//! ```
//!
//! Two pictures are one if nothing but elements is between them and their addresses name the same
//! file, in another size. Pictures with equal addresses are none: five stars are a rating.

use tamis_dom::{Document, NodeId, NodeKind, name};

use crate::page::{NodeSet, Page, WidthCopy};
use crate::structure::images::Images;

/// The most nodes between two forms of a picture.
const MAX_BETWEEN: usize = 24;

/// The shortest name of a file that tells pictures apart, in bytes.
const LEAST_NAME: usize = 4;

/// The parameters of an address that say in which form a picture is sent.
const FORMS: [&str; 19] = [
    "auto", "blur", "bg", "crop", "dpr", "f", "fit", "fm", "format", "h", "height", "q", "quality",
    "resize", "size", "strip", "sz", "w", "width",
];

/// The words in names of files, and of classes, of pictures that stand for a larger one.
const SMALL: [&str; 6] = ["blur", "lqip", "placeholder", "preview", "thumb", "thumbnail"];

/// Returns the images that repeat another one of the page, each with that one, in document order.
pub(super) fn picture_copies(page: &Page) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let base = page.base_url();
    let images = Images::new(document, base.as_ref());
    let mut copies = Vec::new();
    let mut of_widths = NodeSet::of(document);
    let images_in = |id| document.elements(id).filter(|&id| images.is_image(id));
    for WidthCopy { original, copy } in page.width_copies().iter().cloned() {
        for (copy, original) in images_in(copy.start).zip(images_in(original)) {
            copies.push((copy, original));
            of_widths.insert(copy);
        }
    }
    let mut before: Option<NodeId> = None;
    for id in document.elements(NodeId::DOCUMENT).filter(|&id| document.is_html(id, name::IMG)) {
        if let Some(other) = before.filter(|&other| is_beside(document, other, id))
            && !of_widths.contains(other)
            && !of_widths.contains(id)
            && let Some(small) = smaller(document, &images, other, id)
        {
            copies.push((small, if small == id { other } else { id }));
            if small == id {
                continue;
            }
        }
        before = Some(id);
    }
    copies.sort_unstable();
    copies
}

/// True if only elements are between two images.
fn is_beside(document: &Document, one: NodeId, other: NodeId) -> bool {
    let between = one.index() + 1..other.index();
    between.len() <= MAX_BETWEEN
        && between.map(NodeId::from_index).all(|id| {
            document.kind(id) != NodeKind::Text || document.text(id).trim_ascii().is_empty()
        })
}

/// Returns the smaller one of two images if they are one picture.
fn smaller(document: &Document, images: &Images<'_>, one: NodeId, other: NodeId) -> Option<NodeId> {
    if images.twin(one) == Some(other) || images.twin(other) == Some(one) {
        return None;
    }
    let alt = |id| document.attr(id, name::ALT).unwrap_or_default();
    let (first, second) = (images.image(one)?.source, images.image(other)?.source);
    let differ = !alt(one).is_empty() && !alt(other).is_empty() && alt(one) != alt(other);
    let (first, second) = (File::of(&first)?, File::of(&second)?);
    if differ
        || first.address == second.address
        || first.stem != second.stem
        || first.query != second.query
    {
        return None;
    }
    // A blurred form stands for the sharp one.
    let is_small = |id, file: &File| {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        file.is_small || SMALL.iter().any(|word| class.contains(word))
    };
    let is_first = match (is_small(one, &first), is_small(other, &second)) {
        (true, false) => true,
        (false, true) => false,
        _ if first.folder != second.folder => return None,
        // The form without a size is the original.
        _ => second.width.unwrap_or(u32::MAX) > first.width.unwrap_or(u32::MAX),
    };
    Some(if is_first { one } else { other })
}

/// The file that the address of a picture names.
struct File {
    stem: String,
    /// The folders, without those that name a size.
    folder: String,
    /// The parameters that say which picture it is.
    query: Vec<String>,
    width: Option<u32>,
    is_small: bool,
    address: String,
}

impl File {
    /// Reads an address. `None` if the name of the file tells nothing.
    fn of(address: &str) -> Option<File> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let query = query.split('#').next().unwrap_or_default();
        let path = path.split('#').next()?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = name.to_ascii_lowercase();
        let (mut stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        if ending.len() > LEAST_NAME || address.starts_with("data:") {
            return None;
        }
        let mut width = None;
        let mut is_small = false;
        while let Some((rest, last)) = stem.rsplit_once(['-', '_', '.', '@']) {
            let number =
                last.split('x').next().unwrap_or_default().trim_end_matches(['w', 'x', 'p']);
            let is_size = last.bytes().all(|byte| byte.is_ascii_digit() || b"wxp".contains(&byte))
                && last.contains(['x', 'w', 'p']);
            let is_word = SMALL.contains(&last)
                || matches!(last, "small" | "medium" | "large" | "scaled" | "mobile" | "desktop");
            if !is_size && !is_word || rest.is_empty() {
                break;
            }
            is_small |= SMALL.contains(&last);
            if is_size {
                width = width.or_else(|| number.parse().ok());
            }
            stem = rest;
        }
        let mut own = Vec::new();
        for (key, value) in query.split('&').map(|of| of.split_once('=').unwrap_or((of, ""))) {
            is_small |= key == "blur";
            if !FORMS.contains(&key) {
                own.push(format!("{key}={value}"));
            } else if matches!(key, "w" | "width" | "resize" | "size") {
                let digits = value.split(|char: char| !char.is_ascii_digit()).next();
                width = width.or_else(|| digits?.parse().ok());
            }
        }
        let is_named =
            stem.len() >= LEAST_NAME && stem.bytes().any(|byte| byte.is_ascii_alphabetic());
        is_named.then(|| File {
            stem: stem.to_owned(),
            folder: folder.split('/').filter(|part| !names_size(part)).collect(),
            query: own,
            width,
            is_small,
            address: address.to_owned(),
        })
    }
}

/// True for a folder such as `300x200`, `w_300,h_200` or `thumbs`.
fn names_size(folder: &str) -> bool {
    let is_pair = || {
        let (width, height) = folder.split_once('x')?;
        let mut all = width.bytes().chain(height.bytes());
        Some(!width.is_empty() && all.all(|byte| byte.is_ascii_digit()))
    };
    matches!(folder, "small" | "medium" | "large" | "thumbs" | "thumbnails")
        || SMALL.contains(&folder)
        || ["w_", "h_"].iter().any(|prefix| folder.split(',').any(|part| part.starts_with(prefix)))
        || is_pair().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Checks the sources of the copies.
    #[track_caller]
    fn check(html: &str, expected: &[&str]) {
        let page = Page::measure(Parser::default().parse(html));
        let document = page.document();
        let copies = picture_copies(&page);
        let source = |id| {
            document
                .attr(id, name::SRC)
                .or(document.find_name("data-src").and_then(|name| document.attr(id, name)))
        };
        let found: Vec<&str> = copies.iter().filter_map(|&(copy, _)| source(copy)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn the_smaller_picture_is_a_copy() {
        check("<img src=/a/stove-20x15.jpg><img data-src=/a/stove.jpg>", &["/a/stove-20x15.jpg"]);
        check(
            "<a><img src=/roof.jpg?w=900></a><a><img src=/roof.jpg?w=300></a>",
            &["/roof.jpg?w=300"],
        );
        check("<img class=lqip src=/s/roof.jpg><img src=/l/roof.jpg>", &["/s/roof.jpg"]);
        check(
            "<div class=mobile><img src=a.jpg alt=Hall></div>\
             <div class=desktop><img src=b.jpg alt=Hall></div>",
            &["a.jpg"],
        );
    }

    #[test]
    fn other_pictures_stay() {
        for html in [
            "<img src=star.png><img src=star.png><img src=star.png>",
            "<img src=/photo.jpg?id=1&w=2><img src=/photo.jpg?id=2&w=3>",
            "<img src=/2023/photo.jpg><img src=/2024/photo.jpg>",
            "<img src=/pic-1.jpg><img src=/pic-2.jpg>",
            "<img src=/roof-300x200.jpg><p>The other roof<img src=/roof.jpg>",
            "<img src=/roof-300x200.jpg alt=One><img src=/roof.jpg alt=Two>",
            "<img src=/1.jpg?w=1><img src=/1.jpg?w=2>",
        ] {
            check(html, &[]);
        }
    }
}
