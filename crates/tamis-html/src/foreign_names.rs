//! Names of SVG and `MathML` that the standard adjusts.
//!
//! Source: HTML standard, 13.2.6.1 "adjust `MathML` attributes", "adjust SVG attributes" and
//! "adjust foreign attributes", and the table of SVG tag names in 13.2.6.5.
//! <https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes>

use crate::namespace::AttributeNamespace;

/// The name of an SVG attribute with its upper case, if it has any.
pub(crate) fn svg_attribute(name: &str) -> Option<&'static str> {
    let names: &[&'static str] = match name.len() {
        4 => &["refX", "refY"],
        7 => &["targetX", "targetY", "viewBox"],
        8 => &["calcMode", "edgeMode", "glyphRef", "keyTimes"],
        9 => &["keyPoints", "maskUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "repeatDur"],
        10 => &["keySplines", "numOctaves", "pathLength", "textLength", "viewTarget", "zoomAndPan"],
        11 => &[
            "baseProfile",
            "filterUnits",
            "markerUnits",
            "markerWidth",
            "repeatCount",
            "startOffset",
            "stitchTiles",
            "tableValues",
        ],
        12 => &[
            "kernelMatrix",
            "lengthAdjust",
            "markerHeight",
            "patternUnits",
            "spreadMethod",
            "stdDeviation",
            "surfaceScale",
        ],
        13 => &[
            "attributeName",
            "attributeType",
            "baseFrequency",
            "clipPathUnits",
            "gradientUnits",
            "preserveAlpha",
        ],
        14 => &["primitiveUnits", "systemLanguage"],
        15 => &["diffuseConstant"],
        16 => &[
            "kernelUnitLength",
            "maskContentUnits",
            "patternTransform",
            "requiredFeatures",
            "specularConstant",
            "specularExponent",
            "xChannelSelector",
            "yChannelSelector",
        ],
        17 => &["gradientTransform", "limitingConeAngle"],
        18 => &["requiredExtensions"],
        19 => &["patternContentUnits", "preserveAspectRatio"],
        _ => return None,
    };
    names.iter().copied().find(|adjusted| adjusted.eq_ignore_ascii_case(name))
}

/// The name of an SVG element with its upper case, if it has any.
pub(crate) fn svg_element(name: &str) -> Option<&'static str> {
    let names: &[&'static str] = match name.len() {
        6 => &["feTile"],
        7 => &[
            "feBlend", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feImage", "feMerge",
        ],
        8 => &["altGlyph", "clipPath", "feOffset", "glyphRef", "textPath"],
        11 => &["altGlyphDef", "feComposite", "feMergeNode", "feSpotLight"],
        12 => &[
            "altGlyphItem",
            "animateColor",
            "feDropShadow",
            "feMorphology",
            "fePointLight",
            "feTurbulence",
        ],
        13 => &["animateMotion", "feColorMatrix", "foreignObject"],
        14 => &["feDistantLight", "feGaussianBlur", "linearGradient", "radialGradient"],
        16 => &["animateTransform", "feConvolveMatrix"],
        17 => &["feDiffuseLighting", "feDisplacementMap"],
        18 => &["feSpecularLighting"],
        19 => &["feComponentTransfer"],
        _ => return None,
    };
    names.iter().copied().find(|adjusted| adjusted.eq_ignore_ascii_case(name))
}

/// The name of a `MathML` attribute with its upper case, if it has any.
pub(crate) fn math_attribute(name: &str) -> Option<&'static str> {
    (name == "definitionurl").then_some("definitionURL")
}

/// The namespace and the local name of an attribute that is in a namespace.
#[inline]
pub(crate) fn foreign_attribute(name: &str) -> Option<(AttributeNamespace, &'static str)> {
    if !name.starts_with('x') {
        return None;
    }
    Some(match name {
        "xlink:actuate" => (AttributeNamespace::XLink, "actuate"),
        "xlink:arcrole" => (AttributeNamespace::XLink, "arcrole"),
        "xlink:href" => (AttributeNamespace::XLink, "href"),
        "xlink:role" => (AttributeNamespace::XLink, "role"),
        "xlink:show" => (AttributeNamespace::XLink, "show"),
        "xlink:title" => (AttributeNamespace::XLink, "title"),
        "xlink:type" => (AttributeNamespace::XLink, "type"),
        "xml:lang" => (AttributeNamespace::Xml, "lang"),
        "xml:space" => (AttributeNamespace::Xml, "space"),
        "xmlns" => (AttributeNamespace::Xmlns, "xmlns"),
        "xmlns:xlink" => (AttributeNamespace::Xmlns, "xlink"),
        _ => return None,
    })
}
