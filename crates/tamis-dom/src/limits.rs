//! What one page may cost, and what is said when it would cost more.

use std::fmt;

/// Budgets for reading one page. What lies beyond a budget is never an error of the page: the text that
/// was read is kept, and a [`Warning`] says what happened.
///
/// ```
/// use tamis_dom::{Limits, Parser, Warning};
/// let mut parser = Parser::new(Limits::default().input_bytes(9));
/// let document = parser.parse("<p>Onward and upward");
/// assert_eq!(document.text(document.body().unwrap()), "Onward");
/// assert_eq!(document.warnings(), [Warning::InputCut { kept_bytes: 9 }]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the decoded page that are read; the rest is left unread. Default 64 MiB, range 1 to
    /// 1 GiB (more is taken as 1 GiB: offsets are 32 bits wide).
    pub input_bytes: usize,
    /// Bytes that a compressed page may decompress to. Default 64 MiB. Kept here for the readers of
    /// compressed input; the parser itself sees decompressed text.
    pub decompressed_bytes: usize,
    /// Depth of the tree. Deeper elements are attached at this depth, one beside the other, and keep their
    /// text. Default 512, as in browsers; range 16 to 4096.
    pub depth: usize,
    /// Nodes of the tree. Behind it tags are read as line breaks and text as text. Default 5,000,000.
    pub nodes: usize,
    /// Attributes of one tag; the first ones are kept. Default 256: a parser compares each
    /// attribute's name with all before it.
    pub attributes_per_element: usize,
    /// Bytes of all attribute values of a page; an attribute beyond keeps its name and loses its value.
    /// Default 64 MiB.
    pub attribute_bytes: usize,
    /// Steps through the stack of open elements that a page may cost beyond what its own length
    /// and nodes allow. Behind it elements are attached flat, as at the limit of depth. Default 2,097,152,
    /// which take about 10 ms: pages of a few thousand elements nested hundreds deep stay within it.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            input_bytes: 64 << 20,
            decompressed_bytes: 64 << 20,
            depth: 512,
            nodes: 5_000_000,
            attributes_per_element: 256,
            attribute_bytes: 64 << 20,
            steps: 1 << 21,
        }
    }
}

macro_rules! setters {
    ($($field:ident),*) => {
        impl Limits {
            $(
                #[doc = concat!("Sets [`Limits::", stringify!($field), "`](#structfield.", stringify!($field), ").")]
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
    attributes_per_element,
    attribute_bytes,
    steps
);

impl Limits {
    /// Offsets into a document are 32 bits wide; decoding references can only shrink text, and
    /// a quarter of the room is left for separators and repeated attributes.
    const MAX_INPUT_BYTES: usize = 1 << 30;

    /// The same limits within their documented ranges.
    pub(crate) fn clamped(self) -> Limits {
        Limits {
            input_bytes: self.input_bytes.clamp(1, Self::MAX_INPUT_BYTES),
            decompressed_bytes: self.decompressed_bytes,
            depth: self.depth.clamp(16, 4096),
            nodes: self.nodes.clamp(64, 1 << 29),
            attributes_per_element: self.attributes_per_element.clamp(1, 1 << 16),
            attribute_bytes: self.attribute_bytes.min(Self::MAX_INPUT_BYTES),
            steps: self.steps,
        }
    }
}

/// Something about the reading of a page that its user should know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The page was longer than [`Limits::input_bytes`].
    InputCut {
        /// Bytes of the decoded page that were read.
        kept_bytes: usize,
    },
    /// The bytes were not all valid in the page's encoding; U+FFFD stands for those that were not.
    MalformedEncoding,
    /// Elements were nested deeper than [`Limits::depth`] and attached there.
    DepthLimited,
    /// There were more nodes than [`Limits::nodes`]; the rest was read as flat text.
    NodesLimited,
    /// Tags had more attributes than [`Limits::attributes_per_element`].
    AttributesLimited,
    /// Attribute values were longer than [`Limits::attribute_bytes`] in all.
    AttributeBytesLimited,
    /// The nesting was too costly to follow ([`Limits::steps`]); the rest was attached flat.
    StepsLimited,
    /// There were more than 4096 NUL characters; those behind were left out.
    NulsLimited,
    /// There is text, but not a single tag.
    NotHtml,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::InputCut { kept_bytes } => {
                write!(f, "the page is too long: only its first {kept_bytes} bytes were read")
            }
            Warning::MalformedEncoding => f.write_str("some bytes are not valid in the encoding"),
            Warning::DepthLimited => {
                f.write_str("elements are nested too deep: the deepest were attached higher up")
            }
            Warning::NodesLimited => {
                f.write_str("the page has too many nodes: the rest was read as flat text")
            }
            Warning::AttributesLimited => {
                f.write_str("tags have too many attributes: only the first ones were kept")
            }
            Warning::AttributeBytesLimited => {
                f.write_str("attribute values are too long: the last ones were dropped")
            }
            Warning::StepsLimited => {
                f.write_str("the nesting is too costly to follow: the rest was attached flat")
            }
            Warning::NulsLimited => {
                f.write_str("the page has too many NUL characters: the last ones were left out")
            }
            Warning::NotHtml => f.write_str("this does not look like HTML: there is no tag in it"),
        }
    }
}
