//! Elements that a caller names with CSS selectors: the content, or what is no part of the page.
//!
//! Whoever knows a page can say where its text is, and needs no engine to find it. `select` names
//! the content: all text in the elements, in document order, and nothing else. Title, author and
//! date still come from the whole page. `drop` names what is no part of the page, for example a
//! box that an engine takes for content. Such elements are removed before anything is read, so
//! that what they contain is no title and no signal either.

use std::borrow::Cow;

use tamis_dom::{Document, NameSet, NodeId, Selector, WorkingTree, name};

use super::config::Config;
use crate::blend::Choice;
use crate::error::Error;
use crate::page::{NodeSet, Page, Warning};
use crate::verdict::Verdict;

/// The engine name in the verdict about selected elements.
pub(super) const NAME: &str = "select";

/// Elements that every page has. They are never dropped.
const FRAME: NameSet = NameSet::of(&[name::HTML, name::HEAD, name::BODY]);

/// The elements that a configuration names.
pub(super) struct Elements {
    select: Vec<Named>,
    drop: Vec<Named>,
}

/// A selector, and its text for messages.
struct Named {
    css: String,
    selector: Selector,
}

impl Elements {
    /// Reads the selectors of a configuration.
    ///
    /// # Errors
    ///
    /// If one of them is no selector.
    pub(super) fn of(config: &Config) -> Result<Elements, Error> {
        let read = |option: &str, texts: &[String]| -> Result<Vec<Named>, Error> {
            let named = |css: &String| match Selector::parse(css) {
                Ok(selector) => Ok(Named { css: css.clone(), selector }),
                Err(error) => Err(Error::config(format!("{option}: {error}"))),
            };
            texts.iter().map(named).collect()
        };
        Ok(Elements { select: read("select", &config.select)?, drop: read("drop", &config.drop)? })
    }

    /// Returns true if the caller says which elements are the content.
    pub(super) fn selects(&self) -> bool {
        !self.select.is_empty()
    }

    /// Returns the document without the elements to drop, and a warning for each selector without
    /// effect.
    pub(super) fn without_dropped(&self, document: Document) -> (Document, Vec<Warning>) {
        if self.drop.is_empty() {
            return (document, Vec::new());
        }
        let (mut found, warnings) = matching(&document, &self.drop);
        found.retain(|&id| document.name(id).is_some_and(|name| !FRAME.contains(name)));
        if found.is_empty() {
            return (document, warnings);
        }
        let mut tree = WorkingTree::of(&document);
        for id in found {
            tree.detach(id);
        }
        (tree.to_document(), warnings)
    }

    /// Returns the choice of the caller: the selected elements are the content. `None` if the
    /// caller selects none.
    pub(super) fn choose(&self, page: &Page) -> Option<Choice> {
        if !self.selects() {
            return None;
        }
        let document = page.document();
        let (found, warnings) = matching(document, &self.select);
        let mut nodes = NodeSet::of(document);
        for id in found {
            nodes.insert_range(id..document.subtree_end(id));
        }
        let mut verdict = Verdict::nothing(NAME, page);
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            let has_text = |id: NodeId| !document.text(id).trim().is_empty();
            let mut texts = page.paragraph_nodes(paragraph);
            let is_selected = texts.any(|id| nodes.contains(id) && has_text(id));
            let reason =
                if is_selected { "in a selected element" } else { "in no selected element" };
            verdict.set(at, is_selected, Cow::Borrowed(reason));
        }
        verdict.nodes = Some(nodes);
        verdict.has_labels = true;
        verdict.confidence = Some(1.0);
        verdict.warnings = warnings;
        Some(Choice::alone(verdict))
    }
}

/// Returns the elements that match one of the selectors, in document order, and a warning for each
/// selector that matches none or takes too many steps.
fn matching(document: &Document, selectors: &[Named]) -> (Vec<NodeId>, Vec<Warning>) {
    let mut found = Vec::new();
    let mut warnings = Vec::new();
    for Named { css, selector } in selectors {
        let mut matcher = document.matcher();
        let before = found.len();
        let elements = document.elements(NodeId::DOCUMENT);
        found.extend(elements.filter(|&id| matcher.matches(selector, id)));
        if matcher.is_out_of_steps() {
            warnings.push(Warning::RuleOutOfSteps { rule: css.clone() });
        } else if found.len() == before {
            warnings.push(Warning::NoElement { selector: css.clone() });
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, warnings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, TitlePolicy, extract};

    const PAGE: &str = "<title>Bread</title><nav>Home</nav><h1>Bread</h1>
        <div class=text><p>It rises.<p class=ad>Buy flour.<p>It rests.</div>
        <aside>Salt <b>is</b> white.</aside><div class=text>It cools.</div>";

    fn text(config: &Config) -> String {
        extract(PAGE, config).unwrap().text().to_owned()
    }

    #[test]
    fn all_selected_elements_are_the_content() {
        for (select, expected) in [
            (&[".text"][..], "It rises.\n\nBuy flour.\n\nIt rests.\n\nIt cools."),
            (&["aside", "h1"], "Bread\n\nSalt is white."),
            (&["aside, h1"], "Bread\n\nSalt is white."),
            (&["aside b"], "is"),
            (&["div", "div p"], "It rises.\n\nBuy flour.\n\nIt rests.\n\nIt cools."),
        ] {
            assert_eq!(
                text(&Config::default().select(select.iter().copied())),
                expected,
                "{select:?}"
            );
        }
    }

    #[test]
    fn dropped_elements_are_no_part_of_the_page() {
        let select = Config::default().select([".text"]);
        assert_eq!(text(&select.clone().drop([".ad"])), "It rises.\n\nIt rests.\n\nIt cools.");
        assert_eq!(text(&select.clone().drop([".ad", "div:has(p)"])), "It cools.");
        assert_eq!(text(&select.drop(["body", "html", "head"])).split("\n\n").count(), 4);
        let untitled = extract(PAGE, &Config::default().drop(["title", "h1"])).unwrap();
        assert_eq!(untitled.title(), None);
    }

    #[test]
    fn a_selector_that_matches_nothing_says_so() {
        let config = Config::default().select([".txt"]).drop([".add", ".ad"]);
        let extraction = extract(PAGE, &config).unwrap();
        assert_eq!(extraction.outcome(), Outcome::NothingSelected);
        let warnings: Vec<String> = extraction.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings, ["no element matches `.add`", "no element matches `.txt`"]);
        let error = extract(PAGE, &Config::default().select(["p:hover"])).unwrap_err();
        assert!(error.to_string().starts_with("select: `p:hover`"), "{error}");
    }

    #[test]
    fn selected_elements_overrule_engines_and_keep_their_title() {
        for strategy in crate::Strategy::ALL {
            let config = Config::default().strategy(*strategy).select(["h1"]);
            assert_eq!(text(&config), "Bread", "{strategy:?}");
            assert_eq!(text(&config.title(TitlePolicy::Strip)), "Bread", "{strategy:?}");
        }
    }
}
