//! Boosted oblivious trees: a sum of small decision trees over a row of features.
//!
//! A common decision tree asks a next question that depends on the last answer. Two paragraphs take
//! different ways through such a tree, so they cannot be evaluated side by side, and a processor
//! cannot predict the branches. An oblivious tree asks the same questions in the same order of
//! every row, so that the answers are simply the bits of a leaf's number.
//!
//! For example, a tree with the questions "more than 80 characters?" and "kept by jusText?" has
//! four leaves. A row of 200 characters that jusText drops has the answers yes and no: the bits 1
//! and 0, where the first question is the lowest bit. Its leaf has the number 1, and the value of
//! that leaf is added to the sum.
//!
//! There are no branches, so 32 rows are evaluated at once:
//!
//! - Before, each value is turned into its grade: the number of borders of its column that are
//!   below it. A question then compares two bytes ([`grades`](super::grades)).
//! - A tree has six questions and thus 64 leaves. A table of 64 bytes fits into two vectors, in
//!   which a shuffle looks up 32 rows. Values have 16 bits, so low and high bytes are in tables of
//!   their own and are added up apart. That works for [`BYTES_OF_SUM`] trees, after which the sums
//!   might no longer fit into 16 bits.
//! - Values are whole numbers. So the sum does not depend on the order of adding, and is the same
//!   with any vector instructions.
//!
//! Source: Prokhorenkova et al., "`CatBoost`: unbiased boosting with categorical features" (2018).

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i8x32, u8x32, u16x16};

use super::grades::{Borders, Group, RowGrades};
use super::lanes::LANES;
use super::reader::{Broken, Reader};

/// The questions of each tree.
const DEPTH: usize = 6;

const LEAVES: usize = 1 << DEPTH;

/// The number of bytes whose sum always fits into 16 bits.
const BYTES_OF_SUM: usize = 256;

/// A question to a row: whether its grade in the column is above this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    column: u16,
    grade: i8,
}

impl Split {
    /// Returns the question with a column and the number of a border of it.
    fn new(column: [u8; 2], grade: u8, borders: &Borders) -> Result<Split, Broken> {
        let column = u16::from_le_bytes(column);
        let is_border = grade < borders.count(column).ok_or(Broken)?;
        if is_border { Ok(Split { column, grade: grade as i8 }) } else { Err(Broken) }
    }
}

/// A question that every row answers with no. It fills up trees with fewer questions, so that all
/// trees have the same shape.
const NEVER: Split = Split { column: 0, grade: i8::MAX };

/// The values of the leaves of a tree: the low bytes and the high bytes, each value plus
/// [`Leaves::ZERO`]. The number of a leaf has the answer to question `n` as bit `n`.
#[derive(Clone, Debug)]
struct Leaves {
    low: [u8; LEAVES],
    high: [u8; LEAVES],
}

impl Leaves {
    /// The number that stands for the value 0. It is added because sums of bytes are sums of
    /// positive numbers.
    const ZERO: i32 = 1 << 15;

    fn new(values: &[i16; LEAVES]) -> Leaves {
        let mut leaves = Leaves { low: [0; LEAVES], high: [0; LEAVES] };
        for (leaf, value) in values.iter().enumerate() {
            let stored = value.cast_unsigned() ^ 1 << 15;
            [leaves.low[leaf], leaves.high[leaf]] = stored.to_le_bytes();
        }
        leaves
    }

    fn value(&self, leaf: usize) -> i32 {
        i32::from(u16::from_le_bytes([self.low[leaf], self.high[leaf]])) - Leaves::ZERO
    }
}

/// The sum of trees. Values are whole numbers, so that the sum is the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    splits: Vec<[Split; DEPTH]>,
    leaves: Vec<Leaves>,
    /// The mean of the leaves that are left after each question, weighted by the paragraphs that
    /// reached them in training: one before the first question, two after it, and so on.
    means: Vec<[i16; LEAVES - 1]>,
}

