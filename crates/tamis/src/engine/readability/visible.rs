//! Decides from an element's own attributes whether it is visible.

use tamis_dom::{AttrNamespace, Name, Namespace, name};

use super::text::js_trim;

/// The parts of an element's attributes that affect its visibility.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// The declarations of its `style`.
    pub style: InlineStyle,
    /// True if `hidden` or `aria-hidden="true"` hides it. The latter does not hide images that
    /// replace formulas (`fallback-image`).
    pub hidden: bool,
}

impl Visibility {
    /// Reads the attributes of an element in this namespace.
    ///
    /// For the reference, elements of `MathML` have no `style`, and the classes of SVG elements are
    /// not strings.
    pub fn of<'a>(
        namespace: Namespace,
        attrs: impl Iterator<Item = (Name, AttrNamespace, &'a str)>,
    ) -> Visibility {
        let mut style = InlineStyle::default();
        let (mut hidden, mut aria_hidden, mut fallback_image) = (false, false, false);
        for (name, attr_namespace, value) in attrs {
            if attr_namespace != AttrNamespace::None {
                continue;
            }
            match name {
                name::STYLE if namespace != Namespace::MathMl => style = InlineStyle::parse(value),
                name::HIDDEN => hidden = true,
                name::ARIA_HIDDEN => aria_hidden = value == "true",
                name::CLASS if namespace != Namespace::Svg => {
                    fallback_image = value.contains("fallback-image");
                }
                _ => {}
            }
        }
        Visibility { style, hidden: hidden || aria_hidden && !fallback_image }
    }

    /// Returns true if the element is visible. `visibility: hidden` does not count.
    ///
    /// Source: `Readability-readerable.js`, `isNodeVisible`.
    pub fn is_node_visible(self) -> bool {
        !self.style.display_none && !self.hidden
    }
}

/// The two declarations of a `style` attribute that hide an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InlineStyle {
    /// `display: none`
    pub display_none: bool,
    /// `visibility: hidden`
    pub visibility_hidden: bool,
}

