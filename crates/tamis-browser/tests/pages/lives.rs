//! When browsers start, end, and what is left of them.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use tamis_browser::{BrowserConfig, BrowserErrorKind, Place};

use crate::server::Reply;
use crate::{Site, TEXT, alone};

/// Returns the processes that were started by this one, directly or by others, and that run.
pub(crate) fn descendants() -> BTreeSet<u32> {
    let mut found = BTreeSet::from([std::process::id()]);
    let mut processes = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace().collect();
        if let [_, parent, ..] = fields[..] {
            processes.push((id, parent.parse::<u32>().unwrap()));
        }
    }
    loop {
        let before = found.len();
        found.extend(
            processes
                .iter()
                .filter(|(_, parent)| found.contains(parent))
                .map(|of| of.0)
                .collect::<Vec<_>>(),
        );
        if found.len() == before {
            found.remove(&std::process::id());
            return found;
        }
    }
}

/// Returns the processes with this text in their arguments, without those that have ended.
pub(crate) fn processes_with(text: &str) -> Vec<u32> {
    let ids = fs::read_dir("/proc").unwrap().flatten();
    let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let arguments = |id: &u32| fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    ids.filter(|id| String::from_utf8_lossy(&arguments(id)).contains(text)).collect()
}

/// Returns the folder of the profile of a browser of this process.
pub(crate) fn profile_among(new: &BTreeSet<u32>) -> String {
    new.iter()
        .find_map(|id| {
            let arguments = fs::read(format!("/proc/{id}/cmdline")).ok()?;
            let arguments = String::from_utf8_lossy(&arguments).into_owned();
            let rest = arguments.split("--user-data-dir=").nth(1)?.to_owned();
            Some(rest.split(['\0', ' ']).next().unwrap_or_default().to_owned())
        })
        .expect("a browser runs")
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
#[ignore = "needs chromium"]
fn no_process_and_no_profile_is_left() {
    let _guard = alone();
    let before = descendants();
    let site = Site::alone(BrowserConfig::default());
    assert!(descendants().is_subset(&before), "nothing starts before the first page");
    assert!(site.drawn("/", TEXT).html.contains(TEXT));
    let new: BTreeSet<u32> = descendants().difference(&before).copied().collect();
    let profile = profile_among(&new);
    assert!(fs::exists(&profile).unwrap());
    drop(site);
    eventually("the browser has ended", || processes_with(&profile).is_empty());
    assert!(!fs::exists(&profile).unwrap());
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_that_is_killed_costs_one_retry() {
    let _guard = alone();
    let site = Site::alone(BrowserConfig::default());
    // Only the second browser gets its answer in time, however long it takes to kill the first.
    let answer = Reply::of("text/plain", TEXT);
    site.server.add("/slow", answer.clone().late(Duration::from_mins(1)));
    let html = "<div id=root></div><script>fetch('/slow').then(r => r.text()).then(t => \
                root.append(t))</script>";
    let before = descendants();
    site.drawn("/first", TEXT);
    let new: BTreeSet<u32> = descendants().difference(&before).copied().collect();
    let profile = profile_among(&new);
    thread::scope(|scope| {
        let drawing = scope.spawn(|| site.drawn("/page", html));
        eventually("the page is asked for", || !site.server.requests("/slow").is_empty());
        site.server.add("/slow", answer);
        for id in processes_with(&profile) {
            let kill = std::process::Command::new("kill").args(["-9", &id.to_string()]).output();
            assert!(kill.is_ok());
        }
        assert!(drawing.join().unwrap().html.contains(TEXT));
    });
    assert_eq!(site.server.requests("/page").len(), 2);
    eventually("the killed browser has ended", || processes_with(&profile).is_empty());
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_is_started_again_after_some_pages() {
    let _guard = alone();
    let site = Site::alone(BrowserConfig::default().max_pages(2));
    let profile = |path: &str| {
        let before = descendants();
        site.drawn(path, TEXT);
        let new: BTreeSet<u32> = descendants().difference(&before).copied().collect();
        new.iter().any(|&id| processes_with("--user-data-dir=").contains(&id))
    };
    assert!(profile("/1"));
    site.drawn("/2", TEXT);
    assert!(profile("/3"));
}

#[test]
#[ignore = "needs chromium"]
fn pages_are_drawn_at_the_same_time() {
    let site = Site::new(BrowserConfig::default());
    site.server.add("/slow", Reply::of("text/plain", TEXT).late(Duration::from_millis(800)));
    let html = "<div id=root></div><script>fetch('/slow').then(r => r.text()).then(t => \
                root.append(t))</script>";
    thread::scope(|scope| {
        let drawing: Vec<_> = (0..6)
            .map(|number| {
                let site = &site;
                scope.spawn(move || site.drawn(&format!("/page/{number}"), html))
            })
            .collect();
        for drawn in drawing {
            assert!(drawn.join().unwrap().html.contains(TEXT));
        }
    });
}

#[test]
#[ignore = "needs chromium"]
fn a_running_browser_can_be_used() {
    use std::os::unix::process::CommandExt;

    // The browser would look like one of another test.
    let _guard = alone();
    let profile = tempfile::tempdir().unwrap();
    let mut browser = std::process::Command::new(tamis_browser::find_browser().unwrap())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let port = profile.path().join("DevToolsActivePort");
    eventually("the browser has a port", || {
        fs::read_to_string(&port).is_ok_and(|text| text.lines().count() == 2)
    });
    let text = fs::read_to_string(&port).unwrap();
    let (number, path) = text.split_once('\n').unwrap();
    let address = format!("ws://127.0.0.1:{number}{}", path.trim());
    let site = Site::alone(BrowserConfig::default().place(Place::named(&address)));
    let forbidden = crate::server::Forbidden::start();
    let html = format!("<p>{TEXT}</p><script>fetch('http://{}/')</script>", forbidden.address);
    assert!(site.drawn("/", &html).html.contains(TEXT));
    assert_eq!(forbidden.count(), 0);
    drop(site);
    assert!(browser.try_wait().unwrap().is_none(), "it is left as it was");
    // Some packages start the browser by a script, which does not end it.
    let group = rustix::process::Pid::from_child(&browser);
    rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
    browser.wait().unwrap();
}

#[test]
fn a_browser_that_is_not_there_is_an_error() {
    for (name, kind, words) in [
        ("/nonexistent/browser", BrowserErrorKind::Start, "ended when it was started"),
        ("true", BrowserErrorKind::Start, "ended when it was started"),
        ("ws://127.0.0.1:1/", BrowserErrorKind::Start, "cannot be reached"),
        ("ws://", BrowserErrorKind::Start, "cannot be reached"),
    ] {
        let site = Site::new(BrowserConfig::default().place(Place::named(name)));
        let error = site.draw("/").unwrap_err();
        assert_eq!(error.kind(), kind, "{name}: {error}");
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
    let zero = BrowserConfig::default().max_pages(0);
    let client = tamis_fetch::Client::new(tamis_fetch::ClientConfig::default()).unwrap();
    let error = tamis_browser::Browser::new(zero, client).unwrap_err();
    assert_eq!(
        (error.kind(), &*error.to_string()),
        (BrowserErrorKind::InvalidConfig, "max_pages is zero")
    );
}
