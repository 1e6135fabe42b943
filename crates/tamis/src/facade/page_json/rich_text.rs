//! Rich text that an editor has saved as a tree of JSON.
//!
//! A site that is written in a content management system gets its texts as trees, and a program in
//! the browser turns these into elements. Each editor has its own names for the same things. For
//! example, Lexical and Portable Text write a heading so:
//!
//! ```json
//! {"type": "heading", "tag": "h2", "children": [{"type": "text", "text": "Flour", "format": 1}]}
//! {"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "Flour", "marks": []}]}
//! ```
//!
//! All of them are read by one table of kinds. What has no kind here, such as a widget, is left
//! out, but not the text in it.
//!
//! Sources: `ProseMirror` and Tiptap (`doc`), Lexical (`root`), Slate with Plate and Payload,
//! Sanity's Portable Text (`block`), Contentful (`document`), Draft.js (`blocks` with `text`),
//! Editor.js (`blocks` with `data`).

use std::borrow::Cow;

use crate::metadata::json::Value;
use crate::sanitize::{escape_attribute, escape_text};

/// The most levels of a tree.
const MAX_LEVELS: usize = 64;

/// The values of a list that are looked at to tell whether it is rich text.
const LOOKED_AT: usize = 4;

/// What a node is in HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Heading,
    /// An element with its start and end tags.
    Element(&'static str),
    /// A list, by its own name.
    List(&'static str),
    Break,
    Rule,
    Link,
    Image,
    /// Nothing of its own, but what is in it.
    Group,
}

/// Returns the HTML of a value and the bytes of its text, or `None` if it is no rich text.
pub(super) fn html(value: Value<'_>) -> Option<(usize, String)> {
    let nodes = nodes(value)?;
    let mut writer = Writer::default();
    writer.nodes(nodes, 0);
    writer.end_list();
    (writer.bytes > 0).then_some((writer.bytes, writer.html))
}

/// Returns the list of nodes of a value that is rich text.
fn nodes(value: Value<'_>) -> Option<Value<'_>> {
    if value.is_array() {
        let mut first = value.array()?.take(LOOKED_AT);
        return first.any(is_block).then_some(value);
    }
    let is = |value: Value<'_>, key: &str, of: &str| {
        value.get(key).is_some_and(|kind| kind.is_string_of(of))
    };
    if is(value, "type", "doc") || is(value, "nodeType", "document") {
        return value.get("content").filter(|nodes| nodes.is_array());
    }
    if let Some(root) = value.get("root").filter(|&root| is(root, "type", "root")) {
        return root.get("children").filter(|nodes| nodes.is_array());
    }
    let blocks = value.get("blocks").filter(|blocks| blocks.is_array())?;
    let is_block = |block: Value<'_>| {
        block.get("type").is_some_and(Value::is_string)
            && (block.get("text").is_some_and(Value::is_string)
                || block.get("data").is_some_and(Value::is_object))
    };
    blocks.array()?.next().is_some_and(is_block).then_some(blocks)
}

/// True for an object with a kind and with texts or further nodes.
fn is_block(value: Value<'_>) -> bool {
    if !value.is_object() {
        return false;
    }
    let Some(children) = value.get("children").filter(|children| children.is_array()) else {
        return false;
    };
    let has_kind = ["_type", "type"].iter().any(|key| value.get(key).is_some_and(Value::is_string));
    let is_node = |child: Value<'_>| child.get("text").is_some() || child.get("children").is_some();
    has_kind && children.array().and_then(|mut all| all.next()).is_some_and(is_node)
}

