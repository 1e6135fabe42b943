//! A site of sixty pages of all kinds: on how many is the content found?
//!
//! All of them have a story of five paragraphs, in another form each, between a menu and a list of
//! other stories. Each also asks for what is forbidden. A page counts as found if the extraction
//! has all five paragraphs, and neither the menu nor the list. `.ci/install-frameworks.sh` makes
//! the programs of frameworks; without them, their pages are left out.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use tamis::{Config, Input, Url};
use tamis_browser::BrowserConfig;

use crate::frameworks::{NAMES, PROGRAMS};
use crate::server::{Forbidden, Reply};
use crate::{Site, alone};

/// The pages of frameworks: each with a list of what is special about it.
const OF_FRAMEWORKS: usize = 24;

/// The pages that may be missed: one that needs more memory than there is cannot be drawn.
const MISSED: usize = 3;

/// Every one of so many pages is drawn unless all are asked for.
const SAMPLE: usize = 6;

/// How a page is built, by its name and what is in its body or loaded by it. `STORY` is the address
/// of the story as HTML, and `JSON` that of its paragraphs.
const KINDS: [(&str, &str); 36] = [
    ("inner-html", "<div id=r></div><script>get(STORY).then(t => r.innerHTML = t)</script>"),
    (
        "append",
        "<div id=r></div><script>get(JSON).then(t => { r.innerHTML = '<article><h1>A story</h1></article>'; for (const p of parse(t)) r.firstChild.append(el('p', p)) })</script>",
    ),
    (
        "one-by-one",
        "<div id=r></div><script>get(JSON).then(async t => { r.innerHTML = '<article><h1>A story</h1></article>'; for (const p of parse(t)) { await later(120); r.firstChild.append(el('p', p)) } })</script>",
    ),
    (
        "document-write",
        "<script>const x = new XMLHttpRequest(); x.open('GET', STORY, false); x.send(); document.write(x.responseText)</script>",
    ),
    (
        "template",
        "<template id=t><article><h1>A story</h1></article></template><div id=r></div><script>get(JSON).then(s => { const c = t.content.cloneNode(true); parse(s).forEach(p => c.firstChild.append(el('p', p))); r.append(c) })</script>",
    ),
    (
        "xhr",
        "<div id=r></div><script>const x = new XMLHttpRequest(); x.open('GET', STORY); x.onload = () => r.innerHTML = x.responseText; x.send()</script>",
    ),
    (
        "chain",
        "<div id=r></div><script>get('/six/one').then(get).then(get).then(t => r.innerHTML = t)</script>",
    ),
    (
        "module",
        "<div id=r></div><script type=module>import text from '/six/module.js'; r.innerHTML = text</script>",
    ),
    (
        "dynamic-import",
        "<div id=r></div><script>import('/six/module.js').then(m => r.innerHTML = m.default)</script>",
    ),
    (
        "worker",
        "<div id=r></div><script>new Worker('/six/worker.js').onmessage = e => r.innerHTML = e.data</script>",
    ),
    (
        "hydration",
        "<div id=r>SENT</div><script>get(STORY).then(t => r.replaceChildren(...new DOMParser().parseFromString(t, 'text/html').body.childNodes))</script>",
    ),
    (
        "skeleton",
        "<div id=r><div aria-busy=true><p>░░░░░░░░</p><p>░░░░░</p></div></div><script>setTimeout(() => get(STORY).then(t => r.innerHTML = t), 500)</script>",
    ),
    (
        "out-of-order",
        "<div id=r><!--$?--><template id=B></template><p>Loading…</p></div><div hidden id=S>SENT</div><script>setTimeout(() => { r.innerHTML = ''; r.append(...S.childNodes); S.remove() }, 200)</script>",
    ),
    ("redirect", "<script>location.replace('/six/inner-html')</script>"),
    (
        "hash-router",
        "<div id=r></div><script>onhashchange = () => get(STORY).then(t => r.innerHTML = t); location.hash = '#/story'</script>",
    ),
    (
        "history-router",
        "<div id=r></div><script>history.replaceState(null, '', '/six/routed'); get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    (
        "infinite-scroll",
        "<div id=r></div><div id=e style='height: 1px'></div><script>get(STORY).then(t => { r.innerHTML = t; let n = 0; new IntersectionObserver(s => { if (s[0].isIntersecting) r.insertAdjacentHTML('beforeend', `<aside><a href=/o${n++}>Other ${n}</a></aside>`) }).observe(e) })</script>",
    ),
    (
        "lazy-parts",
        "<article id=r><h1>A story</h1></article><script>get(JSON).then(t => parse(t).forEach(p => { const d = el('p', ''); d.style.minHeight = '700px'; r.append(d); new IntersectionObserver((s, o) => { if (s[0].isIntersecting) { d.textContent = p; o.disconnect() } }).observe(d) }))</script>",
    ),
    (
        "on-scroll",
        "<div id=r style='min-height: 3000px'></div><script>addEventListener('scroll', () => get(STORY).then(t => r.innerHTML = t), { once: true })</script>",
    ),
    (
        "open-shadow",
        "<div id=r></div><script>get(STORY).then(t => r.attachShadow({ mode: 'open' }).innerHTML = t)</script>",
    ),
    (
        "closed-shadow",
        "<div id=r></div><script>get(STORY).then(t => r.attachShadow({ mode: 'closed' }).innerHTML = t)</script>",
    ),
    (
        "slots",
        "<x-story id=r></x-story><script>customElements.define('x-story', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section>' } }); get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    ("frame", "<iframe src=/six/in-frame width=900 height=900></iframe>"),
    (
        "srcdoc",
        "<iframe id=r width=900 height=900></iframe><script>get(STORY).then(t => r.srcdoc = t)</script>",
    ),
    (
        "written-frame",
        "<iframe id=r width=900 height=900></iframe><script>get(STORY).then(t => { r.contentDocument.open(); r.contentDocument.write(t); r.contentDocument.close() })</script>",
    ),
    (
        "consent",
        "<div id=r></div><dialog id=d><h2>We value your privacy</h2><p>We and our partners use cookies.</p><button>Accept all</button></dialog><script>d.showModal(); get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    (
        "consent-wall",
        "<style>body { overflow: hidden } .wall { position: fixed; inset: 0; background: white; z-index: 9 }</style><div id=r></div><script>get(STORY).then(t => r.innerHTML = t); setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div class=\"wall cookie-consent\" role=dialog><p>We use cookies to improve this site.</p><button>Accept all</button></div>'), 200)</script>",
    ),
    (
        "endless-poll",
        "<div id=r></div><script>get(STORY).then(t => r.innerHTML = t); setInterval(() => fetch('/six/none?' + Math.random()), 40)</script>",
    ),
    (
        "endless-answer",
        "<div id=r></div><script>get(STORY).then(t => r.innerHTML = t); fetch('/six/never')</script>",
    ),
    (
        "busy",
        "<div id=r></div><script>get(STORY).then(t => { r.innerHTML = t; setTimeout(() => { for (;;); }, 400) })</script>",
    ),
    (
        "windows",
        "<div id=r></div><script>for (let i = 0; i < 5; i++) open('/six/inner-html', '_blank', 'popup'); get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    (
        "dialogues",
        "<div id=r></div><script>alert('a'); if (confirm('Leave?') || prompt('Name?')) location = '/six/none'; get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    (
        "downloads",
        "<a id=a download=x href='data:text/plain,x'></a><div id=r></div><script>a.click(); get(STORY).then(t => r.innerHTML = t)</script>",
    ),
    (
        "prints",
        "<div id=r></div><script>print(); get(STORY).then(t => { r.innerHTML = t; print() })</script>",
    ),
    (
        "memory",
        "<div id=r></div><script>get(STORY).then(t => r.innerHTML = t); const all = []; setInterval(() => { for (let i = 0; i < 8; i++) { const a = new Uint8Array(1 << 24); a.fill(7); all.push(a) } r.append('more '.repeat(20)) }, 10)</script>",
    ),
    (
        "some-memory",
        "<div id=r></div><script>const all = []; for (let i = 0; i < 12; i++) { const a = new Uint8Array(1 << 24); a.fill(7); all.push(a) } get(STORY).then(t => r.innerHTML = t)</script>",
    ),
];

/// Functions that the scripts of all pages call.
const LIBRARY: &str = "const get = a => fetch(a).then(r => r.text()), parse = t => JSON.parse(t).paragraphs, \
later = ms => new Promise(next => setTimeout(next, ms)), \
el = (name, text) => { const e = document.createElement(name); e.textContent = text; return e };";

/// A page in a form of its own, and how it went.
struct Tried {
    name: String,
    is_found: bool,
    is_settled: bool,
    error: Option<String>,
    ms: u128,
}

fn paragraphs() -> Vec<String> {
    let text = "The baker had said that the bread would be late that morning, and it was, since \
                the oven had gone out in the night and nobody had seen it before five.";
    (1..=5).map(|number| format!("Paragraph {number} of the story. {text}")).collect()
}

fn story() -> String {
    let paragraphs = paragraphs().iter().map(|text| format!("<p>{text}</p>")).collect::<Vec<_>>();
    format!("<article><h1>A story</h1>{}</article>", paragraphs.concat())
}

/// A whole page around a body.
fn around(body: &str, forbidden: &Forbidden) -> String {
    let at = forbidden.address;
    let items = ["Home", "News", "Sports", "Weather"].map(|of| format!("<li><a href=/x>{of}</a>"));
    let others = (0..6).map(|n| format!("<li><a href=/o{n}>Another story, number {n}</a>"));
    format!(
        "<!doctype html><html lang=en><title>A story</title><nav><ul>{}</ul></nav>\
         <script>const STORY = '/six/story.html', JSON_ = '/six/story.json';{LIBRARY}</script>{}\
         <aside><h2>More stories</h2><ul>{}</ul></aside><footer>Copyright</footer>\
         <script>fetch('http://{at}/').catch(() => 0); new Image().src = 'http://{at}/i'</script>",
        items.concat(),
        body.replace("get(JSON)", "get(JSON_)").replace("SENT", &story()),
        others.collect::<Vec<_>>().concat()
    )
}

/// The programs of frameworks, or none.
fn programs() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAMS);
    let read =
        |name| Some((name, fs::read_to_string(folder.join(name).with_extension("js")).ok()?));
    NAMES.into_iter().filter_map(read).collect()
}

