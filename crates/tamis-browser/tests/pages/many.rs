//! Very many pages in one process: what the browser needs, and what is left of it.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use tamis_browser::BrowserConfig;

use crate::lives::{descendants, eventually, processes_with, profile_among};
use crate::{Site, TEXT, alone};

/// The most processes of one browser: those that it always has, and one for each page that is open.
const MOST_PROCESSES: usize = 24;

/// The most processes that draw pages: one for each page that is drawn at the same time, one for
/// the frame in it, those of pages that are being closed, and one in reserve.
const MOST_RENDERERS: usize = 12;

/// The pages that are drawn at the same time.
const THREADS: usize = 2;

/// Returns the number of our processes that have ended and that nobody has waited for.
fn zombies() -> usize {
    let is_zombie = |id: &&u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
    };
    descendants().iter().filter(is_zombie).count()
}

/// Returns the memory of a process in bytes, without what others share with it.
fn memory_bytes(id: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The largest numbers that were seen of the browser.
#[derive(Debug, Default)]
struct Seen {
    profiles: BTreeSet<String>,
    processes: usize,
    renderers: usize,
    zombies: usize,
    bytes: u64,
}

impl Seen {
    /// Looks at the processes of the browser. Returns them.
    fn look(&mut self, before: &BTreeSet<u32>) -> Vec<u32> {
        let new: BTreeSet<u32> = descendants().difference(before).copied().collect();
        let arguments = |id: &u32| fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let has = |id: &u32, text: &str| String::from_utf8_lossy(&arguments(id)).contains(text);
        if !new.iter().any(|id| has(id, "--user-data-dir=")) {
            return Vec::new();
        }
        let profile = profile_among(&new);
        let processes = processes_with(&profile);
        let renderers = new.iter().filter(|id| has(id, "--type=renderer")).count();
        self.profiles.insert(profile);
        self.processes = self.processes.max(processes.len());
        self.renderers = self.renderers.max(renderers);
        self.zombies = self.zombies.max(zombies());
        self.bytes = self.bytes.max(new.iter().map(|&id| memory_bytes(id)).sum());
        processes
    }
}

#[test]
#[ignore = "needs chromium"]
fn many_pages_leave_nothing_behind() {
    let _guard = alone();
    let is_full = env::var_os("TAMIS_FULL").is_some();
    let number: usize = if is_full { 2000 } else { 40 };
    let (before, zombies_before) = (descendants(), zombies());
    let max_pages = u32::try_from(number / 4 + 1).unwrap();
    let site = Site::alone(BrowserConfig::default().max_pages(max_pages));
    let html =
        format!("<p>{TEXT}</p><iframe srcdoc=a></iframe><script>open('about:blank')</script>");
    let done = AtomicUsize::new(0);
    let (mut seen, mut late) = (Seen::default(), Seen::default());
    let begin = Instant::now();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (site, html, done) = (&site, &html, &done);
            scope.spawn(move || {
                for page in 0..number / THREADS {
                    let path = format!("/{thread}/{page}");
                    assert!(site.drawn(&path, html).html.contains(TEXT), "{path}");
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut is_killed = false;
        // A thread that fails ends without the last pages; then nothing more is done.
        let mut last = (0, Instant::now());
        while done.load(Ordering::Relaxed) < number && last.1.elapsed() < Duration::from_mins(2) {
            thread::sleep(Duration::from_millis(250));
            let now = done.load(Ordering::Relaxed);
            if now != last.0 {
                last = (now, Instant::now());
            }
            let half = if now < number / 2 { &mut seen } else { &mut late };
            let processes = half.look(&before);
            if now >= number / 2 && !is_killed && !processes.is_empty() {
                is_killed = true;
                let ids = processes.iter().map(ToString::to_string);
                // Some of them may have ended by then.
                let _ = process::Command::new("kill").arg("-9").args(ids).output();
            }
        }
        assert!(is_killed, "the browser was killed in the middle");
    });
    // A page that was being drawn when its browser was killed was asked for once more, others once.
    let paths =
        (0..THREADS).flat_map(|of| (0..number / THREADS).map(move |n| format!("/{of}/{n}")));
    let asked: Vec<usize> = paths.map(|path| site.server.requests(&path).len()).collect();
    assert!(asked.iter().all(|of| (1..=2).contains(of)), "{asked:?}");
    assert!(asked.iter().sum::<usize>() <= number + THREADS, "{asked:?}");
    let seconds = begin.elapsed().as_secs();
    writeln!(io::stderr().lock(), "{number} pages in {seconds} s\n{seen:?}\n{late:?}").unwrap();
    for half in [&seen, &late] {
        assert!(half.processes < MOST_PROCESSES && half.renderers < MOST_RENDERERS, "{half:?}");
    }
    drop(site);
    eventually("all browsers have ended", || {
        seen.profiles.union(&late.profiles).all(|profile| processes_with(profile).is_empty())
    });
    eventually("all processes were waited for", || zombies() <= zombies_before);
}
