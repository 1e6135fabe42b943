//! Documents that Google Docs exports or publishes as HTML, or that were pasted from there.
//!
//! Their markup says what it means only by classes, indents and addresses:
//!
//! - Each level of a list is a list of its own, next to the others: `<ul class="lst-kix_a-0">`,
//!   then `<ul class="lst-kix_a-1">` for what is below its last item, then `lst-kix_a-0` again,
//!   with `start=2` if it is numbered. The last number of the class is the level.
//! - Bold and slanted texts are `<span class=c3>`, and the style of `c3` is in the page's
//!   `<style>`.
//! - Links lead to `https://www.google.com/url?q=…`, which redirects.
//!
//! All of that is written here as HTML means it, so that engines and renderers need not know.

use std::collections::HashMap;

use tamis_dom::{Document, Name, NodeId, WorkingTree, name};
use url::Url;

use super::css::read_rules;
use crate::page::around::near;

/// The begin of the class of a list.
const LIST: &str = "lst-kix_";

/// The class of the text of an export.
const CONTENT: &str = "doc-content";

/// The begin of a rule for the lists of an export.
const LIST_RULE: &[u8] = b".lst-kix";

/// What the styles of an export begin with.
const FONTS: &str = "@import url(https://themes.googleusercontent.com/fonts";

/// The begin of the id of an element around what was pasted.
const PASTED: &str = "docs-internal-guid";

/// The least `font-weight` that is bold.
const BOLD: u32 = 600;

/// The deepest list. Google Docs has nine levels.
const MAX_LEVEL: usize = 9;

/// What is found in a document, in its order.
#[derive(Debug, Default)]
pub(super) struct DocsExport {
    lists: Vec<NodeId>,
    links: Vec<NodeId>,
    spans: Vec<NodeId>,
    /// Elements around what was pasted, which say that it is not bold.
    pasted: Vec<NodeId>,
    /// The document is an export.
    is_export: bool,
}

impl DocsExport {
    /// Notes an element. The calls follow the order of the document.
    pub(super) fn see(&mut self, document: &Document, id: NodeId, of: Name) {
        let has = |attr: Name, part: &str| {
            document.attr(id, attr).is_some_and(|value| value.contains(part))
        };
        match of {
            name::BODY => self.is_export |= has(name::CLASS, CONTENT),
            name::UL | name::OL if has(name::CLASS, LIST) => {
                self.is_export = true;
                self.lists.push(id);
            }
            name::STYLE => {
                let text = document.text(id).trim_ascii_start();
                self.is_export |= text.starts_with(FONTS)
                    || memchr::memmem::find(text.as_bytes(), LIST_RULE).is_some();
            }
            name::B | name::SPAN if has(name::ID, PASTED) => {
                self.is_export = true;
                self.pasted.push(id);
            }
            name::SPAN if self.is_export => self.spans.push(id),
            name::A if document.attr(id, name::HREF).is_some_and(is_redirect) => {
                self.links.push(id);
            }
            _ => {}
        }
    }

    /// True if there is nothing to change.
    pub(super) fn is_empty(&self) -> bool {
        !self.is_export && self.links.is_empty()
    }

    /// Writes what is found in a page with these `<style>` elements as HTML means it. Linear in the
    /// document.
    pub(super) fn apply(&self, document: &Document, sheets: &[NodeId], tree: &mut WorkingTree<'_>) {
        for &link in &self.links {
            if let Some(target) = document.attr(link, name::HREF).and_then(target) {
                tree.set_attr(link, name::HREF, &target);
            }
        }
        if !self.is_export {
            return;
        }
        let styles = Styles::of(sheets.iter().map(|&id| document.text(id)));
        for &span in &self.spans {
            mark(document, tree, span, &styles);
        }
        for &id in self.pasted.iter().filter(|&&id| document.is_html(id, name::B)) {
            tree.replace_with_children(id);
        }
        nest(document, tree, &self.lists);
    }
}

/// Makes a span bold or slanted if its style is.
fn mark(document: &Document, tree: &mut WorkingTree<'_>, id: NodeId, styles: &Styles) {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    let style = document.attr(id, name::STYLE).map(Look::of).unwrap_or_default();
    let looks = classes.split_ascii_whitespace().filter_map(|class| styles.looks.get(class));
    let look = looks.fold(style, |sum, look| sum.and(*look));
    let is_heading = |id| {
        document.name(id).is_some_and(|of| {
            matches!(of, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
        })
    };
    if look == Look::default()
        || document.text(id).trim().is_empty()
        || near(document, id).any(is_heading)
    {
        return;
    }
    tree.rename(id, if look.is_bold { name::B } else { name::I });
    if look.is_bold && look.is_slanted {
        tree.wrap(id, name::I);
    }
}

/// How a class shows a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    is_bold: bool,
    is_slanted: bool,
}

