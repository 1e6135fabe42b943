//! What is written of pages: elements and texts in their order, the same for all dialects.

use std::ops::Range;

use super::dialect::Names;
use super::writer::Writer;

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Paragraph,
    /// Its level, from 1.
    Heading(u8),
    CodeBlock,
    List(ListKind),
    Item(Option<Term>),
    Quote,
    Table,
    Row,
    Cell {
        is_head: bool,
        columns: usize,
        rows: usize,
    },
    /// What parts the blocks before it from those behind.
    Rule,
    Code,
    InlineQuote,
    /// How words are marked, as trafilatura has it: `#b`, `#sup`.
    Highlight(&'static str),
    Deleted,
    Link(String),
    Image {
        source: String,
        alt: String,
    },
    LineBreak,
}

/// What a list is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Bulleted,
    Numbered,
    Terms,
}

/// What an item of a list of terms is, with the number of the term, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Name(u32),
    Description(u32),
}

impl Tag {
    /// Whether it stands in a line, beside text.
    fn is_inline(&self) -> bool {
        matches!(
            self,
            Tag::Code
                | Tag::InlineQuote
                | Tag::Highlight(_)
                | Tag::Deleted
                | Tag::Link(_)
                | Tag::Image { .. }
                | Tag::LineBreak
        )
    }
}

#[derive(Debug)]
struct Element {
    tag: Tag,
    /// Whether there is a text in it, or an image.
    has_content: bool,
    /// Whether text or what is beside text stands right in it: white space counts there.
    is_mixed: bool,
    /// Its end's place among the events.
    end: usize,
}

#[derive(Debug)]
enum Event {
    /// An element's place.
    Open(usize),
    Close,
    /// An element that is empty.
    Empty(Tag),
    Text(Range<usize>),
}

/// What is written.
#[derive(Debug, Default)]
pub(super) struct Content {
    events: Vec<Event>,
    elements: Vec<Element>,
    text: String,
    /// The places of the elements whose ends have not come.
    open: Vec<usize>,
}

impl Content {
    pub(super) fn open(&mut self, tag: Tag) {
        self.note_child(tag.is_inline());
        let place = self.elements.len();
        self.elements.push(Element { tag, has_content: false, is_mixed: false, end: 0 });
        self.events.push(Event::Open(place));
        self.open.push(place);
    }

    /// Ends the element that was opened last.
    pub(super) fn close(&mut self) {
        if let Some(place) = self.open.pop() {
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

    /// Whether there is nothing in it that is written.
    pub(super) fn is_empty(&self) -> bool {
        !self.events.iter().any(|event| match event {
            Event::Open(place) => self.elements[*place].has_content,
            Event::Close => false,
            Event::Empty(_) | Event::Text(_) => true,
        })
    }

    /// Whether the text so far ends with a line feed.
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

    /// Writes it all but elements without content; a cell of a row that has content stays for its column.
    pub(super) fn write(&self, writer: &mut Writer, names: fn(&Tag) -> Names) {
        // How many elements of the dialect each open one is.
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
                Event::Close => (0..open.pop().unwrap_or_default()).for_each(|_| writer.close()),
                Event::Empty(tag) => names(tag).write_empty(writer),
                Event::Text(range) => writer.text(&self.text[range.clone()]),
            }
            next += 1;
        }
    }
}
