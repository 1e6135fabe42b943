//! Pages as a browser draws them, with every request made by a guarded client.
//!
//! Some pages have no text until their scripts have run. A [`Browser`] runs them in Chromium, waits
//! until the page is at rest, and returns the HTML of what is shown: with shadow trees, open and
//! closed, in their places, and with frames of the same origin.
//!
//! **The browser never uses the network.** It stops before each request, and a client of
//! `tamis-fetch`, which refuses private addresses, makes the request in its place: pages, frames,
//! scripts, data, redirects, and what workers ask for. The answer is given to the browser. So no
//! name is looked up twice, and an address is checked where it is connected to. What does not stop
//! there (web sockets, service workers, calls between browsers) finds a proxy that does not exist.
//!
//! A page gets a context of its own, without cookies of others, which is closed after it. Dialogues
//! are dismissed, windows that it opens are closed, downloads and printing come to nothing, and no
//! permission is granted. Time, requests, bytes and memory have limits ([`BrowserConfig`]).
//!
//! ```no_run
//! use tamis_browser::{Browser, BrowserConfig, Driver, Order};
//! use tamis_fetch::{Client, ClientConfig};
//!
//! let client = Client::new(ClientConfig::default())?;
//! let browser = Browser::new(BrowserConfig::default(), client)?;
//! let page = browser.draw(&Order::new("https://example.com/"))?;
//! println!("{}: {} bytes", page.url, page.html.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod browser;
mod config;
mod connection;
mod error;
mod find;
mod html;
mod instance;
mod network;
mod order;
mod outcome;
mod page;
mod process;
mod sight;
mod signals;
mod snapshot;
mod transport;

pub use browser::Browser;
pub use config::{BrowserConfig, Place};
pub use error::{BrowserError, BrowserErrorKind};
pub use find::find_browser;
pub use order::{Drawn, Driver, Order, Refusal, Source};

// Public types can be shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Browser>();
    is_send_and_sync::<BrowserConfig>();
    is_send_and_sync::<BrowserError>();
    is_send_and_sync::<Drawn>();
    is_send_and_sync::<Order>();
};

/// The example of the README, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
