//! Numbers and bullets that are typed at the begin of list items.
//!
//! Pages whose style hides the numbers of a list often have them in the text:
//! `<ol><li>1. Boil</ol>`. A format that writes the numbers of lists would have each twice, "1. 1.
//! Boil", and the same with bullets. So the typed mark is left out, if every item of the list has
//! it and the format writes the same number. In `<ul><li>1. Boil<li>2. Wait</ul>`, the typed
//! numbers are the numbers of the list.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use crate::page::NodeSet;
use crate::structure::numbering::Numbering;

/// The typed marks of a page.
#[derive(Debug, Default)]
pub(super) struct TypedMarks {
    /// The texts that begin with a mark, with the bytes of it and of the white space around it.
    texts: Vec<(NodeId, usize)>,
    /// The items of bulleted lists, with their typed numbers.
    numbers: Vec<(NodeId, i64)>,
}

/// A mark at the begin of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Number(i64),
    Bullet,
}

/// The nodes of an item that are searched for its first text.
const WITHIN: usize = 24;

/// The most digits of a typed number.
const MAX_DIGITS: usize = 4;

/// The signs after a typed number.
const SIGNS: [char; 8] = ['.', ')', ']', ':', '、', '．', '）', '：'];

/// The signs that are typed as bullets.
const BULLETS: [char; 13] = ['•', '·', '∙', '▪', '▫', '■', '●', '○', '◦', '‣', '–', '—', '-'];

/// The elements in an item before whose text no mark is searched.
static OTHERS: NameSet = NameSet::of(&[
    name::CODE,
    name::DL,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::OL,
    name::PRE,
    name::TABLE,
    name::UL,
]);

impl TypedMarks {
    /// Returns the marks of the lists with these kept texts, without the numbers of bulleted lists
    /// if the format cannot number their items. Linear in the document.
    pub(super) fn of(document: &Document, texts: &NodeSet, numbers_any: bool) -> TypedMarks {
        let mut marks = TypedMarks::default();
        for list in document.elements(NodeId::DOCUMENT) {
            let is_numbered = document.is_html(list, name::OL);
            if is_numbered || document.is_html(list, name::UL) {
                marks.add_list(document, texts, list, (is_numbered, numbers_any));
            }
        }
        marks.texts.sort_unstable();
        marks.numbers.sort_unstable();
        marks
    }

    fn add_list(
        &mut self,
        document: &Document,
        texts: &NodeSet,
        list: NodeId,
        (is_numbered, numbers_any): (bool, bool),
    ) {
        let mut numbering = Numbering::of(document, list);
        let mut found: Vec<(NodeId, NodeId, usize, Mark)> = Vec::new();
        let items = document.children(list).filter(|&id| document.is_html(id, name::LI));
        for item in items {
            let number = numbering.take(document, item);
            if !texts.has_any(item..document.subtree_end(item)) {
                continue;
            }
            let Some((text, bytes, mark)) = mark_of(document, texts, item) else { return };
            let is_next = match (mark, found.last()) {
                (Mark::Number(typed), _) if is_numbered => Some(typed) == number,
                (Mark::Number(_), _) if !numbers_any => false,
                (Mark::Number(typed), Some((.., Mark::Number(before)))) => typed == before + 1,
                (Mark::Number(typed), None) => typed <= 1,
                (Mark::Bullet, None) => !is_numbered,
                (mark, Some((.., before))) => mark == *before,
            };
            if !is_next {
                return;
            }
            found.push((item, text, bytes, mark));
        }
        if !is_numbered && found.len() < 2 {
            return;
        }
        for (item, text, bytes, mark) in found {
            self.texts.push((text, bytes));
            if let Mark::Number(number) = mark
                && !is_numbered
            {
                self.numbers.push((item, number));
            }
        }
    }

    /// Returns a text without the mark at its begin.
    pub(super) fn without_mark<'t>(&self, id: NodeId, text: &'t str) -> &'t str {
        let found = self.texts.binary_search_by_key(&id, |&(text, _)| text).ok();
        found.map_or(text, |at| &text[self.texts[at].1..])
    }

    /// Returns the typed number of an item of a bulleted list.
    pub(super) fn number(&self, item: NodeId) -> Option<i64> {
        let at = self.numbers.binary_search_by_key(&item, |&(item, _)| item).ok()?;
        Some(self.numbers[at].1)
    }

    /// True if the items of a bulleted list have typed numbers.
    pub(super) fn number_items(&self, document: &Document, list: NodeId) -> bool {
        !self.numbers.is_empty() && document.children(list).any(|item| self.number(item).is_some())
    }
}

