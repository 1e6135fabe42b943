//! Questions and answers as they are after somebody has clicked on every question.
//!
//! The answers are shown, and the buttons and labels that name them become headings one level below
//! the heading before them. The questions say that they are open, as a script on the page would
//! have them say, so that everybody who reads the page later finds them by that.

use tamis_dom::{Document, Name, NodeId, WorkingTree, name};

use super::{is_title, show};
use crate::page::questions::{Question, questions};
use crate::page::style::is_hidden;

/// The level of a heading that has none before it.
const FIRST_LEVEL: usize = 2;

/// The headings by their levels.
const HEADINGS: [Name; 6] = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];

/// The most elements of a question that are searched for its button.
const WITHIN: usize = 8;

/// The questions of a page that are to be opened.
#[derive(Debug, Default)]
pub(super) struct Accordions {
    groups: Vec<Vec<Question>>,
    /// The name of the headings of each group.
    names: Vec<Name>,
}

impl Accordions {
    /// Finds the questions of a page with these buttons and labels, and these hidden elements.
    /// Linear.
    pub(super) fn of(document: &Document, controls: &[NodeId], hidden: &[NodeId]) -> Accordions {
        let mut groups = questions(document, controls, hidden);
        groups.retain(|group| group.iter().any(|question| is_to_be_changed(document, question)));
        let mut names = Vec::new();
        if !groups.is_empty() {
            let level = |id| HEADINGS.iter().position(|&name| document.is_html(id, name));
            let headings = document.elements(NodeId::DOCUMENT);
            let headings: Vec<(NodeId, usize)> =
                headings.filter_map(|id| Some((id, level(id)?))).collect();
            names.extend(groups.iter().map(|group| {
                let before = headings.partition_point(|&(id, _)| id < group[0].title);
                let level = before.checked_sub(1).map(|at| headings[at].1 + 1);
                HEADINGS[level.unwrap_or(FIRST_LEVEL - 1).min(HEADINGS.len() - 1)]
            }));
        }
        Accordions { groups, names }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Changes the tree.
    pub(super) fn open(&self, tree: &mut WorkingTree<'_>) {
        for (group, &heading) in self.groups.iter().zip(&self.names) {
            for question in group {
                show_title(tree, question.title, heading);
                show_answer(tree, question);
            }
        }
    }
}

/// True if a question is not yet as a reader of the page needs it.
fn is_to_be_changed(document: &Document, question: &Question) -> bool {
    is_hidden(document, question.first)
        || control(document, question.title).is_some()
        || document.attr(question.title, name::ARIA_EXPANDED).is_none()
}

/// Returns the button or the label of a question.
fn control(document: &Document, title: NodeId) -> Option<NodeId> {
    let mut within = document.elements(title).take(WITHIN);
    within.find(|&id| {
        matches!(document.name(id), Some(name::BUTTON | name::LABEL))
            && document.text(id).contains(char::is_alphabetic)
    })
}

/// Makes a button a heading, unless it is in one or has one.
fn show_title(tree: &mut WorkingTree<'_>, title: NodeId, heading: Name) {
    let document = tree.document();
    match control(document, title) {
        // These dissolve anyway.
        Some(control) if document.is_html(control, name::BUTTON) && is_title(document, control) => {
        }
        Some(control) if document.is_html(title, name::P) => {
            tree.replace_with_children(control);
            tree.rename(title, heading);
        }
        Some(control) if !is_title(document, control) => {
            tree.rename(control, heading);
        }
        _ => {}
    }
    tree.set_attr(title, name::ARIA_EXPANDED, "true");
}

/// Shows the answer to a question, on a line of its own.
fn show_answer(tree: &mut WorkingTree<'_>, question: &Question) {
    let document = tree.document();
    let after = |&id: &NodeId| document.next_sibling(id).filter(|&next| next <= question.last);
    for id in std::iter::successors(Some(question.first), after) {
        if is_hidden(document, id) && document.is_html(id, name::SPAN) {
            tree.rename(id, name::DIV);
        }
        show(tree, id);
    }
}
