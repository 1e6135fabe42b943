//! Compares working trees with a naive model, after random edits.

use std::collections::BTreeMap;

use tamis_dom::{Name, NodeId, NodeKind, Parser, Step, WorkingTree, name};
use tamis_testkit::sample::SplitMix64;

const PAGE: &str = "<!doctype html><title>t</title>\
    <p id=a class=b>one <b>two</b> three<!-- c --></p>\
    <ul><li>x<li>y <i>z</i></ul><table><tr><td>cell</table><svg><a xlink:href=u>s</a></svg>";

const NAMES: [Name; 4] = [name::DIV, name::P, name::SPAN, name::B];
const ATTRS: [Name; 3] = [name::ID, name::CLASS, name::TITLE];

/// A node of the model, with a list of its children and no links to siblings.
#[derive(Clone, Debug)]
struct Plain {
    kind: NodeKind,
    name: Option<Name>,
    attrs: BTreeMap<usize, String>,
    text: String,
    children: Vec<usize>,
    parent: Option<usize>,
}

struct Model(Vec<Plain>);

impl Model {
    fn of(tree: &WorkingTree<'_>) -> Model {
        let ids = (0..tree.len()).map(NodeId::from_index);
        Model(ids.map(|id| plain(tree, id)).collect())
    }

    fn create(&mut self, kind: NodeKind, name: Option<Name>, text: &str) {
        let attrs = BTreeMap::new();
        let text = text.to_owned();
        self.0.push(Plain { kind, name, attrs, text, children: Vec::new(), parent: None });
    }

    fn detach(&mut self, id: usize) {
        if let Some(parent) = self.0[id].parent.take() {
            self.0[parent].children.retain(|&child| child != id);
        }
    }

    fn insert(&mut self, parent: usize, before: Option<usize>, child: usize) -> bool {
        let holds = matches!(self.0[parent].kind, NodeKind::Document | NodeKind::Element);
        let above = std::iter::successors(Some(parent), |&id| self.0[id].parent);
        if !holds
            || self.0[child].kind == NodeKind::Document
            || above.into_iter().any(|id| id == child)
        {
            return false;
        }
        if before == Some(child) {
            return true;
        }
        self.detach(child);
        let children = &mut self.0[parent].children;
        let place =
            before.map(|before| children.iter().position(|&child| child == before).unwrap());
        children.insert(place.unwrap_or(children.len()), child);
        self.0[child].parent = Some(parent);
        true
    }

    fn unwrap(&mut self, id: usize) -> bool {
        let Some(parent) = self.0[id].parent else { return false };
        for child in self.0[id].children.clone() {
            assert!(self.insert(parent, Some(id), child));
        }
        self.detach(id);
        true
    }

    fn text(&self, id: usize) -> String {
        let children = self.0[id].children.iter().map(|&child| self.text(child));
        self.0[id].text.clone() + &children.collect::<String>()
    }
}

fn plain(tree: &WorkingTree<'_>, id: NodeId) -> Plain {
    let attrs = ATTRS
        .iter()
        .enumerate()
        .filter_map(|(index, &name)| tree.attr(id, name).map(|value| (index, value.to_owned())));
    Plain {
        kind: tree.kind(id),
        name: tree.name(id),
        attrs: attrs.collect(),
        text: tree.own_text(id).to_owned(),
        children: tree.children(id).map(NodeId::index).collect(),
        parent: tree.parent(id).map(NodeId::index),
    }
}

fn step(tree: &mut WorkingTree<'_>, model: &mut Model, random: &mut SplitMix64) {
    let [a, b] = [random.below(tree.len()), random.below(tree.len())];
    let [one, two] = [a, b].map(NodeId::from_index);
    let name = NAMES[random.below(NAMES.len())];
    let attr = random.below(ATTRS.len());
    match random.below(12) {
        0 => {
            tree.detach(one);
            model.detach(a);
        }
        1 | 2 => assert_eq!(tree.append(one, two), model.insert(a, None, b)),
        3 | 4 => {
            let parent = model.0[a].parent;
            let done = parent.is_some_and(|parent| model.insert(parent, Some(a), b));
            assert_eq!(tree.insert_before(one, two), done);
        }
        5 => {
            let parent = model.0[a].parent;
            let done = parent.is_some_and(|parent| model.insert(parent, Some(a), b));
            if done && a != b {
                model.detach(a);
            }
            assert_eq!(tree.replace(one, two), done);
        }
        6 => {
            assert_eq!(tree.create_element(name).index(), model.0.len());
            model.create(NodeKind::Element, Some(name), "");
        }
        7 => {
            tree.create_text("new");
            model.create(NodeKind::Text, None, "new");
        }
        8 => assert_eq!(tree.replace_with_children(one), model.unwrap(a)),
        9 => wrap(tree, model, one, name),
        10 => {
            let element = model.0[a].name.is_some();
            assert_eq!(tree.rename(one, name), element);
            if element {
                model.0[a].name = Some(name);
            }
        }
        _ if b % 2 == 0 => {
            let element = model.0[a].name.is_some();
            assert_eq!(tree.set_attr(one, ATTRS[attr], "set"), element);
            if element {
                model.0[a].attrs.insert(attr, "set".to_owned());
            }
        }
        _ => {
            let there = model.0[a].attrs.remove(&attr).is_some();
            assert_eq!(tree.remove_attr(one, ATTRS[attr]), there);
        }
    }
}

fn wrap(tree: &mut WorkingTree<'_>, model: &mut Model, id: NodeId, name: Name) {
    let wrapper = tree.wrap(id, name);
    let parent = model.0[id.index()].parent;
    assert_eq!(wrapper.is_some(), parent.is_some());
    let Some(parent) = parent else { return };
    model.create(NodeKind::Element, Some(name), "");
    let wrapper = model.0.len() - 1;
    assert!(model.insert(parent, Some(id.index()), wrapper));
    assert!(model.insert(wrapper, None, id.index()));
}

fn assert_same(tree: &WorkingTree<'_>, model: &Model) {
    assert_eq!(tree.len(), model.0.len());
    for id in (0..tree.len()).map(NodeId::from_index) {
        let is_new = id.index() >= tree.document().len();
        assert_eq!(tree.source(id), (!is_new).then_some(id));
        let (ours, theirs) = (plain(tree, id), &model.0[id.index()]);
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert_eq!(tree.text_of(id), model.text(id.index()));
        let mut backwards: Vec<_> =
            std::iter::successors(tree.last_child(id), |&id| tree.previous_sibling(id))
                .map(NodeId::index)
                .collect();
        backwards.reverse();
        assert_eq!(backwards, theirs.children);
        let entered = tree.walk(id).filter(|step| matches!(step, Step::Enter(_))).count();
        assert_eq!(entered, tree.descendants_and_self(id).count());
    }
}

#[test]
fn random_edits_agree_with_the_model() {
    let document = Parser::default().parse(PAGE);
    for seed in 0..60 {
        let mut random = SplitMix64::new(seed);
        let mut tree = WorkingTree::of(&document);
        let mut model = Model::of(&tree);
        for edit in 0..200 {
            step(&mut tree, &mut model, &mut random);
            if edit % 20 == 19 {
                assert_same(&tree, &model);
            }
        }
    }
}

#[test]
fn an_unedited_copy_writes_the_same_html() {
    let document = Parser::default().parse(PAGE);
    let tree = WorkingTree::of(&document);
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        assert_eq!(tree.outer_html(id), document.outer_html(id));
        assert_eq!(tree.inner_html(id), document.inner_html(id));
        assert_eq!(tree.text_of(id), document.text(id));
    }
}