/// Returns the first text of an item, if it begins with a mark before more text, with the bytes to
/// leave out.
fn mark_of(document: &Document, texts: &NodeSet, item: NodeId) -> Option<(NodeId, usize, Mark)> {
    let inside = document.descendants_and_self(item).take(WITHIN);
    let mut first = None;
    for id in inside.skip(1) {
        match document.kind(id) {
            NodeKind::Element
                if first.is_none()
                    && document.name(id).is_some_and(|name| OTHERS.contains(name)) =>
            {
                return None;
            }
            NodeKind::Text if !document.text(id).trim().is_empty() => {
                if first.is_some() {
                    return first;
                }
                if !texts.contains(id) {
                    return None;
                }
                let text = document.text(id);
                let (bytes, mark) = typed_mark(text)?;
                // A dash in an element of its own may be a minus.
                if bytes == text.len() && text.contains(['-', '–', '—']) {
                    return None;
                }
                first = Some((id, bytes, mark));
                if bytes < text.len() {
                    return first;
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the mark that a text begins with, and its bytes. A bare number or sign counts if it is
/// all of the text, in an element of its own.
fn typed_mark(text: &str) -> Option<(usize, Mark)> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let open = usize::from(rest.starts_with(['(', '[']));
    let digits = rest[open..].bytes().take_while(u8::is_ascii_digit).count();
    let (end, mark) = if digits == 0 {
        let bullet = rest.chars().next().filter(|first| BULLETS.contains(first))?;
        (bullet.len_utf8(), Mark::Bullet)
    } else if digits <= MAX_DIGITS {
        let number = rest[open..open + digits].parse().ok()?;
        let after = &rest[open + digits..];
        let signs = after.len() - after.trim_start_matches(SIGNS).len();
        // "1 – Boil"
        let dash = after.trim_start();
        let bare = dash.trim_start_matches(['-', '–', '—']);
        let is_dashed = dash.len() < after.len() && bare.len() < dash.len();
        let end = match signs {
            0 if is_dashed => rest.len() - bare.len(),
            0 if open > 0 || !dash.is_empty() => return None,
            signs => open + digits + signs,
        };
        (end, Mark::Number(number))
    } else {
        return None;
    };
    let after = &rest[end..];
    let shown = after.trim_start();
    // No space follows a wide sign.
    let is_wide = rest[..end].ends_with(['、', '．', '）', '：']);
    let is_apart = shown.len() < after.len() || after.is_empty() || is_wide;
    is_apart.then_some((text.len() - shown.len(), mark))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str, number: Option<i64>) {
        let document = Parser::default().parse(html);
        let mut texts = NodeSet::of(&document);
        texts.insert_range(NodeId::DOCUMENT..document.subtree_end(NodeId::DOCUMENT));
        let marks = TypedMarks::of(&document, &texts, true);
        let nodes = document.descendants_and_self(document.body().unwrap());
        let written = nodes.filter(|&id| document.kind(id) == NodeKind::Text);
        let written: String = written.map(|id| marks.without_mark(id, document.text(id))).collect();
        assert_eq!(written, expected, "{html}");
        let mut items = document.elements(NodeId::DOCUMENT);
        assert_eq!(items.find_map(|id| marks.number(id)), number, "{html}");
    }

    #[test]
    fn marks_that_the_list_has() {
        check("<ol><li>1. Boil<li> 2. Wait</ol>", "BoilWait", None);
        check("<ol start=3><li>3) Boil<li><p><b>4.</b> Wait</ol>", "Boil Wait", None);
        check("<ol><li><i>1</i><b>Boil</b><li><i>2</i><b>Wait</b></ol>", "BoilWait", None);
        check("<ol><li>(1) Boil<li>(2) Wait</ol>", "BoilWait", None);
        check("<ol><li>01. Boil<li>02. Wait</ol>", "BoilWait", None);
        check("<ol><li>1 – Boil<li>2 – Wait</ol>", "BoilWait", None);
        check("<ol><li>1、煮<li>2、待</ol>", "煮待", None);
        check("<ul><li>• Boil<li>•\u{a0}Wait</ul>", "BoilWait", None);
        check("<ul><li>1. Boil<li>2. Wait</ul>", "BoilWait", Some(1));
    }

    #[test]
    fn numbers_that_are_text() {
        for html in [
            "<ol><li>2 eggs<li>1 cup</ol>",
            "<ol><li>1 egg<li>2 cups</ol>",
            "<ol><li>1.5 l<li>2. Wait</ol>",
            "<ol><li>1. Boil<li>Wait</ol>",
            "<ol><li>2. Boil<li>3. Wait</ol>",
            "<ul><li>1. May</ul>",
            "<ul><li><b>–</b>26%<li><b>–</b>30%</ul>",
            "<ul><li>-5 degrees<li>-7 degrees</ul>",
            "<ol><li>1.<li>2.</ol>",
            "<ul><li>1990: one<li>1991: two</ul>",
        ] {
            let document = Parser::default().parse(html);
            check(html, document.text(document.body().unwrap()), None);
        }
    }
}