impl Forest {
    /// Reads trees.
    ///
    /// What is alike stands together, because the files of packages are compressed: the number of
    /// trees, the numbers of their questions, the columns, the grades, the low bytes of all values
    /// and the high bytes. Values are the means and leaves of a tree, each as its difference from
    /// the mean before the last question, in zigzag: 0, -1, 1, -2, and so on.
    pub(super) fn read(reader: &mut Reader<'_>, borders: &Borders) -> Result<Forest, Broken> {
        let mut forest = Forest { splits: Vec::new(), leaves: Vec::new(), means: Vec::new() };
        let trees = reader.u16()?.into();
        let depths = reader.slice(trees)?;
        if depths.iter().any(|depth| usize::from(*depth) > DEPTH) {
            return Err(Broken);
        }
        let questions = depths.iter().map(|depth| usize::from(*depth)).sum();
        let values = depths.iter().map(|depth| (2 << depth) - 1).sum();
        let mut columns = reader.slice(2 * questions)?.as_chunks().0.iter();
        let mut grades = reader.slice(questions)?.iter();
        let (mut low, mut high) = (reader.slice(values)?, reader.slice(values)?);
        for depth in depths {
            let depth = (*depth).into();
            let mut splits = [NEVER; DEPTH];
            for (split, (column, grade)) in
                splits.iter_mut().zip(columns.by_ref().zip(&mut grades)).take(depth)
            {
                *split = Split::new(*column, *grade, borders)?;
            }
            let (low, high) = (first_of(&mut low, depth), first_of(&mut high, depth));
            forest.push(depth, splits, low.iter().zip(high));
        }
        Ok(forest)
    }

    /// Adds a tree of as many questions as `depth`, with the low and high bytes of its values.
    fn push<'b>(
        &mut self,
        depth: usize,
        splits: [Split; DEPTH],
        bytes: impl Iterator<Item = (&'b u8, &'b u8)>,
    ) {
        let mut values = [0_i16; 2 * LEAVES - 1];
        for (value, (&low, &high)) in values.iter_mut().zip(bytes) {
            let zigzag = u16::from_le_bytes([low, high]);
            *value = (zigzag >> 1 ^ (zigzag & 1).wrapping_neg()).cast_signed();
        }
        // The answer to the last question is the highest bit of a number. So the means before it
        // belong to the first half of the numbers, and again to the second half.
        for level in 1..=depth {
            let half = 1 << (level - 1);
            let (before, values) = values.split_at_mut(2 * half - 1);
            for values in values[..2 * half].chunks_exact_mut(half) {
                for (value, before) in values.iter_mut().zip(&before[half - 1..]) {
                    *value = value.wrapping_add(*before);
                }
            }
        }
        // A question that is not asked makes no difference, so both answers to it have the same
        // leaves.
        for level in depth..DEPTH {
            let first = (1 << level) - 1;
            values.copy_within(first..first + (1 << level), first + (1 << level));
        }
        let (means, leaves) = values.split_at(LEAVES - 1);
        self.splits.push(splits);
        self.means.push(means.try_into().expect("it has this length"));
        self.leaves.push(Leaves::new(leaves.try_into().expect("it has this length")));
    }

    /// Adds the sum of the trees to that of each lane.
    pub(super) fn add_to_group(&self, level: Level, group: &Group, sums: &mut [i32; LANES]) {
        dispatch!(level, simd => self.add_with(simd, group, sums));
    }

    #[expect(clippy::inline_always, reason = "for the instructions of the level")]
    #[inline(always)]
    fn add_with<S: Simd>(&self, simd: S, group: &Group, sums: &mut [i32; LANES]) {
        let trees = self.splits.chunks(BYTES_OF_SUM).zip(self.leaves.chunks(BYTES_OF_SUM));
        for (splits, leaves) in trees {
            let zero = u16x16::splat(simd, 0);
            let (mut low, mut high) = ((zero, zero), (zero, zero));
            for (splits, leaves) in splits.iter().zip(leaves) {
                let numbers = leaf_numbers(simd, splits, group);
                for (bytes, sums) in [(&leaves.low, &mut low), (&leaves.high, &mut high)] {
                    let (first, second) = bytes.split_at(LEAVES / 2);
                    let (first, second) =
                        (u8x32::from_slice(simd, first), u8x32::from_slice(simd, second));
                    let (start, end) = simd.widen_u8x32(first.concat_swizzle_dyn(second, numbers));
                    *sums = (sums.0 + start, sums.1 + end);
                }
            }
            let zeros = Leaves::ZERO * splits.len() as i32;
            let [low, high] = [low, high].map(|(start, end)| [start.to_array(), end.to_array()]);
            for ((sum, low), high) in
                sums.iter_mut().zip(low.as_flattened()).zip(high.as_flattened())
            {
                *sum += i32::from(*low) + (i32::from(*high) << 8) - zeros;
            }
        }
    }

    /// Returns the leaf of each tree for a row.
    fn leaves_of(&self, row: &RowGrades) -> impl Iterator<Item = usize> {
        let of_tree = |splits: &[Split; DEPTH]| {
            splits.iter().rev().fold(0, |leaf, split| 2 * leaf + answer(*split, row))
        };
        self.splits.iter().map(of_tree)
    }

    /// Returns the sum of the trees for a row.
    pub(super) fn sum(&self, row: &RowGrades) -> i32 {
        self.leaves.iter().zip(self.leaves_of(row)).map(|(values, leaf)| values.value(leaf)).sum()
    }

    /// Returns the sum of the trees for the average paragraph of the training.
    pub(super) fn base(&self) -> i32 {
        self.means.iter().map(|means| i32::from(means[0])).sum()
    }

    /// Adds to `sums`, one for each column, what each value of the row changes in the sum of the
    /// trees.
    ///
    /// Each answer leads from a mean to another mean, or to the value of a leaf. The difference
    /// comes from the column that was asked for. The base and all differences give the sum exactly.
    /// Source: Saabas, "Interpreting random forests" (2014).
    pub(super) fn add_contributions(&self, row: &RowGrades, sums: &mut [i32]) {
        for ((splits, means), leaves) in self.splits.iter().zip(&self.means).zip(&self.leaves) {
            let (mut number, mut value) = (0, i32::from(means[0]));
            for (level, split) in splits.iter().enumerate() {
                number |= answer(*split, row) << level;
                let after = (2 << level) - 1 + number;
                let after = match means.get(after) {
                    Some(&mean) => i32::from(mean),
                    None => leaves.value(number % LEAVES),
                };
                sums[usize::from(split.column)] += after - value;
                value = after;
            }
        }
    }
}

