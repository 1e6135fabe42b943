//! `tamis batch`: archives to files of rows.

mod archives;
mod base;
mod web_archive;

use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use tamis::TitlePolicy;
use tamis::blend::auto::Favor;
use tamis_batch::{Column, Config, Format, Isolation, Progress, Summary, ValueType};
#[cfg(feature = "browser")]
use tamis_fetch::{Client, ClientConfig};

pub use self::archives::{ArchiveSources, SentHeaders};
use crate::cli::{BatchArgs, BatchFormat, stopwords};
use crate::message::message;
use crate::output;
use crate::start::Start;
use crate::status::Status;

/// The option of a process that reads pages for another one.
const SERVE: &str = "--serve";

/// The time that a run has to end after the first signal.
const PATIENCE: Duration = Duration::from_secs(3);

/// The time limit of a page that a browser draws.
#[cfg(feature = "browser")]
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);

/// The message about a run that a signal has stopped.
const STOPPED: &str = "stopped; the same command goes on after the finished files";

/// The most archives that are named if they cannot be read; the others are counted. Otherwise an
/// index that was moved away from its archives prints tens of thousands of lines.
const SHOWN_FAILURES: usize = 100;

/// The time between two looks at the progress and at the signals.
const TICK: Duration = Duration::from_millis(100);

/// Writes the rows of all archives. The status is [`Status::Found`] if everything is written, and
/// [`Status::Damaged`] if an archive is damaged besides.
///
/// # Errors
///
/// If an input does not exist, an option is not valid, or the files cannot be written.
pub fn run(args: &BatchArgs, start: &Start) -> anyhow::Result<Status> {
    let mut config = config(args);
    if args.serve {
        serve_pages(&config, args.max_memory)?;
        return Ok(Status::Found);
    }
    #[cfg(feature = "browser")]
    {
        config = drawn(args, config)?;
    }
    if args.isolate {
        config = config.isolation(isolation(start)?);
    }
    if args.list_columns {
        output::write(None, &list_of_columns(&config)?)?;
        return Ok(Status::Found);
    }
    let archives = archives::archives(args)?;
    // The parser requires it.
    let folder = args.output.clone().context("--output is missing")?;
    let progress = Arc::new(Progress::default());
    let interrupted = interrupts()?;
    let (done, outcome) = mpsc::channel();
    let shared = Arc::clone(&progress);
    let run = thread::spawn(move || {
        // Nobody listens any more after a signal.
        let _ = done.send(tamis_batch::run(&archives, &folder, &config, &shared));
    });
    let summary = match watch(&progress, &interrupted, &outcome, !args.quiet) {
        Watched::Ended(summary) => summary?,
        Watched::Waiting => {
            message(STOPPED);
            return Ok(Status::Failed);
        }
        Watched::Panicked => {
            run.join().unwrap_or_else(|panic| resume_unwind(panic));
            return Ok(Status::Failed);
        }
    };
    for name in &summary.damaged {
        message(&format!("{name}: the content was not what was written; the file is made again"));
    }
    for (archive, count) in &summary.broken_archives {
        let places = if *count == 1 { "place" } else { "places" };
        message(&format!("{archive}: the archive is damaged in {count} {places}"));
    }
    for failure in summary.failures.iter().take(SHOWN_FAILURES) {
        message(&format!("{}: {}", failure.archive, failure.message));
    }
    if let Some(more @ 1..) = summary.failures.len().checked_sub(SHOWN_FAILURES) {
        let archives = if more == 1 { "archive" } else { "archives" };
        message(&format!("{more} more {archives} cannot be read"));
    }
    if !args.quiet {
        print(&summary);
    }
    if summary.stopped {
        message(STOPPED);
    }
    Ok(match summary.is_complete() {
        false => Status::Failed,
        true if summary.broken_archives.is_empty() => Status::Found,
        true => Status::Damaged,
    })
}

/// Returns the configuration that the options describe.
fn config(args: &BatchArgs) -> Config {
    let mut extraction = tamis::Config::default()
        .favor(args.favor.map_or_else(Favor::default, Favor::from))
        .fast(args.fast)
        .stopwords(stopwords(&args.language));
    extraction.title = args.title.map(TitlePolicy::from);
    let mut config = Config::default()
        .extraction(extraction)
        .strategies(args.strategies.iter().copied())
        .format(match args.format {
            BatchFormat::Parquet => Format::Parquet,
            BatchFormat::Arrow => Format::Arrow,
            BatchFormat::Jsonl => Format::JsonLines,
            BatchFormat::JsonlZst => Format::JsonLinesZstd,
        })
        .max_page_bytes(args.max_bytes)
        .unit_bytes(args.unit_bytes)
        .verify(args.verify);
    config.columns.clone_from(&args.columns);
    if let Some(jobs) = args.jobs {
        config = config.jobs(jobs);
    }
    config
}

