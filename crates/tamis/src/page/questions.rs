//! Questions whose answers open on click, in any markup.
//!
//! A page with questions and answers often shows the questions alone. Each answer is hidden until
//! somebody clicks on its question, and the question is a heading, a term, a button, a label, or
//! any element that a script listens to. For a program that reads the page both are there, but the
//! answer looks like the many other hidden things, and a button like the many other controls:
//!
//! ```html
//! <div><h3>Does it run at night?</h3><div hidden>Only in summer.</div></div>
//! <div><button>Can I bring a dog?</button><div style="display: none">Yes.</div></div>
//! ```
//!
//! Neither names nor classes tell, because every site has its own. What all of them share is the
//! form: a short title directly before what it opens, and several such pairs that are built alike,
//! each with a title and an answer of its own. Hidden things of other kinds lack one of these
//! signs:
//!
//! - The menus that open below "Products" and "Services" consist of links, or are in a navigation.
//! - Two buttons "Share" have the same title.
//! - Filters and forms have fields in what they open.
//! - A message about an error comes after the label of a field that is no checkbox.
//! - An explanation in the middle of a sentence has text next to it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tamis_dom::{Attr, Document, Name, NameSet, NodeId, NodeKind, name};

use super::address::leads_away;
use super::style::is_hidden;
use super::{Page, around, has_class_word, near};

/// The fewest pairs that are questions and answers. A single one may be anything.
const MIN_PAIRS: usize = 2;

/// The same if nothing but the mark of a question tells.
const MIN_ASKED: usize = 3;

/// The longest title, in Unicode scalar values, and in bytes with its indentation.
const MAX_TITLE_CHARS: usize = 200;
const MAX_TITLE_BYTES: usize = 1500;

/// The most elements without text between a title and its answer, such as icons and checkboxes.
const MAX_BETWEEN: usize = 4;

/// The most elements around a title, or around an answer, that have nothing else in them.
const MAX_WRAPS: usize = 3;

/// The most levels from two titles to the element that contains both.
const MAX_LEVELS: usize = 5;

/// The most elements after an answer that belong to it too.
const MAX_MORE: usize = 16;

/// The most nodes of an answer, and elements of a title, that are read.
const MAX_READ: usize = 200;
const MAX_WITHIN: usize = 8;

/// The length from which a text is a sentence without a full stop, in Unicode scalar values: Thai
/// has none, and no entry of a menu is as long.
const MIN_SENTENCE: usize = 40;

/// The fewest words, or the fewest characters in a script without spaces, of a button that names
/// what comes after it without saying so. "Subscribe" has fewer.
const MIN_TITLE_WORDS: usize = 3;
const MIN_TITLE_LETTERS: usize = 5;

/// Elements that say by their name that they are titles.
const TITLES: NameSet = NameSet::of(&[
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::BUTTON,
    name::DT,
    name::LABEL,
    name::SUMMARY,
]);

/// Elements that are neither a title nor an answer.
const OTHERS: NameSet = NameSet::of(&[
    name::BODY,
    name::FORM,
    name::HEAD,
    name::HTML,
    name::INPUT,
    name::NAV,
    name::OPTION,
    name::SCRIPT,
    name::SELECT,
    name::STYLE,
    name::TEXTAREA,
    name::TD,
    name::TEMPLATE,
    name::TH,
]);

/// Elements around which nothing is opened that belongs to the text.
const MENUS: NameSet =
    NameSet::of(&[name::FOOTER, name::HEADER, name::MENU, name::NAV, name::SELECT, name::SVG]);

/// Roles of elements that open and are no answers.
const OTHER_ROLES: [&str; 16] = [
    "alert",
    "alertdialog",
    "combobox",
    "dialog",
    "listbox",
    "menu",
    "menubar",
    "menuitem",
    "navigation",
    "option",
    "search",
    "status",
    "tab",
    "tablist",
    "toolbar",
    "tooltip",
];

/// Words in the classes of elements that open and are no answers.
const OTHER_WORDS: [&str; 22] = [
    "breadcrumb",
    "dropdown",
    "error",
    "facet",
    "filter",
    "filters",
    "lang",
    "language",
    "languages",
    "lightbox",
    "megamenu",
    "menu",
    "modal",
    "nav",
    "navbar",
    "navigation",
    "popover",
    "popup",
    "share",
    "submenu",
    "toolbar",
    "tooltip",
];

