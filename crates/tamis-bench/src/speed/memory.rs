//! The memory of this process.

use std::fs;

use serde::Serialize;

/// The memory of this process according to `/proc/self/status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Now: `VmRSS`.
    pub rss_bytes: u64,
    /// At most so far: `VmHWM`.
    pub peak_rss_bytes: u64,
}

impl Memory {
    /// The memory now, or `None` on a system without `/proc`.
    pub fn now() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/status").ok()?)
    }

    fn parse(status: &str) -> Option<Self> {
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
        };
        Some(Self { rss_bytes: field("VmRSS:")?, peak_rss_bytes: field("VmHWM:")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_lines_are_read() {
        let status = "Name:\tx\nVmPeak:\t  9 kB\nVmHWM:\t  20 kB\nVmRSS:\t  10 kB\nThreads:\t1\n";
        let memory = Memory { rss_bytes: 10_240, peak_rss_bytes: 20_480 };
        assert_eq!(Memory::parse(status), Some(memory));
        assert_eq!(Memory::parse("Name:\tx\n"), None);
    }
}
