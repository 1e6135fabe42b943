//! Times of single pages and what is said of them.

use std::time::Duration;

/// The times of a stage, one per page and pass.
#[derive(Debug, Clone, Default)]
pub struct Latencies {
    times: Vec<Duration>,
}

impl Latencies {
    /// Adds a time.
    pub fn push(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// All times together.
    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The time that `share` (0 to 1) of the times do not exceed, by nearest rank; 0 where there are none.
    pub fn percentile(&self, share: f64) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let below = times.len() as f64 * share.clamp(0.0, 1.0);
        // Without a cast of a float: the first rank that reaches the share.
        let rank = (1..=times.len()).find(|rank| *rank as f64 >= below);
        rank.map(|rank| times[rank - 1]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.percentile(0.5), Duration::ZERO);
        for milliseconds in (1..=200).rev() {
            latencies.push(Duration::from_millis(milliseconds));
        }
        let percentile = |share| latencies.percentile(share).as_millis();
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(percentile), [1, 100, 198, 200]);
        assert_eq!(latencies.total(), Duration::from_millis(20_100));
    }
}
