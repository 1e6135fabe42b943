//! Hints after the sentence about a failure: the option that changes it.

use tamis_fetch::FetchErrorKind;
use tamis_run::failure::FailureKind;

/// Returns the end of the sentence about a failure; empty if there is nothing to add.
pub fn advice(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::TooLarge => " (--max-bytes sets the limit)",
        FailureKind::Fetch(FetchErrorKind::RefusedAddress) => " (--allow-private allows it)",
        FailureKind::Feed => "; `tamis --feed` reads the pages that it names",
        FailureKind::Sitemap => "; `tamis --sitemap` reads the pages that it names",
        _ => "",
    }
}
