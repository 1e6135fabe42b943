//! Changes to the tree of a page that show it as a browser does after its scripts have run.
//!
//! Only blends read pages that are arranged: single engines read them as their references do.

mod accordion;
mod blocks;
mod css;
mod docs_export;
mod frame;
mod lines;
mod listings;
mod panels;
mod shadow;

use std::collections::HashMap;

use tamis_dom::{Attr, Document, Limits, Name, NodeId, Parser, WorkingTree, name};

use self::accordion::Accordions;
use self::blocks::Blocks;
pub(crate) use self::css::Rows;
use self::docs_export::DocsExport;
use self::lines::Lines;
use self::listings::Listings;
use self::panels::Panels;
use super::style::{hidden_elements, is_hidden, without_hiding};

/// The deepest place that a part is moved to, so that chains of parts do not make a page deeper and
/// deeper. In levels.
const MAX_DEPTH: usize = 256;

/// The elements whose text is a heading, a term or a question even if it is in a button.
const TITLES: [Name; 8] =
    [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6, name::DT, name::SUMMARY];

/// The number of elements in a button that are searched for a heading.
const WITHIN: usize = 8;

/// The number of elements around a part of a heading that are searched for the heading.
const MAX_UP: usize = 3;

/// Shows shadow trees and frames, puts what a server sent late in its place, dissolves buttons in
/// headings, so that the questions of an accordion are headings, shows headings that are hidden
/// from screen readers alone, opens the answers to questions and the panels of tabs, writes exports
/// of Google Docs as HTML means them, puts code in `<pre>`, and makes the lines that only a style
/// makes, by line feeds or by blocks. Returns the document unchanged if there is nothing to
/// arrange.
pub(crate) fn arrange(document: Document, limits: Limits, parser: &mut Parser) -> Document {
    let most_nodes = limits.page_nodes(document.html_bytes());
    let document = shadow::flattened(&document).unwrap_or(document);
    let document = frame::opened(document, most_nodes, parser);
    let (mut buttons, mut templates, mut sheets) = (Vec::new(), Vec::new(), Vec::new());
    let (mut controls, mut fields) = (Vec::new(), Vec::new());
    let mut export = DocsExport::default();
    for id in document.elements(NodeId::DOCUMENT) {
        if let Some(name) = document.name(id) {
            export.see(&document, id, name);
        }
        if let Some(name::BUTTON | name::LABEL) = document.name(id) {
            controls.push(id);
        }
        match document.name(id) {
            Some(name::BUTTON) if is_title(&document, id) => buttons.push(id),
            Some(name::TEXTAREA) => fields.push(id),
            Some(name::TEMPLATE) => templates.extend(late_part(&document, id)),
            Some(name::STYLE) if document.is_html(id, name::STYLE) => sheets.push(id),
            _ => {}
        }
    }
    let late = Late::of(&document, &templates);
    let lines = Lines::of(&document, &sheets, most_nodes.saturating_sub(document.len()) / 2);
    let blocks = Blocks::of(&document, &sheets, most_nodes.saturating_sub(document.len()) / 2);
    let hidden = hidden_elements(&document);
    let accordions = Accordions::of(&document, &controls, &hidden);
    let panels = Panels::of(&document, hidden);
    let listings = Listings::of(&document, &fields);
    let is_arranged = late.parts.is_empty() && export.is_empty();
    let titles: Vec<NodeId> = document
        .attrs_named(name::ARIA_HIDDEN)
        .filter(|attr| {
            document.attr_value(attr) == "true" && is_whole_title(&document, attr.owner())
        })
        .map(Attr::owner)
        .collect();
    let is_arranged = is_arranged && lines.is_empty() && blocks.is_empty() && titles.is_empty();
    let is_open = buttons.is_empty() && accordions.is_empty() && panels.is_empty();
    if is_arranged && is_open && listings.is_empty() {
        return document;
    }
    let mut tree = WorkingTree::of(&document);
    accordions.open(&mut tree);
    panels.show(&mut tree);
    for id in buttons {
        tree.replace_with_children(id);
    }
    for id in titles {
        tree.set_attr(id, name::ARIA_HIDDEN, "false");
    }
    late.put_in_place(&mut tree);
    export.apply(&document, &sheets, &mut tree);
    blocks.put_in(&mut tree);
    lines.put_in(&mut tree);
    listings.put_in(&mut tree);
    tree.to_document()
}

