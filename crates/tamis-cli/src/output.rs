//! The place where the output goes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use tamis_run::printer::{Printer, Shape};
use tamis_run::task::STDIN;
use tamis_run::terminal::standard_output;
use tamis_run::whole_file::replace;

use crate::cli::{Cli, OutputArgs};

/// Writes a report to this file, or to standard output for none or `-`.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    if let Some(path) = path.filter(|path| path.as_os_str() != STDIN) {
        return replace(path, text.as_bytes())
            .with_context(|| format!("cannot write to {}", path.display()));
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write the output")
}

/// Returns the form that the options request. `several` is true if there can be more than one page.
pub fn shape(cli: &Cli, several: bool) -> Shape {
    let OutputArgs { format, readerable, no_names, ref print, .. } = cli.output;
    let has_names = several && !no_names;
    let chunks = cli.writing.chunks;
    Shape { format, facts: print.clone(), has_names, readerable, chunks, several }
}

/// Returns a printer to this file, or to standard output.
///
/// # Errors
///
/// If the file cannot be opened.
pub fn open(path: Option<&Path>, shape: Shape) -> anyhow::Result<Printer<'static>> {
    let out: Box<dyn Write> = match path {
        Some(path) if !shape.several => {
            return Ok(Printer::whole(path.to_owned(), shape));
        }
        Some(path) => Box::new(BufWriter::new(
            File::create(path).with_context(|| format!("cannot write to {}", path.display()))?,
        )),
        None => standard_output(),
    };
    Ok(Printer::new(out, shape))
}