/// Returns what a node is, by its name without signs.
fn kind_of(name: &str) -> Kind {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match name.to_ascii_lowercase().as_str() {
        "paragraph" | "p" | "unstyled" | "normal" | "block" => Kind::Element("p"),
        "blockquote" | "quote" | "pullquote" => Kind::Element("blockquote"),
        "codeblock" | "code" | "pre" | "codeline" => Kind::Element("pre"),
        "listitem" | "li" | "lic" | "taskitem" | "checklistitem" => Kind::Element("li"),
        "list" => Kind::List(""),
        "bulletlist" | "unorderedlist" | "bulletedlist" | "ul" | "tasklist" => Kind::List("ul"),
        "orderedlist" | "numberedlist" | "ol" => Kind::List("ol"),
        "table" => Kind::Element("table"),
        "tablerow" | "tr" => Kind::Element("tr"),
        "tablecell" | "td" => Kind::Element("td"),
        "tableheader" | "tableheadercell" | "th" => Kind::Element("th"),
        "hardbreak" | "linebreak" | "softbreak" | "br" => Kind::Break,
        "horizontalrule" | "hr" | "divider" | "thematicbreak" | "delimiter" => Kind::Rule,
        "link" | "a" | "hyperlink" | "autolink" | "entryhyperlink" => Kind::Link,
        "image" | "img" | "picture" => Kind::Image,
        name if name.starts_with("head") || level_in(name).is_some() => Kind::Heading,
        _ => Kind::Group,
    }
}

/// Returns the level of a heading that its name has: "h2", "heading-3", "header-two".
fn level_in(name: &str) -> Option<usize> {
    const WORDS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
    let rest = name.strip_prefix('h')?;
    let rest = rest.strip_prefix("eading").or(rest.strip_prefix("eader")).unwrap_or(rest);
    let rest = rest.trim_start_matches('-');
    let word = WORDS.iter().position(|word| rest == *word).map(|at| at + 1);
    word.or_else(|| rest.parse().ok()).filter(|level| (1..=6).contains(level))
}

/// Writes nodes as HTML.
#[derive(Default)]
struct Writer {
    html: String,
    /// The bytes of text.
    bytes: usize,
    /// The list that consists of blocks: "ul" or "ol".
    list: Option<&'static str>,
}

impl Writer {
    fn nodes(&mut self, nodes: Value<'_>, level: usize) {
        if level < MAX_LEVELS {
            for node in nodes.each() {
                self.node(node, level);
            }
        }
    }

    fn node(&mut self, node: Value<'_>, level: usize) {
        if let Some(text) = node.string() {
            self.text(&text);
            return;
        }
        let kind = ["_type", "nodeType", "type"].iter().find_map(|key| node.get(key)?.string());
        let kind = kind.unwrap_or_default();
        if let Some(text) = leaf(node, &kind) {
            self.leaf(node, &text);
            return;
        }
        let style = node.get("style").and_then(Value::string);
        let item = item_of(node, &kind);
        if item.is_none() && level == 0 {
            self.end_list();
        }
        if let Some(list) = item {
            self.begin_list(list);
            self.element("li", node, level);
            return;
        }
        let of = match style.as_deref().map(kind_of) {
            Some(of) if kind == "block" && of != Kind::Group => of,
            _ => kind_of(&kind),
        };
        match of {
            Kind::Heading => {
                let tag = ["h1", "h2", "h3", "h4", "h5", "h6"];
                let number = heading_level(node, &kind, style.as_deref());
                self.element(tag[number - 1], node, level);
            }
            Kind::Element(tag) => self.element(tag, node, level),
            Kind::List(tag) => {
                let is_ordered = ["listType", "tag", "style"].iter().any(|key| {
                    let value = node.get(key).or_else(|| node.get("data")?.get(key));
                    value.and_then(Value::string).is_some_and(|value| {
                        matches!(&*value, "number" | "ol" | "ordered" | "numbered")
                    })
                });
                let own = if is_ordered { "ol" } else { "ul" };
                self.list(if tag.is_empty() { own } else { tag }, node, level);
            }
            Kind::Break => self.html.push_str("<br>"),
            Kind::Rule => self.html.push_str("<hr>\n"),
            Kind::Link => self.link(node, level),
            Kind::Image => self.image(node),
            Kind::Group => self.inside(node, level),
        }
    }

