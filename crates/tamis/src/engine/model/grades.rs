//! The values of features as grades: all that the trees ask of a value.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16, i32x16};

use super::features::COLUMNS;
use super::lanes::LANES;
use super::reader::{Broken, Reader};

/// The most borders of a column, because a grade is an `i8`.
const MAX_BORDERS: usize = i8::MAX as usize;

/// The borders of each column: the values at which trees split it, rising.
#[derive(Clone, Debug)]
pub(super) struct Borders(Vec<Vec<f32>>);

/// The grades of one row: how many borders of its column are below each value.
pub(super) type RowGrades = [i8; COLUMNS];

/// The grades of a column in [`LANES`] rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Grades(pub(super) [i8; LANES]);

/// The grades of [`LANES`] rows, column by column.
pub(super) type Group = [Grades; COLUMNS];

impl Borders {
    /// Reads a list of borders for each column.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Borders, Broken> {
        let of_column = |_| {
            let count = usize::from(reader.u8()?);
            let borders: Vec<f32> = (0..count).map(|_| reader.f32()).collect::<Result<_, _>>()?;
            let is_rising = borders.is_sorted_by(|low, high| low < high);
            if count <= MAX_BORDERS && is_rising { Ok(borders) } else { Err(Broken) }
        };
        (0..COLUMNS).map(of_column).collect::<Result<_, Broken>>().map(Borders)
    }

    /// Returns the number of borders of a column. `None` if there is no such column.
    pub(super) fn count(&self, column: u16) -> Option<u8> {
        self.0.get(usize::from(column)).map(|borders| borders.len() as u8)
    }

    /// Returns the grades of a row.
    pub(super) fn of_row(&self, row: &[f32]) -> RowGrades {
        let mut grades = [0; COLUMNS];
        for ((grade, borders), &value) in grades.iter_mut().zip(&self.0).zip(row) {
            *grade = grade_of(borders, value);
        }
        grades
    }

    /// Writes the grades of rows of [`COLUMNS`] values each: at least one, at most [`LANES`]. The
    /// other lanes get the grades of the last row, so that they need no case of their own; their
    /// sums are not read.
    pub(super) fn write(&self, level: Level, rows: &[f32], group: &mut Group) {
        let (rows, _) = rows.as_chunks::<COLUMNS>();
        let rows: [&[f32; COLUMNS]; LANES] =
            std::array::from_fn(|lane| &rows[lane.min(rows.len() - 1)]);
        dispatch!(level, simd => self.write_with(simd, &rows, group));
    }

    #[expect(clippy::inline_always, reason = "for the instructions of the level")]
    #[inline(always)]
    fn write_with<S: Simd>(&self, simd: S, rows: &[&[f32; COLUMNS]; LANES], group: &mut Group) {
        for (column, (borders, grades)) in self.0.iter().zip(group).enumerate() {
            let mut values = [0.0; LANES];
            for (value, row) in values.iter_mut().zip(rows) {
                *value = row[column];
            }
            *grades = grades_of(simd, borders, &values);
        }
    }
}

fn grade_of(borders: &[f32], value: f32) -> i8 {
    borders.partition_point(|&border| border < value) as i8
}

#[expect(clippy::inline_always, reason = "for the instructions of the level")]
#[inline(always)]
fn grades_of<S: Simd>(simd: S, borders: &[f32], values: &[f32; LANES]) -> Grades {
    let (halves, _) = values.as_chunks();
    let halves = [0, 1].map(|half| f32x16::load_array_ref(simd, &halves[half]));
    let first = f32x16::splat(simd, values[0]);
    if halves.iter().all(|half| half.simd_eq(first).all_true()) {
        return Grades([grade_of(borders, values[0]); LANES]);
    }
    let zero = i32x16::splat(simd, 0);
    let one = i32x16::splat(simd, 1);
    let mut grades = [zero; 2];
    for &border in borders {
        for (grades, values) in grades.iter_mut().zip(halves) {
            *grades += values.simd_gt(f32x16::splat(simd, border)).select(one, zero);
        }
    }
    let mut of_lanes = Grades::default();
    let grades = grades.map(i32x16::to_array);
    for (lane, grade) in of_lanes.0.iter_mut().zip(grades.as_flattened()) {
        *lane = *grade as i8;
    }
    of_lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_the_grades_of_their_rows() {
        let of_column = |column: usize| (0..column % 9).map(|n| n as f32 * 0.5).collect();
        let borders = Borders((0..COLUMNS).map(of_column).collect());
        for count in [1, 8, 31, LANES] {
            let value = |n: usize| (n * n % 23) as f32 * 0.25 - 1.0;
            let rows: Vec<f32> = (0..count * COLUMNS).map(value).collect();
            for level in [Level::new(), Level::baseline()] {
                let mut group = [Grades::default(); COLUMNS];
                borders.write(level, &rows, &mut group);
                for (lane, row) in rows.chunks(COLUMNS).enumerate() {
                    let found = group.map(|grades| grades.0[lane]);
                    assert_eq!(found, borders.of_row(row), "{lane} with {level:?}");
                }
            }
        }
    }

    #[test]
    fn a_value_at_a_border_is_not_above_it() {
        let grades = [-1.0, 0.5, 0.75, 2.0, 9.0].map(|value| grade_of(&[0.5, 2.0], value));
        assert_eq!(grades, [0, 0, 1, 1, 2]);
    }

    #[test]
    fn borders_must_rise() {
        let read = |first: &[f32]| {
            let mut file = vec![first.len() as u8];
            file.extend(first.iter().flat_map(|border| border.to_le_bytes()));
            file.resize(file.len() + COLUMNS - 1, 0);
            Borders::read(&mut Reader::new(&file)).is_ok()
        };
        assert!(read(&[]) && read(&[0.5]) && read(&[-1.0, 0.5]));
        assert!(!read(&[0.5, 0.5]) && !read(&[0.5, -1.0]) && !read(&[f32::NAN, 1.0]));
        assert!(!read(&(0..200).map(|n| n as f32).collect::<Vec<_>>()));
    }
}
