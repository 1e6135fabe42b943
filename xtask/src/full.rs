//! `cargo xtask full`: what `.ci/run` leaves out, then quality and speed, as a dated record.

mod date;
mod record;

use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use anyhow::{Context, ensure};

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

/// The checks that `.ci/run` leaves out because they take long and seldom fail.
const CHECKS: &[Check] = &[
    Check {
        name: "corpora",
        title: "Tests on whole corpora",
        commands: &[&[
            "env",
            "TAMIS_FULL=1",
            "cargo",
            "test",
            "--workspace",
            "--locked",
            "--no-fail-fast",
            "--",
            "--include-ignored",
        ]],
    },
    Check {
        name: "lints",
        title: "Lints with all features",
        commands: &[&[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]],
    },
    Check {
        name: "features",
        title: "Libraries and the program without features and with each one alone",
        commands: &[&["cargo", "xtask", "features"]],
    },
    Check { name: "examples", title: "Examples", commands: &[&["cargo", "xtask", "examples"]] },
    Check {
        name: "fuzz",
        title: "Fuzz targets",
        commands: &[&[
            "cargo",
            "check",
            "--locked",
            "--manifest-path=fuzz/Cargo.toml",
            "--target-dir=target",
        ]],
    },
    Check {
        name: "documentation",
        title: "Documentation of the libraries, their public items, and the book",
        commands: &[
            &[
                "env",
                "RUSTDOCFLAGS=-D warnings",
                "cargo",
                "doc",
                "--workspace",
                "--no-deps",
                "--all-features",
                "--locked",
            ],
            &["cargo", "xtask", "book"],
            &["cargo", "xtask", "public-api"],
        ],
    },
    Check {
        name: "dependencies",
        title: "Licences, sources and advisories of the dependencies",
        commands: &[&[".ci/dependencies.sh"]],
    },
    Check {
        name: "workflows",
        title: "Workflows of the forge",
        commands: &[&[".ci/workflows.sh"]],
    },
    Check { name: "oldest-rust", title: "Oldest Rust", commands: &[&[".ci/oldest-rust.sh"]] },
    Check {
        name: "wasm",
        title: "WebAssembly",
        commands: &[&[".ci/install-wasm.sh"], &["cargo", "xtask", "wasm"]],
    },
    Check {
        name: "npm",
        title: "The npm package",
        commands: &[&[".ci/install-wasm.sh"], &["cargo", "xtask", "npm", "--test"]],
    },
    Check {
        name: "frameworks",
        title: "Pages of frameworks in Chromium",
        commands: &[
            &[".ci/install-package.sh", "chromium"],
            &[".ci/install-frameworks.sh"],
            &[
                "cargo",
                "test",
                "--locked",
                "--package=tamis-browser",
                "--test=pages",
                "--",
                "--include-ignored",
                "frameworks",
            ],
        ],
    },
    // After the package's own check, which makes the module.
    Check {
        name: "web",
        title: "The page for trying Tamis, in Chromium",
        commands: &[&[".ci/install-package.sh", "chromium"], &["cargo", "xtask", "web", "--test"]],
    },
    Check {
        name: "packages",
        title: "Packages",
        commands: &[&["cargo", "xtask", "publish-check"]],
    },
    Check {
        name: "dist",
        title: "Everything that users install, in empty places",
        commands: &[
            &[".ci/install-wasm.sh"],
            &[".ci/install-package.sh", "musl-gcc", "musl-tools"],
            &["cargo", "xtask", "dist", "--allow-dirty"],
            &[".ci/dist.sh"],
        ],
    },
    // After `dist`, whose builds are the first of the two.
    Check {
        name: "reproducible",
        title: "The same bytes once more, in another folder",
        commands: &[&["cargo", "xtask", "dist", "--twice"]],
    },
    Check {
        name: "mcp",
        title: "The tools for agents, with the official clients",
        commands: &[&[".ci/mcp.sh"]],
    },
    Check {
        name: "object-stores",
        title: "Object stores",
        commands: &[&[".ci/object-stores.sh", "tamis-fetch", "tamis-cli"]],
    },
    Check {
        name: "service-book",
        title: "The examples of the book about the service, and its description",
        commands: &[&[".ci/service-book.sh"]],
    },
    Check {
        name: "firecrawl",
        title: "The clients of Firecrawl on the service",
        commands: &[&[".ci/firecrawl.sh"]],
    },
    Check {
        name: "container",
        title: "The container of the service",
        commands: &[&[".ci/container.sh"]],
    },
    Check { name: "python", title: "The Python package", commands: &[&[".ci/python.sh"]] },
    // After the package's own check, which makes the environment.
    Check {
        name: "originals",
        title: "The drop-in modules on their originals' tests",
        commands: &[&[".ci/originals.sh"]],
    },
    Check {
        name: "engines",
        title: "The Python package on engines",
        commands: &[&[
            ".ci/engines.sh",
            "sail",
            "spark",
            "ray",
            "datatrove",
            "dask",
            "daft",
            "frames",
            "documents",
            "spacy",
        ]],
    },
];

