//! `tamis justext`: the program of jusText, with the same options and output.
//!
//! `justext-deviations.toml` lists the differences with their reasons.
//!
//! Source: jusText 3.0.2, `__main__.py`.

mod decode;
mod getopt;
mod options;
mod output;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use clap::{Arg, ArgAction, Command};
use tamis::dom::Limits;
use tamis::engine::justext::justext;
use tamis::stoplists::available_languages;
use tamis_fetch::Client;
use tamis_run::read;
use tamis_run::task::{STDIN, is_url};
use tamis_run::terminal::{shown, standard_output};

use self::options::{Action, Options, errno_sentence};

/// The name of the command.
pub const NAME: &str = "justext";
/// The name of the program in its messages.
const PROGRAM: &str = "tamis justext";

const USAGE: &str = include_str!("justext/usage.txt");

/// The exit status for every failure.
const FAILED: u8 = 1;

/// Returns the options for help, completions and the man page. [`getopt`] parses them like the
/// reference.
pub fn command() -> Command {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let option =
        |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value);
    Command::new(NAME)
        .about("Run as jusText's own program, with the same options and output")
        .disable_help_flag(true)
        .next_help_heading("Options of tamis justext")
        .arg(
            Arg::new("file")
                .value_name("HTML_FILE")
                .help("A file or a URL (default: standard input)"),
        )
        .arg(Arg::new("s").short('s').value_name("STOPLIST").help(
            "The stopwords: a name from --list-stoplists, a file with one word per line, or None",
        ))
        .arg(Arg::new("o").short('o').value_name("OUTPUT_FILE").help("The file to print to"))
        .arg(
            option("encoding", "LABEL")
                .help("The encoding of pages that declare none (default: utf8)"),
        )
        .arg(flag("enc-force").help("Use this encoding, whatever the page declares"))
        .arg(
            option("enc-errors", "MODE")
                .help("The treatment of invalid bytes: strict, ignore or replace"),
        )
        .arg(option("format", "FORMAT").help("default, boilerplate, detailed or krdwrd"))
        .arg(flag("no-headings").help("Treat headings like any other paragraph"))
        .arg(option("length-low", "INT").help("Paragraphs with fewer characters are short"))
        .arg(option("length-high", "INT").help("Paragraphs with more characters can be good"))
        .arg(option("stopwords-low", "FLOAT").help("The stopword density of near-good paragraphs"))
        .arg(option("stopwords-high", "FLOAT").help("The stopword density of good paragraphs"))
        .arg(option("max-link-density", "FLOAT").help("The largest link density"))
        .arg(
            option("max-heading-distance", "INT")
                .help("The largest distance of a heading from its text"),
        )
        .arg(flag("list-stoplists").help("Print the names of the stoplists"))
        .arg(flag("version").short('V').help("Print the version of jusText that this follows"))
        .arg(flag("help").short('h').help("Print the usage"))
}

/// Runs with the arguments after the name of the command.
pub fn run(args: &[OsString]) -> u8 {
    let parsed = match getopt::parse(args, &command()) {
        Ok(parsed) => parsed,
        Err(error) => {
            complain(&format!("{error}\n{USAGE}\n"));
            return FAILED;
        }
    };
    let outcome = match options::read(&parsed.options) {
        Ok(Action::Usage) => print(&format!("{USAGE}\n")),
        Ok(Action::Version) => print(VERSION),
        Ok(Action::ListStoplists) => print(&format!("{}\n", available_languages().join("\n"))),
        Ok(Action::Extract(options)) => extract(*options, parsed.rest.first()),
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => {
            complain(&format!("{PROGRAM}: {error}\n"));
            FAILED
        }
    }
}

const VERSION: &str =
    "tamis justext: jusText v3.0.2\n\nCopyright (c) 2011 Jan Pomikalek <jan.pomikalek@gmail.com>\n";

fn complain(text: &str) {
    // If standard error is closed, there is no other place for messages.
    let _ = io::stderr().lock().write_all(shown(text).as_bytes());
}

fn print(text: &str) -> Result<(), String> {
    written(io::stdout().lock().write_all(text.as_bytes()))
}

/// Converts the outcome of writing. A closed pipe is not an error.
fn written(outcome: io::Result<()>) -> Result<(), String> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|error| format!("Can't write the output: {error}")),
    }
}

fn extract(options: Options, input: Option<&OsString>) -> Result<(), String> {
    let html = read_input(input.map_or(OsStr::new(STDIN), OsString::as_os_str))?;
    let html = options.encoding.decode(&html)?;
    let paragraphs = justext(html.as_str(), &options.stoplist, &options.config);
    let max_bytes = Limits::default().output_bytes(html.as_str().len());
    let mut out: Box<dyn Write> = match options.output {
        Some(file) => Box::new(BufWriter::new(file)),
        None => standard_output(),
    };
    let printed = output::print(&paragraphs, options.format, max_bytes, &mut out);
    if matches!(printed, Ok(true)) {
        complain(&format!(
            "{PROGRAM}: warning: some paths are left out, because the output would be much longer \
             than the page\n"
        ));
    }
    written(printed.and_then(|_| out.flush()))
}

fn read_input(input: &OsStr) -> Result<Vec<u8>, String> {
    let max_bytes = Limits::default().input_bytes as u64;
    let name = input.to_string_lossy();
    let failed = |reason: String| format!("Can't open {name} for reading: {reason}");
    if input == STDIN {
        return read::limited(io::stdin().lock(), max_bytes)
            .map_err(|error| failed(error.to_string()));
    }
    if is_url(&name) {
        let client = Client::new(tamis_fetch::ClientConfig::default().max_body_bytes(max_bytes));
        let response = client.and_then(|client| client.get(&name));
        return response.map(|response| response.body).map_err(|error| failed(error.to_string()));
    }
    let file =
        File::open(Path::new(input)).map_err(|error| failed(errno_sentence(&error, &name)))?;
    read::limited(BufReader::new(file), max_bytes).map_err(|error| {
        failed(match error {
            read::ReadError::Io(error) => errno_sentence(&error, &name),
            error @ read::ReadError::TooLarge { .. } => error.to_string(),
        })
    })
}
