//! The meaning of element names for segmentation.
//!
//! Source: jusText 3.0.2, `core.py`: `preprocessor`, `PARAGRAPH_TAGS`.

use tamis_dom::{Document, Name, NodeId, name};

/// The meaning of an element's name for segmentation and counting, as a set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Role(u8);

impl Role {
    /// jusText removes it with its content.
    pub(crate) const REMOVE: Role = Role(1);
    /// jusText removes it and keeps its content.
    pub(crate) const UNWRAP: Role = Role(1 << 1);
    /// Its tags separate paragraphs.
    pub(crate) const PARAGRAPH: Role = Role(1 << 2);
    /// Its paragraphs are headings.
    pub(crate) const HEADING: Role = Role(1 << 3);
    /// Its name contains `select`.
    pub(crate) const SELECT: Role = Role(1 << 4);
    /// No browser shows its text.
    pub(crate) const HIDDEN: Role = Role(1 << 5);
    /// Its tags separate lines in a browser, but not paragraphs in jusText.
    pub(crate) const BLOCK: Role = Role(1 << 6);
    /// A box within a line: words end at it.
    pub(crate) const BOX: Role = Role(1 << 7);

    #[inline]
    pub(crate) const fn has(self, other: Role) -> bool {
        self.0 & other.0 != 0
    }

    const fn and(self, other: Role) -> Role {
        Role(self.0 | other.0)
    }
}

/// Elements that are removed with all they contain. Source: jusText's options for lxml's `Cleaner`:
/// `scripts`, `style`, `embedded` (applet), `forms`, `kill_tags`, and `base`, which is in the head.
const REMOVED: &[Name] = &[
    name::HEAD,
    name::SCRIPT,
    name::STYLE,
    name::APPLET,
    name::BUTTON,
    name::INPUT,
    name::SELECT,
    name::TEXTAREA,
    name::BASE,
];

/// Elements that are removed while their content is kept. Source: as above, `embedded` and `forms`.
const UNWRAPPED: &[Name] =
    &[name::FORM, name::IFRAME, name::EMBED, name::LAYER, name::OBJECT, name::PARAM];

/// Source: jusText, `PARAGRAPH_TAGS`, without `form` and `textarea`, which are removed before.
const PARAGRAPH_TAGS: &[Name] = &[
    name::BODY,
    name::BLOCKQUOTE,
    name::CAPTION,
    name::CENTER,
    name::COL,
    name::COLGROUP,
    name::DD,
    name::DIV,
    name::DL,
    name::DT,
    name::FIELDSET,
    name::LEGEND,
    name::OPTGROUP,
    name::OPTION,
    name::P,
    name::PRE,
    name::TABLE,
    name::TD,
    name::TFOOT,
    name::TH,
    name::THEAD,
    name::TR,
    name::UL,
    name::LI,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
];

const HEADINGS: &[Name] = &[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];

/// Elements whose text a browser never shows.
const HIDDEN: &[Name] =
    &[name::HEAD, name::SCRIPT, name::STYLE, name::IFRAME, name::NOEMBED, name::NOFRAMES];

/// Elements that begin and end a line and are not in `PARAGRAPH_TAGS`. Source: HTML standard, 15.3
/// "Non-replaced elements": those with `display: block`, `list-item`, or that of a table part.
const BLOCKS: &[Name] = &[
    name::ADDRESS,
    name::ARTICLE,
    name::ASIDE,
    name::DETAILS,
    name::DIALOG,
    name::DIR,
    name::FIGCAPTION,
    name::FIGURE,
    name::FOOTER,
    name::FORM,
    name::FRAME,
    name::FRAMESET,
    name::HEADER,
    name::HGROUP,
    name::HR,
    name::HTML,
    name::LISTING,
    name::MAIN,
    name::MENU,
    name::NAV,
    name::OL,
    name::PLAINTEXT,
    name::SEARCH,
    name::SECTION,
    name::SUMMARY,
    name::TBODY,
    name::XMP,
];

/// Elements that a browser shows as boxes within a line. Source: HTML standard, 15.4 "Replaced
/// elements" and 15.5 "Form controls"; SVG 2, 11.2 and 5.6: a `text` is placed on its own, `title`
/// and `desc` are shown separately or not at all.
const BOXES: &[Name] = &[
    name::APPLET,
    name::AUDIO,
    name::BUTTON,
    name::CANVAS,
    name::DESC,
    name::EMBED,
    name::IFRAME,
    name::IMG,
    name::INPUT,
    name::MARQUEE,
    name::METER,
    name::OBJECT,
    name::PROGRESS,
    name::SELECT,
    name::SVG,
    name::TEXT,
    name::TEXTAREA,
    name::TITLE,
    name::VIDEO,
];

