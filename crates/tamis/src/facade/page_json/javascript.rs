//! States that are JavaScript and not JSON, rewritten as JSON.
//!
//! Nuxt 2 writes its state as a call, so that a value that occurs twice is written once:
//! `(function(a,b){return {title:a,draft:!1,updated:b}}("Tea",void 0))`. Other programs write a
//! literal of JavaScript: keys without quotation marks, strings in single ones, `\x27`.
//!
//! Nothing is evaluated. Literals are read, the parameters of the one outermost function are
//! replaced by its arguments, with the members that the function gives them (`a.tags=b;`), and all
//! else is `null`. For example, the state above is `{"title":"Tea","draft":false,"updated":null}`.
//!
//! Source: `@nuxt/devalue`.

use std::collections::HashMap;
use std::fmt::Write;

/// The deepest nesting that is read, arguments within each other included.
const MAX_DEPTH: usize = 64;

/// The most bytes that replacing parameters reads and writes. A page can name a long argument many
/// times, or arguments that contain each other, so that their number doubles with each.
const MAX_REPLACED: usize = 4 << 20;

/// Returns the literal or call that a script begins with as JSON. `None` if it is neither.
pub(super) fn as_json(script: &str) -> Option<String> {
    let mut json = Writer { room: MAX_REPLACED, ..Writer::default() };
    json.value(&mut Source { text: script, at: 0 }, 0);
    json.out.starts_with(['{', '[']).then_some(json.out)
}

/// A place in a script.
#[derive(Clone, Copy)]
struct Source<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Source<'s> {
    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// Moves behind white space and comments, and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let rest = self.rest();
            let start = rest.trim_start();
            self.at += rest.len() - start.len();
            let length = if start.starts_with("/*") {
                start.find("*/").map_or(start.len(), |end| end + 2)
            } else if start.starts_with("//") {
                start.find('\n').unwrap_or(start.len())
            } else {
                return start.bytes().next();
            };
            self.at += length;
        }
    }

    /// Moves behind a sign or word, if it is next.
    fn take(&mut self, wanted: &str) -> bool {
        self.peek();
        let is_next = self.rest().starts_with(wanted);
        self.at += if is_next { wanted.len() } else { 0 };
        is_next
    }

    /// Moves behind the next character, and returns it.
    fn next_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Moves behind a name, a number or a keyword, and returns it. Empty if none is next.
    fn word(&mut self) -> &'s str {
        self.peek();
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Moves behind a string, whose quotation mark is next, and writes it as JSON. What a template
    /// inserts is kept as it is written.
    fn string(&mut self, out: &mut String) {
        let Some(quote) = self.next_char() else { return };
        out.push('"');
        while let Some(next) = self.next_char().filter(|next| *next != quote) {
            match next {
                '\\' => self.escape(out),
                other => push_char(other, out),
            }
        }
        out.push('"');
    }

    /// Moves behind what follows a backslash, and writes it as JSON.
    fn escape(&mut self, out: &mut String) {
        let Some(letter) = self.next_char() else { return };
        match letter {
            'x' => self.code(2, out),
            'u' if self.rest().starts_with('{') => {
                self.at += 1;
                let digits = self.rest().bytes().take_while(u8::is_ascii_hexdigit).count();
                self.code(digits, out);
                self.at += usize::from(self.rest().starts_with('}'));
            }
            // Halves of pairs stay as they are, because only JSON puts them together.
            'u' | 'b' | 'f' | 'n' | 'r' | 't' => out.extend(['\\', letter]),
            '\n' => {}
            other => push_char(other, out),
        }
    }

    /// Moves behind a code of so many hexadecimal digits, and writes its character.
    fn code(&mut self, digits: usize, out: &mut String) {
        let code = self.rest().get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        if let Some(character) = code.and_then(char::from_u32) {
            self.at += digits;
            push_char(character, out);
        }
    }

    /// Moves behind all brackets and strings up to one of these signs outside of them, or to a
    /// bracket that closes nothing.
    fn skip_to(&mut self, ends: &[u8]) {
        let mut depth = 0_usize;
        while let Some(next) = self.peek() {
            if depth == 0 && ends.contains(&next) {
                return;
            }
            match next {
                b'"' | b'\'' | b'`' => {
                    self.skip_string();
                    continue;
                }
                b'{' | b'[' | b'(' => depth += 1,
                b'}' | b']' | b')' if depth == 0 => return,
                b'}' | b']' | b')' => depth -= 1,
                _ => {}
            }
            self.next_char();
        }
    }

    fn skip_string(&mut self) {
        let Some(quote) = self.next_char() else { return };
        while let Some(next) = self.next_char().filter(|next| *next != quote) {
            if next == '\\' {
                self.next_char();
            }
        }
    }

    /// Moves to one of these signs, as [`Source::skip_to`] does, and returns what is before it.
    fn until(&mut self, ends: &[u8]) -> &'s str {
        self.peek();
        let start = self.at;
        self.skip_to(ends);
        &self.text[start..self.at]
    }

    /// Moves behind a pair of brackets, of which the first is next, and returns what is in it.
    fn bracketed(&mut self) -> Option<&'s str> {
        self.next_char()?;
        let inner = self.until(b"");
        self.next_char()?;
        Some(inner)
    }
}

