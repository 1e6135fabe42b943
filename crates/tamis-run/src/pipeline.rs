//! Work on several pages at a time. Rows come in the order of the inputs, and only a few pages are
//! in memory.
//!
//! A user who gives 10,000 addresses wants the rows in the order of the addresses, as if the
//! program worked on one after the other, and wants it to be fast. So three kinds of threads work
//! together: one reads the inputs, each worker makes the rows of some of them, and the main thread
//! prints the rows.
//!
//! The danger is that one slow page stops the printing while the workers go on, and the rows after
//! it fill the memory. So pages are admitted: the reading thread needs a permit for each page,
//! there is a fixed number of permits, and one comes back with each printed row. For example, with
//! four workers and four permits each, the program is never more than sixteen pages ahead of the
//! row that it prints next, even if the first page takes a minute.
//!
//! If hosts are not to be asked too often, there are more permits, because a worker needs to find a
//! page of another host (`Queue`).

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crate::files::Planner;
use crate::inputs::Inputs;
use crate::queue::{Queue, Waiting};
use crate::row::Row;
use crate::task::Task;
use crate::worker::Worker;

/// The number of pages in flight per worker. It is large enough that workers go on while the next
/// row to print is that of a slow page, and small enough for memory.
const WINDOW_PER_WORKER: usize = 4;

/// The same if hosts are not to be asked too often. It is larger, because there should be pages of
/// several hosts among those in flight.
const WINDOW_PER_POLITE_WORKER: usize = 32;

/// The rows of a run, which its threads make.
pub struct Rows {
    /// Each row with the number of its page, in any order.
    rows: Receiver<(u64, Row)>,
    /// One message for each page that may be read.
    admit: Sender<()>,
}

/// Starts the work on all inputs: one thread reads them, and each worker has its own. `delay` is
/// the time between two requests to one host; zero if there are none. `planner` plans the files of
/// the pages, if each has one.
///
/// # Errors
///
/// If a thread cannot be started.
pub fn start(
    inputs: Inputs,
    workers: Vec<Worker>,
    delay: Duration,
    mut planner: Option<Planner>,
) -> io::Result<Rows> {
    let (admit, admitted) = mpsc::channel();
    let window = if delay.is_zero() { WINDOW_PER_WORKER } else { WINDOW_PER_POLITE_WORKER };
    for _ in 0..workers.len() * window {
        // The receiver is in scope, so this cannot fail.
        let _ = admit.send(());
    }
    let (give_row, rows) = mpsc::channel();
    let tasks = Arc::new(Queue::new(delay));
    for worker in workers {
        let (tasks, give_row) = (Arc::clone(&tasks), give_row.clone());
        thread::Builder::new().spawn(move || work(worker, &tasks, &give_row))?;
    }
    let give_planned = give_row;
    let mut plan =
        move |task: &Task| planner.as_mut().map(|planner| planner.plan(task)).transpose();
    thread::Builder::new().spawn(move || {
        let mut number = 0;
        // It breaks if the run has ended. Then there is nothing left to do.
        let _ = inputs.each(&mut |task| {
            if admitted.recv().is_err() {
                return ControlFlow::Break(());
            }
            let is_taken = match plan(&task) {
                Ok(plan) => {
                    tasks.add(number, task, plan);
                    true
                }
                Err(row) => give_planned.send((number, *row)).is_ok(),
            };
            number += 1;
            if is_taken { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        tasks.close();
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
    pub fn each<E>(self, mut each: impl FnMut(Row) -> Result<(), E>) -> Result<(), E> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, row) in self.rows {
            waiting.insert(number, row);
            while let Some(row) = waiting.remove(&next) {
                each(row)?;
                next += 1;
                // The thread that reads the inputs may have ended.
                let _ = self.admit.send(());
            }
        }
        Ok(())
    }
}

fn work(mut worker: Worker, tasks: &Queue, rows: &Sender<(u64, Row)>) {
    while let Some(Waiting { number, task, plan, .. }) = tasks.take() {
        let row = Row { plan, ..worker.row(task) };
        if rows.send((number, row)).is_err() {
            return;
        }
    }
}
