//! The processes of a browser that is started here.
//!
//! A browser is a group of processes: one that starts the others, one for each few pages, and some
//! for the network and for drawing. To end the first is not enough, because a page can keep its own
//! from ending. So all of them are in a process group of their own, and the group is ended.
//!
//! It gets its commands through two pipes and not through a port, because every program and every
//! page of the machine could use a port. The pipes are the files 3 and 4 of the browser; a shell
//! puts them there. If this program is killed, the pipes close, and with that the browser ends by
//! itself; the shell, which has waited for it, then removes its profile.

mod memory;

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::config::BrowserConfig;
use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::find::find_browser;
use crate::signals;

/// Starts the browser, and removes its profile at the end. The first argument is the profile.
const SCRIPT: &str =
    r#"profile=$1; shift; "$@" 3<&0 4>&1 </dev/null >/dev/null; rm -rf -- "$profile""#;

/// The proxy of all pages. The name does not exist and never will (RFC 2606), so a request that was
/// not made by the guarded client leads nowhere.
pub(crate) const NOWHERE: &str = "http://nowhere.invalid:1";

/// The hosts that need no proxy: none, not even this machine.
pub(crate) const NO_BYPASS: &str = "<-loopback>";

/// What a browser does by itself, and no page needs.
const FLAGS: [&str; 27] = [
    "--remote-debugging-pipe",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--deny-permission-prompts",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    // Frames of other sites are drawn by the process of their page, so that one snapshot has all.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,\
     WebUIOmniboxPopup,WebUIOmniboxAimPopup,DialMediaRouteProvider",
    // Calls between browsers would go to any address, by UDP. The second name is that of the shell.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/// The time for a browser to end by itself when it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// The longest folder for temporary files, in bytes. The address of a socket in it has at most 104
/// on some systems, and Chromium adds `/org.chromium.Chromium.a1b2c3/SingletonSocket`.
const LONGEST_TEMPORARY: usize = 55;

/// A browser and all of its processes. They end when it is dropped.
pub(crate) struct Process {
    child: Mutex<Child>,
    /// The number of the process group.
    group: u32,
    /// Removed when the processes have ended.
    _profile: TempDir,
}

/// The two ends of the pipes to a browser.
pub(crate) struct Pipes {
    pub(crate) commands: File,
    pub(crate) answers: File,
}

impl Process {
    /// Starts the browser of a configuration.
    #[cfg(unix)]
    pub(crate) fn start(config: &BrowserConfig, program: Option<&Path>) -> Result<(Self, Pipes)> {
        use std::os::fd::OwnedFd;
        use std::os::unix::process::CommandExt;

        let failed = |error: std::io::Error| {
            let reason = format!("the browser cannot be started ({error})");
            BrowserError::new(BrowserErrorKind::Start, reason)
        };
        let program = program.map_or_else(find_browser, |path| Ok(path.to_owned()))?;
        let profile =
            tempfile::Builder::new().prefix("tamis-browser-").tempdir().map_err(failed)?;
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh"]).arg(profile.path()).arg(&program).args(FLAGS);
        if !config.sandbox {
            command.arg("--no-sandbox");
        }
        command
            .arg(format!("--proxy-server={NOWHERE}"))
            .arg(format!("--proxy-bypass-list={NO_BYPASS}"))
            .arg("--host-resolver-rules=MAP * ~NOTFOUND")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        // A browser that is killed leaves what it has in the folder for temporary files, such as
        // `org.chromium.Chromium.a1b2c3`. In the profile, that is removed with it.
        if profile.path().as_os_str().len() <= LONGEST_TEMPORARY {
            command.env("TMPDIR", profile.path());
        }
        let mut child = command.spawn().map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, answers) = pipes.ok_or_else(BrowserError::gone)?;
        let commands = File::from(OwnedFd::from(commands));
        let answers = File::from(OwnedFd::from(answers));
        let group = child.id();
        let process = Process { child: Mutex::new(child), group, _profile: profile };
        Ok((process, Pipes { commands, answers }))
    }

    /// Says that no browser can be started here.
    #[cfg(not(unix))]
    pub(crate) fn start(_: &BrowserConfig, _: Option<&Path>) -> Result<(Self, Pipes)> {
        let reason = "a browser is started on Unix only: name a running one by its ws:// address";
        Err(BrowserError::new(BrowserErrorKind::Start, reason))
    }

    /// Returns the memory of all processes in bytes, or `None` where it cannot be measured.
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        memory::of_group(self.group).map(|group| group.bytes)
    }

    /// Ends the process that draws pages and has the most memory.
    pub(crate) fn end_largest_renderer(&self) {
        if let Some(process) = memory::of_group(self.group).and_then(|group| group.largest_renderer)
        {
            signals::end(process);
        }
    }

    /// Ends all processes. Those that end by themselves within the grace are waited for, so that
    /// none is left that nobody waits for.
    pub(crate) fn end(&self) {
        let start = Instant::now();
        let mut child = self.child.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while start.elapsed() < GRACE && matches!(child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(10));
        }
        signals::end_group(self.group);
        // It has ended, or was just made to.
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
