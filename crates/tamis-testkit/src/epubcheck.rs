//! The checker of EPUB files, where it is installed.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// Options of Java for a program that ends after some seconds. They halve its time, which is that
/// of compiling more than of checking.
const SHORT_RUN: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// An installed checker.
#[derive(Debug)]
pub struct Epubcheck {
    program: PathBuf,
    /// True for a Java archive, which some systems run as a program.
    is_archive: bool,
}

impl Epubcheck {
    /// Finds `epubcheck` in the search path.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn required() -> Epubcheck {
        let folders = env::var_os("PATH").unwrap_or_default();
        let mut programs = env::split_paths(&folders).map(|folder| folder.join("epubcheck"));
        let program =
            programs.find(|program| program.is_file()).expect("epubcheck is not installed");
        let mut magic = [0; 2];
        let read = File::open(&program).and_then(|mut file| file.read_exact(&mut magic));
        Epubcheck { is_archive: read.is_ok() && &magic == b"PK", program }
    }

    /// Returns the errors and warnings of a file, one line each. Empty for a correct file.
    ///
    /// # Errors
    ///
    /// If the checker can't be run or does not come to an end.
    pub fn check(&self, file: &Path) -> Result<Vec<String>> {
        let mut command = if self.is_archive {
            let mut java = Command::new("java");
            java.args(SHORT_RUN).arg("-jar").arg(&self.program);
            java
        } else {
            Command::new(&self.program)
        };
        let output = command.arg(file).output().context("run epubcheck")?;
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let lines = said.iter().flat_map(|text| text.lines());
        let is_complaint = |line: &&str| {
            ["FATAL(", "ERROR(", "WARNING("].iter().any(|kind| line.starts_with(kind))
        };
        let complaints: Vec<_> = lines.filter(is_complaint).map(str::to_owned).collect();
        let sound =
            output.status.success() && said.concat().contains("No errors or warnings detected");
        anyhow::ensure!(sound == complaints.is_empty(), "epubcheck says: {}", said.concat());
        Ok(complaints)
    }
}
