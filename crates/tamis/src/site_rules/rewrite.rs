//! Changes that rules make before a page is measured: first to its source, then to its tree.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use memchr::memmem;
use tamis_dom::{
    Attr, AttrNamespace, Document, Limits, Name, NameSet, NodeId, NodeKind, WorkingTree, XPathNode,
    name,
};

use super::SiteRule;
use super::body::Body;
use super::breaks::paragraphs_of_breaks;
use super::evaluator::Evaluator;
use super::masks::Masks;
use super::wrapping::Wrappings;
use crate::page::{NodeSet, Warning};

/// Replacements may make a page this many times as long, plus [`FREE_GROWTH_BYTES`].
const MAX_GROWTH: usize = 4;

/// The growth by replacements that any page may have, in bytes.
const FREE_GROWTH_BYTES: usize = 1 << 20;

/// The bytes that all replacements together may read and write: for each byte of a page, and for
/// any page. Each place of a text counts as 16 bytes more.
const WORK_PER_BYTE: usize = 256;
const FREE_WORK: usize = 64 << 20;

const TOO_LONG: &str = "the replacements took too many steps";

/// Elements that every page has. They are never wrapped or dissolved.
const FRAME: NameSet = NameSet::of(&[name::HTML, name::HEAD, name::BODY]);