/// Serves all pages. Returns their names.
fn serve(site: &Site, forbidden: &Forbidden) -> Vec<String> {
    let json = format!("{{\"title\":\"A story\",\"paragraphs\":{:?}}}", paragraphs());
    let add = |name: &str, reply: Reply| site.server.add(&format!("/six/{name}"), reply);
    let script = |text: String| Reply::of("text/javascript", text);
    let text = |text: &str| Reply::of("text/plain", text);
    add("story.html", Reply::html(story()));
    add("story.json", Reply::of("application/json", json.as_str()));
    add("late.json", Reply::of("application/json", json).late(Duration::from_millis(700)));
    add("module.js", script(format!("export default {:?}", story())));
    let worker = "fetch('/six/story.html').then(r => r.text()).then(postMessage)";
    add("worker.js", script(worker.into()));
    add("in-frame", Reply::html(story()));
    add("one", text("/six/two"));
    add("two", text("/six/story.html"));
    add("never", Reply { is_endless: true, ..text("x") });
    let mut names = Vec::new();
    for (framework, program) in programs() {
        let at = |json: &str| program.replace("/article.json", &format!("/six/{json}"));
        add(&format!("{framework}.js"), script(at("story.json")));
        add(&format!("{framework}-late.js"), script(at("late.json")));
        let load =
            |of: &str| format!("<div id=root></div><script src=/six/{framework}{of}.js></script>");
        let insert = format!(
            "<div id=root></div><script>setTimeout(() => {{ const s = document.createElement('script'); \
             s.src = '/six/{framework}.js'; document.head.append(s) }}, 300)</script>"
        );
        for (variant, body) in [
            ("", load("")),
            ("late", load("-late")),
            ("inserted", insert),
            ("over-text", load("").replace("></div>", "><p>This site needs JavaScript.</p></div>")),
        ] {
            let name = format!("{framework}-{variant}");
            add(&name, Reply::html(around(&body, forbidden)));
            names.push(name);
        }
    }
    for (name, body) in KINDS {
        add(name, Reply::html(around(body, forbidden)));
        names.push(name.to_owned());
    }
    names
}

