//! Pages that want more than to be read. None may hang, and their text is found all the same.

use std::time::{Duration, Instant};

use tamis_browser::{BrowserConfig, BrowserErrorKind};

use crate::server::Reply;
use crate::{SITE, Site, TEXT};

/// Far more than such a page needs, and far less than the limit of a page that hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// Returns a site with short limits.
fn impatient() -> Site {
    let config = BrowserConfig::default();
    Site::new(config.timeout(Duration::from_secs(12)).settle(Duration::from_secs(2)))
}

#[test]
#[ignore = "needs chromium"]
fn dialogues_windows_downloads_and_printing_come_to_nothing() {
    let attachment = Reply::of("application/zip", "PK").with("Content-Disposition", "attachment");
    SITE.server.add("/file.zip", attachment);
    SITE.server.add("/window", Reply::html("<script>alert('in a window')</script>"));
    for (path, code) in [
        ("/alert", "alert('a'); alert('b')"),
        ("/confirm", "if (confirm('Sure?')) document.body.innerHTML = 'said yes'"),
        ("/prompt", "if (prompt('Name?', 'x') !== null) document.body.innerHTML = 'said x'"),
        (
            "/unload",
            "onbeforeunload = e => e.preventDefault(); setTimeout(() => location = '#a', 9)",
        ),
        ("/print", "print(); setInterval(print, 50)"),
        ("/open", "for (let i = 0; i < 9; i++) open('/window', '_blank', 'popup')"),
        ("/download", "location = '/file.zip'"),
        (
            "/download-link",
            "const a = document.createElement('a'); a.download = 'x'; \
          a.href = 'data:text/plain,x'; a.click()",
        ),
        ("/file-chooser", "const i = document.createElement('input'); i.type = 'file'; i.click()"),
        (
            "/asks",
            "navigator.geolocation.getCurrentPosition(() => document.body.innerHTML = 'there'); \
          Notification.requestPermission(); navigator.mediaDevices?.getUserMedia({ audio: true })",
        ),
        ("/fullscreen", "document.documentElement.requestFullscreen().catch(() => {})"),
    ] {
        let drawn = SITE.drawn(path, &format!("<p>{TEXT}</p><script>{code}</script>"));
        assert!(drawn.html.contains(TEXT), "{path}: {}", drawn.html);
    }
    let error = SITE.draw("/file.zip").unwrap_err();
    assert_eq!(error.kind(), BrowserErrorKind::NoPage, "{error}");
}

#[test]
#[ignore = "needs chromium"]
fn endless_pages_are_taken_as_they_are() {
    let site = impatient();
    site.server.add("/never", Reply { is_endless: true, ..Reply::of("text/plain", "x") });
    let begin = Instant::now();
    for (path, code) in [
        ("/loader", "fetch('/never')"),
        ("/poller", "setInterval(() => fetch('/data?' + Math.random()), 30)"),
        (
            "/writer",
            "setInterval(() => document.body.append(document.createElement('p').cloneNode(), \
          'words and words and words and words and words '), 20)",
        ),
        ("/busy-later", "setTimeout(() => { while (true); }, 300)"),
    ] {
        let drawn = site.drawn(path, &format!("<p>{TEXT}</p><script>{code}</script>"));
        assert!(drawn.html.contains(TEXT), "{path}: {}", drawn.html);
        assert!(!drawn.is_settled, "{path}");
    }
    let clock = "setInterval(() => c.textContent = new Date().toISOString(), 30)";
    let clock = format!("<p>{TEXT}</p><i id=c></i><script>{clock}</script>");
    assert!(site.drawn("/clock", &clock).is_settled);
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
#[ignore = "needs chromium"]
fn pages_without_an_end_are_errors() {
    let site = impatient();
    let begin = Instant::now();
    site.server.add("/silent", Reply::html("").late(Duration::from_mins(1)));
    let error = site.draw("/silent").unwrap_err();
    assert_eq!(error.kind(), BrowserErrorKind::Timeout, "{error}");
    site.server.add("/a", Reply::redirect("/b"));
    site.server.add("/b", Reply::redirect("/a"));
    let error = site.draw("/a").unwrap_err();
    assert!(matches!(error.kind(), BrowserErrorKind::NoPage | BrowserErrorKind::Fetch), "{error}");
    let forever =
        format!("<p>{TEXT}</p><script>location = '/script-loop?' + Math.random()</script>");
    let drawn = site.drawn("/script-loop", &forever);
    assert!(drawn.refused.iter().any(|of| of.reason.contains("without an end")), "{drawn:?}");
    // The browser lives.
    assert!(site.drawn("/fine", TEXT).html.contains(TEXT));
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
#[ignore = "needs chromium"]
fn memory_and_requests_have_limits() {
    let config = BrowserConfig::default();
    let site = Site::new(config.max_memory_bytes(900 << 20).max_requests(20).max_bytes(1 << 20));
    let eats = "const all = []; setInterval(() => { for (let i = 0; i < 8; i++) { const part = new \
                Uint8Array(1 << 24); part.fill(7); all.push(part) }; document.body.append(document.createElement('p'), \
                'more and more and more and more and more and more and more') }, 10)";
    let html = format!("<p>{TEXT}</p><script>{eats}</script>");
    site.server.add("/eats", Reply::html(html));
    let error = site.draw("/eats").unwrap_err();
    assert_eq!(error.kind(), BrowserErrorKind::Crashed, "{error}");
    assert!(site.drawn("/fine", TEXT).html.contains(TEXT));
    let many = "for (let i = 0; i < 50; i++) fetch('/data?' + i)";
    let drawn = site.drawn("/many", &format!("<p>{TEXT}</p><script>{many}</script>"));
    assert!(drawn.html.contains(TEXT));
    assert_eq!(drawn.requests, 20);
    assert!(drawn.refused[0].reason.contains("more requests than the limit"), "{drawn:?}");
    site.server.add("/large", Reply::of("text/plain", "x".repeat(2 << 20)));
    let large = format!("<p>{TEXT}</p><script>fetch('/large')</script>");
    let drawn = site.drawn("/asks-for-large", &large);
    assert!(drawn.refused[0].reason.contains("larger than the limit"), "{drawn:?}");
}

#[test]
#[ignore = "needs chromium"]
fn strange_trees_are_written() {
    let deep = "let at = document.body; for (let i = 0; i < 700; i++) { const next = \
                document.createElement('div'); at.append(next); at = next }; at.append('deep down')";
    let drawn = SITE.drawn("/deep", &format!("<p>{TEXT}</p><script>{deep}</script>"));
    assert!(drawn.html.contains(TEXT) && drawn.html.contains("deep down"));
    let names = "const odd = document.createElementNS('http://a/', 'x:y'); odd.append('odd'); \
                 document.body.append(odd); document.body.setAttribute('on:a', '\"><b>')";
    let drawn = SITE.drawn("/names-of-elements", &format!("<p>{TEXT}</p><script>{names}</script>"));
    assert!(drawn.html.contains("on:a=\"&quot;&gt;&lt;b&gt;\""), "{}", drawn.html);
}
