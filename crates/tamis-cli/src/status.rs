//! The exit status of the program.

/// The outcome of a run, as its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Content was found: 0.
    Found,
    /// No content was found: 1.
    NothingFound,
    /// Everything was read, but an input is damaged: 1. Another run would find the same, so it is
    /// not a failure.
    #[cfg(feature = "batch")]
    Damaged,
    /// Something failed: 2.
    Failed,
}

impl Status {
    /// Returns the status of a run that did not fail.
    pub fn of(found: bool) -> Status {
        if found { Status::Found } else { Status::NothingFound }
    }

    /// Returns the number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Status::Found => 0,
            Status::Failed => 2,
            // Nothing was found, or an input is damaged.
            _ => 1,
        }
    }
}
