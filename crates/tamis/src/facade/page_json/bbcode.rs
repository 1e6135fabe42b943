//! `BBCode`: the markup of forums and of Steam, with tags in square brackets.

use crate::sanitize::escape_attribute;

/// Tags that stand for one element each: the name, the start and the end.
const TAGS: [(&str, &str, &str); 31] = [
    ("p", "<p>", "</p>"),
    ("b", "<b>", "</b>"),
    ("i", "<i>", "</i>"),
    ("u", "<u>", "</u>"),
    ("s", "<s>", "</s>"),
    ("strike", "<s>", "</s>"),
    ("sub", "<sub>", "</sub>"),
    ("sup", "<sup>", "</sup>"),
    ("h1", "<h1>", "</h1>"),
    ("h2", "<h2>", "</h2>"),
    ("h3", "<h3>", "</h3>"),
    ("h4", "<h4>", "</h4>"),
    ("h5", "<h5>", "</h5>"),
    ("h6", "<h6>", "</h6>"),
    ("list", "<ul>", "</ul>"),
    ("ul", "<ul>", "</ul>"),
    ("olist", "<ol>", "</ol>"),
    ("ol", "<ol>", "</ol>"),
    ("*", "<li>", "</li>"),
    ("li", "<li>", "</li>"),
    ("quote", "<blockquote>", "</blockquote>"),
    ("code", "<pre>", "</pre>"),
    ("table", "<table>", "</table>"),
    ("tr", "<tr>", "</tr>"),
    ("th", "<th>", "</th>"),
    ("td", "<td>", "</td>"),
    ("hr", "<hr>", ""),
    ("spoiler", "<span>", "</span>"),
    ("color", "<span>", "</span>"),
    ("size", "<span>", "</span>"),
    ("center", "<div>", "</div>"),
];

/// End tags that no other text has. One of them makes a string `BBCode`.
const SIGNS: [&str; 8] =
    ["[/p]", "[/b]", "[/i]", "[/url]", "[/img]", "[/quote]", "[/list]", "[/code]"];

/// Tags of `YouTube` videos, whose value or content is the video's id.
const YOUTUBE: [&str; 3] = ["previewyoutube", "youtube", "yt"];

/// Returns true if the text contains an end tag of `BBCode`.
pub(super) fn is_bbcode(text: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), "[/")
        .any(|at| SIGNS.iter().any(|sign| starts_with(&text[at..], sign)))
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Appends the text as HTML, which may be badly nested. Unknown tags are text.
///
/// Source: Steam's "Text Formatting" and phpBB's guide to it.
pub(super) fn push_html(text: &str, html: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        push_text(&rest[..at], html);
        rest = &rest[at..];
        let length = push_tag(rest, html);
        if length == 0 {
            html.push('[');
        }
        rest = &rest[length.max(1)..];
    }
    push_text(rest, html);
}

/// Appends the tag at the start of the text and, if the tag needs it, its content. Returns the
/// length of what was read in bytes; 0 if there is no known tag.
fn push_tag(text: &str, html: &mut String) -> usize {
    let Some(end) = text[1..].find(['[', ']']).map(|end| end + 1) else { return 0 };
    if !text[end..].starts_with(']') {
        return 0;
    }
    let inner = &text[1..end];
    let (name, value) = inner.split_once(['=', ' ']).unwrap_or((inner, ""));
    let value = value.trim_start_matches("src=").trim_matches(['"', '\'', ' ']);
    let (is_end, name) = name.strip_prefix('/').map_or((false, name), |name| (true, name));
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    let after = end + 1;
    if let Some((_, start, finish)) = TAGS.iter().find(|(known, ..)| is(known)) {
        html.push_str(if is_end { finish } else { start });
        return after;
    }
    // The content up to the next tag, if that is the end tag.
    let content = &text[after..];
    let content = &content[..content.find('[').unwrap_or(content.len())];
    let given = if value.is_empty() { content.trim() } else { value };
    if is("url") {
        push_link(given, is_end, html);
        return after;
    }
    let is_video = YOUTUBE.iter().any(|known| is(known));
    if !is_video && !is("img") {
        return 0;
    }
    if is_end {
        return after;
    }
    if is_video {
        let id = given.split(';').next().unwrap_or_default();
        push_element("<iframe src=\"https://www.youtube.com/embed/", id, "\"></iframe>", html);
    } else {
        push_element("<img src=\"", given, "\">", html);
    }
    if value.is_empty() { after + content.len() } else { after }
}

fn push_link(address: &str, is_end: bool, html: &mut String) {
    if is_end {
        html.push_str("</a>");
    } else {
        push_element("<a href=\"", address, "\">", html);
    }
}

fn push_element(start: &str, value: &str, end: &str, html: &mut String) {
    html.push_str(start);
    escape_attribute(value, html);
    html.push_str(end);
}

/// Appends text, with a line break for each of its own.
fn push_text(text: &str, html: &mut String) {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            html.push_str("<br>\n");
        }
        html.push_str(&line.replace('<', "&lt;"));
    }
}
