//! The options: one table that makes the parser, the help, the completions and the man page.

mod epub;
mod parameters;
mod writing;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use clap_complete::Shell;
use tamis::blend::smart;
use tamis::dom::{Limits, decode_forced};
use tamis::engine::EngineName;
use tamis::metadata::Date;
use tamis::stoplists::Stoplist;
use tamis::{Config, PageJson, Stopwords, Url};

pub use epub::{EpubArgs, Export};
pub use parameters::{DensityArgs, JustextArgs, ReadabilityArgs, SelectorsArgs};
pub use writing::WritingArgs;

const ABOUT: &str = "Gives the main content of web pages, without menus, banners and footers";

const LONG_ABOUT: &str = "\
Gives the main content of web pages, without menus, banners and footers.

Pages are HTML from the web, from files, folders, WARC archives or standard input. Their texts are printed in \
the order of the inputs; what cannot be read is named on standard error, and the other pages still come out.

Exit status: 0 content found, 1 no content found, 2 something failed.";

const EXAMPLES: &str = "\
Examples:
  tamis page.html                        the text of a page
  tamis https://example.com/             the text of a page on the web
  curl -s https://example.com/ | tamis - the same, fetched by another program
  tamis --format markdown page.html      with headings, lists, tables, code and links
  tamis --format json page.html          with title, language and encoding
  tamis --chunks --max-chars 2000 pages/ parts for retrieval, one per line, each under its headings
  tamis --max-chars 4000 page.html       the beginning; --cursor goes on
  tamis --format json --with markdown,paragraphs page.html
                                         with the content in Markdown, and what became of each paragraph
  tamis --format tei page.html > page.xml
                                         in TEI; --format xml by the names of trafilatura
  tamis --format jsonl pages/ > out.jsonl
                                         one row per page of a folder
  tamis --format jsonl crawl.warc.gz     one row per page of a crawl
  tamis --files-from list.txt            pages whose names are in a list
  tamis --language German page.html      with the German stopwords
  tamis --engine all page.html           what each engine finds
  tamis compare page.html                how far the engines agree
  tamis epub -f links.txt --merge sunday.epub
                                         a book of articles, with their images
  tamis learn --site pages/ -o rules/example.com.toml
                                         rules for a site, learned from a folder of its pages
  tamis --site-rules rules/ --follow-pages https://example.com/story
                                         by the rules for its site, with all its pages

JSON: `--format jsonl` prints one object per page and line; `--format json` prints one object if the input is a \
single page, and one array for several inputs, a folder, a WARC file or a list. An object has `source` (as \
given; in a WARC file the address), `schema_version`, `text`, `title`, `language` and `encoding` (null where \
unknown), `metadata` (each value with its source), `engine` and `confidence`, `warnings`, and `error` (a sentence) \
where the page could not be read; --with adds more. `tamis schema` prints the JSON Schema, which describes each field.";

/// The whole table, with the command whose options [`crate::justext`] reads itself.
pub fn command() -> clap::Command {
    Cli::command().subcommand(crate::justext::command())
}

/// What was asked for.
#[derive(Debug, Parser)]
#[command(
    name = "tamis",
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_long_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub writing: WritingArgs,
    #[command(flatten)]
    pub content: ContentArgs,
    #[command(flatten)]
    pub justext: JustextArgs,
    #[command(flatten)]
    pub readability: ReadabilityArgs,
    #[command(flatten)]
    pub density: DensityArgs,
    #[command(flatten)]
    pub selectors: SelectorsArgs,
    #[command(flatten)]
    pub fetch: FetchArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page
    Man,
    /// Print the JSON Schema of what --format json and jsonl print
    Schema,
    /// Print how far engines agree about a page, and where they differ
    Compare(Box<CompareArgs>),
    /// Make an EPUB or a page of HTML of articles, with their images
    #[command(version, long_about = epub::ABOUT)]
    Epub(Box<EpubArgs>),
    /// Write rules for a site, learned from some of its pages, for --site-rules
    #[command(long_about = LEARN_ABOUT)]
    Learn(LearnArgs),
}

