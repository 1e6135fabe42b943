//! Inline elements that a style sheet shows apart.
//!
//! A label and its value often are two elements with nothing between them, because a style sheet
//! that nobody has here puts a margin there:
//!
//! ```html
//! <li><span class=label>Total time</span><span class=value>60 mins</span></li>
//! ```
//!
//! is no "Total time60 mins". Where two words are shown apart, formats write a space. Elements also
//! mark parts of words, as in `<span class=cap>T</span>he` or `<b>pre</b>view`, so that each space
//! has a sign: a layout that names of classes or styles state, links with different targets, names
//! such as `label` and `value`, a capital or a number after a small letter, rows built alike.

use std::cell::OnceCell;

use tamis_dom::{Document, Name, NameSet, Namespace, NodeId, NodeKind, name};

use crate::page::{NodeSet, Rows, kind_of};

/// The elements that may be a label or a value.
static INLINE: NameSet = NameSet::of(&[
    name::A,
    name::ABBR,
    name::B,
    name::BDI,
    name::CITE,
    name::DATA,
    name::EM,
    name::FONT,
    name::I,
    name::LABEL,
    name::OUTPUT,
    name::SMALL,
    name::SPAN,
    name::STRONG,
    name::TIME,
    name::U,
]);

/// The elements in which nothing is put apart: text that is exact, and what is no text.
static SKIPPED: NameSet = NameSet::of(&[
    name::CODE,
    name::KBD,
    name::LISTING,
    name::MATH,
    name::PRE,
    name::RUBY,
    name::SAMP,
    name::SCRIPT,
    name::SELECT,
    name::STYLE,
    name::SUB,
    name::SUP,
    name::SVG,
    name::TEMPLATE,
    name::TEXTAREA,
    name::TT,
    name::VAR,
    name::XMP,
]);

/// Names in the classes of formulas drawn with HTML.
const FORMULAS: [&str; 3] = ["katex", "MathJax", "mjx-"];

/// Classes whose element shows its children side by side. Sources: Tailwind, Bootstrap, Bulma,
/// `UIkit`, Vuetify.
const ROWS: [&str; 13] = [
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "d-flex",
    "d-inline-flex",
    "d-grid",
    "is-flex",
    "uk-flex",
    "v-flex",
    "hstack",
    "vstack",
    "columns",
];

/// Classes of what is apart from its neighbours: boxes of their own, and floats.
const BOXES: [&str; 12] = [
    "badge",
    "block",
    "btn",
    "chip",
    "d-block",
    "float-left",
    "float-right",
    "label",
    "pill",
    "pull-left",
    "pull-right",
    "tag",
];

/// The beginnings of classes with a margin or a padding, before a number. Sources: Tailwind,
/// Bootstrap.
const SPACED: [&str; 12] =
    ["m-", "me-", "ml-", "mr-", "ms-", "mx-", "p-", "pe-", "pl-", "pr-", "ps-", "px-"];

/// Parts of classes that name a label or a value.
const PAIRED: [&str; 22] = [
    "amount", "author", "badge", "caption", "category", "count", "date", "desc", "detail",
    "eyebrow", "heading", "headline", "key", "kicker", "label", "name", "number", "quantity",
    "subtitle", "term", "title", "value",
];

/// The most children of an element that is compared with its neighbours.
const MAX_ROW: usize = 8;

/// The siblings on either side among which a row like it is searched, with the white space between.
const NEAR: usize = 6;

/// The fewest elements of one kind in a row that are items, such as tags.
const MIN_ITEMS: usize = 3;

/// The longest label or value, in bytes. Longer text is a sentence with marked words.
const MAX_BYTES: usize = 200;

/// Returns the elements and texts before which a space is shown that is not in the page. Linear in
/// the document.
pub(super) fn apart(document: &Document, texts: &NodeSet) -> NodeSet {
    let mut finder = Finder { document, found: NodeSet::of(document), rows: None };
    let Some(body) = document.body() else { return finder.found };
    let mut next = body;
    let end = document.subtree_end(body);
    while next < end {
        let id = next;
        next = NodeId::from_index(id.index() + 1);
        let Some(name) = document.name(id) else { continue };
        let after = document.subtree_end(id);
        // Most elements have no kept text, and need no look at what they are.
        let is_skipped = !texts.has_any(id..after)
            || SKIPPED.contains(name)
            || document.namespace(id) != Namespace::Html
            || is_formula(document, id);
        if is_skipped {
            next = after;
        } else if document.first_child(id) != document.last_child(id) {
            finder.children_of(id);
        }
    }
    finder.found
}

