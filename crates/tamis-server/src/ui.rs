//! The page for people, at `/`, and its files.
//!
//! It is the page of `cargo xtask web` with another engine: there, the library runs in the browser;
//! here, this server is asked. So its files lie in `ui/`, and the other page takes them from there.

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// What the page may do: it runs its own scripts, and asks this server. Styles may be inline,
/// because the frames with other pages inherit this policy, and pages have inline styles.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// A file of the page: its path, media type and text.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const FILES: [File; 11] = [
    ("/", HTML, include_str!("../ui/index.html")),
    ("/app.js", SCRIPT, include_str!("../ui/app.js")),
    ("/element.js", SCRIPT, include_str!("../ui/element.js")),
    ("/engine.js", SCRIPT, include_str!("../ui/engine.js")),
    ("/results.js", SCRIPT, include_str!("../ui/results.js")),
    ("/settings.js", SCRIPT, include_str!("../ui/settings.js")),
    ("/shown.js", SCRIPT, include_str!("../ui/shown.js")),
    ("/tabs.js", SCRIPT, include_str!("../ui/tabs.js")),
    ("/why.js", SCRIPT, include_str!("../ui/why.js")),
    ("/style.css", "text/css; charset=utf-8", include_str!("../ui/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("../ui/icon.svg")),
];

/// Returns true for the route of a file of the page. They need no token, because the page asks for
/// it, and says nothing about other pages.
pub(crate) fn has(route: &str) -> bool {
    FILES.iter().any(|(path, _, _)| *path == route)
}

/// Adds the routes of the page.
pub(crate) fn add<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    FILES.iter().fold(router, |router, file| router.route(file.0, get(async || answer(file))))
}

fn answer((_, media_type, text): &'static File) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    // Another version of the program has other files at the same addresses.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if *media_type == HTML {
        headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    }
    response
}
