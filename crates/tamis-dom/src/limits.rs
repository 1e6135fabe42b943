//! Limits on the cost of a page, and the warnings for pages that reach them.

use std::fmt;

/// Limits on the cost of reading one page.
///
/// Reaching a limit is not an error. The text read so far is kept, and a [`Warning`] says what
/// happened. The defaults are far above the needs of ordinary pages.
///
/// ```
/// use tamis_dom::{Limits, Parser, Warning};
/// let mut parser = Parser::new(Limits::default().input_bytes(9));
/// let document = parser.parse("<p>Onward and upward");
/// assert_eq!(document.text(document.body().unwrap()), "Onward");
/// assert_eq!(document.warnings(), [Warning::InputCut { kept_bytes: 9 }]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Limits {
    /// Maximum length of the decoded page in UTF-8 bytes. The rest of the page is not read. Default
    /// 64 MiB, range 1 to 1 GiB. Larger values mean 1 GiB, because offsets are 32 bits wide.
    pub input_bytes: usize,
    /// Maximum length of a page after decompression, in bytes. Default 64 MiB. Only readers of
    /// compressed input use it; the parser ignores it.
    pub decompressed_bytes: usize,
    /// Maximum depth of the tree. Deeper elements become siblings at this depth and keep their
    /// text. Default 512, as in browsers; range 16 to 4096.
    pub depth: usize,
    /// Maximum number of nodes; eight attributes count as one. Beyond this limit, tags are read as
    /// line breaks. Default 5,000,000, range 64 to 2^29.
    pub nodes: usize,
    /// Maximum memory for one page, in bytes: its document, its paragraphs and what engines and
    /// plain text need. It is not measured, but follows from the length and the nodes of a page: a
    /// byte takes at most [`Limits::BYTE_MEMORY`] and a node at most [`Limits::NODE_MEMORY`]. A
    /// page is cut at a length that takes seven eighths of the memory, and has at most as many
    /// nodes as [`Limits::page_nodes`] says. Default 1 GiB, range 1 MiB to 2^40.
    pub memory_bytes: usize,
    /// Maximum number of attributes of one element. The first ones are kept. Default 256, range 1
    /// to 65,536.
    pub attributes_per_element: usize,
    /// Maximum total length of all attribute values of a page, in bytes. An attribute beyond this
    /// limit keeps its name, but its value becomes empty. Default 64 MiB, at most 1 GiB.
    pub attribute_bytes: usize,
    /// Maximum number of formatting elements, such as `<b>`, that are opened again after a block
    /// that they cross, in addition to one for each eight bytes of the page. Beyond this limit, the
    /// text stays, but not its formatting. Default 4,096.
    pub repeated: usize,
    /// Maximum length of the page in one format, in bytes per byte of the page, in addition to
    /// [`Limits::OUTPUT_BYTES`]. A format that would be longer is written with less indentation and
    /// without tables, and the rest is left out if it is still too long. Default 20, range 8 to
    /// 4096. Only renderers use it; the parser ignores it.
    pub output_ratio: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            input_bytes: 64 << 20,
            decompressed_bytes: 64 << 20,
            depth: 512,
            nodes: 5_000_000,
            memory_bytes: 1 << 30,
            attributes_per_element: 256,
            attribute_bytes: 64 << 20,
            repeated: 4096,
            output_ratio: 20,
        }
    }
}

macro_rules! setters {
    ($($field:ident),*) => {
        impl Limits {
            $(
                #[doc = concat!(
                    "Sets [`Limits::",
                    stringify!($field),
                    "`](#structfield.",
                    stringify!($field),
                    ").",
                )]
                #[must_use]
                pub fn $field(mut self, value: usize) -> Limits {
                    self.$field = value;
                    self
                }
            )*
        }
    };
}

setters!(
    input_bytes,
    decompressed_bytes,
    depth,
    nodes,
    memory_bytes,
    attributes_per_element,
    attribute_bytes,
    repeated,
    output_ratio
);

impl Limits {
    /// The largest value of [`Limits::input_bytes`]. It is a quarter of the range of the 32-bit
    /// offsets into a document, because parsing can make text longer: for example, a NUL of one
    /// byte becomes U+FFFD of three, and `&nGt;` becomes six bytes.
    const MAX_INPUT_BYTES: usize = 1 << 30;

    /// The largest value of [`Limits::memory_bytes`]: a terabyte, or what the machine can address.
    const MAX_MEMORY_BYTES: usize = match 1_usize.checked_shl(40) {
        Some(terabyte) => terabyte,
        None => usize::MAX,
    };

    /// The bytes that a page may have in each format, however short it is.
    pub const OUTPUT_BYTES: usize = 64 << 10;

    /// The most memory that a byte of a page takes, besides that for nodes, in bytes.
    pub const BYTE_MEMORY: usize = 14;

    /// The most memory that a node takes, in bytes.
    pub const NODE_MEMORY: usize = 512;

    /// Returns the maximum number of nodes of a page of this many bytes: [`Limits::nodes`], or
    /// fewer if they would take more than [`Limits::memory_bytes`].
    ///
    /// ```
    /// use tamis_dom::Limits;
    /// let limits = Limits::default().memory_bytes(32 << 20);
    /// assert_eq!(limits.page_nodes(1 << 20), (18 << 20) / Limits::NODE_MEMORY);
    /// ```
    pub fn page_nodes(self, html_bytes: usize) -> usize {
        let Limits { nodes, memory_bytes, .. } = self.clamped();
        let left = memory_bytes.saturating_sub(html_bytes.saturating_mul(Self::BYTE_MEMORY));
        nodes.min(left / Self::NODE_MEMORY).max(64)
    }

