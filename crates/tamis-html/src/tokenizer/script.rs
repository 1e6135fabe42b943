//! The end of scripts.
//!
//! Source: HTML standard, 13.2.5.4 "Script data state" and 13.2.5.15 to 13.2.5.31, its escaped
//! states, <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>.

use super::Tokenizer;
use super::scan::{find, is_space};

/// The group of states that a place of a script is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    /// The script data state.
    None,
    /// After `<!--`.
    Escaped,
    /// After `<script` in that.
    Double,
}

impl Tokenizer<'_> {
    /// The place of the end tag of a script.
    pub(super) fn script_end(&self) -> usize {
        let bytes = self.bytes;
        let mut at = self.at;
        let mut escape = Escape::None;
        loop {
            at = match escape {
                Escape::None => find(bytes, at, [b'<']),
                _ => find(bytes, at, [b'<', b'-']),
            };
            if at >= bytes.len() {
                return bytes.len();
            }
            if bytes[at] == b'-' {
                let dashes = bytes[at..].iter().take_while(|&&byte| byte == b'-').count();
                at += dashes;
                if dashes >= 2 && bytes.get(at) == Some(&b'>') {
                    escape = Escape::None;
                }
                continue;
            }
            if escape != Escape::Double && self.is_end_tag(at) {
                return at;
            }
            at += 1;
            match escape {
                Escape::None if bytes[at..].starts_with(b"!--") => {
                    // The dashes are read again, because `<!-->` ends what it begins.
                    at += 1;
                    escape = Escape::Escaped;
                }
                Escape::Escaped if names_script(bytes, at) => escape = Escape::Double,
                Escape::Double if bytes.get(at) == Some(&b'/') && names_script(bytes, at + 1) => {
                    escape = Escape::Escaped;
                }
                _ => {}
            }
        }
    }
}

/// Returns true if the name at `at` is `script`.
fn names_script(bytes: &[u8], at: usize) -> bool {
    let end = at + 6;
    bytes.get(at..end).is_some_and(|name| name.eq_ignore_ascii_case(b"script"))
        && bytes.get(end).is_some_and(|&byte| is_space(byte) || b"/>".contains(&byte))
}
