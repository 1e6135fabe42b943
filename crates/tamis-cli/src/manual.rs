//! Completions and the man page, both made from the options, and the JSON Schema.

use std::io::{self, Write};

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
    clap_complete::generate(shell, &mut cli::command(), "tamis", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Status::Found)
}

/// Prints the man page, with the options of `tamis justext`.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn man() -> anyhow::Result<Status> {
    let mut page = Vec::new();
    let main = Man::new(cli::command());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    main.render_subcommands_section(&mut page)?;
    Man::new(crate::justext::command()).render_options_section(&mut page)?;
    main.render_extra_section(&mut page)?;
    main.render_version_section(&mut page)?;
    io::stdout().lock().write_all(&page)?;
    Ok(Status::Found)
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
