//! Marks within lines: their signs stand beside the text that they mark, and each line closes those that it opens.

use std::mem;

use super::last_in_line;
use super::references::References;
use crate::render::markdown::escape::push_destination;

/// What a part of a line is marked as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::render::markdown) enum Mark {
    Strong,
    Emphasis,
    Deleted,
    /// In quotation marks.
    Quoted,
    /// In parentheses.
    Annotation,
    /// A tag of HTML, since Markdown has no sign for it.
    Tag(&'static str),
    /// A link to this address.
    Link(String),
}

impl Mark {
    fn opening(&self) -> &'static str {
        match self {
            Mark::Strong => "**",
            Mark::Emphasis => "*",
            Mark::Deleted => "~~",
            Mark::Quoted => "\"",
            Mark::Annotation => "(",
            Mark::Link(_) => "[",
            Mark::Tag("sub") => "<sub>",
            Mark::Tag(_) => "<sup>",
        }
    }

    /// Whether it is made of runs of delimiters, which have to stand beside white space or letters in certain ways.
    fn is_run(&self) -> bool {
        matches!(self, Mark::Strong | Mark::Emphasis | Mark::Deleted)
    }
}

/// A mark that is open.
#[derive(Clone, Debug)]
struct Opened {
    mark: Mark,
    state: State,
    /// It was written before, and closed where a line ended.
    is_repeated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was written in it yet, in this line.
    Waiting,
    /// Its opening sign stands at this place.
    Written(usize),
    /// It can't be written where it stands.
    Refused,
}

/// A mark that was closed where it may not be one: behind a sign, before a letter.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    opening: usize,
    closing: usize,
    len: usize,
}

/// The mark that was closed last.
#[derive(Clone, Debug)]
struct Closed {
    mark: Mark,
    /// How many marks are around it.
    depth: usize,
    /// Where its opening sign stands, and its closing one.
    opening: usize,
    closing: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub(super) struct Marks {
    open: Vec<Opened>,
    /// One of them waits for text.
    is_waiting: bool,
    /// A link is open.
    in_link: bool,
    /// Bytes of addresses that may still be written a second time.
    repeatable_bytes: usize,
    /// The addresses that are written behind the text; `None` where they are written in it.
    references: Option<References>,
    closed: Option<Closed>,
    doubts: Vec<Doubt>,
}

/// Bytes of addresses that may be written a second time on any page, beside as many as the page has.
const REPEATED_BYTES: usize = 1 << 16;

impl Marks {
    /// For a page of this many bytes; whether addresses are written behind the text.
    pub(super) fn new(html_bytes: usize, are_behind: bool) -> Marks {
        Marks {
            repeatable_bytes: REPEATED_BYTES + html_bytes,
            references: are_behind.then(References::default),
            ..Marks::default()
        }
    }

    pub(super) fn into_references(self) -> Option<References> {
        self.references
    }

    /// Whether addresses are written behind the text.
    pub(super) fn has_references(&self) -> bool {
        self.references.is_some()
    }

    /// Whether a mark made of runs of delimiters is open.
    pub(super) fn is_in_run(&self) -> bool {
        self.open.iter().any(|open| open.mark.is_run() && matches!(open.state, State::Written(_)))
    }

    /// Whether a link is open.
    pub(super) fn is_in_link(&self) -> bool {
        self.in_link
    }

    /// Whether what is written next, at this place, begins an annotation, or stands right behind one: no space parts it from what
    /// it is about.
    pub(super) fn is_annotation_next(&self, at: usize, is_behind_space: bool) -> bool {
        let is_annotation =
            |opened: &Opened| opened.state == State::Waiting && opened.mark == Mark::Annotation;
        let closed = self.closed.as_ref().filter(|closed| closed.end == at);
        self.is_waiting && self.open.iter().any(is_annotation)
            || closed.is_some_and(|closed| closed.mark == Mark::Annotation) && !is_behind_space
    }

    /// Takes away the signs of marks that a letter right behind them makes none.
    pub(super) fn resolve_doubts(&mut self, out: &mut String, line_start: &mut usize) {
        let doubts = self.doubts.drain(..);
        let mut signs: Vec<_> = doubts
            .flat_map(|Doubt { opening, closing, len }| [(opening, len), (closing, len)])
            .collect();
        signs.sort_unstable();
        for (at, len) in signs.into_iter().rev() {
            out.replace_range(at..at + len, "");
            // A mark can begin in the line before a line break.
            *line_start -= if at < *line_start { len } else { 0 };
        }
    }

