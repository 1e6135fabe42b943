//! Namespaces of elements and attributes.

/// The namespace of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// `MathML`.
    MathMl,
}

/// The namespace of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeNamespace {
    /// None, as for nearly all attributes.
    None,
    /// `XLink`.
    XLink,
    /// XML.
    Xml,
    /// XMLNS.
    Xmlns,
}
