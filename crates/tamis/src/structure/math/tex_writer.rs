//! The TeX of a formula while it is written: text in place of syntax, and spaces after commands.

use super::symbols;

#[derive(Debug, Default)]
pub(crate) struct TexWriter {
    out: String,
    /// The output ends with a command made of letters, which a letter would continue.
    ends_in_command: bool,
}

impl TexWriter {
    /// Returns the TeX, or `None` if there is none.
    pub(crate) fn finish(self) -> Option<String> {
        let tex = self.out.trim();
        (!tex.is_empty()).then(|| tex.to_owned())
    }

    /// Writes TeX unchanged, after a space if it would continue a command.
    pub(crate) fn tex(&mut self, tex: &str) {
        let Some(first) = tex.chars().next() else { return };
        if self.ends_in_command && first.is_alphabetic() {
            self.out.push(' ');
        }
        self.out.push_str(tex);
        let name = tex.rsplit_once('\\').map(|(_, name)| name).unwrap_or_default();
        self.ends_in_command =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    }

    /// Writes the characters of a symbol, a number or a variable.
    pub(crate) fn symbols(&mut self, text: &str) {
        for char in text.chars() {
            self.symbol(char);
        }
    }

    pub(crate) fn symbol(&mut self, char: char) {
        if let Some(command) = symbols::command(char) {
            self.tex(command);
        } else if let Some((font, letter)) = symbols::letter(char) {
            self.styled(font, letter.encode_utf8(&mut [0; 4]));
        } else if !char.is_control() && !char.is_whitespace() {
            self.tex(char.encode_utf8(&mut [0; 4]));
        }
    }

    /// Writes symbols in a font. An empty font is that of variables.
    pub(crate) fn styled(&mut self, font: &str, text: &str) {
        if font.is_empty() {
            return self.symbols(text);
        }
        self.tex(font);
        self.tex("{");
        self.symbols(text);
        self.tex("}");
    }

    /// Writes words between the symbols.
    pub(crate) fn words(&mut self, text: &str) {
        let is_space = |char: char| char.is_whitespace() || char == '\u{a0}';
        if text.trim_matches(is_space).is_empty() {
            if !text.is_empty() {
                self.tex(r"\ ");
            }
            return;
        }
        self.tex(r"\text{");
        let mut was_space = false;
        for char in text.chars() {
            let is_space = is_space(char);
            match char {
                _ if is_space && was_space => {}
                _ if is_space => self.out.push(' '),
                '\\' => self.out.push_str(r"\textbackslash{}"),
                '^' => self.out.push_str(r"\textasciicircum{}"),
                '~' => self.out.push_str(r"\textasciitilde{}"),
                '{' | '}' | '$' | '%' | '#' | '_' | '&' => {
                    self.out.push('\\');
                    self.out.push(char);
                }
                _ if char.is_control() || symbols::command(char) == Some("") => {}
                _ => self.out.push(char),
            }
            was_space = is_space;
        }
        self.tex("}");
    }
}
