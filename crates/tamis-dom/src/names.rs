//! Names of elements and attributes as numbers.
//!
//! Common names are constants from one table. Any other name is interned per document and gets the
//! next free number. If a document has more distinct names than numbers, the others share
//! [`Name::SATURATED`].

use std::fmt;

/// The name of an element or an attribute, as a number that is cheap to copy and compare.
///
/// Numbers below [`Name::KNOWN`] mean the same name in every document. Other numbers are valid only
/// in the document that they came from. [`crate::Document::name_str`] returns the text.
///
/// ```
/// use tamis_dom::{Name, Parser, name};
/// assert_eq!(Name::known("div"), Some(name::DIV));
/// assert_eq!(Name::known("x-card"), None);
/// let document = Parser::default().parse("<x-card>One</x-card>");
/// let card = document.find_name("x-card").unwrap();
/// assert_eq!(document.name_str(card), "x-card");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u16);

impl Name {
    /// The number of names in the table of known names.
    pub const KNOWN: u16 = TABLE.len() as u16;
    /// The shared name of all names for which a document has no number left. Its text is `?`.
    pub const SATURATED: Name = Name(u16::MAX);

    /// Returns the known name with this spelling, byte for byte; `None` for a name that is not in
    /// the table.
    pub fn known(text: &str) -> Option<Name> {
        TABLE.binary_search(&text).ok().map(|index| Name(index as u16))
    }

    /// All known names, with their texts.
    pub(crate) fn all_known() -> impl Iterator<Item = (Name, &'static str)> {
        TABLE.iter().enumerate().map(|(index, &text)| (Name(index as u16), text))
    }

    /// Returns the text of a known name, or `None` for a name of a single document.
    pub fn as_known_str(self) -> Option<&'static str> {
        TABLE.get(usize::from(self.0)).copied()
    }

    /// Returns the name as a number, for tables indexed by name.
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

/// A set of known names, stored as a bit set.
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
    /// Returns the set of these names.
    ///
    /// # Panics
    ///
    /// If a name is not in the table of known names. In a constant this is a compile error.
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

    /// Returns true if the name is in the set.
    #[inline]
    pub const fn contains(&self, name: Name) -> bool {
        let number = name.0 as usize;
        number < TABLE.len() && self.0[number / 64] & (1 << (number % 64)) != 0
    }

    /// Returns the names that are in either set.
    #[must_use]
    pub const fn with(mut self, other: &NameSet) -> NameSet {
        let mut word = 0;
        while word < WORDS {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }
}

/// The names of one document that are not in the table of known names.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentNames {
    text: String,
    ends: Vec<u32>,
}

impl DocumentNames {
    /// The maximum number of names. The last number is [`Name::SATURATED`].
    const ROOM: usize = (u16::MAX - Name::KNOWN) as usize;

    /// Adds a name that is not in the table and was not added before.
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

    /// Finds a name in the table or in this document.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        Name::known(text).or_else(|| {
            (0..self.ends.len())
                .map(|index| Name(Name::KNOWN + index as u16))
                .find(|&name| self.text(name) == text)
        })
    }

    /// Returns the names that are not in the table, in the order of their numbers.
    pub(crate) fn own(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|index| self.text(Name(Name::KNOWN + index as u16)))
    }

    /// Returns the names that are not in the table, each with its text.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (Name, &str)> + Clone {
        let names = (0..self.ends.len()).map(|index| Name(Name::KNOWN + index as u16));
        names.map(|name| (name, self.text(name)))
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

/// The text of [`Name::SATURATED`]. No HTML parser makes an element with this name.
const SATURATED_TEXT: &str = "?";

macro_rules! names {
    ($($ident:ident = $text:literal,)*) => {
        /// The known names, one constant each. `name::HTTP_EQUIV` is the name `http-equiv`.
        pub mod name {
            #![allow(missing_docs, reason = "each constant is named like its text")]
            use super::Name;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u16)]
            enum Number { $($ident,)* }
            $(pub const $ident: Name = Name(Number::$ident as u16);)*
        }
        /// The known names, sorted by bytes for binary search.
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
    AS = "as",
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
    DATA_CFEMAIL = "data-cfemail",
    DATA_HREF = "data-href",
    DATA_LANG = "data-lang",
    DATA_LANGUAGE = "data-language",
    DATA_LAZY_SRC = "data-lazy-src",
    DATA_ORIGINAL = "data-original",
    DATA_SRC = "data-src",
    DATA_SRCSET = "data-srcset",
    DATA_TYPE = "data-type",
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