/// True for a formula drawn with HTML.
fn is_formula(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    FORMULAS.iter().any(|of| class.starts_with(of))
}

struct Finder<'d> {
    document: &'d Document,
    found: NodeSet,
    /// The classes that the page's own sheets show as rows, found at the first question.
    rows: Option<Rows<'d>>,
}

/// The border between two neighbours with text.
#[derive(Clone, Copy)]
struct Border {
    parent: NodeId,
    before: NodeId,
    after: NodeId,
    last: char,
    first: char,
}

impl<'d> Finder<'d> {
    fn children_of(&mut self, parent: NodeId) {
        let document = self.document;
        let mut before: Option<NodeId> = None;
        // True if there is an icon since.
        let mut has_icon = false;
        // Found at the first border, because it takes a look at all children.
        let alone = OnceCell::new();
        for after in document.children(parent) {
            let text = document.text(after);
            match document.kind(after) {
                NodeKind::Element if !is_inline(document, after) => {
                    before = None;
                    continue;
                }
                NodeKind::Element | NodeKind::Text if !text.is_empty() => {}
                NodeKind::Element => {
                    has_icon |= document.attr(after, name::CLASS).is_some();
                    continue;
                }
                _ => continue,
            }
            let has_icon = std::mem::take(&mut has_icon);
            if let Some(border) =
                before.and_then(|before| border_of(document, parent, before, after))
                && (has_icon && is_turn(border) || self.is_apart(border, &alone))
            {
                self.found.insert(after);
            }
            before = Some(after);
        }
    }

    /// True if the words at a border are shown apart.
    fn is_apart(&mut self, border: Border, alone: &OnceCell<bool>) -> bool {
        let Border { parent, before, after, .. } = border;
        let document = self.document;
        let elements = [before, after].map(|id| document.kind(id) == NodeKind::Element);
        let is_mark = [before, after].into_iter().any(|id| is_mark(document, id));
        if elements == [false, false] || is_mark || is_part_of_word(document, border) {
            return false;
        }
        let is_pair = elements == [true, true];
        let is_alone = || *alone.get_or_init(|| is_alone(document, parent));
        is_row(document, parent)
            || is_box_of_text(document, before, after)
            || is_pair && leads_elsewhere(document, before, after)
            || is_pair && !"([".contains(border.first) && is_named(document, border)
            || begins_value(document, border)
            || is_pair && is_alone() && is_whole_row(document, border)
            || is_alone() && is_among_items(document, border)
            || is_like_neighbours(document, border, is_pair)
            || self.is_row_by_sheet(parent)
    }

    fn is_row_by_sheet(&mut self, parent: NodeId) -> bool {
        let document: &'d Document = self.document;
        let rows = self.rows.get_or_insert_with(|| Rows::of(document));
        classes(document, parent).any(|class| rows.has(class))
    }
}

/// True for what may be the mark of a note: a link to a place in the page, or a raised number.
fn is_mark(document: &Document, id: NodeId) -> bool {
    let leads_within = document.attr(id, name::HREF).is_some_and(|href| href.starts_with('#'));
    let first = document.first_child(id).and_then(|first| document.name(first));
    leads_within || matches!(first, Some(name::SUP | name::SUB))
}

fn is_inline(document: &Document, id: NodeId) -> bool {
    document.namespace(id) == Namespace::Html
        && document.name(id).is_some_and(|name| INLINE.contains(name))
}

fn classes(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    document.attr(id, name::CLASS).unwrap_or_default().split_ascii_whitespace()
}

/// Returns the border between two neighbours, if two words meet there that could be read as one, or
/// a word and a bracket. For example, a comma is never shown apart from the word before it.
fn border_of(document: &Document, parent: NodeId, before: NodeId, after: NodeId) -> Option<Border> {
    let last = document.text(before).chars().next_back()?;
    let first = document.text(after).chars().next()?;
    let ends = last.is_alphanumeric() || ":%!?.;)]”»\"".contains(last);
    let begins = first.is_alphanumeric() || "([“«\"$€£¥+#@".contains(first);
    // "19" and "99", "19." and "99", "8:" and "30" are one number.
    let sign = document.text(before).trim_end_matches(['.', ':', ',']);
    let is_number = sign.ends_with(char::is_numeric) && first.is_numeric();
    // "functools." and "reduce" are one name in code.
    let is_path = last == '.' && !document.text(before).contains(char::is_whitespace);
    (ends && begins && !is_number && !is_path).then_some(Border {
        parent,
        before,
        after,
        last,
        first,
    })
}

