//! A document in the notation of the html5lib suites.

use std::fmt::Write as _;

use tamis_dom::{AttrNamespace, Document, Namespace, NodeId, NodeKind, Step};

/// The children of `root` in the notation of the html5lib suites.
pub fn dump(document: &Document, root: NodeId) -> String {
    let mut out = String::new();
    let mut stack = vec![(document.walk(root), 0usize)];
    while let Some((walk, depth)) = stack.last_mut() {
        let Some(step) = walk.next() else {
            stack.pop();
            continue;
        };
        let (Step::Enter(id) | Step::Leave(id)) = step;
        let outer = id == root || document.kind(id) == NodeKind::Fragment;
        if matches!(step, Step::Leave(_)) {
            *depth -= usize::from(!outer);
            continue;
        }
        if !outer {
            line(document, id, *depth, &mut out);
            *depth += 1;
        }
        if let Some(contents) = document.template_contents(id) {
            let depth = *depth;
            writeln!(out, "| {}content", "  ".repeat(depth)).unwrap();
            stack.push((document.walk(contents), depth + 1));
        }
    }
    out.trim_end_matches('\n').to_string()
}

fn line(document: &Document, id: NodeId, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match document.kind(id) {
        NodeKind::Element => {
            let name = document.local_name(id).unwrap();
            writeln!(out, "| {indent}<{}{name}>", prefix(document.namespace(id))).unwrap();
            let mut attrs: Vec<_> = document
                .attrs(id)
                .iter()
                .map(|attr| {
                    let name = document.name_str(attr.name());
                    let name = match attr.namespace() {
                        AttrNamespace::XLink => format!("xlink {name}"),
                        AttrNamespace::Xml => format!("xml {name}"),
                        AttrNamespace::Xmlns => format!("xmlns {name}"),
                        AttrNamespace::None => name.to_string(),
                    };
                    (name, document.attr_value(attr))
                })
                .collect();
            // The suite sorts by UTF-16 code units, which makes no difference for its names.
            attrs.sort();
            for (name, value) in attrs {
                writeln!(out, "| {indent}  {name}=\"{value}\"").unwrap();
            }
        }
        NodeKind::Text => writeln!(out, "| {indent}\"{}\"", document.text(id)).unwrap(),
        NodeKind::Comment => {
            writeln!(out, "| {indent}<!-- {} -->", document.comment(id).unwrap()).unwrap();
        }
        NodeKind::Doctype => {
            let [name, public, system] = document.doctype(id).unwrap();
            if public.is_empty() && system.is_empty() {
                writeln!(out, "| {indent}<!DOCTYPE {name}>").unwrap();
            } else {
                writeln!(out, "| {indent}<!DOCTYPE {name} \"{public}\" \"{system}\">").unwrap();
            }
        }
        NodeKind::Document | NodeKind::Fragment => {}
    }
}

fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        Namespace::Html | Namespace::Other => "",
    }
}