/// Shows a hidden element.
fn show(tree: &mut WorkingTree<'_>, id: NodeId) {
    let document = tree.document();
    if !is_hidden(document, id) {
        return;
    }
    tree.remove_attr(id, name::HIDDEN);
    if let Some(style) = document.attr(id, name::STYLE) {
        tree.set_attr(id, name::STYLE, &without_hiding(style));
    }
    if document.attr(id, name::ARIA_HIDDEN).is_some() {
        tree.set_attr(id, name::ARIA_HIDDEN, "false");
    }
}

/// True if a button contains the text of a heading, or a heading.
fn is_title(document: &Document, button: NodeId) -> bool {
    let is_title = |id| document.name(id).is_some_and(|name| TITLES.contains(&name));
    document.ancestors(button).take(2).any(is_title)
        || document.elements(button).skip(1).take(WITHIN).any(is_title)
}

/// True if an element has all the text of a heading. Readers see it even if it is hidden from
/// screen readers, which get the heading by another way: `<h2><a aria-hidden=true>Why</a></h2>`
/// before a link with the same text.
fn is_whole_title(document: &Document, id: NodeId) -> bool {
    let mut around = document.ancestors(id).take(MAX_UP);
    let is_title = |&id: &NodeId| document.name(id).is_some_and(|name| TITLES.contains(&name));
    around.find(is_title).is_some_and(|title| {
        let text = document.text(title).trim();
        !text.is_empty() && text == document.text(id).trim()
    })
}

/// Returns the template and the number of the part that is to take its place.
fn late_part(document: &Document, template: NodeId) -> Option<(NodeId, &str)> {
    match document.attr(template, name::ID)?.split_once(':')? {
        ("B" | "P", number) => Some((template, number)),
        _ => None,
    }
}

/// The parts of a page that React sends after the rest: each in a hidden element, to be moved by a
/// script to the place of a template with the same number.
///
/// Source: React 18 and 19, `ReactFizzConfigDOM.js`: a boundary has the id `B:0`, a segment `P:0`,
/// and their content is in `S:0`. What a browser shows until then stays: on pages of `wcxb-dev` it
/// may be content too.
#[derive(Debug, Default)]
struct Late<'d> {
    /// The hidden elements, in the order of the page.
    parts: Vec<NodeId>,
    /// The index of each part, by its number.
    numbers: HashMap<&'d str, usize>,
    /// The templates in each part, and last those outside of all parts.
    templates: Vec<Vec<(NodeId, &'d str)>>,
}

