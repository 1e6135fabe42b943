//! Names of elements as numbers.
//!
//! The rules of the standard compare names all the time: "if the stack has a `p` in button scope".
//! With names as texts that is a comparison of bytes each time, with numbers it is one instruction,
//! and sets of names are bits. Names of the standard are constants. Other names, such as
//! `my-widget`, get the next number on each page.
//!
//! A name of at most 15 bytes is packed into a number of 128 bits, in which it is looked up in a
//! table without a comparison of texts.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The name of an element as a number, in lower case.
///
/// Names of the standard are constants. Other names have a number for the time of one parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(u32);

macro_rules! tags {
    ($($constant:ident $name:literal)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Index { $($constant),* }

        const NAMES: &[&str] = &[$($name),*];

        impl Tag {
            $(
                #[doc = concat!("`", $name, "`.")]
                pub const $constant: Self = Self(Index::$constant as u32);
            )*
        }
    };
}

tags! {
    A "a" ABBR "abbr" ACRONYM "acronym" ADDRESS "address" APPLET "applet" AREA "area"
    ARTICLE "article" ASIDE "aside" AUDIO "audio" B "b" BASE "base" BASEFONT "basefont" BDI "bdi"
    BDO "bdo" BGSOUND "bgsound" BIG "big" BLINK "blink" BLOCKQUOTE "blockquote" BODY "body" BR "br"
    BUTTON "button" CANVAS "canvas" CAPTION "caption" CENTER "center" CITE "cite" CODE "code"
    COL "col" COLGROUP "colgroup" DATA "data" DATALIST "datalist" DD "dd" DEL "del"
    DETAILS "details" DFN "dfn" DIALOG "dialog" DIR "dir" DIV "div" DL "dl" DT "dt" EM "em"
    EMBED "embed" FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure" FONT "font"
    FOOTER "footer" FORM "form" FRAME "frame" FRAMESET "frameset" H1 "h1" H2 "h2" H3 "h3" H4 "h4"
    H5 "h5" H6 "h6" HEAD "head" HEADER "header" HGROUP "hgroup" HR "hr" HTML "html" I "i"
    IFRAME "iframe" IMAGE "image" IMG "img" INPUT "input" INS "ins" KBD "kbd" KEYGEN "keygen"
    LABEL "label" LEGEND "legend" LI "li" LINK "link" LISTING "listing" MAIN "main" MAP "map"
    MARK "mark" MARQUEE "marquee" MATH "math" MENU "menu" MENUITEM "menuitem" META "meta"
    METER "meter" NAV "nav" NOBR "nobr" NOEMBED "noembed" NOFRAMES "noframes" NOSCRIPT "noscript"
    OBJECT "object" OL "ol" OPTGROUP "optgroup" OPTION "option" OUTPUT "output" P "p"
    PARAM "param" PICTURE "picture" PLAINTEXT "plaintext" PRE "pre" PROGRESS "progress" Q "q"
    RB "rb" RP "rp" RT "rt" RTC "rtc" RUBY "ruby" S "s" SAMP "samp" SCRIPT "script"
    SEARCH "search" SECTION "section" SELECT "select" SELECTEDCONTENT "selectedcontent"
    SLOT "slot" SMALL "small" SOURCE "source" SPAN "span" STRIKE "strike" STRONG "strong"
    STYLE "style" SUB "sub" SUMMARY "summary" SUP "sup" SVG "svg" TABLE "table" TBODY "tbody"
    TD "td" TEMPLATE "template" TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead"
    TIME "time" TITLE "title" TR "tr" TRACK "track" TT "tt" U "u" UL "ul" VAR "var"
    VIDEO "video" WBR "wbr" XMP "xmp"
    ANNOTATION "annotation" ANNOTATION_XML "annotation-xml" CIRCLE "circle" CLIPPATH "clippath"
    DEFS "defs" DESC "desc" ELLIPSE "ellipse" FILTER "filter" FOREIGNOBJECT "foreignobject" G "g"
    LINE "line" LINEARGRADIENT "lineargradient" MALIGNMARK "malignmark" MASK "mask"
    METADATA "metadata" MFRAC "mfrac" MGLYPH "mglyph" MI "mi" MN "mn" MO "mo" MOVER "mover"
    MROW "mrow" MS "ms" MSQRT "msqrt" MSTYLE "mstyle" MSUB "msub" MSUBSUP "msubsup" MSUP "msup"
    MTABLE "mtable" MTD "mtd" MTEXT "mtext" MTR "mtr" MUNDER "munder" PATH "path"
    PATTERN "pattern" POLYGON "polygon" POLYLINE "polyline" RADIALGRADIENT "radialgradient"
    RECT "rect" SEMANTICS "semantics" STOP "stop" SYMBOL "symbol" TEXT "text" TSPAN "tspan"
    USE "use"
}

