//! Pages that a browser draws, served by the test itself.

mod content;
mod frameworks;
mod guard;
mod hostile;
mod lives;
mod server;
mod sight;

use std::sync::LazyLock;

use tamis_browser::{Browser, BrowserConfig, BrowserError, Drawn, Driver, Order};
use tamis_fetch::{Client, ClientConfig};

use server::{Reply, Server};

/// A server, and a browser that may reach it and nothing else.
struct Site {
    server: Server,
    browser: Browser,
}

impl Site {
    fn new(config: BrowserConfig) -> Site {
        let server = Server::start();
        let client = Client::new(ClientConfig::default().permit(server.address)).unwrap();
        let browser = Browser::new(config, client).unwrap();
        Site { server, browser }
    }

    fn draw(&self, path: &str) -> Result<Drawn, BrowserError> {
        self.browser.draw(&Order::new(self.server.url(path)))
    }

    /// Serves a page, and draws it.
    #[track_caller]
    fn drawn(&self, path: &str, html: &str) -> Drawn {
        self.server.add(path, Reply::html(html));
        self.draw(path).unwrap()
    }
}

/// The site of the tests that need no browser of their own.
static SITE: LazyLock<Site> = LazyLock::new(|| Site::new(BrowserConfig::default()));

/// The text that pages write.
const TEXT: &str = "It was the best of times, it was the worst of times, it was the age of wisdom.";
