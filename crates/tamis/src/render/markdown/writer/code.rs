//! Code within lines.

use super::is_space;
use crate::render::markdown::escape::{CodeContext, push_code};

/// Code within a line. It is gathered first because its delimiters depend on its content.
#[derive(Debug, Default)]
pub(super) struct LineCode {
    gathered: Option<String>,
    last: Option<WrittenCode>,
}

/// The longest code that is written again to join it with the next one. Bounded so that the time is
/// linear in the code. Bytes.
const MAX_JOINED_BYTES: usize = 1024;

/// Code that was written, with its position.
#[derive(Debug)]
struct WrittenCode {
    start: usize,
    end: usize,
    code: String,
}

impl LineCode {
    pub(super) fn begin(&mut self) {
        self.gathered.get_or_insert_default();
    }

    /// Returns the gathered code if code is open.
    pub(super) fn gathered(&mut self) -> Option<&mut String> {
        self.gathered.as_mut()
    }

    pub(super) fn is_open(&self) -> bool {
        self.gathered.is_some()
    }

    /// Ends the code. Returns it with collapsed white space, or `None` if it is empty.
    #[inline]
    pub(super) fn end(&mut self) -> Option<String> {
        let code = self.gathered.take()?;
        let words: Vec<_> = code.split(is_space).filter(|word| !word.is_empty()).collect();
        Some(words.join(" ")).filter(|code| !code.is_empty())
    }

    /// Writes code. Directly after other code the delimiters would join into a different run, so
    /// both are written as one, or with a space between them if that is long.
    pub(super) fn write(&mut self, mut code: String, context: CodeContext, out: &mut String) {
        if let Some(before) = self.last.take_if(|last| last.end == out.len()) {
            if before.code.len() > MAX_JOINED_BYTES {
                out.push(' ');
            } else {
                out.truncate(before.start);
                code.insert_str(0, &before.code);
            }
        }
        let start = out.len();
        push_code(&code, context, out);
        self.last = Some(WrittenCode { start, end: out.len(), code });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_code_is_joined() {
        let (mut code, mut out) = (LineCode::default(), String::new());
        for text in [" let  a ", "` = 1"] {
            code.begin();
            code.gathered().expect("it is open").push_str(text);
            let text = code.end().expect("there is text in it");
            code.write(text, CodeContext::default(), &mut out);
        }
        assert_eq!(out, "``let a` = 1``");
        code.begin();
        assert_eq!(code.end(), None);
    }

    #[test]
    fn long_code_is_not_written_again() {
        let (mut code, mut out) = (LineCode::default(), String::new());
        for _ in 0..3 {
            code.write("a".repeat(MAX_JOINED_BYTES + 1), CodeContext::default(), &mut out);
        }
        assert_eq!(out.split(' ').count(), 3);
    }
}
