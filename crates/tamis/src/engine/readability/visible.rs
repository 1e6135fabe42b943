//! Whether an element is shown, as far as its own attributes tell.

use tamis_dom::{AttrNamespace, Name, Namespace, name};

use super::text::js_trim;

/// What an element's attributes say about its being shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// What its `style` says.
    pub style: InlineStyle,
    /// Whether `hidden` or `aria-hidden="true"` hides it; images that stand in for formulas (`fallback-image`) are shown
    /// in spite of the latter.
    pub hidden: bool,
}

impl Visibility {
    /// What the attributes say of an element of this namespace.
    ///
    /// Elements of `MathML` have no `style` for the reference, and those of SVG no class that is a string.
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

    /// Whether the element is shown; `visibility: hidden` passes.
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
    /// What a `style` attribute declares, the later declaration before the earlier, whatever is important.
    ///
    /// Names go by ASCII letters of either case, values by their exact spelling. A style that breaks off in a string, in
    /// parentheses or before a value declares nothing, and neither does one with a closing brace or an at-rule.
    ///
    /// Source: jsdom 20's `style` property (cssom 0.5.0, `CSSOM.parse`; cssstyle 2.3.0, `cssText`), under which
    /// the reference runs. Deviation: rules behind a closing brace are not looked for.
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

/// What was declared of one property: its spellings in the order in which they came up first, each as the set of letters
/// that are capitals, with whether its last value hides. The spelling that came up last decides.
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

/// At-rules that end the declarations; `@keyframes` is told apart by [`is_keyframes`].
const AT_RULES: [&str; 6] =
    ["@-moz-document", "@media", "@supports", "@host", "@import", "@font-face"];

impl StyleReader {
    /// `None` where the style as a whole declares nothing.
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

    /// Reads what begins with this character; what is left to read. `None` where the style declares nothing.
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

/// Where the string that the text begins with ends, its quotes included; `None` where it is not closed. A backslash right
/// before a quote takes its meaning, whatever stands before the backslash.
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

/// Whether the text behind an `@` begins with `keyframes`, with or without a vendor's prefix.
fn is_keyframes(text: &str) -> bool {
    let Some(mut prefixed) = text.strip_prefix('-') else { return text.starts_with("keyframes") };
    loop {
        let word = prefixed.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'_').count();
        match prefixed[word..].strip_prefix('-') {
            Some(behind) if word > 0 => prefixed = behind,
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

    /// Each expected value is what jsdom 20 has.
    #[test]
    fn display_is_read_as_by_jsdom() {
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

    /// The deviation: jsdom hides this element.
    #[test]
    fn rules_behind_a_brace_are_not_looked_for() {
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