/// True if one side is a single letter that begins or goes on a word, as a drop cap or as text
/// whose letters move.
fn is_part_of_word(document: &Document, border: Border) -> bool {
    let is_letter = |id: NodeId| {
        let mut chars = document.text(id).chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    };
    let (before, after) = (is_letter(border.before), is_letter(border.after));
    before && (after || !border.first.is_uppercase() && !border.first.is_numeric())
        || after && border.first.is_lowercase()
}

/// True if an element shows its children side by side, by its classes or its style.
fn is_row(document: &Document, id: NodeId) -> bool {
    let is_row = |class: &str| {
        let plain = class.rsplit(':').next().unwrap_or_default();
        ROWS.contains(&plain)
    };
    let style = document.attr(id, name::STYLE).unwrap_or_default();
    classes(document, id).any(is_row)
        || declarations(style).any(|(property, value)| {
            let value = value.trim_start_matches("inline-");
            property == "display" && (value.starts_with("flex") || value.starts_with("grid"))
        })
}

/// Returns the properties of a style with their values.
fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    rules.map(|(property, value)| (property.trim(), value.trim()))
}

/// True if a style or a class puts one of two neighbours apart from the other.
fn is_box_of_text(document: &Document, before: NodeId, after: NodeId) -> bool {
    has_room(document, before, "right") || has_room(document, after, "left")
}

/// True if an element has a margin or padding at this side, floats, or is a block.
fn has_room(document: &Document, id: NodeId, side: &str) -> bool {
    if document.kind(id) != NodeKind::Element {
        return false;
    }
    let style = document.attr(id, name::STYLE).unwrap_or_default();
    let is_room = |(property, value): (&str, &str)| {
        let (kind, of) = property.split_once('-').unwrap_or((property, side));
        let is_edge = matches!(kind, "margin" | "padding") && of == side;
        let is_wide = value.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) && value != "auto";
        is_edge && is_wide && !value.starts_with('-')
            || side == "right" && matches!(property, "width" | "min-width") && is_wide
            || property == "float" && matches!(value, "left" | "right")
            || property == "display" && matches!(value, "block" | "flex" | "grid" | "table")
    };
    let is_wide_class = |class: &str| {
        let other = if side == "right" {
            ["ml-", "ms-", "pl-", "ps-"]
        } else {
            ["mr-", "me-", "pr-", "pe-"]
        };
        let number = SPACED
            .iter()
            .filter(|prefix| !other.contains(prefix))
            .find_map(|prefix| class.strip_prefix(prefix));
        number.is_some_and(|rest| rest.starts_with(|first: char| ('1'..='9').contains(&first)))
    };
    declarations(style).any(is_room)
        || classes(document, id).any(|class| BOXES.contains(&class) || is_wide_class(class))
}

/// True for links with different targets.
fn leads_elsewhere(document: &Document, before: NodeId, after: NodeId) -> bool {
    let target = |id| document.attr(id, name::HREF).filter(|_| document.is_html(id, name::A));
    matches!((target(before), target(after)), (Some(one), Some(other)) if one != other)
}

/// True if the names of the elements or of their different classes say that they are a label and a
/// value.
fn is_named(document: &Document, border: Border) -> bool {
    let Border { before, after, .. } = border;
    let is_own = |id| {
        let name = document.name(id);
        matches!(name, Some(name::LABEL | name::TIME | name::CITE))
    };
    let class = |id| document.attr(id, name::CLASS).unwrap_or_default();
    let (one, other) = (class(before), class(after));
    let is_pair = |class: &str| {
        let class = class.to_ascii_lowercase();
        PAIRED.iter().any(|word| class.contains(word))
    };
    is_own(before) && !document.is_html(after, name::CITE)
        || is_own(after)
        || !one.is_empty() && !other.is_empty() && one != other && (is_pair(one) || is_pair(other))
}

/// True for what follows a label with a colon, or is a label, next to text: "Note:" and "The",
/// "Posted" and `<time>`.
fn begins_value(document: &Document, border: Border) -> bool {
    let Border { before, after, first, .. } = border;
    let is = |id: NodeId, wanted| document.is_html(id, wanted);
    let label = document.text(before).trim_end().strip_suffix(':').unwrap_or_default();
    let mut letters = label.chars().rev();
    let is_label = document.kind(before) == NodeKind::Element
        && letters.next().is_some_and(char::is_alphabetic)
        && letters.next().is_some();
    is_label && first.is_alphanumeric()
        || is(before, name::LABEL)
        || is(after, name::TIME) && border.last.is_alphabetic()
}

