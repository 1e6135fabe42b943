//! The outcome of a request.

use crate::order::Refusal;

/// The outcome of a request.
pub(crate) struct Outcome {
    /// Why there is no answer.
    pub(crate) refusal: Option<Refusal>,
    /// The status of the answer.
    pub(crate) status: Option<u16>,
    /// True if the request was for the page itself.
    pub(crate) is_page: bool,
}
