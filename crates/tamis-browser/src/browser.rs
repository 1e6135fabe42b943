//! A browser that is started when it is needed, and started again when it has ended.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tamis_fetch::Client;

use crate::config::BrowserConfig;
use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::instance::Instance;
use crate::order::{Drawn, Driver, Order};
use crate::page;

/// A browser that draws pages, any number at the same time. It starts with the first page, and
/// ends, with all of its processes, when it is dropped.
pub struct Browser {
    config: BrowserConfig,
    client: Arc<Client>,
    /// The one that takes new pages. Those before it end with their last page.
    current: Mutex<Option<Arc<Instance>>>,
}

impl Browser {
    /// Creates a browser whose requests this client makes: it decides which addresses are reached.
    ///
    /// # Errors
    ///
    /// [`BrowserErrorKind::InvalidConfig`] if a limit is zero.
    pub fn new(config: BrowserConfig, client: Client) -> Result<Browser> {
        let limits = [
            ("timeout", config.timeout.is_zero()),
            ("max_requests", config.max_requests == 0),
            ("max_pages", config.max_pages == 0),
        ];
        if let Some((name, _)) = limits.into_iter().find(|(_, is_zero)| *is_zero) {
            let reason = format!("{name} is zero");
            return Err(BrowserError::new(BrowserErrorKind::InvalidConfig, reason));
        }
        Ok(Browser { config, client: Arc::new(client), current: Mutex::default() })
    }

    /// Returns the browser that takes new pages, and starts it if there is none.
    fn instance(&self, until: Instant) -> Result<Arc<Instance>> {
        let mut current = self.lock();
        if let Some(instance) = &*current {
            return Ok(Arc::clone(instance));
        }
        let instance = Arc::new(Instance::start(&self.config, until)?);
        *current = Some(Arc::clone(&instance));
        Ok(instance)
    }

    /// Gives this browser no new pages.
    fn retire(&self, instance: &Arc<Instance>) {
        let mut current = self.lock();
        if current.as_ref().is_some_and(|current| Arc::ptr_eq(current, instance)) {
            *current = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Instance>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_once(
        &self,
        order: &Order,
        until: Instant,
        each: &mut dyn FnMut(Drawn) -> bool,
    ) -> Result<()> {
        let instance = self.instance(until)?;
        let drawn = page::draw(&instance, order, &self.config, &self.client, until, each);
        let is_gone = matches!(&drawn, Err(error) if error.kind() == BrowserErrorKind::Gone);
        if instance.count_page(&self.config) || is_gone {
            self.retire(&instance);
        }
        drawn
    }
}

impl Driver for Browser {
    /// Draws a page. If the browser ends meanwhile, it is started again, and the page drawn again,
    /// once.
    fn draw(&self, order: &Order) -> Result<Drawn> {
        let mut first = None;
        self.draw_parts(order, &mut |drawn| {
            first = Some(drawn);
            false
        })?;
        first.ok_or_else(BrowserError::gone)
    }

    fn draw_parts(&self, order: &Order, each: &mut dyn FnMut(Drawn) -> bool) -> Result<()> {
        let until = Instant::now() + self.config.timeout;
        let has_begun = Cell::new(false);
        let mut each = |drawn| {
            has_begun.set(true);
            each(drawn)
        };
        match self.try_once(order, until, &mut each) {
            Err(error) if error.kind() == BrowserErrorKind::Gone && !has_begun.get() => {
                self.try_once(order, until, &mut each)
            }
            drawn => drawn,
        }
    }
}

impl fmt::Debug for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Browser").field("config", &self.config).finish_non_exhaustive()
    }
}