/// The elements of which each is one row.
static CELLS: NameSet = NameSet::of(&[name::DD, name::DIV, name::DT, name::LI, name::TD, name::TH]);

/// True if a label and a value are a row: a capital or a number follows, and one side has several
/// words or the element is a cell, or one side is small print.
fn is_whole_row(document: &Document, border: Border) -> bool {
    let Border { parent, before, after, .. } = border;
    let is_cell = || document.name(parent).is_some_and(|name| CELLS.contains(name));
    let is_small = || [before, after].into_iter().any(|id| document.is_html(id, name::SMALL));
    is_turn(border) && (has_words(document, border) || is_cell())
        || is_small() && has_words(document, border)
}

/// True if a capital or a number follows a small letter, or a capital a number: "timePrep",
/// "time60".
fn is_turn(border: Border) -> bool {
    let Border { last, first, .. } = border;
    last.is_lowercase() && (first.is_uppercase() || first.is_numeric())
        || last.is_numeric() && first.is_uppercase()
        || !last.is_alphanumeric()
}

/// True if all the text of an element is in elements.
fn is_alone(document: &Document, parent: NodeId) -> bool {
    let mut children = document.children(parent);
    children
        .all(|id| document.kind(id) != NodeKind::Text || document.text(id).trim_ascii().is_empty())
}

/// True if one side has several words, and neither is a sentence: a name such as
/// "Mac" and "Donald" has none.
fn has_words(document: &Document, border: Border) -> bool {
    let texts = [border.before, border.after].map(|id| document.text(id));
    texts.iter().all(|text| text.len() <= MAX_BYTES)
        && texts.iter().any(|text| text.trim().contains(char::is_whitespace))
}

/// True for several elements of the same kind of which each begins with a capital: tags.
fn is_among_items(document: &Document, border: Border) -> bool {
    let kind = shape(document, border.before);
    let mut items = 0;
    for id in document.children(border.parent).filter(|&id| document.kind(id) == NodeKind::Element)
    {
        let text = document.text(id).trim();
        let mut chars = text.chars();
        let is_item = shape(document, id) == kind
            && chars.next().is_some_and(char::is_uppercase)
            && chars.next().is_some_and(char::is_lowercase)
            && text.len() <= MAX_BYTES;
        if !is_item || items == MAX_ROW * MAX_ROW {
            return false;
        }
        items += 1;
    }
    items >= MIN_ITEMS && border.last.is_lowercase() && border.first.is_uppercase()
}

/// Returns what makes two elements of the same kind: their name and class.
fn shape(document: &Document, id: NodeId) -> (Option<Name>, Option<&str>) {
    (document.name(id), document.attr(id, name::CLASS))
}

/// True if a neighbour of the element is built like it, of different parts: rows of labels and
/// values. Parts of words are in rows, too, so that in one of them a capital or a number must
/// follow, or both parts are elements, one of several words.
fn is_like_neighbours(document: &Document, border: Border, is_pair: bool) -> bool {
    let Border { parent, before, after, .. } = border;
    let differ = shape(document, before) != shape(document, after);
    if !differ || document.text(parent).len() > 2 * MAX_BYTES {
        return false;
    }
    let own = parts(document, parent);
    let Some(at) = own.iter().position(|&id| id == before) else { return false };
    let is_likely = |border| is_turn(border) || is_pair && has_words(document, border);
    let is_apart = is_likely(border);
    let kind = |id: NodeId| (document.kind(id), shape(document, id));
    let is_alike = |id: NodeId| {
        let parts = parts(document, id);
        is_same_row(document, id, parent)
            && parts.iter().map(|&id| kind(id)).eq(own.iter().map(|&id| kind(id)))
            && (is_apart
                || is_pair
                    && parts.get(at..at + 2).is_some_and(|pair| {
                        border_of(document, id, pair[0], pair[1]).is_some_and(is_likely)
                    }))
    };
    let element = |id: &NodeId| document.kind(*id) == NodeKind::Element;
    let after =
        std::iter::successors(document.next_sibling(parent), |&id| document.next_sibling(id));
    let before = std::iter::successors(document.previous_sibling(parent), |&id| {
        document.previous_sibling(id)
    });
    after.take(NEAR).filter(element).any(is_alike)
        || before.take(NEAR).filter(element).any(is_alike)
}

/// True if two elements have the same name, and are built alike or have a class in common. Rows
/// often have another class that says which of them it is, such as `first` or `calories`.
fn is_same_row(document: &Document, one: NodeId, other: NodeId) -> bool {
    let shares = || classes(document, one).any(|of| classes(document, other).any(|it| it == of));
    document.name(one) == document.name(other)
        && (kind_of(document, one) == kind_of(document, other) || shares())
}