/// The number of names that are constants.
const COUNT: usize = NAMES.len();

/// The length of the table that maps a packed name to its number.
const SLOTS: usize = 1024;
const EMPTY: u8 = u8::MAX;

static KEYS: [u128; COUNT] = keys();
static TABLE: [u8; SLOTS] = table();

/// The longest name that fits in a packed name.
pub(crate) const PACKED_BYTES: usize = 15;

const fn keys() -> [u128; COUNT] {
    let mut keys = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        let name = NAMES[index].as_bytes();
        assert!(name.len() <= PACKED_BYTES);
        let mut at = 0;
        while at < name.len() {
            keys[index] |= (name[at] as u128) << (8 * at);
            at += 1;
        }
        index += 1;
    }
    keys
}

const fn table() -> [u8; SLOTS] {
    assert!(COUNT < EMPTY as usize);
    let keys = keys();
    let mut table = [EMPTY; SLOTS];
    let mut index = 0;
    while index < COUNT {
        let mut slot = slot(keys[index]);
        while table[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = index as u8;
        index += 1;
    }
    table
}

const fn slot(key: u128) -> usize {
    let mixed = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
}

impl Tag {
    /// The number of names that are constants, which have the numbers from 0 on.
    pub const KNOWN: usize = COUNT;

    /// A name that no element of the page has.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// The number of the name. Numbers from [`Tag::KNOWN`] on hold for one parse.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name if it is one of the constants.
    pub fn known_name(self) -> Option<&'static str> {
        NAMES.get(self.index()).copied()
    }

    /// The name with this text, if it is one of the constants.
    pub fn known(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        if bytes.len() > PACKED_BYTES {
            return None;
        }
        let mut block = [0; 16];
        block[..bytes.len()].copy_from_slice(bytes);
        Self::of_packed(u128::from_le_bytes(block))
    }

    /// The name whose bytes are packed into `key`, from the lowest byte on.
    #[inline]
    pub(crate) fn of_packed(key: u128) -> Option<Self> {
        let mut slot = slot(key);
        loop {
            let index = TABLE[slot];
            if index == EMPTY {
                return None;
            }
            if KEYS[usize::from(index)] == key {
                return Some(Self(u32::from(index)));
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// The names of a page that are not constants.
#[derive(Debug, Default)]
pub(crate) struct OtherNames {
    state: RandomState,
    by_hash: HashMap<u64, u32>,
    text: String,
    ends: Vec<u32>,
}

impl OtherNames {
    /// The capacity that is kept from page to page.
    const KEPT: usize = 4096;

    /// Forgets all names.
    pub fn clear(&mut self) {
        self.by_hash.clear();
        self.by_hash.shrink_to(Self::KEPT);
        self.text.clear();
        self.ends.clear();
    }

    /// The text of a name.
    pub fn name(&self, tag: Tag) -> &str {
        if let Some(name) = tag.known_name() {
            return name;
        }
        let index = tag.index() - COUNT;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[index] as usize]
    }

    /// The number of a name in lower case, or [`Tag::NONE`] if it has none.
    pub fn find(&self, name: &str) -> Tag {
        self.search(name).unwrap_or(Tag::NONE)
    }

    /// The number of a name in lower case. A new name gets the next number.
    pub fn intern(&mut self, name: &str) -> Tag {
        match self.search(name) {
            Ok(tag) => tag,
            Err(hash) => {
                let tag = Tag((COUNT + self.ends.len()) as u32);
                self.by_hash.insert(hash, tag.0);
                self.text.push_str(name);
                self.ends.push(self.text.len() as u32);
                tag
            }
        }
    }

    /// The number of a name, or the free hash for it.
    fn search(&self, name: &str) -> Result<Tag, u64> {
        let mut hash = self.state.hash_one(name);
        while let Some(&found) = self.by_hash.get(&hash) {
            if self.name(Tag(found)) == name {
                return Ok(Tag(found));
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_is_found() {
        for (index, name) in NAMES.iter().enumerate() {
            assert_eq!(Tag::known(name).map(Tag::index), Some(index), "{name}");
        }
        for name in ["", "x", "divv", "DIV", "annotation-xml-and-more"] {
            assert_eq!(Tag::known(name), None, "{name}");
        }
    }

    #[test]
    fn other_names_keep_their_numbers() {
        let mut names = OtherNames::default();
        let one = names.intern("x-one");
        let two = names.intern("x-two");
        assert_eq!((names.intern("x-one"), names.find("x-two")), (one, two));
        assert_eq!((names.name(one), names.name(Tag::DIV)), ("x-one", "div"));
        assert_eq!(names.find("x-three"), Tag::NONE);
        names.clear();
        assert_eq!(names.find("x-one"), Tag::NONE);
    }
}
