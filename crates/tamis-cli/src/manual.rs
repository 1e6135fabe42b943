//! Completions and the man page, both made from the table of options, and the schema of JSON.

use std::io::{self, Write};

use clap_complete::Shell;
use clap_mangen::Man;
use tamis::render::JSON_SCHEMA;

use crate::cli;

/// Prints the completions for a shell; the exit status is that of success.
///
/// # Errors
///
/// When standard output can't be written.
pub fn completions(shell: Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "tamis", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(0)
}

/// Prints the man page, with the options of `tamis justext`; the exit status is that of success.
///
/// # Errors
///
/// When standard output can't be written.
pub fn man() -> anyhow::Result<u8> {
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
    Ok(0)
}

/// Prints the JSON Schema of rows; the exit status is that of success.
///
/// # Errors
///
/// When standard output can't be written.
pub fn schema() -> anyhow::Result<u8> {
    io::stdout().lock().write_all(JSON_SCHEMA.as_bytes())?;
    Ok(0)
}
