//! Names of elements and attributes as numbers.
//!
//! Names that pages use every day are constants of one table; a name that is not in it is
//! interned per document and gets the next free number. When a document has more distinct names
//! than numbers, the rest share [`Name::SATURATED`].

use std::fmt;

/// The name of an element or an attribute: an index, cheap to copy and compare.
///
/// Numbers below [`Name::KNOWN`] mean the same name in every document; the others are valid only
/// in the document they come from. [`crate::Document::name_str`] gives the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u16);

impl Name {
    /// How many names the table has.
    pub const KNOWN: u16 = TABLE.len() as u16;
    /// Stands for every name beyond the 65,535th distinct one of a document.
    pub const SATURATED: Name = Name(u16::MAX);

    /// The known name that is spelt like this, byte for byte; `None` for a name outside the table.
    pub fn known(text: &str) -> Option<Name> {
        TABLE.binary_search(&text).ok().map(|index| Name(index as u16))
    }

    /// All known names with their texts.
    pub(crate) fn all_known() -> impl Iterator<Item = (Name, &'static str)> {
        TABLE.iter().enumerate().map(|(index, &text)| (Name(index as u16), text))
    }

    /// The text of a known name; `None` for a name that only its document knows.
    pub fn as_known_str(self) -> Option<&'static str> {
        TABLE.get(usize::from(self.0)).copied()
    }

    /// The number, for tables indexed by name.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_known_str() {
            Some(text) => write!(f, "Name({text})"),
            None => write!(f, "Name(#{})", self.0),
        }
    }
}

/// A set of known names, tested with one bit.
///
/// ```
/// use tamis_dom::{NameSet, name};
/// const HEADINGS: NameSet = NameSet::of(&[name::H1, name::H2, name::H3]);
/// assert!(HEADINGS.contains(name::H2));
/// assert!(!HEADINGS.contains(name::P));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NameSet([u64; WORDS]);

const WORDS: usize = TABLE.len().div_ceil(64);

impl NameSet {
    /// The set of these names.
    ///
    /// # Panics
    ///
    /// When a name is not from the table; in a constant, the compiler says so.
    pub const fn of(names: &[Name]) -> NameSet {
        let mut bits = [0u64; WORDS];
        let mut index = 0;
        while index < names.len() {
            let number = names[index].0 as usize;
            assert!(number < TABLE.len(), "only known names can be in a NameSet");
            bits[number / 64] |= 1 << (number % 64);
            index += 1;
        }
        NameSet(bits)
    }

    /// Whether the name is a member.
    #[inline]
    pub const fn contains(&self, name: Name) -> bool {
        let number = name.0 as usize;
        number < TABLE.len() && self.0[number / 64] & (1 << (number % 64)) != 0
    }
}

/// The names that one document uses beyond the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentNames {
    text: String,
    ends: Vec<u32>,
}

impl DocumentNames {
    /// Numbers left for names outside the table; the last number is [`Name::SATURATED`].
    const ROOM: usize = (u16::MAX - Name::KNOWN) as usize;

    /// The number of a name that is not in the table and was not added before.
    pub(crate) fn add(&mut self, text: &str) -> Name {
        if self.ends.len() >= Self::ROOM {
            return Name::SATURATED;
        }
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        Name(Name::KNOWN + (self.ends.len() - 1) as u16)
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        if let Some(text) = name.as_known_str() {
            return text;
        }
        let index = name.index() - usize::from(Name::KNOWN);
        let Some(&end) = self.ends.get(index) else { return SATURATED_TEXT };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..end as usize]
    }

    /// The number of a name, whether from the table or of this document.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        Name::known(text).or_else(|| {
            (0..self.ends.len())
                .map(|index| Name(Name::KNOWN + index as u16))
                .find(|&name| self.text(name) == text)
        })
    }

    /// The names outside the table, in the order of their numbers.
    pub(crate) fn own(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|index| self.text(Name(Name::KNOWN + index as u16)))
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

/// What [`Name::SATURATED`] reads as: no HTML parser makes an element of this name.
const SATURATED_TEXT: &str = "?";

macro_rules! names {
    ($($ident:ident = $text:literal,)*) => {
        /// The known names, one constant each.
        pub mod name {
            #![allow(missing_docs, reason = "each constant is the name it stands for")]
            use super::Name;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u16)]
            enum Number { $($ident,)* }
            $(pub const $ident: Name = Name(Number::$ident as u16);)*
        }
        /// Sorted by bytes, so that a name is found by binary search.
        const TABLE: &[&str] = &[$($text,)*];
    };
}

