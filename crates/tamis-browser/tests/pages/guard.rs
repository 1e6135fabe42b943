//! What pages may not reach.

use std::thread;
use std::time::Duration;

use tamis_browser::{BrowserErrorKind, Order};

use crate::server::{Forbidden, Reply};
use crate::{SITE, TEXT};

#[test]
#[ignore = "needs chromium"]
fn nothing_but_the_permitted_address_is_reached() {
    let forbidden = Forbidden::start();
    let (ip, port) = (forbidden.address, forbidden.address.port());
    SITE.server.add("/to-secret", Reply::redirect(format!("http://{ip}/secret")));
    let worker =
        format!("fetch('http://{ip}/a').catch(() => {{}}); importScripts('http://{ip}/b.js')");
    SITE.server.add("/bad-worker.js", Reply::of("text/javascript", worker.as_str()));
    let service = format!("oninstall = () => fetch('http://{ip}/service')");
    SITE.server.add("/service.js", Reply::of("text/javascript", service));
    let frame = format!("<script>fetch('http://{ip}/in-frame')</script>");
    SITE.server.add("/bad-frame", Reply::html(frame));
    let named = format!("http://localhost:{port}");
    let tries = [
        format!("fetch('http://{ip}/')"),
        format!("fetch('http://[::1]:{port}/')"),
        format!("fetch('{named}/', {{ mode: 'no-cors' }})"),
        format!("fetch('http://2130706433:{port}/', {{ mode: 'no-cors' }})"),
        format!("fetch('http://{ip}/', {{ method: 'POST', body: 'x', keepalive: true }})"),
        "fetch('/to-secret', { mode: 'no-cors' })".to_owned(),
        "fetch('file:///etc/passwd')".to_owned(),
        format!("new WebSocket('ws://{ip}/')"),
        format!("new WebSocket('ws://localhost:{port}/')"),
        format!("new EventSource('http://{ip}/')"),
        format!("new WebTransport('https://{ip}/')"),
        format!("navigator.sendBeacon('http://{ip}/', 'x')"),
        format!("new Image().src = 'http://{ip}/i.png'"),
        format!("new Audio('http://{ip}/a.mp3').play()"),
        "new Worker('/bad-worker.js')".to_owned(),
        "new SharedWorker('/bad-worker.js')".to_owned(),
        "navigator.serviceWorker.register('/service.js')".to_owned(),
        format!("open('http://{ip}/window')"),
        "open('/bad-frame')".to_owned(),
        "open().eval(\"fetch('http://IP/from-window')\")".replace("IP", &ip.to_string()),
        format!(
            "const call = new RTCPeerConnection({{ iceServers: [{{ urls: 'stun:{ip}' }}, \
             {{ urls: 'turn:{ip}?transport=tcp', username: 'a', credential: 'b' }}] }}); \
             call.createDataChannel('a'); call.createOffer().then(o => call.setLocalDescription(o))"
        ),
    ];
    let tries = tries.map(|code| format!("try {{ {code} }} catch {{}}\n")).concat();
    let html = format!(
        "<link rel=stylesheet href=http://{ip}/s.css><link rel=preload as=fetch href=http://{ip}/p>\
         <link rel=dns-prefetch href=http://{ip}><link rel=preconnect href=http://{ip}>\
         <link rel=prefetch href=http://{ip}/pre><script type=speculationrules>{{\"prerender\":\
         [{{\"urls\":[\"http://{ip}/spec\",\"/to-secret\"]}}]}}</script>\
         <iframe src=http://{ip}/></iframe><iframe src=/to-secret></iframe>\
         <iframe src=/bad-frame></iframe><object data=http://{ip}/o></object><embed src=http://{ip}/e>\
         <video src=http://{ip}/v></video><a ping=http://{ip}/ping href=#a id=a>x</a>\
         <form id=f action=http://{ip}/form target=_blank method=post></form>\
         <svg><image href=http://{ip}/svg /></svg><p>{TEXT}</p>\
         <script>onunhandledrejection = e => e.preventDefault();\n{tries}\na.click(); f.submit()\
         </script>"
    );
    let drawn = SITE.drawn("/guarded", &html);
    assert!(drawn.html.contains(TEXT), "{}", drawn.html);
    // What comes late would be on its way by now.
    thread::sleep(Duration::from_secs(1));
    assert_eq!(forbidden.count(), 0);
    let is_loopback = drawn.refused.iter().filter(|of| of.reason.contains("is loopback")).count();
    assert!(is_loopback >= 10, "{:?}", drawn.refused);
    assert!(drawn.refused.iter().all(|of| !of.url.starts_with(&SITE.server.url("/to"))));
}

#[test]
#[ignore = "needs chromium"]
fn a_page_that_is_refused_is_an_error() {
    let forbidden = Forbidden::start();
    let url = format!("http://{}/", forbidden.address);
    SITE.server.add("/leads-there", Reply::redirect(&*url));
    let by_script = format!("<script>location = '{url}'</script>");
    SITE.server.add("/script-leads-there", Reply::html(by_script));
    for order in [Order::new(&*url), Order::new(SITE.server.url("/leads-there"))] {
        let error = SITE.draw_order(&order).unwrap_err();
        assert_eq!(error.kind(), BrowserErrorKind::Fetch);
        assert!(error.to_string().contains("127.0.0.1 is loopback, not public"), "{error}");
    }
    // The page was there before its script led elsewhere.
    let drawn = SITE.draw("/script-leads-there").unwrap();
    assert!(drawn.refused[0].reason.contains("is loopback"), "{:?}", drawn.refused);
    for url in
        ["file:///etc/passwd", "chrome://version", "javascript:1", "nothing", "data:text/html,a"]
    {
        let error = SITE.draw_order(&Order::new(url)).unwrap_err();
        assert_eq!(error.kind(), BrowserErrorKind::InvalidConfig, "{url}: {error}");
    }
    assert_eq!(forbidden.count(), 0);
}

#[test]
#[ignore = "needs chromium"]
fn names_are_looked_up_by_the_guard_alone() {
    // The name would lead to this machine if the browser looked it up.
    let forbidden = Forbidden::start();
    let port = forbidden.address.port();
    let html = format!(
        "<p>{TEXT}</p><script>for (const host of ['localhost', 'a.localhost', '127.0.0.1.nip.io']) \
         fetch(`http://${{host}}:{port}/`).catch(() => {{}})</script>"
    );
    let drawn = SITE.drawn("/names", &html);
    assert!(drawn.html.contains(TEXT));
    assert_eq!(forbidden.count(), 0);
    assert!(drawn.refused.len() >= 2, "{:?}", drawn.refused);
}
