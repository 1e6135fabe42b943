//! The same arena for html5ever. Texts and values are html5ever's own strings, without copies.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, ns, parse_document};
use tamis_html::Tag;

use super::arena::Totals;

const NONE: u32 = u32::MAX;

/// A node and its name.
#[derive(Clone)]
pub struct Handle {
    index: u32,
    name: Option<Rc<QualName>>,
}

struct Node {
    parent: u32,
    first: u32,
    last: u32,
    before: u32,
    after: u32,
    kind: Kind,
}

enum Kind {
    Document,
    Element(Rc<QualName>, Vec<Attribute>),
    Text(StrTendril),
    Other,
}

/// A tree.
pub struct Sink {
    nodes: RefCell<Vec<Node>>,
}

/// Parses a page.
pub fn parse(page: &str) -> Sink {
    let sink = Sink { nodes: RefCell::default() };
    sink.add(Kind::Document);
    // As by default in this crate.
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    parse_document(sink, options).one(StrTendril::from(page))
}

impl Sink {
    pub fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Counts the content of the tree.
    pub fn add_to(&self, totals: &mut Totals) {
        for node in self.nodes.borrow().iter() {
            match &node.kind {
                Kind::Element(name, attributes) => {
                    let is_html = name.ns == ns!(html);
                    totals.html_elements += usize::from(is_html);
                    totals.foreign_elements += usize::from(!is_html);
                    let is_known = is_html && Tag::known(&name.local).is_some();
                    totals.name_bytes += if is_known { name.local.len() } else { 0 };
                    for attribute in attributes {
                        totals.attribute_name_bytes += attribute.name.local.len();
                        totals.attribute_value_bytes += attribute.value.len();
                    }
                }
                Kind::Text(text) => totals.text_bytes += text.len(),
                Kind::Document | Kind::Other => {}
            }
        }
    }

    fn add(&self, kind: Kind) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        let [parent, first, last, before, after] = [NONE; 5];
        nodes.push(Node { parent, first, last, before, after, kind });
        nodes.len() as u32 - 1
    }

    fn link_last(&self, parent: u32, child: u32) {
        let nodes = &mut *self.nodes.borrow_mut();
        let before = std::mem::replace(&mut nodes[parent as usize].last, child);
        match before {
            NONE => nodes[parent as usize].first = child,
            _ => nodes[before as usize].after = child,
        }
        nodes[child as usize].parent = parent;
        nodes[child as usize].before = before;
    }

    fn link_before(&self, sibling: u32, child: u32) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Node { parent, before, .. } = nodes[sibling as usize];
        match before {
            NONE => nodes[parent as usize].first = child,
            _ => nodes[before as usize].after = child,
        }
        nodes[sibling as usize].before = child;
        let node = &mut nodes[child as usize];
        (node.parent, node.before, node.after) = (parent, before, sibling);
    }

    /// Appends to the text node `index`. False if it is no text.
    fn merge(&self, index: u32, text: &StrTendril) -> bool {
        let nodes = &mut *self.nodes.borrow_mut();
        match nodes.get_mut(index as usize) {
            Some(Node { kind: Kind::Text(merged), .. }) => {
                merged.push_tendril(text);
                true
            }
            _ => false,
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { index: 0, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.as_ref().expect("only elements are asked for their names").expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> Handle {
        let name = Rc::new(name);
        let index = self.add(Kind::Element(Rc::clone(&name), attributes));
        Handle { index, name: Some(name) }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Handle { index: self.add(Kind::Other), name: None }
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        unreachable!("HTML has no processing instructions")
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        match child {
            NodeOrText::AppendNode(child) => self.link_last(parent.index, child.index),
            NodeOrText::AppendText(text) => {
                let last = self.nodes.borrow()[parent.index as usize].last;
                if !self.merge(last, &text) {
                    let node = self.add(Kind::Text(text));
                    self.link_last(parent.index, node);
                }
            }
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        before: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let parent = self.nodes.borrow()[element.index as usize].parent;
        match parent {
            NONE => self.append(before, child),
            _ => self.append_before_sibling(element, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {
        let node = self.add(Kind::Other);
        self.link_last(0, node);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let first = self.nodes.borrow()[target.index as usize].first;
        let index = match first {
            NONE => {
                let contents = self.add(Kind::Other);
                self.link_last(target.index, contents);
                contents
            }
            contents => contents,
        };
        Handle { index, name: None }
    }

    fn same_node(&self, one: &Handle, two: &Handle) -> bool {
        one.index == two.index
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        match child {
            NodeOrText::AppendNode(child) => {
                self.remove_from_parent(&child);
                self.link_before(sibling.index, child.index);
            }
            NodeOrText::AppendText(text) => {
                let before = self.nodes.borrow()[sibling.index as usize].before;
                if !self.merge(before, &text) {
                    let node = self.add(Kind::Text(text));
                    self.link_before(sibling.index, node);
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<Attribute>) {
        let nodes = &mut *self.nodes.borrow_mut();
        if let Kind::Element(_, attributes) = &mut nodes[target.index as usize].kind {
            for attribute in more {
                if !attributes.iter().any(|known| known.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Node { parent, before, after, .. } = nodes[target.index as usize];
        if parent == NONE {
            return;
        }
        match before {
            NONE => nodes[parent as usize].first = after,
            _ => nodes[before as usize].after = after,
        }
        match after {
            NONE => nodes[parent as usize].last = before,
            _ => nodes[after as usize].before = before,
        }
        let node = &mut nodes[target.index as usize];
        (node.parent, node.before, node.after) = (NONE, NONE, NONE);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut child = {
            let nodes = &mut *self.nodes.borrow_mut();
            let node = &mut nodes[node.index as usize];
            node.last = NONE;
            std::mem::replace(&mut node.first, NONE)
        };
        while child != NONE {
            let next = std::mem::replace(&mut self.nodes.borrow_mut()[child as usize].after, NONE);
            self.link_last(new_parent.index, child);
            child = next;
        }
    }
}