/// A value that stands for a parameter, and the members that the function gives it: each with its
/// key as JSON. All are sources, written anew wherever the parameter is named.
struct Parameter<'s> {
    argument: &'s str,
    members: Vec<(String, &'s str)>,
    /// The length of all of it.
    bytes: usize,
}

/// The call of a function where it is defined.
struct Call<'s> {
    parameters: HashMap<&'s str, Parameter<'s>>,
    /// The source of what it returns.
    result: &'s str,
}

impl<'s> Call<'s> {
    /// Reads a call: `(function(a){…}(1))`, `(function(a){…})(1)`, `((a)=>({…}))(1)`.
    fn read(source: &mut Source<'s>) -> Option<Call<'s>> {
        while source.take("(") {
            // The bracket can also be that of the parameters.
            let mut ahead = *source;
            let name = ahead.word();
            if name != "function" && matches!(ahead.peek(), Some(b',' | b')')) {
                return Call::after_bracket(source, false);
            }
        }
        let is_function = source.word() == "function";
        source.word();
        (is_function && source.take("(")).then(|| Call::after_bracket(source, true))?
    }

    /// Reads a call from behind the bracket before its parameters.
    fn after_bracket(source: &mut Source<'s>, is_function: bool) -> Option<Call<'s>> {
        let mut names = Vec::new();
        while !source.take(")") {
            let name = source.word();
            if name.is_empty() {
                return None;
            }
            names.push(name);
            source.take(",");
        }
        let is_arrow = source.take("=>");
        if !is_function && !is_arrow {
            return None;
        }
        let has_statements = source.peek()? == b'{';
        let body = if has_statements { source.bracketed()? } else { source.until(b",") };
        while source.take(")") {}
        source.take("(").then_some(())?;
        let mut parameters = HashMap::new();
        for name in names {
            let argument = source.until(b",");
            let bytes = argument.len() + 1;
            parameters.insert(name, Parameter { argument, members: Vec::new(), bytes });
            source.take(",");
        }
        source.take(")");
        let result = if has_statements { statements(body, &mut parameters) } else { body };
        Some(Call { parameters, result })
    }
}

/// Reads the statements of a function, `a.b=c;` and the last, `return d`, and returns the source
/// of what it returns.
fn statements<'s>(body: &'s str, parameters: &mut HashMap<&'s str, Parameter<'s>>) -> &'s str {
    let mut source = Source { text: body, at: 0 };
    while source.peek().is_some() {
        let name = source.word();
        if name == "return" {
            return source.rest();
        }
        let key = member(&mut source);
        if let (Some(key), Some(parameter)) = (key, parameters.get_mut(name)) {
            let value = source.until(b";");
            parameter.bytes += key.len() + value.len();
            parameter.members.push((key, value));
        }
        source.skip_to(b";");
        source.next_char();
    }
    ""
}

/// Moves behind the name of a member and its sign of equality, `.a=`, `["a"]=` or `[0]=`, and
/// returns its key as JSON.
fn member(source: &mut Source<'_>) -> Option<String> {
    let mut key = String::new();
    if source.take(".") {
        let _ = write!(key, "\"{}\"", source.word());
    } else if source.take("[") {
        match source.peek()? {
            b'"' | b'\'' => source.string(&mut key),
            _ => write!(key, "\"{}\"", source.word()).ok()?,
        }
        source.take("]").then_some(())?;
    }
    (!key.is_empty() && source.take("=")).then_some(key)
}

/// JSON that is written from a script.
#[derive(Default)]
struct Writer<'s> {
    out: String,
    parameters: HashMap<&'s str, Parameter<'s>>,
    /// The bytes that replacing parameters may still read.
    room: usize,
}

