//! Changes of the file of the floors, which keep its comments and its order.

use std::fmt;

use anyhow::{Context, Result, ensure};

use super::figure::Figure;
use super::floors::Floors;
use super::regression::{Reason, Regression};
use super::report::GateReport;

/// The changes of floors that are wanted.
#[derive(Debug, Clone, Default)]
pub struct Update {
    /// True to raise each floor to what was measured.
    pub raise: bool,
    /// The reason to lower the floors that figures are below, if that is allowed.
    pub allow_regression: Option<Reason>,
}

/// A floor that changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// The figure with its floor before.
    pub figure: &'a Figure,
    /// The floor after, in thousandths.
    pub after: u32,
}

impl Update {
    /// Returns the floors that change: in whole thousandths, to what was measured.
    ///
    /// A floor is lowered only if its figure is a fault and regressions are allowed.
    pub fn changes<'a>(&self, report: &'a GateReport) -> Vec<Change<'a>> {
        let allow = self.allow_regression.is_some();
        let figures = report.figures.iter().filter(|figure| {
            let is_above = figure.reached() > figure.floor;
            (self.raise && is_above) || (allow && figure.is_below(report.tolerance))
        });
        figures.map(|figure| Change { figure, after: figure.reached() }).collect()
    }

    /// Returns floors with these changes, and a record of each floor that is lowered.
    ///
    /// # Errors
    ///
    /// If the floors have no such figure, if one is lowered although that is not allowed, or if the
    /// file writes a number or the list of regressions in a way that this cannot change.
    pub fn apply(&self, floors: &Floors, changes: &[Change<'_>]) -> Result<Floors> {
        let mut numbers = Vec::new();
        let mut records = String::new();
        for Change { figure, after } in changes {
            let floor = floors.floor(&figure.subject, figure.name);
            let floor = floor.with_context(|| format!("{figure}: there is no such floor"))?;
            numbers.push((floor.place.clone(), after.to_string()));
            if *after < floor.thousandths {
                let reason = self.allow_regression.as_ref();
                let reason = reason.with_context(|| format!("{figure}: no floor is lowered"))?;
                let record = toml::to_string(&Regression::of(figure, reason))?;
                records = format!("{records}\n[[regression]]\n{record}");
            }
        }
        // From the end, so that the places before stay right.
        numbers.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(place.start));
        let mut text = floors.text().to_owned();
        for (place, number) in numbers {
            text.replace_range(place, &number);
        }
        if !records.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let updated = Floors::parse(text + &records)?;
        check(&updated, changes)?;
        Ok(updated)
    }
}

/// Checks that the floors that will be written say what they should.
fn check(floors: &Floors, changes: &[Change<'_>]) -> Result<()> {
    for Change { figure, after } in changes {
        let floor = floors.floor(&figure.subject, figure.name);
        let is_right = floor.is_some_and(|floor| floor.thousandths == *after);
        ensure!(is_right, "{figure}: the floor in the file cannot be changed");
    }
    Ok(())
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.after < self.figure.floor { "lowered" } else { "raised" };
        write!(f, "{verb} {} from {} to {}", self.figure, self.figure.floor, self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::gate::figure::FigureName;

    const FLOORS: &str = r#"# The floors.
tolerance = 1

[[corpus]]
name = "with-without"
sha256 = "ab"

# The one engine.
[[floor]]
engine = "auto"
language = "auto"
corpus = "with-without"
precision = 900 # of all pages
overall = +958
"#;

    /// The floors, and a report in which these figures were measured.
    fn measured(overall: f64, precision: f64) -> (Floors, GateReport) {
        let floors = Floors::parse(FLOORS.to_owned()).unwrap();
        let subject = &floors.entries[0].subject;
        let figure = |name, value| {
            let floor = floors.floor(subject, name).unwrap().thousandths;
            Figure::new(subject.clone(), name, floor, value)
        };
        let figures =
            vec![figure(FigureName::Overall, overall), figure(FigureName::Precision, precision)];
        let report = GateReport { tolerance: floors.tolerance, figures };
        (floors, report)
    }

    fn update(raise: bool, reason: Option<&str>) -> Update {
        Update { raise, allow_regression: reason.map(|reason| reason.parse().unwrap()) }
    }

    /// The text after an update, or `None` if nothing changes.
    fn updated(update: &Update, overall: f64, precision: f64) -> Option<String> {
        let (floors, report) = measured(overall, precision);
        let changes = update.changes(&report);
        let floors = (!changes.is_empty()).then(|| update.apply(&floors, &changes).unwrap());
        floors.map(|floors| floors.text().to_owned())
    }

    #[test]
    fn raising_keeps_the_comments_and_the_order() {
        let expected = FLOORS.replace("+958", "1000").replace("900", "901");
        assert_eq!(updated(&update(true, None), 1.0, 0.9019), Some(expected));
    }

    #[test]
    fn raising_never_lowers() {
        assert_eq!(updated(&update(true, None), 0.1, 0.9009), None);
        let expected = FLOORS.replace("900", "910");
        assert_eq!(updated(&update(true, None), 0.1, 0.91), Some(expected));
    }

    #[test]
    fn nothing_is_changed_unasked() {
        assert_eq!(updated(&Update::default(), 1.0, 0.1), None);
    }

    #[test]
    fn an_allowed_regression_is_recorded() {
        let record = r#"
[[regression]]
engine = "auto"
language = "auto"
corpus = "with-without"
type = "overall"
before = 958
after = 956
reason = 'a "quoted" reason'
"#;
        let allow = update(false, Some(r#"a "quoted" reason"#));
        let expected = FLOORS.replace("+958", "956") + record;
        assert_eq!(updated(&allow, 0.9569, 0.91), Some(expected.clone()));
        let both = update(true, Some(r#"a "quoted" reason"#));
        assert_eq!(updated(&both, 0.9569, 0.91), Some(expected.replace("900", "910")));
    }

    #[test]
    fn records_are_added_to_those_before() {
        let allow = update(false, Some("first"));
        let (floors, report) = measured(0.5, 0.5);
        let changed = allow.apply(&floors, &allow.changes(&report)).unwrap();
        let reasons: Vec<_> =
            changed.regressions.iter().map(|record| (record.name, record.before)).collect();
        assert_eq!(reasons, [(FigureName::Overall, 958), (FigureName::Precision, 900)]);

        let allow = update(false, Some("second"));
        let figure = Figure { floor: 500, measured: 0.4, ..report.figures[0].clone() };
        let report = GateReport { figures: vec![figure], ..report };
        let again = allow.apply(&changed, &allow.changes(&report)).unwrap();
        assert_eq!(again.regressions[..2], changed.regressions);
        assert_eq!((again.regressions[2].before, again.regressions[2].after), (500, 400));
    }

    #[test]
    fn a_figure_within_the_tolerance_is_not_lowered() {
        assert_eq!(updated(&update(false, Some("any")), 0.957, 0.9), None);
    }

    #[test]
    fn no_floor_is_lowered_without_a_reason() {
        let (floors, report) = measured(0.5, 0.9);
        let change = Change { figure: &report.figures[0], after: 500 };
        let error = update(true, None).apply(&floors, &[change]).unwrap_err();
        assert_eq!(error.to_string(), "auto (auto) on with-without, overall: no floor is lowered");
    }
}
