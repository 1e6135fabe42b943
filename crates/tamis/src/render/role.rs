//! What an element means for the way a page is written.

use tamis_dom::{Document, Name, NameSet, Namespace, NodeId, name};

/// What an element means for the way a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Left out with all it holds.
    Hidden,
    /// A block that groups others and says nothing itself.
    Container,
    /// A block that holds text alone.
    Leaf,
    /// A block that says what its content is: a list, a table, a figure, and their parts.
    Structure,
    /// Marks a part of a line.
    Inline,
    /// Says nothing, and breaks no line.
    Plain,
    /// As [`Role::Plain`], but what stands in it is apart from what stands around.
    Apart,
    /// `<br>`.
    LineBreak,
    /// `<hr>`.
    Rule,
    /// A video, a sound.
    Media,
    /// `<iframe>`.
    Frame,
    /// The outermost element of a formula.
    Formula,
    /// The outermost element of a drawing.
    Drawing,
}

impl Role {
    /// What this element means.
    pub(super) fn of(document: &Document, id: NodeId) -> Role {
        let Some(name) = document.name(id) else { return Role::Plain };
        match document.namespace(id) {
            Namespace::Html => Role::of_html(name),
            Namespace::MathMl if name == name::MATH => Role::Formula,
            Namespace::Svg if name == name::SVG => Role::Drawing,
            Namespace::Svg | Namespace::MathMl | Namespace::Other => Role::Apart,
        }
    }

    fn of_html(name: Name) -> Role {
        match name {
            name::BR => Role::LineBreak,
            name::HR => Role::Rule,
            name::VIDEO | name::AUDIO => Role::Media,
            name::IFRAME => Role::Frame,
            _ => SETS
                .iter()
                .find(|(set, _)| set.contains(name))
                .map_or(Role::Plain, |&(_, role)| role),
        }
    }

    /// Whether a browser breaks the line where the element begins and ends.
    pub(super) fn is_block(self) -> bool {
        matches!(self, Role::Container | Role::Leaf | Role::Structure | Role::Rule)
    }
}

/// Headings, of the highest level first.
pub(super) const HEADINGS: NameSet =
    NameSet::of(&[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6]);

const SETS: [(NameSet, Role); 6] = [
    (
        NameSet::of(&[
            name::A,
            name::ABBR,
            name::ACRONYM,
            name::B,
            name::BDI,
            name::BDO,
            name::BIG,
            name::CITE,
            name::CODE,
            name::DATA,
            name::DEL,
            name::DFN,
            name::EM,
            name::I,
            name::INS,
            name::KBD,
            name::MARK,
            name::Q,
            name::RB,
            name::RP,
            name::RT,
            name::RTC,
            name::RUBY,
            name::S,
            name::SAMP,
            name::SMALL,
            name::STRIKE,
            name::STRONG,
            name::SUB,
            name::SUP,
            name::TIME,
            name::TT,
            name::U,
            name::VAR,
        ]),
        Role::Inline,
    ),
    (
        NameSet::of(&[
            name::ARTICLE,
            name::ASIDE,
            name::BODY,
            name::CENTER,
            name::DIALOG,
            name::DIV,
            name::FIELDSET,
            name::FOOTER,
            name::FORM,
            name::HEADER,
            name::HGROUP,
            name::HTML,
            name::MAIN,
            name::NAV,
            name::SEARCH,
            name::SECTION,
        ]),
        Role::Container,
    ),
    (
        NameSet::of(&[
            name::H1,
            name::H2,
            name::H3,
            name::H4,
            name::H5,
            name::H6,
            name::LEGEND,
            name::LISTING,
            name::P,
            name::PLAINTEXT,
            name::PRE,
            name::SUMMARY,
            name::XMP,
        ]),
        Role::Leaf,
    ),
    (
        NameSet::of(&[
            name::ADDRESS,
            name::BLOCKQUOTE,
            name::CAPTION,
            name::DD,
            name::DETAILS,
            name::DIR,
            name::DL,
            name::DT,
            name::FIGCAPTION,
            name::FIGURE,
            name::LI,
            name::MENU,
            name::OL,
            name::TABLE,
            name::TBODY,
            name::TD,
            name::TFOOT,
            name::TH,
            name::THEAD,
            name::TR,
            name::UL,
        ]),
        Role::Structure,
    ),
    (
        NameSet::of(&[
            name::BUTTON,
            name::MARQUEE,
            name::OPTGROUP,
            name::OPTION,
            name::SELECT,
            name::TEXTAREA,
        ]),
        Role::Apart,
    ),
    (
        NameSet::of(&[name::SCRIPT, name::STYLE, name::TEMPLATE, name::NOEMBED, name::NOFRAMES]),
        Role::Hidden,
    ),
];