impl<'s> Writer<'s> {
    /// Writes the next value. What is no literal and no parameter is `null`.
    fn value(&mut self, source: &mut Source<'s>, depth: usize) {
        let length = self.out.len();
        let is_read = depth < MAX_DEPTH
            && match source.peek() {
                Some(b'{') => self.object(source, depth),
                Some(b'[') => self.array(source, depth),
                Some(b'"' | b'\'' | b'`') => {
                    source.string(&mut self.out);
                    true
                }
                Some(b'(') => self.call(source, depth) || self.bracketed(source, depth),
                Some(b'!') => {
                    source.next_char();
                    let truth = matches!(source.word(), "0" | "false");
                    self.out.push_str(if truth { "true" } else { "false" });
                    true
                }
                _ => self.word(source, depth),
            };
        if !is_read {
            self.out.truncate(length);
            self.out.push_str("null");
        }
        // Skips what comes after the literal: the call of a method, an operator.
        source.skip_to(b",;");
    }

    /// Writes what a call returns. Only the outermost is read, because its parameters are known
    /// everywhere.
    fn call(&mut self, source: &mut Source<'s>, depth: usize) -> bool {
        let mut ahead = *source;
        if !self.parameters.is_empty() {
            return false;
        }
        let Some(call) = Call::read(&mut ahead) else { return false };
        *source = ahead;
        self.parameters = call.parameters;
        self.value(&mut Source { text: call.result, at: 0 }, depth + 1);
        self.parameters.clear();
        true
    }

    /// Writes the value in a pair of brackets.
    fn bracketed(&mut self, source: &mut Source<'s>, depth: usize) -> bool {
        source.take("(");
        self.value(source, depth + 1);
        source.skip_to(b"");
        source.take(")")
    }

    fn object(&mut self, source: &mut Source<'s>, depth: usize) -> bool {
        source.next_char();
        self.out.push('{');
        let mut separates = false;
        while let Some(next) = source.peek().filter(|next| !matches!(next, b'}' | b']' | b')')) {
            if separates {
                self.out.push(',');
            }
            separates = true;
            if matches!(next, b'"' | b'\'' | b'`') {
                source.string(&mut self.out);
            } else {
                let key = source.word();
                let _ = write!(self.out, "\"{key}\"");
            }
            self.out.push(':');
            if source.take(":") {
                self.value(source, depth + 1);
            } else {
                // A method, or a member that is named like its value.
                self.out.push_str("null");
                source.skip_to(b",");
            }
            if !source.take(",") {
                // Anything else that is not the end would be read for ever.
                source.skip_to(b"");
            }
        }
        source.next_char();
        self.out.push('}');
        true
    }

    fn array(&mut self, source: &mut Source<'s>, depth: usize) -> bool {
        source.next_char();
        self.out.push('[');
        let mut separates = false;
        while let Some(next) = source.peek().filter(|next| !matches!(next, b'}' | b']' | b')')) {
            if separates {
                self.out.push(',');
            }
            separates = true;
            if next == b',' {
                self.out.push_str("null");
            } else {
                self.value(source, depth + 1);
            }
            if !source.take(",") {
                source.skip_to(b"");
            }
        }
        source.next_char();
        self.out.push(']');
        true
    }

    /// Writes a word: a number, a keyword, a parameter, or the object that `new` makes of a
    /// literal.
    fn word(&mut self, source: &mut Source<'s>, depth: usize) -> bool {
        if source.rest().starts_with("function") && self.call(source, depth) {
            return true;
        }
        if source.take("-") {
            self.out.push('-');
        }
        let word = source.word();
        match word {
            "true" | "false" => self.out.push_str(word),
            "new" => {
                let class = source.word();
                let has_literal = matches!(class, "Date" | "Map" | "Set" | "String");
                return has_literal && source.peek() == Some(b'(') && self.bracketed(source, depth);
            }
            "Object" if source.peek() == Some(b'(') => return self.bracketed(source, depth),
            "Array" if source.peek() == Some(b'(') => self.out.push_str("[]"),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                self.out.push_str(number);
                if source.take(".") {
                    let _ = write!(self.out, ".{}", source.word());
                }
            }
            name => return self.parameter(name, depth),
        }
        true
    }

    /// Writes what a parameter stands for. False if the name is none, or there is no room.
    fn parameter(&mut self, name: &str, depth: usize) -> bool {
        let Some(parameter) = self.parameters.get(name) else { return false };
        let Some(room) = self.room.checked_sub(parameter.bytes) else { return false };
        self.room = room;
        let (argument, members) = (parameter.argument, parameter.members.clone());
        if members.is_empty() {
            self.value(&mut Source { text: argument, at: 0 }, depth + 1);
            return true;
        }
        // An array whose items are given later is `Array(3)`, then `a[0]=b;`.
        let is_array = argument.starts_with(['A', '[']);
        self.out.push(if is_array { '[' } else { '{' });
        for (index, (key, value)) in members.iter().enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            if !is_array {
                let _ = write!(self.out, "{key}:");
            }
            self.value(&mut Source { text: value, at: 0 }, depth + 1);
        }
        self.out.push(if is_array { ']' } else { '}' });
        true
    }
}

