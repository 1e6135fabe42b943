//! Compares the whole way from the bytes of each page to the paragraphs with the reference on the
//! trees of html5lib 1.1.
//!
//! Every field of every paragraph is compared. html5lib differs from the standard in two ways:
//!
//! - It treats templates as ordinary elements, and a template in the head as the beginning of the
//!   body. The reference's paragraphs in templates are left out, and the others must agree in every
//!   field. Classes depend on neighbours. To compare them, the left-out paragraphs are inserted
//!   again with the reference's context-free classes; then all final classes must agree, including
//!   theirs. If the content of a template is part of a paragraph that begins outside it, the page
//!   differs and is listed.
//! - It replaces characters in element names. Such pages are listed.
//!
//! All pages with templates or such names are then compared once more as html5lib parses them: with
//! the contents of templates in the tree, the head ended at the first template, and names replaced.
//! In this comparison nothing is left out, and nothing may differ, except on two pages with an
//! `<iframe/>` in a `<noscript>`, which Tamis ends at once on purpose.

use std::path::Path;

use tamis::Measurer;
use tamis::dom::{Document, NodeId, Parser};
use tamis::engine::justext::{
    ClassType, Config, Paragraph, classify_paragraphs, make_paragraphs,
    revise_paragraph_classification,
};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::Divergences;
use tamis_testkit::justext_reference::{self, Class, ReferenceParagraph};
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

use crate::tree::{Export, document, end_head_at_template, html5lib_name};
use crate::{english, report};

/// Largest number of pages that may differ.
const DIVERGENCES_CEILING: usize = 40;

/// Pages with an `<iframe/>` in a `<noscript>`: see `divergences.toml`.
const FRAMES_IN_NOSCRIPT: [&str; 2] = ["0041", "2838"];

/// Number of pages that have paragraphs in templates.
const TEMPLATE_PAGES: usize = 74;

fn class(class: Option<ClassType>) -> Class {
    match class.expect("the paragraph is classified") {
        ClassType::Good => Class::Good,
        ClassType::NearGood => Class::NearGood,
        ClassType::Short => Class::Short,
        ClassType::Bad => Class::Bad,
    }
}

fn class_type(class: Class) -> ClassType {
    match class {
        Class::Good => ClassType::Good,
        Class::NearGood => ClassType::NearGood,
        Class::Short => ClassType::Short,
        Class::Bad => ClassType::Bad,
    }
}

/// Converts our paragraph to the reference's form.
fn row(paragraph: &Paragraph) -> ReferenceParagraph {
    ReferenceParagraph {
        text: paragraph.text.clone(),
        class_type: class(paragraph.class_type),
        cf_class: class(paragraph.cf_class),
        heading: paragraph.heading,
        dom_path: paragraph.dom_path.clone(),
        xpath: paragraph.xpath.clone(),
        words_count: paragraph.words_count as u32,
        tags_count: u32::try_from(paragraph.tags_count).expect("the corpus has no negative count"),
        chars_count_in_links: paragraph.chars_count_in_links as u32,
    }
}

/// Converts the reference's paragraph to ours, without a final class.
fn paragraph(row: &ReferenceParagraph) -> Paragraph {
    let mut paragraph = Paragraph::new(&row.dom_path, &row.xpath, [&row.text]);
    paragraph.cf_class = Some(class_type(row.cf_class));
    paragraph.heading = row.heading;
    paragraph.tags_count = i64::from(row.tags_count);
    paragraph.chars_count_in_links = row.chars_count_in_links as usize;
    paragraph
}

fn is_in_template(row: &ReferenceParagraph) -> bool {
    row.dom_path.split('.').any(|step| step == "template")
}

/// Returns the first difference, or `None`.
fn difference(ours: &[Paragraph], theirs: &[ReferenceParagraph]) -> Option<String> {
    for (index, (ours, theirs)) in ours.iter().map(row).zip(theirs).enumerate() {
        if ours != *theirs {
            return Some(format!("paragraph {index}\n  ours:   {ours:?}\n  theirs: {theirs:?}"));
        }
    }
    let (ours, theirs) = (ours.len(), theirs.len());
    (ours != theirs).then(|| format!("{ours} paragraphs, not {theirs}"))
}

