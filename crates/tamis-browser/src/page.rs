//! One page, from its address to its HTML.
//!
//! Everything that happens to a page comes as messages to one thread: answers to its commands, and
//! events such as a request, a dialogue or the end of loading. While the thread waits for an answer
//! it attends to events, because one may depend on the other: a script that waits for a request
//! keeps the browser from answering.

mod events;
mod parts;
mod rest;

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use tamis::{Layout, ShownText};
use tamis_fetch::Client;
use url::Url;

use self::events::Seen;
use crate::config::BrowserConfig;
use crate::connection::{Connection, Note, late, parsed};
use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::html;
use crate::instance::Instance;
use crate::network::Network;
use crate::order::{Drawn, Order, Source};
use crate::process::{NO_BYPASS, NOWHERE};
use crate::sight;
use crate::snapshot::{Document, Snapshot};

/// The size of the window, in pixels.
const WINDOW: (u32, u32) = (1280, 1024);

/// The scale at which a page is painted, which nobody sees. Its own pixels stay as they are.
const SCALE: f32 = 0.1;

/// The share of a page's time that is kept for its snapshot: one of so many parts.
const SNAPSHOT_SHARE: u32 = 4;

/// The most time that is kept for the snapshot.
const LONGEST_SNAPSHOT: Duration = Duration::from_secs(5);

/// The time between two looks at the memory of the browser.
const MEMORY_INTERVAL: Duration = Duration::from_millis(500);

/// Draws a page and the further parts of its story, and gives each to `each`.
pub(crate) fn draw(
    instance: &Instance,
    order: &Order,
    config: &BrowserConfig,
    client: &Arc<Client>,
    until: Instant,
    each: &mut dyn FnMut(Drawn) -> bool,
) -> Result<()> {
    let url = checked_url(&order.url)?;
    let tab = Tab::open(&instance.connection, until)?;
    let (inbox, notes) = instance.connection.open(&tab.session);
    let connection = Arc::clone(&instance.connection);
    let client = Arc::clone(client);
    let network = Network::new(client, connection, &tab.session, notes, config.max_bytes);
    let kept =
        (until.saturating_duration_since(Instant::now()) / SNAPSHOT_SHARE).min(LONGEST_SNAPSHOT);
    let mut page = Page {
        instance,
        config,
        inbox,
        network,
        source: order.source.clone(),
        seen: Seen::new(&url),
        world: None,
        is_busy: false,
        is_followed: false,
        until: until.checked_sub(kept).unwrap_or(until),
        memory_checked: Instant::now(),
        tab,
    };
    page.prepare()?;
    page.go_to(&url)?;
    let is_settled = page.come_to_rest()?;
    page.until = until;
    if each(page.capture(is_settled)?) {
        page.until = until + config.timeout;
        page.follow(&order.next_labels, each)?;
    }
    Ok(())
}

/// Returns the layout of the texts of a page.
fn layout(snapshot: &Snapshot, texts: Vec<(usize, Range<usize>)>) -> Layout {
    let Some(Document { nodes, boxes, .. }) = snapshot.documents.first() else {
        return Layout::default();
    };
    let (of_nodes, sources): (Vec<usize>, Vec<_>) = texts.into_iter().unzip();
    let judged = sight::judge(snapshot, nodes, boxes, &of_nodes);
    let shown = sources.into_iter().zip(judged);
    Layout::new(shown.map(|(source, (area, sight))| ShownText::new(source, area, sight)).collect())
}

/// Returns the address of a page on the web. Others are opened without a request, so nobody would
/// decide about them.
fn checked_url(url: &str) -> Result<Url> {
    let wrong = |reason| BrowserError::new(BrowserErrorKind::InvalidConfig, reason);
    let parsed = Url::parse(url)
        .map_err(|error| wrong(format!("the address of the page is no URL ({error})")))?;
    if matches!(parsed.scheme(), "http" | "https") {
        return Ok(parsed);
    }
    Err(wrong(format!("the scheme {} is neither http nor https", parsed.scheme())))
}

/// A window with a context of its own, which are closed when it is dropped.
struct Tab {
    connection: Arc<Connection>,
    context: String,
    /// The name of the window, and of its outermost frame.
    target: String,
    session: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    browser_context_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    session_id: String,
}

impl Tab {
    fn open(connection: &Arc<Connection>, until: Instant) -> Result<Tab> {
        let params = json!({
            "disposeOnDetach": true, "proxyServer": NOWHERE, "proxyBypassList": NO_BYPASS,
        });
        let Context { browser_context_id: context } =
            connection.call("Target.createBrowserContext", &params, until)?;
        connection.watch(&context);
        let (target, session) = (String::new(), String::new());
        // From here on, the context is closed whatever happens.
        let mut tab = Tab { connection: Arc::clone(connection), context, target, session };
        let params = json!({ "behavior": "deny", "browserContextId": tab.context });
        connection.send(None, "Browser.setDownloadBehavior", &params)?;
        let params = json!({ "url": "about:blank", "browserContextId": tab.context });
        Target { target_id: tab.target } =
            connection.call("Target.createTarget", &params, until)?;
        let params = json!({ "targetId": tab.target, "flatten": true });
        Session { session_id: tab.session } =
            connection.call("Target.attachToTarget", &params, until)?;
        Ok(tab)
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.connection.close(&self.session);
        let params = json!({ "browserContextId": self.context });
        // If the browser has ended, so has the context.
        let _ = self.connection.send(None, "Target.disposeBrowserContext", &params);
        self.connection.forget(&self.context);
    }
}

