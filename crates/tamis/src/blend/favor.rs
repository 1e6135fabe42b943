//! What the blend `auto` favours: precision, recall, or neither.

/// The measure that the blend favours when it chooses paragraphs.
///
/// ```
/// use tamis::blend::auto::Favor;
/// let config = tamis::Config::default().favor(Favor::Precision);
/// assert_eq!(config.favor, Favor::Precision);
/// assert_eq!("recall".parse(), Ok(Favor::Recall));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Favor {
    /// The highest expected F1.
    #[default]
    Balanced,
    /// Less boilerplate: doubtful paragraphs are dropped.
    Precision,
    /// Less lost text: doubtful paragraphs are kept.
    Recall,
}

impl Favor {
    /// Every value.
    pub const ALL: &[Favor] = &[Favor::Balanced, Favor::Precision, Favor::Recall];

    /// Returns the name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Favor::Balanced => "balanced",
            Favor::Precision => "precision",
            Favor::Recall => "recall",
        }
    }

    /// Returns the cost of a kept character, relative to that for the highest expected F1.
    pub(super) const fn bias(self) -> f64 {
        match self {
            Favor::Balanced => 1.0,
            Favor::Precision => 2.0,
            Favor::Recall => 0.4,
        }
    }
}

impl std::str::FromStr for Favor {
    type Err = crate::Error;

    fn from_str(name: &str) -> Result<Favor, crate::Error> {
        let found = Favor::ALL.iter().find(|favor| favor.as_str() == name);
        found.copied().ok_or_else(|| {
            let expected = "expected balanced, precision or recall";
            crate::Error::config(format!("cannot favor `{name}`: {expected}"))
        })
    }
}
