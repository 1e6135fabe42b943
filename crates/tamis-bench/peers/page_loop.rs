//! The loop of the Rust peers, as `page_loop.py` is that of the Python peers.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{self, RefUnwindSafe};
use std::path::Path;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

/// Calls `extract` with the bytes of each page whose path is on standard input, one on a line. It
/// returns the text, or `None` where the library fails; a panic counts as a failure too.
///
/// Prints one JSON line: `seconds_cpu` (decoding and extraction, without reading the pages),
/// `pages`, `failures` and `peak_rss_bytes`. An argument of the program names a file to write
/// `{"id", "text"}` lines to.
pub fn run(
    extract: impl Fn(&[u8]) -> Option<String> + RefUnwindSafe,
) -> Result<(), Box<dyn Error>> {
    let mut predictions = match std::env::args_os().nth(1) {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    let mut cpu = Duration::ZERO;
    let (mut pages, mut failures) = (0_u64, 0_u64);
    for path in io::stdin().lock().lines() {
        let path = path?;
        let bytes = fs::read(&path)?;
        let started = cpu_time();
        let text = panic::catch_unwind(|| extract(&bytes)).ok().flatten();
        cpu += cpu_time().saturating_sub(started);
        pages += 1;
        failures += u64::from(text.is_none());
        if let Some(file) = &mut predictions {
            let id = Path::new(&path).file_stem().and_then(|stem| stem.to_str());
            writeln!(file, "{}", json!({ "id": id, "text": text.unwrap_or_default() }))?;
        }
    }
    if let Some(mut file) = predictions {
        file.flush()?;
    }
    let line = json!({
        "seconds_cpu": cpu.as_secs_f64(),
        "pages": pages,
        "failures": failures,
        "peak_rss_bytes": peak_rss_bytes(),
    });
    writeln!(io::stdout().lock(), "{line}")?;
    Ok(())
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn peak_rss_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
