//! A second definition of what sanitized HTML may contain. Its lists and rules share nothing with
//! the sanitizer.

use tamis::dom::{AttrNamespace, Document, Namespace, NodeId, NodeKind};
use url::Url;

pub const HTML: &str = "html a abbr acronym address article aside audio b bdi bdo big blockquote br caption cite code \
    data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img ins \
    kbd li main mark menu nav ol p picture pre q rb rp rt rtc ruby s samp section small source span strike strong \
    sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr";
pub const SVG: &str = "svg circle clipPath defs ellipse g line linearGradient path polygon polyline radialGradient rect \
    stop text tspan";
pub const MATH: &str = "math menclose merror mfrac mi mmultiscripts mn mo mover mphantom mprescripts mroot mrow ms \
    mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics";

/// Attributes that are only shown or read: any value is allowed.
pub const WORDS: &str = "title alt aria-label alttext datetime abbr label value";
/// Attributes whose values are checked by their characters.
pub const PLAIN: &str = "dir lang hidden role aria-hidden hreflang open start reversed type width height loading \
    loop muted playsinline controls kind srclang default allowfullscreen colspan rowspan scope border align \
    valign sizes media sandbox referrerpolicy";
pub const DRAWN: &str = "clip-path clip-rule clipPathUnits color cx cy d dominant-baseline dx dy fill fill-opacity \
    fill-rule font-family font-size font-style font-weight fx fy gradientTransform gradientUnits height \
    letter-spacing offset opacity points preserveAspectRatio r rx ry spreadMethod stop-color stop-opacity stroke \
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity \
    stroke-width text-anchor transform viewBox width x x1 x2 y y1 y2 accent accentunder columnalign columnlines \
    columnspan dir display displaystyle fence frame form largeop linethickness mathvariant maxsize minsize \
    movablelimits notation rowalign rowlines rowspan scriptlevel separator stretchy symmetric";

/// Returns every node and attribute of the document that is not allowed.
pub fn violations(document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        match document.kind(id) {
            NodeKind::Element => element(document, id, &mut found),
            NodeKind::Comment => found.push(format!("comment {:?}", document.comment(id))),
            NodeKind::Doctype => found.push("a doctype".to_owned()),
            NodeKind::Document | NodeKind::Fragment | NodeKind::Text => {}
        }
        if document.template_contents(id).is_some() {
            found.push("a template".to_owned());
        }
    }
    found
}

/// Attributes whose values are addresses, ids or classes.
pub const OTHERS: &str =
    "id name class href cite src srcset poster headers aria-labelledby aria-describedby";

fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

fn element(document: &Document, id: NodeId, found: &mut Vec<String>) {
    let name = document.local_name(id).unwrap_or_default();
    let list = match document.namespace(id) {
        Namespace::Html => HTML,
        Namespace::Svg => SVG,
        Namespace::MathMl => MATH,
        Namespace::Other => "",
    };
    if !is_in(list, name) {
        found.push(format!("element {name}"));
    }
    for attr in document.attrs(id) {
        let (key, value) = (document.name_str(attr.name()), document.attr_value(attr));
        let html = document.namespace(id) == Namespace::Html;
        if attr.namespace() != AttrNamespace::None || !is_allowed(name, html, key, value) {
            found.push(format!("{name} {key}={value:?}"));
        }
    }
    if name == "iframe" && !is_tame_frame(document, id) {
        found.push("a frame that is not tame".to_owned());
    }
}

