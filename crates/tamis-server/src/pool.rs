//! The threads that extract pages.
//!
//! Extraction uses a core for a millisecond or for a second, and an I/O thread that does it answers
//! no other connection meanwhile. So pages are extracted by threads of their own, as many as there
//! are cores, each with extractors that reuse their memory. How many requests wait for them is
//! decided before ([`App::admit`](crate::app::App::admit)), so the queue needs no limit.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use tamis_run::failure::Failure;
use tamis_run::settings::{Settings, latest_date};
use tamis_run::worker::Worker;
use tokio::sync::oneshot;

/// A page to work on, with the place for the result inside.
type Job = Box<dyn FnOnce(&mut Workers) + Send>;

/// The workers of a thread: one for each configuration that requests often have, made when the
/// first of them comes.
struct Workers {
    kept: Vec<(Arc<Settings>, Option<Worker>)>,
}

impl Workers {
    /// Starts with the worker of the first settings.
    ///
    /// # Errors
    ///
    /// If their configuration is not valid.
    fn new(kept: &[Arc<Settings>]) -> Result<Workers, tamis::Error> {
        let mut workers = Workers { kept: kept.iter().map(|of| (Arc::clone(of), None)).collect() };
        for (settings, worker) in workers.kept.iter_mut().take(1) {
            *worker = Some(Worker::new(Arc::clone(settings))?);
        }
        Ok(workers)
    }

    /// Returns the worker for these settings: the one that was made for their configuration, or the
    /// first one, which makes another extractor for them.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid.
    fn find(&mut self, settings: &Settings) -> Result<&mut Worker, Failure> {
        let is_made_for =
            |(kept, _): &(Arc<Settings>, _)| Arc::ptr_eq(&kept.config, &settings.config);
        let at = self.kept.iter().position(is_made_for).unwrap_or_default();
        let (kept, worker) = &mut self.kept[at];
        let made = match worker.take() {
            Some(made) => made,
            None => Worker::new(Arc::clone(kept))?,
        };
        Ok(worker.insert(made))
    }
}

/// The threads that extract pages.
#[derive(Clone)]
pub(crate) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// Starts the threads, which keep a worker for each of the configurations in `kept`, at least
    /// one. They end when the pool and its clones are dropped.
    ///
    /// # Errors
    ///
    /// If the first configuration is not valid, or a thread cannot be started.
    pub(crate) fn start(threads: usize, kept: &[Arc<Settings>]) -> io::Result<Pool> {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let workers = Workers::new(kept).map_err(io::Error::other)?;
            let waiting = Arc::clone(&waiting);
            thread::Builder::new()
                .name("tamis-extract".to_owned())
                .spawn(move || work(workers, &waiting))?;
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
        let job: Job = Box::new(move |workers| {
            if give.is_closed() {
                return;
            }
            let outcome = workers.find(&settings).and_then(|worker| {
                worker.with_settings(settings, |worker| {
                    worker.set_latest_date(latest_date());
                    work(worker)
                })
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

fn work(mut workers: Workers, waiting: &Mutex<Receiver<Job>>) {
    loop {
        // Nothing can panic while the lock is held.
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        job(&mut workers);
    }
}
