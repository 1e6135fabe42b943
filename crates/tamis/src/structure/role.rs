//! The role of each element in rendering.

use tamis_dom::{Document, Name, NameSet, Namespace, NodeId, name};

/// The role of an element in rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenderRole {
    /// Left out with everything in it.
    Hidden,
    /// A block that only groups other content.
    Container,
    /// A block that holds text only.
    Leaf,
    /// A block with a meaning of its own: a list, a table, a figure, and their parts.
    Structure,
    /// Markup of a part of a line.
    Inline,
    /// Transparent: no meaning, no line break.
    Plain,
    /// Transparent, but separated by white space from the text around it.
    Separated,
    /// `<br>`.
    LineBreak,
    /// `<hr>`.
    Rule,
    /// A video or a sound.
    Media,
    /// `<iframe>`.
    Frame,
    /// The outermost element of a formula.
    Formula,
    /// The outermost element of a drawing.
    Drawing,
}

impl RenderRole {
    /// Returns the role of an element.
    pub(crate) fn of(document: &Document, id: NodeId) -> RenderRole {
        let Some(name) = document.name(id) else { return RenderRole::Plain };
        match document.namespace(id) {
            Namespace::Html => RenderRole::of_html(name),
            Namespace::MathMl if name == name::MATH => RenderRole::Formula,
            Namespace::Svg if name == name::SVG => RenderRole::Drawing,
            Namespace::Svg | Namespace::MathMl | Namespace::Other => RenderRole::Separated,
        }
    }

    fn of_html(name: Name) -> RenderRole {
        match name {
            name::BR => RenderRole::LineBreak,
            name::HR => RenderRole::Rule,
            name::VIDEO | name::AUDIO => RenderRole::Media,
            name::IFRAME => RenderRole::Frame,
            _ => SETS
                .iter()
                .find(|(set, _)| set.contains(name))
                .map_or(RenderRole::Plain, |&(_, role)| role),
        }
    }

    /// True if a browser breaks the line where the element begins and ends.
    pub(crate) fn is_block(self) -> bool {
        matches!(
            self,
            RenderRole::Container | RenderRole::Leaf | RenderRole::Structure | RenderRole::Rule
        )
    }
}

/// The headings, highest level first.
pub(crate) const HEADINGS: NameSet =
    NameSet::of(&[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6]);

/// Returns the level of a heading, 1 to 6, or `None` for other elements.
pub(crate) fn heading_level(document: &Document, id: NodeId) -> Option<u8> {
    let name = document.name(id).filter(|_| document.namespace(id) == Namespace::Html)?;
    match name {
        name::H1 => Some(1),
        name::H2 => Some(2),
        name::H3 => Some(3),
        name::H4 => Some(4),
        name::H5 => Some(5),
        name::H6 => Some(6),
        _ => None,
    }
}

const SETS: [(NameSet, RenderRole); 6] = [
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
        RenderRole::Inline,
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
        RenderRole::Container,
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
        RenderRole::Leaf,
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
        RenderRole::Structure,
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
        RenderRole::Separated,
    ),
    (
        NameSet::of(&[name::SCRIPT, name::STYLE, name::TEMPLATE, name::NOEMBED, name::NOFRAMES]),
        RenderRole::Hidden,
    ),
];
