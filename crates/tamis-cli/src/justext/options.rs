//! The options of the reference, read in their order. The first error, or the first request for
//! something else than an extraction, ends the reading.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::Path;

use tamis::engine::justext::Config;
use tamis::stoplists::{Stoplist, available_languages};

use super::decode::{Encoding, OnError, is_python_space};

/// The action that the options request.
pub enum Action {
    Usage,
    Version,
    ListStoplists,
    Extract(Box<Options>),
}

/// The options of an extraction.
pub struct Options {
    pub stoplist: Stoplist,
    pub config: Config,
    pub encoding: Encoding,
    pub format: Format,
    /// The output file, open for writing. `None` for standard output.
    pub output: Option<File>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Default,
    Boilerplate,
    Detailed,
    Krdwrd,
}

/// Reads the options.
///
/// # Errors
///
/// If an option is not valid: the reference's sentence about the first one.
pub fn read(options: &[(String, OsString)]) -> Result<Action, String> {
    let mut stoplist = None;
    let mut output = None;
    let mut format = Format::Default;
    let mut encoding = Encoding::default();
    let mut config = Config::default();
    for (name, value) in options {
        let text = value.to_string_lossy();
        match name.as_str() {
            "-h" | "--help" => return Ok(Action::Usage),
            "-V" | "--version" => return Ok(Action::Version),
            "--list-stoplists" => return Ok(Action::ListStoplists),
            "-o" => output = Some(create(value)?),
            "-s" => stoplist = Some(read_stoplist(value)?),
            "--encoding" => encoding.default = Encoding::named(&text)?,
            "--enc-force" => encoding.is_forced = true,
            "--enc-errors" => encoding.on_error = on_error(&text)?,
            "--format" => format = read_format(&text)?,
            "--no-headings" => config = config.no_headings(true),
            _ => config = number(config, name, &text)?,
        }
    }
    let stoplist = stoplist.ok_or("No stoplist specified.")?;
    Ok(Action::Extract(Box::new(Options { stoplist, config, encoding, format, output })))
}

fn create(path: &OsStr) -> Result<File, String> {
    File::create(path).map_err(|error| {
        let name = path.to_string_lossy();
        format!("Can't open {name} for writing: {}", errno_sentence(&error, &name))
    })
}

fn read_format(text: &str) -> Result<Format, String> {
    match text {
        "default" => Ok(Format::Default),
        "boilerplate" => Ok(Format::Boilerplate),
        "detailed" => Ok(Format::Detailed),
        "krdwrd" => Ok(Format::Krdwrd),
        _ => Err(format!("Uknown output format: {text}")),
    }
}

fn on_error(text: &str) -> Result<OnError, String> {
    match text.to_lowercase().as_str() {
        "strict" => Ok(OnError::Fail),
        "ignore" => Ok(OnError::Ignore),
        "replace" => Ok(OnError::Replace),
        _ => Err(format!("Invalid --enc-errors value: {text}")),
    }
}

fn read_stoplist(value: &OsStr) -> Result<Stoplist, String> {
    let name = value.to_string_lossy();
    if name.to_lowercase() == "none" {
        return Ok(Stoplist::default());
    }
    if Path::new(value).is_file() {
        let bytes = fs::read(value).map_err(|error| {
            format!("Can't open {name} for reading: {}", errno_sentence(&error, &name))
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            format!(
                "Unicode decoding error when reading the stoplist (probably not in UTF-8): {}",
                error.utf8_error()
            )
        })?;
        return Ok(Stoplist::from_words(lines(&text).map(|l| l.trim_matches(is_python_space))));
    }
    let built_in = available_languages().contains(&name.as_ref());
    if let Some(list) = tamis::stoplists::get(&name).filter(|_| built_in) {
        return Ok(list.clone());
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if name.chars().all(is_word) {
        let all = available_languages().join("\n");
        return Err(format!("Unknown stoplist: {name}\nAvailable stoplists:\n{all}"));
    }
    Err(format!("File not found: {name}"))
}

/// Returns the lines of a text with their ends, split as Python's `splitlines` does.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    text.split_inclusive(is_end)
}

fn number(config: Config, name: &str, text: &str) -> Result<Config, String> {
    let wrong = |kind| format!("Invalid value for {name}: '{text}'. {kind} expected.");
    let int = || python_int(text).ok_or_else(|| wrong("Integer"));
    let float = || python_float(text).ok_or_else(|| wrong("Float"));
    Ok(match name {
        "--length-low" => config.length_low(int()?),
        "--length-high" => config.length_high(int()?),
        "--stopwords-low" => config.stopwords_low(float()?),
        "--stopwords-high" => config.stopwords_high(float()?),
        "--max-link-density" => config.max_link_density(float()?),
        "--max-heading-distance" => config.max_heading_distance(int()?),
        _ => return Err(format!("option {name} not recognized")),
    })
}

/// Returns the text of a number as Python's `int` and `float` read it: trimmed, without single
/// underscores between digits.
fn digits(text: &str) -> Option<String> {
    let text = text.trim_matches(is_python_space);
    let bytes = text.as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_valid = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'_')
        .all(|(at, _)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    is_valid.then(|| text.replace('_', ""))
}

/// Returns a number as Python's `int` reads it. Beyond 64 bits it is the nearest value, since no
/// text is that long.
fn python_int(text: &str) -> Option<i64> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match digits(text)?.parse() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            PosOverflow => Some(i64::MAX),
            NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

fn python_float(text: &str) -> Option<f64> {
    digits(text)?.parse().ok()
}

/// Returns an error as Python prints it: `[Errno 2] No such file or directory: 'name'`.
pub fn errno_sentence(error: &io::Error, name: &str) -> String {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(number) => {
            let reason = text.split(" (os error").next().unwrap_or_default();
            format!("[Errno {number}] {reason}: '{name}'")
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_python_reads_them() {
        for (text, expected) in [
            ("70", Some(70)),
            (" +7_0\n", Some(70)),
            ("-5", Some(-5)),
            ("99999999999999999999", Some(i64::MAX)),
            ("_7", None),
            ("7__0", None),
            ("7.0", None),
            ("", None),
        ] {
            assert_eq!(python_int(text), expected, "{text:?}");
        }
        for (text, expected) in [
            ("0.2", Some(0.2)),
            (" 1e-1 ", Some(0.1)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("-inf", Some(f64::NEG_INFINITY)),
            ("1_0.0_1", Some(10.01)),
            ("0,2", None),
            ("", None),
        ] {
            assert_eq!(python_float(text), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_as_python_splits_them() {
        let words: Vec<_> = lines("a\r\nb\u{85}c\u{2028}d").map(str::trim).collect();
        assert_eq!(words, ["a", "", "b", "c", "d"]);
    }
}
