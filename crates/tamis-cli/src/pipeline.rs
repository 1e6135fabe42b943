//! Many pages at a time, their rows in the order of the inputs, and never more than a few in memory.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::input::{Inputs, Task};
use crate::page::Worker;
use crate::row::Row;

/// Pages in flight per worker: enough that none waits while a slow page is before it, few enough for memory.
const WINDOW_PER_WORKER: usize = 4;

/// The rows of a run, which its threads make.
pub struct Rows {
    /// Each with the number of its page, in any order.
    rows: Receiver<(u64, Row)>,
    /// One for each page that may be read.
    admit: Sender<()>,
}

/// Starts working on all inputs: one thread reads them, each worker has its own.
///
/// # Errors
///
/// When a thread can't be started.
pub fn start(inputs: Inputs, workers: Vec<Worker>) -> io::Result<Rows> {
    let (admit, admitted) = mpsc::channel();
    for _ in 0..workers.len() * WINDOW_PER_WORKER {
        // The receiver is in scope.
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
        // It breaks when nobody wants rows any more; then there is nothing left to do.
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
    /// A page is admitted for each row that has been taken, so that at most a fixed number of pages are in memory. When
    /// `each` fails, the threads are left to end with the process: one of them may be waiting for a server.
    ///
    /// # Errors
    ///
    /// What `each` fails with.
    pub fn each<E>(self, mut each: impl FnMut(&Row) -> Result<(), E>) -> Result<(), E> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, row) in self.rows {
            waiting.insert(number, row);
            while let Some(row) = waiting.remove(&next) {
                each(&row)?;
                next += 1;
                // The reader of the inputs may have ended.
                let _ = self.admit.send(());
            }
        }
        Ok(())
    }
}

fn work(mut worker: Worker, tasks: &Mutex<Receiver<(u64, Task)>>, rows: &Sender<(u64, Row)>) {
    loop {
        // A worker that waits for a task holds the lock, and the others wait for the lock: the same to them.
        let Ok(tasks) = tasks.lock() else { return };
        let Ok((number, task)) = tasks.recv() else { return };
        drop(tasks);
        if rows.send((number, worker.row(task))).is_err() {
            return;
        }
    }
}
