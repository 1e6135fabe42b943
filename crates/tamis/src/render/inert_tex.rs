//! TeX of pages as part of Markdown. It is written by strangers, and programs that know no formulas
//! read it as Markdown and HTML.

use std::borrow::Cow;

use crate::render::active::{begins_target, sets_handlers};

/// The commands whose argument is text, in which other commands are known than in formulas.
const TEXTS: [&str; 11] = [
    "hbox",
    "mbox",
    "text",
    "textbf",
    "textit",
    "textmd",
    "textnormal",
    "textrm",
    "textsf",
    "texttt",
    "textup",
];

/// The commands that do more than to draw: links, files, attributes of HTML, and what makes
/// commands out of text. Sources: the option `trust` of `KaTeX`; the extension `ui/safe` of
/// `MathJax`; the options `openin_any` and `shell_escape` of TeX Live.
const REFUSED: [&str; 21] = [
    "catcode",
    "class",
    "csname",
    "cssId",
    "href",
    "htmlClass",
    "htmlData",
    "htmlId",
    "htmlStyle",
    "immediate",
    "include",
    "includegraphics",
    "input",
    "openin",
    "openout",
    "read",
    "require",
    "special",
    "style",
    "url",
    "write",
];

/// The longest character reference, in bytes.
const MAX_REFERENCE_BYTES: usize = 40;

/// Returns TeX that draws the same, in which nothing is a tag, a character reference, code, a link
/// or a fence of Markdown, and no command does more than to draw. Linear in its length.
pub(super) fn inert(tex: &str) -> Cow<'_, str> {
    let is_special = |byte: u8| {
        matches!(byte, b'<' | b'>' | b'&' | b'`' | b']' | b'$' | b'~' | b'=')
            || byte.is_ascii_control() && byte != b'\n'
    };
    let is_plain = |byte: u8| !is_special(byte) && byte != b'\\';
    if tex.bytes().all(is_plain) {
        return Cow::Borrowed(tex);
    }
    let mut writer = Inert {
        rest: tex,
        out: String::with_capacity(tex.len() + 16),
        modes: Vec::new(),
        has_handlers: sets_handlers(tex),
    };
    writer.write();
    Cow::Owned(writer.out)
}

struct Inert<'t> {
    rest: &'t str,
    out: String,
    /// For each open brace, true if text is in it.
    modes: Vec<bool>,
    /// Braces may be around attributes that run.
    has_handlers: bool,
}

