//! The figures that each peer in Rust measures and prints.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

/// The CPU time of all pages, without reading them, and the pages without an answer.
#[derive(Default)]
pub struct Report {
    pub cpu: Duration,
    pub pages: u64,
    pub failures: u64,
}

impl Report {
    /// Prints one JSON line: `seconds_cpu`, `pages`, `failures` and `peak_rss_bytes`.
    pub fn print(&self) -> io::Result<()> {
        let line = json!({
            "seconds_cpu": self.cpu.as_secs_f64(),
            "pages": self.pages,
            "failures": self.failures,
            "peak_rss_bytes": peak_rss_bytes(),
        });
        writeln!(io::stdout().lock(), "{line}")
    }
}

/// Returns the CPU time of this process.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn peak_rss_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
