//! The report of the gate.

use std::fmt;

use serde::Serialize;

use super::figure::Figure;
use crate::quality::thousandths;

/// The figures that were measured, next to their floors.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GateReport {
    /// The most that a figure may be below its floor, in thousandths.
    pub tolerance: u32,
    /// The figures by corpus, then in the order of the file.
    pub figures: Vec<Figure>,
}

impl GateReport {
    /// Returns the figures that are too far below their floors: the faults.
    pub fn below(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.is_below(self.tolerance))
    }
}

impl fmt::Display for GateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = ["engine", "corpus", "type", "floor", "measured", "difference"];
        line(f, columns, false)?;
        for figure in &self.figures {
            let engine = format!("{} ({})", figure.subject.engine, figure.subject.language);
            let corpus = figure.subject.corpus.as_str();
            let floor = thousandths(f64::from(figure.floor) / 1000.0);
            let measured = format!("{:.4}", figure.measured);
            let measured = measured.strip_prefix('0').unwrap_or(&measured);
            let difference = format!("{:+.4}", figure.difference).replacen("0.", ".", 1);
            let columns = [&engine, corpus, figure.name.as_str(), &floor, measured, &difference];
            line(f, columns, figure.is_below(self.tolerance))?;
        }
        let (count, below) = (self.figures.len(), self.below().count());
        writeln!(f, "{count} figures, {below} below, tolerance {} thousandths", self.tolerance)
    }
}

/// Writes a line of the table.
fn line(f: &mut fmt::Formatter<'_>, columns: [&str; 6], is_below: bool) -> fmt::Result {
    let [engine, corpus, name, floor, measured, difference] = columns;
    let mark = if is_below { "  BELOW" } else { "" };
    writeln!(
        f,
        "{engine:<19} {corpus:<12} {name:<13} {floor:>6} {measured:>9} {difference:>11}{mark}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Strategy;
    use crate::quality::corpus::CorpusName;
    use crate::quality::gate::figure::{FigureName, Subject};

    #[test]
    fn a_figure_below_its_floor_is_marked() {
        let language = "English".to_owned();
        let subject =
            Subject { engine: Strategy::Justext, language, corpus: CorpusName::WithWithout };
        let figure = |name, measured| Figure::new(subject.clone(), name, 695, measured);
        let figures = vec![figure(FigureName::Overall, 0.6949), figure(FigureName::Precision, 1.0)];
        let report = GateReport { tolerance: 0, figures };
        assert_eq!(
            report.to_string(),
            "\
engine              corpus       type           floor  measured  difference
justext (English)   with-without overall         .695     .6949      -.0001  BELOW
justext (English)   with-without precision       .695    1.0000      +.3050
2 figures, 1 below, tolerance 0 thousandths
"
        );
        assert_eq!(report.below().count(), 1);
        assert_eq!(GateReport { tolerance: 1, ..report }.below().count(), 0);
    }
}
