//! `cargo xtask full`: every test on whole corpora, then quality and speed, as a dated record.

mod date;
mod record;

use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use anyhow::{Context, bail};

use self::record::{Machine, Record, Section};
use crate::checkout;

/// The measurements of `tamis-bench`: a title and the arguments.
const MEASUREMENTS: &[(&str, &[&str])] = &[
    (
        "Quality: jusText, English, on wcxb-dev",
        &["quality", "--engine", "justext", "--language", "English", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: jusText, each page's language, on wcxb-dev",
        &["quality", "--engine", "justext", "--language", "auto", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: jusText, English, on with-without",
        &["quality", "--engine", "justext", "--language", "English", "--corpus", "with-without"],
    ),
    (
        "Quality: jusText, each page's language, on with-without",
        &["quality", "--engine", "justext", "--language", "auto", "--corpus", "with-without"],
    ),
    (
        "Quality: Readability on wcxb-dev",
        &["quality", "--engine", "readability", "--language", "none", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: Readability on with-without",
        &["quality", "--engine", "readability", "--language", "none", "--corpus", "with-without"],
    ),
    (
        "Quality: density on wcxb-dev",
        &["quality", "--engine", "density", "--language", "none", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: density on with-without",
        &["quality", "--engine", "density", "--language", "none", "--corpus", "with-without"],
    ),
    (
        "Quality: selectors on wcxb-dev",
        &["quality", "--engine", "selectors", "--language", "none", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: selectors on with-without",
        &["quality", "--engine", "selectors", "--language", "none", "--corpus", "with-without"],
    ),
    (
        "Quality: smart on wcxb-dev",
        &["quality", "--engine", "smart", "--language", "none", "--corpus", "wcxb-dev"],
    ),
    (
        "Quality: smart on with-without",
        &["quality", "--engine", "smart", "--language", "none", "--corpus", "with-without"],
    ),
    ("Quality: the naive baseline on wcxb-dev", &["quality", "--naive", "--corpus", "wcxb-dev"]),
    ("Quality: auto on wcxb-dev, its model trained on it", &["quality", "--engine", "auto"]),
    ("Quality: auto on with-without", &["quality", "--engine", "auto", "--corpus", "with-without"]),
    ("Speed, one thread", &["speed"]),
];

/// The scripts that test what needs other programs: a title, the script and its arguments.
const SCRIPTS: &[(&str, &str, &[&str])] = &[
    ("Object stores", ".ci/object-stores.sh", &["tamis-fetch", "tamis-cli"]),
    ("The Python package", ".ci/python.sh", &["release"]),
    (
        "The Python package on engines",
        ".ci/engines.sh",
        &["sail", "spark", "ray", "datatrove", "dask", "daft"],
    ),
];

/// Runs everything and writes `records/YYYY-MM-DD-full.md`; the date is of UTC.
///
/// # Errors
/// When a test fails or a measurement cannot be made; then no record is written.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("full", args)?;
    let date = date::utc_day(SystemTime::now())?;
    let mut sections = vec![run_tests()?];
    for (title, script, arguments) in SCRIPTS {
        sections.push(run_script(title, script, arguments)?);
    }
    for (title, arguments) in MEASUREMENTS {
        sections.push(measure(title, arguments)?);
    }
    let record = Record {
        command: "cargo xtask full".into(),
        commit: commit()?,
        machine: Machine::this()?,
        date,
        sections,
    };
    let folder = checkout::root().join("records");
    std::fs::create_dir_all(&folder).with_context(|| format!("make {}", folder.display()))?;
    let path = folder.join(format!("{}-full.md", record.date));
    let text = record.to_markdown().replace(&*checkout::root().to_string_lossy(), ".");
    std::fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn run_tests() -> anyhow::Result<Section> {
    let mut command = checkout::command("cargo");
    command
        .args(["test", "--workspace", "--no-fail-fast"])
        .env("TAMIS_FULL", "1")
        .env("TAMIS_REQUIRE_CORPORA", "1");
    let (shown, output, seconds) = captured(&mut command)?;
    let body = format!("{} in {seconds:.0} s", record::test_totals(&output));
    Ok(Section { title: "Tests on whole corpora".into(), command: shown, body })
}

fn run_script(title: &str, script: &str, arguments: &[&str]) -> anyhow::Result<Section> {
    let mut command = checkout::command(script);
    let (shown, output, seconds) = captured(command.args(arguments))?;
    let totals = output.lines().filter(|line| line.contains(" passed")).collect::<Vec<_>>();
    let body = format!("{}\nin {seconds:.0} s", totals.join("\n"));
    Ok(Section { title: title.into(), command: shown, body })
}

fn measure(title: &str, arguments: &[&str]) -> anyhow::Result<Section> {
    let mut command = checkout::command("cargo");
    command.args(["run", "--quiet", "--release", "--package", "tamis-bench", "--"]).args(arguments);
    let (shown, output, _) = captured(&mut command)?;
    Ok(Section { title: title.into(), command: shown, body: output })
}

/// The command, what it printed to its standard output, and how long it ran in seconds.
fn captured(command: &mut Command) -> anyhow::Result<(String, String, f64)> {
    let shown = checkout::shown(command);
    println!("+ {shown}");
    let begin = Instant::now();
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("start {shown}"))?;
    let output = String::from_utf8_lossy(&out.stdout).into_owned();
    print!("{output}");
    if !out.status.success() {
        bail!("`{shown}` ended with {}", out.status);
    }
    Ok((shown, output, begin.elapsed().as_secs_f64()))
}

/// The commit that is checked out; says so when files differ from it.
fn commit() -> anyhow::Result<String> {
    let head = checkout::output(checkout::command("git").args(["rev-parse", "HEAD"]))?;
    let changes = checkout::output(checkout::command("git").args(["status", "--porcelain"]))?;
    let suffix = if changes.trim().is_empty() { "" } else { ", with changes not committed" };
    Ok(format!("{}{suffix}", head.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_fails_leaves_no_section() {
        let mut command = checkout::command("cargo");
        assert!(captured(command.arg("no-such-command")).is_err());
        let (shown, output, _) = captured(checkout::command("cargo").arg("--version")).unwrap();
        assert_eq!(shown, "cargo --version");
        assert!(output.starts_with("cargo "));
    }
}
