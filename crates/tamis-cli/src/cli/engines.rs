//! Options for the parameters of all engines.

use clap::Args;
use tamis::Config;
use tamis::blend::smart;

use super::{DensityArgs, JustextArgs, ReadabilityArgs, SelectorsArgs};

#[derive(Debug, Args)]
pub struct EngineArgs {
    #[command(flatten)]
    pub justext: JustextArgs,
    #[command(flatten)]
    pub readability: ReadabilityArgs,
    #[command(flatten)]
    pub density: DensityArgs,
    #[command(flatten)]
    pub selectors: SelectorsArgs,
}

impl EngineArgs {
    /// The configuration with these parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is not valid, or a file of rules cannot be read.
    pub fn configure(&self, config: Config) -> anyhow::Result<Config> {
        Ok(config
            .justext(self.justext.config())
            .readability(self.readability.config()?)
            .density(self.density.config())
            .selectors(self.selectors.config()?)
            .smart(smart::Config::default().min_chars(self.selectors.min_rule_chars)))
    }
}
