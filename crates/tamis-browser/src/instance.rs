//! One browser that runs, from its start or from the connection to it.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use serde_json::json;

use crate::config::{BrowserConfig, Place};
use crate::connection::Connection;
use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::process::Process;
use crate::transport;

/// The longest time for a browser to start.
const LONGEST_START: Duration = Duration::from_secs(20);

/// The time for which the memory of the browser is taken to be what it was. To measure it is to
/// read about every process of the machine, and several pages ask.
const MEMORY_INTERVAL: Duration = Duration::from_millis(500);

/// A browser that runs. It ends when it is dropped, if it was started here.
pub(crate) struct Instance {
    pub(crate) connection: Arc<Connection>,
    process: Option<Process>,
    pages: AtomicU32,
    /// The memory in bytes, and when it was measured.
    memory: Mutex<(u64, Option<Instant>)>,
}

impl Instance {
    /// Starts the browser of a configuration, or connects to it.
    pub(crate) fn start(config: &BrowserConfig, until: Instant) -> Result<Instance> {
        let (process, ends) = match &config.place {
            Place::Running(address) => (None, transport::connected(address)?),
            Place::Found => started(config, None)?,
            Place::Program(path) => started(config, Some(path))?,
        };
        let connection = Connection::new(ends);
        let until = until.min(Instant::now() + LONGEST_START);
        let instance =
            Instance { connection, process, pages: AtomicU32::new(0), memory: Mutex::default() };
        instance.greet(until).map_err(|error| match error.kind() {
            BrowserErrorKind::Gone => BrowserError::new(
                BrowserErrorKind::Start,
                "the browser ended when it was started: its program shows the reason",
            ),
            _ => error,
        })?;
        Ok(instance)
    }

    fn greet(&self, until: Instant) -> Result<()> {
        let _: IgnoredAny = self.connection.call("Browser.getVersion", &json!({}), until)?;
        let discover = json!({ "discover": true });
        let _: IgnoredAny = self.connection.call("Target.setDiscoverTargets", &discover, until)?;
        Ok(())
    }

    /// Counts a page. Returns true if the browser has drawn as many as it may, or has too much
    /// memory.
    pub(crate) fn count_page(&self, config: &BrowserConfig) -> bool {
        let pages = self.pages.fetch_add(1, Ordering::Relaxed) + 1;
        pages >= config.max_pages || self.memory_bytes() > config.max_memory_bytes
    }

    /// Ends the largest process that draws a page, if all of them have too much memory.
    pub(crate) fn limit_memory(&self, config: &BrowserConfig) {
        if let Some(process) = &self.process
            && self.memory_bytes() > config.max_memory_bytes
        {
            process.end_largest_renderer();
            // Until it is gone, its memory is no reason to end another.
            *self.memory() = (0, Some(Instant::now()));
        }
    }

    fn memory_bytes(&self) -> u64 {
        let mut memory = self.memory();
        if memory.1.is_none_or(|measured| measured.elapsed() >= MEMORY_INTERVAL) {
            let bytes = self.process.as_ref().and_then(Process::memory_bytes).unwrap_or(0);
            *memory = (bytes, Some(Instant::now()));
        }
        memory.0
    }

    fn memory(&self) -> MutexGuard<'_, (u64, Option<Instant>)> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if let Some(process) = &self.process {
            // If it does not hear, it is made to end.
            let _ = self.connection.send(None, "Browser.close", &json!({}));
            process.end();
        }
    }
}

fn started(
    config: &BrowserConfig,
    program: Option<&Path>,
) -> Result<(Option<Process>, transport::Ends)> {
    let (process, pipes) = Process::start(config, program)?;
    Ok((Some(process), transport::piped(pipes)))
}
