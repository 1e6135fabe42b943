//! Declarative shadow trees, shown as a browser shows them.
//!
//! A `<template shadowrootmode="open">` is no template: its content takes the place of the content
//! of its parent, the host. Where it has a `<slot>`, the host's own content shows: elements by
//! their attribute `slot`, all else in the slot without a name. A slot that gets nothing shows what
//! is in it. Servers send components of Lit or FAST so, and `SingleFile` saves pages so. Example:
//!
//! ```html
//! <x-card>Tea<template shadowrootmode=open><p>A card: <slot>empty</slot></p></template></x-card>
//! ```
//!
//! shows "A card: Tea". The parser leaves all templates as they are, because the tests of HTML say
//! so, and because single engines read pages as their references do.
//!
//! Source: HTML standard, 4.12.3; DOM standard, 4.2.2.3 "Finding slots and slottables", and 4.8 for
//! the elements that can be hosts. Deviations: a slot that gets white space only shows what is in
//! it; a host keeps its content if its shadow tree has neither slots nor content, because a script
//! must be meant to fill it; the older attribute `shadowroot` counts too.

use std::collections::{HashMap, HashSet};

use tamis_dom::{Document, Name, NameSet, NodeId, NodeKind, WorkingTree, name};

use super::css::SCOPED;

/// The attributes that make a template a shadow tree: that of the standard, and that of Chrome
/// before it, which saved pages have.
const MODES: [&str; 2] = ["shadowrootmode", "shadowroot"];

/// The elements with names of HTML that can be hosts.
const HOSTS: NameSet = NameSet::of(&[
    name::ARTICLE,
    name::ASIDE,
    name::BLOCKQUOTE,
    name::BODY,
    name::DIV,
    name::FOOTER,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::HEADER,
    name::MAIN,
    name::NAV,
    name::P,
    name::SECTION,
    name::SPAN,
]);

/// The deepest slot that is filled, in levels, so that hosts in hosts do not make a page deeper and
/// deeper. What is for a deeper one stays where it is.
const MAX_DEPTH: usize = 256;

/// Returns the page with all shadow trees in their places. `None` if it has none. Linear.
pub(super) fn flattened(document: &Document) -> Option<Document> {
    let modes = MODES.iter().filter_map(|mode| document.find_name(mode)).collect::<Vec<_>>();
    if modes.is_empty() {
        return None;
    }
    let templates = shadow_templates(document, &modes);
    if templates.is_empty() {
        return None;
    }
    let mut tree = WorkingTree::of(document);
    let scoped = tree.add_name(SCOPED);
    let mut slots = Vec::new();
    for (template, host) in templates {
        let shadow = Shadow::of(document, template);
        if shadow.slots.is_empty() && !shadow.has_content {
            continue;
        }
        for &style in &shadow.styles {
            tree.set_attr(style, scoped, "");
        }
        shadow.show(&mut tree, template, host);
        slots.extend(shadow.slots);
    }
    // Slots are no boxes. They stay until all hosts are filled, because a slot can itself be
    // assigned to the slot of a host that it is in.
    for slot in slots {
        tree.replace_with_children(slot);
    }
    Some(tree.to_document())
}

/// Returns the templates that are shadow trees with their hosts, outer ones first: the first of
/// each host.
fn shadow_templates(document: &Document, modes: &[Name]) -> Vec<(NodeId, NodeId)> {
    let mut templates = Vec::new();
    let mut hosts = HashSet::new();
    let mut roots = vec![NodeId::DOCUMENT];
    let mut next = 0;
    while let Some(&root) = roots.get(next) {
        next += 1;
        for id in document.elements(root) {
            if document.is_html(id, name::TEMPLATE)
                && modes.iter().any(|&mode| is_mode(document.attr(id, mode)))
                && let Some(host) = document.parent(id).filter(|&id| can_be_host(document, id))
                && let Some(contents) = document.template_contents(id)
                && hosts.insert(host)
            {
                templates.push((id, host));
                roots.push(contents);
            }
        }
    }
    templates
}