impl InlineStyle {
    /// Parses a `style` attribute. Later declarations override earlier ones; `!important` has no
    /// effect.
    ///
    /// Names ignore ASCII case; values must be spelled exactly. A style declares nothing if it ends
    /// inside a string, inside parentheses or before a value, or if it contains a closing brace or
    /// an at-rule.
    ///
    /// Source: jsdom 20's `style` property (cssom 0.5.0, `CSSOM.parse`; cssstyle 2.3.0, `cssText`),
    /// with which the reference runs. Deviation: rules after a closing brace are not parsed.
    pub fn parse(style: &str) -> InlineStyle {
        let mut reader = StyleReader::default();
        match reader.read(style) {
            Some(()) => InlineStyle {
                display_none: reader.display.is_hiding(),
                visibility_hidden: reader.visibility.is_hiding(),
            },
            None => InlineStyle::default(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    BeforeName,
    Name,
    BeforeValue,
    Value,
    Parentheses,
}

/// The declarations of one property. Each spelling of its name is listed once, in order of first
/// use: its upper-case letters as a bit set, and whether its last value hides. The last spelling in
/// the list decides.
#[derive(Default)]
struct Declared(Vec<(u16, bool)>);

impl Declared {
    fn set(&mut self, spelling: &str, hides: bool) {
        let capitals = spelling.bytes().map(|letter| u16::from(letter.is_ascii_uppercase()));
        let spelling = capitals.fold(0, |set, capital| set << 1 | capital);
        match self.0.iter_mut().find(|(known, _)| *known == spelling) {
            Some((_, known_hides)) => *known_hides = hides,
            None => self.0.push((spelling, hides)),
        }
    }

    fn is_hiding(&self) -> bool {
        self.0.last().is_some_and(|&(_, hides)| hides)
    }
}

#[derive(Default)]
struct StyleReader {
    state: State,
    depth: usize,
    name: String,
    buffer: String,
    display: Declared,
    visibility: Declared,
}

/// At-rules that end the declarations. `@keyframes` is recognized by [`is_keyframes`].
const AT_RULES: [&str; 6] =
    ["@-moz-document", "@media", "@supports", "@host", "@import", "@font-face"];

impl StyleReader {
    /// Reads a whole style. Returns `None` if it declares nothing.
    fn read(&mut self, style: &str) -> Option<()> {
        let mut rest = style;
        while let Some(c) = rest.chars().next() {
            rest = self.step(c, rest)?;
        }
        match self.state {
            State::Value => self.declare(),
            State::BeforeName | State::Name => {}
            State::BeforeValue | State::Parentheses => return None,
        }
        Some(())
    }

    /// Reads the token that begins with this character. Returns the rest, or `None` if the style
    /// declares nothing.
    fn step<'s>(&mut self, c: char, rest: &'s str) -> Option<&'s str> {
        let mut taken = c.len_utf8();
        match c {
            ' ' | '\t' | '\r' | '\n' | '\u{c}' => {
                if matches!(self.state, State::Value | State::Parentheses) {
                    self.buffer.push(c);
                }
            }
            '"' | '\'' => {
                taken = string_end(rest, c)?;
                self.buffer.push_str(&rest[..taken]);
                if self.state == State::BeforeValue {
                    self.state = State::Value;
                }
            }
            '/' if rest.starts_with("/*") => taken = rest[2..].find("*/")? + 4,
            '@' if is_at_rule(rest) => return None,
            '/' | '@' => self.buffer.push(c),
            '{' => {}
            '}' => {
                if !matches!(self.state, State::BeforeValue | State::Parentheses) {
                    return None;
                }
            }
            '!' if self.state == State::Value && rest.starts_with("!important") => {
                taken = "!important".len();
            }
            '!' | ':' | ';' | '(' | ')' => self.punctuation(c),
            _ => {
                match self.state {
                    State::BeforeName => self.state = State::Name,
                    State::BeforeValue => self.state = State::Value,
                    State::Name | State::Value | State::Parentheses => {}
                }
                self.buffer.push(c);
            }
        }
        Some(&rest[taken..])
    }

    fn punctuation(&mut self, c: char) {
        match (c, self.state) {
            (':', State::Name) => {
                js_trim(&self.buffer).clone_into(&mut self.name);
                self.buffer.clear();
                self.state = State::BeforeValue;
                return;
            }
            (';', State::Value) => {
                self.declare();
                self.state = State::BeforeName;
                return;
            }
            ('(', State::Value) => {
                self.state = State::Parentheses;
                self.depth = 1;
            }
            ('(', State::Parentheses) => self.depth += 1,
            (')', State::Parentheses) => {
                self.depth -= 1;
                if self.depth == 0 {
                    self.state = State::Value;
                }
            }
            _ => {}
        }
        self.buffer.push(c);
    }

    fn declare(&mut self) {
        let value = js_trim(&self.buffer);
        if self.name.eq_ignore_ascii_case("display") {
            self.display.set(&self.name, value == "none");
        } else if self.name.eq_ignore_ascii_case("visibility") {
            self.visibility.set(&self.name, value == "hidden");
        }
        self.buffer.clear();
    }
}

/// Returns the end of the string at the beginning of the text, including its quotes, or `None` if
/// it is not closed. A backslash directly before a quote escapes it, even if that backslash is
/// itself escaped.
fn string_end(text: &str, quote: char) -> Option<usize> {
    let mut end = 1;
    loop {
        end += text[end..].find(quote)? + 1;
        if !text[..end - 1].ends_with('\\') {
            return Some(end);
        }
    }
}

fn is_at_rule(text: &str) -> bool {
    AT_RULES.iter().any(|rule| text.starts_with(rule)) || is_keyframes(&text[1..])
}

/// Returns true if the text after an `@` begins with `keyframes`, optionally with a vendor prefix.
fn is_keyframes(text: &str) -> bool {
    let Some(mut prefixed) = text.strip_prefix('-') else { return text.starts_with("keyframes") };
    loop {
        let word = prefixed.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'_').count();
        match prefixed[word..].strip_prefix('-') {
            Some(after) if word > 0 => prefixed = after,
            _ => return false,
        }
        if prefixed.starts_with("keyframes") {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are jsdom 20's.
    #[test]
    fn display_equals_jsdoms() {
        fn check(style: &str, hides: bool) {
            assert_eq!(InlineStyle::parse(style).display_none, hides, "{style}");
        }
        check("display:none", true);
        check(" color : red ; display : none ; ", true);
        check("DISPLAY: none", true);
        check("display: NONE", false);
        check("display: none !important", true);
        check("display: none ! important", false);
        check("display:none;display:block", false);
        check("display:block;display:none", true);
        check("display:none!important;display:block", false);
        check("display:none;DISPLAY:block;display:none", false);
        check("dis play: none", true);
        check("display: no ne", false);
        check("dis/* x */play: n/**/one", true);
        check("display:none /*", false);
        check("display:none; color:", false);
        check("display:none; color", true);
        check(";display:none", false);
        check("color:red;;display:none", false);
        check("color;display:none", false);
        check("display:none; background:url(a;b", false);
        check("background:url(a;display:none)", false);
        check("background:url(a;(b));display:none", true);
        check("content:'a;b';display:none", true);
        check("content:'a\\';display:none", false);
        check("content:'a\\'b';display:none", true);
        check("content:\";display:none", false);
        check("display:none}", false);
        check("display:no{ne", true);
        check("display:none; @media", false);
        check("display:none; @-webkit-keyframes", false);
        check("@x;display:none", false);
        check("display:none;@x:y", true);
        check("--display:none", false);
        check("\u{a0}display:\u{a0}none\u{a0}", true);
        check("", false);
    }

    /// A deviation: jsdom hides this element.
    #[test]
    fn rules_after_a_brace_are_not_parsed() {
        assert!(!InlineStyle::parse("display:none}a{b:c").display_none);
    }

    #[test]
    fn visibility_is_another_property() {
        let read = |style| {
            let InlineStyle { display_none, visibility_hidden } = InlineStyle::parse(style);
            (display_none, visibility_hidden)
        };
        assert_eq!(read("visibility: hidden"), (false, true));
        assert_eq!(read("visibility: collapse"), (false, false));
        assert_eq!(read("display: none"), (true, false));
    }

    #[test]
    fn attributes_hide() {
        fn check(namespace: Namespace, attrs: &[(Name, &'static str)], visible: bool) {
            let attrs = attrs.iter().map(|&(name, value)| (name, AttrNamespace::None, value));
            let visibility = Visibility::of(namespace, attrs);
            assert_eq!(visibility.is_node_visible(), visible, "{visibility:?}");
        }
        let fallback = [(name::ARIA_HIDDEN, "true"), (name::CLASS, "x-fallback-image")];
        check(Namespace::Html, &[], true);
        check(Namespace::Html, &[(name::HIDDEN, "")], false);
        check(Namespace::Html, &[(name::ARIA_HIDDEN, "true")], false);
        check(Namespace::Html, &[(name::ARIA_HIDDEN, "TRUE")], true);
        check(Namespace::Html, &fallback, true);
        check(Namespace::Svg, &fallback, false);
        check(Namespace::MathMl, &fallback, true);
        check(Namespace::MathMl, &[(name::STYLE, "display:none")], true);
        check(Namespace::Svg, &[(name::STYLE, "display:none")], false);
    }
}
