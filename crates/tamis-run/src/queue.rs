//! The tasks that wait for a worker.
//!
//! Inputs often come sorted by host: a hundred addresses of one site, then a hundred of another.
//! With a delay of a second between two requests to one host, workers that take the tasks in their
//! order all wait for the same site, and the other one is not asked at all. So a worker takes the
//! first task whose host may be asked now, and tasks of other hosts overtake.
//!
//! For example, the queue has a1, a2, a3 and b1, where a and b are hosts, and there are two
//! workers. The first takes a1. The second does not wait a second for a2, but takes b1.
//!
//! This is for speed only. That no host is asked too often is ensured by the client of
//! `tamis-fetch`, whatever the order of the tasks is.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tamis::Url;

use crate::plan::Plan;
use crate::task::Task;

/// The number of hosts from which those that may be asked again are forgotten.
const FORGOTTEN_AT: usize = 1024;

/// Tasks in their order, except that those on other hosts overtake one whose host was asked just
/// now. The client itself keeps the delay; here, workers avoid waiting for it.
pub struct Queue {
    /// The time between two requests to one host.
    delay: Duration,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// The time from which each host may be asked again.
    free_at: HashMap<String, Instant>,
    is_closed: bool,
}

/// A task that waits.
pub struct Waiting {
    pub number: u64,
    pub task: Task,
    /// The plan for the file of its page, if each page has one.
    pub plan: Option<Plan>,
    /// The host that is asked, if any.
    host: Option<String>,
}

impl Queue {
    pub fn new(delay: Duration) -> Queue {
        Queue { delay, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Adds a task with its number.
    pub fn add(&self, number: u64, task: Task, plan: Option<Plan>) {
        let host = match &task {
            Task::Url { url, .. } if !self.delay.is_zero() => host(url),
            _ => None,
        };
        self.state().waiting.push_back(Waiting { number, task, plan, host });
        self.changed.notify_one();
    }

    /// Lets workers end after the last task.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Takes the next task. Waits until there is one, or returns `None` after the last one.
    pub fn take(&self) -> Option<Waiting> {
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let waits: Vec<_> = state.waiting.iter().map(|next| state.wait(next, now)).collect();
            if let Some(at) = waits.iter().position(Duration::is_zero) {
                let next = state.waiting.remove(at)?;
                state.note(next.host.clone(), now, self.delay);
                return Some(next);
            }
            if state.is_closed && waits.is_empty() {
                return None;
            }
            state = match waits.iter().min() {
                Some(&shortest) => {
                    let waited = self.changed.wait_timeout(state, shortest);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the time until the host of a task may be asked.
    fn wait(&self, next: &Waiting, now: Instant) -> Duration {
        let free_at = next.host.as_ref().and_then(|host| self.free_at.get(host));
        free_at.map_or(Duration::ZERO, |free_at| free_at.saturating_duration_since(now))
    }

    /// Notes that a host is asked now.
    fn note(&mut self, host: Option<String>, now: Instant, delay: Duration) {
        let Some(host) = host else { return };
        if self.free_at.len() >= FORGOTTEN_AT {
            self.free_at.retain(|_, free_at| *free_at > now);
        }
        self.free_at.insert(host, now + delay);
    }
}

fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(urls: &[&str], delay: Duration) -> Queue {
        let queue = Queue::new(delay);
        for (number, url) in (0..).zip(urls) {
            queue.add(number, Task::Url { url: (*url).to_owned(), found_on: None }, None);
        }
        queue
    }

    fn numbers(queue: &Queue, count: usize) -> Vec<u64> {
        (0..count).map(|_| queue.take().unwrap().number).collect()
    }

    #[test]
    fn tasks_on_other_hosts_overtake() {
        let urls = ["http://a/1", "http://a:8080/2", "page.html", "http://b/", "http://a/3"];
        let queue = of(&urls, Duration::from_hours(1));
        assert_eq!(numbers(&queue, 3), [0, 2, 3]);
        let queue = of(&urls, Duration::ZERO);
        queue.close();
        assert_eq!(numbers(&queue, 5), [0, 1, 2, 3, 4]);
        assert!(queue.take().is_none());
    }

    #[test]
    fn the_next_task_on_a_host_waits() {
        let delay = Duration::from_millis(30);
        let queue = of(&["http://a/1", "http://a/2"], delay);
        queue.close();
        let begin = Instant::now();
        assert_eq!(numbers(&queue, 2), [0, 1]);
        assert!(begin.elapsed() >= delay);
        assert!(queue.take().is_none());
    }
}