names! {
    A = "a",
    ABBR = "abbr",
    ABOUT = "about",
    ACCESSKEY = "accesskey",
    ACRONYM = "acronym",
    ACTION = "action",
    ADDRESS = "address",
    ALIGN = "align",
    ALLOW = "allow",
    ALLOWFULLSCREEN = "allowfullscreen",
    ALT = "alt",
    ALTTEXT = "alttext",
    ANNOTATION = "annotation",
    ANNOTATION_XML = "annotation-xml",
    APPLET = "applet",
    AREA = "area",
    ARIA_CONTROLS = "aria-controls",
    ARIA_DESCRIBEDBY = "aria-describedby",
    ARIA_EXPANDED = "aria-expanded",
    ARIA_HIDDEN = "aria-hidden",
    ARIA_LABEL = "aria-label",
    ARIA_LABELLEDBY = "aria-labelledby",
    ARIA_MODAL = "aria-modal",
    ARTICLE = "article",
    ASIDE = "aside",
    ASYNC = "async",
    AUDIO = "audio",
    B = "b",
    BACKGROUND = "background",
    BASE = "base",
    BASEFONT = "basefont",
    BDI = "bdi",
    BDO = "bdo",
    BGCOLOR = "bgcolor",
    BGSOUND = "bgsound",
    BIG = "big",
    BLINK = "blink",
    BLOCKQUOTE = "blockquote",
    BODY = "body",
    BORDER = "border",
    BR = "br",
    BUTTON = "button",
    CANVAS = "canvas",
    CAPTION = "caption",
    CELLPADDING = "cellpadding",
    CELLSPACING = "cellspacing",
    CENTER = "center",
    CHARSET = "charset",
    CHECKED = "checked",
    CIRCLE = "circle",
    CITE = "cite",
    CLASS = "class",
    CODE = "code",
    COL = "col",
    COLGROUP = "colgroup",
    COLOR = "color",
    COLSPAN = "colspan",
    CONTENT = "content",
    CONTROLS = "controls",
    CROSSORIGIN = "crossorigin",
    D = "d",
    DATA = "data",
    DATA_CALLOUT = "data-callout",
    DATA_HREF = "data-href",
    DATA_LANG = "data-lang",
    DATA_LANGUAGE = "data-language",
    DATA_LAZY_SRC = "data-lazy-src",
    DATA_ORIGINAL = "data-original",
    DATA_SRC = "data-src",
    DATA_SRCSET = "data-srcset",
    DATA_URL = "data-url",
    DATALIST = "datalist",
    DATATABLE = "datatable",
    DATETIME = "datetime",
    DD = "dd",
    DECODING = "decoding",
    DEFAULT = "default",
    DEFER = "defer",
    DEFS = "defs",
    DEL = "del",
    DESC = "desc",
    DETAILS = "details",
    DFN = "dfn",
    DIALOG = "dialog",
    DIR = "dir",
    DISABLED = "disabled",
    DISPLAY = "display",
    DIV = "div",
    DL = "dl",
    DT = "dt",
    EM = "em",
    EMBED = "embed",
    ENCODING = "encoding",
    FACE = "face",
    FETCHPRIORITY = "fetchpriority",
    FIELDSET = "fieldset",
    FIGCAPTION = "figcaption",
    FIGURE = "figure",
    FILL = "fill",
    FONT = "font",
    FOOTER = "footer",
    FOR = "for",
    FOREIGN_OBJECT = "foreignObject",
    FORM = "form",
    FRAME = "frame",
    FRAMEBORDER = "frameborder",
    FRAMESET = "frameset",
    G = "g",
    H1 = "h1",
    H2 = "h2",
    H3 = "h3",
    H4 = "h4",
    H5 = "h5",
    H6 = "h6",
    HEAD = "head",
    HEADER = "header",
    HEADERS = "headers",
    HEIGHT = "height",
    HGROUP = "hgroup",
    HIDDEN = "hidden",
    HR = "hr",
    HREF = "href",
    HREFLANG = "hreflang",
    HSPACE = "hspace",
    HTML = "html",
    HTTP_EQUIV = "http-equiv",
    I = "i",
    ID = "id",
    IFRAME = "iframe",
    IMAGE = "image",
    IMG = "img",
    INPUT = "input",
    INS = "ins",
    INTEGRITY = "integrity",
    ITEMID = "itemid",
    ITEMPROP = "itemprop",
    ITEMREF = "itemref",
    ITEMSCOPE = "itemscope",
    ITEMTYPE = "itemtype",
    KBD = "kbd",
    KEYGEN = "keygen",
    KIND = "kind",
    LABEL = "label",
    LANG = "lang",
    LANGUAGE = "language",
    LAYER = "layer",
    LEGEND = "legend",
    LI = "li",
    LINE = "line",
    LINK = "link",
    LISTING = "listing",
    LOADING = "loading",
    LOOP = "loop",
    MAIN = "main",
    MALIGNMARK = "malignmark",
    MAP = "map",
    MARK = "mark",
    MARQUEE = "marquee",
    MATH = "math",
    MEDIA = "media",
    MENU = "menu",
    MENUITEM = "menuitem",
    META = "meta",
    METER = "meter",
    METHOD = "method",
    MFRAC = "mfrac",
    MGLYPH = "mglyph",
    MI = "mi",
    MN = "mn",
    MO = "mo",
    MROW = "mrow",
    MS = "ms",
    MSUB = "msub",
    MSUP = "msup",
    MTEXT = "mtext",
    MUTED = "muted",
    NAME = "name",
    NAV = "nav",
    NOBR = "nobr",
    NOEMBED = "noembed",
    NOFRAMES = "noframes",
    NOSCRIPT = "noscript",
    OBJECT = "object",
    OL = "ol",
    ONCLICK = "onclick",
    ONLOAD = "onload",
    OPEN = "open",
    OPTGROUP = "optgroup",
    OPTION = "option",
    OUTPUT = "output",
    P = "p",
    PARAM = "param",
    PATH = "path",
    PICTURE = "picture",
    PLACEHOLDER = "placeholder",
    PLAINTEXT = "plaintext",
    PLAYSINLINE = "playsinline",
    POLYGON = "polygon",
    POLYLINE = "polyline",
    POSTER = "poster",
    PRE = "pre",
    PREFIX = "prefix",
    PROGRESS = "progress",
    PROPERTY = "property",
    PUBDATE = "pubdate",
    Q = "q",
    RB = "rb",
    RBC = "rbc",
    RECT = "rect",
    REL = "rel",
    RESOURCE = "resource",
    REVERSED = "reversed",
    ROLE = "role",
    ROWSPAN = "rowspan",
    RP = "rp",
    RT = "rt",
    RTC = "rtc",
    RUBY = "ruby",
    RULES = "rules",
    S = "s",
    SAMP = "samp",
    SANDBOX = "sandbox",
    SCOPE = "scope",
    SCRIPT = "script",
    SEARCH = "search",
    SECTION = "section",
    SELECT = "select",
    SELECTEDCONTENT = "selectedcontent",
    SEMANTICS = "semantics",
    SIZE = "size",
    SIZES = "sizes",
    SLOT = "slot",
    SMALL = "small",
    SOURCE = "source",
    SPACER = "spacer",
    SPAN = "span",
    SRC = "src",
    SRCDOC = "srcdoc",
    SRCLANG = "srclang",
    SRCSET = "srcset",
    START = "start",
    STRIKE = "strike",
    STROKE = "stroke",
    STRONG = "strong",
    STYLE = "style",
    SUB = "sub",
    SUMMARY = "summary",
    SUP = "sup",
    SVG = "svg",
    SYMBOL = "symbol",
    TABINDEX = "tabindex",
    TABLE = "table",
    TARGET = "target",
    TBODY = "tbody",
    TD = "td",
    TEMPLATE = "template",
    TEXT = "text",
    TEXTAREA = "textarea",
    TFOOT = "tfoot",
    TH = "th",
    THEAD = "thead",
    TIME = "time",
    TITLE = "title",
    TR = "tr",
    TRACK = "track",
    TSPAN = "tspan",
    TT = "tt",
    TYPE = "type",
    TYPEOF = "typeof",
    U = "u",
    UL = "ul",
    USE = "use",
    VALIGN = "valign",
    VALUE = "value",
    VAR = "var",
    VIDEO = "video",
    VIEW_BOX = "viewBox",
    VOCAB = "vocab",
    VSPACE = "vspace",
    WBR = "wbr",
    WIDTH = "width",
    XLINK_HREF = "xlink:href",
    XML_LANG = "xml:lang",
    XMLNS = "xmlns",
    XMP = "xmp",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_constants_match() {
        assert!(TABLE.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Name::known("div"), Some(name::DIV));
        assert_eq!(name::DATA_SRC.as_known_str(), Some("data-src"));
        assert_eq!(Name::known("no-such-name"), None);
    }

    #[test]
    fn unknown_names_saturate() {
        let mut names = DocumentNames::default();
        let first = names.add("x-first");
        for number in 0..70_000 {
            names.add(&format!("x{number}"));
        }
        assert_eq!(names.text(first), "x-first");
        assert_eq!(names.add("x-last"), Name::SATURATED);
        assert_eq!(names.text(Name::SATURATED), "?");
        assert_eq!(names.find("x-last"), None);
    }
}