/// One check: commands that must succeed one after the other.
struct Check {
    /// The argument that chooses it.
    name: &'static str,
    title: &'static str,
    /// Each with its arguments.
    commands: &'static [&'static [&'static str]],
}

/// A check that was run.
struct Checked {
    section: Section,
    seconds: f64,
    passed: bool,
}

/// Without arguments, runs every check and measurement and writes `records/YYYY-MM-DD-full.md`; the
/// date is of UTC. With names of checks, runs these. Prints a table of them at the end.
///
/// # Errors
/// If a check fails, which keeps none of the others from running, or a measurement cannot be made;
/// then no record is written. For a name that no check has.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let date = date::utc_day(SystemTime::now())?;
    let checks = chosen(args)?.into_iter().map(run_check).collect::<anyhow::Result<Vec<_>>>()?;
    print!("\n{}", table(&checks));
    let failed = checks.iter().filter(|check| !check.passed).count();
    ensure!(failed == 0, "checks that failed: {failed}");
    if !args.is_empty() {
        return Ok(());
    }
    let mut sections: Vec<Section> = checks.into_iter().map(|check| check.section).collect();
    for (title, arguments) in MEASUREMENTS {
        sections.push(measure(title, arguments)?);
    }
    write_record(date, sections)
}

/// Returns the checks of these names; all if there are none.
fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Check>> {
    let find = |name: &String| {
        CHECKS.iter().find(|check| check.name == name).with_context(|| {
            let names: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
            format!("unknown check {name}: expected {}", names.join(", "))
        })
    };
    if names.is_empty() { Ok(CHECKS.iter().collect()) } else { names.iter().map(find).collect() }
}

/// Runs a check up to its first command that fails.
fn run_check(check: &Check) -> anyhow::Result<Checked> {
    let (mut body, mut shown, mut passed) = (String::new(), Vec::new(), true);
    let begin = Instant::now();
    for command in check.commands {
        let (program, arguments) = command.split_first().context("a check without a command")?;
        let mut command = checkout::command(program);
        let (line, output, succeeded) = captured(command.args(arguments))?;
        shown.push(line);
        body.push_str(&record::summary(&output));
        passed = succeeded;
        if !passed {
            break;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let body = format!("{body}in {seconds:.0} s");
    let section = Section { title: check.title.into(), command: shown.join("; "), body };
    Ok(Checked { section, seconds, passed })
}

/// Returns a line for each check.
fn table(checks: &[Checked]) -> String {
    let line = |Checked { section, seconds, passed }: &Checked| {
        let outcome = if *passed { "passed" } else { "FAILED" };
        format!("{seconds:6.0} s  {outcome}  {}\n", section.title)
    };
    checks.iter().map(line).collect()
}

fn write_record(date: String, sections: Vec<Section>) -> anyhow::Result<()> {
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

fn measure(title: &str, arguments: &[&str]) -> anyhow::Result<Section> {
    let mut command = checkout::command("cargo");
    command.args(["run", "--quiet", "--profile", "dist", "--package", "tamis-bench", "--"]);
    let (shown, output, succeeded) = captured(command.args(arguments))?;
    ensure!(succeeded, "`{shown}` failed");
    Ok(Section { title: title.into(), command: shown, body: output })
}

/// Returns the command, what it printed to its standard output, and whether it succeeded.
fn captured(command: &mut Command) -> anyhow::Result<(String, String, bool)> {
    let shown = checkout::shown(command);
    println!("+ {shown}");
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("start {shown}"))?;
    let output = String::from_utf8_lossy(&out.stdout).into_owned();
    print!("{output}");
    Ok((shown, output, out.status.success()))
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
    fn a_check_ends_with_its_first_failure() {
        const VERSION: &[&str] = &["cargo", "--version"];
        const PASSING: &[&[&str]] = &[VERSION];
        const FAILING: &[&[&str]] = &[VERSION, &["cargo", "no-such-command"], VERSION];
        let of = |commands| run_check(&Check { name: "a", title: "A", commands }).unwrap();
        let passed = of(PASSING);
        assert!(passed.passed && passed.section.command == "cargo --version");
        let failed = of(FAILING);
        assert!(!failed.passed);
        assert_eq!(failed.section.command, "cargo --version; cargo no-such-command");
        let table = table(&[passed, failed]);
        assert!(table.contains(" passed  A\n") && table.contains(" FAILED  A\n"), "{table}");
    }

    #[test]
    fn checks_are_chosen_by_name() {
        let names = |names: &[&str]| -> anyhow::Result<Vec<&str>> {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            Ok(chosen(&names)?.into_iter().map(|check| check.name).collect())
        };
        assert_eq!(names(&["wasm", "fuzz"]).unwrap(), ["wasm", "fuzz"]);
        assert_eq!(names(&[]).unwrap().len(), CHECKS.len());
        assert!(names(&["brew"]).unwrap_err().to_string().contains("unknown check brew"));
    }
}