    /// Takes all marks that were closed for such.
    pub(super) fn forget_doubts(&mut self) {
        self.doubts.clear();
    }

    /// Lets no mark go on that was closed.
    pub(super) fn forget_closed(&mut self) {
        self.closed = None;
        self.doubts.clear();
    }

    /// Writes the signs that wait, before something that begins with this character.
    #[inline]
    pub(super) fn start(&mut self, first: Option<char>, out: &mut String, line_start: usize) {
        self.doubts.clear();
        if mem::take(&mut self.is_waiting) {
            for index in 0..self.open.len() {
                if self.open[index].state == State::Waiting {
                    self.open_sign(index, first, out, line_start);
                }
            }
        }
        self.closed = None;
    }

    fn open_sign(
        &mut self,
        index: usize,
        first: Option<char>,
        out: &mut String,
        line_start: usize,
    ) {
        let before = last_in_line(out, line_start);
        // The sign of a mark further in comes first, unless it is a part of the same run.
        let mut inside = self.open[index + 1..].iter();
        let first = inside
            .find(|inner| inner.state == State::Waiting && !inner.mark.is_run())
            .map_or(first, |inner| inner.mark.opening().chars().next());
        let Opened { mark, state, is_repeated } = &mut self.open[index];
        let is_behind_mark = self.closed.as_ref().is_some_and(|closed| closed.end == out.len());
        if mark.is_run() && !opens(before, first, is_behind_mark) {
            *state = State::Refused;
            return;
        }
        if let Mark::Link(address) = mark {
            if *is_repeated {
                let Some(rest) = self.repeatable_bytes.checked_sub(address.len()) else {
                    *state = State::Refused;
                    return;
                };
                self.repeatable_bytes = rest;
            }
            if before == Some('!') {
                out.pop();
                out.push_str("\\!");
            }
            self.in_link = true;
        }
        *is_repeated = true;
        *state = State::Written(out.len());
        out.push_str(mark.opening());
    }

    /// Begins a mark. Right behind the same one it goes on; in one of its kind it says nothing.
    pub(super) fn open(&mut self, mark: Mark, out: &mut String) {
        let is_same = |other: &Opened| {
            other.state != State::Refused
                && mem::discriminant(&other.mark) == mem::discriminant(&mark)
        };
        if self.open.iter().any(is_same) {
            self.refuse(mark);
        } else if let Some(opening) = self.reopen(&mark, out) {
            let state = State::Written(opening);
            self.open.push(Opened { mark, state, is_repeated: true });
        } else {
            self.open.push(Opened { mark, state: State::Waiting, is_repeated: false });
            self.is_waiting = true;
        }
    }

    /// Begins a mark of which nothing is written.
    pub(super) fn refuse(&mut self, mark: Mark) {
        self.open.push(Opened { mark, state: State::Refused, is_repeated: false });
    }

    /// Takes the closing sign away, if the same mark was closed right before; where its opening sign stands.
    fn reopen(&mut self, mark: &Mark, out: &mut String) -> Option<usize> {
        let depth = self.open.len();
        let closed = self.closed.as_mut().filter(|closed| {
            closed.mark == *mark && closed.depth == depth && closed.end == out.len()
        })?;
        out.truncate(closed.closing);
        // What ends here now may be the closing sign of a mark inside.
        (closed.depth, closed.end) = (usize::MAX, out.len());
        self.in_link |= matches!(mark, Mark::Link(_));
        self.doubts.clear();
        Some(closed.opening)
    }

    /// Ends the innermost mark; it, if it was written.
    pub(super) fn close(&mut self, out: &mut String) -> Option<Mark> {
        let innermost = self.open.len().checked_sub(1)?;
        self.close_sign(innermost, out);
        let ended = self.open.pop()?;
        matches!(ended.state, State::Written(_)).then_some(ended.mark)
    }

