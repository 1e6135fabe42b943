//! The processor time of this process.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A stopwatch of processor time, user and system, of the whole process: what other programs do on the machine
/// does not count, what threads of the library do does.
#[derive(Debug, Clone, Copy)]
pub struct CpuClock {
    last: Duration,
}

impl CpuClock {
    /// A stopwatch that starts now.
    pub fn start() -> Self {
        Self { last: now() }
    }

    /// The time since the start or the last lap.
    pub fn lap(&mut self) -> Duration {
        let now = now();
        let lap = now.saturating_sub(self.last);
        self.last = now;
        lap
    }
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    // The clock starts at 0 with the process, and its nanoseconds stay below 10^9.
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_does_not() {
        let mut clock = CpuClock::start();
        std::thread::sleep(Duration::from_millis(200));
        let asleep = clock.lap();
        let busy: u64 = std::hint::black_box((0..50_000_000_u64).fold(0, |a, b| a ^ (b * b)));
        assert!(std::hint::black_box(busy) != 1);
        // Other tests of this process may run meanwhile, so that only the work has a bound.
        assert!(clock.lap() > Duration::from_micros(100), "asleep {asleep:?}");
    }
}
