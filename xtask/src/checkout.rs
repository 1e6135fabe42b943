//! The checkout: where it is, which files belong to it, and commands run in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// Folders that are not part of the project, for a tree that is not a git checkout.
const FOREIGN_FOLDERS: [&str; 5] = [".git", "target", "corpora", "node_modules", "__pycache__"];

/// The folder of the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// The folder of what cargo builds.
pub fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(folder)
}

/// The paths of the project's files below `root`, with `/`, sorted.
///
/// The files that git tracks. In a tree without git (a source archive), every file outside the
/// folders of builds and data.
///
/// # Errors
/// When a folder cannot be read.
pub fn project_files(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = match tracked_files(root) {
        Some(files) => files,
        None => walk(root)?,
    };
    files.retain(|path| root.join(path).is_file());
    files.sort_unstable();
    Ok(files)
}

fn tracked_files(root: &Path) -> Option<Vec<String>> {
    if !root.join(".git").exists() {
        return None;
    }
    let out = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output().ok()?;
    let list = String::from_utf8(out.stdout).ok()?;
    out.status
        .success()
        .then(|| list.split('\0').filter(|p| !p.is_empty()).map(str::to_string).collect())
}

fn walk(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().with_context(|| format!("read {}", folder.display()))? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                let foreign = FOREIGN_FOLDERS.iter().any(|name| entry.file_name() == *name);
                if !foreign {
                    folders.push(path);
                }
            } else if let Some(relative) = path.strip_prefix(root)?.to_str() {
                files.push(relative.replace('\\', "/"));
            }
        }
    }
    Ok(files)
}

/// A command that starts in the workspace's root. For `cargo`, the cargo that runs this program.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let program = program.as_ref();
    let mut command = match (program.to_str(), std::env::var_os("CARGO")) {
        (Some("cargo"), Some(cargo)) => Command::new(cargo),
        _ => Command::new(program),
    };
    command.current_dir(root());
    command
}

/// Runs `command` with the caller's terminal.
///
/// # Errors
/// When it cannot be started or ends with a status other than 0.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    println!("+ {}", shown(command));
    let status = command.status().with_context(|| format!("start {}", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Returns the standard output of `command`. Its errors go to the terminal.
///
/// # Errors
/// If it cannot be started, fails, or prints something other than UTF-8.
pub fn output(command: &mut Command) -> anyhow::Result<String> {
    let shown = shown(command);
    let out = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("start {shown}"))?;
    if !out.status.success() {
        bail!("`{shown}` ended with {}", out.status);
    }
    String::from_utf8(out.stdout).with_context(|| format!("output of {shown}"))
}

/// True if a program named `program` is in the search path and answers `--version`.
pub fn installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
}

/// Fails if there are arguments.
///
/// # Errors
/// The name of the command and the first argument.
pub fn no_arguments(command: &str, args: &[String]) -> anyhow::Result<()> {
    match args.first() {
        None => Ok(()),
        Some(arg) => bail!("{command} takes no arguments, but got {arg}"),
    }
}

/// The command as one line, its program by file name alone.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let mut line = program.to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }

    #[test]
    fn both_ways_find_this_file_and_no_build_output() {
        let walked = walk(&root()).unwrap();
        for files in [project_files(&root()).unwrap(), walked] {
            assert!(files.iter().any(|path| path == "xtask/src/main.rs"));
            assert!(!files.iter().any(|path| path.starts_with("target/")));
        }
    }

    #[test]
    fn a_failing_command_is_an_error_that_names_it() {
        let error = run(command("cargo").arg("no-such-command")).unwrap_err().to_string();
        assert!(error.contains("no-such-command"), "{error}");
        assert!(!installed("no-such-program-anywhere"));
    }
}
