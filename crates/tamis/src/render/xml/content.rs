//! The content as a sequence of elements and texts, the same for all dialects.

use std::ops::Range;

use super::dialect::ElementForm;
use super::tag::Tag;
use super::writer::XmlWriter;

#[derive(Debug)]
struct Element {
    tag: Tag,
    /// The element contains text or an image.
    has_content: bool,
    /// The element has text or inline elements as children, so white space in it is significant.
    is_mixed: bool,
    /// The index of its end in the events.
    end: usize,
}

#[derive(Debug)]
enum Event {
    /// The begin of an element, by its index.
    Open(usize),
    Close,
    /// An element without content.
    Empty(Tag),
    Text(Range<usize>),
}

/// The content, to be written in any dialect.
#[derive(Debug, Default)]
pub(super) struct XmlContent {
    events: Vec<Event>,
    elements: Vec<Element>,
    text: String,
    /// The indices of the open elements.
    open: Vec<usize>,
}

impl XmlContent {
    pub(super) fn open(&mut self, tag: Tag) {
        self.note_child(tag.is_inline());
        let place = self.elements.len();
        self.elements.push(Element { tag, has_content: false, is_mixed: false, end: 0 });
        self.events.push(Event::Open(place));
        self.open.push(place);
    }

    /// Ends the innermost element.
    pub(super) fn close(&mut self) {
        let innermost = self.open.pop();
        debug_assert!(innermost.is_some(), "an element is open");
        if let Some(place) = innermost {
            self.elements[place].end = self.events.len();
            self.events.push(Event::Close);
        }
    }

    pub(super) fn empty(&mut self, tag: Tag) {
        self.note_child(tag.is_inline());
        if matches!(tag, Tag::Image { .. }) {
            self.note_content();
        }
        self.events.push(Event::Empty(tag));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.note_child(true);
        if text.contains(|c: char| !c.is_whitespace()) {
            self.note_content();
        }
        let start = self.text.len();
        self.text.push_str(text);
        match self.events.last_mut() {
            Some(Event::Text(range)) => range.end = self.text.len(),
            _ => self.events.push(Event::Text(start..self.text.len())),
        }
    }

    /// True if nothing in it would be written.
    pub(super) fn is_empty(&self) -> bool {
        !self.events.iter().any(|event| match event {
            Event::Open(place) => self.elements[*place].has_content,
            Event::Close => false,
            Event::Empty(_) | Event::Text(_) => true,
        })
    }

    /// True if the text so far ends with a line feed.
    pub(super) fn ends_with_line_feed(&self) -> bool {
        self.text.ends_with('\n')
    }

    fn note_child(&mut self, is_inline: bool) {
        if let Some(&place) = self.open.last() {
            self.elements[place].is_mixed |= is_inline;
        }
    }

    fn note_content(&mut self) {
        for &place in self.open.iter().rev() {
            if std::mem::replace(&mut self.elements[place].has_content, true) {
                break;
            }
        }
    }

    /// Writes all of it except elements without content. A cell without content keeps its column in
    /// a row that has content.
    pub(super) fn write(&self, writer: &mut XmlWriter, names: fn(&Tag) -> ElementForm) {
        // For each open element, the number of elements of the dialect.
        let mut open = Vec::new();
        let mut next = 0;
        while let Some(event) = self.events.get(next) {
            match event {
                Event::Open(place) => {
                    let element = &self.elements[*place];
                    let is_cell = matches!(element.tag, Tag::Cell { .. });
                    if !element.has_content && !is_cell {
                        next = element.end + 1;
                        continue;
                    }
                    open.push(names(&element.tag).open(element.is_mixed, writer));
                }
                Event::Close => {
                    let count = open.pop();
                    debug_assert!(count.is_some(), "an element is open");
                    (0..count.unwrap_or_default()).for_each(|_| writer.close());
                }
                Event::Empty(tag) => names(tag).write_empty(writer),
                Event::Text(range) => writer.text(&self.text[range.clone()]),
            }
            next += 1;
        }
    }
}
