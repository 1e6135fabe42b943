//! Work on several pages at a time. Rows come in the order of the inputs, and only a few pages are
//! in memory.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::input::Inputs;
use crate::row::Row;
use crate::task::Task;
use crate::worker::Worker;

/// The number of pages in flight per worker: enough that workers go on while the next row to print
/// is a slow page, few enough for memory.
const WINDOW_PER_WORKER: usize = 4;

/// The rows of a run, which its threads make.
pub struct Rows {
    /// Each row with the number of its page, in any order.
    rows: Receiver<(u64, Row)>,
    /// One message for each page that may be read.
    admit: Sender<()>,
}

/// Starts the work on all inputs: one thread reads them, and each worker has its own.
///
/// # Errors
///
/// If a thread cannot be started.
pub fn start(inputs: Inputs, workers: Vec<Worker>) -> io::Result<Rows> {
    let (admit, admitted) = mpsc::channel();
    for _ in 0..workers.len() * WINDOW_PER_WORKER {
        // The receiver is in scope, so this cannot fail.
        let _ = admit.send(());
    }
    let (give_task, tasks) = mpsc::channel();
    let (give_row, rows) = mpsc::channel();
    let tasks = Arc::new(Mutex::new(tasks));
    for worker in workers {
        let (tasks, give_row) = (Arc::clone(&tasks), give_row.clone());
        thread::Builder::new().spawn(move || work(worker, &tasks, &give_row))?;
    }
    thread::Builder::new().spawn(move || {
        let mut number = 0;
        // It breaks if the run has ended. Then there is nothing left to do.
        let _ = inputs.each(&mut |task| {
            if admitted.recv().is_err() || give_task.send((number, task)).is_err() {
                return ControlFlow::Break(());
            }
            number += 1;
            ControlFlow::Continue(())
        });
    })?;
    Ok(Rows { rows, admit })
}

impl Rows {
    /// Gives the rows of all inputs to `each`, in their order.
    ///
    /// Each row that is taken admits a page, so a fixed number of pages is in memory. If `each`
    /// fails, the threads end with the process, since one of them may be waiting for a server.
    ///
    /// # Errors
    ///
    /// The first error of `each`.
    pub fn each<E>(self, mut each: impl FnMut(&Row) -> Result<(), E>) -> Result<(), E> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, row) in self.rows {
            waiting.insert(number, row);
            while let Some(row) = waiting.remove(&next) {
                each(&row)?;
                next += 1;
                // The thread that reads the inputs may have ended.
                let _ = self.admit.send(());
            }
        }
        Ok(())
    }
}

fn work(mut worker: Worker, tasks: &Mutex<Receiver<(u64, Task)>>, rows: &Sender<(u64, Row)>) {
    loop {
        // A worker that waits for a task holds the lock. The others wait for the lock instead of
        // the task, which makes no difference.
        let Ok(tasks) = tasks.lock() else { return };
        let Ok((number, task)) = tasks.recv() else { return };
        drop(tasks);
        if rows.send((number, worker.row(task))).is_err() {
            return;
        }
    }
}
