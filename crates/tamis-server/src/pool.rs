//! The threads that extract pages.
//!
//! Extraction uses a core for a millisecond or for a second, and an I/O thread that does it answers
//! no other connection meanwhile. So pages are extracted by threads of their own, as many as there
//! are cores, each with an extractor that reuses its memory. How many requests wait for them is
//! decided before ([`App::admit`](crate::app::App::admit)), so the queue needs no limit.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use tamis_run::failure::Failure;
use tamis_run::settings::{Settings, latest_date};
use tamis_run::worker::Worker;
use tokio::sync::oneshot;

/// A page to work on, with the place for the result inside.
type Job = Box<dyn FnOnce(&mut Worker) + Send>;

/// The threads that extract pages.
#[derive(Clone)]
pub(crate) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// Starts the threads. They end when the pool and its clones are dropped.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid, or a thread cannot be started.
    pub(crate) fn start(threads: usize, settings: &Arc<Settings>) -> io::Result<Pool> {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let worker = Worker::new(Arc::clone(settings)).map_err(io::Error::other)?;
            let waiting = Arc::clone(&waiting);
            thread::Builder::new()
                .name("tamis-extract".to_owned())
                .spawn(move || work(worker, &waiting))?;
        }
        Ok(Pool { jobs })
    }

    /// Does the work on a thread of the pool, with these settings. The work is not done if nobody
    /// waits for it any more.
    ///
    /// # Errors
    ///
    /// If the work panics, or the configuration is not valid.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        settings: Arc<Settings>,
        work: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (give, result) = oneshot::channel();
        let job: Job = Box::new(move |worker| {
            if give.is_closed() {
                return;
            }
            let outcome = worker.with_settings(settings, |worker| {
                worker.set_latest_date(latest_date());
                work(worker)
            });
            // The one who waited may have gone.
            let _ = give.send(outcome);
        });
        if self.jobs.send(job).is_err() {
            return Err(Failure::panicked());
        }
        result.await.unwrap_or_else(|_| Err(Failure::panicked()))
    }
}

fn work(mut worker: Worker, waiting: &Mutex<Receiver<Job>>) {
    loop {
        // Nothing can panic while the lock is held.
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        job(&mut worker);
    }
}
