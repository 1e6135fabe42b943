//! Pages that a browser draws, served by the test itself.

mod content;
mod frameworks;
mod guard;
mod hostile;
mod lives;
mod many;
mod parts;
mod server;
mod sight;
mod sixty;

use std::sync::{LazyLock, PoisonError, RwLock, RwLockWriteGuard};

use tamis_browser::{Browser, BrowserConfig, BrowserError, Drawn, Driver, Order};
use tamis_fetch::{Client, ClientConfig};

use server::{Reply, Server};

/// A server, and a browser that may reach it and nothing else.
struct Site {
    server: Server,
    browser: Browser,
    is_alone: bool,
}

impl Site {
    fn new(config: BrowserConfig) -> Site {
        let server = Server::start();
        let client = Client::new(ClientConfig::default().permit(server.address)).unwrap();
        let browser = Browser::new(config, client).unwrap();
        Site { server, browser, is_alone: false }
    }

    /// For tests that hold the guard of [`alone`].
    fn alone(config: BrowserConfig) -> Site {
        Site { is_alone: true, ..Site::new(config) }
    }

    fn draw(&self, path: &str) -> Result<Drawn, BrowserError> {
        self.draw_order(&Order::new(self.server.url(path)))
    }

    fn draw_order(&self, order: &Order) -> Result<Drawn, BrowserError> {
        let _guard =
            (!self.is_alone).then(|| DRAWING.read().unwrap_or_else(PoisonError::into_inner));
        self.browser.draw(order)
    }

    /// Serves a page, and draws it.
    #[track_caller]
    fn drawn(&self, path: &str, html: &str) -> Drawn {
        self.server.add(path, Reply::html(html));
        self.draw(path).unwrap()
    }
}

/// Held while a page is drawn, which may start a browser.
static DRAWING: RwLock<()> = RwLock::new(());

/// While this is held, no other test starts a browser. Tests that look at the processes would take
/// it for their own: one that kills a browser killed that of another test.
fn alone() -> RwLockWriteGuard<'static, ()> {
    DRAWING.write().unwrap_or_else(PoisonError::into_inner)
}

/// The site of the tests that need no browser of their own.
static SITE: LazyLock<Site> = LazyLock::new(|| Site::new(BrowserConfig::default()));

/// The text that pages write.
const TEXT: &str = "It was the best of times, it was the worst of times, it was the age of wisdom.";
