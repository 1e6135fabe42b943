//! Pages whose text comes late.

use std::time::{Duration, Instant};

use tamis_browser::{BrowserConfig, Order};

use crate::server::Reply;
use crate::{SITE, Site, TEXT};

/// Draws a page whose scripts write [`TEXT`], and checks that it is there.
#[track_caller]
fn check(path: &str, html: &str) -> String {
    let drawn = SITE.drawn(path, html);
    assert!(drawn.html.contains(TEXT), "{path}: {}", drawn.html);
    assert!(drawn.is_settled, "{path}");
    assert_eq!(drawn.status, Some(200));
    drawn.html
}

/// Returns a page with a script.
fn script(script: &str) -> String {
    format!("<!doctype html><title>A page</title><div id=root></div><script>{script}</script>")
}

/// An expression that is [`TEXT`], though the source of the page does not contain it.
fn text() -> String {
    let (first, second) = TEXT.split_at(20);
    format!("({first:?}+{second:?})")
}

#[test]
#[ignore = "needs chromium"]
fn scripts_write() {
    let text = text();
    for (path, code) in [
        ("/at-once", format!("root.innerHTML = '<p>' + {text}")),
        ("/document-write", format!("document.write('<p>' + {text})")),
        ("/on-load", format!("onload = () => root.append({text})")),
        ("/later", format!("setTimeout(() => root.append({text}), 250)")),
        (
            "/in-steps",
            format!(
                "let n = 0; const s = setInterval(() => {{ root.append(n + ' ' + {text}); \
             if (++n == 5) clearInterval(s) }}, 150)"
            ),
        ),
        ("/on-frame", format!("requestAnimationFrame(() => root.append({text}))")),
        ("/idle", format!("requestIdleCallback(() => root.append({text}))")),
        ("/promise", format!("Promise.resolve().then(() => root.append({text}))")),
        ("/module", format!("import('data:text/javascript,').then(() => root.append({text}))")),
        ("/title", format!("document.title = {text}")),
        (
            "/template",
            format!(
                "const t = document.createElement('template'); t.innerHTML = '<p>' + {text}; \
             root.append(t.content.cloneNode(true))"
            ),
        ),
        ("/moved", format!("history.pushState(null, '', '/moved/on'); root.append({text})")),
    ] {
        check(path, &script(&code));
    }
    assert_eq!(SITE.draw("/moved").unwrap().url, SITE.server.url("/moved/on"));
}

/// The network and the text are quiet at the same time, and not one after the other.
#[test]
#[ignore = "needs chromium"]
fn a_page_rests_once() {
    let quiet = Duration::from_secs(3);
    let site = Site::new(BrowserConfig::default().quiet(quiet).scroll(false));
    site.drawn("/first", TEXT);
    let begin = Instant::now();
    assert!(site.drawn("/rests", TEXT).is_settled);
    let time = begin.elapsed();
    assert!(time >= quiet && time < 2 * quiet, "{time:?}");
}

#[test]
#[ignore = "needs chromium"]
fn scripts_fetch() {
    let reply = Reply::of("application/json", format!("{{\"text\":{TEXT:?}}}"));
    SITE.server.add("/data", reply.clone());
    SITE.server.add("/slow", reply.clone().late(Duration::from_millis(700)));
    SITE.server.add("/post", reply);
    SITE.server.add("/moved-data", Reply::redirect("/data"));
    let worker = "fetch('/data').then(r => r.json()).then(d => postMessage(d.text))";
    SITE.server.add("/worker.js", Reply::of("text/javascript", worker));
    let module = format!("export const text = {TEXT:?}");
    SITE.server.add("/module.js", Reply::of("text/javascript", module));
    for (path, code) in [
        ("/fetch", "fetch('/data').then(r => r.json()).then(d => root.append(d.text))"),
        ("/fetch-slow", "fetch('/slow').then(r => r.json()).then(d => root.append(d.text))"),
        ("/fetch-moved", "fetch('/moved-data').then(r => r.json()).then(d => root.append(d.text))"),
        (
            "/fetch-two",
            "fetch('/data').then(() => fetch('/slow')).then(r => r.json())\
          .then(d => root.append(d.text))",
        ),
        (
            "/fetch-post",
            "fetch('/post', { method: 'POST', body: '{\"page\":1}', headers: \
          { 'Content-Type': 'application/json', 'X-Token': 'abc' } }).then(r => r.json())\
          .then(d => root.append(d.text))",
        ),
        (
            "/xhr",
            "const x = new XMLHttpRequest(); x.open('GET', '/data'); \
          x.onload = () => root.append(JSON.parse(x.response).text); x.send()",
        ),
        (
            "/xhr-sync",
            "const x = new XMLHttpRequest(); x.open('GET', '/slow', false); x.send(); \
          root.append(JSON.parse(x.response).text)",
        ),
        ("/worker", "new Worker('/worker.js').onmessage = e => root.append(e.data)"),
        ("/import", "import('/module.js').then(m => root.append(m.text))"),
    ] {
        check(path, &script(code));
    }
    let post = SITE.server.requests("/post").remove(0);
    assert!(post.starts_with("POST ") && post.ends_with("{\"page\":1}"), "{post}");
    assert!(post.to_ascii_lowercase().contains("x-token: abc"), "{post}");
}

