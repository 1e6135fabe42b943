//! Marks within lines. Their signs are directly next to the marked text, and each line closes the
//! marks it opens.

use std::mem;

use super::last_in_line;
use super::references::References;
use crate::render::markdown::escape::push_destination;

/// A mark of a part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::render::markdown) enum Mark {
    Strong,
    Emphasis,
    Deleted,
    /// In quotation marks.
    Quoted,
    /// In parentheses.
    Annotation,
    /// An HTML tag, for marks without Markdown syntax.
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

    /// Returns true if the mark is made of delimiter runs, whose meaning depends on the characters
    /// next to them.
    fn is_run(&self) -> bool {
        matches!(self, Mark::Strong | Mark::Emphasis | Mark::Deleted)
    }
}

/// An open mark.
#[derive(Clone, Debug)]
struct OpenMark {
    mark: Mark,
    state: MarkState,
    /// It was written before, and closed where a line ended.
    is_repeated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkState {
    /// Nothing was written in it yet in this line.
    Waiting,
    /// The position of its opening sign.
    Written(usize),
    /// It cannot be written where it is.
    Refused,
}

/// A closed mark that is none if a letter follows, because its last character is punctuation. For
/// example, `**Note:**that` shows the asterisks.
#[derive(Clone, Copy, Debug)]
struct DoubtfulMark {
    opening: usize,
    closing: usize,
    len: usize,
}

/// The mark that was closed last.
#[derive(Clone, Debug)]
struct ClosedMark {
    mark: Mark,
    /// The number of marks around it.
    depth: usize,
    /// The positions of its signs.
    opening: usize,
    closing: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub(super) struct Marks {
    open: Vec<OpenMark>,
    /// At least one of them waits for text.
    is_waiting: bool,
    /// A link is open.
    in_link: bool,
    /// The bytes of addresses that may still be repeated.
    repeatable_bytes: usize,
    /// The addresses written after the text; `None` if they are written in the text.
    references: Option<References>,
    closed: Option<ClosedMark>,
    doubts: Vec<DoubtfulMark>,
}

/// The bytes of addresses that any page may repeat, in addition to its own size in bytes.
const REPEATED_BYTES: usize = 1 << 16;

impl Marks {
    /// Returns the marks for a page of this many bytes. `has_references` puts the addresses after
    /// the text.
    pub(super) fn new(html_bytes: usize, has_references: bool) -> Marks {
        Marks {
            repeatable_bytes: REPEATED_BYTES + html_bytes,
            references: has_references.then(References::default),
            ..Marks::default()
        }
    }

    pub(super) fn into_references(self) -> Option<References> {
        self.references
    }

    /// Returns the bytes that the addresses after the text will have.
    pub(super) fn reference_bytes(&self) -> usize {
        self.references.as_ref().map_or(0, References::bytes)
    }

    /// Returns true if the addresses are written after the text.
    pub(super) fn has_references(&self) -> bool {
        self.references.is_some()
    }

    /// Returns true if a mark made of delimiter runs is open.
    pub(super) fn is_in_run(&self) -> bool {
        self.open
            .iter()
            .any(|open| open.mark.is_run() && matches!(open.state, MarkState::Written(_)))
    }

    /// Returns true if a link is open.
    pub(super) fn is_in_link(&self) -> bool {
        self.in_link
    }

    /// Returns true if the text written next, at this position, begins an annotation or directly
    /// follows one. No space separates it from the annotated text.
    pub(super) fn is_annotation_next(&self, at: usize, is_after_space: bool) -> bool {
        let is_annotation = |opened: &OpenMark| {
            opened.state == MarkState::Waiting && opened.mark == Mark::Annotation
        };
        let closed = self.closed.as_ref().filter(|closed| closed.end == at);
        self.is_waiting && self.open.iter().any(is_annotation)
            || closed.is_some_and(|closed| closed.mark == Mark::Annotation) && !is_after_space
    }

    /// Removes the signs of doubtful marks because a letter directly follows them.
    pub(super) fn resolve_doubts(&mut self, out: &mut String, line_start: &mut usize) {
        let doubts = self.doubts.drain(..);
        let mut signs: Vec<_> = doubts
            .flat_map(|DoubtfulMark { opening, closing, len }| [(opening, len), (closing, len)])
            .collect();
        signs.sort_unstable();
        for (at, len) in signs.into_iter().rev() {
            out.replace_range(at..at + len, "");
            // A mark can begin before a line break in its paragraph, in the line before.
            *line_start -= if at < *line_start { len } else { 0 };
        }
    }

    /// Accepts all doubtful marks.
    pub(super) fn forget_doubts(&mut self) {
        self.doubts.clear();
    }

    /// Forgets the last closed mark, so that no mark can continue it.
    pub(super) fn forget_closed(&mut self) {
        self.closed = None;
        self.doubts.clear();
    }

