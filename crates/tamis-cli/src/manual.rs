//! Completions and the man page, both made from the options, and the JSON Schema.

use std::io::{self, Write};

use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use tamis::json::JSON_SCHEMA;

use crate::cli::{self, Described};
use crate::status::Status;

/// The JSON Schema (draft 2020-12) of chunks, which only the program prints.
const CHUNK_SCHEMA: &str = include_str!("../schema/chunk-1.json");

/// Prints the completions for a shell.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn completions(shell: Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), cli::NAME, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Status::Found)
}

/// Prints all options, with examples.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn help_all() -> anyhow::Result<Status> {
    write!(io::stdout().lock(), "{}", cli::help_all())?;
    Ok(Status::Found)
}

/// Prints the man page, with the options of all commands.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn man() -> anyhow::Result<Status> {
    let mut page = Vec::new();
    let command = cli::command();
    let main = Man::new(command.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    main.render_subcommands_section(&mut page)?;
    for subcommand in command.get_subcommands() {
        let own = own_options(&command, subcommand);
        Man::new(own).render_options_section(&mut page)?;
    }
    main.render_extra_section(&mut page)?;
    main.render_version_section(&mut page)?;
    io::stdout().lock().write_all(&page)?;
    Ok(Status::Found)
}

/// Returns a command with the options that the main one does not have, or describes otherwise,
/// under one heading.
fn own_options(main: &Command, command: &Command) -> Command {
    // Headings have to live as long as the program, which ends after the page.
    let heading: &'static str = format!("Options of tamis {}", command.get_name()).leak();
    let is_shared = |arg: &Arg| {
        let same = main.get_arguments().find(|other| other.get_id() == arg.get_id());
        same.is_some_and(|other| {
            other.get_help() == arg.get_help() && other.get_long_help() == arg.get_long_help()
        })
    };
    command.clone().disable_help_flag(true).mut_args(|arg| {
        let is_hidden = arg.is_hide_set() || is_shared(&arg);
        // The page has all options, also those that the short help leaves out.
        arg.hide(is_hidden).hide_short_help(false).help_heading(heading)
    })
}

/// Prints the JSON Schema of rows or chunks.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn schema(of: Described) -> anyhow::Result<Status> {
    let schema = match of {
        Described::Rows => JSON_SCHEMA,
        Described::Chunks => CHUNK_SCHEMA,
    };
    io::stdout().lock().write_all(schema.as_bytes())?;
    Ok(Status::Found)
}
