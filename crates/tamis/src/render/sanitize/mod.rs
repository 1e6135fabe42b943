//! HTML that is safe to show: an allow-list, applied while a tree is written.
//!
//! One walk over the tree writes one string; nothing is parsed again. What is written:
//!
//! - **Elements** of the lists in `elements.rs` and `foreign.rs`. Scripts, styles, templates, `<noscript>` and what else
//!   shows no text of its own is left out with all it holds; of any other element the tags are left out and the children
//!   stay. Form controls leave their text. So markup is taken away, and text that a browser shows never is.
//! - **Attributes** of the lists in `attributes.rs` and `foreign.rs`, with values of their kinds. No `style` at
//!   all: what an article needs of it (`align`) HTML has too, and so nothing can load, move or cover by it. A class can do
//!   so only by the style sheet of whoever shows the page, who decides by [`Policy::keep_classes`].
//! - **Addresses** of the schemes in `urls.rs`; `data:` for raster images only.
//! - **Ids**, `name`s of links, and what refers to them (`href="#…"`, `headers`, `aria-labelledby`, `url(#…)`) with the
//!   prefix `user-content-`: a footnote finds its place, and no id takes that of a property of `document` or of an id of the
//!   page around.
//! - **Frames** of the hosts that the policy allows, sandboxed.
//! - **SVG and `MathML`**: shapes and formulas, without links, references to elsewhere, animation and without any of the
//!   places in which a parser goes back to HTML. An `<svg>` that holds HTML is replaced by its text.
//!
//! What comes out reads as the tree that was written, in every parser that follows the standard, scripting on or
//! off: where HTML cannot express a nesting (a link in a link, a block in a paragraph, text between the cells of a table), the
//! nearest one it can express is written (`writer.rs`). Cleaning it again changes nothing.

mod attributes;
mod elements;
mod escape;
mod foreign;
mod urls;
mod writer;

use std::borrow::Cow;
use std::fmt;

use tamis_dom::{Document, Namespace, NodeId, Tree};
use url::Url;

pub use self::escape::{escape_attribute, escape_text};
pub use self::urls::ID_PREFIX;

/// What depends on who shows the HTML: addresses, classes, frames.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::{Policy, sanitized_html};
/// use url::Url;
///
/// let document = Parser::default().parse("<p class=lead><a href=more.html onclick=x()>More</a>");
/// let body = document.body().unwrap();
/// let html = sanitized_html(&document, body, &Policy::default());
/// assert_eq!(html, r#"<p><a href="more.html">More</a></p>"#);
///
/// let base = Url::parse("https://example.org/a/").unwrap();
/// let policy = Policy::default().base_url(&base).keep_classes(true);
/// let html = sanitized_html(&document, body, &policy);
/// assert_eq!(html, r#"<p class="lead"><a href="https://example.org/a/more.html">More</a></p>"#);
/// ```
#[derive(Clone, Copy)]
pub struct Policy<'p> {
    base_url: Option<&'p Url>,
    keep_classes: bool,
    frames: &'p dyn Fn(&Url) -> bool,
}

impl Default for Policy<'_> {
    /// Addresses stay as they are, classes go (but those that name the language of code), frames are those of
    /// [`is_video_host`].
    fn default() -> Self {
        Policy { base_url: None, keep_classes: false, frames: &is_video_host }
    }
}

impl fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("base_url", &self.base_url.map(Url::as_str))
            .field("keep_classes", &self.keep_classes)
            .finish_non_exhaustive()
    }
}

impl<'p> Policy<'p> {
    /// Makes addresses absolute: they are resolved against this one. Those of fragments of the page itself (`#note`) stay.
    /// Nothing is resolved against an address that is not of `http` or `https`.
    #[must_use]
    pub fn base_url(mut self, base: &'p Url) -> Self {
        self.base_url = Some(base).filter(|base| matches!(base.scheme(), "http" | "https"));
        self
    }

    /// Whether the attribute `class` stays. Default no: a style sheet of the page around may have
    /// rules for any class, also ones that cover it. `language-…` and `lang-…` on `<code>` and `<pre>` always stay.
    #[must_use]
    pub fn keep_classes(mut self, keep: bool) -> Self {
        self.keep_classes = keep;
        self
    }

