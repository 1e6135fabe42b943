//! Several workers for the rows of one batch.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::extract::Worker;
use crate::isolate;
use crate::row::Row;

/// Workers, one for each job of the configuration. There is at least one.
pub(crate) struct Workers(Vec<Worker>);

impl Workers {
    /// Returns workers that fill these columns.
    ///
    /// # Errors
    ///
    /// If the configuration of the extraction is not valid, or a process that reads pages reads
    /// none.
    pub(crate) fn new(config: &Config, columns: &[Column]) -> Result<Workers, Error> {
        isolate::check(config)?;
        let shared = Arc::new(config.clone());
        let worker = |_| Worker::new(Arc::clone(&shared), columns);
        Ok(Workers((0..config.jobs.get()).map(worker).collect::<Result<_, _>>()?))
    }

    /// Returns the row of each item, in their order. The rows do not depend on the number of
    /// workers.
    pub(crate) fn rows<T: Send>(
        &mut self,
        items: Vec<T>,
        row: impl Fn(&mut Worker, T) -> Row + Sync,
    ) -> Vec<Row> {
        if let [worker] = &mut self.0[..] {
            return items.into_iter().map(|item| row(worker, item)).collect();
        }
        let mut rows = Vec::with_capacity(items.len());
        rows.resize_with(items.len(), || None);
        let tasks = Mutex::new(items.into_iter().zip(&mut rows));
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for worker in &mut self.0 {
                scope.spawn(|| {
                    while let Some((item, place)) = next() {
                        *place = Some(row(worker, item));
                    }
                });
            }
        });
        rows.into_iter().flatten().collect()
    }
}
