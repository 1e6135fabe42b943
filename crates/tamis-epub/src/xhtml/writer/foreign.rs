//! Elements of SVG and `MathML`.

use tamis::dom::{AttrNamespace, Namespace, NodeId};

use super::{ContentModel, OpenElement, Writer};
use crate::markup::push_attribute;

/// The required attributes of SVG elements: element, attribute, and the value that is written if
/// the attribute is missing.
///
/// Source: SVG 1.1, 9 "Basic Shapes", 8.2 "The 'path' element", 13.2.4 "Gradient stops".
const REQUIRED: &[(&str, &str, &str)] = &[
    ("circle", "r", "0"),
    ("ellipse", "rx", "0"),
    ("ellipse", "ry", "0"),
    ("path", "d", ""),
    ("polygon", "points", ""),
    ("polyline", "points", ""),
    ("rect", "height", "0"),
    ("rect", "width", "0"),
    ("stop", "offset", "0"),
];

/// Attributes that only some SVG elements allow, with these elements. Other attributes are allowed
/// on all elements.
///
/// Source: SVG 1.1, appendix M "Attribute Index".
const ALLOWED_ON: &[(&[&str], &[&str])] = &[
    (&["cx", "cy"], &["circle", "ellipse", "radialGradient"]),
    (&["r"], &["circle", "radialGradient"]),
    (&["rx", "ry"], &["ellipse", "rect"]),
    (&["fx", "fy"], &["radialGradient"]),
    (&["x", "y"], &["rect", "svg", "text", "tspan"]),
    (&["dx", "dy"], &["text", "tspan"]),
    (&["x1", "x2", "y1", "y2"], &["line", "linearGradient"]),
    (&["d"], &["path"]),
    (&["points"], &["polygon", "polyline"]),
    (&["offset"], &["stop"]),
    (&["viewBox", "preserveAspectRatio"], &["svg"]),
    (
        &["gradientTransform", "gradientUnits", "spreadMethod"],
        &["linearGradient", "radialGradient"],
    ),
    (&["clipPathUnits"], &["clipPath"]),
    (
        &["transform"],
        &[
            "circle", "clipPath", "defs", "ellipse", "g", "line", "path", "polygon", "polyline",
            "rect", "text",
        ],
    ),
];

impl<'d> Writer<'_, 'd> {
    /// Enters an element of SVG or `MathML`.
    pub(super) fn enter_foreign(&mut self, id: NodeId, namespace: Namespace) {
        let document = self.document;
        let is_outermost = self.top().model != ContentModel::Foreign;
        if is_outermost {
            self.begin_phrasing();
        }
        let name = document.local_name(id).unwrap_or("g");
        let tag = if namespace == Namespace::MathMl { self.formula_tag(id, name) } else { name };
        self.out.push('<');
        self.out.push_str(tag);
        if is_outermost {
            let xmlns = match namespace {
                Namespace::Svg => "http://www.w3.org/2000/svg",
                _ => "http://www.w3.org/1998/Math/MathML",
            };
            push_attribute("xmlns", xmlns, &mut self.out);
        }
        self.foreign_attributes(id, tag);
        self.out.push('>');
        self.push(OpenElement::new(Some(tag), ContentModel::Foreign));
    }

    /// Writes the attributes of an SVG or `MathML` element: those that the sanitizer keeps, except
    /// those for style sheets and screen readers, and the required ones.
    fn foreign_attributes(&mut self, id: NodeId, tag: &str) {
        let document = self.document;
        if let Some(id) = self.xhtml.ids.written(id) {
            push_attribute("id", id, &mut self.out);
        }
        let plain =
            document.attrs(id).iter().filter(|attr| attr.namespace() == AttrNamespace::None);
        for attr in plain {
            let (name, value) = (document.name_str(attr.name()), document.attr_value(attr));
            let is_dropped = matches!(name, "id" | "class" | "role" | "aria-hidden" | "aria-label");
            let own = ALLOWED_ON.iter().find(|(attributes, _)| attributes.contains(&name));
            if !is_dropped && own.is_none_or(|(_, elements)| elements.contains(&tag)) {
                let reference = self.xhtml.reference(name, value);
                push_attribute(name, reference.as_deref().unwrap_or(value), &mut self.out);
            }
        }
        let has = |attribute: &str| {
            document.attrs(id).iter().any(|attr| document.name_str(attr.name()) == attribute)
        };
        for (_, attribute, value) in REQUIRED.iter().filter(|(element, ..)| *element == tag) {
            if !has(attribute) {
                push_attribute(attribute, value, &mut self.out);
            }
        }
    }

    /// Returns the tag of a `MathML` element: `mrow` if its parent or the number of its children is
    /// not allowed.
    fn formula_tag(&self, id: NodeId, name: &'d str) -> &'d str {
        let parts = || self.document.children(id).filter(|&id| self.is_element(id)).take(4).count();
        let parent = self.document.parent(id).and_then(|id| self.document.local_name(id));
        let fits = match name {
            "mfrac" | "mover" | "mroot" | "msub" | "msup" | "munder" => parts() == 2,
            "msubsup" | "munderover" => parts() == 3,
            "mtr" => parent == Some("mtable"),
            "mtd" => parent == Some("mtr"),
            _ => true,
        };
        if fits { name } else { "mrow" }
    }

    /// Returns true if the innermost open element is a group of `MathML`, which must not contain
    /// text.
    pub(super) fn is_in_math_group(&self) -> bool {
        const GROUPS: &[&str] = &["math", "mrow", "mstyle", "msqrt", "mtd", "merror", "mphantom"];
        self.top().tag.is_some_and(|tag| GROUPS.contains(&tag))
    }
}