const KNOWN: usize = Name::KNOWN as usize;

static ROLES: [Role; KNOWN] = {
    let mut roles = [Role(0); KNOWN];
    let lists = [
        (REMOVED, Role::REMOVE),
        (UNWRAPPED, Role::UNWRAP),
        (PARAGRAPH_TAGS, Role::PARAGRAPH),
        (HEADINGS, Role::HEADING),
        (&[name::SELECT, name::SELECTEDCONTENT], Role::SELECT),
        (HIDDEN, Role::HIDDEN),
        (BLOCKS, Role::BLOCK),
        (BOXES, Role::BOX),
    ];
    let mut list = 0;
    while list < lists.len() {
        let (names, role) = lists[list];
        let mut index = 0;
        while index < names.len() {
            let number = names[index].index();
            roles[number] = roles[number].and(role);
            index += 1;
        }
        list += 1;
    }
    roles
};

/// The roles of all names of a document: the known names, and its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roles {
    own: Vec<Role>,
}

impl Roles {
    pub(crate) fn fill(&mut self, document: &Document) {
        self.own.clear();
        self.own.extend(document.own_names().map(role_of_unknown));
    }

    #[inline]
    pub(crate) fn of(&self, name: Name) -> Role {
        let index = name.index();
        match ROLES.get(index) {
            Some(&role) => role,
            None => self.own.get(index - KNOWN).copied().unwrap_or_default(),
        }
    }
}

/// Returns true if a browser shows an element of this name as a box within a line.
pub(crate) fn is_box(name: Name) -> bool {
    ROLES.get(name.index()).is_some_and(|role| role.has(Role::BOX))
}

fn role_of_unknown(text: &str) -> Role {
    let mut role = Role(0);
    if text.contains("select") {
        role = role.and(Role::SELECT);
    }
    if has_heading_word(text) {
        role = role.and(Role::HEADING);
    }
    role
}

/// Returns true if the text contains a word of `h` and one digit. Source: jusText, `paragraph.py`,
/// `HEADINGS_PATTERN` (`\bh\d\b`).
pub(crate) fn has_heading_word(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_word(c)).any(|word| {
        let mut chars = word.chars();
        chars.next() == Some('h')
            && chars.next().is_some_and(|digit| digit.is_ascii_digit() || is_foreign_digit(digit))
            && chars.next().is_none()
    })
}

/// Returns true for decimal digits outside ASCII. `is_numeric` also holds for letters that are
/// numbers (`Ⅷ`) and for fractions, which are not digits.
fn is_foreign_digit(c: char) -> bool {
    !c.is_ascii()
        && c.is_numeric()
        && !c.is_alphabetic()
        && !matches!(c, '²' | '³' | '¹' | '¼'..='¾')
}

/// Returns true if jusText's cleaner removes this element for its attributes or its place: a
/// `<link>` to a style sheet, or a `<param>` outside of `<object>` (with its content, which it has
/// only in SVG and `MathML`). Source: lxml's `Cleaner`, if `style` and `embedded` are set and
/// `links` is not.
#[inline]
pub(crate) fn is_removed_by_rule(document: &Document, id: NodeId, name: Name) -> bool {
    match name {
        name::LINK => document
            .attr(id, name::REL)
            .is_some_and(|rel| rel.to_lowercase().contains("stylesheet")),
        name::PARAM => !document.ancestors(id).any(|id| document.name(id) == Some(name::OBJECT)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_words() {
        for text in ["my-h2", "h7", "x.h1"] {
            assert!(has_heading_word(text), "{text}");
        }
        for text in ["h10", "hr", "th2", "h_1", "h", "hh1"] {
            assert!(!has_heading_word(text), "{text}");
        }
    }

    #[test]
    fn roles_of_known_names() {
        let roles = Roles::default();
        assert!(roles.of(name::HEAD).has(Role::REMOVE) && roles.of(name::HEAD).has(Role::HIDDEN));
        assert!(roles.of(name::H3).has(Role::PARAGRAPH) && roles.of(name::H3).has(Role::HEADING));
        assert_eq!(roles.of(name::SPAN), Role::default());
    }
}
