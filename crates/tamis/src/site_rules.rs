//! Rules for single sites, in the format of fivefilters' Full-Text RSS, and learned rules.
//!
//! An engine has to guess where the content of any page is. A person who looks at one site knows
//! it, and can say so in two lines. Such files exist for many sites, so their format is used
//! instead of a new one. A rule file has one directive per line, a name and a value, mostly an
//! XPath:
//!
//! ```text
//! body: //div[@id='story']
//! strip: //div[@class='promo']
//! author: //p[@class='by']
//! test_url: https://example.com/bread
//! ```
//!
//! The name of the file is the host it applies to: `example.com.txt` applies to `example.com` and
//! `www.example.com`, and `.example.com.txt` to all subdomains. Body, title, author and date of a
//! file take precedence over those that an engine finds. What a file does not say is left to the
//! engine, because rules age: a site changes its markup, the XPath finds nothing, and the page
//! still has a text.
//!
//! | directive | effect |
//! | --- | --- |
//! | `title`, `author`, `date` | the first with a result sets the [metadata](crate::Metadata) |
//! | `body` | the first with a result is the main content: all its nodes, in document order |
//! | `strip` | leaves out the elements, and removes the attributes |
//! | `strip_attr` | the same as `strip` |
//! | `strip_id_or_class`, `strip_image_src` | leaves out the elements |
//! | `prune` (default `yes`) | [cleans](SiteRule::judge) the body lightly |
//! | `find_string`, `replace_string` | [replaces](SiteRule::replaced) text in the page's source |
//! | `replace_string(x)` | the same, in one line |
//! | `wrap_in(tag)`, `dissolve` | [changes](SiteRule::rewrite) the tree before it is measured |
//! | `convert_double_br_tags` | the same |
//! | `src_lazy_load_attr` | the same |
//! | `insert_detected_image` (default `yes`) | puts `og:image` into a body without images |
//! | `skip_json_ld` | ignores the page's JSON-LD |
//! | `single_page_link` | [`SiteRule::single_page`] |
//! | `next_page_link` | [`SiteRule::next_page`] |
//! | `if_page_contains` | a condition for the link before it |
//! | `http_header(name)` | [`SiteRule::headers`] |
//! | `native_ad_clue` | warns that the page is an advertisement |
//! | `autodetect_on_failure` (default `yes`) | lets an engine decide if no body is found |
//! | `test_url`, `test_contains` | [`SiteRule::tests`] |
//! | `tidy`, `parser` | none: there is one parser |
//! | `strip_comments` | none: comments are never in the output |
//!
//! Elements that give title, author or date are not part of the body.
//!
//! Directives for logins, feeds and footnotes give a warning, as do unknown directives and
//! unreadable values.
//!
//! A [learned](LearnedRules) file is TOML. It applies if the text files find no body, before the
//! engine.
//!
//! Source: fivefilters' documentation of site patterns and their `SiteConfig.php`; for questions
//! that they leave open, Graby 2's `ConfigBuilder` and `ContentExtractor`.

mod body;
mod breaks;
mod directives;
mod evaluator;
mod judge;
mod learned;
mod links;
mod masks;
mod prune;
mod reader;
mod rewrite;
mod text_hash;
mod weight;
mod wrapping;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use url::Url;

use crate::metadata::one_line;

pub use self::judge::NAME;
pub use self::learned::{LEARNED, LEARNED_SOURCE, LearnedRules, MIN_CHARS};
use self::reader::RuleFile;
pub use self::text_hash::text_hash;

/// The rules of many sites.
///
/// The library reads no files. The caller adds each file's name and text.
///
/// ```
/// use std::sync::Arc;
/// use tamis::site_rules::SiteRules;
/// use tamis::{Config, Extractor, Input, Url};
///
/// let mut rules = SiteRules::default();
/// let file = "body: //div[@id='story']\nstrip_id_or_class: promo\nauthor: //p[@class='by']\n";
/// assert_eq!(rules.add("example.com.txt", file), []);
/// let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules)))?;
///
/// let url = Url::parse("https://www.example.com/bread").unwrap();
/// let page = "<div id=story><p class=by>Ann</p><p>Bread rises.</p>\
///     <p class=promo>Subscribe!</p></div><p>Menu</p>";
/// let extraction = extractor.extract(Input::from(page).url(&url));
/// assert_eq!(extraction.text(), "Bread rises.");
/// assert_eq!(extraction.metadata().byline.as_deref(), Some("Ann"));
/// assert_eq!(extraction.strategy_used(), "site-rules");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SiteRules {
    /// Keyed by host. A file for all subdomains of a host has the host with a leading dot as key.
    files: HashMap<Box<str>, RuleFile>,
    /// Keyed by host, without `www.`.
    learned: HashMap<Box<str>, Arc<LearnedRules>>,
}