/// A page that is being drawn.
struct Page<'b> {
    instance: &'b Instance,
    config: &'b BrowserConfig,
    inbox: Receiver<Note>,
    network: Network,
    /// The page as it is known, until it was asked for.
    source: Option<Source>,
    seen: Seen,
    /// The place where our scripts run, apart from those of the page.
    world: Option<u64>,
    /// True if a script of the page keeps it from answering.
    is_busy: bool,
    /// True after a button of the page was clicked.
    is_followed: bool,
    /// The end of the page's time, without what is kept for the snapshot.
    until: Instant,
    memory_checked: Instant,
    tab: Tab,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    error_text: Option<String>,
    #[serde(default)]
    is_download: bool,
}

impl Page<'_> {
    fn prepare(&mut self) -> Result<()> {
        let (width, height) = WINDOW;
        let window = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
            "scale": SCALE,
        });
        self.send("Emulation.setDeviceMetricsOverride", &window)?;
        self.send("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }))?;
        self.send("Inspector.enable", &json!({}))?;
        let _: IgnoredAny = self.call("Page.enable", &json!({}))?;
        // A page that asks for a file gets none, and no window opens for it.
        self.send("Page.setInterceptFileChooserDialog", &json!({ "enabled": true }))?;
        let all = json!({ "patterns": [{ "urlPattern": "*" }] });
        let _: IgnoredAny = self.call("Fetch.enable", &all)?;
        Ok(())
    }

    fn go_to(&mut self, url: &Url) -> Result<()> {
        let answer = self.call::<Navigated>("Page.navigate", &json!({ "url": url.as_str() }));
        if let Some(reason) = self.seen.failure.take() {
            return Err(BrowserError::new(BrowserErrorKind::Fetch, reason));
        }
        let answer = answer?;
        let reason = match answer.error_text {
            _ if answer.is_download => "the address leads to a file to keep, not to a page",
            Some(text) if text.contains("ERR_ABORTED") => "the address leads to no page",
            Some(_) => "the browser could not open the page",
            None => return Ok(()),
        };
        Err(BrowserError::new(BrowserErrorKind::NoPage, reason))
    }

    /// Takes the snapshot and writes it as HTML.
    fn capture(&mut self, is_settled: bool) -> Result<Drawn> {
        if self.is_busy {
            self.send("Runtime.terminateExecution", &json!({}))?;
            self.send("Emulation.setScriptExecutionDisabled", &json!({ "value": true }))?;
        }
        let params = json!({ "computedStyles": sight::PROPERTIES, "includePaintOrder": true });
        let snapshot: Snapshot = self.call("DOMSnapshot.captureSnapshot", &params)?;
        let html = html::of_snapshot(&snapshot, self.config.max_html_bytes);
        let layout = layout(&snapshot, html.texts);
        Ok(Drawn {
            url: self.seen.url.clone(),
            status: self.seen.status,
            html: html.text,
            layout,
            is_settled: is_settled && !html.is_cut,
            refused: std::mem::take(&mut self.seen.refused),
            requests: self.seen.requests,
        })
    }

    /// Sends a command whose answer nobody needs.
    fn send(&self, method: &str, params: &Value) -> Result<()> {
        self.instance.connection.send(Some(&self.tab.session), method, params).map(drop)
    }

    /// Sends a command, and attends to events until its answer is there.
    fn call<T: DeserializeOwned>(&mut self, method: &str, params: &Value) -> Result<T> {
        let id = self.instance.connection.send(Some(&self.tab.session), method, params)?;
        loop {
            match self.next(self.until)? {
                Some(Note::Answer(answered, answer)) if answered == id => {
                    return parsed(method, answer);
                }
                Some(_) => {}
                None => return Err(late(method)),
            }
        }
    }

    /// Attends to events for this long.
    fn attend(&mut self, time: Duration) -> Result<()> {
        let until = self.until.min(Instant::now() + time);
        while self.next(until)?.is_some() {}
        Ok(())
    }

    /// Returns the next message, after it was attended to, or `None` if there is none by then.
    fn next(&mut self, until: Instant) -> Result<Option<Note>> {
        loop {
            let now = Instant::now();
            if now.duration_since(self.memory_checked) >= MEMORY_INTERVAL {
                self.instance.limit_memory(self.config);
                self.memory_checked = now;
            }
            let wait = until.saturating_duration_since(now);
            match self.inbox.recv_timeout(wait.min(MEMORY_INTERVAL)) {
                Ok(Note::Event(name, fields)) => {
                    self.attend_to(&name, fields.get())?;
                    return Ok(Some(Note::Event(name, fields)));
                }
                Ok(Note::Request(outcome)) => self.seen.finish_request(outcome),
                Ok(Note::Gone) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(BrowserError::gone());
                }
                Ok(note) => return Ok(Some(note)),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
