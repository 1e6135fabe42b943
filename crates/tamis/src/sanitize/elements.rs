//! The treatment of each HTML element.

use tamis_dom::{Name, name};

/// The treatment of an element. For written elements it also determines the context after the start
/// tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    /// The tags are left out, the children stay. The treatment of all names that are not in the
    /// table.
    Unwrapped,
    /// Unwrapped, but separated by white space from the text around it. For example, a button.
    Separated,
    /// Left out with everything in it.
    Dropped,
    /// Written. Browsers show it within a line.
    Inline,
    /// Written without an end tag.
    Void,
    /// A video or a sound.
    Media,
    /// A frame: written without its content if the policy allows its address.
    Frame,
    /// A link.
    Link,
    /// A block.
    Block,
    /// A block that does not protect an item around it: another item within the block ends that
    /// item.
    Loose,
    /// A paragraph.
    Paragraph,
    /// `h1` to `h6`.
    Heading,
    /// `li`.
    Item,
    /// `dt` and `dd`.
    Term,
    /// Preformatted text.
    Preformatted,
    /// `rt` and `rp`.
    RubyPart,
    /// `rb`.
    RubyBase,
    /// `rtc`.
    RubyContainer,
    /// A table.
    Table,
    /// `thead`, `tbody`, `tfoot`.
    Section,
    /// `tr`.
    Row,
    /// `td` and `th`.
    Cell,
    /// `caption`.
    Caption,
}

use Treatment::{
    Block, Caption, Cell, Dropped, Frame, Heading, Inline, Item, Link, Loose, Media, Paragraph,
    Preformatted, Row, RubyBase, RubyContainer, RubyPart, Section, Separated, Table, Term,
    Unwrapped, Void,
};

impl Treatment {
    /// Returns true if a browser shows such an element within a line.
    pub(super) fn is_within_line(self) -> bool {
        matches!(self, Unwrapped | Inline | Link | RubyPart | RubyBase | RubyContainer)
    }

    /// Returns true if an open item or term around such an element stays open when another one
    /// begins in it.
    ///
    /// Source: HTML standard, 13.2.6.4.7, start tags `li`, `dd`, `dt`: the special elements except
    /// `address`, `div` and `p`.
    pub(super) fn keeps_items_open(self) -> bool {
        !self.is_within_line() && !matches!(self, Media | Loose | Paragraph)
    }
}

/// Returns the treatment of an HTML element.
pub(super) fn treatment(name: Name) -> Treatment {
    TABLE.get(name.index()).copied().unwrap_or(Unwrapped)
}

/// Returns the name under which an element is written. Parts of forms and obsolete elements get a
/// plain name, and so does `<search>`, which older parsers do not know as a block.
pub(super) fn written(name: Name) -> Name {
    match name {
        name::CENTER | name::DIALOG | name::FIELDSET | name::FORM | name::LEGEND | name::SEARCH => {
            name::DIV
        }
        name::DIR => name::UL,
        name::LISTING | name::XMP | name::PLAINTEXT => name::PRE,
        other => other,
    }
}

/// Returns true if the output for an element may end an open paragraph.
pub(super) fn ends_paragraph(name: Name) -> bool {
    match treatment(name) {
        Separated | Dropped | Media | Frame => false,
        Void => name == name::HR,
        treatment => !treatment.is_within_line(),
    }
}

const TABLE: [Treatment; Name::KNOWN as usize] = {
    let mut table = [Unwrapped; Name::KNOWN as usize];
    let mut at = 0;
    while at < RULES.len() {
        let (treatment, names) = RULES[at];
        let mut each = 0;
        while each < names.len() {
            table[names[each].index()] = treatment;
            each += 1;
        }
        at += 1;
    }
    table
};

const RULES: &[(Treatment, &[Name])] = &[
    // The text of these is not visible: it is code, or a fallback for something that browsers show.
    // With scripting, `<noscript>` is not shown, and its content is parsed as text.
    (
        Dropped,
        &[
            name::SCRIPT,
            name::STYLE,
            name::TEMPLATE,
            name::NOSCRIPT,
            name::NOEMBED,
            name::NOFRAMES,
            name::HEAD,
            name::TITLE,
            name::FRAMESET,
            name::DATALIST,
        ],
    ),
    (
        Separated,
        &[name::BUTTON, name::SELECT, name::OPTGROUP, name::OPTION, name::TEXTAREA, name::MARQUEE],
    ),
    (
        Inline,
        &[
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
            name::PICTURE,
            name::Q,
            name::RUBY,
            name::S,
            name::SAMP,
            name::SMALL,
            name::SPAN,
            name::STRIKE,
            name::STRONG,
            name::SUB,
            name::SUP,
            name::TIME,
            name::TT,
            name::U,
            name::VAR,
        ],
    ),
    (Void, &[name::BR, name::HR, name::IMG, name::SOURCE, name::TRACK, name::WBR]),
    (Media, &[name::AUDIO, name::VIDEO]),
    (Frame, &[name::IFRAME]),
    (Link, &[name::A]),
    (
        Block,
        &[
            name::ARTICLE,
            name::ASIDE,
            name::BLOCKQUOTE,
            name::DETAILS,
            name::DIR,
            name::DL,
            name::FIGCAPTION,
            name::FIGURE,
            name::FOOTER,
            name::HEADER,
            name::HGROUP,
            name::MAIN,
            name::MENU,
            name::NAV,
            name::OL,
            name::SECTION,
            name::SUMMARY,
            name::UL,
        ],
    ),
    (
        Loose,
        &[
            name::ADDRESS,
            name::CENTER,
            name::DIALOG,
            name::DIV,
            name::FIELDSET,
            name::FORM,
            name::LEGEND,
            name::SEARCH,
        ],
    ),
    (Paragraph, &[name::P]),
    (Heading, &[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6]),
    (Item, &[name::LI]),
    (Term, &[name::DT, name::DD]),
    (Preformatted, &[name::PRE, name::LISTING, name::XMP, name::PLAINTEXT]),
    (RubyPart, &[name::RT, name::RP]),
    (RubyBase, &[name::RB]),
    (RubyContainer, &[name::RTC]),
    (Table, &[name::TABLE]),
    (Section, &[name::THEAD, name::TBODY, name::TFOOT]),
    (Row, &[name::TR]),
    (Cell, &[name::TD, name::TH]),
    (Caption, &[name::CAPTION]),
];
