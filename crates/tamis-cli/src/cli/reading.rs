//! Options for reading pages.

use clap::{Args, ValueHint};
use tamis::Url;
use tamis::dom::Limits;

/// The largest number of bytes that one byte of another encoding becomes in UTF-8.
const MAX_DECODED_BYTES: usize = 3;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct ReadingArgs {
    /// The address of the page, if it is a single one from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// The base of relative addresses (default: the page's own, or --url)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = Url::parse)]
    pub base_url: Option<Url>,

    /// The encoding of the pages, whatever they declare (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The largest page to read, in bytes after decompression
    #[arg(long, value_name = "BYTES",
        default_value_t = Limits::default().decompressed_bytes as u64)]
    pub max_bytes: u64,
}

impl ReadingArgs {
    /// The limits of the library, which do not cut off a page of the largest size.
    pub fn limits(&self) -> Limits {
        let max_bytes = usize::try_from(self.max_bytes).unwrap_or(usize::MAX);
        Limits::default()
            .input_bytes(max_bytes.saturating_mul(MAX_DECODED_BYTES))
            .decompressed_bytes(max_bytes)
    }
}
