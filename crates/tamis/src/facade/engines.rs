//! The engines that a configuration asks for, and the blend that decides among their verdicts.

use std::sync::Arc;

use super::config::Config;
use super::strategy::Strategy;
use crate::blend::Blend;
use crate::engine::density::Density;
use crate::engine::justext::Justext;
use crate::engine::readability::Readability;
use crate::engine::selectors::Selectors;
use crate::engine::{Engine, EngineName};

/// Returns the blend that the configuration names, or `None` if it names an engine.
pub(super) fn blend(config: &Config) -> Option<Blend> {
    match config.strategy {
        Strategy::Auto => Some(Blend::Auto {
            model: config.model.clone(),
            favor: config.favor,
            is_fast: config.fast,
        }),
        Strategy::Smart => Some(Blend::Smart(config.smart)),
        Strategy::Justext | Strategy::Readability | Strategy::Density | Strategy::Selectors => None,
    }
}

/// Returns the engines to run: the one that the configuration names, or those of its blend.
pub(super) fn engines(config: &Config) -> Vec<Arc<dyn Engine>> {
    let blend = blend(config);
    let blended = blend.iter().flat_map(Blend::engines).copied();
    let names = config.strategy.engine().into_iter().chain(blended);
    names.map(|name| engine(name, config)).collect()
}

fn engine(name: EngineName, config: &Config) -> Arc<dyn Engine> {
    match name {
        EngineName::Justext => Arc::new(Justext::new(config.justext)),
        EngineName::Readability => Arc::new(Readability::new(config.readability.clone())),
        EngineName::Density => Arc::new(Density::new(config.density)),
        EngineName::Selectors => Arc::new(Selectors::new(config.selectors.clone())),
    }
}