    /// Closes all marks that are written; with the next text they are written again.
    pub(super) fn close_all(&mut self, out: &mut String) {
        for index in (0..self.open.len()).rev() {
            if let State::Written(_) = self.open[index].state {
                self.close_sign(index, out);
                self.open[index].state = State::Waiting;
                self.is_waiting = true;
            }
        }
        self.forget_closed();
    }

    fn close_sign(&mut self, index: usize, out: &mut String) {
        let Opened { mark, state: State::Written(opening), .. } = &self.open[index] else {
            return;
        };
        let (opening, closing) = (*opening, out.len());
        match mark {
            Mark::Link(address) => {
                self.in_link = false;
                push_target(address, self.references.as_mut(), out);
            }
            Mark::Tag(name) => {
                out.push_str("</");
                out.push_str(name);
                out.push('>');
            }
            Mark::Quoted => out.push('"'),
            Mark::Annotation => out.push(')'),
            Mark::Strong | Mark::Emphasis | Mark::Deleted => {
                let sign = mark.opening();
                let is_doubtful =
                    out.chars().next_back().is_some_and(|last| !last.is_alphanumeric());
                out.push_str(sign);
                if is_doubtful {
                    self.doubts.push(Doubt { opening, closing, len: sign.len() });
                }
            }
        }
        let (mark, end) = (mark.clone(), out.len());
        self.closed = Some(Closed { mark, depth: index, opening, closing, end });
    }
}

/// Ends the text of a link with where it leads: the address, or its number among the references.
fn push_target(address: &str, references: Option<&mut References>, out: &mut String) {
    if let Some(references) = references {
        out.push_str("][");
        out.push_str(&references.number(address).to_string());
        out.push(']');
    } else {
        out.push_str("](");
        push_destination(address, out);
        out.push(')');
    }
}

/// Whether a run of delimiters can open here. Source: `CommonMark` 0.31.2, left-flanking delimiter run; a run right behind
/// another one would be one run with it.
fn opens(before: Option<char>, first: Option<char>, behind_mark: bool) -> bool {
    let Some(first) = first else { return false };
    if matches!(before, Some('*' | '~')) && behind_mark {
        return false;
    }
    first.is_alphanumeric() || before.is_none_or(|before| !before.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a word with its marks, as a line does.
    fn write(marks: &mut Marks, word: &str, out: &mut String) {
        let first = word.chars().next();
        if first.is_some_and(char::is_alphanumeric) {
            marks.resolve_doubts(out, &mut 0);
        }
        marks.start(first, out, 0);
        out.push_str(word);
    }

    fn check(words: &[(Option<Mark>, &str)], expected: &str) {
        let (mut marks, mut out) = (Marks::new(0, false), String::new());
        for (mark, word) in words {
            let Some(mark) = mark else {
                write(&mut marks, word, &mut out);
                continue;
            };
            marks.open(mark.clone(), &mut out);
            write(&mut marks, word, &mut out);
            marks.close(&mut out);
        }
        assert_eq!(out, expected);
    }

    #[test]
    fn signs_stand_where_they_are_read_as_such() {
        let strong = |word| (Some(Mark::Strong), word);
        check(&[strong("a")], "**a**");
        check(&[strong("a"), strong("b")], "**ab**");
        check(&[(None, "a"), strong("(b")], "a(b");
        check(&[strong("a)"), (None, "b")], "a)b");
        check(&[strong("a"), (Some(Mark::Emphasis), "b")], "**a**b");
        check(&[(None, "!"), (Some(Mark::Link("/b".into())), "b")], "\\![b](/b)");
    }

    #[test]
    fn a_line_closes_its_marks_from_the_innermost() {
        let (mut marks, mut out) = (Marks::new(0, true), String::new());
        marks.open(Mark::Link("/a".into()), &mut out);
        marks.open(Mark::Strong, &mut out);
        write(&mut marks, "a", &mut out);
        assert!(marks.is_in_link());
        marks.close_all(&mut out);
        out.push(' ');
        write(&mut marks, "b", &mut out);
        assert_eq!(marks.close(&mut out), Some(Mark::Strong));
        assert_eq!(marks.close(&mut out), Some(Mark::Link("/a".into())));
        assert_eq!(marks.close(&mut out), None);
        assert_eq!(out, "[**a**][1] [**b**][1]");
    }
}
