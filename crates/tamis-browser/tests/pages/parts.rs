//! Stories whose next part is behind a button that only scripts follow.

use tamis_browser::{Driver, Order};

use crate::server::Reply;
use crate::{DRAWING, SITE};

/// The most parts that a test takes.
const MOST: usize = 6;

/// The begin of each page: what its scripts use.
const BEGIN: &str = "<h1>A story</h1><div id=story></div><script>
const part = n => `<p>Part ${n}. It was the best of times, it was the worst of times.</p>`;
const story = document.getElementById('story');
let at = 1;
story.innerHTML = part(1);
const replace = n => { at = n; story.innerHTML = part(n) };
const append = n => { at = n; story.insertAdjacentHTML('beforeend', part(n)) };
</script>";

/// Draws a page with this below its story. Returns the numbers of the parts that each step shows.
#[track_caller]
fn parts(path: &str, rest: &str) -> Vec<Vec<usize>> {
    SITE.server.add(path, Reply::html(format!("{BEGIN}{rest}")));
    let order = Order::new(SITE.server.url(path)).next_labels(tamis::next_page_labels());
    let mut seen = Vec::new();
    let _guard = DRAWING.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    let outcome = SITE.browser.draw_parts(&order, &mut |drawn| {
        assert!(drawn.html.contains("A story</h1>"), "{path}: {}", drawn.html);
        let shown = |n: &usize| drawn.html.contains(&format!("<p>Part {n}. "));
        seen.push((1..=MOST).filter(shown).collect());
        seen.len() < MOST
    });
    assert_eq!(outcome.err(), None, "{path}");
    seen
}

#[test]
#[ignore = "needs chromium"]
fn buttons_that_lead_on_are_clicked() {
    SITE.server.add("/part/3", Reply::of("application/json", "3"));
    let replaced = vec![vec![1], vec![2], vec![3]];
    let appended = vec![vec![1], vec![1, 2], vec![1, 2, 3]];
    for (path, expected, rest) in [
        (
            "/parts/replaced",
            &replaced,
            "<button onclick='replace(at + 1); if (at == 3) this.remove()'>Next page ›</button>",
        ),
        (
            "/parts/appended",
            &appended,
            "<div role=button onclick='append(at + 1); if (at == 3) this.hidden = true'>Weiterlesen (1/3)</div>",
        ),
        (
            "/parts/router",
            &replaced,
            "<nav><a href=/parts/router/2 rel=next onclick='event.preventDefault(); replace(at + 1); \
             history.pushState(null, \"\", this.href); if (at == 3) this.remove()'>2</a></nav>",
        ),
        (
            "/parts/fetched",
            &replaced,
            "<button aria-label='次のページ' onclick='fetch(\"/part/3\").then(r => r.json()).then(last => \
             { replace(at + 1); this.disabled = at == last })'>»</button>",
        ),
        (
            "/parts/shadow",
            &replaced,
            "<next-button></next-button><script>customElements.define('next-button', class extends HTMLElement {
             connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button>Suivant</button>';
             this.shadowRoot.firstChild.onclick = e => { replace(at + 1); if (at == 3) e.target.remove() } } })</script>",
        ),
        (
            // The form is around the whole page.
            "/parts/both",
            &replaced,
            "<form onsubmit='return false'><h1>A story</h1><button type=button onclick='replace(9)'>Next</button>
             <button type=button onclick='replace(at + 1); if (at == 3) this.remove()'>Next page</button></form>",
        ),
    ] {
        let steps = parts(path, rest);
        assert_eq!(&steps[..3], &expected[..], "{path}");
        assert!(steps.len() == 3 || path == "/parts/both", "{path}: {steps:?}");
    }
    assert_eq!(SITE.server.requests("/parts/router/2").len(), 0);
}

#[test]
#[ignore = "needs chromium"]
fn other_buttons_are_left_alone() {
    let buttons = [
        "<button onclick='replace(2)'>Subscribe</button>",
        "<button onclick='replace(2)'>Load comments</button>",
        "<button onclick='replace(2)'>Next article</button>",
        "<button aria-label='Next article: Tea' onclick='replace(2)'>Next</button>",
        "<section id=comments><button onclick='replace(2)'>Next page</button></section>",
        "<div class=cookie-banner>We use cookies.<button onclick='replace(2)'>Weiter</button></div>",
        "<dialog open><h1>Privacy</h1><button onclick='replace(2)'>Next</button></dialog>",
        "<div class=swiper><button onclick='replace(2)'>Next</button></div>",
        "<form onsubmit='return false'><input name=a><button type=button onclick='replace(2)'>Next</button></form>",
        "<button disabled onclick='replace(2)'>Next</button>",
        "<button style='display: none' onclick='replace(2)'>Next</button>",
    ];
    assert_eq!(parts("/parts/others", &buttons.concat()), [[1]]);
    let teasers = "<p>A teaser</p><button onclick='replace(2)'>Continue reading</button>".repeat(3);
    assert_eq!(parts("/parts/teasers", &teasers), [[1]]);
}

#[test]
#[ignore = "needs chromium"]
fn no_other_page_is_opened() {
    for (path, button) in [
        ("/parts/link", "<a href=/parts/elsewhere>Next page</a>"),
        ("/parts/location", "<button onclick='location = \"/parts/elsewhere\"'>Next page</button>"),
        ("/parts/window", "<a href=/parts/elsewhere target=_blank>Next page</a>"),
    ] {
        let steps = parts(path, button);
        assert!(steps.len() == MOST && steps.iter().all(|step| step == &[1]), "{path}: {steps:?}");
    }
    assert_eq!(SITE.server.requests("/parts/elsewhere").len(), 0);
}

#[test]
#[ignore = "needs chromium"]
fn buttons_without_an_end_end_with_the_caller() {
    let endless = parts("/parts/endless", "<button onclick='replace(at + 1)'>Next</button>");
    assert_eq!(endless, (1..=MOST).map(|n| vec![n]).collect::<Vec<_>>());
    let idle = parts("/parts/idle", "<button onclick='this.title = at++'>Next</button>");
    assert_eq!(idle, vec![vec![1]; MOST]);
    // Without labels, nothing is clicked.
    let order = Order::new(SITE.server.url("/parts/endless"));
    let mut number = 0;
    let _guard = DRAWING.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    let each = &mut |_| {
        number += 1;
        true
    };
    SITE.browser.draw_parts(&order, each).unwrap();
    assert_eq!(number, 1);
}
