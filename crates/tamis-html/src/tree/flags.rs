//! The categories of elements that the rules of tree construction speak of.
//!
//! Source: HTML standard, 13.2.4.2 and 13.2.4.3,
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>.

use crate::namespace::Namespace;
use crate::tag::Tag;

/// A set of categories.
pub type Flags = u32;

/// In the category "special".
pub const SPECIAL: Flags = 1;
/// Ends the search of "have an element in scope".
pub const SCOPE: Flags = 1 << 1;
/// Ends the search in list item scope, together with [`SCOPE`].
pub const LIST_SCOPE: Flags = 1 << 2;
/// Ends the search in button scope, together with [`SCOPE`].
pub const BUTTON_SCOPE: Flags = 1 << 3;
/// Ends the search in table scope.
pub const TABLE_SCOPE: Flags = 1 << 4;
/// Closed by "generate implied end tags".
pub const IMPLIED_END: Flags = 1 << 5;
/// Closed by "generate all implied end tags thoroughly", together with [`IMPLIED_END`].
pub const THOROUGH_END: Flags = 1 << 6;
/// An element from which content is foster parented: `table`, `tbody`, `tfoot`, `thead`, `tr`.
pub const TABLE_PART: Flags = 1 << 7;
/// A `template`.
pub const TEMPLATE: Flags = 1 << 8;
/// A heading.
pub const HEADING: Flags = 1 << 9;
/// In the category "formatting".
pub const FORMATTING: Flags = 1 << 10;
/// Special, but skipped in the search for an open `li`, `dd` or `dt`.
pub const LIST_TRANSPARENT: Flags = 1 << 11;
/// Not in the HTML namespace.
pub const FOREIGN: Flags = 1 << 12;
/// An HTML integration point.
pub const HTML_POINT: Flags = 1 << 13;
/// A `MathML` text integration point.
pub const MATH_POINT: Flags = 1 << 14;
/// An `annotation-xml`.
pub const ANNOTATION_XML: Flags = 1 << 15;
/// Without content and end tag.
pub const VOID: Flags = 1 << 16;

static HTML: [Flags; Tag::KNOWN] = html_flags();

/// The categories of an element. Some `annotation-xml` are also [`HTML_POINT`].
#[inline]
pub fn flags(namespace: Namespace, tag: Tag) -> Flags {
    match namespace {
        Namespace::Html => HTML.get(tag.index()).copied().unwrap_or_default(),
        Namespace::Svg => match tag {
            Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE => FOREIGN | SPECIAL | SCOPE | HTML_POINT,
            _ => FOREIGN,
        },
        Namespace::MathMl => match tag {
            Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT => {
                FOREIGN | SPECIAL | SCOPE | MATH_POINT
            }
            Tag::ANNOTATION_XML => FOREIGN | SPECIAL | SCOPE | ANNOTATION_XML,
            _ => FOREIGN,
        },
    }
}

const fn html_flags() -> [Flags; Tag::KNOWN] {
    let mut flags = [0; Tag::KNOWN];
    let lists: &[(Flags, &[Tag])] = &[
        (SPECIAL, SPECIAL_TAGS),
        (
            SCOPE,
            &[
                Tag::APPLET,
                Tag::CAPTION,
                Tag::HTML,
                Tag::TABLE,
                Tag::TD,
                Tag::TH,
                Tag::MARQUEE,
                Tag::OBJECT,
                Tag::SELECT,
                Tag::TEMPLATE,
            ],
        ),
        (LIST_SCOPE, &[Tag::OL, Tag::UL]),
        (BUTTON_SCOPE, &[Tag::BUTTON]),
        (TABLE_SCOPE, &[Tag::HTML, Tag::TABLE, Tag::TEMPLATE]),
        (IMPLIED_END, IMPLIED_TAGS),
        (THOROUGH_END, TABLE_TAGS),
        (TABLE_PART, &[Tag::TABLE, Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TR]),
        (TEMPLATE, &[Tag::TEMPLATE]),
        (HEADING, &[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6]),
        (FORMATTING, FORMATTING_TAGS),
        (LIST_TRANSPARENT, &[Tag::ADDRESS, Tag::DIV, Tag::P]),
        (VOID, VOID_TAGS),
    ];
    let mut list = 0;
    while list < lists.len() {
        let (flag, tags) = lists[list];
        let mut at = 0;
        while at < tags.len() {
            flags[tags[at].index()] |= flag;
            at += 1;
        }
        list += 1;
    }
    flags
}

const IMPLIED_TAGS: &[Tag] = &[
    Tag::DD,
    Tag::DT,
    Tag::LI,
    Tag::OPTGROUP,
    Tag::OPTION,
    Tag::P,
    Tag::RB,
    Tag::RP,
    Tag::RT,
    Tag::RTC,
];

const TABLE_TAGS: &[Tag] =
    &[Tag::CAPTION, Tag::COLGROUP, Tag::TBODY, Tag::TD, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TR];

const FORMATTING_TAGS: &[Tag] = &[
    Tag::A,
    Tag::B,
    Tag::BIG,
    Tag::CODE,
    Tag::EM,
    Tag::FONT,
    Tag::I,
    Tag::NOBR,
    Tag::S,
    Tag::SMALL,
    Tag::STRIKE,
    Tag::STRONG,
    Tag::TT,
    Tag::U,
];

#[rustfmt::skip]
const VOID_TAGS: &[Tag] = &[
    Tag::AREA, Tag::BASE, Tag::BASEFONT, Tag::BGSOUND, Tag::BR, Tag::COL, Tag::EMBED, Tag::FRAME,
    Tag::HR, Tag::IMAGE, Tag::IMG, Tag::INPUT, Tag::KEYGEN, Tag::LINK, Tag::META, Tag::PARAM,
    Tag::SOURCE, Tag::TRACK, Tag::WBR,
];

#[rustfmt::skip]
const SPECIAL_TAGS: &[Tag] = &[
    Tag::ADDRESS, Tag::APPLET, Tag::AREA, Tag::ARTICLE, Tag::ASIDE, Tag::BASE, Tag::BASEFONT,
    Tag::BGSOUND, Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::BUTTON, Tag::CAPTION, Tag::CENTER,
    Tag::COL, Tag::COLGROUP, Tag::DD, Tag::DETAILS, Tag::DIR, Tag::DIV, Tag::DL, Tag::DT,
    Tag::EMBED, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE, Tag::FOOTER, Tag::FORM, Tag::FRAME,
    Tag::FRAMESET, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::HEAD, Tag::HEADER,
    Tag::HGROUP, Tag::HR, Tag::HTML, Tag::IFRAME, Tag::IMG, Tag::INPUT, Tag::KEYGEN, Tag::LI,
    Tag::LINK, Tag::LISTING, Tag::MAIN, Tag::MARQUEE, Tag::MENU, Tag::META, Tag::NAV, Tag::NOEMBED,
    Tag::NOFRAMES, Tag::NOSCRIPT, Tag::OBJECT, Tag::OL, Tag::P, Tag::PARAM, Tag::PLAINTEXT,
    Tag::PRE, Tag::SCRIPT, Tag::SEARCH, Tag::SECTION, Tag::SELECT, Tag::SOURCE, Tag::STYLE,
    Tag::SUMMARY, Tag::TABLE, Tag::TBODY, Tag::TD, Tag::TEMPLATE, Tag::TEXTAREA, Tag::TFOOT,
    Tag::TH, Tag::THEAD, Tag::TITLE, Tag::TR, Tag::TRACK, Tag::UL, Tag::WBR, Tag::XMP,
];
