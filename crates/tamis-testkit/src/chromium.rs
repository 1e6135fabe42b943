//! A headless Chromium, where it is installed, and a local server for what it shows.

mod devtools;
mod server;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use self::devtools::DevTools;
pub use self::server::{Page, Server};

/// The program.
const CHROMIUM: &str = "chromium";

/// A browser that ends when it is dropped. It can reach addresses of 127.0.0.1 alone.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    devtools: DevTools,
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
    /// Starts a browser that shows this address.
    ///
    /// # Panics
    ///
    /// If `chromium` is not installed, or there is no folder for its profile.
    pub fn required(address: &str) -> Browser {
        let profile = tempfile::tempdir().expect("there is a folder for temporary files");
        let (child, devtools) = start(address, profile.path()).expect("chromium is not installed");
        Browser { child, devtools, _profile: profile }
    }

    /// Presses a key and releases it, as a person does: what has the focus gets it. The name is
    /// that of `KeyboardEvent.key`: `Enter`, `Tab`, an arrow, a space or a small letter.
    ///
    /// # Panics
    ///
    /// If the key has another name, or the browser does not answer.
    pub fn press(&mut self, name: &str) {
        let mut key = devtools::key(name);
        self.devtools.page("Input.dispatchKeyEvent", &key);
        key["type"] = "keyUp".into();
        self.devtools.page("Input.dispatchKeyEvent", &key);
    }

    /// Returns the value of a JavaScript expression in the page.
    ///
    /// # Panics
    ///
    /// If the expression throws, or the browser does not answer.
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.devtools.page("Runtime.evaluate", &params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression in the page is true, for at most this long. Returns false if it
    /// was not.
    ///
    /// # Panics
    ///
    /// As [`Browser::value`].
    pub fn wait_until(&mut self, expression: &str, longest: Duration) -> bool {
        let start = Instant::now();
        while self.value(expression) != true {
            if start.elapsed() > longest {
                return false;
            }
            thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

/// The shell gives the browser its standard input and output as the files 3 and 4, which it takes
/// commands from and answers to.
const SCRIPT: &str = r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

fn start(address: &str, profile: &Path) -> Option<(Child, DevTools)> {
    // The shell starts without the program too.
    Command::new(CHROMIUM).arg("--version").output().ok()?;
    let mut child = Command::new("sh")
        .args(["-c", SCRIPT, "sh", CHROMIUM, "--remote-debugging-pipe"])
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--mute-audio", "--window-size=1600,1200"])
        // Only the test's own server can be reached.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(address)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let devtools = DevTools::new(child.stdin.take()?, child.stdout.take()?);
    Some((child, devtools))
}
