//! What an element can be called: selectors that may be stable from page to page.

use tamis_dom::{Document, Name, Namespace, NodeId, name};

/// Attributes whose values name what an element is for.
const TELLING: [&str; 4] = ["itemprop", "role", "data-testid", "data-component"];
/// No more classes of an element are looked at.
const MAX_CLASSES: usize = 8;
/// No name has more bytes.
const MAX_BYTES: usize = 80;
/// The levels of a path under a name.
const MAX_LEVELS: usize = 3;

/// Elements that have a meaning of their own.
const LANDMARKS: [Name; 8] = [
    name::MAIN,
    name::ARTICLE,
    name::SECTION,
    name::ASIDE,
    name::HEADER,
    name::FOOTER,
    name::NAV,
    name::FORM,
];

/// Gives names to the elements of a document.
pub(super) struct Namer<'d> {
    document: &'d Document,
    telling: Vec<(&'static str, Name)>,
    text: String,
}

impl<'d> Namer<'d> {
    pub(super) fn of(document: &'d Document) -> Namer<'d> {
        let find = |text| Some((text, document.find_name(text)?));
        let telling = TELLING.into_iter().filter_map(find).collect();
        Namer { document, telling, text: String::new() }
    }

    /// Gives each selector that the element may be found by: its id; its name with a class; its name with a telling
    /// attribute; the name alone where it is a landmark; and where it has no name of its own, a path from the nearest
    /// element that has.
    pub(super) fn each(&mut self, id: NodeId, mut give: impl FnMut(&str)) {
        let is_html = self.document.namespace(id) == Namespace::Html;
        let tag = self.document.local_name(id).filter(|tag| is_html && is_identifier(tag));
        let Some(tag) = tag else { return };
        let names = self.own(id, tag, &mut give);
        if self.document.name(id).is_some_and(|name| LANDMARKS.contains(&name)) {
            give(tag);
        } else if names == 0
            && let Some(path) = self.path(id)
        {
            give(&path);
        }
    }

    /// Gives the names that the element has of itself; returns how many there are.
    fn own(&mut self, id: NodeId, tag: &str, give: &mut impl FnMut(&str)) -> usize {
        let document = self.document;
        let mut count = 0;
        let mut named = |text: &str| {
            if text.len() <= MAX_BYTES {
                count += 1;
                give(text);
            }
        };
        if let Some(value) = document.attr(id, name::ID).filter(|value| is_stable(value)) {
            self.text.clear();
            self.text.extend(["#", value]);
            named(&self.text);
        }
        for class in classes(document, id) {
            self.text.clear();
            self.text.extend([tag, ".", class]);
            named(&self.text);
        }
        for &(attribute, number) in &self.telling {
            if let Some(value) = document.attr(id, number).filter(|value| is_stable(value)) {
                self.text.clear();
                self.text.extend([tag, "[", attribute, "=", value, "]"]);
                named(&self.text);
            }
        }
        count
    }

    /// Steps from the nearest element with a name down to this one.
    fn path(&self, id: NodeId) -> Option<String> {
        let document = self.document;
        let mut steps = vec![document.local_name(id)?.to_owned()];
        for above in document.ancestors(id).take(MAX_LEVELS) {
            let tag = document.local_name(above).filter(|tag| is_identifier(tag))?;
            let own = document.attr(above, name::ID).filter(|value| is_stable(value));
            let name = match (own, classes(document, above).next()) {
                (Some(own), _) => Some(format!("#{own}")),
                (None, Some(class)) => Some(format!("{tag}.{class}")),
                (None, None) => LANDMARKS
                    .iter()
                    .any(|&landmark| document.name(above) == Some(landmark))
                    .then(|| tag.to_owned()),
            };
            let is_named = name.is_some();
            steps.push(name.unwrap_or_else(|| tag.to_owned()));
            if is_named {
                steps.reverse();
                return Some(steps.join(" > ")).filter(|path| path.len() <= MAX_BYTES);
            }
        }
        None
    }
}

fn classes(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().filter(|class| is_stable(class)).take(MAX_CLASSES)
}

/// Whether the text can stand in a selector as it is.
fn is_identifier(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && text.chars().all(is_word)
}

/// Whether an id or a class can stand in a selector and does not look like the number of a thing.
fn is_stable(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    is_identifier(text) && digits < 4 && !text.split(['-', '_']).any(is_made)
}

/// Whether a part of a name looks as if a program had made it: a letter behind a digit.
fn is_made(part: &str) -> bool {
    let digit = part.find(|c: char| c.is_ascii_digit());
    digit.is_some_and(|at| part[at..].contains(|c: char| c.is_ascii_alphabetic()))
}
