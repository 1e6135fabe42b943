//! html5ever, which builds the same small tree.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, TreeSink as OracleSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{
    Attribute, ExpandedName, LocalName, ParseOpts, QualName, ns, parse_document, parse_fragment,
};
use tamis_html::{AttributeNamespace, Handle, Namespace, QuirksMode, Span};

use super::tiny::{DOCUMENT, Data, Tree};

/// A node with the name that html5ever asks for.
#[derive(Debug)]
pub struct Named {
    handle: Handle,
    name: Option<QualName>,
    holds_html: bool,
}

/// A sink of html5ever.
#[derive(Default)]
struct Oracle {
    tree: RefCell<Tree>,
    quirks_mode: Cell<QuirksMode>,
}

fn options(scripting: bool) -> ParseOpts {
    ParseOpts {
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts {
            scripting_enabled: scripting,
            ..TreeBuilderOpts::default()
        },
    }
}

/// The tree of a document, and its mode.
pub fn parse(source: &str, scripting: bool) -> (Tree, QuirksMode) {
    parse_document(Oracle::default(), options(scripting)).one(StrTendril::from(source))
}

/// The tree of a fragment in an element, below an `html` element.
pub fn parse_in(source: &str, namespace: Namespace, name: &str, scripting: bool) -> Tree {
    let namespace = match namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    let context = QualName::new(None, namespace, LocalName::from(name));
    let parser =
        parse_fragment(Oracle::default(), options(scripting), context, Vec::new(), scripting);
    parser.one(StrTendril::from(source)).0
}

impl Oracle {
    fn named(handle: Handle) -> Rc<Named> {
        Rc::new(Named { handle, name: None, holds_html: false })
    }
}

fn own_attributes(attributes: Vec<Attribute>) -> Vec<(AttributeNamespace, String, String)> {
    let owned = |attribute: Attribute| {
        let namespace = match attribute.name.ns {
            ns!(xlink) => AttributeNamespace::XLink,
            ns!(xml) => AttributeNamespace::Xml,
            ns!(xmlns) => AttributeNamespace::Xmlns,
            _ => AttributeNamespace::None,
        };
        (namespace, attribute.name.local.to_string(), attribute.value.to_string())
    };
    attributes.into_iter().map(owned).collect()
}

impl OracleSink for Oracle {
    type Handle = Rc<Named>;
    type Output = (Tree, QuirksMode);
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self::Output {
        (self.tree.into_inner(), self.quirks_mode.get())
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Rc<Named> {
        Self::named(DOCUMENT)
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Named>) -> ExpandedName<'a> {
        target.name.as_ref().expect("only elements are asked for their names").expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Rc<Named> {
        let mut tree = self.tree.borrow_mut();
        let contents = flags.template.then(|| tree.add(Data::Document));
        let namespace = match name.ns {
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Html,
        };
        let handle = tree.add(Data::Element {
            namespace,
            name: name.local.to_string(),
            attributes: own_attributes(attributes),
            contents,
            span: Span::default(),
            end: 0,
        });
        let holds_html = flags.mathml_annotation_xml_integration_point;
        Rc::new(Named { handle, name: Some(name), holds_html })
    }

    fn create_comment(&self, text: StrTendril) -> Rc<Named> {
        Self::named(self.tree.borrow_mut().add(Data::Comment(text.to_string())))
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Rc<Named> {
        unreachable!("HTML has no processing instructions")
    }

    fn append(&self, parent: &Rc<Named>, child: NodeOrText<Rc<Named>>) {
        let mut tree = self.tree.borrow_mut();
        let place = tree.node(parent.handle).children.len();
        match child {
            NodeOrText::AppendNode(child) => tree.insert(parent.handle, place, child.handle),
            NodeOrText::AppendText(text) => tree.insert_text(parent.handle, place, &text),
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Rc<Named>,
        before: &Rc<Named>,
        child: NodeOrText<Rc<Named>>,
    ) {
        let has_parent = self.tree.borrow().node(element.handle).parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(before, child);
        }
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        let text = match (&*public_id, &*system_id) {
            ("", "") => name.to_string(),
            _ => format!("{name} \"{public_id}\" \"{system_id}\""),
        };
        let mut tree = self.tree.borrow_mut();
        let doctype = tree.add(Data::Doctype(text));
        let place = tree.node(DOCUMENT).children.len();
        tree.insert(DOCUMENT, place, doctype);
    }

    fn get_template_contents(&self, target: &Rc<Named>) -> Rc<Named> {
        match self.tree.borrow().node(target.handle).data {
            Data::Element { contents: Some(contents), .. } => Self::named(contents),
            _ => unreachable!("only templates have contents"),
        }
    }

    fn same_node(&self, one: &Rc<Named>, two: &Rc<Named>) -> bool {
        one.handle == two.handle
    }

    fn set_quirks_mode(&self, mode: html5ever::interface::QuirksMode) {
        self.quirks_mode.set(match mode {
            html5ever::interface::QuirksMode::Quirks => QuirksMode::Quirks,
            html5ever::interface::QuirksMode::LimitedQuirks => QuirksMode::Limited,
            html5ever::interface::QuirksMode::NoQuirks => QuirksMode::None,
        });
    }

    fn append_before_sibling(&self, sibling: &Rc<Named>, child: NodeOrText<Rc<Named>>) {
        let mut tree = self.tree.borrow_mut();
        if let NodeOrText::AppendNode(child) = &child {
            tree.take_out(child.handle);
        }
        let (parent, place) = tree.place(sibling.handle);
        match child {
            NodeOrText::AppendNode(child) => tree.insert(parent, place, child.handle),
            NodeOrText::AppendText(text) => tree.insert_text(parent, place, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &Rc<Named>, more: Vec<Attribute>) {
        self.tree.borrow_mut().add_missing(target.handle, own_attributes(more));
    }

    fn remove_from_parent(&self, target: &Rc<Named>) {
        self.tree.borrow_mut().take_out(target.handle);
    }

    fn reparent_children(&self, node: &Rc<Named>, new_parent: &Rc<Named>) {
        self.tree.borrow_mut().move_all(node.handle, new_parent.handle);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Named>) -> bool {
        handle.holds_html
    }
}
