//! A cache of text statistics for the nodes of a tree. They are computed on demand and kept until
//! the tree changes.

use tamis_dom::{NodeId, NodeKind, WorkingTree, name};

use super::text_stats::TextStats;

/// Text statistics by node. Those of text nodes are kept for ever. Those of elements are valid in
/// one epoch, unless [`StatsCache::forget`] is told of a change.
#[derive(Debug)]
pub(super) struct StatsCache {
    table: Vec<TextStats>,
    /// The current epoch, from 1. Each attempt uses a few.
    epoch: u8,
    /// The elements being computed, outermost first.
    open: Vec<TextStats>,
}

/// The epoch of text nodes, which never change.
const TEXT: u8 = u8::MAX;

impl StatsCache {
    pub(super) fn new(nodes: usize) -> StatsCache {
        // Room for some more nodes, because the search creates a few.
        let table = vec![TextStats::default(); nodes + nodes / 16 + 16];
        StatsCache { table, epoch: 1, open: Vec::new() }
    }

    /// Forgets the statistics of all elements.
    pub(super) fn next_epoch(&mut self) {
        self.epoch += 1;
    }

    /// Forgets the statistics of all elements, and of the ids from `nodes` on, which the next
    /// attempt gives to other nodes.
    pub(super) fn next_attempt(&mut self, nodes: usize) {
        self.table.truncate(nodes);
        self.next_epoch();
    }

    /// Returns the statistics of a text node.
    #[inline]
    pub(super) fn text(&mut self, tree: &WorkingTree<'_>, id: NodeId) -> TextStats {
        self.fit(tree);
        let entry = &mut self.table[id.index()];
        if entry.epoch != TEXT {
            *entry = TextStats { epoch: TEXT, ..TextStats::of(tree.own_text(id)) };
        }
        *entry
    }

    /// Returns the statistics of a subtree. Subtrees that are already known are not entered.
    pub(super) fn of(&mut self, tree: &WorkingTree<'_>, root: NodeId) -> TextStats {
        self.fit(tree);
        if let Some(known) = self.known(root) {
            return known;
        }
        self.open.clear();
        self.open.push(TextStats::default());
        let mut parent = root;
        let mut next = tree.first_child(root);
        loop {
            let Some(id) = next else {
                let stats = self.close(parent);
                if parent == root {
                    return stats;
                }
                self.add(tree, parent, stats);
                next = tree.next_sibling(parent);
                parent = tree.parent(parent).expect("the walk came from the parent");
                continue;
            };
            match tree.kind(id) {
                NodeKind::Text => {
                    let stats = self.text(tree, id);
                    self.add(tree, id, stats);
                }
                NodeKind::Element => {
                    let Some(known) = self.known(id) else {
                        self.open.push(TextStats::default());
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

    /// Forgets the statistics that depend on the children of this node.
    pub(super) fn forget(&mut self, tree: &WorkingTree<'_>, changed: NodeId) {
        let mut next = Some(changed);
        while let Some(id) = next {
            match self.table.get_mut(id.index()) {
                // If an element is not known, no element around it is known either.
                Some(entry) if entry.epoch == self.epoch => entry.epoch = 0,
                _ => return,
            }
            next = tree.parent(id);
        }
    }

    fn known(&self, id: NodeId) -> Option<TextStats> {
        let entry = self.table[id.index()];
        (entry.epoch == self.epoch).then_some(entry)
    }

    fn fit(&mut self, tree: &WorkingTree<'_>) {
        if self.table.len() < tree.len() {
            self.table.resize(tree.len(), TextStats::default());
        }
    }

    fn close(&mut self, id: NodeId) -> TextStats {
        let stats = self.open.pop().expect("the element was entered");
        let stats = TextStats { epoch: self.epoch, ..stats };
        self.table[id.index()] = stats;
        stats
    }

    fn add(&mut self, tree: &WorkingTree<'_>, id: NodeId, mut stats: TextStats) {
        match tree.name(id) {
            Some(name::A) => stats.close_link(is_hash_link(tree, id)),
            Some(name::BR | name::HR) => stats.breaks += 1,
            _ => {}
        }
        self.open.last_mut().expect("the root is still open").push(stats);
    }
}

/// Factor for the length of a link to a place on the page. Source: `_getLinkDensity`.
pub(super) const HASH_LINK_WEIGHT: f64 = 0.3;

/// Returns true if the link leads to a place on the page. Source: `REGEXPS.hashUrl`.
pub(super) fn is_hash_link(tree: &WorkingTree<'_>, link: NodeId) -> bool {
    let href = tree.attr(link, name::HREF).and_then(|href| href.strip_prefix('#'));
    // The reference's pattern has a `.` here, which matches no line break.
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
        let mut stats = StatsCache::new(tree.len());
        let whole = stats.of(&tree, body);
        assert_eq!(whole, stats.of(&tree, body));
        assert_eq!(whole.length as usize, "one twothree, four".len());
        assert_eq!((whole.commas, whole.link_length, whole.hash_links), (1, 5, 1));
        let div = tree.first_child(body).unwrap();
        assert_eq!(stats.of(&tree, div).length as usize, "one twothree".len());
        let bold = document.elements(body).find(|&id| document.is_html(id, name::B)).unwrap();
        tree.detach(bold);
        stats.forget(&tree, div);
        assert_eq!(stats.of(&tree, body).length as usize, "one three, four".len());
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