impl SiteRule<'_> {
    /// Returns the source of a page after all replacements, one after the other. Borrowed if
    /// nothing is replaced.
    ///
    /// A replacement that would make the page longer than four times its length plus 1 MiB is
    /// skipped with a warning. If all together read and write more than 256 times the page plus 64
    /// MiB, the rest is skipped too.
    ///
    /// ```
    /// use tamis::Url;
    /// use tamis::site_rules::SiteRules;
    /// let mut rules = SiteRules::default();
    /// let file = "find_string: <amp-img\nreplace_string: <img\nreplace_string(<hr>): <p>";
    /// rules.add("example.com", file);
    /// let url = Url::parse("https://example.com/").unwrap();
    /// let (html, warnings) = rules.find(&url).unwrap().replaced("<hr><amp-img src=a>");
    /// assert_eq!(html, "<p><img src=a>");
    /// assert!(warnings.is_empty());
    /// ```
    pub fn replaced<'h>(&self, html: &'h str) -> (Cow<'h, str>, Vec<Warning>) {
        let most = html.len().saturating_mul(MAX_GROWTH).saturating_add(FREE_GROWTH_BYTES);
        let mut left = html.len().saturating_mul(WORK_PER_BYTE).saturating_add(FREE_WORK);
        let mut warnings = Vec::new();
        let mut text = Cow::Borrowed(html);
        for (find, replacement) in self.all(|file| &file.replacements) {
            let found = memmem::find_iter(text.as_bytes(), find.as_bytes()).count();
            let length = text.len().saturating_add(found.saturating_mul(replacement.len()));
            let work = if found == 0 { text.len() } else { length.saturating_add(16 * found) };
            let Some(rest) = left.checked_sub(work) else {
                let message = format!("`{find}` and later texts were not replaced: {TOO_LONG}");
                warnings.push(Warning::SiteRule { message });
                break;
            };
            left = rest;
            if found == 0 {
                continue;
            }
            let growth = replacement.len().saturating_sub(find.len());
            if text.len().saturating_add(found.saturating_mul(growth)) > most {
                let message = format!("`{find}` was not replaced: the page would become too long");
                warnings.push(Warning::SiteRule { message });
                continue;
            }
            text = Cow::Owned(text.replace(&**find, replacement));
        }
        (text, warnings)
    }

    /// Returns the document after the changes of `wrap_in`, `dissolve`, `convert_double_br_tags`,
    /// `src_lazy_load_attr`, `skip_json_ld`, `insert_detected_image` and of `strip` for attributes.
    /// The same document if nothing changes.
    ///
    /// All expressions are evaluated on the original document, so no change affects another.
    ///
    /// `wrap_in` adds no element beyond [`Limits::depth`] and [`Limits::nodes`]; what it leaves out
    /// is a warning.
    ///
    /// ```
    /// use tamis::Url;
    /// use tamis::dom::{Limits, Parser};
    /// use tamis::site_rules::SiteRules;
    /// let mut rules = SiteRules::default();
    /// rules.add("example.com", "wrap_in(blockquote): //p[@class='quote']\ndissolve: //font");
    /// let rule = rules.find(&Url::parse("https://example.com/").unwrap()).unwrap();
    /// let document = Parser::default().parse("<p class=quote>Bread <font>rises</font>.</p>");
    /// let (document, warnings) = rule.rewrite(document, Limits::default());
    /// assert_eq!(
    ///     document.inner_html(document.body().unwrap()),
    ///     "<blockquote><p class=\"quote\">Bread rises.</p></blockquote>"
    /// );
    /// assert!(warnings.is_empty());
    /// ```
    pub fn rewrite(&self, document: Document, limits: Limits) -> (Document, Vec<Warning>) {
        let mut evaluator = Evaluator::new(&document);
        let edits = self.edits(&mut evaluator, limits);
        let warnings = evaluator.warnings;
        if edits.is_empty() {
            return (document, warnings);
        }
        let mut tree = WorkingTree::of(&document);
        for edit in edits {
            edit.apply(&mut tree);
        }
        (tree.to_document(), warnings)
    }

    pub(super) fn edits(&self, evaluator: &mut Evaluator<'_>, limits: Limits) -> Vec<Edit> {
        let document = evaluator.document;
        let mut edits = Vec::new();
        if self.flag(|file| file.skip_json_ld) == Some(true) {
            edits.extend(json_ld(document).map(Edit::Remove));
        }
        edits.extend(lazy_sources(document, self.all(|file| &file.src_lazy_load_attr)));
        // Many expressions may select the same attributes and elements.
        let mut stripped = BTreeSet::new();
        for xpath in self.all(|file| &file.strip).filter(|xpath| xpath.asks_attributes()) {
            let nodes = evaluator.nodes(xpath).into_iter();
            stripped.extend(nodes.filter(|node| node.attribute_index().is_some()));
        }
        edits.extend(stripped.into_iter().filter_map(|node| strip_attribute(document, node)));
        if self.flag(|file| file.convert_double_br_tags) == Some(true) {
            edits.push(Edit::BreakIntoParagraphs);
        }
        let is_part = |id: &NodeId| !document.name(*id).is_some_and(|name| FRAME.contains(name));
        let mut wrappings = Wrappings::within(limits, document);
        for (tag, xpath) in self.all(|file| &file.wrap_in) {
            wrappings.extend(evaluator.ids(xpath).into_iter().filter(is_part), *tag);
        }
        let (wrapped, warning) = wrappings.finish();
        edits.extend(wrapped.map(|(id, tag)| Edit::Wrap(id, tag)));
        evaluator.warnings.extend(warning);
        let mut dissolved = NodeSet::of(document);
        for xpath in self.all(|file| &file.dissolve) {
            let ids = evaluator.ids(xpath).into_iter().filter(is_part);
            let elements = ids.filter(|&id| document.kind(id) == NodeKind::Element);
            edits.extend(elements.filter(|&id| dissolved.insert(id)).map(Edit::Dissolve));
        }
        if self.flag(|file| file.insert_detected_image).unwrap_or(true) {
            edits.extend(self.missing_image(evaluator));
        }
        edits
    }

    /// Returns the insertion of the page's `og:image` at the beginning of the body, or `None` if
    /// the body has an image.
    ///
    /// Source: Full-Text RSS, `SiteConfig.php`, `insert_detected_image`.
    fn missing_image(&self, evaluator: &mut Evaluator<'_>) -> Option<Edit> {
        let document = evaluator.document;
        let image = detected_image(document)?;
        let masks = Masks::of(self, evaluator);
        // Choose the body without the image: an inserted image would make an empty one count.
        let mut bodies = self.all(|file| &file.body);
        let roots = bodies.find_map(|xpath| Body::roots(xpath, evaluator, &masks))?;
        let has_image =
            |&root: &NodeId| document.elements(root).any(|id| document.is_html(id, name::IMG));
        let first = *roots.first()?;
        let missing = document.kind(first) == NodeKind::Element && !roots.iter().any(has_image);
        missing.then(|| Edit::InsertImage(first, image.into()))
    }
}

