//! The configuration of a browser.

use std::path::PathBuf;
use std::time::Duration;

use crate::signals::is_root;

/// The place of the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A program with a well-known name, searched for in the folders of `PATH`.
    #[default]
    Found,
    /// This program.
    Program(PathBuf),
    /// A running browser, by the address of its `DevTools`: `ws://127.0.0.1:9222/devtools/…`.
    Running(String),
}

impl Place {
    /// Returns the place that a user names: an address that begins with `ws://`, or a program.
    pub fn named(name: &str) -> Place {
        if name.starts_with("ws://") {
            Place::Running(name.to_owned())
        } else {
            Place::Program(name.into())
        }
    }
}

/// The limits of a [`Browser`](crate::Browser). The defaults are safe for untrusted pages.
///
/// ```
/// use std::time::Duration;
/// use tamis_browser::BrowserConfig;
///
/// let config = BrowserConfig::default().timeout(Duration::from_secs(10)).wait_for(".article");
/// assert_eq!(config.max_pages, 200);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrowserConfig {
    /// The place of the browser. Default: a program with a well-known name.
    pub place: Place,
    /// True to start the browser with its own sandbox, which keeps a page that takes over the
    /// program that draws it from the machine. Default: true, but not for the user root, to whom
    /// Chromium's sandbox is not open.
    pub sandbox: bool,
    /// The time limit of a page, with the start of the browser if that is needed. Default: 30 s.
    pub timeout: Duration,
    /// The longest time for a page to come to rest once it was loaded. What is there by then is
    /// taken. Default: 8 s.
    pub settle: Duration,
    /// The time without a request and without new text after which a page is at rest. Default:
    /// 300 ms.
    pub quiet: Duration,
    /// A CSS selector: the page is drawn as soon as an element matches it, or when it is at rest
    /// after all. Default: none.
    pub wait_for: Option<String>,
    /// True to scroll down once, so that text appears that waits for its reader. Default: true.
    pub scroll: bool,
    /// True to load images, fonts, films and sounds. Default: false.
    pub media: bool,
    /// The most requests of a page. Default: 1,000.
    pub max_requests: u32,
    /// The most bytes of all answers for a page, decompressed. Default: 64 MiB.
    pub max_bytes: u64,
    /// The largest HTML of a drawn page, in bytes. Default: 50 MiB.
    pub max_html_bytes: usize,
    /// The number of pages after which the browser is started again. Default: 200.
    pub max_pages: u32,
    /// The most memory of the browser's processes, in bytes. If they have more, the largest that
    /// draws a page is ended, and the browser is started again. Measured on Linux only, and of a
    /// browser that was started here. Default: 2 GiB.
    pub max_memory_bytes: u64,
}

impl Default for BrowserConfig {
    fn default() -> BrowserConfig {
        BrowserConfig {
            place: Place::Found,
            sandbox: !is_root(),
            timeout: Duration::from_secs(30),
            settle: Duration::from_secs(8),
            quiet: Duration::from_millis(300),
            wait_for: None,
            scroll: true,
            media: false,
            max_requests: 1000,
            max_bytes: 64 << 20,
            max_html_bytes: 50 << 20,
            max_pages: 200,
            max_memory_bytes: 2 << 30,
        }
    }
}

impl BrowserConfig {
    /// Sets [`BrowserConfig::place`].
    #[must_use]
    pub fn place(mut self, place: Place) -> BrowserConfig {
        self.place = place;
        self
    }

    /// Sets [`BrowserConfig::sandbox`].
    #[must_use]
    pub fn sandbox(mut self, sandbox: bool) -> BrowserConfig {
        self.sandbox = sandbox;
        self
    }

    /// Sets [`BrowserConfig::timeout`].
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> BrowserConfig {
        self.timeout = time;
        self
    }

    /// Sets [`BrowserConfig::settle`].
    #[must_use]
    pub fn settle(mut self, time: Duration) -> BrowserConfig {
        self.settle = time;
        self
    }

    /// Sets [`BrowserConfig::quiet`].
    #[must_use]
    pub fn quiet(mut self, time: Duration) -> BrowserConfig {
        self.quiet = time;
        self
    }

    /// Sets [`BrowserConfig::wait_for`].
    #[must_use]
    pub fn wait_for(mut self, selector: impl Into<String>) -> BrowserConfig {
        self.wait_for = Some(selector.into());
        self
    }

    /// Sets [`BrowserConfig::scroll`].
    #[must_use]
    pub fn scroll(mut self, scroll: bool) -> BrowserConfig {
        self.scroll = scroll;
        self
    }

    /// Sets [`BrowserConfig::media`].
    #[must_use]
    pub fn media(mut self, media: bool) -> BrowserConfig {
        self.media = media;
        self
    }

    /// Sets [`BrowserConfig::max_requests`].
    #[must_use]
    pub fn max_requests(mut self, number: u32) -> BrowserConfig {
        self.max_requests = number;
        self
    }

    /// Sets [`BrowserConfig::max_bytes`].
    #[must_use]
    pub fn max_bytes(mut self, bytes: u64) -> BrowserConfig {
        self.max_bytes = bytes;
        self
    }

    /// Sets [`BrowserConfig::max_html_bytes`].
    #[must_use]
    pub fn max_html_bytes(mut self, bytes: usize) -> BrowserConfig {
        self.max_html_bytes = bytes;
        self
    }

    /// Sets [`BrowserConfig::max_pages`].
    #[must_use]
    pub fn max_pages(mut self, number: u32) -> BrowserConfig {
        self.max_pages = number;
        self
    }

    /// Sets [`BrowserConfig::max_memory_bytes`].
    #[must_use]
    pub fn max_memory_bytes(mut self, bytes: u64) -> BrowserConfig {
        self.max_memory_bytes = bytes;
        self
    }
}