/// Words in the classes of titles.
const TITLE_WORDS: [&str; 12] = [
    "accordion",
    "caption",
    "collapsible",
    "expander",
    "head",
    "header",
    "heading",
    "q",
    "question",
    "title",
    "toggle",
    "trigger",
];

/// The ends of questions in the scripts of the web; the last one is Japanese.
const QUESTION_MARKS: [&str; 6] = ["?", "？", "؟", "\u{37e}", "՞", "か。"];

/// The ends of sentences.
pub(crate) const SENTENCE_ENDS: [char; 14] =
    ['.', '!', '?', '…', '。', '！', '？', '؟', '۔', '।', '։', '။', '።', '．'];

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The element, or the text, that has the question and nothing else.
    pub(crate) title: NodeId,
    /// The first and the last element of the answer, which are siblings.
    pub(crate) first: NodeId,
    pub(crate) last: NodeId,
}

/// Returns the questions of a page that were found closed or half open, in groups that are built
/// alike. `controls` are its buttons and labels, `hidden` its elements that are
/// [hidden](super::style::hidden_elements). Linear.
pub(crate) fn questions(
    document: &Document,
    controls: &[NodeId],
    hidden: &[NodeId],
) -> Vec<Vec<Question>> {
    let mut found = Vec::new();
    for &id in hidden {
        let question = Question::of_answer(document, id);
        found.extend(question.as_ref().and_then(|of| of.open_before(document)));
        found.extend(question);
    }
    let stated = document.attrs_named(name::ARIA_EXPANDED).map(Attr::owner);
    let stated = stated.filter(|id| hidden.binary_search(id).is_err());
    found.extend(stated.filter_map(|id| Question::of_title(document, id)));
    found.extend(controls.iter().filter_map(|&id| Question::of_title(document, id)));
    groups(document, found)
}

/// Returns the questions of a page that say that they are open, or that ask, in groups that are
/// built alike. Linear.
pub(crate) fn open_questions(page: &Page) -> Vec<Vec<Question>> {
    let document = page.document();
    let mut found = Vec::new();
    if document.attrs_named(name::ARIA_EXPANDED).next().is_some() {
        let stated = document
            .attrs_by_element()
            .filter(|(_, attrs)| attrs.iter().any(|attr| attr.name() == name::ARIA_EXPANDED));
        found.extend(stated.filter_map(|(id, _)| Question::of_title(document, id)));
    }
    found.extend(asked(page));
    let is_stated =
        |question: &Question| document.attr(question.title, name::ARIA_EXPANDED).is_some();
    let mut groups = groups(document, found);
    groups.retain(|group| group.len() >= MIN_ASKED || group.iter().any(is_stated));
    groups
}

/// Returns the questions whose titles are paragraphs that end with the mark of one.
fn asked(page: &Page) -> impl Iterator<Item = Question> {
    page.paragraphs().iter().filter_map(|of| {
        let text = page.paragraph_text(of);
        let asks =
            text.len() <= MAX_TITLE_BYTES && QUESTION_MARKS.iter().any(|mark| text.ends_with(mark));
        let parent = asks.then(|| page.document().parent(page.first_text(of)?)).flatten()?;
        Question::of_title(page.document(), parent)
    })
}

impl Question {
    /// Returns the question before a hidden answer, or before an element with nothing else in it.
    fn of_answer(document: &Document, answer: NodeId) -> Option<Question> {
        let mut whole = answer;
        for _ in 0..=MAX_WRAPS {
            if !is_part(document, whole) {
                return None;
            }
            if let Some(title) = text_before(document, whole) {
                let last = last_part(document, answer);
                return is_title(document, title).then_some(Question {
                    title,
                    first: answer,
                    last,
                });
            }
            whole = document.parent(whole)?;
        }
        None
    }

    /// Returns the question of a button, or of another element that opens something, with the
    /// element after it.
    fn of_title(document: &Document, control: NodeId) -> Option<Question> {
        let text = |id: NodeId| document.text(id).trim();
        if document.text_range(control).len() > MAX_TITLE_BYTES {
            return None;
        }
        let (mut title, wanted) = (control, text(control));
        for _ in 0..=MAX_WRAPS {
            if let Some(first) = text_after(document, title) {
                let is_answer = is_part(document, first)
                    && !document.name(first).is_some_and(|name| TITLES.contains(name));
                let last = last_part(document, first);
                return (is_answer && is_title(document, title)).then_some(Question {
                    title,
                    first,
                    last,
                });
            }
            title = document.parent(title)?;
            let is_alone =
                document.text_range(title).len() <= MAX_TITLE_BYTES && text(title) == wanted;
            if !is_alone {
                return None;
            }
        }
        None
    }

