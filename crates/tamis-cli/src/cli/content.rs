//! Options for the main content.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use tamis::blend::auto::Favor;
use tamis::engine::model::Model;
use tamis::stoplists::Stoplist;
use tamis::{Config, PageJson, Stopwords, Strategy, TitlePolicy};

#[derive(Debug, Args)]
#[command(next_help_heading = "Main content")]
pub struct ContentArgs {
    /// The engine or blend that finds the main content
    #[arg(long, alias = "engine", value_enum, default_value_t = StrategyChoice::One(Strategy::Auto))]
    pub strategy: StrategyChoice,

    /// The measure that --strategy auto favours
    #[arg(long, value_name = "MEASURE", value_enum)]
    pub favor: Option<FavorChoice>,

    /// Run --strategy auto without Readability, which it runs on pages that leave it unsure
    #[arg(long)]
    pub fast: bool,

    /// The model that decides for --strategy auto: a file that the project's train/ wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub model: Option<PathBuf>,

    /// The language of the stopwords (such as English or en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    /// Read the stopwords from a file, one per line in UTF-8
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "language")]
    pub stoplist: Option<PathBuf>,

    /// Use the rules for single sites in a folder: the files of fivefilters' ftr-site-config (such
    /// as example.com.txt), and the files that `tamis learn` writes (.toml)
    ///
    /// The host of the page's address selects the rules: its own file, else the file for the hosts
    /// below a parent domain (.example.com.txt). The rules for all sites (global.txt) are added. If
    /// they find no body in the page, the learned rules answer. If these find nothing either, the
    /// engine does, unless the rules forbid it. At the end, the program names learned rules that
    /// found content on clearly fewer pages than when they were learned (of at least ten).
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub site_rules: Option<PathBuf>,

    /// Print the text of the elements that match a CSS selector, and nothing else (repeatable)
    ///
    /// Title, author and date still come from the whole page. A page without such an element has no
    /// main content, and a warning names each selector that matches nothing.
    #[arg(long, value_name = "CSS")]
    pub select: Vec<String>,

    /// Leave out the elements that match a CSS selector, before anything is read (repeatable)
    ///
    /// A warning names each selector that matches nothing.
    #[arg(long, value_name = "CSS")]
    pub drop: Vec<String>,

    /// Leave out all text that no reader sees, for example for a model
    ///
    /// By default, only short text that is hidden is left out, because scripts show longer one.
    /// With this, long hidden text is left out too, and so is text that an inline style makes
    /// unreadable, such as white on white, and text for screen readers alone. What opens when it is
    /// clicked stays. If a browser draws the page (--render), it tells what is seen.
    #[arg(long)]
    pub drop_hidden: bool,

    /// The place of the title in the content [default: strip, for --strategy auto and smart]
    ///
    /// It is in the metadata in any case: in JSON, front matter, the heading of an HTML page and
    /// the header of TEI. The other strategies and the rules for single sites have no default: they
    /// keep the title or not, as their references do.
    #[arg(long, value_name = "POLICY", value_enum)]
    pub title: Option<TitleChoice>,

    /// Take the text from the page's scripts if the page itself shows almost none
    ///
    /// Some pages are empty until a script in the browser draws them, but bring their text along as
    /// JSON, for that script or for search engines. `auto` prints this text if the page's elements
    /// have fewer than 1,000 characters and the JSON has at least ten times as many, and more than
    /// the whole page shows. `never` prints what the elements show, even if that is nothing. For
    /// --strategy auto, on pages without a rule for their site.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = PageJsonChoice::Auto)]
    pub page_json: PageJsonChoice,
}

/// The measure that the strategy `auto` favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FavorChoice {
    /// The highest expected F1
    Balanced,
    /// Less boilerplate: drop doubtful paragraphs
    Precision,
    /// Less lost text: keep doubtful paragraphs
    Recall,
}

impl From<FavorChoice> for Favor {
    fn from(choice: FavorChoice) -> Favor {
        match choice {
            FavorChoice::Balanced => Favor::Balanced,
            FavorChoice::Precision => Favor::Precision,
            FavorChoice::Recall => Favor::Recall,
        }
    }
}

/// The place of the title in the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TitleChoice {
    /// Keep the heading that shows the title, once and at its place, if the page has one
    Keep,
    /// Begin with the title, as a heading of level 1 in Markdown and in a fragment of HTML
    Add,
    /// Leave out the heading that shows the title
    Strip,
}

