//! The tree-construction suite: which tree a parser makes of a text.

use anyhow::{Context, Result};

use super::{RawCase, needs_scripts, read_cases};
use crate::corpus::Corpus;

/// A case of the tree-construction suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeCase {
    /// `file.dat:line`, the line of its `#data`.
    pub id: String,
    /// The text to parse.
    pub data: String,
    /// One line per parse error; only their number is meant to agree.
    pub errors: Vec<String>,
    /// The element that the text is the content of; `None` for a whole document.
    pub fragment: Option<FragmentContext>,
    /// True if scripting is on. `None` if the case holds for both.
    pub scripting: Option<bool>,
    /// The tree, dumped one node a line, each line after `| `, no line end after the last.
    pub document: String,
    /// True if scripts of the page change the tree.
    pub needs_scripts: bool,
}

/// The element in which a fragment is parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FragmentContext {
    /// The namespace of its name.
    pub namespace: Namespace,
    /// Its local name.
    pub name: String,
}

/// The namespace of a context element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// `MathML`.
    MathMl,
}

impl TreeCase {
    /// The modes of scripting that the case holds for: off, on or both.
    pub fn scripting_modes(&self) -> impl Iterator<Item = bool> {
        let wanted = self.scripting;
        [false, true].into_iter().filter(move |mode| wanted.is_none_or(|wanted| wanted == *mode))
    }
}

/// Every case of the tree-construction suite.
///
/// # Errors
///
/// If a file cannot be read, is not UTF-8, or a case lacks a section.
pub fn tree_cases(corpus: &Corpus) -> Result<Vec<TreeCase>> {
    read_cases(corpus, "tree-construction/", parse)
}

fn parse(file: &str, case: &RawCase) -> Result<TreeCase> {
    let errors = case.section("#errors").context("no #errors")?;
    let new_errors = case.section("#new-errors").unwrap_or_default();
    let scripting = match (case.section("#script-on"), case.section("#script-off")) {
        (Some(_), _) => Some(true),
        (None, Some(_)) => Some(false),
        (None, None) => None,
    };
    let fragment = case.section("#document-fragment").map(context).transpose()?;
    Ok(TreeCase {
        id: format!("{file}:{}", case.line),
        data: String::from_utf8(case.content("#data")?)?,
        errors: errors
            .iter()
            .chain(new_errors)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect(),
        fragment,
        scripting,
        document: String::from_utf8(case.content("#document")?)?,
        needs_scripts: needs_scripts(file),
    })
}

fn context(lines: &[&[u8]]) -> Result<FragmentContext> {
    let line = lines.first().context("an empty #document-fragment")?;
    let line = std::str::from_utf8(line)?;
    let (namespace, name) = match line.split_once(' ') {
        Some(("svg", name)) => (Namespace::Svg, name),
        Some(("math", name)) => (Namespace::MathMl, name),
        _ => (Namespace::Html, line),
    };
    Ok(FragmentContext { namespace, name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html5lib::{NAME, split};

    fn cases(file: &[u8]) -> Vec<TreeCase> {
        split(file).iter().map(|case| parse("a.dat", case).unwrap()).collect()
    }

    #[test]
    fn all_sections_are_read() {
        let cases = cases(
            b"#data\n<p>#data\n\n#document\n#errors\n(1,1): x\n#new-errors\n(1:2) y\n#document-fragment\n\
              svg foreignObject\n#script-off\n#document\n| <p>\n|   \"a\n\n#b\"\n\n#data\n\n#errors\n#document\n| <html>\n",
        );
        let first = &cases[0];
        assert_eq!(first.data, "<p>#data\n\n#document");
        assert_eq!(first.errors, ["(1,1): x", "(1:2) y"]);
        let context =
            FragmentContext { namespace: Namespace::Svg, name: "foreignObject".to_owned() };
        assert_eq!(first.fragment, Some(context));
        assert_eq!(first.scripting_modes().collect::<Vec<_>>(), [false]);
        assert_eq!(first.document, "| <p>\n|   \"a\n\n#b\"");
        let second = &cases[1];
        assert_eq!((second.id.as_str(), second.data.as_str()), ("a.dat:18", ""));
        assert_eq!(second.scripting_modes().collect::<Vec<_>>(), [false, true]);
        assert_eq!(second.document, "| <html>");
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn every_case_is_read() {
        let corpus = Corpus::required(NAME);
        let cases = tree_cases(&corpus).unwrap();
        let count = |holds: fn(&TreeCase) -> bool| cases.iter().filter(|case| holds(case)).count();
        assert_eq!(cases.len(), 1796);
        assert_eq!(count(|case| case.fragment.is_some()), 192);
        assert_eq!(count(|case| case.scripting == Some(false)), 27);
        assert_eq!(count(|case| case.scripting == Some(true)), 12);
        assert!(cases.iter().all(|case| case.document.starts_with("| ")));
    }
}