    /// Returns the question before this one if it is built alike and open from the start.
    fn open_before(&self, document: &Document) -> Option<Question> {
        let is_like = |id: NodeId, other: NodeId| {
            document.kind(id) == NodeKind::Element
                && document.name(id) == document.name(other)
                && document.attr(id, name::CLASS) == document.attr(other, name::CLASS)
        };
        let parent = document.parent(self.title)?;
        let flat = || text_before(document, self.title);
        let wrapped = || {
            let item = text_before(document, parent).filter(|&item| is_like(item, parent))?;
            last_with_text(document, item)
        };
        let of_last = |first: NodeId| {
            let title = text_before(document, first)?;
            let is_pair = document.name(first) == document.name(self.first)
                && is_like(title, self.title)
                && is_part(document, first)
                && is_title(document, title);
            is_pair.then_some(Question { title, first, last: first })
        };
        flat().and_then(of_last).or_else(|| wrapped().and_then(of_last))
    }

    /// Returns the nodes of the answer.
    pub(crate) fn answer(&self, document: &Document) -> Range<NodeId> {
        self.first..document.subtree_end(self.last)
    }

    /// Returns the text of the question.
    fn text<'d>(&self, document: &'d Document) -> &'d str {
        document.text(self.title).trim()
    }

    /// True if the title has one of the marks of a question in its text.
    fn asks(&self, document: &Document) -> bool {
        let text = self.text(document);
        QUESTION_MARKS.iter().any(|mark| text.contains(mark))
    }

    /// True if the title opens the answer, by the facts about both: the answer is hidden and the
    /// title is one, the title says that it opens something, or it is a button with several words.
    /// `are_alike` is true if the titles next to it have the same classes.
    fn opens(&self, document: &Document, are_alike: bool) -> bool {
        let text = self.text(document);
        let within = || document.elements(self.title).take(MAX_WITHIN);
        let has = |attr: Name| within().any(|id| document.attr(id, attr).is_some());
        let is_control = |id: NodeId| {
            matches!(document.name(id), Some(name::BUTTON | name::LABEL))
                || document.attr(id, name::ROLE) == Some("button")
        };
        if has(name::ARIA_EXPANDED) || self.asks(document) {
            return true;
        }
        if is_hidden(document, self.first) {
            let is_title = |id| document.name(id).is_some_and(|name| TITLES.contains(name));
            return within().any(|id| {
                is_title(id)
                    || is_control(id)
                    || document.is_html(id, name::A)
                    || has_class_word(document, id, &TITLE_WORDS)
            });
        }
        let is_long = text.split_whitespace().count() >= MIN_TITLE_WORDS
            || !text.is_ascii() && text.chars().count() >= MIN_TITLE_LETTERS;
        are_alike && is_long && within().any(is_control)
    }
}

/// Returns the groups of questions that are built alike, without those that are no questions.
fn groups(document: &Document, mut found: Vec<Question>) -> Vec<Vec<Question>> {
    found.sort_by_key(|question| question.title);
    found.dedup_by_key(|question| question.title);
    let mut groups: Vec<Vec<Question>> = Vec::new();
    let mut latest: HashMap<[Option<Name>; 2], usize> = HashMap::new();
    for question in found {
        let shape = [question.title, question.first].map(|id| document.name(id));
        let open = latest.get(&shape).copied().filter(|&at| {
            let last = groups[at].last();
            last.is_some_and(|last| are_cousins(document, last.title, question.title))
        });
        if let Some(at) = open {
            groups[at].push(question);
        } else {
            latest.insert(shape, groups.len());
            groups.push(vec![question]);
        }
    }
    let wanted = groups.into_iter().filter_map(|group| checked(document, group));
    let mut wanted: Vec<Vec<Question>> = wanted.collect();
    wanted.sort_by_key(|group| group[0].title);
    wanted
}

/// True if the elements around two titles have the same names up to the one that has both.
fn are_cousins(document: &Document, one: NodeId, other: NodeId) -> bool {
    let parents = document.ancestors(one).zip(document.ancestors(other)).take(MAX_LEVELS);
    let mut parents = parents
        .skip_while(|&(one, other)| one != other && document.name(one) == document.name(other));
    parents.next().is_some_and(|(one, other)| one == other)
}