#[test]
#[ignore = "needs chromium"]
fn streamed_pages_are_put_together() {
    // As React sends what is late: hidden, with a script that moves it.
    let move_it = "const b = document.getElementById('B:0'), s = document.getElementById('S:0'); \
                   b.replaceWith(...s.childNodes); s.remove()";
    let parts = [
        "<!doctype html><main><p>First</p><template id=B:0></template></main>".to_owned(),
        format!("<div hidden id=S:0><p>{TEXT}</p></div>"),
        format!("<script>{move_it}</script>"),
    ];
    let parts = parts.into_iter().map(|part| (Duration::from_millis(150), part)).collect();
    SITE.server.add("/streamed", Reply { parts, ..Reply::default() });
    let html = SITE.draw("/streamed").unwrap().html;
    assert!(html.contains(&format!("<main><p>First</p><p>{TEXT}</p></main>")), "{html}");
    // As frameworks take over what the server has sent.
    let text = text();
    check(
        "/hydrated",
        &format!(
            "<div id=app><p>Loading…</p></div><script type=application/json id=state>{{\"n\":1}}\
             </script><script>addEventListener('DOMContentLoaded', () => {{ const n = \
             JSON.parse(state.textContent).n; app.innerHTML = '<p>' + n + {text} }})</script>"
        ),
    );
}

#[test]
#[ignore = "needs chromium"]
fn text_that_waits_for_its_reader_comes() {
    let text = text();
    let lazy = format!(
        "new IntersectionObserver((seen, self) => {{ if (seen.some(e => e.isIntersecting)) {{ \
         self.disconnect(); end.append({text}) }} }}).observe(end)"
    );
    check(
        "/lazy",
        &format!("<div style=height:6000px>a</div><p id=end></p><script>{lazy}</script>"),
    );
    check("/lazy-in-view", &format!("<p id=end></p><script>{lazy}</script>"));
    // More comes as long as one scrolls: the page is scrolled to its end once.
    SITE.server.add("/more", Reply::html(format!("<p style=height:900px>{TEXT}</p>")));
    let endless = "let busy = false; onscroll = async () => { if (busy || scrollY + innerHeight < \
                   document.body.scrollHeight - 300) return; busy = true; \
                   root.insertAdjacentHTML('beforeend', await (await fetch('/more')).text()); \
                   busy = false }";
    let html = check(
        "/infinite",
        &format!("<div style=height:2500px>a</div><div id=root></div><script>{endless}</script>"),
    );
    let count = html.matches(TEXT).count();
    assert!((1..50).contains(&count), "{count}");
}

#[test]
#[ignore = "needs chromium"]
fn shadow_trees_are_shown() {
    let text = text();
    for mode in ["open", "closed"] {
        let code = format!(
            "const shadow = root.attachShadow({{ mode: '{mode}' }}); shadow.innerHTML = \
             '<h1><slot name=title></slot></h1><p>' + {text} + '</p><slot>empty</slot>'; \
             root.innerHTML = '<i slot=title>A title</i>light'"
        );
        let html = check(&format!("/shadow-{mode}"), &script(&code));
        let shown = format!("<h1><i slot=\"title\">A title</i></h1><p>{TEXT}</p>light</div>");
        assert!(html.contains(&shown), "{html}");
    }
    // In each other, with text that comes late in the inner one.
    let code = format!(
        "customElements.define('x-in', class extends HTMLElement {{ connectedCallback() {{ const s \
         = this.attachShadow({{ mode: 'open' }}); s.innerHTML = '<b>…</b><slot></slot>'; \
         setTimeout(() => s.querySelector('b').textContent = {text}, 200) }} }}); \
         root.attachShadow({{ mode: 'open' }}).innerHTML = '<section><x-in>given</x-in></section>'"
    );
    let html = check("/shadow-nested", &script(&code));
    assert!(html.contains(&format!("<x-in><b>{TEXT}</b>given</x-in>")), "{html}");
    let declared = format!(
        "<div><template shadowrootmode=closed><style>p{{white-space:pre}}</style><p>{TEXT}</p>\
         </template></div>"
    );
    assert!(check("/shadow-declared", &declared).contains("<style scoped>"));
}

#[test]
#[ignore = "needs chromium"]
fn frames_of_the_site_are_taken_in() {
    SITE.server.add("/frame", Reply::html(format!("<p title='a \"b\"'>{TEXT}</p>")));
    let html = check("/framed", "<p>Around</p><iframe src=/frame></iframe>");
    assert!(html.contains("<iframe srcdoc=\"&lt;!DOCTYPE html&gt;"), "{html}");
    assert!(
        html.contains(&format!("title=&quot;a &amp;quot;b&amp;quot;&quot;&gt;{TEXT}")),
        "{html}"
    );
    check("/framed-source", &format!("<iframe srcdoc='<p>{TEXT}'></iframe>"));
    let other = Site::new(BrowserConfig::default());
    other.server.add("/frame", Reply::html(TEXT));
    let html = format!("<p>Around</p><iframe src={}></iframe>", other.server.url("/frame"));
    let drawn = SITE.drawn("/framed-other", &html);
    assert!(!drawn.html.contains(TEXT), "{}", drawn.html);
}