/// A change to the tree.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Remove(NodeId),
    RemoveAttr(NodeId, Name),
    SetSource(NodeId, Box<str>),
    Wrap(NodeId, Name),
    Dissolve(NodeId),
    BreakIntoParagraphs,
    InsertImage(NodeId, Box<str>),
}

impl Edit {
    fn apply(self, tree: &mut WorkingTree<'_>) {
        match self {
            Edit::Remove(id) => tree.detach(id),
            Edit::RemoveAttr(id, name) => tree.retain_attrs(id, |other, _| other != name),
            Edit::SetSource(id, source) => {
                tree.set_attr(id, name::SRC, &source);
            }
            Edit::Wrap(id, tag) => {
                tree.wrap(id, tag);
            }
            Edit::Dissolve(id) => {
                tree.replace_with_children(id);
            }
            Edit::BreakIntoParagraphs => paragraphs_of_breaks(tree),
            Edit::InsertImage(root, source) => {
                let image = tree.create_element(name::IMG);
                tree.set_attr(image, name::SRC, &source);
                match tree.first_child(root) {
                    Some(first) => tree.insert_before(first, image),
                    None => tree.append(root, image),
                };
            }
        }
    }
}

/// Returns the JSON-LD scripts.
fn json_ld(document: &Document) -> impl Iterator<Item = NodeId> {
    let is_json_ld = |kind: &str| kind.trim().eq_ignore_ascii_case("application/ld+json");
    document.elements(NodeId::DOCUMENT).filter(move |&id| {
        document.is_html(id, name::SCRIPT) && document.attr(id, name::TYPE).is_some_and(is_json_ld)
    })
}

/// Returns the edits that set the `src` of images from one of these attributes, the last one that
/// an image has.
fn lazy_sources<'d>(
    document: &'d Document,
    attrs: impl Iterator<Item = &'d Box<str>>,
) -> impl Iterator<Item = Edit> + 'd {
    let wanted: HashMap<String, usize> =
        attrs.enumerate().map(|(rank, attr)| (attr.to_ascii_lowercase(), rank)).collect();
    let has_some = !wanted.is_empty();
    let rank_of = move |attr: &Attr| {
        let is_plain = attr.namespace() == AttrNamespace::None;
        is_plain.then(|| wanted.get(document.name_str(attr.name())).copied()).flatten()
    };
    let elements = has_some.then(|| document.elements(NodeId::DOCUMENT));
    let images = elements.into_iter().flatten().filter(|&id| document.is_html(id, name::IMG));
    images.filter_map(move |id| {
        let ranked = document.attrs(id).iter().filter_map(|attr| Some((rank_of(attr)?, attr)));
        let (_, last) = ranked.max_by_key(|&(rank, _)| rank)?;
        Some(Edit::SetSource(id, document.attr_value(last).into()))
    })
}

/// Returns the removal of an attribute. `None` for other nodes, which [`Masks`] leave out.
fn strip_attribute(document: &Document, node: XPathNode) -> Option<Edit> {
    Some(Edit::RemoveAttr(node.id(), node.attribute(document)?.name()))
}

/// Returns the page's `og:image`, which represents it in previews on other sites.
fn detected_image(document: &Document) -> Option<&str> {
    let mut images = document.elements(NodeId::DOCUMENT).filter(|&id| {
        document.is_html(id, name::META)
            && document.attr(id, name::PROPERTY).is_some_and(|property| property == "og:image")
    });
    let content = |id| document.attr(id, name::CONTENT).filter(|content| !content.is_empty());
    images.find_map(content)
}