    /// Writes the nodes in a node, or the text that it has itself.
    fn inside(&mut self, node: Value<'_>, level: usize) {
        let children = node.get("content").or_else(|| node.get("children"));
        if let Some(children) = children.filter(|children| children.is_array()) {
            self.nodes(children, level + 1);
            return;
        }
        // Draft.js has the text of a block in it, Editor.js in its data: code as it is, the rest as
        // HTML.
        let data = node.get("data").filter(|data| data.is_object());
        let in_data = |key: &str| data.and_then(|data| data.get(key)?.lines());
        for text in ["text", "html", "caption"].into_iter().filter_map(in_data) {
            self.bytes += text.len();
            self.html.push_str(&text);
        }
        if let Some(code) = in_data("code") {
            self.text(&code);
        }
        if let Some(text) = node.get("text").and_then(Value::lines) {
            self.text(&text);
        }
    }

    fn element(&mut self, tag: &str, node: Value<'_>, level: usize) {
        self.begin(tag);
        self.inside(node, level);
        self.close(tag);
    }

    /// Writes a list with items that are nodes, or those of Editor.js.
    fn list(&mut self, tag: &str, node: Value<'_>, level: usize) {
        self.begin(tag);
        self.inside(node, level);
        let items = node.get("data").and_then(|data| data.get("items"));
        for item in items.into_iter().flat_map(Value::each) {
            self.begin("li");
            let text = item.lines().or_else(|| item.get("content")?.lines());
            let text = text.or_else(|| item.get("text")?.lines()).unwrap_or_default();
            self.bytes += text.len();
            self.html.push_str(&text);
            self.close("li");
        }
        self.close(tag);
    }

    fn link(&mut self, node: Value<'_>, level: usize) {
        let holders = [Some(node), node.get("attrs"), node.get("fields"), node.get("data")];
        let address = holders.into_iter().flatten().find_map(address_in);
        self.linked(address.as_deref(), |writer| writer.inside(node, level));
    }

    fn linked(&mut self, address: Option<&str>, inside: impl FnOnce(&mut Writer)) {
        if let Some(address) = address {
            self.html.push_str("<a href=\"");
            escape_attribute(address, &mut self.html);
            self.html.push_str("\">");
        }
        inside(self);
        if address.is_some() {
            self.html.push_str("</a>");
        }
    }

    fn image(&mut self, node: Value<'_>) {
        let data = node.get("data");
        let file = data.and_then(|data| data.get("file"));
        let asset = node.get("asset");
        let holders = [Some(node), node.get("attrs"), data, file, asset];
        let find = |keys: &[&str]| {
            holders.into_iter().flatten().find_map(|holder| {
                keys.iter()
                    .find_map(|key| holder.get(key)?.string().filter(|text| !text.is_empty()))
            })
        };
        let Some(source) = find(&["src", "url"]) else { return };
        self.html.push_str("<figure><img src=\"");
        escape_attribute(&source, &mut self.html);
        self.html.push_str("\" alt=\"");
        escape_attribute(&find(&["alt", "altText"]).unwrap_or_default(), &mut self.html);
        self.html.push_str("\">");
        if let Some(caption) = find(&["caption"]) {
            self.html.push_str("<figcaption>");
            escape_text(&caption, &mut self.html);
            self.html.push_str("</figcaption>");
        }
        self.html.push_str("</figure>\n");
    }

    /// Writes a text with its marks.
    fn leaf(&mut self, node: Value<'_>, text: &str) {
        let mut tags = Vec::new();
        let mut address = None;
        // Lexical has a bit for each mark.
        let bits = node.get("format").and_then(Value::index).unwrap_or_default();
        for (bit, tag) in [(1, "strong"), (2, "em"), (16, "code"), (32, "sub"), (64, "sup")] {
            tags.extend((bits & bit != 0).then_some(tag));
        }
        for mark in node.get("marks").into_iter().flat_map(Value::each) {
            let name = mark.string().or_else(|| mark.get("type")?.string()).unwrap_or_default();
            tags.extend(mark_of(&name));
            address = address.or_else(|| address_in(mark.get("attrs")?));
        }
        let own = node.members().filter(|(_, value)| value.source() == "true");
        tags.extend(own.filter_map(|(name, _)| mark_of(&name)));
        self.linked(address.as_deref(), |writer| {
            for tag in &tags {
                writer.begin(tag);
            }
            writer.text(text);
            for tag in tags.iter().rev() {
                writer.end(tag);
            }
        });
    }

