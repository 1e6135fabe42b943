//! What hostile pages cost: CPU time of parsing each page of the test kit's generators at doubling sizes.
//!
//! `cargo run --release -p tamis-dom --example hostile [NAME…] [--max-mb=8] [--all]`
//!
//! The columns are explained at `tamis_testkit::growth::report`.

use std::process::ExitCode;

use tamis_dom::{Limits, Parser};
use tamis_testkit::growth::{Allowance, Options, Run, cpu_seconds, report};
use tamis_testkit::hostile::hostile;

const ALLOWANCE: Allowance = Allowance { per_node: 1e-6, per_byte: 20e-9 };

fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse(std::env::args().skip(1))?;
    let mut parser = Parser::new(Limits::default());
    let mut out = std::io::stdout().lock();
    report(hostile(), &options, ALLOWANCE, &mut out, |html| {
        let start = cpu_seconds();
        let document = parser.parse(html);
        let seconds = cpu_seconds() - start;
        let note = format!("{:?}", document.warnings());
        let run = Run { seconds, nodes: document.len(), note };
        parser.recycle(document);
        run
    })
}
