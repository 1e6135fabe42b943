//! Boosted trees: a sum of small decision trees over a row of features.

use super::reader::{Broken, Reader};

/// A node of a tree. The value of a row's feature decides: at most `threshold` leads to `child`,
/// more to the node after it. A leaf leads to itself.
#[derive(Clone, Copy, Debug)]
struct Node {
    threshold: f32,
    feature: u16,
    child: u16,
}

/// One tree: a range of nodes.
#[derive(Clone, Copy, Debug)]
struct Tree {
    start: u32,
    end: u32,
    /// The most steps from the root to a leaf.
    depth: u32,
}

/// The sum of trees. Values are whole numbers, so that the sum is the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    trees: Vec<Tree>,
    nodes: Vec<Node>,
    /// The value of each leaf. For other nodes, the mean of the leaves below, weighted by the
    /// paragraphs that reached them in training.
    values: Vec<i16>,
}

/// The rows that are evaluated side by side: the next step of one does not wait for the last step
/// of another.
const LANES: usize = 8;

/// The steps of the longest path that a file may have.
const MAX_DEPTH: u32 = 64;

impl Forest {
    /// Reads the forest from a file that has these thresholds for each feature.
    pub(super) fn read(reader: &mut Reader<'_>, thresholds: &[Vec<f32>]) -> Result<Forest, Broken> {
        let mut forest = Forest { trees: Vec::new(), nodes: Vec::new(), values: Vec::new() };
        for _ in 0..reader.u16()? {
            forest.read_tree(reader, thresholds)?;
        }
        Ok(forest)
    }

    /// A tree is the number of its inner nodes, these nodes in preorder, the values of its leaves,
    /// and those of its inner nodes.
    ///
    /// An inner node is its feature, the number of its threshold, and its children: the number of
    /// an inner node, or of a leaf with the high bit set.
    fn read_tree(
        &mut self,
        reader: &mut Reader<'_>,
        thresholds: &[Vec<f32>],
    ) -> Result<(), Broken> {
        const LEAF: u16 = 1 << 15;
        let inner = usize::from(reader.u16()?);
        let mut splits = Vec::with_capacity(inner);
        for _ in 0..inner {
            let feature = reader.u16()?;
            let number = usize::from(reader.u8()?);
            let of_feature = thresholds.get(usize::from(feature)).ok_or(Broken)?;
            let threshold = *of_feature.get(number).ok_or(Broken)?;
            splits.push((feature, threshold, [reader.u16()?, reader.u16()?]));
        }
        let leaves = read_values(reader, inner + 1)?;
        let means = read_values(reader, inner)?;
        let start = self.nodes.len();
        let leaf = |at: usize| Node { threshold: f32::INFINITY, feature: 0, child: at as u16 };
        // The nodes that wait for their place: where they are, which they are, how deep.
        let mut waiting = vec![(start, if inner == 0 { LEAF } else { 0 }, 0)];
        self.nodes.push(leaf(0));
        self.values.push(0);
        let mut depth = 0;
        while let Some((at, number, level)) = waiting.pop() {
            depth = level.max(depth);
            if level > MAX_DEPTH || self.nodes.len() - start > usize::from(u16::MAX) {
                return Err(Broken);
            }
            if number & LEAF != 0 {
                self.nodes[at] = leaf(at - start);
                self.values[at] = *leaves.get(usize::from(number & !LEAF)).ok_or(Broken)?;
                continue;
            }
            let &(feature, threshold, children) = splits.get(usize::from(number)).ok_or(Broken)?;
            self.values[at] = means[usize::from(number)];
            let child = self.nodes.len();
            self.nodes[at] = Node { threshold, feature, child: (child - start) as u16 };
            for (offset, number) in children.into_iter().enumerate() {
                self.nodes.push(leaf(0));
                self.values.push(0);
                waiting.push((child + offset, number, level + 1));
            }
        }
        self.trees.push(Tree { start: start as u32, end: self.nodes.len() as u32, depth });
        Ok(())
    }

    /// Adds the sum of the trees to `sums`, one for each row of `columns` values.
    pub(super) fn add(&self, rows: &[f32], columns: usize, sums: &mut [i32]) {
        let all: Vec<usize> = (0..sums.len()).collect();
        self.add_to(rows, columns, &all, sums);
    }

    /// Adds the sum of the trees to the sums with these indices. `rows` has `columns` values for
    /// each sum.
    pub(super) fn add_to(&self, rows: &[f32], columns: usize, indices: &[usize], sums: &mut [i32]) {
        let row = |index: usize| &rows[index * columns..(index + 1) * columns];
        let (lanes, rest) = indices.as_chunks::<LANES>();
        for lane in lanes {
            let found = self.sums(lane.map(row));
            for (&index, found) in lane.iter().zip(found) {
                sums[index] += found;
            }
        }
        for &index in rest {
            sums[index] += self.sums([row(index)])[0];
        }
    }

    /// Returns the sum of the trees for the average paragraph of the training: the values of the
    /// roots.
    pub(super) fn base(&self) -> i32 {
        let roots = self.trees.iter().map(|tree| self.values[tree.start as usize]);
        roots.map(i32::from).sum()
    }

    /// Adds to `sums`, one for each column, what each value of the row changes in the sum of the
    /// trees.
    ///
    /// A step in a tree leads from a mean to another mean, or to the value of a leaf. The
    /// difference comes from the feature that decides the step. The base and all differences give
    /// the sum exactly. Source: Saabas, "Interpreting random forests" (2014).
    pub(super) fn add_contributions(&self, row: &[f32], sums: &mut [i32]) {
        for tree in &self.trees {
            let nodes = &self.nodes[tree.start as usize..tree.end as usize];
            let values = &self.values[tree.start as usize..tree.end as usize];
            let mut at = 0;
            for _ in 0..tree.depth {
                let node = nodes[at];
                let feature = usize::from(node.feature);
                let next = usize::from(node.child) + usize::from(row[feature] > node.threshold);
                sums[feature] += i32::from(values[next]) - i32::from(values[at]);
                at = next;
            }
        }
    }

    /// Returns the sum of the trees for each row.
    fn sums<const N: usize>(&self, rows: [&[f32]; N]) -> [i32; N] {
        let mut sums = [0; N];
        for tree in &self.trees {
            let nodes = &self.nodes[tree.start as usize..tree.end as usize];
            let values = &self.values[tree.start as usize..tree.end as usize];
            let mut at = [0_usize; N];
            for _ in 0..tree.depth {
                for (at, row) in at.iter_mut().zip(rows) {
                    let node = nodes[*at];
                    let is_more = row[usize::from(node.feature)] > node.threshold;
                    *at = usize::from(node.child) + usize::from(is_more);
                }
            }
            for (sum, at) in sums.iter_mut().zip(at) {
                *sum += i32::from(values[at]);
            }
        }
        sums
    }
}

fn read_values(reader: &mut Reader<'_>, count: usize) -> Result<Vec<i16>, Broken> {
    (0..count).map(|_| reader.i16()).collect()
}

/// Reads the thresholds of each feature.
pub(super) fn read_thresholds(
    reader: &mut Reader<'_>,
    columns: usize,
) -> Result<Vec<Vec<f32>>, Broken> {
    let of_feature = |reader: &mut Reader<'_>| {
        let count = reader.u16()?;
        (0..count).map(|_| reader.f32()).collect::<Result<Vec<f32>, Broken>>()
    };
    (0..columns).map(|_| of_feature(reader)).collect()
}
