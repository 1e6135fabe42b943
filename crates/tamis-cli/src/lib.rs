//! The `tamis` program: prints the main content of web pages, as text or JSON.
//!
//! A library, so that packages of other languages can have the program: [`main`] is all of it.

mod advice;
#[cfg(feature = "batch")]
mod batch;
mod cli;
mod compare;
#[cfg(feature = "epub")]
mod epub;
mod explain;
mod justext;
mod learn;
mod manual;
#[cfg(feature = "serve")]
mod mcp;
mod message;
mod mistyped;
mod output;
mod progress;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod single_page;
mod site_rules;
mod start;
mod status;

use std::ffi::{OsStr, OsString};
use std::{io, iter};

use clap::FromArgMatches;
use tamis_run::terminal::shown;

use crate::cli::{Cli, Command};
use crate::message::message;
use crate::status::Status;

#[cfg(feature = "batch")]
pub use crate::batch::{ArchiveSources, SentHeaders, serve_pages};
#[cfg(feature = "browser")]
pub use crate::cli::drawing_with;
pub use crate::explain::explained_page;
pub use crate::start::Start;

/// The commands whose features this build does not have. They would be taken for names of files.
const LEFT_OUT: &[&str] = &[
    #[cfg(not(feature = "batch"))]
    "batch",
    #[cfg(not(feature = "epub"))]
    "epub",
    #[cfg(not(feature = "serve"))]
    "mcp",
    #[cfg(not(feature = "serve"))]
    "serve",
];

/// Runs the program, and returns its exit status: 0 to 2. A second Ctrl-C or signal to end ends the
/// process itself.
pub fn main(start: &Start) -> u8 {
    let args = &start.args;
    if args.first().is_some_and(|name| name == justext::NAME) {
        return justext::run(&args[1..]);
    }
    if let Some(name) = LEFT_OUT.iter().find(|name| args.first().is_some_and(|arg| arg == *name)) {
        let feature = if *name == "mcp" { "serve" } else { name };
        message(&format!(
            "this build has no command `{name}`: build it with the feature `{feature}`"
        ));
        return Status::Failed.code();
    }
    let cli = match parse(args) {
        Ok(cli) => cli,
        Err(error) => {
            let shown_args: Vec<OsString> = args.iter().map(shown_argument).collect();
            return usage(&parse(&shown_args).err().unwrap_or(error));
        }
    };
    let outcome = match &cli.command {
        Some(Command::Completions { shell }) => manual::completions(*shell),
        Some(Command::Man) => manual::man(),
        Some(Command::Schema { of }) => manual::schema(*of),
        Some(Command::Compare(args)) => compare::run(args),
        Some(Command::Explain(args)) => explain::run(args),
        #[cfg(feature = "batch")]
        Some(Command::Batch(args)) => batch::run(args, start),
        #[cfg(feature = "epub")]
        Some(Command::Epub(args)) => epub::run(args),
        Some(Command::Learn(args)) => learn::run(args),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(args),
        #[cfg(feature = "serve")]
        Some(Command::Mcp(args)) => mcp::run(args),
        None if cli.help_all => manual::help_all(),
        None => run::run(&cli),
    };
    match outcome {
        Ok(status) => status.code(),
        Err(error) if is_closed_pipe(&error) => Status::Found.code(),
        Err(error) => {
            message(&format!("{error:#}"));
            Status::Failed.code()
        }
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments. Returns the status.
fn usage(error: &clap::Error) -> u8 {
    // The reader of standard output may have gone away, as `head` does: the status says enough.
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(Status::Failed.code())
}

fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    // Whatever the file is called. Without a name, a command's usage would begin with its own.
    let args = iter::once(OsStr::new(cli::NAME)).chain(args.iter().map(OsString::as_os_str));
    let mut matches = cli::parser().try_get_matches_from(args)?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// Returns an argument as a message shows it, without characters that a terminal obeys. The name of
/// a file, which a stranger may have chosen, is taken for an option if it begins with `-`, and clap
/// removes only some of these characters.
fn shown_argument(arg: &OsString) -> OsString {
    shown(&arg.to_string_lossy()).into_owned().into()
}

/// True if the reader of the output has gone away, as `head` does. This is not a failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
