//! The measures of a tree's nodes, taken when they are asked for and kept until the tree changes.

use tamis_dom::{NodeId, NodeKind, WorkingTree, name};

use super::measure::Measure;

/// Measures per node. Those of texts are kept for good, those of elements for one attempt, and there until
/// [`Measures::forget`] is told of a change.
#[derive(Debug)]
pub(super) struct Measures {
    table: Vec<Measure>,
    /// The number of the attempt, from 1 on.
    epoch: u8,
    /// Elements being measured, from the outermost on.
    open: Vec<Measure>,
}

/// The epoch of texts, which never change.
const TEXT: u8 = u8::MAX;

impl Measures {
    pub(super) fn new(nodes: usize) -> Measures {
        Measures { table: vec![Measure::default(); nodes], epoch: 1, open: Vec::new() }
    }

    /// Forgets everything but texts.
    pub(super) fn next_epoch(&mut self) {
        self.epoch += 1;
    }

    /// Forgets everything but texts. Ids from `nodes` on will be given to other nodes.
    pub(super) fn next_attempt(&mut self, nodes: usize) {
        self.table.truncate(nodes);
        self.next_epoch();
    }

    /// The measure of a text node.
    #[inline]
    pub(super) fn text(&mut self, tree: &WorkingTree<'_>, id: NodeId) -> Measure {
        self.fit(tree);
        let entry = &mut self.table[id.index()];
        if entry.epoch != TEXT {
            *entry = Measure { epoch: TEXT, ..Measure::of(tree.own_text(id)) };
        }
        *entry
    }

    /// The measure of a subtree.
    pub(super) fn of(&mut self, tree: &WorkingTree<'_>, root: NodeId) -> Measure {
        self.fit(tree);
        if let Some(known) = self.known(root) {
            return known;
        }
        self.open.clear();
        self.open.push(Measure::default());
        let mut parent = root;
        let mut next = tree.first_child(root);
        loop {
            let Some(id) = next else {
                let measure = self.close(parent);
                if parent == root {
                    return measure;
                }
                self.add(tree, parent, measure);
                next = tree.next_sibling(parent);
                parent = tree.parent(parent).unwrap_or(root);
                continue;
            };
            match tree.kind(id) {
                NodeKind::Text => {
                    let measure = self.text(tree, id);
                    self.add(tree, id, measure);
                }
                NodeKind::Element => {
                    let Some(known) = self.known(id) else {
                        self.open.push(Measure::default());
                        parent = id;
                        next = tree.first_child(id);
                        continue;
                    };
                    self.add(tree, id, known);
                }
                _ => {}
            }
            next = tree.next_sibling(id);
        }
    }

    /// Takes note of a change in the children of this node.
    pub(super) fn forget(&mut self, tree: &WorkingTree<'_>, changed: NodeId) {
        let mut next = Some(changed);
        while let Some(id) = next {
            match self.table.get_mut(id.index()) {
                // What is not known is part of nothing that is known.
                Some(entry) if entry.epoch == self.epoch => entry.epoch = 0,
                _ => return,
            }
            next = tree.parent(id);
        }
    }

    fn known(&self, id: NodeId) -> Option<Measure> {
        let entry = self.table[id.index()];
        (entry.epoch == self.epoch).then_some(entry)
    }

    fn fit(&mut self, tree: &WorkingTree<'_>) {
        if self.table.len() < tree.len() {
            self.table.resize(tree.len(), Measure::default());
        }
    }

    fn close(&mut self, id: NodeId) -> Measure {
        let measure = Measure { epoch: self.epoch, ..self.open.pop().unwrap_or_default() };
        self.table[id.index()] = measure;
        measure
    }

    fn add(&mut self, tree: &WorkingTree<'_>, id: NodeId, mut measure: Measure) {
        match tree.name(id) {
            Some(name::A) => measure.close_link(is_hash_link(tree, id)),
            Some(name::BR | name::HR) => measure.breaks += 1,
            _ => {}
        }
        if let Some(top) = self.open.last_mut() {
            top.push(measure);
        }
    }
}

/// How much a link to a place on the page counts. Source: `_getLinkDensity`.
pub(super) const HASH_LINK_WEIGHT: f64 = 0.3;

/// Whether the link leads to a place on the page. Source: `REGEXPS.hashUrl`.
pub(super) fn is_hash_link(tree: &WorkingTree<'_>, link: NodeId) -> bool {
    let href = tree.attr(link, name::HREF).and_then(|href| href.strip_prefix('#'));
    // `.` matches no line break.
    href.and_then(|rest| rest.chars().next())
        .is_some_and(|c| !matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}'))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn measures_follow_changes() {
        let html = "<div>one <b> two</b><a href=/>three</a></div><p>, <a href=#x>four</a></p>";
        let document = Parser::default().parse(html);
        let body = document.body().unwrap();
        let mut tree = WorkingTree::of(&document);
        let mut measures = Measures::new(tree.len());
        let whole = measures.of(&tree, body);
        assert_eq!(whole, measures.of(&tree, body));
        assert_eq!(whole.length as usize, "one twothree, four".len());
        assert_eq!((whole.commas, whole.link_length, whole.hash_links), (1, 5, 1));
        let div = tree.first_child(body).unwrap();
        assert_eq!(measures.of(&tree, div).length as usize, "one twothree".len());
        let bold = document.elements(body).find(|&id| document.is_html(id, name::B)).unwrap();
        tree.detach(bold);
        measures.forget(&tree, div);
        assert_eq!(measures.of(&tree, body).length as usize, "one three, four".len());
    }

    #[test]
    fn hash_links() {
        let is_hash = |href: &str| {
            let document = Parser::default().parse(&format!("<a href='{href}'>x</a>"));
            let tree = WorkingTree::of(&document);
            is_hash_link(&tree, tree.first_child(document.body().unwrap()).unwrap())
        };
        assert!(is_hash("#x"));
        assert!(!is_hash("#"));
        assert!(!is_hash(" #x"));
        assert!(!is_hash("#\nx"));
    }
}
