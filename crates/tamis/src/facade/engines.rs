//! The engines that a configuration asks for, and the choice among their verdicts.

use std::fmt;
use std::sync::Arc;

use super::config::Config;
use super::strategy::Strategy;
use crate::blend::{Blend, Choice};
use crate::engine::density::Density;
use crate::engine::justext::Justext;
use crate::engine::model::Model;
use crate::engine::readability::Readability;
use crate::engine::selectors::Selectors;
use crate::engine::{Engine, EngineName, with_engines};
use crate::page::Page;
use crate::verdict::{Context, Verdict};

/// The engines of an extractor.
#[derive(Clone)]
pub(super) enum Engines {
    /// A single engine: a built-in one, or a user's own.
    One(Arc<dyn Engine>),
    /// The engines of a blend, in its order.
    Blend(Blend, Vec<Arc<dyn Engine>>),
}

/// An engine that was not asked, because it could not change a blend's choice. It is asked later if
/// a caller wants to know its verdict, for example for an explanation.
#[derive(Clone)]
pub(super) struct Spared {
    pub(super) name: EngineName,
    engine: Arc<dyn Engine>,
    blend: Blend,
    probabilities: Vec<f64>,
}

impl Engines {
    /// Returns the engine that the configuration names, or those of its blend.
    pub(super) fn of(config: &Config) -> Engines {
        let blend = match (config.strategy, config.strategy.engine()) {
            (_, Some(name)) => return Engines::One(engine(name, config)),
            (Strategy::Smart, None) => Blend::Smart(config.smart),
            (_, None) => Blend::Auto {
                model: config.model.clone(),
                favor: config.favor,
                is_fast: config.fast,
                rules: config.rules,
            },
        };
        let engines = blend.engines().iter().map(|&name| engine(name, config));
        let engines = engines.collect();
        Engines::Blend(blend, engines)
    }

    /// Returns the blend, or `None` if there is a single engine.
    pub(super) fn blend(&self) -> Option<&Blend> {
        match self {
            Engines::One(_) => None,
            Engines::Blend(blend, _) => Some(blend),
        }
    }

    /// Returns the model that decides, if one does.
    pub(super) fn model(&self) -> Option<&Model> {
        self.blend().and_then(Blend::model)
    }

    /// Returns all engines.
    pub(super) fn all(&self) -> &[Arc<dyn Engine>] {
        match self {
            Engines::One(engine) => std::slice::from_ref(engine),
            Engines::Blend(_, engines) => engines,
        }
    }

    /// Returns true if there is a single engine, and it has this name.
    pub(super) fn is_only(&self, name: &str) -> bool {
        matches!(self, Engines::One(engine) if engine.name() == name)
    }

    /// Decides by the engine alone, or by the blend.
    pub(super) fn choose(&self, page: &Page, context: &Context<'_>) -> Choice {
        match self {
            Engines::One(engine) => Choice::alone(engine.judge(page, context)),
            Engines::Blend(blend, _) => {
                blend.choose(page, |page, name| self.built_in(name).judge(page, context))
            }
        }
    }

    /// Returns the engine that the blend spared when it chose this, with what its rating needs.
    pub(super) fn spared(&self, choice: &mut Choice) -> Option<Spared> {
        let name = choice.spared?;
        let engine = Arc::clone(self.built_in(name));
        let probabilities = std::mem::take(&mut choice.probabilities);
        Some(Spared { name, engine, blend: self.blend()?.clone(), probabilities })
    }

    /// Returns the engine of a blend with this name.
    fn built_in(&self, name: EngineName) -> &Arc<dyn Engine> {
        let names = self.blend().map_or(&[][..], Blend::engines);
        let at = names.iter().position(|&of| of == name);
        &self.all()[at.expect("a blend asks its own engines")]
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().iter().map(|engine| engine.name())).finish()
    }
}

impl Spared {
    /// Returns the verdicts with that of the engine, in the blend's order. `page` is the one that
    /// they are about.
    pub(super) fn added_to(&self, others: &[Verdict], page: &Page) -> Vec<Verdict> {
        let mut all = others.to_vec();
        // The engine needs no stopwords.
        let verdict = self.engine.judge(page, &Context::default());
        self.blend.add_spared(page, &mut all, verdict, &self.probabilities);
        all
    }
}

impl fmt::Debug for Spared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spared").field(&self.name).finish()
    }
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $engine:ident $name:ident $summary:literal,)*) => {
        fn engine(name: EngineName, config: &Config) -> Arc<dyn Engine> {
            match name {
                $(EngineName::$engine => Arc::new($engine::new(Clone::clone(&config.$name))),)*
            }
        }
    };
}

with_engines!(constructors);
