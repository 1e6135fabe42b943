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
        reader_config(self.config)
    }
}

/// Returns the configuration of a reader of archives.
pub(crate) fn reader_config(config: &Config) -> tamis_warc::Config {
    let reader = tamis_warc::Config::default().filter(Filter::HtmlPages);
    reader.max_payload_bytes(config.max_page_bytes)
}