impl Inert<'_> {
    fn write(&mut self) {
        let mut begins_text = false;
        // A dollar sign within text begins a formula, and the next one ends it.
        let mut in_dollars = false;
        while let Some(char) = self.rest.chars().next() {
            let is_line_start = self.out.is_empty() || self.out.ends_with('\n');
            self.rest = &self.rest[char.len_utf8()..];
            let in_text = self.modes.last().copied().unwrap_or_default();
            match char {
                '\\' => {
                    begins_text = self.command(in_text);
                    continue;
                }
                '{' => self.modes.push(in_text || begins_text),
                '}' => {
                    self.modes.pop();
                }
                _ => {}
            }
            begins_text = begins_text && char.is_whitespace();
            match char {
                '<' => self.symbol(if in_text { r"\textless{}" } else { r"\lt" }),
                '>' => self.symbol(if in_text { r"\textgreater{}" } else { r"\gt" }),
                '`' => self.out.push('‘'),
                '$' if in_text => {
                    self.out.push_str(if in_dollars { r"\)" } else { r"\(" });
                    in_dollars = !in_dollars;
                }
                '$' => self.out.push_str(r"\$"),
                // A space after these is not shown in formulas.
                '&' if self.is_reference() => self.out.push_str("& "),
                // Some readers remove control characters, so that other signs become neighbours:
                // `<`, U+0001 and `b` would become `<b`.
                char if char.is_control() && !char.is_whitespace() => self.out.push(' '),
                ']' if begins_target(self.rest) => self.out.push_str("]{}"),
                '{' if self.has_handlers && self.is_list() => self.out.push_str("{{}"),
                ']' if self.rest.starts_with(['(', ':', '[']) => self.out.push_str("] "),
                '~' if is_line_start && self.rest.starts_with("~~") => self.out.push_str("{}~"),
                char => self.out.push(char),
            }
        }
    }

    /// Writes a command, whose backslash has been read. Returns true if text follows.
    fn command(&mut self, in_text: bool) -> bool {
        let rest = self.rest;
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, after) = rest.split_at(letters);
        if letters > 0 {
            self.rest = after;
            if !REFUSED.contains(&name) {
                self.out.push('\\');
                self.out.push_str(name);
            } else if in_text {
                self.out.push_str(name);
            } else {
                self.out.push_str(r"\mathrm{");
                self.out.push_str(name);
                self.out.push('}');
            }
            return TEXTS.contains(&name);
        }
        // The other commands are one character, and the following ones do not need their backslash.
        if !rest.starts_with(['<', '>', '`', ']', '&']) {
            self.out.push('\\');
            let end = rest.chars().next().map_or(0, char::len_utf8);
            self.out.push_str(&rest[..end]);
            self.rest = &rest[end..];
        } else if rest.starts_with([']', '&']) {
            self.out.push('\\');
        }
        false
    }

    /// Writes a command, and a space if a letter would continue it.
    fn symbol(&mut self, command: &str) {
        self.out.push_str(command);
        let continues = |char: char| !char.is_whitespace();
        if command.ends_with(|char: char| char.is_ascii_alphabetic())
            && self.rest.starts_with(continues)
        {
            self.out.push(' ');
        }
    }

    /// Returns true if a brace may begin an attribute list: after a letter it is part of a command.
    fn is_list(&self) -> bool {
        let is_part = |char: char| char.is_alphabetic() || char == '{';
        !self.out.ends_with(is_part) && !self.rest.starts_with("{}")
    }

    /// Returns true if what follows an `&` makes a character reference of it.
    fn is_reference(&self) -> bool {
        let name = self.rest.strip_prefix('#').unwrap_or(self.rest);
        let end = name.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';');
        end.is_some_and(|end| {
            end > 0 && name.bytes().take(end).all(|byte| byte.is_ascii_alphanumeric())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tex: &str, expected: &str) {
        assert_eq!(inert(tex), expected);
        assert_eq!(inert(&inert(tex)), expected, "twice");
    }

    #[test]
    fn syntax_becomes_symbols() {
        check("a<b", r"a\lt b");
        check("a < b > c", r"a \lt b \gt c");
        check(r"\text{a<b} < c", r"\text{a\textless{}b} \lt c");
        check(r"\text {if $x<1$}", r"\text {if \(x\textless{}1\)}");
        check("`a'", "‘a'");
        check("a & b &lt; &amp c", "a & b & lt; &amp c");
        check(r"\&amp; \<b \`a", r"\& amp; \lt b ‘a");
        check("[x](y) [a]: b [a][b]", "[x] (y) [a] : b [a] [b]");
        check("[x](javascript:y)", "[x]{}(javascript:y)");
        check("[x]\u{3}(javascript:y)", "[x]{} (javascript:y)");
        check("[x] ( javascript:y )", "[x]{} ( javascript:y )");
        check(r"*a*{onclick=x()}\text{b}_{i=1}", r"*a*{{}onclick=x()}\text{b}_{{}i=1}");
        check("a\n~~~\nb~~~", "a\n{}~~~\nb~~~");
        check(r"x^2 + \frac{a}{b}", r"x^2 + \frac{a}{b}");
    }

    #[test]
    fn commands_that_do_more_than_draw_are_names() {
        check(r"\href{javascript:x()}{y}", r"\mathrm{href}{javascript:x()}{y}");
        check(r"\text{\input{/etc/passwd}}", r"\text{input{/etc/passwd}}");
        check(r"\styled", r"\styled");
        check("\\", "\\");
    }
}
