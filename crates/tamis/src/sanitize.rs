//! HTML that is safe to show: an allow-list, applied while a tree is written.
//!
//! One walk over the tree writes one string, and nothing is parsed again. The rules:
//!
//! - **Elements** must be in the lists of `elements.rs` and `foreign.rs`. Scripts, styles,
//!   templates, `<noscript>` and other elements without visible text are left out with everything
//!   in them. Of all other elements only the tags are left out, and form controls leave their text.
//!   So markup is removed, but text that a browser shows never is.
//! - **Attributes** must be in the lists of `attributes.rs` and `foreign.rs`, with a value of the
//!   right kind. There is no `style` at all: HTML itself has what an article needs of it (`align`),
//!   and without it nothing can load, move or cover content. Classes have an effect only through
//!   the style sheet of the page around, so [`Policy::keep_classes`] decides about them.
//! - **Addresses** must have a scheme that `urls.rs` lists. `data:` is for raster images only.
//! - **Ids**, `name`s of links, and references to them (`href="#…"`, `headers`, `aria-labelledby`,
//!   `url(#…)`) get the prefix `user-content-`. Footnotes still work, and no id shadows a property
//!   of `document` or an id of the page around.
//! - **Frames** must have a host that the policy allows, and are sandboxed.
//! - **SVG and `MathML`** are reduced to shapes and formulas, without links, external references,
//!   animation, and the places in which a parser returns to HTML. An `<svg>` that contains HTML is
//!   replaced by its text.
//!
//! The output parses to the tree that was written, in every parser that follows the standard, with
//! or without scripting. Some nestings cannot be expressed in HTML: a link in a link, a block in a
//! paragraph, text between the cells of a table. The closest possible nesting is written instead
//! (`writer.rs`). Sanitizing the output again does not change it.

mod attributes;
mod elements;
mod email;
mod escape;
mod foreign;
mod urls;
mod writer;

use std::borrow::Cow;
use std::fmt;

use tamis_dom::{Document, Namespace, NodeId, Tree};
use url::Url;

pub(crate) use self::email::shown_email;
pub use self::escape::{escape_attribute, escape_text};
pub use self::urls::ID_PREFIX;

/// The choices of the program that shows the HTML: addresses, classes, frames.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::sanitize::{Policy, sanitized_html};
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
    frames: &'p (dyn Fn(&Url) -> bool + Sync),
}

impl Default for Policy<'_> {
    /// Leaves addresses as they are, removes classes (except those that name the language of code),
    /// and allows the frames of [`is_video_host`].
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
    /// Makes addresses absolute by resolving them against this one. See the example of [`Policy`].
    ///
    /// Links to fragments of the page itself (`#note`) stay. A base address with a scheme other
    /// than `http` or `https` is ignored. Default: no base address.
    #[must_use]
    pub fn base_url(mut self, base: &'p Url) -> Self {
        self.base_url = Some(base).filter(|base| matches!(base.scheme(), "http" | "https"));
        self
    }

    /// Sets whether the attribute `class` is kept. See the example of [`Policy`].
    ///
    /// Default: false, because the style sheet of the page around may have rules for any class,
    /// even rules that cover that page. `language-…` and `lang-…` are always kept on `<code>` and
    /// `<pre>`.
    #[must_use]
    pub fn keep_classes(mut self, keep: bool) -> Self {
        self.keep_classes = keep;
        self
    }

    /// Sets the predicate that decides which `<iframe>`s are kept. It is only called with absolute
    /// `http` and `https` addresses that have no port, user or password. Default:
    /// [`is_video_host`].
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::sanitize::{Policy, sanitized_html};
    ///
    /// let document = Parser::default().parse("<iframe src=https://maps.example.org/x></iframe>");
    /// let body = document.body().unwrap();
    /// let allowed = |address: &url::Url| address.host_str() == Some("maps.example.org");
    /// let html = sanitized_html(&document, body, &Policy::default().frames(&allowed));
    /// assert!(html.starts_with("<iframe src=\"https://maps.example.org/x\" sandbox="));
    /// assert_eq!(sanitized_html(&document, body, &Policy::default()), "");
    /// ```
    #[must_use]
    pub fn frames(mut self, allowed: &'p (dyn Fn(&Url) -> bool + Sync)) -> Self {
        self.frames = allowed;
        self
    }
}