fn is_allowed(element: &str, html: bool, key: &str, value: &str) -> bool {
    let holds = |of: &str| value.chars().all(|c| c.is_ascii_alphanumeric() || of.contains(c));
    match key {
        "id" => value.starts_with("user-content-") && value.len() > 13,
        "name" => element == "a" && value.starts_with("user-content-"),
        "headers" | "aria-labelledby" | "aria-describedby" => {
            html && value.split(' ').all(|id| id.starts_with("user-content-"))
        }
        "class" => {
            let code = html && matches!(element, "code" | "pre");
            code && value.split(' ').all(|class| class.starts_with("lang"))
        }
        "href" => html && element == "a" && is_link(value),
        "cite" => matches!(element, "blockquote" | "q" | "ins" | "del") && is_web(value),
        "src" if element == "img" => is_image(value),
        "src" => {
            matches!(element, "source" | "video" | "audio" | "track" | "iframe") && is_web(value)
        }
        "srcset" => {
            matches!(element, "img" | "source")
                && value.split(", ").all(|one| is_image(one.split(' ').next().unwrap_or("")))
        }
        "poster" => element == "video" && is_image(value),
        "type" if html => holds(" /+.;=\"'-,_*"),
        key if is_in(WORDS, key) => true,
        key if html && is_in(PLAIN, key) => holds(" .,:;()<>=+-*/%_'\"\t\n"),
        key if is_in("role aria-hidden", key) => holds("-"),
        key if !html && is_in(DRAWN, key) => {
            let local =
                value.strip_prefix("url(#user-content-").and_then(|id| id.strip_suffix(')'));
            local.is_some_and(|id| {
                !id.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c))
            }) || holds(" \t\n,.-+%#()") && !value.to_ascii_lowercase().contains("url(")
        }
        _ => false,
    }
}

/// Resolves an address as a browser does in a page.
fn resolved(value: &str) -> Option<Url> {
    Url::parse("https://page.example/folder/").ok()?.join(value).ok()
}

/// True for an address with one of these schemes, and for an invalid one, which leads nowhere.
fn has_scheme(value: &str, schemes: &[&str]) -> bool {
    resolved(value).is_none_or(|url| schemes.contains(&url.scheme()))
}

fn is_link(value: &str) -> bool {
    let fragment = value.strip_prefix('#');
    fragment.is_none_or(|id| id.is_empty() || id.starts_with("user-content-"))
        && has_scheme(value, &["http", "https", "mailto", "tel", "ftp"])
}

fn is_web(value: &str) -> bool {
    has_scheme(value, &["http", "https"])
}

fn is_image(value: &str) -> bool {
    let Some(url) = resolved(value).filter(|url| url.scheme() == "data") else {
        return is_web(value);
    };
    let Some((kind, data)) = url.path().split_once(',') else { return false };
    let raster = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp", "x-icon", "apng"];
    let format = kind.to_ascii_lowercase();
    let format = format.strip_prefix("image/").and_then(|format| format.split(';').next());
    let is_base64 = data.chars().all(|c| c.is_ascii_alphanumeric() || "+/=%-_".contains(c));
    format.is_some_and(|format| raster.contains(&format)) && kind.ends_with("base64") && is_base64
}

const FRAMES: &str = "youtube.com youtube-nocookie.com dailymotion.com player.vimeo.com v.qq.com bilibili.com \
    live.bilibili.com archive.org upload.wikimedia.org player.twitch.tv";

fn is_tame_frame(document: &Document, id: NodeId) -> bool {
    let value = |key: &str| {
        let attr = document.attrs(id).iter().find(|attr| document.name_str(attr.name()) == key);
        attr.map(|attr| document.attr_value(attr))
    };
    let url = value("src").and_then(|src| Url::parse(src).ok());
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    is_in(FRAMES, host.trim_start_matches("www."))
        && value("sandbox") == Some("allow-scripts allow-same-origin allow-presentation")
        && document.first_child(id).is_none()
}

#[test]
fn checker_finds_violations() {
    let mut parser = tamis::dom::Parser::default();
    for html in [
        "<p onclick=x()>",
        "<script></script>",
        "<a href='java\tscript:x'>",
        "<a href=#top>",
        "<a xlink:href=x>",
        "<p id=x>",
        "<p style='color:red'>",
        "<iframe src=https://www.youtube.com/>",
        "<img srcset='x 1x, data:text/html,x 2x'>",
        "<img src=data:image/svg+xml;base64,AAAA>",
        "<svg><foreignObject></svg>",
        "<svg xlink:href=x>",
        "<svg fill='url(//x)'>",
        "<math><annotation-xml>",
        "<math href=x>",
        "<!--x-->",
        "<template></template>",
        "<x-own>",
    ] {
        assert!(!violations(&crate::read(&mut parser, html)).is_empty(), "{html}");
    }
    let right =
        "<p title=x><a href=x id=user-content-y>z</a><svg fill='url(#user-content-a)'></svg>";
    assert_eq!(violations(&crate::read(&mut parser, right)), [""; 0]);
}
