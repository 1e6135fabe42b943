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
    /// The event from which on texts and images are left out.
    end: Option<usize>,
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
        if is_visible(text) {
            self.note_content();
        }
        let start = self.text.len();
        self.text.push_str(text);
        match self.events.last_mut() {
            Some(Event::Text(range)) => range.end = self.text.len(),
            _ => self.events.push(Event::Text(start..self.text.len())),
        }
    }

    /// Returns true if nothing in it would be written.
    pub(super) fn is_empty(&self) -> bool {
        let events = &self.events[..self.end.unwrap_or(self.events.len())];
        !events.iter().any(|event| match event {
            Event::Open(place) => self.elements[*place].has_content,
            Event::Close => false,
            Event::Empty(_) | Event::Text(_) => true,
        })
    }

    /// Returns true if the text so far ends with a line feed.
    pub(super) fn ends_with_line_feed(&self) -> bool {
        self.text.ends_with('\n')
    }

    fn note_child(&mut self, is_inline: bool) {
        if let Some(&place) = self.open.last() {
            self.elements[place].is_mixed |= is_inline;
        }
    }

    fn note_content(&mut self) {
        note_content(&self.open, &mut self.elements);
    }

    /// Leaves out the texts and images from this event on, and with them the elements that have no
    /// others.
    pub(super) fn cut(&mut self, at: usize) {
        for element in &mut self.elements {
            element.has_content = false;
        }
        let mut open = Vec::new();
        for event in &self.events[..at] {
            match event {
                Event::Open(place) => open.push(*place),
                Event::Close => drop(open.pop()),
                Event::Empty(Tag::Image { .. }) => note_content(&open, &mut self.elements),
                Event::Text(range) if is_visible(&self.text[range.clone()]) => {
                    note_content(&open, &mut self.elements);
                }
                Event::Empty(_) | Event::Text(_) => {}
            }
        }
        self.end = Some(at);
    }

    /// Writes all of it except elements without content. A cell without content keeps its column in
    /// a row that has content.
    ///
    /// Returns the event at which the output became longer than `max_bytes`, and stops there.
    pub(super) fn write(
        &self,
        writer: &mut XmlWriter,
        names: fn(&Tag) -> ElementForm,
        max_bytes: usize,
    ) -> Option<usize> {
        // For each open element, the number of elements of the dialect.
        let mut open = Vec::new();
        let mut next = 0;
        while let Some(event) = self.events.get(next) {
            let is_cut = self.end.is_some_and(|end| next >= end);
            // What was cut once is as short as it can be.
            if self.end.is_none() && writer.len() + text_bytes(event) > max_bytes {
                return Some(next);
            }
            match event {
                Event::Empty(_) | Event::Text(_) if is_cut => {}
                Event::Open(place) => {
                    let element = &self.elements[*place];
                    let is_cell = matches!(element.tag, Tag::Cell { .. });
                    if !element.has_content && (!is_cell || is_cut) {
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
        None
    }
}

/// The most bytes that a byte of text becomes: `&` becomes `&amp;`.
const ESCAPED_BYTES: usize = 5;

/// Returns the most bytes that the text of an event becomes.
fn text_bytes(event: &Event) -> usize {
    match event {
        Event::Text(range) => range.len() * ESCAPED_BYTES,
        _ => 0,
    }
}

/// Records that the innermost of these elements, and those around it, have content.
fn note_content(open: &[usize], elements: &mut [Element]) {
    for &place in open.iter().rev() {
        if std::mem::replace(&mut elements[place].has_content, true) {
            break;
        }
    }
}

fn is_visible(text: &str) -> bool {
    text.contains(|c: char| !c.is_whitespace())
}
