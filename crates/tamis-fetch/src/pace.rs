//! The pace of the requests to each host.
//!
//! A crawler with 32 threads would ask a small site 32 times at once if the next 32 links lead
//! there. So a delay passes between two requests to one host, whichever threads make them.
//!
//! A host is a time from which it may be asked again. A thread that may ask takes its turn and
//! moves this time by the delay; another one sleeps until then and tries again. For example, with a
//! delay of one second, three threads that want the same host at 0 s ask it at 0, 1 and 2 s.
//! Nothing is queued and no thread is woken by another, because a sleeping thread needs no help to
//! know when its time has come.
//!
//! A request that is to be repeated moves the time farther, for example by what the server says in
//! `Retry-After`. Hosts whose time has passed are forgotten, so that the table does not grow with
//! the number of hosts of a crawl.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The number of hosts from which those that may be asked again are forgotten.
const MIN_FORGOTTEN_AT: usize = 4096;

/// Lets requests wait, so that there is a delay between two of them to one host.
pub(crate) struct Pace {
    delay: Duration,
    hosts: Mutex<Hosts>,
}

struct Hosts {
    /// The time from which each host may be asked again.
    free_at: HashMap<String, Instant>,
    /// The number of hosts from which some are forgotten.
    forgotten_at: usize,
}

impl Pace {
    pub(crate) fn new(delay: Duration) -> Self {
        let hosts = Hosts { free_at: HashMap::new(), forgotten_at: MIN_FORGOTTEN_AT };
        Self { delay, hosts: Mutex::new(hosts) }
    }

    /// Waits until a request to the host may begin, and returns how long it waited. The next one
    /// may begin after the delay.
    pub(crate) fn wait(&self, host: &str) -> Duration {
        let begin = Instant::now();
        loop {
            let now = Instant::now();
            let Some(free_at) = self.take(host, now) else { return now - begin };
            thread::sleep(free_at - now);
        }
    }

    /// Lets no request to the host begin before this time.
    pub(crate) fn hold(&self, host: &str, until: Instant) {
        let mut hosts = self.hosts();
        let free_at = hosts.free_at.entry(host.to_owned()).or_insert(until);
        *free_at = until.max(*free_at);
    }

    /// Takes the turn to ask the host. If it may not be asked now, returns the time from which it
    /// may.
    fn take(&self, host: &str, now: Instant) -> Option<Instant> {
        let mut hosts = self.hosts();
        if let Some(&free_at) = hosts.free_at.get(host).filter(|&&free_at| free_at > now) {
            return Some(free_at);
        }
        if !self.delay.is_zero() {
            hosts.note(host, now, now + self.delay);
        }
        None
    }

    fn hosts(&self) -> MutexGuard<'_, Hosts> {
        // The table is whole between any two statements.
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hosts {
    fn note(&mut self, host: &str, now: Instant, free_at: Instant) {
        if self.free_at.len() >= self.forgotten_at {
            self.free_at.retain(|_, free_at| *free_at > now);
            self.forgotten_at = MIN_FORGOTTEN_AT.max(2 * self.free_at.len());
        }
        self.free_at.insert(host.to_owned(), free_at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn each_host_has_its_own_turn() {
        let pace = Pace::new(SECOND);
        let now = Instant::now();
        assert_eq!(pace.take("a", now), None);
        assert_eq!(pace.take("b", now), None);
        assert_eq!(pace.take("a", now), Some(now + SECOND));
        assert_eq!(pace.take("a", now + SECOND), None);
        assert_eq!(pace.take("a", now + SECOND), Some(now + 2 * SECOND));
    }

    #[test]
    fn a_host_can_be_held_without_a_delay() {
        let pace = Pace::new(Duration::ZERO);
        let now = Instant::now();
        assert_eq!((pace.take("a", now), pace.take("a", now)), (None, None));
        pace.hold("a", now + 2 * SECOND);
        pace.hold("a", now + SECOND);
        assert_eq!(pace.take("a", now), Some(now + 2 * SECOND));
        assert_eq!((pace.take("b", now), pace.take("a", now + 2 * SECOND)), (None, None));
    }

    #[test]
    fn hosts_are_forgotten() {
        let pace = Pace::new(SECOND);
        let now = Instant::now();
        for number in 0..MIN_FORGOTTEN_AT {
            pace.take(&number.to_string(), now);
        }
        pace.take("recent", now + SECOND);
        assert_eq!(pace.hosts().free_at.len(), 1);
    }

    #[test]
    fn waiting_takes_the_delay() {
        let pace = Pace::new(Duration::from_millis(30));
        let begin = Instant::now();
        pace.wait("a");
        assert!(pace.wait("a") > Duration::ZERO);
        assert!(begin.elapsed() >= Duration::from_millis(30));
    }
}
