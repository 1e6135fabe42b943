//! Crates that convert HTML to Markdown, with their defaults.
//!
//! Without arguments, htmd converts JSON lines `{"id", "html"}` on standard input to lines `{"id",
//! "text"}` of Markdown. With `--speed htmd` or `--speed fast_html2md` it reads paths of pages, one
//! on a line, and prints one JSON line: `seconds_cpu` (from bytes to Markdown, without reading the
//! pages), `pages`, `failures` and `peak_rss_bytes`.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Duration;
use std::{fs, panic};

use anyhow::{Context, bail};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize)]
struct Sample {
    id: String,
    html: String,
}

#[derive(Serialize)]
struct Prediction {
    id: String,
    text: String,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => convert(),
        ["--speed", "htmd"] => measure(|html| htmd::convert(html).ok()),
        ["--speed", "fast_html2md"] => measure(|html| Some(html2md::rewrite_html(html, false))),
        _ => bail!("unknown arguments {arguments:?}"),
    }
}

fn convert() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let sample: Sample = serde_json::from_str(&line?)?;
        let prediction = Prediction { id: sample.id, text: htmd::convert(&sample.html)? };
        serde_json::to_writer(&mut out, &prediction)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn measure(convert: impl Fn(&str) -> Option<String>) -> anyhow::Result<()> {
    let mut cpu = Duration::ZERO;
    let (mut pages, mut failures) = (0_u64, 0_u64);
    for path in io::stdin().lock().lines() {
        let path = path?;
        let bytes = fs::read(&path).with_context(|| format!("read {path}"))?;
        let started = cpu_time();
        let markdown = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            convert(&String::from_utf8_lossy(&bytes))
        }));
        let is_made = black_box(&markdown).as_ref().is_ok_and(Option::is_some);
        drop(markdown);
        cpu += cpu_time().saturating_sub(started);
        pages += 1;
        failures += u64::from(!is_made);
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