/// Returns a group if it has questions and answers. If all titles are the same, such as "Show the
/// answer", the questions are before them.
fn checked(document: &Document, group: Vec<Question>) -> Option<Vec<Question>> {
    if group.len() < MIN_PAIRS {
        return None;
    }
    let texts: HashSet<String> =
        group.iter().map(|question| letters(question.text(document))).collect();
    if texts.len() == 1 {
        let before = |question: Question| {
            let title = text_before(document, question.title)?;
            let is_before = is_title(document, title) && is_hidden(document, question.first);
            is_before.then_some(Question { title, ..question })
        };
        return differing(document, group.into_iter().map_while(before).collect());
    }
    differing(document, group)
}

/// Returns a group if it has different titles, and answers that are texts.
fn differing(document: &Document, group: Vec<Question>) -> Option<Vec<Question>> {
    let half = group.len().div_ceil(2);
    let texts: HashSet<String> =
        group.iter().map(|question| letters(question.text(document))).collect();
    let classes = || group.iter().map(|question| document.attr(question.title, name::CLASS));
    let are_alike = classes().zip(classes().skip(1)).all(|(one, next)| one == next);
    let opening = || group.iter().filter(|question| question.opens(document, are_alike)).count();
    if texts.len() < MIN_PAIRS.max(half) || opening() < half || is_in_menu(document, &group[0]) {
        return None;
    }
    let answers: Vec<Answer> = group.iter().map(|of| Answer::read(document, of)).collect();
    let sum = |of: fn(&Answer) -> usize| answers.iter().map(of).sum::<usize>();
    let is_text = sum(|answer| 2 * answer.control_bytes) <= sum(|answer| answer.bytes)
        && sum(|answer| usize::from(answer.has_fields)) < half
        && sum(|answer| usize::from(answer.is_prose)) >= half;
    is_text.then_some(group)
}

/// The letters of a text, without numbers: "3 replies" and "5 replies" are the same.
fn letters(text: &str) -> String {
    text.chars().filter(|char| char.is_alphabetic()).collect()
}

/// True if a question is in a navigation, or it or its answer is a part of a menu or a dialogue.
fn is_in_menu(document: &Document, question: &Question) -> bool {
    let is_other = |id: NodeId| {
        document.attr(id, name::ROLE).is_some_and(|role| OTHER_ROLES.contains(&role))
            || has_class_word(document, id, &OTHER_WORDS)
    };
    let is_menu = |id: NodeId| document.name(id).is_some_and(|name| MENUS.contains(name));
    let pops_up = |id: NodeId| {
        let attrs = document.attrs(id).iter();
        attrs.into_iter().any(|attr| {
            document.name_str(attr.name()) == "aria-haspopup"
                && document.attr_value(attr) != "false"
        })
    };
    around(document, question.title).any(is_menu)
        || near(document, question.title).any(is_other)
        || is_other(question.first)
        || document.elements(question.title).take(MAX_WITHIN).any(|id| is_other(id) || pops_up(id))
}

/// The amounts of text and of controls in an answer.
#[derive(Default)]
struct Answer {
    bytes: usize,
    /// The part of `bytes` that is in links to other pages, or in buttons.
    control_bytes: usize,
    has_fields: bool,
    /// True if it has a sentence, or its title asks for one.
    is_prose: bool,
}

impl Answer {
    fn read(document: &Document, question: &Question) -> Answer {
        let mut answer = Answer { is_prose: question.asks(document), ..Answer::default() };
        let nodes = question.answer(document);
        let (mut next, end) = (nodes.start.index(), nodes.end.index());
        let mut control_end = NodeId::DOCUMENT;
        for _ in 0..MAX_READ {
            if next >= end {
                break;
            }
            let id = NodeId::from_index(next);
            next += 1;
            match document.name(id) {
                Some(name::SCRIPT | name::STYLE | name::TEMPLATE) => {
                    next = document.subtree_end(id).index();
                }
                Some(name::INPUT | name::SELECT | name::TEXTAREA) => answer.has_fields = true,
                Some(name::BUTTON | name::LABEL) => control_end = document.subtree_end(id),
                Some(name::A) if is_link_away(document, id) => {
                    control_end = document.subtree_end(id);
                }
                _ if document.kind(id) == NodeKind::Text => {
                    answer.add(document.text(id).trim(), id < control_end);
                }
                _ => {}
            }
        }
        answer
    }

    fn add(&mut self, text: &str, is_control: bool) {
        self.bytes += text.len();
        if is_control {
            self.control_bytes += text.len();
        } else if !self.is_prose {
            let is_long = text.chars().nth(MIN_SENTENCE - 1).is_some();
            let has_words = !text.is_ascii() || text.contains(' ');
            self.is_prose = is_long || has_words && text.ends_with(SENTENCE_ENDS);
        }
    }
}