/// Takes the bytes of a tree of as many questions as `depth`, one for each of its values.
fn first_of<'b>(bytes: &mut &'b [u8], depth: usize) -> &'b [u8] {
    let (first, rest) = bytes.split_at((2 << depth) - 1);
    *bytes = rest;
    first
}

/// Several sums of trees that ask the same questions.
#[derive(Clone, Debug)]
pub(super) struct Forests<const N: usize> {
    questions: Forest,
    /// The values of the sums for each leaf of each tree.
    values: Vec<[i16; N]>,
}

impl<const N: usize> Forests<N> {
    /// Reads the sums one after the other.
    pub(super) fn read(reader: &mut Reader<'_>, borders: &Borders) -> Result<Forests<N>, Broken> {
        let all = (0..N).map(|_| Forest::read(reader, borders));
        let all: Vec<Forest> = all.collect::<Result<_, Broken>>()?;
        let questions = all.first().ok_or(Broken)?.clone();
        if all.iter().any(|forest| forest.splits != questions.splits) {
            return Err(Broken);
        }
        let value =
            |forest: &Forest, at: usize| forest.leaves[at / LEAVES].value(at % LEAVES) as i16;
        let of_leaf = |at| std::array::from_fn(|number| value(&all[number], at));
        let values = (0..questions.leaves.len() * LEAVES).map(of_leaf).collect();
        Ok(Forests { questions, values })
    }

    /// Returns the sums for a row.
    pub(super) fn sums(&self, row: &RowGrades) -> [i32; N] {
        let mut sums = [0; N];
        for (tree, leaf) in self.questions.leaves_of(row).enumerate() {
            for (sum, value) in sums.iter_mut().zip(self.values[tree * LEAVES + leaf]) {
                *sum += i32::from(value);
            }
        }
        sums
    }
}

