//! The tokenizer suite of html5lib.

use std::path::Path;

use serde_json::{Value, json};
use tamis_testkit::Corpus;

use super::{Buffers, State, Token, Tokenizer};
use crate::namespace::Namespace;
use crate::tag::Tag;

/// The file whose cases expect characters that XML does not allow to be replaced, which is no part
/// of the HTML standard.
const EXCLUDED: &str = "xmlViolation.test";

/// The numbers of runs, a test once for each of its initial states.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    agreed: usize,
    /// Input that is not Unicode text: it has surrogates alone.
    not_text: usize,
}

#[test]
#[ignore = "needs a corpus"]
fn html5lib_tokenizer() {
    let corpus = Corpus::required("html5lib-tests");
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for file in corpus.entries(&["tokenizer/"]).unwrap() {
        let file = file.unwrap();
        let is_suite = Path::new(&file.path).extension().is_some_and(|kind| kind == "test");
        if !is_suite || file.path.ends_with(EXCLUDED) {
            continue;
        }
        let text = String::from_utf8(file.bytes).unwrap();
        let suite: Value = serde_json::from_str(&text).unwrap();
        for case in suite["tests"].as_array().unwrap() {
            run_case(&file.path, case, &mut tally, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{} faults, {tally:?}:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(tally, Tally { agreed: 7028, not_text: 4 });
}

fn run_case(path: &str, case: &Value, tally: &mut Tally, faults: &mut Vec<String>) {
    let is_escaped = case["doubleEscaped"] == true;
    let decode = |text: &str| if is_escaped { unescape(text) } else { Some(text.to_owned()) };
    let states = case["initialStates"].as_array();
    let states: Vec<&str> = states
        .map_or_else(|| vec!["Data state"], |all| all.iter().filter_map(Value::as_str).collect());
    let Some(input) = decode(case["input"].as_str().unwrap()) else {
        tally.not_text += states.len();
        return;
    };
    let expected: Vec<Value> = case["output"]
        .as_array()
        .unwrap()
        .iter()
        .map(|token| if is_escaped { unescape_token(token) } else { token.clone() })
        .collect();
    for state in states {
        let last = case["lastStartTag"].as_str();
        let found = tokenize(&input, state_of(state), last);
        if found == expected {
            tally.agreed += 1;
        } else {
            faults.push(format!(
                "{path}: {} in {state}: {input:?}\nours:   {}\ntheirs: {}",
                case["description"],
                Value::from(found),
                Value::from(expected.clone())
            ));
        }
    }
}

fn state_of(name: &str) -> State {
    match name {
        "Data state" => State::Data,
        "RCDATA state" => State::Rcdata,
        "RAWTEXT state" => State::RawText,
        "Script data state" => State::ScriptData,
        "PLAINTEXT state" => State::PlainText,
        "CDATA section state" => State::CdataSection,
        _ => panic!("no such state: {name}"),
    }
}

/// The tokens of an input in the notation of the suite.
fn tokenize(input: &str, state: State, last: Option<&str>) -> Vec<Value> {
    let mut buffers = Buffers::default();
    let mut tokenizer = Tokenizer::new(input, &mut buffers, usize::MAX);
    let name = last.map_or(Tag::NONE, |name| {
        Tag::known(name).unwrap_or_else(|| tokenizer.buffers.names.intern(name))
    });
    tokenizer.switch(state, name);
    let mut out: Vec<Value> = Vec::new();
    loop {
        match tokenizer.next(false) {
            Token::Eof => return out,
            Token::Text(text) => {
                let text = tokenizer.resolve(&text).as_str();
                match out.last_mut() {
                    Some(last) if last[0] == "Character" => {
                        let joined = format!("{}{text}", last[1].as_str().unwrap());
                        *last = json!(["Character", joined]);
                    }
                    _ => out.push(json!(["Character", text])),
                }
            }
            Token::Comment(comment) => out.push(json!(["Comment", tokenizer.piece(comment.text)])),
            Token::Doctype => {
                let doctype = tokenizer.doctype;
                let text = |piece: Option<_>| piece.map(|piece| tokenizer.piece(piece));
                out.push(json!([
                    "DOCTYPE",
                    text(doctype.name),
                    text(doctype.public_id),
                    text(doctype.system_id),
                    !doctype.force_quirks
                ]));
            }
            Token::Start(tag) => {
                let name = tokenizer.buffers.names.name(tag.tag);
                let attributes: serde_json::Map<String, Value> = tokenizer
                    .attributes(Namespace::Html)
                    .iter()
                    .map(|a| (a.name.to_owned(), a.value.as_str().into()))
                    .collect();
                let mut token = json!(["StartTag", name, attributes]);
                if tag.self_closing {
                    token.as_array_mut().unwrap().push(true.into());
                }
                out.push(token);
            }
            Token::End(tag) => {
                let span = &input[tag.span.range()];
                out.push(json!(["EndTag", end_name(&tokenizer, tag.tag, span)]));
            }
        }
    }
}

/// The name of an end tag. Names that no start tag had have no number.
fn end_name(tokenizer: &Tokenizer<'_>, tag: Tag, source: &str) -> String {
    if tag != Tag::NONE {
        return tokenizer.buffers.names.name(tag).to_owned();
    }
    let name = source[2..].split(['\t', '\n', '\x0C', '\r', ' ', '/', '>']).next().unwrap();
    name.to_ascii_lowercase().replace('\0', "\u{FFFD}")
}

/// Decodes `\uXXXX`. `None` if a surrogate is alone.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\u").and_then(|after| after.get(..4)) {
            units.push(u16::from_str_radix(hex, 16).unwrap());
            rest = &rest[6..];
        } else {
            units.extend_from_slice(char.encode_utf16(&mut [0; 2]));
            rest = &rest[char.len_utf8()..];
        }
    }
    String::from_utf16(&units).ok()
}

/// Decodes all strings of a token.
fn unescape_token(token: &Value) -> Value {
    match token {
        Value::String(text) => unescape(text).unwrap().into(),
        Value::Array(items) => items.iter().map(unescape_token).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            fields.map(|(name, value)| (unescape(name).unwrap(), unescape_token(value))).collect()
        }
        other => other.clone(),
    }
}