const LEARN_ABOUT: &str = "\
Write rules for a site, learned from some of its pages, for --site-rules.

What stands on page after page is the site's template; where the text varies that engines take for content, the \
content is. The rules are selectors in a TOML file that can be read and changed. What was learned is told on \
standard error.

Exit status: 0 rules for the content found, 1 none found (what repeats is in the file all the same), 2 something \
failed.";

/// What is learned from.
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// A folder with pages of the site, two at least; half a dozen of each kind are better
    ///
    /// The same files are read as of folders that are extracted from, 1000 at most.
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub site: PathBuf,

    /// The elements of this CSS selector are the content, whatever is learned (repeat for more)
    #[arg(long, value_name = "SELECTOR")]
    pub keep: Vec<String>,

    /// The elements of this CSS selector are no content (repeat for more)
    #[arg(long, value_name = "SELECTOR")]
    pub drop: Vec<String>,

    /// The host that the rules are for (default: the one that the pages' canonical addresses name)
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,

    /// The encoding of the pages, whatever they say themselves (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// Where the rules are written, such as rules/example.com.toml (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// What is compared.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The page: a URL, a file, or - for standard input
    #[arg(value_name = "URL | FILE | -", value_hint = ValueHint::AnyPath, default_value = "-")]
    pub page: String,

    /// The engines, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = engine_names(),
        default_values_t = EngineName::ENGINES.iter().copied())]
    pub engines: Vec<EngineName>,

    /// What is printed: a table and the differences, or one object
    #[arg(short, long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,

    /// The address of the page, where it is read from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// The encoding of the page, whatever it says itself (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// Whose stopwords are looked at: a language (English, en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    #[command(flatten)]
    pub fetch: FetchArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    Text,
    Json,
}

/// The parser of an engine's name.
fn engine_names() -> impl TypedValueParser<Value = EngineName> {
    let names = EngineName::ALL.iter().map(|name| engine_value(*name));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<EngineName>())
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Pages: URLs, files, folders, or - for standard input
    ///
    /// Files may be compressed with gzip. Files that end in .warc or .warc.gz are read as web archives. Of folders
    /// all files ending in .html, .htm, .xhtml, .html.gz, .htm.gz, .warc and .warc.gz are read, sorted by name,
    /// those of inner folders too. Without any input, standard input is read.
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        display_order = 0)]
    pub inputs: Vec<String>,

    /// Read more inputs from a list, one per line (- for standard input)
    #[arg(long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub files_from: Option<PathBuf>,

    /// The address of the one page that is read from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// The address that relative ones start from (default: the page's own, or that of --url)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = Url::parse)]
    pub base_url: Option<Url>,

    /// The encoding of the pages, whatever they say themselves (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The largest page that is read, in bytes after decompression
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().decompressed_bytes as u64)]
    pub max_bytes: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// What is printed
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Print the article alone, without a page around it (with --format html)
    #[arg(long)]
    pub fragment: bool,

    /// Print what is known of the article before it, in YAML (with --format markdown)
    #[arg(long)]
    pub front_matter: bool,

    /// Print hyphens and numbers before the items of lists (with --format text)
    #[arg(long)]
    pub list_markers: bool,

    /// Print more fields of each page, with commas between them (with --format json and jsonl)
    #[arg(long, value_name = "FIELDS", value_enum, value_delimiter = ',')]
    pub with: Vec<JsonPart>,

    /// Print whether the page is probably an article, yes or no, instead of its content
    ///
    /// The exit status is 0 if it is (of several pages: if one is), else 1. Source: Readability's
    /// isProbablyReaderable.
    #[arg(long, conflicts_with = "fragment")]
    pub readerable: bool,

    /// Where it is printed (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// How many pages are worked on at the same time, up to 1024 (default: the number of processor cores)
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Show neither progress nor warnings, only errors
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The texts, an empty line between paragraphs and between pages
    Text,
    /// One object for one page, else one array
    Json,
    /// One object per page and line
    Jsonl,
    /// The articles in Markdown: headings, lists, tables, code, links, images
    Markdown,
    /// A page to read: the article in safe HTML with its images
    Html,
    /// The article and what is known of it in XML, by the names of trafilatura's XML
    Xml,
    /// The article and what is known of it by the guidelines of the Text Encoding Initiative (TEI P5)
    #[value(alias = "xmltei")]
    Tei,
}

