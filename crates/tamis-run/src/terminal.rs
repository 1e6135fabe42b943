//! Text for a terminal, on standard error or for a person who reads the output at once.
//!
//! Names of pages, addresses in sitemaps, errors of rule files and texts of pages come from
//! strangers. A terminal obeys some of their characters: `ESC ]0;` sets the title of the window,
//! `ESC [2J` clears the screen, and U+202E turns the order of letters around. So they are written
//! as escapes, as in a string of Rust.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Returns the text without characters that a terminal obeys. Line breaks and tabs stay.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_obeyed(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Returns true for a control character, and for a format character that changes the order of
/// letters. For example, U+202E makes `gpj.exe` look like `exe.jpg`.
pub fn is_obeyed(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Source: UAX #9, 2. The marks U+200E, U+200F and U+061C stay: they change no other text.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Returns standard output for texts of pages, which a terminal does not obey.
pub fn standard_output() -> Box<dyn Write> {
    let out = io::stdout();
    if out.is_terminal() {
        Box::new(BufWriter::new(Terminal::new(out.lock())))
    } else {
        Box::new(BufWriter::new(out.lock()))
    }
}

/// Standard output if it is a terminal.
///
/// A text in which a write ends within a character is buffered until the next one.
struct Terminal<W> {
    out: W,
    /// The beginning of a character, at most three bytes.
    begun: Vec<u8>,
}

impl<W: Write> Terminal<W> {
    fn new(out: W) -> Terminal<W> {
        Terminal { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]);
        self.out.write_all(shown(&text).as_bytes())?;
        drop(text);
        self.begun.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for (text, expected) in [
            ("plain, größer\n\tand 你好 👩‍👩‍👧", "plain, größer\n\tand 你好 👩‍👩‍👧"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}2J and \u{7f}", "\\u{9b}2J and \\u{7f}"),
            ("a\rb\u{8}", "a\\rb\\u{8}"),
            ("exe.\u{202e}txt\u{2066}", "exe.\\u{202e}txt\\u{2066}"),
            ("سلام\u{200f} \u{200c}", "سلام\u{200f} \u{200c}"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn a_terminal_gets_whole_characters() {
        let text = "ä\u{9b}2J€\u{1b}[31m𝄞";
        for length in 1..5 {
            let mut out = Terminal::new(Vec::new());
            for part in text.as_bytes().chunks(length) {
                out.write_all(part).unwrap();
            }
            assert_eq!(str::from_utf8(&out.out).unwrap(), shown(text));
            assert!(out.begun.is_empty());
        }
    }
}
