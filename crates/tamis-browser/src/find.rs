//! The search for a browser.

use std::env;
use std::path::PathBuf;

use crate::error::{BrowserError, BrowserErrorKind, Result};

/// The names of browsers that know `DevTools`, best first. The shells are Chromium without its
/// windows: others make a window with its bars, which nobody sees, for each page, which takes about
/// as much processor time as the page.
const NAMES: [&str; 9] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge",
    "brave-browser",
];

/// Returns the program of a browser.
///
/// # Errors
///
/// [`BrowserErrorKind::NotFound`] if no folder of `PATH` has one.
pub fn find_browser() -> Result<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let programs =
        NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let mut programs = programs.filter(|path| path.is_file());
    programs.next().ok_or_else(|| {
        let reason = format!("no browser was found: none of {} is in PATH", NAMES.join(", "));
        BrowserError::new(BrowserErrorKind::NotFound, reason)
    })
}