    fn text(&mut self, text: &str) {
        self.bytes += text.len();
        for (number, line) in text.split('\n').enumerate() {
            self.html.push_str(if number == 0 { "" } else { "<br>" });
            escape_text(line, &mut self.html);
        }
    }

    fn begin_list(&mut self, list: &'static str) {
        if self.list != Some(list) {
            self.end_list();
            self.begin(list);
            self.list = Some(list);
        }
    }

    fn end_list(&mut self) {
        if let Some(list) = self.list.take() {
            self.close(list);
        }
    }

    fn begin(&mut self, tag: &str) {
        self.html.push('<');
        self.html.push_str(tag);
        self.html.push('>');
    }

    fn end(&mut self, tag: &str) {
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push('>');
    }

    fn close(&mut self, tag: &str) {
        self.end(tag);
        self.html.push('\n');
    }
}

/// Returns the text of a node that is a text, with marks.
fn leaf<'j>(node: Value<'j>, kind: &str) -> Option<Cow<'j, str>> {
    match kind {
        "text" | "span" | "code-highlight" => {
            node.get("text").or_else(|| node.get("value"))?.lines()
        }
        "" => node.get("text")?.lines(),
        _ => None,
    }
}

/// Returns the list that a block is an item of, in Portable Text and Draft.js.
fn item_of(node: Value<'_>, kind: &str) -> Option<&'static str> {
    let is_ordered = match node.get("listItem").and_then(Value::string) {
        Some(item) => item == "number",
        None if kind == "ordered-list-item" => true,
        None if kind == "unordered-list-item" => false,
        None => return None,
    };
    Some(if is_ordered { "ol" } else { "ul" })
}

/// Returns the level of a heading, 2 if it does not say one.
fn heading_level(node: Value<'_>, kind: &str, style: Option<&str>) -> usize {
    let holders = [Some(node), node.get("attrs"), node.get("data")];
    let stated = || {
        let mut holders = holders.into_iter().flatten();
        holders.find_map(|of| of.get("level")?.index()).filter(|level| (1..=6).contains(level))
    };
    let tag = node.get("tag").and_then(Value::string);
    let names = [style, tag.as_deref(), Some(kind)];
    names.into_iter().flatten().find_map(level_in).or_else(stated).unwrap_or(2)
}

fn mark_of(name: &str) -> Option<&'static str> {
    match name {
        "bold" | "strong" => Some("strong"),
        "italic" | "em" => Some("em"),
        "code" => Some("code"),
        "subscript" => Some("sub"),
        "superscript" => Some("sup"),
        _ => None,
    }
}