impl Format {
    /// Whether it is the article in another form than text, and not a row.
    pub fn is_rendered(self) -> bool {
        matches!(self, Format::Markdown | Format::Html | Format::Xml | Format::Tei)
    }
}

/// A field of JSON that is there on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonPart {
    /// The article in Markdown
    Markdown,
    /// The article in safe HTML
    Html,
    /// All paragraphs of the page, with reasons and paths
    Paragraphs,
    /// What each engine that was asked says of each paragraph
    Verdicts,
    /// How long the steps took
    Timings,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Main content")]
pub struct ContentArgs {
    /// How the main content is found
    #[arg(long, value_enum, default_value_t = EngineChoice::Engine(EngineName::Auto))]
    pub engine: EngineChoice,

    /// Whose stopwords are looked at: a language (English, en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    /// Take the stopwords from a file, one per line in UTF-8
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "language")]
    pub stoplist: Option<PathBuf>,

    /// Use rules for single sites: a folder with files such as example.com.txt of fivefilters' ftr-site-config, and those
    /// that `tamis learn` writes (.toml)
    ///
    /// A page goes by the rules for the host of its address, else by those for the hosts below one above it
    /// (.example.com.txt), and by those for all (global.txt) behind them. Where they name no body that is in the
    /// page, the learned rules answer, and where these find nothing the engine, unless they forbid it. Of
    /// learned rules that find content on clearly fewer of ten or more pages than when they were learned it is said at
    /// the end.
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub site_rules: Option<PathBuf>,

    /// Take text from the page's own JSON (for search engines, or for a program that makes the page in the browser)
    ///
    /// For the engine auto. With auto where the page's elements give fewer than 1,000 characters and the JSON at least ten times
    /// as many; on pages without a rule for their site.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = PageJsonChoice::Never)]
    pub page_json: PageJsonChoice,

    /// Look for readers' comments too, and print them behind the content
    ///
    /// The content is the same as without. Comments are found by rules, as those for content and exclusions. In Markdown a line
    /// parts them from the content, in HTML they are a section, in XML and JSON the element or field `comments`; with
    /// --chunks the field `comments` is true. Comments that a script fetches are not in the page.
    #[arg(long, conflicts_with = "readerable")]
    pub comments: bool,

    /// Fetch the further pages that the site's rules name, and print one article of all of them
    ///
    /// For pages on the web. In the place of a page comes the one that has the whole article, where there is one; what
    /// is kept of the pages on which it goes on follows, at most 30 of them.
    #[arg(long, requires = "site_rules", conflicts_with_all = ["base_url", "readerable"])]
    pub follow_pages: bool,
}

/// When text is taken from a page's own JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageJsonChoice {
    /// Not at all
    Never,
    /// Where the elements give nearly nothing
    Auto,
}

/// An engine or a blend of the library, or all engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    Engine(EngineName),
    All,
}

impl ValueEnum for EngineChoice {
    fn value_variants<'a>() -> &'a [EngineChoice] {
        const VARIANTS: [EngineChoice; EngineName::ALL.len() + 1] = {
            let mut variants = [EngineChoice::All; EngineName::ALL.len() + 1];
            let mut index = 0;
            while index < EngineName::ALL.len() {
                variants[index] = EngineChoice::Engine(EngineName::ALL[index]);
                index += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            EngineChoice::Engine(name) => engine_value(*name),
            EngineChoice::All => {
                PossibleValue::new("all").help("As auto, with the answer of each engine beside it")
            }
        })
    }
}