/// Draws a page and looks for its content.
fn tried(site: &Site, name: &str) -> Tried {
    let begin = Instant::now();
    let drawn = site.draw(&format!("/six/{name}"));
    let ms = begin.elapsed().as_millis();
    let (name, error) = (name.to_owned(), drawn.as_ref().err().map(ToString::to_string));
    let Ok(drawn) = drawn else {
        return Tried { name, is_found: false, is_settled: false, error, ms };
    };
    let url = Url::parse(&drawn.url).unwrap();
    let input = Input::from(&drawn.html).url(&url).layout(&drawn.layout);
    let mut extractor = tamis::Extractor::new(Config::default()).unwrap();
    let text = extractor.extract(input).text().to_owned();
    let is_found = paragraphs().iter().all(|part| text.contains(part.as_str()))
        && !text.contains("Weather")
        && !text.contains("Another story");
    Tried { name, is_found, is_settled: drawn.is_settled, error, ms }
}

#[test]
#[ignore = "needs chromium"]
fn the_content_of_sixty_pages_is_found() {
    let _guard = alone();
    let config = BrowserConfig::default().timeout(Duration::from_secs(25));
    let site = Site::alone(config.settle(Duration::from_secs(4)).max_memory_bytes(1200 << 20));
    let forbidden = Forbidden::start();
    let names = serve(&site, &forbidden);
    assert!(names.len() == KINDS.len() || names.len() == KINDS.len() + OF_FRAMEWORKS);
    let is_full = env::var_os("TAMIS_FULL").is_some();
    let step = if is_full { 1 } else { SAMPLE };
    let tried: Vec<Tried> = names.iter().step_by(step).map(|name| tried(&site, name)).collect();
    let found = tried.iter().filter(|page| page.is_found).count();
    let mut out = io::stderr().lock();
    writeln!(out, "found {found} of {} pages", tried.len()).unwrap();
    for Tried { name, is_found, is_settled, error, ms } in &tried {
        let error = error.as_deref().unwrap_or_default();
        writeln!(out, "{name}\tfound {is_found}\tat rest {is_settled}\t{ms} ms\t{error}").unwrap();
    }
    assert_eq!(forbidden.count(), 0);
    let missed = if is_full { MISSED } else { 1 };
    assert!(found + missed >= tried.len());
}
