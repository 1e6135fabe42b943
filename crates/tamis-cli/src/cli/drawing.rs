//! Options for pages that a browser draws.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueHint};
use tamis_browser::{Browser, BrowserConfig, Drawn, Driver, Order, Place};
use tamis_fetch::Client;
#[cfg(feature = "serve")]
use tamis_fetch::ClientConfig;
use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};

#[cfg(feature = "serve")]
use super::FetchArgs;

#[derive(Debug, Args)]
#[command(next_help_heading = "Pages in a browser")]
pub struct DrawingArgs {
    #[command(flatten)]
    browser: BrowserArgs,

    /// Save a single page as it is drawn, with the place of each text
    ///
    /// The file can be read in the place of the page, without a browser: texts that no reader sees
    /// are left out as well, and `tamis explain` shows where paragraphs are.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save_layout: Option<PathBuf>,
}

/// The browser, and which pages it draws.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pages in a browser")]
pub struct BrowserArgs {
    /// Which pages are drawn by a browser before their content is looked for
    ///
    /// Pages on the web, saved ones with --url, and with `tamis batch` those of archives, at their
    /// addresses. The browser is Chromium, Chrome or Edge, which
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
    /// Checks that the options go together. `several` is true if there may be several pages.
    ///
    /// # Errors
    ///
    /// If one of them does nothing.
    pub fn check(&self, several: bool) -> anyhow::Result<()> {
        self.browser.check()?;
        if self.save_layout.is_some() && (self.browser.render != Render::Always || several) {
            bail!("--save-layout goes with --render always and a single page");
        }
        Ok(())
    }

    /// True if pages are drawn.
    pub fn is_used(&self) -> bool {
        self.browser.render != Render::Never
    }

    /// What draws pages for a service, which answers a request within so many seconds.
    ///
    /// # Errors
    ///
    /// If options do not go together, or the configuration is not valid.
    #[cfg(feature = "serve")]
    pub fn of_service(
        &self,
        args: &FetchArgs,
        client: &ClientConfig,
        max_seconds: f64,
    ) -> anyhow::Result<Option<Drawing>> {
        self.check(true)?;
        let timeout = args.timeout().min(Duration::from_secs_f64(max_seconds));
        self.drawing(&Client::new(client.clone())?, timeout)
    }

    /// Returns the browser that draws a page within this time and makes its requests by this
    /// client, or `None` if no page is drawn.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid.
    pub fn drawing(&self, client: &Client, timeout: Duration) -> anyhow::Result<Option<Drawing>> {
        let drawing = self.browser.drawing(client, timeout)?;
        Ok(drawing.map(|drawing| Drawing { save: self.save_layout.clone(), ..drawing }))
    }
}

impl BrowserArgs {
    /// Checks that the options go together.
    ///
    /// # Errors
    ///
    /// If one of them does nothing.
    pub fn check(&self) -> anyhow::Result<()> {
        let options =
            [("--browser", self.browser.is_some()), ("--wait-for", self.wait_for.is_some())];
        let useless = options.into_iter().find(|(_, is_set)| *is_set);
        if let Some((name, _)) = useless.filter(|_| self.render == Render::Never) {
            bail!("{name} goes with --render auto or always");
        }
        Ok(())
    }

    /// Returns the browser that draws a page within this time and makes its requests by this
    /// client, or `None` if no page is drawn.
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
        Ok(Some(drawing_with(Arc::new(browser), self.render)))
    }
}

/// Returns the way to draw these pages with a browser.
pub fn drawing_with(browser: Arc<Browser>, render: Render) -> Drawing {
    Drawing { render, drawer: Arc::new(Chromium(browser)), save: None }
}

fn page(drawn: Drawn) -> DrawnPage {
    let Drawn { url, html, layout, is_settled, .. } = drawn;
    DrawnPage { html, url, layout, is_settled }
}

/// The browser of this run.
struct Chromium(Arc<Browser>);

impl Drawer for Chromium {
    fn draw(&self, url: &str, bytes: &[u8], content_type: &str) -> Result<DrawnPage, String> {
        let order = Order::new(url).source(bytes, content_type);
        self.0.draw(&order).map(page).map_err(|error| error.to_string())
    }

    fn draw_parts(
        &self,
        url: &str,
        bytes: &[u8],
        content_type: &str,
        each: &mut dyn FnMut(DrawnPage) -> bool,
    ) -> Result<(), String> {
        let order = Order::new(url).source(bytes, content_type);
        let order = order.next_labels(tamis::next_page_labels());
        let mut each = |drawn| each(page(drawn));
        self.0.draw_parts(&order, &mut each).map_err(|error| error.to_string())
    }
}