/// Inserts the reference's paragraphs in templates among ours, and determines all final classes
/// again.
fn with_templates(ours: &[Paragraph], theirs: &[ReferenceParagraph]) -> Vec<Paragraph> {
    let mut rest = ours.iter().cloned();
    let mut all: Vec<Paragraph> = theirs
        .iter()
        .filter_map(
            |theirs| if is_in_template(theirs) { Some(paragraph(theirs)) } else { rest.next() },
        )
        .collect();
    all.extend(rest);
    for paragraph in &mut all {
        paragraph.class_type = None;
    }
    revise_paragraph_classification(&mut all, &Config::default());
    all
}

/// True if html5lib 1.1 builds a different tree of this page.
fn is_read_otherwise(document: &Document) -> bool {
    document.elements(NodeId::DOCUMENT).any(|id| {
        document.template_contents(id).is_some()
            || document.local_name(id).is_some_and(|name| html5lib_name(name) != name)
    })
}

fn read_as_html5lib(parsed: &Document) -> Document {
    document(&end_head_at_template(Export::AS_HTML5LIB.events(parsed)))
}

#[derive(Default)]
struct Reader {
    parser: Parser,
    measurer: Measurer,
}

impl Reader {
    fn paragraphs(&mut self, document: Document) -> Vec<Paragraph> {
        let page = self.measurer.measure(document);
        let mut paragraphs = make_paragraphs(&page);
        let config = Config::default();
        classify_paragraphs(&mut paragraphs, english(), &config);
        revise_paragraph_classification(&mut paragraphs, &config);
        let document = self.measurer.recycle(page);
        self.parser.recycle(document);
        paragraphs
    }
}

fn divergences() -> Divergences {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/divergences.toml");
    Divergences::load(&list).unwrap()
}

#[test]
#[ignore = "needs a corpus"]
fn the_whole_way_agrees() {
    let test = "jusText from the bytes on agrees with its reference on html5lib's trees";
    let wcxb = Wcxb::required();
    let corpus = Corpus::required(justext_reference::NAME);
    let divergences = divergences();
    let mut run = divergences.run();
    let mut reader = Reader::default();
    let (mut pages, mut template_pages, mut otherwise) = (0, 0, 0);
    let mut faults = Vec::new();
    let references = justext_reference::pages(&corpus).unwrap();
    for (page, reference) in wcxb.pages().unwrap().zip(references) {
        let (page, reference) = (page.unwrap(), reference.unwrap());
        assert_eq!(page.id, reference.id);
        pages += 1;
        let html = String::from_utf8_lossy(&page.html);
        let parsed = reader.parser.parse(&html);
        let as_html5lib = is_read_otherwise(&parsed).then(|| read_as_html5lib(&parsed));
        let mut ours = reader.paragraphs(parsed);
        if reference.paragraphs.iter().any(is_in_template) {
            template_pages += 1;
            ours = with_templates(&ours, &reference.paragraphs);
        }
        let found = difference(&ours, &reference.paragraphs);
        run.record(&page.id, found.is_none(), || found.unwrap_or_default());
        if let Some(as_html5lib) = as_html5lib {
            otherwise += 1;
            let ours = reader.paragraphs(as_html5lib);
            let found = difference(&ours, &reference.paragraphs);
            if FRAMES_IN_NOSCRIPT.contains(&&*page.id) {
                assert!(found.is_some(), "{} agrees", page.id);
            } else {
                faults.extend(found.map(|found| format!("{}: {found}", page.id)));
            }
        }
    }
    let tally = run.finish().unwrap();
    report(&format!("{test}: {tally}; {template_pages} pages have paragraphs in templates"));
    report(&format!("read as html5lib reads them: {otherwise} pages, {} differ", faults.len()));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!((pages, template_pages), (PAGE_COUNT, TEMPLATE_PAGES));
    assert!(divergences.len() <= DIVERGENCES_CEILING);
}
