//! `cargo xtask examples`: every example program of the workspace runs and succeeds.

use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::checkout;
use crate::workspace;

/// Runs each example without arguments and without input, and prints the output of one that fails.
///
/// # Errors
/// If an example does not build or ends with a status other than 0, or for an argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("examples", args)?;
    let mut failed = Vec::new();
    for package in workspace::packages()? {
        for example in package.examples() {
            let start = Instant::now();
            let mut command = checkout::command("cargo");
            command.args(["run", "--quiet", "--locked", "--package", &package.name]);
            command.args(["--profile", "test", "--all-features", "--example", example]);
            command.stdin(Stdio::null());
            let shown = checkout::shown(&command);
            let out = command.output().with_context(|| format!("start {shown}"))?;
            println!("+ {shown}: {}, {:.1} s", out.status, start.elapsed().as_secs_f64());
            if !out.status.success() {
                print!("{}", String::from_utf8_lossy(&out.stdout));
                eprint!("{}", String::from_utf8_lossy(&out.stderr));
                failed.push(format!("{}/{example}", package.name));
            }
        }
    }
    if !failed.is_empty() {
        bail!("examples that failed: {}", failed.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_refused() {
        assert!(run(&["all".to_string()]).unwrap_err().to_string().contains("all"));
    }
}
