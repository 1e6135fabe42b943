//! When a page is drawn.
//!
//! A page that scripts build is loaded long before its text is there: they ask for data and write
//! it. So a page is drawn when it is at rest: for a short time there was no request and nothing of
//! size was written. A clock or a ticker on the page is no unrest, because the few letters that it
//! writes do not count. Some pages never rest; what they show after a while is taken.
//!
//! Text may also wait for its reader. So the page is scrolled down once, a screen at a time, and
//! comes to rest again. What asks for a click stays closed.
//!
//! The scripts that look run in a world of their own: they see the page's elements, and the page's
//! scripts do not see them.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Page;
use crate::error::{BrowserError, BrowserErrorKind, Result};

/// The time between two looks at the page.
const INTERVAL: Duration = Duration::from_millis(40);

/// Looks at the page. It is called with a selector, or null.
const WATCH: &str = include_str!("watch.js");

/// Scrolls down once and back.
const SCROLL: &str = include_str!("scroll.js");

/// What a look at the page says.
#[derive(Deserialize)]
struct State {
    /// The time since something was written, in milliseconds.
    idle: f64,
    /// True if an element matches the selector.
    found: bool,
    /// True if the selector is none.
    wrong: bool,
}

#[derive(Deserialize)]
struct Evaluated {
    result: Remote,
}

#[derive(Deserialize)]
struct Remote {
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct World {
    execution_context_id: u64,
}

/// How a wait ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Rest,
    Found,
    Late,
}

impl Page<'_> {
    /// Waits until the page is drawn. Returns false if it never rests.
    pub(super) fn come_to_rest(&mut self) -> Result<bool> {
        let load_by = self.until.min(Instant::now() + self.config.settle);
        while !self.seen.is_loaded && Instant::now() < load_by {
            // A selector can be there before everything is loaded.
            if self.config.wait_for.is_some() && self.look()?.is_some_and(|state| state.found) {
                return Ok(true);
            }
            self.attend(INTERVAL)?;
        }
        let rest_by = self.until.min(Instant::now() + self.config.settle);
        let mut end = self.wait(rest_by)?;
        let is_found = end == End::Found;
        if self.config.scroll && !is_found && !self.is_busy {
            let has_scrolled = self.evaluate::<bool>(SCROLL)?.unwrap_or(false);
            if has_scrolled {
                let rest_by = self.until.min(Instant::now() + self.config.settle);
                end = self.wait(rest_by)?;
            }
        }
        Ok(end != End::Late)
    }

    pub(super) fn wait(&mut self, until: Instant) -> Result<End> {
        // The first look begins to watch what is written, so that this time is not after that of
        // the network.
        if self.look()?.is_some_and(|state| state.found) {
            return Ok(End::Found);
        }
        while Instant::now() < until {
            self.attend(INTERVAL)?;
            let is_waiting = self.selector().is_some();
            if !self.is_network_quiet() && !is_waiting {
                continue;
            }
            let Some(state) = self.look()? else { continue };
            if state.found {
                return Ok(End::Found);
            }
            let is_quiet = state.idle >= self.config.quiet.as_secs_f64() * 1000.0;
            if is_quiet && !is_waiting && self.is_network_quiet() {
                return Ok(End::Rest);
            }
        }
        Ok(End::Late)
    }

    fn is_network_quiet(&self) -> bool {
        self.seen.in_flight == 0 && self.seen.last_request.elapsed() >= self.config.quiet
    }

    /// Returns the selector to wait for. After a click, what it matches may be there from before.
    fn selector(&self) -> Option<&str> {
        self.config.wait_for.as_deref().filter(|_| !self.is_followed)
    }

    fn look(&mut self) -> Result<Option<State>> {
        let selector = Value::from(self.selector());
        let state = self.evaluate::<State>(&format!("({WATCH})({selector})"))?;
        if state.as_ref().is_some_and(|state| state.wrong) {
            let reason = format!("{selector} is not a CSS selector");
            return Err(BrowserError::new(BrowserErrorKind::InvalidConfig, reason));
        }
        Ok(state)
    }

    /// Returns the value of an expression in the world of our scripts. `None` if the page goes
    /// elsewhere meanwhile, or does not answer.
    pub(super) fn evaluate<T: DeserializeOwned>(&mut self, expression: &str) -> Result<Option<T>> {
        let world = match self.world {
            Some(world) => world,
            None => match self.enter_world()? {
                Some(world) => world,
                None => return Ok(None),
            },
        };
        let params = json!({
            "expression": expression, "contextId": world,
            "returnByValue": true, "awaitPromise": true,
        });
        let Some(evaluated) = self.asked::<Evaluated>("Runtime.evaluate", &params)? else {
            self.world = None;
            return Ok(None);
        };
        Ok(serde_json::from_value(evaluated.result.value).ok())
    }

    fn enter_world(&mut self) -> Result<Option<u64>> {
        let params = json!({ "frameId": self.tab.target, "worldName": "tamis" });
        let world = self.asked::<World>("Page.createIsolatedWorld", &params)?;
        self.world = world.map(|world| world.execution_context_id);
        Ok(self.world)
    }

    /// Calls, and returns `None` if the page goes elsewhere meanwhile or a script keeps it busy.
    fn asked<T: DeserializeOwned>(&mut self, method: &str, params: &Value) -> Result<Option<T>> {
        let until = self.until;
        self.until = until.min(Instant::now() + self.config.settle);
        let answer = self.call(method, params);
        self.until = until;
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => match error.kind() {
                BrowserErrorKind::Protocol => Ok(None),
                BrowserErrorKind::Timeout => {
                    self.is_busy = true;
                    Ok(None)
                }
                _ => Err(error),
            },
        }
    }
}
