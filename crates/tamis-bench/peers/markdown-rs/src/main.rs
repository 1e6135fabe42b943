//! Crates that convert HTML to Markdown, with their defaults.
//!
//! Without arguments, htmd converts JSON lines `{"id", "html"}` on standard input to lines `{"id",
//! "text"}` of Markdown. With `--speed htmd` or `--speed fast_html2md` it reads paths of pages, one
//! on a line, and prints one JSON line: `seconds_cpu` (from bytes to Markdown, without reading the
//! pages), `pages`, `failures` and `peak_rss_bytes`.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::{fs, panic};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

#[path = "../../report.rs"]
mod report;

use report::{Report, cpu_time};

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
    let mut report = Report::default();
    for path in io::stdin().lock().lines() {
        let path = path?;
        let bytes = fs::read(&path).with_context(|| format!("read {path}"))?;
        let started = cpu_time();
        let markdown = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            convert(&String::from_utf8_lossy(&bytes))
        }));
        let is_made = black_box(&markdown).as_ref().is_ok_and(Option::is_some);
        drop(markdown);
        report.cpu += cpu_time().saturating_sub(started);
        report.pages += 1;
        report.failures += u64::from(!is_made);
    }
    report.print()?;
    Ok(())
}
