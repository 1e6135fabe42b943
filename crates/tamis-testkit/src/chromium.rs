//! A headless Chromium, where it is installed, and a local server for what it shows.

mod server;

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

pub use server::{Page, Server};

/// The variable that makes a missing browser a failure.
const REQUIRED: &str = "TAMIS_REQUIRE_CHROMIUM";

/// A browser that ends when it is dropped. It can reach addresses of 127.0.0.1 alone.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    /// Removed when the browser has ended.
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Starts a browser that shows this address. Returns `None` after a line on standard error that
    /// names the skipped test if `chromium` is not installed.
    ///
    /// # Panics
    ///
    /// If there is no browser and `TAMIS_REQUIRE_CHROMIUM` is 1, or no folder for its profile.
    pub fn or_skip(test: &str, address: &str) -> Option<Browser> {
        let profile = tempfile::tempdir().expect("there is a folder for temporary files");
        if let Some(child) = start(address, profile.path()) {
            return Some(Browser { child, _profile: profile });
        }
        let required = env::var_os(REQUIRED).is_some_and(|value| value == "1");
        assert!(!required, "chromium is not installed, and {REQUIRED}=1");
        // This bypasses the test runner's capture, so passing runs show it too. A closed standard
        // error is no failure.
        let _ = writeln!(io::stderr(), "skipped: {test}: chromium is not installed");
        None
    }
}

fn start(address: &str, profile: &Path) -> Option<Child> {
    let child = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--mute-audio", "--window-size=1600,1200"])
        // Only the test's own server can be reached.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child.ok()
}