/// Adds the browser to a configuration.
#[cfg(feature = "browser")]
fn drawn(args: &BatchArgs, mut config: Config) -> anyhow::Result<Config> {
    args.browser.check()?;
    let client = Client::new(ClientConfig::default().allow_private(args.remote.allow_private))?;
    let drawing = args.browser.drawing(&client, PAGE_TIMEOUT)?;
    if let Some(jobs) = args.render_jobs {
        anyhow::ensure!(drawing.is_some(), "--render-jobs goes with --render auto or always");
        config = config.drawing_jobs(jobs);
    }
    let Some(drawing) = drawing else { return Ok(config) };
    Ok(config.drawing(drawing))
}

/// Returns the command of a process that reads pages: this one, with one more option.
fn isolation(start: &Start) -> anyhow::Result<Isolation> {
    let (program, first) = match start.command.split_first() {
        Some((program, first)) => (program.into(), first),
        None => (std::env::current_exe().context("cannot find this program")?, &[][..]),
    };
    let args = first.iter().chain(&start.args).cloned().chain([SERVE.into()]);
    Ok(Isolation::new(program, args))
}

/// Reads pages for another process, which has standard input and output, with at most so many bytes
/// of memory.
///
/// # Errors
///
/// If the configuration is not valid, the memory cannot be limited, or the other process does not
/// read or write as it should.
pub fn serve_pages(config: &Config, max_memory: Option<u64>) -> anyhow::Result<()> {
    #[cfg(unix)]
    if let Some(bytes) = max_memory {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        setrlimit(Resource::As, limit).context("cannot limit the memory")?;
    }
    #[cfg(not(unix))]
    if max_memory.is_some() {
        anyhow::bail!("--max-memory needs a Unix system");
    }
    tamis_batch::serve(config, io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}

/// Returns a line for each column: its name, its type and its description.
fn list_of_columns(config: &Config) -> anyhow::Result<String> {
    let columns = match config.columns {
        Some(_) => config.selected_columns()?,
        None => Column::all(&config.strategies),
    };
    let lines = columns.iter().map(|column| {
        let value_type = match column.value_type() {
            ValueType::Text => "text",
            ValueType::Integer => "integer",
            ValueType::Float => "number",
            ValueType::List => "texts",
            ValueType::Boolean => "yes/no",
            _ => "other",
        };
        format!("{:<22} {value_type:<8} {}\n", column.name(), column.doc())
    });
    Ok(lines.collect())
}

/// Returns a flag that Ctrl-C and the signal to end set.
fn interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // The second one ends the program at once. The order matters.
        signal_hook::flag::register_conditional_shutdown(signal, 2, Arc::clone(&flag))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
            .context("cannot wait for signals")?;
    }
    Ok(flag)
}

/// The end of a run, or of the patience with it.
enum Watched {
    Ended(Result<Summary, tamis_batch::Error>),
    /// It was stopped, but is still waiting for something, for example for standard input.
    Waiting,
    Panicked,
}

/// Shows the progress until the run ends. Stops it after a signal, and then gives it some time. The
/// run may be waiting for a server, or for standard input, which only the end of the program can
/// interrupt. Files that are not finished have no name yet, so nothing is lost.
fn watch(
    progress: &Progress,
    interrupted: &AtomicBool,
    outcome: &Receiver<Result<Summary, tamis_batch::Error>>,
    show: bool,
) -> Watched {
    let bar = if show && io::stderr().is_terminal() {
        let bar = ProgressBar::new(0);
        let template = "{bar:30} {percent} % of {total_bytes}, {msg}, {eta} left";
        let style = ProgressStyle::with_template(template);
        // The template is constant. If it were wrong, the default style would do.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    } else {
        ProgressBar::hidden()
    };
    let mut stopped: Option<Instant> = None;
    let watched = loop {
        match outcome.recv_timeout(TICK) {
            Ok(outcome) => break Watched::Ended(outcome),
            Err(RecvTimeoutError::Disconnected) => break Watched::Panicked,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupted.load(Ordering::Relaxed) {
            progress.stop();
            if stopped.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                break Watched::Waiting;
            }
        }
        bar.set_length(progress.total_bytes());
        bar.set_position(progress.bytes());
        bar.set_message(format!("{} rows", HumanCount(progress.rows())));
    };
    bar.finish_and_clear();
    watched
}

/// Prints what was written.
fn print(summary: &Summary) {
    let counts: Vec<String> =
        summary.rows.iter().map(|(status, count)| format!("{count} {status}")).collect();
    let counts =
        if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    let total = summary.total();
    message(&format!(
        "{total} {}{counts}; files: {}, from earlier runs: {}",
        if total == 1 { "row" } else { "rows" },
        summary.written_units + summary.earlier_units,
        summary.earlier_units
    ));
}
