//! Ridge regression.

/// What large weights cost, with all features brought to the spread 1, per page.
const PENALTY: f64 = 1e-2;

/// The base and the weights of the linear formula with the least squared error for these rows of features and their targets, where
/// large weights cost. A feature that is the same in all rows weighs nothing. `None` for less than two rows.
///
/// ```
/// use tamis_bench::blend::ridge::fit;
/// let rows: Vec<_> = (0..50).map(|x| ([f64::from(x), 7.0], 3.0 + 2.0 * f64::from(x))).collect();
/// let (base, [slope, constant]) = fit(&rows).unwrap();
/// assert!((base - 3.0).abs() < 0.6 && (slope - 2.0).abs() < 0.03 && constant == 0.0);
/// ```
pub fn fit<const N: usize>(rows: &[([f64; N], f64)]) -> Option<(f64, [f64; N])> {
    if rows.len() < 2 {
        return None;
    }
    let count = rows.len() as f64;
    let target = rows.iter().map(|(_, target)| target).sum::<f64>() / count;
    let column = |at: usize| rows.iter().map(move |(row, _)| row[at]);
    let means: [f64; N] = std::array::from_fn(|at| column(at).sum::<f64>() / count);
    let spreads: [f64; N] = std::array::from_fn(|at| {
        (column(at).map(|value| (value - means[at]).powi(2)).sum::<f64>() / count).sqrt()
    });
    let standard = |row: &[f64; N], at: usize| {
        if spreads[at] > 0.0 { (row[at] - means[at]) / spreads[at] } else { 0.0 }
    };
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (row, of_row) in rows {
        let values: [f64; N] = std::array::from_fn(|at| standard(row, at));
        for a in 0..N {
            right[a] += values[a] * (of_row - target) / count;
            for b in 0..N {
                matrix[a][b] += values[a] * values[b] / count;
            }
        }
    }
    for (at, line) in matrix.iter_mut().enumerate() {
        line[at] += PENALTY;
    }
    let standard_weights = solve(matrix, right);
    let weights: [f64; N] = std::array::from_fn(|at| {
        if spreads[at] > 0.0 { standard_weights[at] / spreads[at] } else { 0.0 }
    });
    let base = target - weights.iter().zip(means).map(|(weight, mean)| weight * mean).sum::<f64>();
    Some((base, weights))
}

/// Solves a system of equations whose matrix is symmetric and positive definite, by elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for below in pivot + 1..N {
            let factor = matrix[below][pivot] / matrix[pivot][pivot];
            let line = matrix[pivot];
            for (value, above) in matrix[below].iter_mut().zip(line).skip(pivot) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
