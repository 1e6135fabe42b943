//! Elements of SVG and of formulas.

use tamis_dom::{AttrNamespace, Namespace, NodeId};

use super::{Content, Open, Writer, push};

/// Attributes that elements of SVG have to have, and what they are where they are not there.
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

/// Attributes that only some elements of SVG have, with these.
///
/// Source: SVG 1.1, appendix M "Attribute Index".
const OWN: &[(&[&str], &[&str])] = &[
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
    /// Begins an element of SVG or of a formula.
    pub(super) fn foreign(&mut self, id: NodeId, namespace: Namespace) {
        let document = self.document;
        let is_outermost = self.top().content != Content::Foreign;
        if is_outermost {
            self.start_phrase();
        }
        let name = document.local_name(id).unwrap_or("g");
        let tag =
            if namespace == Namespace::MathMl { self.part_of_formula(id, name) } else { name };
        self.out.push('<');
        self.out.push_str(tag);
        if is_outermost {
            push(
                &mut self.out,
                "xmlns",
                match namespace {
                    Namespace::Svg => "http://www.w3.org/2000/svg",
                    _ => "http://www.w3.org/1998/Math/MathML",
                },
            );
        }
        self.foreign_attributes(id, tag);
        self.out.push('>');
        self.push(Open::new(Some(tag), Content::Foreign));
    }

    /// Writes the attributes of an element of SVG or of a formula: all that the sanitizer keeps, but those for style sheets and
    /// for readers of screens, and those that have to be there.
    fn foreign_attributes(&mut self, id: NodeId, tag: &str) {
        let document = self.document;
        if let Some(id) = self.xhtml.ids.written(id) {
            push(&mut self.out, "id", id);
        }
        let plain =
            document.attrs(id).iter().filter(|attr| attr.namespace() == AttrNamespace::None);
        for attr in plain {
            let (name, value) = (document.name_str(attr.name()), document.attr_value(attr));
            let is_for_others =
                matches!(name, "id" | "class" | "role" | "aria-hidden" | "aria-label");
            let own = OWN.iter().find(|(attributes, _)| attributes.contains(&name));
            if !is_for_others && own.is_none_or(|(_, elements)| elements.contains(&tag)) {
                let painted = self.xhtml.painted(name, value);
                push(&mut self.out, name, painted.as_deref().unwrap_or(value));
            }
        }
        let has = |attribute: &str| {
            document.attrs(id).iter().any(|attr| document.name_str(attr.name()) == attribute)
        };
        for (_, attribute, value) in REQUIRED.iter().filter(|(element, ..)| *element == tag) {
            if !has(attribute) {
                push(&mut self.out, attribute, value);
            }
        }
    }

    /// The name that a part of a formula is written with.
    fn part_of_formula(&self, id: NodeId, name: &'d str) -> &'d str {
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

    /// Whether text would stand among the parts of a formula.
    pub(super) fn is_in_formula(&self) -> bool {
        const GROUPS: &[&str] = &["math", "mrow", "mstyle", "msqrt", "mtd", "merror", "mphantom"];
        self.top().tag.is_some_and(|tag| GROUPS.contains(&tag))
    }
}
