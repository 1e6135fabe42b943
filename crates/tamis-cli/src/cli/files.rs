//! Options for one file per page.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use tamis_run::files::NameBy;

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct FilesArgs {
    /// Write one file per page into this folder, which is created if it does not exist
    ///
    /// A file appears whole or not at all. A page that cannot be read has none, and a page without
    /// content has one in JSON only. At the end, standard error has the number of files.
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath,
        conflicts_with_all = ["output", "readerable"])]
    pub output_dir: Option<PathBuf>,

    /// The names of the files with --output-dir
    ///
    /// Equal names get a number. Characters that some file systems reject are replaced.
    #[arg(long, value_name = "PART", value_enum, default_value_t = NameBy::Source,
        requires = "output_dir")]
    pub name_by: NameBy,

    /// Replace files that exist in the folder
    #[arg(long, requires = "output_dir")]
    pub force: bool,

    /// Leave out pages whose file exists in the folder, such as to go on after a break
    #[arg(long, requires = "output_dir", conflicts_with = "force")]
    pub skip_existing: bool,
}