/// Returns the number of the leaf of a tree in each lane.
#[expect(clippy::inline_always, reason = "for the instructions of the level")]
#[inline(always)]
fn leaf_numbers<S: Simd>(simd: S, splits: &[Split; DEPTH], group: &Group) -> u8x32<S> {
    let mut numbers = i8x32::splat(simd, 0);
    for (level, split) in splits.iter().enumerate() {
        let grades = i8x32::load_array_ref(simd, &group[usize::from(split.column)].0);
        let bit = i8x32::splat(simd, 1 << level);
        let is_above = grades.simd_gt(i8x32::splat(simd, split.grade));
        numbers |= is_above.select(bit, i8x32::splat(simd, 0));
    }
    numbers.bitcast()
}

fn answer(split: Split, row: &RowGrades) -> usize {
    usize::from(row[usize::from(split.column)] > split.grade)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::model::features::COLUMNS;
    use crate::engine::model::grades::Grades;

    /// Returns the borders 0.5 and 1.5 of the first two columns.
    fn borders() -> Borders {
        let of_column = |column| {
            let borders: &[f32] = if column < 2 { &[0.5, 1.5] } else { &[] };
            let bytes = borders.iter().flat_map(|border| border.to_le_bytes());
            std::iter::once(borders.len() as u8).chain(bytes)
        };
        let file: Vec<u8> = (0..COLUMNS).flat_map(of_column).collect();
        Borders::read(&mut Reader::new(&file)).unwrap()
    }

    /// Returns a file of one tree with these questions, means and leaves.
    fn file(splits: &[(u16, u8)], values: &[i16]) -> Vec<u8> {
        let before = |at: usize| match (at + 1).ilog2() {
            0 => 0,
            level => {
                let first = (1 << (level - 1)) - 1;
                values[first + ((at + 1) & first)]
            }
        };
        let zigzag = |(at, value): (usize, &i16)| {
            let difference = value.wrapping_sub(before(at));
            (difference << 1 ^ difference >> 15).to_le_bytes()
        };
        let values: Vec<[u8; 2]> = values.iter().enumerate().map(zigzag).collect();
        let mut file = vec![1, 0, splits.len() as u8];
        file.extend(splits.iter().flat_map(|(column, _)| column.to_le_bytes()));
        file.extend(splits.iter().map(|(_, grade)| grade));
        file.extend([0, 1].iter().flat_map(|&byte| values.iter().map(move |value| value[byte])));
        file
    }

    fn read(splits: &[(u16, u8)], values: &[i16]) -> Result<Forest, Broken> {
        Forest::read(&mut Reader::new(&file(splits, values)), &borders())
    }

    #[test]
    fn answers_are_the_bits_of_a_leaf() {
        // A mean, the means after the first question, the leaves.
        let forest = read(&[(0, 0), (1, 1)], &[5, 2, 8, 10, 20, 30, 40]).unwrap();
        assert_eq!(forest.base(), 5);
        let mut row = [0.0; COLUMNS];
        for (values, leaf, changes) in [
            ([0.0, 0.0], 10, [-3, 8]),
            ([1.0, 1.0], 20, [3, 12]),
            ([0.0, 2.0], 30, [-3, 28]),
            ([1.0, 2.0], 40, [3, 32]),
        ] {
            row[..2].copy_from_slice(&values);
            let grades = borders().of_row(&row);
            assert_eq!(forest.sum(&grades), leaf, "{values:?}");
            let mut sums = [0; COLUMNS];
            forest.add_contributions(&grades, &mut sums);
            assert_eq!(sums[..2], changes, "{values:?}");
            for level in [Level::new(), Level::baseline()] {
                let mut group = [Grades::default(); COLUMNS];
                borders().write(level, &row, &mut group);
                let mut of_lanes = [1; LANES];
                forest.add_to_group(level, &group, &mut of_lanes);
                assert_eq!(of_lanes, [leaf + 1; LANES], "{values:?} with {level:?}");
            }
        }
    }

    #[test]
    fn broken_trees_are_refused() {
        assert!(read(&[(1, 1)], &[0, 1, 2]).is_ok());
        assert!(read(&[], &[7]).is_ok());
        for splits in [&[(2, 0)][..], &[(0, 2)], &[(COLUMNS as u16, 0)], &[(0, 0); 7]] {
            assert_eq!(read(splits, &[0; 255]).err(), Some(Broken), "{splits:?}");
        }
        assert_eq!(read(&[(1, 1)], &[0, 1]).err(), Some(Broken));
    }
}