fn is_mode(value: Option<&str>) -> bool {
    value
        .is_some_and(|value| ["open", "closed"].iter().any(|mode| value.eq_ignore_ascii_case(mode)))
}

fn can_be_host(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| {
        HOSTS.contains(name)
            || name.index() >= Name::KNOWN.into() && document.name_str(name).contains('-')
    })
}

/// A shadow tree.
#[derive(Default)]
struct Shadow<'d> {
    contents: Vec<NodeId>,
    slots: Vec<NodeId>,
    /// The first slot with each name.
    by_name: HashMap<&'d str, NodeId>,
    styles: Vec<NodeId>,
    /// True if it shows something of its own.
    has_content: bool,
}

impl<'d> Shadow<'d> {
    fn of(document: &'d Document, template: NodeId) -> Shadow<'d> {
        let mut shadow = Shadow::default();
        let Some(root) = document.template_contents(template) else { return shadow };
        shadow.contents.extend(document.children(root));
        for id in document.descendants_and_self(root) {
            match document.name(id) {
                Some(name::SLOT) => {
                    let name = document.attr(id, name::NAME).unwrap_or_default();
                    shadow.by_name.entry(name).or_insert(id);
                    shadow.slots.push(id);
                }
                Some(name::STYLE) => shadow.styles.push(id),
                Some(name::TEMPLATE | name::IFRAME | name::IMG | name::VIDEO) => {
                    shadow.has_content = true;
                }
                None if !shadow.has_content && document.kind(id) == NodeKind::Text => {
                    let parent = document.parent(id).and_then(|id| document.name(id));
                    shadow.has_content = !matches!(parent, Some(name::STYLE | name::SCRIPT))
                        && !document.text(id).trim_ascii().is_empty();
                }
                _ => {}
            }
        }
        shadow
    }

    /// Puts the shadow tree in the place of its template, and the rest of the host into its slots.
    fn show(&self, tree: &mut WorkingTree<'_>, template: NodeId, host: NodeId) {
        let light = tree.children(host).filter(|&id| id != template).collect::<Vec<_>>();
        for &id in &self.contents {
            tree.insert_before(template, id);
        }
        tree.detach(template);
        let slots = light.iter().map(|&id| self.slot_for(tree, id)).collect::<Vec<_>>();
        let mut filled: HashMap<NodeId, bool> = HashMap::new();
        for (&id, slot) in light.iter().zip(&slots) {
            if let Some(slot) = *slot
                && !tree.own_text(id).trim_ascii().is_empty() | (tree.kind(id) == NodeKind::Element)
            {
                filled
                    .entry(slot)
                    .or_insert_with(|| tree.ancestors(slot).take(MAX_DEPTH).count() < MAX_DEPTH);
            }
        }
        for (&slot, _) in filled.iter().filter(|(_, is_near)| **is_near) {
            for fallback in tree.children(slot).collect::<Vec<_>>() {
                tree.detach(fallback);
            }
        }
        for (id, slot) in light.into_iter().zip(slots) {
            match slot.and_then(|slot| Some((slot, *filled.get(&slot)?))) {
                Some((slot, true)) => {
                    tree.append(slot, id);
                }
                Some((_, false)) => {}
                None => tree.detach(id),
            }
        }
    }

    /// Returns the slot for a child of the host.
    fn slot_for(&self, tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
        let slot = tree.document().find_name("slot");
        let wanted = match tree.kind(id) {
            NodeKind::Element => slot.and_then(|slot| tree.attr(id, slot)).unwrap_or_default(),
            NodeKind::Text => "",
            _ => return None,
        };
        self.by_name.get(wanted).copied()
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let shown = flattened(&document).unwrap_or(document);
        assert_eq!(shown.inner_html(shown.body().unwrap()), expected, "{html}");
    }

    fn shadow(contents: &str) -> String {
        format!("<template shadowrootmode=open>{contents}</template>")
    }

    #[test]
    fn shadow_trees_are_shown() {
        let tree = shadow("<p>In</p>");
        check(&format!("<x-a>{tree}</x-a>b"), "<x-a><p>In</p></x-a>b");
        check(&format!("<div>{tree}</div>b"), "<div><p>In</p></div>b");
        check(&format!("<body>{tree}"), "<p>In</p>");
        let closed = tree.replace("open", "CLOSED").replace("mode", "");
        check(&format!("<x-a>{closed}</x-a>"), "<x-a><p>In</p></x-a>");
        // The first template of a host, and no other child of it, without slots.
        check(&format!("<x-a>a{tree}<b>c</b>{}</x-a>", shadow("Second")), "<x-a><p>In</p></x-a>");
        for html in [
            "<x-a><template>In</template></x-a>",
            "<x-a><template shadowrootmode=\"none\">In</template></x-a>",
            "<ul><template shadowrootmode=\"open\">In</template></ul>",
            "<x-a>a<template shadowrootmode=\"open\"><script>x</script></template></x-a>",
        ] {
            check(html, html);
        }
    }

    #[test]
    fn slots_show_the_content_of_the_host() {
        let tree = shadow("<h1><slot name=t>none</slot></h1><p><slot></slot>.<slot>twice</slot>");
        check(
            &format!("<x-a>{tree}One <b>two</b> <i slot=t>three</i><i slot=u>no</i></x-a>"),
            "<x-a><h1><i slot=\"t\">three</i></h1><p>One <b>two</b> .twice</p></x-a>",
        );
        check(&format!("<x-a>\n{tree}\n</x-a>"), "<x-a><h1>none</h1><p>.twice</p></x-a>");
    }

    #[test]
    fn hosts_in_hosts() {
        // In the content, in the shadow tree, and with a slot in a slot.
        let outer = shadow("<p><slot></slot></p>");
        let inner = shadow("<i><slot></slot></i>");
        check(
            &format!("<x-a>{outer}<x-b>{inner}One</x-b></x-a>"),
            "<x-a><p><x-b><i>One</i></x-b></p></x-a>",
        );
        check(
            &format!("<x-a>{}</x-a>", shadow(&format!("<x-b>{inner}One</x-b>"))),
            "<x-a><x-b><i>One</i></x-b></x-a>",
        );
        let tree = shadow(&format!("<x-b>{}</x-b>", shadow("<p>One</p>")));
        check(&format!("<x-a>{tree}</x-a>"), "<x-a><x-b><p>One</p></x-b></x-a>");
        let named = shadow("<i><slot name=s></slot></i>");
        let forwards = shadow(&format!("<x-b>{named}<slot name=o slot=s></slot></x-b>"));
        check(
            &format!("<x-a>{forwards}<b slot=o>One</b></x-a>"),
            "<x-a><x-b><i><b slot=\"o\">One</b></i></x-b></x-a>",
        );
    }

    #[test]
    fn chains_of_hosts_stay_flat() {
        let deep = shadow(&format!("{}<slot></slot>", "<div>".repeat(40)));
        let html = format!("<x-a>{deep}").repeat(200) + "end";
        let document = flattened(&Parser::default().parse(&html)).unwrap();
        let elements = document.elements(NodeId::DOCUMENT);
        let deepest = elements.map(|id| document.ancestors(id).count()).max();
        assert!(deepest <= Some(1024), "{deepest:?}");
        assert!(document.text(NodeId::DOCUMENT).contains("end"));
    }

    #[test]
    fn styles_of_shadow_trees_are_for_them() {
        let style = "<style>p{white-space:pre-line}</style>";
        let html = format!("<x-a>{}</x-a>", shadow(&format!("{style}<p>One")));
        check(&html, "<x-a><style scoped=\"\">p{white-space:pre-line}</style><p>One</p></x-a>");
    }
}
