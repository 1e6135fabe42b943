//! The settings for all archives of a run.

use tamis_warc::Filter;

use crate::column::Column;
use crate::config::Config;
use crate::folder::Folder;

/// The settings for all archives of a run.
pub(crate) struct Settings<'r> {
    pub(crate) config: &'r Config,
    pub(crate) columns: &'r [Column],
    pub(crate) folder: &'r Folder,
}

impl Settings<'_> {
    /// Returns the length of a unit, at least 1.
    pub(crate) fn unit_bytes(&self) -> u64 {
        self.config.unit_bytes.max(1)
    }

    /// Returns the configuration of the readers.
    pub(crate) fn reader(&self) -> tamis_warc::Config {
        let config = tamis_warc::Config::default().filter(Filter::HtmlResponses);
        config.max_payload_bytes(self.config.max_page_bytes)
    }
}