/// The name of the file that applies to every host, after the host's own file.
const GLOBAL: &str = "global";

/// The source of metadata that a rule finds.
const METADATA_SOURCE: &str = "site rule";

const WWW: &str = "www.";

impl SiteRules {
    /// Adds a rule file, and replaces one of the same name. Returns warnings about lines that have
    /// no effect.
    ///
    /// The name is the host, with or without `.txt` at the end; `global` stands for all hosts. A
    /// name that ends in `.toml` is that of a [learned](LearnedRules) file, which lists its hosts
    /// itself. A learned file with an error has no effect at all and gives one warning.
    ///
    /// ```
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// let warnings = rules.add("example.com.txt", "body: //article\nnonsense: yes");
    /// assert_eq!((warnings.len(), warnings[0].line), (1, 2));
    /// ```
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
            let reason = error.to_string();
            let reason = one_line(&reason).unwrap_or(reason);
            RuleWarning { file: name.into(), line: 0, reason }
        })?;
        let learned = Arc::new(learned);
        for host in learned.hosts() {
            let host = host.to_ascii_lowercase();
            self.learned.insert(without_www(&host).into(), Arc::clone(&learned));
        }
        Ok(())
    }

    /// Returns the learned files, sorted by host. A file for several hosts occurs once for each.
    ///
    /// ```
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// let site = "[site]\nhosts = ['a.com', 'b.com']\npages = 9\nsuccess_rate = 1.0\n";
    /// assert_eq!(rules.add("a.toml", site), []);
    /// let names: Vec<&str> = rules.learned().map(|file| file.name()).collect();
    /// assert_eq!(names, ["a.toml", "a.toml"]);
    /// ```
    pub fn learned(&self) -> impl Iterator<Item = &LearnedRules> {
        let mut hosts: Vec<_> = self.learned.iter().collect();
        hosts.sort_unstable_by_key(|(host, _)| *host);
        hosts.into_iter().map(|(_, learned)| &**learned)
    }

    /// Returns the number of text files plus the number of hosts with learned rules.
    pub fn len(&self) -> usize {
        self.files.len() + self.learned.len()
    }

    /// Returns true if there are no rules.
    ///
    /// ```
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// assert!(rules.is_empty());
    /// rules.add("example.com", "body: //article");
    /// assert_eq!(rules.len(), 1);
    /// ```
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.learned.is_empty()
    }

    /// Returns the rules for a page at this address, or `None` if there are none.
    ///
    /// The first of these files applies: the one for the host without `www.`, the one for the host
    /// with `www.`, the one for the subdomains of the nearest parent domain. The global file
    /// applies after it, unless that file says `autodetect_on_failure: no`.
    ///
    /// Deviations from the reference: Full-Text RSS does not try `www.`, and tries only one parent
    /// domain.
    ///
    /// ```
    /// use tamis::Url;
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// rules.add(".example.com.txt", "body: //article");
    /// let names = |url| {
    ///     let rule = rules.find(&Url::parse(url).unwrap())?;
    ///     Some(rule.names().collect::<Vec<_>>())
    /// };
    /// assert_eq!(names("https://blog.example.com/a"), Some(vec![".example.com.txt"]));
    /// assert_eq!(names("https://example.com/a"), None);
    /// ```
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

/// The rules for one page, from [`SiteRules::find`], which has an example.
#[derive(Clone, Debug)]
pub struct SiteRule<'r> {
    /// The host's file, then the global file: at most two.
    files: Vec<&'r RuleFile>,
    learned: Option<&'r LearnedRules>,
    /// The host of the page.
    host: Box<str>,
}