impl Look {
    /// Returns the look by the declarations of a style.
    fn of(declarations: &str) -> Look {
        let mut look = Look::default();
        for (property, value) in declarations.split(';').filter_map(|of| of.split_once(':')) {
            let value = value.trim();
            match property.trim() {
                "font-weight" => {
                    let is_heavy = value.parse().is_ok_and(|weight: u32| weight >= BOLD);
                    look.is_bold = value == "bold" || is_heavy;
                }
                "font-style" => look.is_slanted = matches!(value, "italic" | "oblique"),
                _ => {}
            }
        }
        look
    }

    fn and(self, other: Look) -> Look {
        Look {
            is_bold: self.is_bold || other.is_bold,
            is_slanted: self.is_slanted || other.is_slanted,
        }
    }
}

/// The looks of the classes of a page.
#[derive(Debug, Default)]
struct Styles<'d> {
    looks: HashMap<&'d str, Look>,
}

impl<'d> Styles<'d> {
    /// Reads the rules whose selectors are one class, such as `.c3{font-weight:700}`.
    fn of(sheets: impl Iterator<Item = &'d str>) -> Styles<'d> {
        let mut styles = Styles::default();
        for sheet in sheets {
            read_rules(sheet, &mut |selector, declarations| {
                let look = Look::of(declarations);
                if let Some(class) = selector.trim().strip_prefix('.')
                    && look != Look::default()
                    && !class.contains([' ', '.', ':', '>', ','])
                {
                    styles.looks.insert(class, look);
                }
                true
            });
        }
        styles
    }
}

/// A list that is open: others can follow in it.
#[derive(Clone, Copy, Debug)]
struct OpenList {
    id: NodeId,
    level: usize,
    name: Name,
}

/// Puts each list into the last item of the list above it, and joins those of the same level.
fn nest(document: &Document, tree: &mut WorkingTree<'_>, lists: &[NodeId]) {
    let mut open: Vec<OpenList> = Vec::new();
    let mut last = None;
    for &id in lists {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        let (Some(level), Some(name)) = (level_of(class), document.name(id)) else { continue };
        if last.is_none() || previous_element(document, id) != last {
            open.clear();
        }
        last = Some(id);
        let begins = class.split_ascii_whitespace().any(|class| class == "start");
        while open.last().is_some_and(|list| list.level > level) {
            open.pop();
        }
        let same = open.pop_if(|list| list.level == level);
        if let Some(same) = same.filter(|same| same.name == name && !begins) {
            let items: Vec<NodeId> = tree.children(id).collect();
            for item in items {
                tree.append(same.id, item);
            }
            tree.detach(id);
            open.push(same);
            continue;
        }
        let item = open.last().and_then(|list| tree.last_child(list.id));
        if let Some(item) = item.filter(|&item| tree.is_html(item, name::LI)) {
            tree.append(item, id);
        }
        open.push(OpenList { id, level, name });
    }
}

/// Returns the level of a list, from 0.
fn level_of(class: &str) -> Option<usize> {
    let mut classes = class.split_ascii_whitespace();
    let own = classes.find(|class| class.starts_with(LIST))?;
    own.rsplit('-').next()?.parse().ok().filter(|&level| level < MAX_LEVEL)
}

/// Returns the element right before another, if no text is between them.
fn previous_element(document: &Document, id: NodeId) -> Option<NodeId> {
    let before =
        std::iter::successors(document.previous_sibling(id), |&id| document.previous_sibling(id));
    let mut before = before
        .take_while(|&id| document.name(id).is_some() || document.text(id).trim_ascii().is_empty());
    before.find(|&id| document.name(id).is_some())
}

/// True for the address of a redirect of Google.
fn is_redirect(address: &str) -> bool {
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let host = host.map(|host| host.strip_prefix("www.").unwrap_or(host));
    host.is_some_and(|host| host.starts_with("google.com/url?"))
}

/// Returns the address that a redirect leads to.
fn target(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let mut pairs = url.query_pairs();
    let (_, target) = pairs.find(|(key, _)| matches!(&**key, "q" | "url"))?;
    let is_web = Url::parse(&target).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    is_web.then(|| target.into_owned())
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn arranged(html: &str) -> Document {
        let document = Parser::default().parse(html);
        let mut export = DocsExport::default();
        for id in document.elements(NodeId::DOCUMENT) {
            export.see(&document, id, document.name(id).unwrap());
        }
        let mut tree = WorkingTree::of(&document);
        let is_sheet = |&id: &NodeId| document.is_html(id, name::STYLE);
        let sheets: Vec<_> = document.elements(NodeId::DOCUMENT).filter(is_sheet).collect();
        export.apply(&document, &sheets, &mut tree);
        tree.to_document()
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = arranged(html);
        assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
    }

    fn list(name: &str, class: &str, item: &str) -> String {
        format!("<{name} class=\"{class}\"><li>{item}</li></{name}>")
    }

    #[test]
    fn lists_nest_by_their_level() {
        let one = list("ol", "c6 lst-kix_b-0 start", "One");
        let sub = list("ul", "lst-kix_b-1 start", "sub");
        let two = list("ol", "lst-kix_b-0", "Two");
        check(
            &format!("{one}{sub}{two}"),
            "<ol class=\"c6 lst-kix_b-0 start\"><li>One<ul class=\"lst-kix_b-1 start\">\
             <li>sub</li></ul></li><li>Two</li></ol>",
        );
        check(
            &format!("{one}{two}"),
            "<ol class=\"c6 lst-kix_b-0 start\"><li>One</li><li>Two</li></ol>",
        );
        // A text between two lists, another kind of list, a new list, a level without one above.
        for html in [
            format!("{one}<p>Text</p>{sub}"),
            format!("{one}{}", list("ul", "lst-kix_c-0", "Two")),
            format!("{one}{}", list("ol", "lst-kix_c-0 start", "Two")),
            sub,
        ] {
            check(&html, &html);
        }
    }

    #[test]
    fn deep_lists_end_where_a_higher_one_follows() {
        let of = |level: usize| list("ul", &format!("lst-kix_a-{level}"), &level.to_string());
        let html: String = [0, 1, 2, 1, 0].map(of).concat();
        let document = arranged(&html);
        let text = document.inner_html(document.body().unwrap()).replace(" class=\"lst-kix_", "");
        assert_eq!(
            text,
            "<ula-0\"><li>0<ula-1\"><li>1<ula-2\"><li>2</li></ul></li><li>1</li></ul></li>\
             <li>0</li></ul>"
        );
    }

    #[test]
    fn styles_of_classes_are_marks() {
        let style = "<style>@import url(https://themes.googleusercontent.com/fonts/css?x);\
                     .c1{color:#000;font-weight:700}.c2{font-style:italic}.c3{font-weight:400}\
                     p.c4{font-weight:700}</style>";
        check(
            &format!(
                "<head>{style}<body><p><span class=c1>One</span> <span class=\"c2 c3\">two</span> \
                 <span class=\"c1 c2\">three</span> <span class=c3>four</span>"
            ),
            "<p><b class=\"c1\">One</b> <i class=\"c2 c3\">two</i> \
             <i><b class=\"c1 c2\">three</b></i> <span class=\"c3\">four</span></p>",
        );
        let other = "<p><span class=\"c1\">One</span></p>";
        check(&format!("<style>.c1{{font-weight:700}}</style>{other}"), other);
        check(
            "<b id=docs-internal-guid-1 style=font-weight:normal><p>\
             <span style='font-weight:700'>One</span></p></b>",
            "<p><b style=\"font-weight:700\">One</b></p>",
        );
    }

    #[test]
    fn redirects_are_skipped() {
        for (address, expected) in [
            (
                "https://www.google.com/url?q=https://a.example/b?c%3D1&sa=D",
                "https://a.example/b?c=1",
            ),
            ("https://www.google.com/url?sa=t&url=http%3A%2F%2Fa.example%2F", "http://a.example/"),
            ("https://www.google.com/url?q=javascript:alert(1)", ""),
            ("https://a.example/?https://www.google.com/url?q=https://b.example", ""),
        ] {
            let document = arranged(&format!("<a href='{address}'>One</a>"));
            let link =
                document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name::A));
            let found = link.and_then(|link| document.attr(link, name::HREF));
            assert_eq!(found, Some(if expected.is_empty() { address } else { expected }));
        }
    }
}
