//! The `tamis` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1).collect();
    ExitCode::from(tamis_cli::main(&tamis_cli::Start { command: Vec::new(), args }))
}