impl<'r> SiteRule<'r> {
    /// Returns the names of the files, as they were added: the host's, the global, the learned. For
    /// an example see [`SiteRules::find`].
    pub fn names(&self) -> impl Iterator<Item = &'r str> {
        self.files.iter().map(|file| &*file.name).chain(self.learned.map(LearnedRules::name))
    }

    /// Returns true if there is a file of the reference's kind, which can change the page's source.
    pub(crate) fn has_text_file(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns the learned rules for the site, or `None` if there are none.
    ///
    /// If they decide, [`Extraction::strategy_used`](crate::Extraction::strategy_used) is
    /// [`LEARNED`]. For an example see [`LearnedRules`].
    pub fn learned(&self) -> Option<&'r LearnedRules> {
        self.learned
    }

    /// Returns the warnings about lines of the text files that have no effect, as
    /// [`SiteRules::add`] does.
    pub fn warnings(&self) -> impl Iterator<Item = &'r RuleWarning> {
        self.files.iter().flat_map(|file| &file.warnings)
    }

    /// Returns the HTTP headers to request the page with: names in lower case and values, each name
    /// once.
    ///
    /// ```
    /// use tamis::Url;
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// rules.add("example.com", "http_header(Cookie): consent=yes");
    /// let rule = rules.find(&Url::parse("https://example.com/").unwrap()).unwrap();
    /// assert_eq!(rule.headers().collect::<Vec<_>>(), [("cookie", "consent=yes")]);
    /// ```
    pub fn headers(&self) -> impl Iterator<Item = (&'r str, &'r str)> {
        let own = self.files.first().map(|file| file.headers.as_slice()).unwrap_or_default();
        let is_set = move |name: &str| own.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let more = self.files.iter().skip(1).flat_map(|file| &file.headers);
        let more: Vec<_> = more.filter(|(name, _)| !is_set(name)).collect();
        own.iter().chain(more).map(|(name, value)| (&**name, &**value))
    }

    /// Returns the pages that the first file names as its tests. Empty if it names none; the tests
    /// of the global file are left out.
    ///
    /// ```
    /// use tamis::Url;
    /// let mut rules = tamis::site_rules::SiteRules::default();
    /// rules.add("example.com", "test_url: https://example.com/a\ntest_contains: Bread rises");
    /// let rule = rules.find(&Url::parse("https://example.com/").unwrap()).unwrap();
    /// assert_eq!(rule.tests()[0].contains, ["Bread rises"]);
    /// ```
    pub fn tests(&self) -> &'r [SiteTest] {
        self.files.first().map(|file| file.tests.as_slice()).unwrap_or_default()
    }

    /// Returns true if an engine decides when the rules find no body: always, unless they have a
    /// body and say `autodetect_on_failure: no`.
    pub fn autodetects(&self) -> bool {
        self.flag(|file| file.autodetect_on_failure).unwrap_or(true)
            || self.all(|file| &file.body).next().is_none()
    }

    /// Returns the entries of a list in all files.
    fn all<T>(&self, list: impl Fn(&'r RuleFile) -> &'r Vec<T>) -> impl Iterator<Item = &'r T>
    where
        T: 'r,
    {
        self.files.iter().flat_map(move |file| list(file))
    }

    /// Returns an option's value from the first file that sets it.
    fn flag<T>(&self, flag: impl Fn(&'r RuleFile) -> Option<T>) -> Option<T> {
        self.files.iter().find_map(|file| flag(file))
    }
}

/// A page that a rule file names as its test. See [`SiteRule::tests`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SiteTest {
    /// The page's address, as written in the file.
    pub url: String,
    /// Texts that the body has to contain.
    pub contains: Vec<String>,
}

/// A line of a rule file that has no effect. Displayed as one sentence.
///
/// ```
/// let mut rules = tamis::site_rules::SiteRules::default();
/// let warnings = rules.add("example.com", "prune: maybe");
/// let expected = "example.com, line 1: expected `yes` or `no`, but got `maybe`";
/// assert_eq!(warnings[0].to_string(), expected);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct RuleWarning {
    /// The name of the file, as it was added.
    pub file: String,
    /// The line, counted from 1, or 0 if the file as a whole cannot be read.
    pub line: usize,
    /// The reason, without file and line.
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
