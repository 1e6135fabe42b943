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
#[ignore = "needs a corpus"]
fn pages_have_right_positions() {
    let wcxb = Wcxb::required();
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

/// The number of elements, with [`Options::empty_text`] or without.
fn count(source: &str, empty_text: bool) -> usize {
    let mut positions = Positions { source, ..Positions::default() };
    positions.elements.push(Span::default());
    Parser::new(Options::default().empty_text(empty_text)).parse(source, &mut positions);
    positions.nodes as usize
}

#[test]
fn text_that_nothing_ends_is_empty() {
    for (source, more) in [
        ("<body><iframe/><i></i><b></b>", 2),
        ("<body><iframe src=x /><i></i><b></b><iframe></iframe>", 3),
        ("<body><TEXTAREA/><i></i><b></b><textarea></textarea>", 3),
        ("<title/><i></i><b></b>", 2),
        ("<body><xmp/><i></i><b></b>", 2),
        ("<body><noframes/><i></i><b></b>", 2),
        ("<style/>\n<i></i><b></b>", 2),
        ("<script src=x /><i></i><b></b><script></script>", 3),
        ("<script src=x /><!-- more --><i></i><b></b>", 2),
        ("<style/> <![CDATA[ a ]]><i></i><b></b>", 2),
        ("<script/>", 0),
        // An end tag that is the element's own.
        ("<body><iframe/><i></i><b></b></iframe>", 0),
        ("<body><textarea/><i></i><b></b></TEXTAREA >", 0),
        ("<script/><i></i></script><script></script>", 0),
        // No slash, or a slash that is a part of a value.
        ("<body><iframe><i></i><b></b>", 0),
        ("<body><iframe src=x/><i></i><b></b>", 0),
        // Code.
        ("<script/> a = '<script>'</script>", 0),
        ("<script/><!-- a = '<script>'</script>", 0),
        ("<style/>a > b {}", 0),
        // Names that only begin alike.
        ("<body><iframe/><iframes></iframes></iframe>", 0),
        ("<body><iframe/></iframes><i></i>", 1),
        // A frame in a noscript is empty even if an end tag follows.
        ("<body><noscript><iframe/><i></i></iframe>", 1),
        ("<body><noscript></noscript><iframe/><i></i></iframe>", 0),
    ] {
        let [by_standard, empty] = [false, true].map(|on| count(source, on));
        assert_eq!(empty as isize - by_standard as isize, more, "{source}");
    }
}
