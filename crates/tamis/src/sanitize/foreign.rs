//! The allowed parts of SVG and `MathML`: shapes and formulas.

use std::borrow::Cow;

use tamis_dom::{AttrNamespace, Document, Name};

use super::Policy;
use super::attributes::{id, push};
use super::urls;

/// The treatment of an SVG element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SvgTreatment {
    /// The outermost element, or a nested one with a viewport of its own.
    Root,
    /// Written.
    Shape(&'static str),
    /// Drawn text: written, and its content is visible.
    Text(&'static str),
    /// A container of HTML.
    Foreign,
    /// The tags are left out.
    Unwrapped,
    /// Left out with everything in it, because it draws nothing itself, moves, refers to something,
    /// or runs.
    Dropped,
}

pub(super) fn svg(name: &str) -> SvgTreatment {
    match name {
        "svg" => SvgTreatment::Root,
        "foreignObject" => SvgTreatment::Foreign,
        "a" | "switch" | "textPath" => SvgTreatment::Unwrapped,
        _ => {
            let find = |list: &'static [&str]| list.iter().copied().find(|&known| known == name);
            let shape = find(SHAPES).map(SvgTreatment::Shape);
            shape.or_else(|| find(TEXTS).map(SvgTreatment::Text)).unwrap_or(SvgTreatment::Dropped)
        }
    }
}

const TEXTS: &[&str] = &["text", "tspan"];

const SHAPES: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
];

/// The treatment of a `MathML` element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MathTreatment {
    /// `<math>`.
    Root,
    /// Written under this name. Elements that are not listed are groups.
    Group(&'static str),
    /// Written, with text only: in it, a parser reads tags as HTML.
    Token(&'static str),
    /// Left out with everything in it: it is not visible, or its children change their namespace.
    Dropped,
}

pub(super) fn math(name: &str) -> MathTreatment {
    let find = |list: &'static [&str]| list.iter().copied().find(|&known| known == name);
    match name {
        "math" => MathTreatment::Root,
        "annotation" | "annotation-xml" | "mglyph" | "malignmark" | "script" | "style"
        | "template" | "title" => MathTreatment::Dropped,
        _ => {
            let group = MathTreatment::Group(find(GROUPS).unwrap_or("mrow"));
            find(TOKENS).map_or(group, MathTreatment::Token)
        }
    }
}

const TOKENS: &[&str] = &["mi", "mn", "mo", "ms", "mtext"];

const GROUPS: &[&str] = &[
    "menclose",
    "merror",
    "mfrac",
    "mmultiscripts",
    "mover",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtr",
    "munder",
    "munderover",
    "none",
    "semantics",
];

/// The attributes of SVG elements whose values are numbers, words, colours or a path.
const SVG_ATTRIBUTES: &[&str] = &[
    "clip-rule",
    "clipPathUnits",
    "color",
    "cx",
    "cy",
    "d",
    "dominant-baseline",
    "dx",
    "dy",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "letter-spacing",
    "offset",
    "opacity",
    "points",
    "preserveAspectRatio",
    "r",
    "rx",
    "ry",
    "spreadMethod",
    "stop-color",
    "stop-opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// The attributes of SVG elements that may also refer to an id of the page.
const SVG_PAINTS: &[&str] = &["clip-path", "fill", "stroke"];

/// The attributes of `MathML` elements whose values are numbers, lengths or words. Those that move
/// a part over its surroundings are not allowed.
const MATH_ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "columnalign",
    "columnlines",
    "columnspan",
    "dir",
    "display",
    "displaystyle",
    "fence",
    "frame",
    "form",
    "largeop",
    "linethickness",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rowalign",
    "rowlines",
    "rowspan",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "width",
];

/// The attributes that SVG and `MathML` share.
const COMMON_ATTRIBUTES: &[&str] = &["alttext", "aria-hidden", "aria-label", "class", "id", "role"];

/// Writes the allowed attributes of an SVG element.
pub(super) fn write_svg<'t>(
    document: &Document,
    attributes: impl Iterator<Item = (Name, AttrNamespace, &'t str)>,
    policy: &Policy<'_>,
    out: &mut String,
) {
    let lists = [SVG_ATTRIBUTES, COMMON_ATTRIBUTES, SVG_PAINTS];
    write(document, attributes, lists, policy, out);
}

/// Writes the allowed attributes of a `MathML` element.
pub(super) fn write_math<'t>(
    document: &Document,
    attributes: impl Iterator<Item = (Name, AttrNamespace, &'t str)>,
    policy: &Policy<'_>,
    out: &mut String,
) {
    write(document, attributes, [MATH_ATTRIBUTES, COMMON_ATTRIBUTES, &[]], policy, out);
}

fn write<'t>(
    document: &Document,
    attributes: impl Iterator<Item = (Name, AttrNamespace, &'t str)>,
    [plain, common, paints]: [&'static [&'static str]; 3],
    policy: &Policy<'_>,
    out: &mut String,
) {
    let mut seen: Vec<&str> = Vec::new();
    for (name, namespace, value) in attributes {
        if namespace != AttrNamespace::None {
            continue;
        }
        let name = document.name_str(name);
        let find = |list: &[&'static str]| list.iter().copied().find(|&known| known == name);
        let kept = if let Some(name) = find(plain) {
            is_plain(value).then_some((name, value.into()))
        } else if let Some(name) = find(paints) {
            paint(value).map(|value| (name, value))
        } else {
            find(common).and_then(|name| Some((name, common_value(name, value, policy)?)))
        };
        if let Some((name, value)) = kept.filter(|(name, _)| !seen.contains(name)) {
            seen.push(name);
            push(name, &value, out);
        }
    }
}

/// Returns true if the value cannot refer to anything: it has only letters, digits, and the
/// punctuation of numbers, lists, colours and functions, and no `url`.
fn is_plain(value: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b" \t\n,.-+%#()".contains(&byte);
    value.bytes().all(is_sign) && !value.to_ascii_lowercase().contains("url")
}

/// Returns a plain value, or a reference to an id of this page with the prefix.
fn paint(value: &str) -> Option<Cow<'_, str>> {
    if is_plain(value) {
        return Some(value.into());
    }
    let reference = value.trim().strip_prefix("url(#")?.strip_suffix(')')?;
    let is_simple = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_id = !reference.is_empty() && reference.bytes().all(is_simple);
    is_id.then(|| format!("url(#{})", urls::id(reference)).into())
}

fn common_value<'v>(name: &str, value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    match name {
        "id" => id(value),
        "class" => policy.keep_classes.then_some(value.into()),
        "alttext" | "aria-label" => Some(value.into()),
        _ => {
            let is_word = value.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
            is_word.then_some(value.into())
        }
    }
}