fn address_in(holder: Value<'_>) -> Option<String> {
    let keys = ["href", "url", "uri"];
    let address = keys.iter().find_map(|key| holder.get(key)?.string())?;
    (!address.is_empty()).then(|| address.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::json::Json;

    fn check(json: &str, expected: &str) {
        let json = Json::read(json);
        let found = html(json.roots().next().unwrap()).map(|(_, html)| html.replace('\n', ""));
        assert_eq!(found.unwrap_or_default(), expected);
    }

    #[test]
    fn editors_write_the_same_text() {
        let expected = "<h2>Flour</h2><p>It is <strong>white</strong>.</p><ul><li>Rye</li></ul>";
        let in_items = expected.replace("<li>Rye</li>", "<li><p>Rye</p></li>");
        check(
            r#"{"type":"doc","content":[
            {"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Flour"}]},
            {"type":"paragraph","content":[{"type":"text","text":"It is "},
                {"type":"text","marks":[{"type":"bold"}],"text":"white"},{"type":"text","text":"."}]},
            {"type":"bulletList","content":[{"type":"listItem","content":[
                {"type":"paragraph","content":[{"type":"text","text":"Rye"}]}]}]}]}"#,
            &in_items,
        );
        check(
            r#"{"root":{"type":"root","children":[
            {"type":"heading","tag":"h2","children":[{"type":"text","text":"Flour","format":0}]},
            {"type":"paragraph","children":[{"type":"text","text":"It is "},
                {"type":"text","text":"white","format":1},{"type":"text","text":"."}]},
            {"type":"list","listType":"bullet","children":[{"type":"listitem","children":[
                {"type":"text","text":"Rye"}]}]}]}}"#,
            expected,
        );
        check(
            r#"[{"_type":"block","style":"h2","children":[{"_type":"span","text":"Flour"}]},
            {"_type":"block","style":"normal","children":[{"_type":"span","text":"It is "},
                {"_type":"span","text":"white","marks":["strong"]},{"_type":"span","text":"."}]},
            {"_type":"block","listItem":"bullet","children":[{"_type":"span","text":"Rye"}]}]"#,
            expected,
        );
        check(
            r#"{"nodeType":"document","content":[
            {"nodeType":"heading-2","content":[{"nodeType":"text","value":"Flour"}]},
            {"nodeType":"paragraph","content":[{"nodeType":"text","value":"It is "},
                {"nodeType":"text","value":"white","marks":[{"type":"bold"}]},
                {"nodeType":"text","value":"."}]},
            {"nodeType":"unordered-list","content":[{"nodeType":"list-item","content":[
                {"nodeType":"paragraph","content":[{"nodeType":"text","value":"Rye"}]}]}]}]}"#,
            &in_items,
        );
        check(
            r#"[{"type":"h2","children":[{"text":"Flour"}]},
            {"type":"p","children":[{"text":"It is "},{"text":"white","bold":true},{"text":"."}]},
            {"type":"ul","children":[{"type":"li","children":[{"text":"Rye"}]}]}]"#,
            expected,
        );
        check(
            r#"{"blocks":[{"type":"header","data":{"text":"Flour","level":2}},
            {"type":"paragraph","data":{"text":"It is <strong>white</strong>."}},
            {"type":"list","data":{"style":"unordered","items":["Rye"]}},
            {"type":"code","data":{"code":"a<b"}}]}"#,
            &format!("{expected}<pre>a&lt;b</pre>"),
        );
        check(
            r#"{"blocks":[{"type":"header-two","text":"Flour"},
            {"type":"unstyled","text":"It is white."},
            {"type":"unordered-list-item","text":"Rye"}],"entityMap":{}}"#,
            "<h2>Flour</h2><p>It is white.</p><ul><li>Rye</li></ul>",
        );
    }

    #[test]
    fn links_images_and_breaks_are_written() {
        check(
            r#"{"type":"doc","content":[{"type":"paragraph","content":[
            {"type":"text","text":"Tea","marks":[{"type":"link","attrs":{"href":"/tea?a&b"}}]},
            {"type":"hardBreak"},{"type":"text","text":"a<b"}]},
            {"type":"image","attrs":{"src":"/a.png","alt":"A \"pot\""}},{"type":"widget"}]}"#,
            "<p><a href=\"/tea?a&amp;b\">Tea</a><br>a&lt;b</p>\
             <figure><img src=\"/a.png\" alt=\"A &quot;pot&quot;\"></figure>",
        );
        check(
            r#"[{"type":"paragraph","children":[{"type":"link","fields":{"url":"/tea"},
            "children":[{"text":"Tea"}]}]}]"#,
            "<p><a href=\"/tea\">Tea</a></p>",
        );
    }

    #[test]
    fn other_data_is_no_rich_text() {
        for json in [
            r#"[{"type":"menu","children":[{"title":"News","url":"/"}]}]"#,
            r#"{"blocks":[{"id":1}]}"#,
            r#"{"type":"doc","content":"Tea"}"#,
            r#"["Tea"]"#,
        ] {
            check(json, "");
        }
        let deep = format!(
            "{}{}",
            r#"{"type":"doc","content":[{"type":"x","content":["#.repeat(500),
            "]}]}".repeat(500)
        );
        check(&deep, "");
    }
}
