//! The end of rows: one output for all of them, or a file for each.

use std::io;
use std::path::Path;

use tamis_run::files::{Files, Target, Written};
use tamis_run::inputs::Inputs;
use tamis_run::printer::Printer;
use tamis_run::row::Row;
use tamis_run::tally::Tally;

use crate::cli::Cli;
use crate::output;
use crate::progress::Progress;

/// The end of rows.
pub enum Sink {
    Stream(Printer<'static>),
    Files(Files),
}

impl Sink {
    /// Opens the output, unless pages have files of their own.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn open(
        cli: &Cli,
        inputs: &Inputs,
        output: Option<&Path>,
        target: Option<Target>,
    ) -> anyhow::Result<Sink> {
        Ok(match target {
            Some(target) => Sink::Files(Files::new(target, output::shape(cli, false))),
            None => Sink::Stream(output::open(output, output::shape(cli, inputs.are_several()))?),
        })
    }

    /// Returns true if all rows have one output.
    pub fn is_stream(&self) -> bool {
        matches!(self, Sink::Stream(_))
    }

    /// Prints a row, or writes its file, unless a filter leaves it out.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn take(
        &mut self,
        row: &Row,
        tally: &mut Tally,
        progress: &mut Progress,
    ) -> io::Result<()> {
        if row.left_out.is_some() {
            return Ok(());
        }
        let files = match self {
            Sink::Stream(printer) => return printer.print(row),
            Sink::Files(files) => files,
        };
        if row.error.is_some() || row.is_skipped {
            return Ok(());
        }
        match files.write(row)? {
            Written::Yes => tally.written += 1,
            Written::Empty => tally.empty += 1,
            Written::Refused(reason) => {
                tally.failed += 1;
                progress.fail(&row.source, &reason);
            }
        }
        Ok(())
    }

    /// Prints the end of the output.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        match self {
            Sink::Stream(printer) => printer.finish(),
            Sink::Files(_) => Ok(()),
        }
    }
}
