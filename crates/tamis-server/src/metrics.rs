//! Numbers about a server, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the durations that are counted, in seconds.
const BOUNDS: [f64; 10] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// The media type of the text.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Numbers about a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// The number of requests by route and status.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// The number of pages by the kind of their failure; without one, `ok`.
    pages: Mutex<BTreeMap<&'static str, u64>>,
    /// The number of requests that are being answered.
    pub(crate) active: AtomicU64,
    durations: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

impl Metrics {
    /// Counts a request.
    pub(crate) fn request(&self, route: &str, status: u16, duration: Duration) {
        *locked(&self.requests).entry((route.to_owned(), status)).or_default() += 1;
        let seconds = duration.as_secs_f64();
        for (bound, count) in BOUNDS.iter().zip(&self.durations) {
            if seconds <= *bound {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.sum_us.fetch_add(us, Ordering::Relaxed);
    }

    /// Counts a page, by the name of what went wrong or `ok`.
    pub(crate) fn page(&self, outcome: &'static str) {
        *locked(&self.pages).entry(outcome).or_default() += 1;
    }

    /// Returns the numbers as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        out.push_str("# HELP tamis_requests_total Requests by route and status.\n");
        out.push_str("# TYPE tamis_requests_total counter\n");
        for ((route, status), count) in &*locked(&self.requests) {
            writeln!(out, "tamis_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}")?;
        }
        out.push_str("# HELP tamis_pages_total Pages by outcome: ok, or the code of an error.\n");
        out.push_str("# TYPE tamis_pages_total counter\n");
        for (outcome, count) in &*locked(&self.pages) {
            writeln!(out, "tamis_pages_total{{outcome=\"{outcome}\"}} {count}")?;
        }
        out.push_str("# HELP tamis_requests_active Requests that are being answered.\n");
        out.push_str("# TYPE tamis_requests_active gauge\n");
        writeln!(out, "tamis_requests_active {}", read(&self.active))?;
        out.push_str("# HELP tamis_request_seconds Time to the answer's header.\n");
        out.push_str("# TYPE tamis_request_seconds histogram\n");
        for (bound, count) in BOUNDS.iter().zip(&self.durations) {
            writeln!(out, "tamis_request_seconds_bucket{{le=\"{bound}\"}} {}", read(count))?;
        }
        let count = read(&self.count);
        writeln!(out, "tamis_request_seconds_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(out, "tamis_request_seconds_sum {}", read(&self.sum_us) as f64 / 1e6)?;
        writeln!(out, "tamis_request_seconds_count {count}")
    }
}

fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_counted_up_to_each_bound() {
        let metrics = Metrics::default();
        metrics.request("/v1/extract", 200, Duration::from_millis(20));
        metrics.request("/v1/extract", 200, Duration::from_secs(2));
        metrics.page("ok");
        let text = metrics.text();
        for line in [
            "tamis_requests_total{route=\"/v1/extract\",status=\"200\"} 2",
            "tamis_pages_total{outcome=\"ok\"} 1",
            "tamis_request_seconds_bucket{le=\"0.01\"} 0",
            "tamis_request_seconds_bucket{le=\"0.025\"} 1",
            "tamis_request_seconds_bucket{le=\"5\"} 2",
            "tamis_request_seconds_count 2",
            "tamis_request_seconds_sum 2.02",
        ] {
            assert!(text.lines().any(|of| of == line), "{line} in {text}");
        }
    }
}
