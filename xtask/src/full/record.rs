//! A dated record: what was run, on which machine, and what came out.

use std::fmt::Write as _;

use crate::checkout;

/// Everything a record says.
pub struct Record {
    pub date: String,
    pub command: String,
    pub commit: String,
    pub machine: Machine,
    pub sections: Vec<Section>,
}

/// One command and its figures.
pub struct Section {
    pub title: String,
    pub command: String,
    pub body: String,
}

/// The facts that the speed depends on.
pub struct Machine {
    pub processor: String,
    pub cores: usize,
    pub compiler: String,
}

impl Machine {
    /// The machine that runs this program.
    ///
    /// # Errors
    /// When the compiler does not say its version.
    pub fn this() -> anyhow::Result<Self> {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let compiler = checkout::output(checkout::command("rustc").arg("--version"))?;
        Ok(Self {
            processor: processor(&cpuinfo),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            compiler: compiler.trim().to_string(),
        })
    }
}

/// The model that Linux names in `cpuinfo`; `unknown` elsewhere.
fn processor(cpuinfo: &str) -> String {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"));
    let model = line.and_then(|line| line.split_once(':')).map(|(_, model)| model.trim());
    model.filter(|model| !model.is_empty()).unwrap_or("unknown").to_string()
}

impl Record {
    /// The record as Markdown: a table of the circumstances, then a heading per section.
    pub fn to_markdown(&self) -> String {
        let Machine { processor, cores, compiler } = &self.machine;
        let mut text = format!("# Full run of {}\n\n| | |\n| --- | --- |\n", self.date);
        for (name, value) in [
            ("command", format!("`{}`", self.command)),
            ("commit", self.commit.clone()),
            ("processor", format!("{processor}, {cores} cores")),
            ("compiler", compiler.clone()),
        ] {
            let _ = writeln!(text, "| {name} | {value} |");
        }
        for Section { title, command, body } in &self.sections {
            let body = body.trim_end();
            let _ = write!(text, "\n## {title}\n\n`{command}`\n\n```text\n{body}\n```\n");
        }
        text
    }
}

/// Returns the lines of an output that tell what passed: the totals of Rust's tests as one line,
/// and the last lines of Python's. Each ends with a line feed.
pub fn summary(output: &str) -> String {
    let mut summary = String::new();
    for line in output.lines().filter(|line| line.contains(" passed in ")) {
        summary.push_str(line);
        summary.push('\n');
    }
    if output.lines().any(|line| line.starts_with("test result:")) {
        summary.push_str(&test_totals(output));
        summary.push('\n');
    }
    summary
}

/// The sums over all `test result:` lines of a test run, as one phrase.
fn test_totals(output: &str) -> String {
    let mut totals = [0_u64; 3];
    for line in output.lines().filter(|line| line.starts_with("test result:")) {
        for part in line.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let (Some(count), Some(name)) = (words.next(), words.next()) else { continue };
            let kind = ["passed", "failed", "ignored"].iter().position(|kind| *kind == name);
            if let (Some(kind), Ok(count)) = (kind, count.parse::<u64>()) {
                totals[kind] += count;
            }
        }
    }
    format!("{} passed, {} failed, {} ignored", totals[0], totals[1], totals[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_summed_over_all_test_programs() {
        let output = "running 2 tests\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(test_totals(output), "7 passed, 2 failed, 1 ignored");
        assert_eq!(summary(output), "7 passed, 2 failed, 1 ignored\n");
        assert_eq!(summary("a\n275 passed in 80.1s\nb"), "275 passed in 80.1s\n");
        assert_eq!(summary("nothing"), "");
    }

    #[test]
    fn the_processor_is_named_or_unknown() {
        assert_eq!(processor("processor : 0\nmodel name\t: Fast One\n"), "Fast One");
        assert_eq!(processor("nothing"), "unknown");
    }

    #[test]
    fn a_record_holds_every_section_and_circumstance() {
        let record = Record {
            date: "2026-01-02".into(),
            command: "cargo xtask full".into(),
            commit: "abc".into(),
            machine: Machine { processor: "P".into(), cores: 2, compiler: "rustc 1".into() },
            sections: vec![Section {
                title: "Speed".into(),
                command: "bench speed".into(),
                body: "9 MB/s\n".into(),
            }],
        };
        let text = record.to_markdown();
        for part in
            ["2026-01-02", "| commit | abc |", "P, 2 cores", "## Speed", "```text\n9 MB/s\n```"]
        {
            assert!(text.contains(part), "{part}");
        }
    }
}