/// Writes a character of a string of JSON.
fn push_char(character: char, out: &mut String) {
    match character {
        '"' | '\\' => out.extend(['\\', character]),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        other => out.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, expected: &str) {
        assert_eq!(as_json(script).as_deref(), Some(expected), "{script}");
    }

    #[test]
    fn literals() {
        check("{a:1,'b':\"x\",\"c\":[1,,-2.5]};next()", r#"{"a":1,"b":"x","c":[1,null,-2.5]}"#);
        check(r"{a:'it\'s \x22so\x22 \u002F',b:`x`}", r#"{"a":"it's \"so\" \u002F","b":"x"}"#);
        check("{a:!0,b:!1,c:void 0,d:undefined}", r#"{"a":true,"b":false,"c":null,"d":null}"#);
        check("{a:new Date(\"x\"),b:Array(3)}", r#"{"a":"x","b":[]}"#);
        check("{a:function(){return {b:'}'}},c:1}", r#"{"a":null,"c":1}"#);
        check("{a(){return 1},b,c:1}", r#"{"a":null,"b":null,"c":1}"#);
        check("{a:[x.y(1),\"b\"],/* c */d:1 // e\n}", r#"{"a":[null,"b"],"d":1}"#);
        check("{a:\"b\".c(),d:1}", r#"{"a":"b","d":1}"#);
        check("[1,{a:[", "[1,{\"a\":[]}]");
        check("{'a\\u{e9}':1}", r#"{"aé":1}"#);
    }

    #[test]
    fn parameters_are_replaced() {
        let result = r#"{"t":"Tea","l":["Tea",false]}"#;
        for script in [
            "(function(a,b){return {t:a,l:[a,b]}}(\"Tea\",!1));",
            "(function(a,b){return {t:a,l:[a,b]}})(\"Tea\",!1)",
            "function(a,b){return{t:a,l:[a,b]}}('Tea',false)",
            "( function ( a , b ) { return { t : a , l : [ a , b ] } ; } ( 'Tea' , !1 ) )",
            "((a,b)=>({t:a,l:[a,b]}))('Tea',!1)",
            "((a,b)=>{return{t:a,l:[a,b]}})('Tea',!1)",
        ] {
            check(script, result);
        }
        check("(()=>({a:1}))()", r#"{"a":1}"#);
        check("(function(){return {a:b}}())", r#"{"a":null}"#);
        let given =
            "(function(a,b,c){a.x=b;a[\"y-z\"]=1;c[0]=b;return {o:a,l:c}}({},\"t\",Array(1)))";
        check(given, r#"{"o":{"x":"t","y-z":1},"l":["t"]}"#);
        for script in ["f()", "(1,2)", "", "((", "function", "(function(a", "(a,b)"] {
            assert_eq!(as_json(script), None, "{script}");
        }
    }

    #[test]
    fn work_is_bounded() {
        let cycle = as_json("(function(a,b){a.b=b;b.a=a;return a}({},{}))").unwrap();
        assert!(cycle.len() < 1000, "{cycle}");
        let doubles = "(function(a,b,c,d){a.x=[b,b,b,b];b.x=[c,c,c,c];c.x=[a,a,a,a];return a}({}))";
        assert!(as_json(doubles).unwrap().len() < 4 * MAX_REPLACED);
        let long =
            format!("(function(a){{return [{}]}}(\"{}\"))", "a,".repeat(9999), "x".repeat(9999));
        assert!(as_json(&long).unwrap().len() < 2 * MAX_REPLACED);
        assert!(as_json(&"[".repeat(99_999)).unwrap().len() < 1000);
        as_json(&"{a:".repeat(99_999)).unwrap();
        as_json(&"(".repeat(99_999));
    }
}