/// The name of an engine as a value of an option.
fn engine_value(name: EngineName) -> PossibleValue {
    PossibleValue::new(name.as_str()).help(match name {
        EngineName::Justext => "By lengths, stopwords and links of paragraphs",
        EngineName::Readability => "The article as Firefox's reader view has it",
        EngineName::Density => "Where the text lies dense among the tags",
        EngineName::Selectors => "What the page's authors marked up as content, by rules",
        EngineName::Smart => "By rules; where they find too little, by density",
        EngineName::Auto => "All of them, and of their answers the best by a fitted formula",
        _ => "Another way",
    })
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Pages on the web")]
pub struct FetchArgs {
    /// Connect to private and local addresses too
    #[arg(long)]
    pub allow_private: bool,

    /// The User-Agent header
    #[arg(long, value_name = "TEXT", default_value_t = tamis_fetch::Config::default().user_agent)]
    pub user_agent: String,

    /// A header that is sent to the address asked for (repeat for more)
    #[arg(short = 'H', long = "header", value_name = "NAME: VALUE")]
    pub headers: Vec<String>,

    /// The time for one page, in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true,
        default_value_t = tamis_fetch::Config::default().timeout.as_secs_f64())]
    pub timeout: f64,

    /// How many redirects are followed
    #[arg(long, value_name = "N", default_value_t = tamis_fetch::Config::default().max_redirects)]
    pub max_redirects: u32,

    /// The HTTP proxy to use (the environment is not looked at)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub proxy: Option<String>,
}

impl Cli {
    /// The configuration of the library.
    ///
    /// # Errors
    ///
    /// When the stoplist or the rules can't be read, a share is no number, or no encoding has the label.
    pub fn extraction(&self) -> anyhow::Result<Config> {
        // Three bytes is the most that a byte of another encoding becomes.
        let unpacked = usize::try_from(self.input.max_bytes).unwrap_or(usize::MAX);
        let decoded = unpacked.saturating_mul(3);
        if let Some(label) = &self.input.encoding
            && decode_forced(b"", label).is_none()
        {
            bail!("there is no encoding called `{label}`");
        }
        Ok(Config::default()
            .engine(match self.content.engine {
                EngineChoice::Engine(name) => name,
                EngineChoice::All => EngineName::Auto,
            })
            .page_json(match self.content.page_json {
                PageJsonChoice::Never => PageJson::Never,
                PageJsonChoice::Auto => PageJson::Auto,
            })
            .comments(self.content.comments)
            .stopwords(self.content.stopwords()?)
            .justext(self.justext.config()?)
            .readability(self.readability.config()?)
            .density(self.density.config()?)
            .selectors(self.selectors.config()?)
            .smart(smart::Config::default().min_chars(self.selectors.min_rule_chars))
            .latest_date(latest_date())
            .limits(Limits::default().input_bytes(decoded).decompressed_bytes(unpacked)))
    }
}

/// Today where the day begins first, 14 hours east of Greenwich: no page is of a later day. `None` where the clock tells nothing.
pub fn latest_date() -> Option<Date> {
    const FIRST_HOURS: u64 = 14;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let seconds = now.as_secs() + FIRST_HOURS * 3600;
    Date::from_unix_seconds(i64::try_from(seconds).ok()?)
}

impl ContentArgs {
    fn stopwords(&self) -> anyhow::Result<Stopwords> {
        if let Some(path) = &self.stoplist {
            let words = std::fs::read_to_string(path)
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

impl FetchArgs {
    /// The configuration of the HTTP client.
    ///
    /// # Errors
    ///
    /// When a header has no colon or the time is no time.
    pub fn config(&self, max_bytes: u64) -> anyhow::Result<tamis_fetch::Config> {
        let timeout = Duration::try_from_secs_f64(self.timeout)
            .with_context(|| format!("--timeout {} is no time in seconds", self.timeout))?;
        let mut config = tamis_fetch::Config::default()
            .user_agent(&self.user_agent)
            .timeout(timeout)
            .max_redirects(self.max_redirects)
            .max_body_bytes(max_bytes)
            .allow_private(self.allow_private);
        for header in &self.headers {
            let (name, value) = header
                .split_once(':')
                .with_context(|| format!("--header `{header}` is not of the form `Name: value`"))?;
            config = config.header(name.trim(), value.trim());
        }
        if let Some(proxy) = &self.proxy {
            config = config.proxy(proxy);
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sound() {
        super::command().debug_assert();
    }
}