/// Returns the first elements and texts in an element.
fn parts(document: &Document, id: NodeId) -> Vec<NodeId> {
    let is_part = |&id: &NodeId| match document.kind(id) {
        NodeKind::Element => true,
        NodeKind::Text => !document.text(id).trim_ascii().is_empty(),
        _ => false,
    };
    document.children(id).filter(is_part).take(MAX_ROW).collect()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let mut texts = NodeSet::of(&document);
        let body = document.body().unwrap();
        texts.insert_range(body..document.subtree_end(body));
        let apart = apart(&document, &texts);
        let mut shown = String::new();
        for id in document.descendants_and_self(body) {
            if apart.contains(id) {
                shown.push('|');
            }
            if document.kind(id) == NodeKind::Text {
                shown.push_str(document.text(id));
            }
        }
        assert_eq!(shown, expected, "{html}");
    }

    #[test]
    fn labels_and_values_are_apart() {
        for (html, expected) in [
            ("<p><b>Total time</b><i>60 mins</i>", "Total time|60 mins"),
            ("<p><b class=label>ret</b><i class=value>fisk</i>", "ret|fisk"),
            ("<p class='md:flex'><b>ret</b>fisk", "ret|fisk"),
            ("<p style='display: flex'><b>ret</b>fisk", "ret|fisk"),
            ("<style>.a,p.b{display:flex}</style><p class=b><b>ret</b>fisk", "ret|fisk"),
            ("<p><a href=a>one</a><a href=b>two</a>", "one|two"),
            ("<p><span>Ann</span><time>1 May</time>", "Ann|1 May"),
            ("<ul><li><b>Serves</b>4<li><b>Course</b>Soup", "Serves|4Course|Soup"),
            (
                "<ul><li><b>Weight</b><i>2 kg</i><li><b>Stuff</b><i>wool</i>",
                "Weight|2 kgStuff|wool",
            ),
            (
                "<p class='row cal'>Energy<i>500 kcal</i><p class=row>Protein<i>47 g</i>",
                "Energy|500 kcalProtein|47 g",
            ),
            (
                "<p class='odd row'>Energy<i>500</i><p class='even row'>Protein<i>47</i>",
                "Energy|500Protein|47",
            ),
            ("<p id=f-1 class=f-1>Fat<i>5 g</i><p class=f-2>Salt<i>2 g</i>", "Fat|5 gSalt|2 g"),
            ("<p><b class=mr-2>one</b>two", "one|two"),
            ("<p><b style='margin: 0 1em'>one</b>two", "one|two"),
            ("<p class=flex><b>Total:</b><i>60 mins</i>", "Total:|60 mins"),
            ("<p><b>Note:</b>The stove", "Note:|The stove"),
            ("<p>Posted<time>1 May</time>", "Posted|1 May"),
            ("<p><b>Serves</b><i class=icon></i><b>4</b>", "Serves|4"),
            ("<div><b>Ret</b><b>Dessert</b></div>", "Ret|Dessert"),
            ("<p><b>Hall</b><small>closed until May</small>", "Hall|closed until May"),
            ("<p><b style='display:inline-block; width: 9em'>one</b>two", "one|two"),
            ("<p><i>Soup</i><i>Bread</i><i>Cake</i>", "Soup|Bread|Cake"),
        ] {
            check(html, expected);
        }
    }

    #[test]
    fn parts_of_words_stay_together() {
        for html in [
            "<p class=flex><b>T</b>he",
            "<p><b>pre</b>view",
            "<p><b>Mac</b><i>Donald</i>",
            "<p>At <b>8:</b>30",
            "<p><b class=module>functools.</b><b class=name>reduce</b><i class=paren>(</i>",
            "<p>On <b>C:</b>Users",
            "<p>He said <b>so much</b><i>Too</i>",
            "<ul><li><b>P</b>olitical<li><b>E</b>conomic",
            "<p><a href=a>pipe</a><a href=a>s</a>",
            "<p><b class=number>3</b><i class=value>.99</i>",
            "<p><b style='margin: 0'>pre</b>view",
            "<pre><b class=name>one</b><i class=value>two</i></pre>",
            "<p class=flex><b>a</b><b>b</b>",
            "<p>Tea<a href=#1><sup>1</sup></a><p>Cups<a href=#2><sup>2</sup></a>",
        ] {
            let document = Parser::default().parse(html);
            check(html, document.text(document.body().unwrap()));
        }
    }
}
