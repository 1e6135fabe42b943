//! Rules for single sites, as fivefilters' Full-Text RSS and its relatives read them.
//!
//! A rule file has a directive per line, a name and a value (`body: //article`), mostly an XPath. It belongs to the host
//! that its name says: `example.com.txt` to `example.com` and `www.example.com`, `.example.com.txt` to the hosts below.
//! What a file says comes before what an engine finds: its body, its title, its author and its date.
//!
//! | directive | what is done |
//! | --- | --- |
//! | `title`, `author`, `date` | the first that gives something stands in the [metadata](crate::Metadata); the elements themselves are left out of the body |
//! | `body` | the first that gives something is the main content; of several nodes all, in the page's order |
//! | `strip`, `strip_id_or_class`, `strip_image_src` | what they name is left out; attributes that `strip` or `strip_attr` names are taken away |
//! | `prune` (yes) | the body is [cleaned lightly](SiteRule::judge) |
//! | `find_string`, `replace_string`, `replace_string(x)` | the text of the page is changed before it is parsed |
//! | `wrap_in(tag)`, `dissolve`, `convert_double_br_tags`, `src_lazy_load_attr` | the tree is changed before it is measured, so that all formats show it |
//! | `insert_detected_image` (yes) | a body without any image gets the page's `og:image` |
//! | `skip_json_ld` | the page's JSON-LD is not looked at |
//! | `single_page_link`, `next_page_link`, `if_page_contains` | [`SiteRule::single_page`], [`SiteRule::next_page`] |
//! | `http_header(name)` | [`SiteRule::headers`] |
//! | `native_ad_clue` | a warning says that the page is an advertisement |
//! | `autodetect_on_failure` (yes) | whether an engine answers where no body is found |
//! | `test_url`, `test_contains` | [`SiteRule::tests`] |
//! | `tidy`, `parser`, `strip_comments` | nothing: there is one parser, and comments never come out |
//!
//! Beside them stand [learned](learn) files in TOML, whose rules come behind those of a file in text, and before the engine.
//!
//! Directives of logins, feeds and footnotes are known and warned about, as are those that are not known at all, and
//! values that can't be read.
//!
//! Source: fivefilters' documentation of site patterns, and their `SiteConfig.php`; where these leave questions, Graby 2's
//! `ConfigBuilder` and `ContentExtractor`.

mod body;
mod breaks;
mod directives;
mod judge;
pub mod learn;
mod learned;
mod links;
mod prune;
mod reader;
mod rewrite;
mod template;
mod weight;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use url::Url;

use crate::metadata::one_line;

pub use self::learned::{LEARNED, LearnedRules, MIN_CHARS};
use self::reader::RuleFile;

/// The rules of many sites.
///
/// The library reads no files: whoever has a folder of them gives their names and texts.
///
/// ```
/// use std::sync::Arc;
/// use tamis::site_rules::SiteRules;
/// use tamis::{Config, Extractor, Input, Url};
///
/// let mut rules = SiteRules::default();
/// rules.add("example.com.txt", "body: //div[@id='story']\nstrip_id_or_class: promo\nauthor: //p[@class='by']\n");
/// let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules)))?;
///
/// let url = Url::parse("https://www.example.com/bread").unwrap();
/// let page = "<div id=story><p class=by>Ann</p><p>Bread rises.</p><p class=promo>Subscribe!</p></div><p>Menu</p>";
/// let extraction = extractor.extract(Input::from(page).url(&url))?;
/// assert_eq!(extraction.text(), "Bread rises.");
/// assert_eq!(extraction.metadata().byline.as_deref(), Some("Ann"));
/// assert_eq!(extraction.strategy_used(), "site-rules");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SiteRules {
    /// By host; those for all hosts below one have a dot before it.
    files: HashMap<Box<str>, RuleFile>,
    /// By host, without a `www.`.
    learned: HashMap<Box<str>, Arc<LearnedRules>>,
}

/// The name of the file whose rules stand behind those of every host.
const GLOBAL: &str = "global";

const WWW: &str = "www.";

impl SiteRules {
    /// Adds a rule file, in the place of one of the same name. Its name is the host, with or without `.txt` at the end;
    /// `global` stands for all hosts. A name that ends in `.toml` is that of a [learned](learn) file, which says itself for
    /// which hosts it is. Returns what in it can't be carried out; of a learned file all or nothing is.
    pub fn add(&mut self, name: &str, text: &str) -> Vec<RuleWarning> {
        if name.to_ascii_lowercase().ends_with(".toml") {
            return self.add_learned(name, text).err().into_iter().collect();
        }
        let file = RuleFile::read(name, text);
        let warnings = file.warnings.clone();
        let host = name.strip_suffix(".txt").unwrap_or(name).to_ascii_lowercase();
        self.files.insert(host.into(), file);
        warnings
    }

    fn add_learned(&mut self, name: &str, text: &str) -> Result<(), RuleWarning> {
        let learned = LearnedRules::read(name, text).map_err(|error| {
            let reason = one_line(&error.to_string()).unwrap_or_default();
            RuleWarning { file: name.into(), line: 0, reason }
        })?;
        let learned = Arc::new(learned);
        for host in learned.hosts() {
            let host = host.to_ascii_lowercase();
            self.learned.insert(without_www(&host).into(), Arc::clone(&learned));
        }
        Ok(())
    }