/// True for a link to another page.
fn is_link_away(document: &Document, id: NodeId) -> bool {
    leads_away(document.attr(id, name::HREF).unwrap_or_default())
}

/// True for an element that may be an answer, or that may have nothing but one in it.
fn is_part(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| !OTHERS.contains(name) && !MENUS.contains(name))
}

/// True for a short text that is shown and leads to no other page.
fn is_title(document: &Document, id: NodeId) -> bool {
    if document.text_range(id).len() > MAX_TITLE_BYTES {
        return false;
    }
    let text = document.text(id).trim();
    text.chars().nth(MAX_TITLE_CHARS).is_none()
        && text.contains(char::is_alphabetic)
        && !is_hidden(document, id)
        && !is_label_of_field(document, id)
        && match document.kind(id) {
            NodeKind::Element => {
                let mut within = document.elements(id).take(MAX_READ);
                is_part(document, id)
                    && !within.any(|id| document.is_html(id, name::A) && is_link_away(document, id))
            }
            // The text of an item before its answer, which must say itself that it is a question.
            _ => QUESTION_MARKS.iter().any(|mark| text.ends_with(mark)),
        }
}

/// Returns the nearest sibling with text before an element. `None` for a text after other content,
/// because that is a part of a sentence.
fn text_before(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut sibling = document.previous_sibling(id);
    for _ in 0..=2 * MAX_BETWEEN {
        let node = sibling?;
        let is_blank = document.text(node).trim_ascii().is_empty();
        if !is_blank {
            let is_first = || is_first_text(document, node);
            return (document.kind(node) == NodeKind::Element || is_first()).then_some(node);
        }
        sibling = document.previous_sibling(node);
    }
    None
}

/// True if no sibling before a text has content.
fn is_first_text(document: &Document, text: NodeId) -> bool {
    document.parent(text).is_some_and(|parent| {
        let (all, own) = (document.text_range(parent), document.text_range(text));
        let before = own.start - all.start;
        before <= MAX_TITLE_BYTES && document.text(parent)[..before].trim_ascii().is_empty()
    })
}

/// Returns the nearest sibling with text after an element. `None` if it is a text.
fn text_after(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut sibling = document.next_sibling(id);
    for _ in 0..=2 * MAX_BETWEEN {
        let node = sibling?;
        if !document.text(node).trim_ascii().is_empty() {
            return (document.kind(node) == NodeKind::Element).then_some(node);
        }
        sibling = document.next_sibling(node);
    }
    None
}

/// Returns the last child with text, if it is an element.
fn last_with_text(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut child = document.last_child(id);
    for _ in 0..=2 * MAX_BETWEEN {
        let node = child?;
        if !document.text(node).trim_ascii().is_empty() {
            return (document.kind(node) == NodeKind::Element).then_some(node);
        }
        child = document.previous_sibling(node);
    }
    None
}

/// Returns the last of the hidden elements that come one after the other from an answer on.
fn last_part(document: &Document, first: NodeId) -> NodeId {
    if !is_hidden(document, first) {
        return first;
    }
    let more = std::iter::successors(Some(first), |&id| {
        text_after(document, id).filter(|&next| is_hidden(document, next))
    });
    more.take(MAX_MORE).last().unwrap_or(first)
}

/// True for the label of a field. That of a checkbox or a radio button, which is in it or next to
/// it, is another thing: a style sheet shows its state by opening what comes after.
fn is_label_of_field(document: &Document, title: NodeId) -> bool {
    let is_label = |&id: &NodeId| document.is_html(id, name::LABEL);
    let label = document.elements(title).take(MAX_WITHIN).find(is_label);
    let Some(label) = label.filter(|_| document.kind(title) == NodeKind::Element) else {
        return false;
    };
    let is_checkbox = |id: NodeId| {
        document.is_html(id, name::INPUT)
            && matches!(document.attr(id, name::TYPE), Some("checkbox" | "radio"))
    };
    let around = |id: NodeId| {
        let before = |&id: &NodeId| document.previous_sibling(id);
        let after = |&id: &NodeId| document.next_sibling(id);
        let before = std::iter::successors(Some(id), before).take(MAX_BETWEEN);
        before.chain(std::iter::successors(Some(id), after).take(MAX_BETWEEN))
    };
    let mut near = around(label).chain(around(title));
    !near.any(is_checkbox) && !document.elements(label).take(MAX_WITHIN).any(is_checkbox)
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