impl<'d> Late<'d> {
    fn of(document: &'d Document, templates: &[(NodeId, &'d str)]) -> Late<'d> {
        let mut late = Late::default();
        if templates.is_empty() {
            return late;
        }
        for id in document.elements(NodeId::DOCUMENT) {
            if document.is_html(id, name::DIV)
                && let Some(("S", number)) =
                    document.attr(id, name::ID).and_then(|id| id.split_once(':'))
                && document.attr(id, name::HIDDEN).is_some()
            {
                late.numbers.entry(number).or_insert(late.parts.len());
                late.parts.push(id);
            }
        }
        let outside = late.parts.len();
        late.templates.resize(outside + 1, Vec::new());
        for &(id, number) in templates {
            let before = late.parts.partition_point(|&part| part < id).checked_sub(1);
            let owner = before.filter(|&at| id < document.subtree_end(late.parts[at]));
            late.templates[owner.unwrap_or(outside)].push((id, number));
        }
        late
    }

    /// Moves the content of each part to its template. Outer parts come first, so that the depth of
    /// a place is known.
    fn put_in_place(mut self, tree: &mut WorkingTree<'_>) {
        let mut waiting = self.templates.pop().unwrap_or_default();
        while let Some((template, number)) = waiting.pop() {
            let Some(index) = self.numbers.remove(number) else { continue };
            let part = self.parts[index];
            if tree.ancestors(template).take(MAX_DEPTH).count() == MAX_DEPTH {
                continue;
            }
            if tree.replace(template, part) {
                tree.replace_with_children(part);
                waiting.append(&mut self.templates[index]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(html: &str) -> Document {
        let mut parser = Parser::default();
        let document = parser.parse(html);
        arrange(document, Limits::default(), &mut parser)
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = arranged(html);
        assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
    }

    fn template(id: &str) -> String {
        format!("<!--$?--><template id=\"{id}\"></template><!--/$-->")
    }

    #[test]
    fn headings_are_not_hidden_from_readers() {
        for (hidden, shown) in [
            ("<h2><a aria-hidden=\"true\">Why</a></h2>", true),
            ("<h2> <span><b aria-hidden=\"true\">Why</b></span> </h2>", true),
            ("<h2>Why <a aria-hidden=\"true\">#</a></h2>", false),
            ("<h2><a aria-hidden=\"true\"></a></h2>", false),
            ("<div><p aria-hidden=\"true\">Why</p></div>", false),
        ] {
            let expected = if shown { hidden.replace("true", "false") } else { hidden.to_owned() };
            check(hidden, &expected);
        }
    }

    #[test]
    fn late_parts_take_the_place_of_their_templates() {
        let (outer, inner) = (template("B:0"), template("P:1a"));
        let parts = format!(
            "<div hidden id=S:1a><b>Two</b></div><div hidden id=S:0><p>One{inner}</p></div>"
        );
        check(
            &format!("<div>{outer}</div>{parts}<p>End"),
            "<div><!--$?--><p>One<!--$?--><b>Two</b><!--/$--></p><!--/$--></div><p>End</p>",
        );
        // Without a template, without a part, with a visible element.
        for html in [&parts, &outer, &format!("{outer}<div id=S:0>One</div>")] {
            let document = Parser::default().parse(html);
            check(html, &document.inner_html(document.body().unwrap()));
        }
    }

    #[test]
    fn parts_do_not_contain_themselves() {
        let (outer, inner) = (template("B:0"), template("P:0"));
        check(
            &format!("<p>One{outer}<div hidden id=S:0>{inner}</div>"),
            "<p>One<!--$?--><!--$?--><template id=\"P:0\"></template><!--/$--><!--/$--></p>",
        );
    }

    #[test]
    fn chains_of_parts_stay_flat() {
        let part = |number: usize| {
            let inner = template(&format!("P:{}", number + 1));
            format!("<div hidden id=S:{number}><div>{inner}</div></div>")
        };
        let html = format!("<p>{}", template("B:0")) + &(0..2000).map(part).collect::<String>();
        let document = arranged(&html);
        let elements = document.elements(NodeId::DOCUMENT);
        let deepest = elements.map(|id| document.ancestors(id).count()).max();
        assert!(deepest <= Some(MAX_DEPTH + 4), "{deepest:?}");
    }

    #[test]
    fn buttons_in_headings_dissolve() {
        check("<h3><button>Why?</button></h3><p>So.", "<h3>Why?</h3><p>So.</p>");
        check(
            "<h3><span><button><b>Why?</b></button></span></h3>",
            "<h3><span><b>Why?</b></span></h3>",
        );
        check("<dl><dt><button>Why?</button></dt></dl>", "<dl><dt>Why?</dt></dl>");
        check("<button><h3>Why?</h3></button><p>So.", "<h3>Why?</h3><p>So.</p>");
        check("<div><button>Buy</button></div>", "<div><button>Buy</button></div>");
    }

    #[test]
    fn answers_are_shown_and_questions_are_headings() {
        let pairs = |html: &str| {
            let of =
                |(question, answer): (&str, &str)| html.replace('Q', question).replace('A', answer);
            [("Why so?", "It is so."), ("Why not?", "It is not so.")].map(of).concat()
        };
        for (html, expected) in [
            (
                "<h3>Q</h3><div hidden style='color: red'>A</div>",
                "<h3 aria-expanded=\"true\">Q</h3><div style=\"color: red\">A</div>",
            ),
            (
                "<div><button>Q</button><p style='display:none'>A</p></div>",
                "<div><h2 aria-expanded=\"true\">Q</h2><p style=\"\">A</p></div>",
            ),
            (
                "<p><button>Q</button></p><span hidden>A</span>",
                "<h2 aria-expanded=\"true\">Q</h2><div>A</div>",
            ),
            (
                "<section><h3>Q</h3><div><div hidden>A</div></div></section>",
                "<section><h3 aria-expanded=\"true\">Q</h3><div><div>A</div></div></section>",
            ),
        ] {
            check(&pairs(html), &pairs(expected));
        }
        let button = "<button>Q</button><div>A</div>";
        check(
            &format!("<h2>Bread</h2>{}", pairs(button)),
            &format!("<h2>Bread</h2>{}", pairs("<h3 aria-expanded=\"true\">Q</h3><div>A</div>")),
        );
    }
}