impl From<TitleChoice> for TitlePolicy {
    fn from(choice: TitleChoice) -> TitlePolicy {
        match choice {
            TitleChoice::Keep => TitlePolicy::Keep,
            TitleChoice::Add => TitlePolicy::Add,
            TitleChoice::Strip => TitlePolicy::Strip,
        }
    }
}

/// The cases in which text is taken from the JSON in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageJsonChoice {
    /// Never
    Never,
    /// If the elements of the page have almost no text
    Auto,
}

/// An engine or a blend of the library, or all engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyChoice {
    One(Strategy),
    All,
}

impl ValueEnum for StrategyChoice {
    fn value_variants<'a>() -> &'a [StrategyChoice] {
        const VARIANTS: [StrategyChoice; Strategy::ALL.len() + 1] = {
            let mut variants = [StrategyChoice::All; Strategy::ALL.len() + 1];
            let mut index = 0;
            while index < Strategy::ALL.len() {
                variants[index] = StrategyChoice::One(Strategy::ALL[index]);
                index += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            StrategyChoice::One(name) => strategy_value(*name),
            StrategyChoice::All => {
                PossibleValue::new("all").help("Like auto, and prints the answer of each engine")
            }
        })
    }
}

/// The parser of an engine's name.
pub(super) fn strategy_names() -> impl TypedValueParser<Value = Strategy> {
    let names = Strategy::ALL.iter().map(|name| strategy_value(*name));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Strategy>())
}

/// The name of an engine as a value of an option.
fn strategy_value(name: Strategy) -> PossibleValue {
    PossibleValue::new(name.as_str()).help(name.summary())
}

impl From<PageJsonChoice> for PageJson {
    fn from(choice: PageJsonChoice) -> PageJson {
        match choice {
            PageJsonChoice::Never => PageJson::Never,
            PageJsonChoice::Auto => PageJson::Auto,
        }
    }
}

impl StrategyChoice {
    /// The strategy that takes the answer.
    pub fn strategy(self) -> Strategy {
        match self {
            StrategyChoice::One(name) => name,
            StrategyChoice::All => Strategy::Auto,
        }
    }
}

impl ContentArgs {
    /// The configuration of the library, without rules for single sites.
    ///
    /// # Errors
    ///
    /// If an option goes with another strategy only, or the model or the stopwords cannot be read.
    pub fn config(&self) -> anyhow::Result<Config> {
        let strategy = self.strategy.strategy();
        for (option, is_given) in [
            ("--favor", self.favor.is_some()),
            ("--fast", self.fast),
            ("--model", self.model.is_some()),
        ] {
            if is_given && strategy != Strategy::Auto {
                bail!("{option} goes with --strategy auto");
            }
        }
        let mut config = Config::default()
            .strategy(strategy)
            .favor(self.favor.map_or_else(Favor::default, Favor::from))
            .fast(self.fast)
            .page_json(self.page_json.into())
            .select(&self.select)
            .drop(&self.drop)
            .drop_hidden(self.drop_hidden)
            .stopwords(self.stopwords()?);
        config.model = self.model()?;
        config.title = self.title.map(TitlePolicy::from);
        Ok(config)
    }

    /// Reads the model.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a model for this version.
    fn model(&self) -> anyhow::Result<Option<Arc<Model>>> {
        let read = |path: &PathBuf| {
            let context = || format!("cannot read the model {}", path.display());
            let file = fs::read(path).with_context(context)?;
            Model::from_bytes(&file).map(Arc::new).with_context(context)
        };
        self.model.as_ref().map(read).transpose()
    }

    /// Reads the stopwords.
    ///
    /// # Errors
    ///
    /// If the file with them cannot be read.
    fn stopwords(&self) -> anyhow::Result<Stopwords> {
        if let Some(path) = &self.stoplist {
            let words = fs::read_to_string(path)
                .with_context(|| format!("cannot read the stoplist {}", path.display()))?;
            let words = words.trim_start_matches('\u{feff}').lines().map(str::trim);
            let words = words.filter(|word| !word.is_empty());
            return Ok(Stopwords::List(Stoplist::from_words(words)));
        }
        Ok(stopwords(&self.language))
    }
}

/// The stopwords of a language, `auto` or `none`.
pub fn stopwords(language: &str) -> Stopwords {
    match language.to_ascii_lowercase().as_str() {
        "auto" => Stopwords::Auto,
        "none" => Stopwords::None,
        _ => Stopwords::Language(language.to_owned()),
    }
}
