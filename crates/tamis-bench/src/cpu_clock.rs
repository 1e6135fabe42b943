//! The processor time of this process.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A stopwatch of the processor time of the whole process, user and system. It includes the threads
/// of the library, but not other programs on the machine.
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
    fn the_clock_advances_while_the_process_works() {
        let mut clock = CpuClock::start();
        let laps = (0..100_000_000).map(|_| clock.lap());
        assert!(laps.into_iter().any(|lap| lap > Duration::ZERO));
    }
}