    /// Returns the maximum length of a page, in bytes: [`Limits::input_bytes`], or fewer bytes if
    /// they would take more than seven eighths of [`Limits::memory_bytes`].
    ///
    /// ```
    /// use tamis_dom::Limits;
    /// assert_eq!(Limits::default().page_bytes(), 64 << 20);
    /// let limits = Limits::default().memory_bytes(32 << 20);
    /// assert_eq!(limits.page_bytes(), (28 << 20) / Limits::BYTE_MEMORY);
    /// ```
    pub fn page_bytes(self) -> usize {
        let Limits { input_bytes, memory_bytes, .. } = self.clamped();
        input_bytes.min(memory_bytes / 8 * 7 / Self::BYTE_MEMORY)
    }

    /// Returns the maximum length of a page of this many bytes in one format, in bytes: see
    /// [`Limits::output_ratio`](#structfield.output_ratio).
    ///
    /// ```
    /// use tamis_dom::Limits;
    /// assert_eq!(Limits::default().output_bytes(100), 65_536 + 2_000);
    /// ```
    pub fn output_bytes(self, html_bytes: usize) -> usize {
        let ratio = self.output_ratio.clamp(8, 4096);
        html_bytes.saturating_mul(ratio).saturating_add(Limits::OUTPUT_BYTES)
    }

    /// Returns these limits, each clamped to its documented range.
    pub(crate) fn clamped(self) -> Limits {
        Limits {
            input_bytes: self.input_bytes.clamp(1, Self::MAX_INPUT_BYTES),
            decompressed_bytes: self.decompressed_bytes,
            depth: self.depth.clamp(16, 4096),
            nodes: self.nodes.clamp(64, 1 << 29),
            memory_bytes: self.memory_bytes.clamp(1 << 20, Self::MAX_MEMORY_BYTES),
            attributes_per_element: self.attributes_per_element.clamp(1, 1 << 16),
            attribute_bytes: self.attribute_bytes.min(Self::MAX_INPUT_BYTES),
            repeated: self.repeated,
            output_ratio: self.output_ratio,
        }
    }
}

/// A warning about a page: part of it was cut, dropped or replaced.
///
/// Its `Display` text is a sentence for users, without a final period.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The page was longer than [`Limits::page_bytes`].
    InputCut {
        /// Number of UTF-8 bytes of the decoded page that were read.
        kept_bytes: usize,
    },
    /// Some bytes are not valid in the page's encoding. U+FFFD replaces them.
    MalformedEncoding,
    /// The bytes contradict the encoding that the page or its transport names, so another one was
    /// used.
    EncodingContradicted {
        /// The encoding that is named.
        named: &'static str,
        /// The encoding of the bytes.
        used: &'static str,
    },
    /// The text had been read in the wrong encoding and saved again. It was repaired.
    MojibakeRepaired,
    /// Elements were nested deeper than [`Limits::depth`]. They became siblings at that depth.
    DepthLimited,
    /// There were more nodes than [`Limits::nodes`]. The rest was read as flat text.
    NodesLimited,
    /// The page would have taken more than [`Limits::memory_bytes`]. The rest was read as flat
    /// text, or not at all if there is [`Warning::InputCut`] too.
    MemoryLimited,
    /// Elements had more attributes than [`Limits::attributes_per_element`]. Only the first ones
    /// were kept.
    AttributesLimited,
    /// All attribute values together were longer than [`Limits::attribute_bytes`]. The last ones
    /// were dropped.
    AttributeBytesLimited,
    /// More formatting elements were repeated than [`Limits::repeated`] allows. The others were
    /// left out, but not their text.
    FormattingLimited,
    /// The page has text, but no tag.
    NotHtml,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::InputCut { kept_bytes } => {
                write!(f, "the page is too long: only its first {kept_bytes} bytes were read")
            }
            Warning::MalformedEncoding => f.write_str("some bytes are not valid in the encoding"),
            Warning::EncodingContradicted { named, used } => {
                write!(f, "the page claims to be in {named}, but its bytes are in {used}")
            }
            Warning::MojibakeRepaired => {
                f.write_str("the text had been read in the wrong encoding; it was repaired")
            }
            Warning::DepthLimited => {
                f.write_str("elements are nested too deep: the deepest were attached higher up")
            }
            Warning::NodesLimited => {
                f.write_str("the page has too many nodes: the rest was read as flat text")
            }
            Warning::MemoryLimited => {
                f.write_str("the page takes too much memory: the rest was read as flat text")
            }
            Warning::AttributesLimited => {
                f.write_str("tags have too many attributes: only the first ones were kept")
            }
            Warning::AttributeBytesLimited => {
                f.write_str("attribute values are too long: the last ones were dropped")
            }
            Warning::FormattingLimited => {
                f.write_str("formatting elements are repeated too often: the last were left out")
            }
            Warning::NotHtml => f.write_str("this does not look like HTML: there is no tag in it"),
        }
    }
}
