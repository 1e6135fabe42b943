//! Options for reading pages.

use clap::{Args, ValueEnum, ValueHint, value_parser};
use tamis::dom::{EncodingRules, Limits};
use tamis::{Config, Url};
use tamis_run::task::is_url;

/// The largest number of bytes that one byte of another encoding becomes in UTF-8.
const MAX_DECODED_BYTES: usize = 3;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct ReadingArgs {
    /// The address of the page, if it is a single one from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = address)]
    pub url: Option<String>,

    /// The base of relative addresses (default: the page's own, or --url)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = Url::parse)]
    pub base_url: Option<Url>,

    /// The encoding of the pages, whatever they declare (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The rules by which the encoding of a page is determined
    #[arg(long, value_name = "RULES", value_enum, default_value_t = RulesChoice::Evidence,
        conflicts_with = "encoding")]
    pub encoding_rules: RulesChoice,

    /// Repair text that was read in the wrong encoding and saved again, such as `â€™`
    #[arg(long)]
    pub fix_mojibake: bool,

    /// The largest page to read, in bytes after decompression
    #[arg(long, value_name = "BYTES", value_parser = value_parser!(u64).range(1..),
        default_value_t = Limits::default().decompressed_bytes as u64)]
    pub max_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesChoice {
    /// Page and server, unless the bytes show that they are wrong
    Evidence,
    /// Page and server, as in browsers
    Standard,
}

impl ReadingArgs {
    /// The configuration with these limits and this way to decode pages.
    pub fn configure(&self, config: Config) -> Config {
        let rules = match self.encoding_rules {
            RulesChoice::Evidence => EncodingRules::Evidence,
            RulesChoice::Standard => EncodingRules::Standard,
        };
        config.limits(self.limits()).encoding_rules(rules).fix_mojibake(self.fix_mojibake)
    }

    /// The limits of the library. A user who asks for larger pages also allows the memory that they
    /// take.
    fn limits(&self) -> Limits {
        let max_bytes = usize::try_from(self.max_bytes).unwrap_or(usize::MAX);
        // A page may take seven eighths of the memory by its length.
        let memory_bytes = max_bytes.saturating_mul(Limits::BYTE_MEMORY).saturating_mul(8) / 7;
        Limits::default()
            .memory_bytes(memory_bytes.max(Limits::default().memory_bytes))
            .input_bytes(max_bytes.saturating_mul(MAX_DECODED_BYTES))
            .decompressed_bytes(max_bytes)
    }
}

/// Returns an address as it is written, if it is one.
fn address(value: &str) -> Result<String, String> {
    if !is_url(value) {
        return Err("it begins with no scheme, such as https://".into());
    }
    Url::parse(value).map(|_| value.to_owned()).map_err(|error| error.to_string())
}