    /// The learned files, by host: one that is for several comes as often.
    pub fn learned(&self) -> impl Iterator<Item = &LearnedRules> {
        let mut hosts: Vec<_> = self.learned.iter().collect();
        hosts.sort_unstable_by_key(|(host, _)| *host);
        hosts.into_iter().map(|(_, learned)| &**learned)
    }

    /// For how many hosts there are rules, and once more for those that have learned ones.
    pub fn len(&self) -> usize {
        self.files.len() + self.learned.len()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.learned.is_empty()
    }

    /// The rules for a page at this address; `None` where there are none.
    ///
    /// They are those of its host without a `www.` before it, else with it, else those for all hosts below the nearest one
    /// above it, each with the global ones behind them, unless they say `autodetect_on_failure: no`. Full-Text RSS never
    /// looks for `www.`, and one level up only.
    pub fn find(&self, url: &Url) -> Option<SiteRule<'_>> {
        let host = url.host_str()?.to_ascii_lowercase();
        let host = without_www(&host);
        let above = || {
            let mut dots = host.match_indices('.').map(|(at, _)| &host[at..]);
            dots.find_map(|above| self.files.get(above))
        };
        let own = self.files.get(host);
        let own = own.or_else(|| self.files.get(&*format!("{WWW}{host}"))).or_else(above);
        let global = self.files.get(GLOBAL);
        let closed = own.is_some_and(|file| file.autodetect_on_failure == Some(false));
        let files: Vec<_> = own.into_iter().chain(global.filter(|_| !closed)).collect();
        let learned = self.learned.get(host).map(|learned| &**learned);
        let has_rules = !files.is_empty() || learned.is_some();
        has_rules.then_some(SiteRule { files, learned, host: host.into() })
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix(WWW).unwrap_or(host)
}

/// The rules for a page: those of its site, and the global ones behind them.
#[derive(Clone, Debug)]
pub struct SiteRule<'r> {
    /// At most two, the more special first.
    files: Vec<&'r RuleFile>,
    learned: Option<&'r LearnedRules>,
    /// The host of the page.
    host: Box<str>,
}

impl<'r> SiteRule<'r> {
    /// The names of the files, as they were added.
    pub fn names(&self) -> impl Iterator<Item = &'r str> {
        self.files.iter().map(|file| &*file.name).chain(self.learned.map(LearnedRules::name))
    }

    /// The learned rules for the site, if there are any.
    ///
    /// Where they choose, [`Extraction::strategy_used`](crate::Extraction::strategy_used) is [`LEARNED`].
    pub fn learned(&self) -> Option<&'r LearnedRules> {
        self.learned
    }

    /// What in the files can't be carried out.
    pub fn warnings(&self) -> impl Iterator<Item = &'r RuleWarning> {
        self.files.iter().flat_map(|file| &file.warnings)
    }

    /// Headers to ask for the page with, as name and value, each name once.
    pub fn headers(&self) -> impl Iterator<Item = (&'r str, &'r str)> {
        let own = self.files.first().map(|file| file.headers.as_slice()).unwrap_or_default();
        let is_set = move |name: &str| own.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let more = self.files.iter().skip(1).flat_map(|file| &file.headers);
        let more: Vec<_> = more.filter(|(name, _)| !is_set(name)).collect();
        own.iter().chain(more).map(|(name, value)| (&**name, &**value))
    }

    /// Pages that the rules were written for, with texts that are to come out. The global ones are not among them.
    pub fn tests(&self) -> &'r [SiteTest] {
        self.files.first().map(|file| file.tests.as_slice()).unwrap_or_default()
    }

    /// Whether an engine answers where the rules find no body: unless they say no.
    pub fn autodetects(&self) -> bool {
        self.flag(|file| file.autodetect_on_failure).unwrap_or(true)
            || self.all(|file| &file.body).next().is_none()
    }

    /// What all files have in a list.
    fn all<T>(&self, list: impl Fn(&'r RuleFile) -> &'r Vec<T>) -> impl Iterator<Item = &'r T>
    where
        T: 'r,
    {
        self.files.iter().flat_map(move |file| list(file))
    }

    /// What the first file says that says something.
    fn flag<T>(&self, flag: impl Fn(&'r RuleFile) -> Option<T>) -> Option<T> {
        self.files.iter().find_map(|file| flag(file))
    }
}

/// A page that rules were written for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SiteTest {
    /// Its address, as the file has it.
    pub url: String,
    /// Texts that are to be in its body.
    pub contains: Vec<String>,
}

/// Something in a rule file that can't be carried out. Its text is one sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct RuleWarning {
    /// The file.
    pub file: String,
    /// The line, from 1 on; 0 where the file as a whole can't be read.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl fmt::Display for RuleWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.reason),
            line => write!(f, "{}, line {line}: {}", self.file, self.reason),
        }
    }
}

#[cfg(test)]
mod tests;