    /// Which `<iframe>`s stay: those for whose address this holds. It is asked for absolute addresses
    /// of `http` and `https` without a port and without user or password. Default [`is_video_host`].
    #[must_use]
    pub fn frames(mut self, allowed: &'p dyn Fn(&Url) -> bool) -> Self {
        self.frames = allowed;
        self
    }
}

/// Whether nothing of what the element holds is shown: it is code, stands in for what a browser does show, or annotates.
pub(super) fn is_dropped(document: &Document, id: NodeId) -> bool {
    let Some(name) = document.name(id) else { return false };
    match document.namespace(id) {
        Namespace::Html => elements::treatment(name) == elements::Treatment::Dropped,
        Namespace::Svg => foreign::svg(document.name_str(name)) == foreign::Svg::Dropped,
        Namespace::MathMl => foreign::math(document.name_str(name)) == foreign::Math::Dropped,
        Namespace::Other => false,
    }
}

/// The address of a link as it may be written; `None` where following it could do something else than lead there.
pub(super) fn link_address<'v>(value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    urls::link(value, policy)
}

/// Whether the address is of a host of videos that Readability keeps: `bilibili.com`, `dailymotion.com`,
/// `youtube.com`, `youtube-nocookie.com`, `player.vimeo.com`, `v.qq.com`, `live.bilibili.com`, `archive.org`,
/// `upload.wikimedia.org`, `player.twitch.tv`, each with or without `www.`.
///
/// Source: Readability.js, `REGEXPS.videos`. It is searched there anywhere in an attribute; here the whole host has to
/// be one of these, since what is let through is shown.
///
/// ```
/// use tamis::render::is_video_host;
/// let allowed = |address| is_video_host(&url::Url::parse(address).unwrap());
/// assert!(allowed("https://www.youtube.com/embed/x"));
/// assert!(!allowed("https://www.youtube.com.example.org/embed/x"));
/// assert!(!allowed("https://example.org/?//www.youtube.com/"));
/// ```
pub fn is_video_host(url: &Url) -> bool {
    const HOSTS: &[&str] = &[
        "archive.org",
        "bilibili.com",
        "dailymotion.com",
        "live.bilibili.com",
        "player.twitch.tv",
        "player.vimeo.com",
        "upload.wikimedia.org",
        "v.qq.com",
        "youtube-nocookie.com",
        "youtube.com",
    ];
    let host = url.host_str().unwrap_or_default();
    HOSTS.contains(&host.strip_prefix("www.").unwrap_or(host))
}

/// The node and its descendants as HTML that is safe to show in the body of a page. Of a `<body>` it is the
/// contents. Where a `<td>` or `<li>` is not in its place, as the topmost node is not, a `<div>` stands for it.
///
/// The module's rules hold: no script, no style, no form, no frame but the policy's; all text that a browser shows.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::{Policy, sanitized_html};
///
/// let html = "<p onmouseover=steal()>Read <a href='&#1;JavaScript:x()'>on</a>.<script>x()</script>";
/// let document = Parser::default().parse(html);
/// let html = sanitized_html(&document, document.body().unwrap(), &Policy::default());
/// assert_eq!(html, "<p>Read <a>on</a>.</p>");
/// ```
pub fn sanitized_html<T: Tree>(tree: &T, node: NodeId, policy: &Policy<'_>) -> String {
    let mut out = String::new();
    write(tree, node, true, policy, &mut out);
    out
}

/// The children of the node as [`sanitized_html`] writes them, without the node's own tags.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::{Policy, sanitized_inner_html};
///
/// let document = Parser::default().parse("<div><p id=a>One <i onclick=x()>two</i>");
/// let body = document.body().unwrap();
/// let div = document.first_child(body).unwrap();
/// let html = sanitized_inner_html(&document, div, &Policy::default());
/// assert_eq!(html, r#"<p id="user-content-a">One <i>two</i></p>"#);
/// ```
pub fn sanitized_inner_html<T: Tree>(tree: &T, node: NodeId, policy: &Policy<'_>) -> String {
    let mut out = String::new();
    write(tree, node, false, policy, &mut out);
    out
}

/// Appends the subtree of this node, with or without its root's own tags, as [`sanitized_html`] has it.
pub(crate) fn write<T: Tree>(
    tree: &T,
    root: NodeId,
    with_root: bool,
    policy: &Policy<'_>,
    out: &mut String,
) {
    writer::Writer::new(tree, policy, out).subtree(root, with_root);
}
