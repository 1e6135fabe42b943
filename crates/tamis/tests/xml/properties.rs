//! Properties that hold for any page.

use roxmltree::{Document, Node, NodeId, NodeType};
use tamis::Strategy;
use tamis::dom::Namespace;
use tamis::engine::EngineName;
use tamis::render::{self, XmlDialect, XmlOptions};
use tamis::{Extraction, Metadata, Page, Verdict};
use tamis_testkit::substitutes::has_emoji;

use crate::{by, everything, for_each_extraction};

const DIALECTS: [XmlDialect; 2] = [XmlDialect::Trafilatura, XmlDialect::Tei];

fn read(xml: &str) -> Document<'_> {
    Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"))
}

/// Returns the element of the content.
fn content<'x>(document: &'x Document<'_>) -> Node<'x, 'x> {
    let is_content = |node: &Node<'_, '_>| {
        node.has_tag_name("main") || node.tag_name().name() == "div" && node.is_element()
    };
    let found = document.descendants().find(is_content);
    document.get_node(found.unwrap().id()).unwrap()
}

/// Returns the texts of the content except image descriptions, each with whether an element before
/// it separates words.
fn texts<'x>(document: &'x Document<'_>) -> Vec<(bool, &'x str)> {
    let (mut texts, mut is_apart) = (Vec::new(), true);
    let content = content(document);
    let mut ends: Vec<NodeId> = Vec::new();
    for node in content.descendants() {
        // An element has ended if the next node is not among its descendants.
        while ends.last().is_some_and(|&end| !node.ancestors().any(|around| around.id() == end)) {
            ends.pop();
            is_apart = true;
        }
        match node.node_type() {
            NodeType::Element if !is_inline(node) => {
                is_apart = true;
                ends.push(node.id());
            }
            NodeType::Text if !is_in(node, "desc") => {
                texts.push((std::mem::take(&mut is_apart), node.text().unwrap_or_default()));
            }
            _ => {}
        }
    }
    texts
}

fn is_in(node: Node<'_, '_>, name: &str) -> bool {
    node.parent().is_some_and(|parent| parent.tag_name().name() == name)
}

/// True if an element of TEI separates no words.
fn is_inline(node: Node<'_, '_>) -> bool {
    ["hi", "ref", "del", "seg", "q"].contains(&node.tag_name().name())
}

fn without_space(text: &str) -> String {
    text.chars().filter(|&c| !is_gap(c) && !is_own_to_one_format(c)).collect()
}

/// True for white space and for characters that XML does not allow.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// True for characters that only one format has: soft hyphens and zero-width spaces, which the text
/// format leaves out, and the punctuation that it adds around quotations and annotations.
fn is_own_to_one_format(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}' | '"' | '(' | ')')
}

/// Returns the words, except those of Chinese and Japanese, which the text format does not separate
/// at line ends.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_wide = |c: char| matches!(c, '\u{2e80}'..='\u{fe6f}' | '\u{ff01}'..='\u{ffef}');
    text.split(move |c| is_gap(c) || is_wide(c)).map(without_space).filter(|word| !word.is_empty())
}

/// True if the text format has nothing that HTML leaves out, such as text in frames and drawings.
fn shown(extraction: &Extraction) -> bool {
    let options = render::HtmlOptions::default().fragment(true);
    let options = options.embeds(render::EmbedStyle::Omitted);
    let verdict = without_posts(extraction);
    let html = render::html_with(extraction.page(), &verdict, extraction.metadata(), &options);
    let document = tamis::dom::Parser::default().parse(&html);
    let text = document.text(tamis::dom::NodeId::DOCUMENT);
    without_space(text) == without_space(extraction.text())
}

/// True if text of drawings or formulas is kept, whose words the text format does not separate.
fn has_drawn_text(extraction: &Extraction) -> bool {
    let (page, document) = (extraction.page(), extraction.page().document());
    let is_drawn = |id| document.ancestors(id).any(|id| document.namespace(id) != Namespace::Html);
    let paragraphs = page.paragraphs().iter().zip(extraction.paragraphs());
    let mut kept = paragraphs.filter(|(_, extracted)| extracted.kept);
    kept.any(|(paragraph, _)| page.paragraph_nodes(paragraph).any(is_drawn))
}

/// Returns the verdict without posts, whose headings are no text of the page.
fn without_posts(extraction: &Extraction) -> Verdict {
    let mut verdict = extraction.selection().verdict().clone();
    verdict.posts.clear();
    verdict.has_labels = false;
    verdict
}