/// Returns true if an element is left out with everything in it: it is code, a fallback for
/// something that browsers show, or an annotation.
pub(super) fn is_dropped(document: &Document, id: NodeId) -> bool {
    let Some(name) = document.name(id) else { return false };
    match document.namespace(id) {
        Namespace::Html => elements::treatment(name) == elements::Treatment::Dropped,
        Namespace::Svg => foreign::svg(document.name_str(name)) == foreign::SvgTreatment::Dropped,
        Namespace::MathMl => {
            foreign::math(document.name_str(name)) == foreign::MathTreatment::Dropped
        }
        Namespace::Other => false,
    }
}

/// Returns the address of a link as it may be written, or `None` if following it could do more than
/// lead there.
pub(super) fn link_address<'v>(value: &'v str, policy: &Policy<'_>) -> Option<Cow<'v, str>> {
    urls::link(value, policy)
}

/// Returns true if the address has the host of a video site that Readability keeps.
///
/// These are `archive.org`, `bilibili.com`, `dailymotion.com`, `live.bilibili.com`,
/// `player.twitch.tv`, `player.vimeo.com`, `upload.wikimedia.org`, `v.qq.com`,
/// `youtube-nocookie.com` and `youtube.com`, each with or without `www.`.
///
/// Source: Readability.js, `REGEXPS.videos`. Deviation: the reference finds these names anywhere in
/// an attribute. Here the whole host must be one of them, because what is kept is shown.
///
/// ```
/// use tamis::sanitize::is_video_host;
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

/// Returns a node and its descendants as HTML that is safe to show in the body of a page.
///
/// The [rules of the module](crate::sanitize) apply. For a `<body>`, only its content is returned.
/// A `<td>`, `<li>` or the like that is out of place, as the topmost node always is, becomes a
/// `<div>`.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::sanitize::{Policy, sanitized_html};
///
/// let html = "<p onclick=steal()>Read <a href='&#1;JavaScript:x()'>on</a>.<script>x()</script>";
/// let document = Parser::default().parse(html);
/// let html = sanitized_html(&document, document.body().unwrap(), &Policy::default());
/// assert_eq!(html, "<p>Read <a>on</a>.</p>");
/// ```
pub fn sanitized_html<T: Tree>(tree: &T, node: NodeId, policy: &Policy<'_>) -> String {
    let mut out = String::new();
    write(tree, node, true, policy, &mut out);
    out
}

/// Returns the children of a node like [`sanitized_html`], without the node's own tags.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::sanitize::{Policy, sanitized_inner_html};
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

/// Appends a subtree like [`sanitized_html`], with or without the tags of its root.
pub(crate) fn write<T: Tree>(
    tree: &T,
    root: NodeId,
    with_root: bool,
    policy: &Policy<'_>,
    out: &mut String,
) {
    writer::HtmlWriter::new(tree, policy, usize::MAX, out).subtree(root, with_root);
}

/// Appends all nodes of a tree like [`sanitized_html`], up to `max_bytes`. The rest is left out.
/// Returns true if there is any.
pub(crate) fn write_within<T: Tree>(
    tree: &T,
    policy: &Policy<'_>,
    max_bytes: usize,
    out: &mut String,
) -> bool {
    let end = out.len().saturating_add(max_bytes);
    let mut writer = writer::HtmlWriter::new(tree, policy, end, out);
    writer.subtree(NodeId::DOCUMENT, false);
    writer.is_cut()
}
