//! Ridge regression.

/// The cost of large weights per page, with all features scaled to the spread 1.
const PENALTY: f64 = 1e-2;

/// Returns the base and the weights of the linear formula with the least squared error for these
/// rows of features and targets, with a cost for large weights. A feature that is the same in all
/// rows has the weight 0. `None` for fewer than two rows.
///
/// ```
/// use tamis_bench::blend::ridge::fit;
/// let row = |x: i32| (vec![f64::from(x), 7.0], 3.0 + 2.0 * f64::from(x));
/// let rows: Vec<_> = (0..50).map(row).collect();
/// let (base, weights) = fit(&rows).unwrap();
/// assert!((base - 3.0).abs() < 0.6 && (weights[0] - 2.0).abs() < 0.03 && weights[1] == 0.0);
/// ```
pub fn fit(rows: &[(Vec<f64>, f64)]) -> Option<(f64, Vec<f64>)> {
    let width = rows.first()?.0.len();
    if rows.len() < 2 {
        return None;
    }
    let count = rows.len() as f64;
    let target = rows.iter().map(|(_, target)| target).sum::<f64>() / count;
    let column = |at: usize| rows.iter().map(move |(row, _)| row[at]);
    let means: Vec<f64> = (0..width).map(|at| column(at).sum::<f64>() / count).collect();
    let spread = |at: usize| {
        (column(at).map(|value| (value - means[at]).powi(2)).sum::<f64>() / count).sqrt()
    };
    let spreads: Vec<f64> = (0..width).map(spread).collect();
    let standard = |row: &[f64], at: usize| {
        if spreads[at] > 0.0 { (row[at] - means[at]) / spreads[at] } else { 0.0 }
    };
    let mut matrix = vec![vec![0.0; width]; width];
    let mut right = vec![0.0; width];
    for (row, of_row) in rows {
        let values: Vec<f64> = (0..width).map(|at| standard(row, at)).collect();
        for a in 0..width {
            right[a] += values[a] * (of_row - target) / count;
            for b in 0..width {
                matrix[a][b] += values[a] * values[b] / count;
            }
        }
    }
    for (at, line) in matrix.iter_mut().enumerate() {
        line[at] += PENALTY;
    }
    let standard_weights = solve(matrix, right);
    let weight =
        |at: usize| if spreads[at] > 0.0 { standard_weights[at] / spreads[at] } else { 0.0 };
    let weights: Vec<f64> = (0..width).map(weight).collect();
    let base = target - weights.iter().zip(&means).map(|(weight, mean)| weight * mean).sum::<f64>();
    Some((base, weights))
}

/// Solves a system of equations whose matrix is symmetric and positive definite, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let width = right.len();
    for pivot in 0..width {
        for below in pivot + 1..width {
            let factor = matrix[below][pivot] / matrix[pivot][pivot];
            let line = matrix[pivot].clone();
            for (value, above) in matrix[below].iter_mut().zip(line).skip(pivot) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for row in (0..width).rev() {
        let known: f64 = (row + 1..width).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