    /// Writes the signs that wait, before text that begins with this character.
    #[inline]
    pub(super) fn start(&mut self, first: Option<char>, out: &mut String, line_start: usize) {
        self.doubts.clear();
        if mem::take(&mut self.is_waiting) {
            for index in 0..self.open.len() {
                if self.open[index].state == MarkState::Waiting {
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
        // The sign of a nested mark comes first, unless it is part of the same run.
        let mut inside = self.open[index + 1..].iter();
        let first = inside
            .find(|inner| inner.state == MarkState::Waiting && !inner.mark.is_run())
            .map_or(first, |inner| inner.mark.opening().chars().next());
        let OpenMark { mark, state, is_repeated } = &mut self.open[index];
        let is_after_mark = self.closed.as_ref().is_some_and(|closed| closed.end == out.len());
        if mark.is_run() && !opens(before, first, is_after_mark) {
            *state = MarkState::Refused;
            return;
        }
        if let Mark::Link(address) = mark {
            if *is_repeated {
                let Some(rest) = self.repeatable_bytes.checked_sub(address.len()) else {
                    *state = MarkState::Refused;
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
        *state = MarkState::Written(out.len());
        out.push_str(mark.opening());
    }

    /// Begins a mark. It continues an equal mark that was closed directly before, and within a mark
    /// of the same kind it has no effect.
    pub(super) fn open(&mut self, mark: Mark, out: &mut String) {
        let is_same = |other: &OpenMark| {
            other.state != MarkState::Refused
                && mem::discriminant(&other.mark) == mem::discriminant(&mark)
        };
        if self.open.iter().any(is_same) {
            self.refuse(mark);
        } else if let Some(opening) = self.reopen(&mark, out) {
            let state = MarkState::Written(opening);
            self.open.push(OpenMark { mark, state, is_repeated: true });
        } else {
            self.open.push(OpenMark { mark, state: MarkState::Waiting, is_repeated: false });
            self.is_waiting = true;
        }
    }

    /// Begins a mark without signs.
    pub(super) fn refuse(&mut self, mark: Mark) {
        self.open.push(OpenMark { mark, state: MarkState::Refused, is_repeated: false });
    }

    /// Removes the closing sign of an equal mark that was closed directly before. Returns the
    /// position of its opening sign.
    fn reopen(&mut self, mark: &Mark, out: &mut String) -> Option<usize> {
        let depth = self.open.len();
        // Two annotations are two readings, as in nested `<ruby>`, and not one that goes on.
        let closed = self.closed.as_mut().filter(|closed| {
            closed.mark == *mark
                && *mark != Mark::Annotation
                && closed.depth == depth
                && closed.end == out.len()
        })?;
        out.truncate(closed.closing);
        // The text before this mark may end with the closing sign of a nested mark.
        (closed.depth, closed.end) = (usize::MAX, out.len());
        self.in_link |= matches!(mark, Mark::Link(_));
        self.doubts.clear();
        Some(closed.opening)
    }

    /// Ends the innermost mark. Returns it if it was written.
    pub(super) fn close(&mut self, out: &mut String) -> Option<Mark> {
        let innermost = self.open.len().checked_sub(1)?;
        self.close_sign(innermost, out);
        let ended = self.open.pop()?;
        matches!(ended.state, MarkState::Written(_)).then_some(ended.mark)
    }

    /// Closes all written marks. They are written again before the next text.
    pub(super) fn close_all(&mut self, out: &mut String) {
        for index in (0..self.open.len()).rev() {
            if let MarkState::Written(_) = self.open[index].state {
                self.close_sign(index, out);
                self.open[index].state = MarkState::Waiting;
                self.is_waiting = true;
            }
        }
        self.forget_closed();
    }

    fn close_sign(&mut self, index: usize, out: &mut String) {
        let OpenMark { mark, state: MarkState::Written(opening), .. } = &self.open[index] else {
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
                    self.doubts.push(DoubtfulMark { opening, closing, len: sign.len() });
                }
            }
        }
        let (mark, end) = (mark.clone(), out.len());
        self.closed = Some(ClosedMark { mark, depth: index, opening, closing, end });
    }
}

/// Ends the text of a link with the address or its number.
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

/// Returns true if a delimiter run can open here.
///
/// Source: `CommonMark` 0.31.2, left-flanking delimiter run. Two adjacent runs of the same
/// character would be one run.
fn opens(before: Option<char>, first: Option<char>, after_mark: bool) -> bool {
    let Some(first) = first else { return false };
    if matches!(before, Some('*' | '~')) && after_mark {
        return false;
    }
    first.is_alphanumeric() || before.is_none_or(|before| !before.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a word with its marks as a line does.
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
    fn signs_are_placed_where_parsers_read_them() {
        let strong = |word| (Some(Mark::Strong), word);
        check(&[strong("a")], "**a**");
        check(&[strong("a"), strong("b")], "**ab**");
        check(&[(None, "a"), strong("(b")], "a(b");
        check(&[strong("a)"), (None, "b")], "a)b");
        check(&[strong("a"), (Some(Mark::Emphasis), "b")], "**a**b");
        check(&[(None, "!"), (Some(Mark::Link("/b".into())), "b")], "\\![b](/b)");
    }

    #[test]
    fn line_closes_its_marks_innermost_first() {
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