/// Returns the XML without the headings of posts.
fn xml_without_posts(extraction: &Extraction, dialect: XmlDialect) -> String {
    let verdict = without_posts(extraction);
    let options = XmlOptions::default().dialect(dialect).embeds(false);
    render::xml_with(extraction.page(), &verdict, extraction.metadata(), &options)
}

#[test]
#[ignore = "needs a corpus"]
fn text_equals_the_text_format() {
    let (mut compared, mut all) = (0, 0);
    for_each_extraction(EngineName::ALL.iter().map(|name| by((*name).into())), |id, extraction| {
        let is_shown = shown(extraction);
        // XML and HTML write emoji and smilies, text does not.
        if !is_shown && has_emoji(extraction.page().document()) {
            return;
        }
        all += 1;
        // A formula is TeX in XML, and its symbols in text.
        if !is_shown || has_drawn_text(extraction) {
            return;
        }
        compared += 1;
        for dialect in DIALECTS {
            let xml = xml_without_posts(extraction, dialect);
            let document = read(&xml);
            let text: String = texts(&document).into_iter().map(|(_, text)| text).collect();
            let (text, expected) = (without_space(&text), without_space(extraction.text()));
            assert!(text == expected, "{id}, {dialect}:\n{text}\n{expected}");
        }
        // This engine joins some words, like its reference.
        if extraction.strategy_used() == "justext" {
            return;
        }
        let xml = xml_without_posts(extraction, XmlDialect::Tei);
        let mut text = String::new();
        for (is_apart, part) in texts(&read(&xml)) {
            text.push_str(if is_apart { " " } else { "" });
            text.push_str(part);
        }
        let parting = words(&text).zip(words(extraction.text())).find(|(one, two)| one != two);
        assert_eq!(parting, None, "{id}");
    });
    assert!(compared * 100 >= all * 95, "{compared} of {all} pages could be compared");
}

#[test]
#[ignore = "needs a corpus"]
fn options_do_not_change_the_text() {
    for_each_extraction([by(Strategy::Auto)], |id, extraction| {
        for dialect in DIALECTS {
            let options = XmlOptions::default().dialect(dialect).embeds(false);
            let text = |options: &XmlOptions| {
                let xml = extraction.xml_with(options);
                let document = read(&xml);
                let text: String = texts(&document).into_iter().map(|(_, text)| text).collect();
                let names: Vec<_> = content(&document)
                    .descendants()
                    .flat_map(|node| [Some(node.tag_name().name()), node.attribute("rend")])
                    .flatten()
                    .map(str::to_owned)
                    .collect();
                (without_space(&text), names)
            };
            let (expected, _) = text(&options);
            for (options, left_out) in [
                (options.clone().links(false), &["ref"][..]),
                (options.clone().images(false), &["graphic"]),
                (options.clone().emphasis(false), &["del", "#b", "#i", "#u"]),
            ] {
                let (text, names) = text(&options);
                // Captions are written with their images alone.
                let is_part = || {
                    let mut all = expected.chars();
                    text.chars().all(|of_text| all.any(|of_all| of_all == of_text))
                };
                let is_same = text == expected || !options.images && is_part();
                assert!(is_same, "{id}, {options:?}");
                assert!(!names.iter().any(|name| left_out.contains(&name.as_str())), "{id}");
            }
        }
    });
}

#[test]
#[ignore = "needs a corpus"]
fn white_space_is_only_added_between_blocks() {
    for_each_extraction([by(Strategy::Auto)], |id, extraction| {
        let page: &Page = extraction.page();
        for dialect in DIALECTS {
            let options = XmlOptions::default().dialect(dialect);
            let xml = render::xml_with(page, &everything(page), &Metadata::default(), &options);
            let document = read(&xml);
            for node in document.descendants().filter(Node::is_element) {
                let is_space = |child: &Node<'_, '_>| {
                    child
                        .text()
                        .is_some_and(|text| text.starts_with("\n  ") && text.trim().is_empty())
                };
                let name = node.tag_name().name();
                let has_space = node.children().any(|child| child.is_text() && is_space(&child));
                let is_line = ["p", "head", "ab", "hi", "ref", "seg", "code"].contains(&name);
                let has_words = node.children().any(|child| {
                    child.is_text() && !child.text().unwrap_or_default().trim().is_empty()
                        || child.is_element() && is_inline(child)
                });
                let is_code = name == "code" || node.attribute("type") == Some("code");
                assert!(is_code || !has_space || !is_line && !has_words, "{id}: {name}");
            }
        }
    });
}
