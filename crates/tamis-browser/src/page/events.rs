//! The events of a page: requests, dialogues, and what its address is.

use std::collections::HashMap;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tamis_fetch::{Exchange, Request};
use url::Url;

use super::Page;
use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::order::Refusal;
use crate::outcome::Outcome;

/// The most refusals that are kept.
const MAX_REFUSALS: usize = 100;

/// The most documents that the outermost frame may go through.
const MAX_DOCUMENTS: u32 = 12;

/// The kinds of requests that show or play something, by the names of the protocol.
const MEDIA: [&str; 4] = ["Image", "Media", "Font", "TextTrack"];

/// The kinds of requests that bring no content: reports, counts, and streams without an end.
const USELESS: [&str; 6] =
    ["Ping", "CSPViolationReport", "Prefetch", "Manifest", "EventSource", "WebSocket"];

/// What happened to a page so far.
pub(super) struct Seen {
    /// Its address.
    pub(super) url: String,
    pub(super) status: Option<u16>,
    /// Why the page itself could not be fetched.
    pub(super) failure: Option<String>,
    pub(super) is_loaded: bool,
    pub(super) refused: Vec<Refusal>,
    /// The requests that were made.
    pub(super) requests: u32,
    /// The requests without an answer.
    pub(super) in_flight: u32,
    /// When a request was made or answered last.
    pub(super) last_request: Instant,
    /// The documents of the outermost frame that were asked for.
    documents: u32,
}

impl Seen {
    pub(super) fn new(url: &Url) -> Seen {
        Seen {
            url: url.as_str().to_owned(),
            status: None,
            failure: None,
            is_loaded: false,
            refused: Vec::new(),
            requests: 0,
            in_flight: 0,
            last_request: Instant::now(),
            documents: 0,
        }
    }

    pub(super) fn finish_request(&mut self, outcome: Outcome) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.last_request = Instant::now();
        if outcome.is_page {
            self.status = outcome.status.or(self.status);
            self.failure = outcome.refusal.as_ref().map(|refusal| refusal.reason.clone());
        }
        if let Some(refusal) = outcome.refusal {
            self.refuse(refusal);
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        if self.refused.len() < MAX_REFUSALS {
            self.refused.push(refusal);
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    request_id: String,
    frame_id: String,
    resource_type: String,
    request: Asked,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    url: String,
    method: String,
    headers: HashMap<String, String>,
    #[serde(default)]
    post_data_entries: Vec<Sent>,
}

/// A part of the body that is sent.
#[derive(Deserialize)]
struct Sent {
    bytes: Option<String>,
}

#[derive(Deserialize)]
struct InFrame {
    frame: Frame,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    id: String,
    url: String,
    #[serde(default)]
    url_fragment: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Within {
    frame_id: String,
    url: String,
}

#[derive(Deserialize)]
struct Dialog {
    #[serde(rename = "type")]
    kind: String,
}

impl Page<'_> {
    /// Attends to an event.
    pub(super) fn attend_to(&mut self, name: &str, fields: &str) -> Result<()> {
        match name {
            "Fetch.requestPaused" => self.decide(read(fields)?),
            "Page.loadEventFired" => self.seen.is_loaded = true,
            "Page.frameNavigated" => {
                let InFrame { frame } = read(fields)?;
                if frame.id == self.tab.target {
                    self.seen.url = frame.url + &frame.url_fragment;
                    self.seen.is_loaded = false;
                    self.world = None;
                }
            }
            "Page.navigatedWithinDocument" => {
                let Within { frame_id, url } = read(fields)?;
                if frame_id == self.tab.target {
                    self.seen.url = url;
                }
            }
            "Page.javascriptDialogOpening" => {
                let dialog: Dialog = read(fields)?;
                // To accept this one is to leave; to accept others is to say yes.
                let accept = json!({ "accept": dialog.kind == "beforeunload" });
                self.send("Page.handleJavaScriptDialog", &accept)?;
            }
            "Inspector.targetCrashed" => {
                let reason = "the page has ended the part of the browser that draws it";
                return Err(BrowserError::new(BrowserErrorKind::Crashed, reason));
            }
            "Inspector.detached" => return Err(BrowserError::gone()),
            _ => {}
        }
        Ok(())
    }

    /// Decides about a request.
    fn decide(&mut self, paused: Paused) {
        let is_page = paused.resource_type == "Document" && paused.frame_id == self.tab.target;
        if is_page {
            self.seen.documents += 1;
            if let Some(source) = self.source.take() {
                self.network.answer(&paused.request_id, &source);
                return;
            }
            // Only scripts are followed. The page stays, because nothing takes its place.
            if self.is_followed {
                self.network.refuse(&paused.request_id, "Aborted");
                return;
            }
        }
        if self.is_left_out(&paused) {
            self.network.refuse(&paused.request_id, "BlockedByClient");
            return;
        }
        if let Some(reason) = self.over_limit() {
            let reason = reason.to_owned();
            self.network.refuse(&paused.request_id, "BlockedByClient");
            self.seen.refuse(Refusal { url: paused.request.url, reason });
            return;
        }
        let page = self.seen.url.clone();
        let exchange = paused.request.into_exchange(&page);
        self.seen.requests += 1;
        self.seen.last_request = Instant::now();
        self.network.make(paused.request_id, exchange, is_page, self.seen.in_flight);
        self.seen.in_flight += 1;
    }

    /// True for a request that is not made, because what it brings is not content.
    fn is_left_out(&self, paused: &Paused) -> bool {
        let kind = &*paused.resource_type;
        let is_icon = kind == "Other" && paused.request.url.ends_with("/favicon.ico");
        USELESS.contains(&kind) || !self.config.media && (MEDIA.contains(&kind) || is_icon)
    }

    /// Returns the limit that is reached.
    fn over_limit(&self) -> Option<&'static str> {
        if self.seen.requests >= self.config.max_requests {
            return Some("the page makes more requests than the limit");
        }
        (self.seen.documents > MAX_DOCUMENTS).then_some("the page leads to others without an end")
    }
}

impl Asked {
    /// Returns the request that the client makes for a page.
    fn into_exchange(self, page: &str) -> Exchange {
        let bodies = self.post_data_entries.into_iter().filter_map(|part| part.bytes);
        let body =
            bodies.filter_map(|part| STANDARD.decode(part).ok()).collect::<Vec<_>>().concat();
        let mut request = Request::new(self.url).found_on(page);
        request.headers = self.headers.into_iter().collect();
        Exchange::new(request).method(self.method, body)
    }
}

fn read<T: DeserializeOwned>(fields: &str) -> Result<T> {
    serde_json::from_str(fields).map_err(|error| {
        let reason = format!("an event of the browser cannot be read ({error})");
        BrowserError::new(BrowserErrorKind::Protocol, reason)
    })
}
