//! The ranges of the source that nodes come with.

use tamis_html::{Attributes, Doctype, Element, Handle, Options, Parser, Span, Text, TreeSink};
use tamis_testkit::wcxb::Wcxb;

/// A sink without a tree that compares everything with the source.
#[derive(Default)]
struct Positions<'s> {
    source: &'s str,
    nodes: u32,
    /// The source of each element, and of each text.
    elements: Vec<Span>,
    texts: Vec<&'s str>,
    /// Texts and values that are ranges of the source, and others.
    unchanged: usize,
    changed: usize,
}

impl<'s> Positions<'s> {
    fn of(source: &'s str) -> Self {
        let mut positions = Self { source, ..Self::default() };
        // The document has the handle 0.
        positions.elements.push(Span::default());
        Parser::default().parse(source, &mut positions);
        positions
    }

    fn check_text(&mut self, text: Text<'_>) -> &'s str {
        let slice = &self.source[text.span().range()];
        assert_eq!(text.len(), text.as_str().len());
        if text.is_unchanged() {
            assert_eq!(text.as_str(), slice);
            self.unchanged += 1;
        } else {
            self.changed += 1;
        }
        slice
    }

    fn add_text(&mut self, text: Text<'_>) {
        let slice = self.check_text(text);
        assert!(!text.is_empty());
        self.texts.push(slice);
    }

    fn check_attributes(&mut self, attributes: Attributes<'_>) {
        for attribute in attributes.iter() {
            self.check_text(attribute.value);
        }
    }

    fn sources(&self) -> Vec<&'s str> {
        self.elements[1..].iter().map(|span| &self.source[span.range()]).collect()
    }
}

impl TreeSink for Positions<'_> {
    fn document(&mut self) -> Handle {
        Handle::new(0)
    }
    fn create_element(&mut self, element: &Element<'_>) -> Handle {
        let tag = &self.source[element.span.range()];
        if !tag.is_empty() {
            let name = if element.name == "img" && tag[1..].starts_with(['i', 'I']) {
                // The tag may be `<image>`.
                "im"
            } else {
                element.name
            };
            let found = &tag.as_bytes()[1..=name.len()];
            assert!(found.eq_ignore_ascii_case(name.as_bytes()), "{tag:?} {name}");
            assert!(tag.starts_with('<') && tag.ends_with('>'), "{tag:?}");
        }
        self.check_attributes(element.attributes);
        self.elements.push(element.span);
        self.nodes += 1;
        Handle::new(self.nodes)
    }
    fn append_text(&mut self, _parent: Handle, text: Text<'_>) {
        self.add_text(text);
    }
    fn insert_text_before(&mut self, _sibling: Handle, text: Text<'_>) {
        self.add_text(text);
    }
    fn append(&mut self, _parent: Handle, _child: Handle) {}
    fn insert_before(&mut self, _sibling: Handle, _child: Handle) {}
    fn append_comment(&mut self, _parent: Handle, text: Text<'_>, span: Span) {
        self.check_text(text);
        assert!(self.source[span.range()].starts_with('<'));
        assert!(span.start < text.span().start && text.span().end <= span.end);
    }
    fn insert_comment_before(&mut self, _sibling: Handle, text: Text<'_>, span: Span) {
        self.append_comment(Handle::new(0), text, span);
    }
    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let declaration = &self.source[doctype.span.range()];
        assert!(declaration[..9].eq_ignore_ascii_case("<!doctype"), "{declaration:?}");
    }
    fn detach(&mut self, _node: Handle) {}
    fn move_children(&mut self, _from: Handle, _to: Handle) {}
    fn add_missing_attributes(&mut self, _element: Handle, attributes: Attributes<'_>) {
        self.check_attributes(attributes);
    }
    fn template_contents(&mut self, template: Handle) -> Handle {
        template
    }
    fn close(&mut self, element: Handle, end: u32) {
        let span = &mut self.elements[element.index()];
        assert!(span.end <= end, "{span:?} {end}");
        span.end = end;
    }
}

#[test]
fn elements_reach_to_their_ends() {
    let check = |source: &str, elements: &[&str]| {
        assert_eq!(Positions::of(source).sources(), elements, "{source}");
    };
    let page = "<p>a<b>b</b><p>c</div>";
    check(page, &[page, "", page, "<p>a<b>b</b>", "<b>b</b>", "<p>c</div>"]);
    let page = "<html><head></head><body><br/><ul><li>x<li>y</ul></body></html>";
    check(
        page,
        &[page, "<head></head>", &page[19..], "<br/>", "<ul><li>x<li>y</ul>", "<li>x", "<li>y"],
    );
    let page = "<body><table><td>x</table>";
    check(page, &[page, "", page, "<table><td>x</table>", "<td>x", "<td>x", "<td>x"]);
}

#[test]
fn texts_have_their_source() {
    let check = |source: &str, texts: &[&str]| {
        assert_eq!(Positions::of(source).texts, texts, "{source}");
    };
    check("<p>a &lt; b<i>c < d</>e\r\nf", &["a &lt; b", "c < d</>e\r\nf"]);
    check("<pre>\n x</pre><title>&amp;</title>", &[" x", "&amp;"]);
    check("<svg><![CDATA[a]]>b", &["<![CDATA[a]]>", "b"]);
}

#[test]
fn pages_have_right_positions() {
    let Some(wcxb) = Wcxb::or_skip("pages have right positions") else { return };
    let (mut unchanged, mut changed) = (0, 0);
    for page in wcxb.sample(100, 5).unwrap() {
        let source = String::from_utf8_lossy(&page.html);
        let positions = Positions::of(&source);
        unchanged += positions.unchanged;
        changed += positions.changed;
    }
    assert!(unchanged > changed * 10, "{unchanged} ranges of the source, {changed} others");
    assert!(changed > 0);
}

/// The number of elements, with [`Options::empty_frames`] or without.
fn count(source: &str, empty_frames: bool) -> usize {
    let mut positions = Positions { source, ..Positions::default() };
    positions.elements.push(Span::default());
    Parser::new(Options::default().empty_frames(empty_frames)).parse(source, &mut positions);
    positions.nodes as usize
}

#[test]
fn empty_frames_end_in_noscript_alone() {
    for (start, frame, is_ended) in [
        ("<noscript>", "<iframe/>", true),
        ("<body><noscript>", "<iframe src=x />", true),
        ("<noscript>", "<iframe>", false),
        ("<body><noscript></noscript>", "<iframe/>", false),
        ("<body>", "<iframe/>", false),
    ] {
        let source = format!("{start}{frame}<i><b>");
        let [by_standard, ended] = [false, true].map(|on| count(&source, on));
        assert_eq!(ended - by_standard, if is_ended { 2 } else { 0 }, "{source}");
    }
}