#[test]
#[ignore = "needs chromium"]
fn pages_lead_to_others() {
    SITE.server.add("/end", Reply::html(format!("<p>{TEXT}</p>")));
    SITE.server.add("/302", Reply::redirect("/end"));
    SITE.server.add("/by-script", Reply::html("<script>location = '/end#part'</script>"));
    SITE.server.add("/by-meta", Reply::html("<meta http-equiv=refresh content='0; url=/end'>"));
    for (path, end) in [("/302", "/end"), ("/by-script", "/end#part"), ("/by-meta", "/end")] {
        let drawn = SITE.draw(path).unwrap();
        assert!(drawn.html.contains(TEXT), "{path}: {}", drawn.html);
        assert_eq!(drawn.url, SITE.server.url(end), "{path}");
    }
    let cookie = Reply::redirect("/with-cookie").with("Set-Cookie", "seen=yes; Path=/");
    SITE.server.add("/cookie", cookie);
    let html = script("root.append(document.cookie)");
    SITE.server.add("/with-cookie", Reply::html(html));
    assert!(SITE.draw("/cookie").unwrap().html.contains("seen=yes"));
    assert!(
        SITE.server.requests("/with-cookie")[0].to_ascii_lowercase().contains("cookie: seen=yes")
    );
    // Another page knows nothing of it.
    assert!(!SITE.draw("/with-cookie").unwrap().html.contains("seen=yes"));
}

#[test]
#[ignore = "needs chromium"]
fn a_known_page_is_not_fetched() {
    let html = script("fetch('/data').then(r => r.json()).then(d => root.append(d.text))");
    SITE.server.add("/data", Reply::of("application/json", format!("{{\"text\":{TEXT:?}}}")));
    let order = Order::new(SITE.server.url("/known#top")).source(html, "text/html");
    let drawn = SITE.draw_order(&order).unwrap();
    assert!(drawn.html.contains(TEXT));
    assert_eq!((drawn.status, drawn.url), (None, SITE.server.url("/known#top")));
    assert!(SITE.server.requests("/known").is_empty());
    let latin = Order::new(SITE.server.url("/latin"))
        .source(b"<p>caf\xe9".to_vec(), "text/html; charset=iso-8859-1");
    assert!(SITE.draw_order(&latin).unwrap().html.contains("café"));
}

#[test]
#[ignore = "needs chromium"]
fn an_element_can_be_waited_for() {
    let site = Site::new(BrowserConfig::default().wait_for(".ready"));
    let text = text();
    let code = format!(
        "setTimeout(() => root.innerHTML = '<p class=ready>' + {text}, 1200); \
         setTimeout(() => root.append('too late'), 6000)"
    );
    let drawn = site.drawn("/", &script(&code));
    assert!(drawn.html.contains(TEXT) && !drawn.html.contains("late<"), "{}", drawn.html);
    let code = format!(
        "setTimeout(() => root.attachShadow({{ mode: 'open' }}).innerHTML = '<p class=ready>' + \
         {text}, 900)"
    );
    assert!(site.drawn("/shadow", &script(&code)).html.contains(TEXT));
    let wrong = Site::new(BrowserConfig::default().wait_for("p["));
    wrong.server.add("/", Reply::html("<p>a"));
    assert_eq!(wrong.draw("/").unwrap_err().to_string(), "\"p[\" is not a CSS selector");
}

#[test]
#[ignore = "needs chromium"]
fn consent_dialogues_stay_as_they_are() {
    let text = text();
    let html = check(
        "/consent",
        &script(&format!(
            "root.innerHTML = '<p>' + {text} + '</p><div role=dialog>We use cookies <button \
             onclick=root.remove()>Accept all</button></div>'"
        )),
    );
    assert!(html.contains("We use cookies"), "{html}");
}

#[test]
#[ignore = "needs chromium"]
fn images_and_fonts_are_left_out_unless_they_are_asked_for() {
    let html = format!(
        "<style>@font-face{{font-family:f;src:url(/f.woff2)}}body{{font-family:f}}</style>\
         <link rel=stylesheet href=/s.css><img src=/i.png><p>{TEXT}</p>"
    );
    for media in [false, true] {
        let site = Site::new(BrowserConfig::default().media(media));
        assert!(site.drawn("/", &html).html.contains(TEXT));
        let asked = |path: &str| !site.server.requests(path).is_empty();
        assert_eq!((asked("/s.css"), asked("/i.png"), asked("/f.woff2")), (true, media, media));
    }
}
