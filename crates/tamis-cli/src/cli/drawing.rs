//! Options for pages that a browser draws.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tamis_browser::{Browser, BrowserConfig, Driver, Order, Place};
use tamis_fetch::Client;
use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};

#[derive(Debug, Args)]
#[command(next_help_heading = "Pages on the web")]
pub struct DrawingArgs {
    /// Which pages are drawn by a browser before their content is looked for
    ///
    /// Pages on the web, and saved ones with --url. The browser is Chromium, Chrome or Edge, which
    /// must be installed. It never uses the network: its requests are made by this program, with
    /// the rules for pages on the web. In JSON, such a page has the field `rendered`.
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Render::Never)]
    pub render: Render,

    /// The browser: a program, or the address of a running one (ws://…)
    #[arg(long, value_name = "PROGRAM | ADDRESS")]
    pub browser: Option<String>,

    /// Draw a page as soon as an element matches
    #[arg(long, value_name = "CSS")]
    pub wait_for: Option<String>,
}

impl DrawingArgs {
    /// The name of an option that does nothing because no page is drawn.
    pub fn useless(&self) -> Option<&'static str> {
        let options =
            [("--browser", self.browser.is_some()), ("--wait-for", self.wait_for.is_some())];
        let is_never = self.render == Render::Never;
        options.into_iter().find(|(_, is_set)| is_never && *is_set).map(|(name, _)| name)
    }

    /// What draws pages within this time, with a client that makes the browser's requests. `None`
    /// if no page is drawn.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid.
    pub fn drawing(&self, client: &Client, timeout: Duration) -> anyhow::Result<Option<Drawing>> {
        if self.render == Render::Never {
            return Ok(None);
        }
        let mut config = BrowserConfig::default().timeout(timeout);
        if let Some(name) = &self.browser {
            config = config.place(Place::named(name));
        }
        if let Some(selector) = &self.wait_for {
            config = config.wait_for(selector);
        }
        let browser = Browser::new(config, client.clone())?;
        Ok(Some(Drawing { render: self.render, drawer: Arc::new(Chromium(browser)) }))
    }
}

/// The browser of this run.
struct Chromium(Browser);

impl Drawer for Chromium {
    fn draw(&self, url: &str, bytes: &[u8], content_type: &str) -> Result<DrawnPage, String> {
        let order = Order::new(url).source(bytes, content_type);
        let drawn = self.0.draw(&order).map_err(|error| error.to_string())?;
        Ok(DrawnPage { html: drawn.html, url: drawn.url, is_settled: drawn.is_settled })
    }
}
