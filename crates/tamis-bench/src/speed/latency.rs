//! Times of single pages, with their medians and percentiles.

use std::mem;
use std::time::Duration;

/// The times of a stage: of each page in each pass, and of each pass together.
#[derive(Debug, Clone, Default)]
pub struct Latencies {
    pages: Vec<Duration>,
    passes: Vec<Duration>,
    /// The sum of the pass that has not ended.
    running: Duration,
}

impl Latencies {
    /// Adds the time of a page.
    pub fn push(&mut self, time: Duration) {
        self.pages.push(time);
        self.running += time;
    }

    /// Ends a pass: what was added since the last end is its time.
    pub fn end_pass(&mut self) {
        self.passes.push(mem::take(&mut self.running));
    }

    /// The number of finished passes.
    pub const fn passes(&self) -> usize {
        self.passes.len()
    }

    /// The median of the passes by nearest rank; 0 where none has ended.
    pub fn median_pass(&self) -> Duration {
        percentile(&self.passes, 0.5)
    }

    /// Returns the time of each of `count` pages that were read in every pass, in their order: the
    /// median over the passes.
    pub fn pages(&self, count: usize) -> Vec<Duration> {
        let times = |place| self.pages.iter().skip(place).step_by(count).copied();
        (0..count).map(|place| percentile(&times(place).collect::<Vec<_>>(), 0.5)).collect()
    }

    /// Returns the time that `share` (0 to 1) of the pages of all passes do not exceed, by nearest
    /// rank. 0 if there are no pages.
    pub fn percentile(&self, share: f64) -> Duration {
        percentile(&self.pages, share)
    }
}

fn percentile(times: &[Duration], share: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let below = times.len() as f64 * share.clamp(0.0, 1.0);
    // Without a cast of a float: the first rank that reaches the share.
    let rank = (1..=times.len()).find(|rank| *rank as f64 >= below);
    rank.map(|rank| times[rank - 1]).unwrap_or_default()
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
    }

    #[test]
    fn each_page_has_its_median_over_the_passes() {
        let mut latencies = Latencies::default();
        for milliseconds in [1, 20, 3, 40, 2, 90] {
            latencies.push(Duration::from_millis(milliseconds));
        }
        assert_eq!(latencies.pages(2), [2, 40].map(Duration::from_millis));
        assert!(latencies.pages(0).is_empty());
    }

    #[test]
    fn the_median_is_of_whole_passes() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.median_pass(), Duration::ZERO);
        for pass in [[1, 9], [30, 40], [5, 6]] {
            for milliseconds in pass {
                latencies.push(Duration::from_millis(milliseconds));
            }
            latencies.end_pass();
        }
        assert_eq!(latencies.median_pass(), Duration::from_millis(11));
    }
}
