//! The values of features as grades: all that the trees ask of a value.

use wide::{f32x8, i8x32};

use super::features::COLUMNS;
use super::reader::{Broken, Reader};

/// The number of rows that are evaluated side by side.
pub(super) const LANES: usize = 32;

/// The most borders of a column, because a grade is an `i8`.
const MAX_BORDERS: usize = i8::MAX as usize;

/// The borders of each column: the values at which trees split it, rising.
#[derive(Clone, Debug)]
pub(super) struct Borders(Vec<Vec<f32>>);

/// The grades of one row: how many borders of its column are below each value.
pub(super) type RowGrades = [i8; COLUMNS];

/// The grades of [`LANES`] rows, column by column.
pub(super) type Group = [i8x32; COLUMNS];

/// The values of a column in [`LANES`] rows.
type Values = [f32x8; LANES / 8];

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
    /// other lanes get the grades of the last row.
    pub(super) fn write(&self, rows: &[f32], group: &mut Group) {
        let (rows, _) = rows.as_chunks::<COLUMNS>();
        let rows: [&[f32; COLUMNS]; LANES] =
            std::array::from_fn(|lane| &rows[lane.min(rows.len() - 1)]);
        for (column, (borders, grades)) in self.0.iter().zip(group).enumerate() {
            let values = std::array::from_fn(|eighth| {
                f32x8::new(std::array::from_fn(|lane| rows[8 * eighth + lane][column]))
            });
            *grades = grades_of(borders, &values);
        }
    }
}

fn grade_of(borders: &[f32], value: f32) -> i8 {
    borders.partition_point(|&border| border < value) as i8
}

fn grades_of(borders: &[f32], values: &Values) -> i8x32 {
    let first = values[0].as_array()[0];
    if values.iter().all(|values| values.simd_eq(f32x8::splat(first)).all()) {
        return i8x32::splat(grade_of(borders, first));
    }
    let mut grades = [f32x8::ZERO; LANES / 8];
    for &border in borders {
        for (grades, values) in grades.iter_mut().zip(values) {
            *grades += f32x8::splat(border).simd_lt(*values) & f32x8::ONE;
        }
    }
    let mut whole = i8x32::ZERO;
    for (lanes, grades) in whole.as_mut_array().chunks_exact_mut(8).zip(grades) {
        for (lane, grade) in lanes.iter_mut().zip(grades.fast_trunc_int().to_array()) {
            *lane = grade as i8;
        }
    }
    whole
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
            let mut group = [i8x32::ZERO; COLUMNS];
            borders.write(&rows, &mut group);
            for (lane, row) in rows.chunks(COLUMNS).enumerate() {
                let found = group.map(|grades| grades.as_array()[lane]);
                assert_eq!(found, borders.of_row(row), "{lane}");
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
