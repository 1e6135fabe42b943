//! The sink that html5ever's tree builder writes to.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::interface::{
    ElemName, ElementFlags, NodeOrText, QuirksMode as Html5everQuirks, TreeSink,
};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace as NamespaceAtom, QualName, ns};

use super::atoms::{Atoms, PageAtoms};
use super::builder::{Builder, Handle};
use crate::node::{AttrNamespace, Namespace, NodeKind};

/// Adapts a [`Builder`] to html5ever's [`TreeSink`].
pub(super) struct Sink<'p> {
    atoms: &'p Atoms,
    state: RefCell<SinkState>,
}

struct SinkState {
    builder: Builder,
    names: PageAtoms,
}

impl<'p> Sink<'p> {
    pub(super) fn new(atoms: &'p Atoms, builder: Builder, names: PageAtoms) -> Sink<'p> {
        Sink { atoms, state: RefCell::new(SinkState { builder, names }) }
    }

    pub(super) fn into_parts(self) -> (Builder, PageAtoms) {
        let state = self.state.into_inner();
        (state.builder, state.names)
    }

    /// Calls `step` with the builder, for edits that bypass the tree builder.
    pub(super) fn with<T>(&self, step: impl FnOnce(&mut Builder) -> T) -> T {
        step(&mut self.state.borrow_mut().builder)
    }

    fn namespace(atom: &NamespaceAtom) -> Namespace {
        match *atom {
            ns!(html) => Namespace::Html,
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Other,
        }
    }

    fn attr_namespace(atom: &NamespaceAtom) -> AttrNamespace {
        match *atom {
            ns!(xlink) => AttrNamespace::XLink,
            ns!(xml) => AttrNamespace::Xml,
            ns!(xmlns) => AttrNamespace::Xmlns,
            _ => AttrNamespace::None,
        }
    }

    /// Creates an HTML element with these attributes, which is not in the tree yet.
    pub(super) fn create_html(&self, name: &LocalName, attrs: &[Attribute]) -> Handle {
        self.create(name, Namespace::Html, attrs)
    }

    fn create(&self, local: &LocalName, namespace: Namespace, attrs: &[Attribute]) -> Handle {
        let state = &mut *self.state.borrow_mut();
        let name = self.atoms.number(local, &mut state.names, state.builder.names_mut());
        let handle = state.builder.create_element(name, namespace);
        for attr in attrs {
            let name =
                self.atoms.number(&attr.name.local, &mut state.names, state.builder.names_mut());
            state.builder.push_attr(handle, name, Self::attr_namespace(&attr.name.ns), &attr.value);
        }
        handle
    }
}

/// The name of an element. The local name is borrowed if it is a known name.
#[derive(Debug)]
pub(super) struct ElementName<'a> {
    namespace: &'static NamespaceAtom,
    local: Cow<'a, LocalName>,
}

static HTML: NamespaceAtom = ns!(html);
static SVG: NamespaceAtom = ns!(svg);
static MATHML: NamespaceAtom = ns!(mathml);

impl ElemName for ElementName<'_> {
    #[inline]
    fn ns(&self) -> &NamespaceAtom {
        self.namespace
    }

    #[inline]
    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

impl TreeSink for Sink<'_> {
    type Handle = Handle;
    type Output = ();
    type ElemName<'a>
        = ElementName<'a>
    where
        Self: 'a;

    fn finish(self) {}

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle::DOCUMENT
    }

    #[inline]
    fn elem_name<'a>(&'a self, target: &'a Handle) -> ElementName<'a> {
        let namespace = match target.namespace {
            Namespace::Html | Namespace::Other => &HTML,
            Namespace::Svg => &SVG,
            Namespace::MathMl => &MATHML,
        };
        let local = match self.atoms.known(target.name) {
            Some(atom) => Cow::Borrowed(atom),
            None => Cow::Owned(self.state.borrow().names.atom(target.name)),
        };
        ElementName { namespace, local }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let handle = self.create(&name.local, Self::namespace(&name.ns), &attrs);
        if flags.template {
            self.with(|builder| builder.create_template_contents(handle));
        }
        if flags.mathml_annotation_xml_integration_point {
            self.with(|builder| builder.mark_integration_point(handle));
        }
        handle
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.with(|builder| builder.create_data(NodeKind::Comment, &text))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        // Only an XML parser calls this. An HTML parser reads a processing instruction as a
        // comment.
        self.with(|builder| builder.create_data(NodeKind::Comment, &format!("?{target} {data}")))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.with(|builder| match child {
            NodeOrText::AppendNode(node) => builder.append(*parent, node),
            NodeOrText::AppendText(text) => builder.append_text(*parent, &text),
        });
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        if self.with(|builder| builder.has_parent(*element)) {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        self.with(|builder| {
            let data = format!("{name}\0{public_id}\0{system_id}");
            let doctype = builder.create_data(NodeKind::Doctype, &data);
            builder.append(Handle::DOCUMENT, doctype);
        });
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        self.with(|builder| builder.template_contents(*target))
    }

    #[inline]
    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, mode: Html5everQuirks) {
        use crate::document::QuirksMode;
        let mode = match mode {
            Html5everQuirks::Quirks => QuirksMode::Full,
            Html5everQuirks::LimitedQuirks => QuirksMode::Limited,
            Html5everQuirks::NoQuirks => QuirksMode::None,
        };
        self.with(|builder| builder.quirks = mode);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        self.with(|builder| match child {
            NodeOrText::AppendNode(node) => builder.insert_before(*sibling, node),
            NodeOrText::AppendText(text) => builder.insert_text_before(*sibling, &text),
        });
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let state = &mut *self.state.borrow_mut();
        for attr in &attrs {
            let name =
                self.atoms.number(&attr.name.local, &mut state.names, state.builder.names_mut());
            state.builder.add_attr_if_missing(*target, name, &attr.value);
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.with(|builder| builder.detach(*target));
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        self.with(|builder| builder.reparent_children(*node, *new_parent));
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.with(|builder| builder.is_integration_point(*handle))
    }

    /// Shadow roots are not supported, because traversal would not find their content. They become
    /// ordinary templates, whose content is in [`crate::Document::template_contents`].
    fn allow_declarative_shadow_roots(&self, _intended_parent: &Handle) -> bool {
        false
    }

    // `maybe_clone_an_option_into_selectedcontent` keeps its default, which does nothing: the copy
    // would repeat the text of the option.
}
