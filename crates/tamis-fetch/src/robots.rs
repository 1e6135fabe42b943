//! The file `robots.txt` of a site: which pages a crawler may ask for.
//!
//! The group that names the client applies, or else the one for `*`. Of its rules that match the
//! path, the longest pattern decides, because it is the most specific one. For example:
//!
//! ```text
//! User-agent: *
//! Disallow: /private/
//! Allow: /private/press/
//! ```
//!
//! `/private/press/2024` is allowed, because the pattern of `Allow` is longer, and `/private/a` is
//! not. Rules are sorted by length when the file is read, so the first match is the answer. Of two
//! patterns of the same length, `Allow` comes first.
//!
//! Patterns are written by strangers and matched with addresses by other strangers, so matching is
//! not left to regular expressions: a part between wildcards is searched from the left, without
//! going back, in time linear in pattern and path. All rules together have a budget, because a file
//! has room for 40,000 of them. Most rules are passed over without a search, because a character of
//! theirs is not in the path at all: a crawler asks for many pages of a site, and `/*a*x` is not
//! about those without an `x`.
//!
//! A file that cannot be read, for example because the server fails, allows nothing: a site that
//! cannot be asked for its rules may have any.
//!
//! Source: RFC 9309.

pub(crate) mod store;

use std::cmp::Reverse;

use memchr::memmem;
use url::{Position, Url};

/// The part of a file that is read.
///
/// Source: RFC 9309, 2.5 asks for at least as much.
const MAX_BYTES: usize = 500 << 10;

/// The bytes of a path that may be compared with all rules of a file together, in bytes. A file of
/// 500 KiB has room for 40,000 rules such as `/*a*b`, and each may read the path to its end. With
/// this budget, that works for paths of 400 bytes.
const MAX_STEPS: usize = 16 << 20;

/// The statement of a site about requests of this client.
#[derive(Debug)]
pub(crate) enum Robots {
    /// The rules that apply, those of the highest rank first. Without rules, all is allowed.
    Rules(Rules),
    /// The file cannot be read for this reason, so nothing is allowed.
    Unreachable(String),
}

/// The rules that apply, in their order.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    all: Vec<Rule>,
    /// The octets and the length of each run of rules that have the same octets. If a path does not
    /// contain the octets, the whole run is skipped.
    groups: Vec<(OctetSet, usize)>,
}

impl Rules {
    /// Returns the rules that may match a path with these octets.
    fn of_path(&self, path: OctetSet) -> impl Iterator<Item = &Rule> {
        let mut rest = self.all.as_slice();
        let groups = self.groups.iter().filter_map(move |&(set, count)| {
            let (group, after) = rest.split_at(count);
            rest = after;
            path.has_all(set).then_some(group)
        });
        groups.flatten()
    }
}

/// A line `Allow` or `Disallow`.
#[derive(Debug)]
pub(crate) struct Rule {
    allows: bool,
    /// The octets between the wildcards. There is at least one part.
    parts: Vec<Vec<u8>>,
    /// True if the pattern ends with `$`.
    to_the_end: bool,
    /// The length of the pattern, by which rules are ranked.
    octets: usize,
}

/// A set of octets. Letters are the same in upper and lower case, and a few others are not told
/// apart either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OctetSet(u64);

impl OctetSet {
    fn of(octets: &[u8]) -> Self {
        // Digits and marks have a half of their own.
        let bit = |octet: u8| (octet >> 1 & 32 ^ 32) | octet & 31;
        Self(octets.iter().fold(0, |set, &octet| set | 1 << bit(octet)))
    }

    /// Returns false if some octets of the other set are not in this one.
    fn has_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

impl Robots {
    /// Reads a file for the client with this `User-Agent`.
    pub(crate) fn parse(file: &[u8], user_agent: &str) -> Self {
        let file = &file[..file.len().min(MAX_BYTES)];
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let mut groups =
            Groups { token: product_token(user_agent.as_bytes()), ..Groups::default() };
        for line in file.split(|&byte| matches!(byte, b'\n' | b'\r')) {
            let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
            if let Some(colon) = memchr::memchr(b':', line) {
                groups.read(line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
            }
        }
        let mut rules = if groups.is_named { groups.own } else { groups.of_all };
        // Among rules of the same rank, the order makes no difference.
        rules.sort_by_cached_key(|rule| (Reverse((rule.octets, rule.allows)), rule.octet_set()));
        let groups = rules.chunk_by(|one, other| one.octet_set() == other.octet_set());
        let groups = groups.map(|group| (group[0].octet_set(), group.len())).collect();
        Self::Rules(Rules { all: rules, groups })
    }

    /// Returns the reason why the page may not be asked for, as a phrase. `None` if it may.
    pub(crate) fn refusal(&self, url: &Url) -> Option<String> {
        let rules = match self {
            Self::Rules(rules) => rules,
            Self::Unreachable(reason) => {
                return Some(format!("the robots.txt of the site may not allow it: {reason}"));
            }
        };
        if url.path() == "/robots.txt" {
            return None;
        }
        let path = decoded(url[Position::BeforePath..Position::AfterQuery].as_bytes());
        let set = OctetSet::of(&path);
        let mut steps = Steps(MAX_STEPS);
        for rule in rules.of_path(set) {
            match rule.matches(&path, &mut steps) {
                Some(false) => {}
                Some(true) if rule.allows => return None,
                Some(true) => {
                    return Some("the robots.txt of the site does not allow it".to_owned());
                }
                None => {
                    return Some("the robots.txt of the site takes too long to read".to_owned());
                }
            }
        }
        None
    }
}

/// The bytes of a path that may still be compared.
struct Steps(usize);

impl Steps {
    /// Takes this many bytes. `None` if fewer are left.
    fn take(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.checked_sub(bytes)?;
        Some(())
    }
}

/// The rules of the groups read so far.
#[derive(Default)]
struct Groups<'f> {
    /// The name of the client in files.
    token: &'f [u8],
    /// The rules for clients of this name.
    own: Vec<Rule>,
    /// The rules for clients that are not named.
    of_all: Vec<Rule>,
    /// True if a group names the client, also without rules.
    is_named: bool,
    /// True if the current group is for this client, and for all.
    current: (bool, bool),
    /// True after a rule: the next name begins a new group.
    has_rules: bool,
}

impl Groups<'_> {
    fn read(&mut self, key: &[u8], value: &[u8]) {
        if key.eq_ignore_ascii_case(b"user-agent") {
            if std::mem::take(&mut self.has_rules) {
                self.current = (false, false);
            }
            let name = product_token(value);
            let is_own = !name.is_empty() && name.eq_ignore_ascii_case(self.token);
            self.is_named |= is_own;
            self.current.0 |= is_own;
            self.current.1 |= value.starts_with(b"*");
        }
        let allows = key.eq_ignore_ascii_case(b"allow");
        if allows || key.eq_ignore_ascii_case(b"disallow") {
            self.has_rules = true;
            for (applies, rules) in
                [(self.current.0, &mut self.own), (self.current.1, &mut self.of_all)]
            {
                if applies && !value.is_empty() {
                    rules.push(Rule::parse(allows, value));
                }
            }
        }
    }
}

impl Rule {
    fn parse(allows: bool, pattern: &[u8]) -> Self {
        let (pattern, to_the_end) = match pattern.strip_suffix(b"$") {
            Some(pattern) => (pattern, true),
            None => (pattern, false),
        };
        let parts: Vec<_> = pattern.split(|&byte| byte == b'*').map(decoded).collect();
        let wildcards = parts.len() - 1 + usize::from(to_the_end);
        let octets = parts.iter().map(Vec::len).sum::<usize>() + wildcards;
        Self { allows, parts, to_the_end, octets }
    }

    /// Returns the octets that a path needs to match.
    fn octet_set(&self) -> OctetSet {
        OctetSet(self.parts.iter().fold(0, |set, part| set | OctetSet::of(part).0))
    }

    /// Returns true if the pattern matches the beginning of this path, or all of it, and `None` if
    /// that takes too many steps. Takes time linear in the lengths of both: the first place of a
    /// part leaves the most room for the next ones.
    fn matches(&self, path: &[u8], steps: &mut Steps) -> Option<bool> {
        let Some((first, more)) = self.parts.split_first() else { return Some(false) };
        steps.take(first.len().min(path.len()) + 1)?;
        let Some(mut rest) = path.strip_prefix(first.as_slice()) else { return Some(false) };
        let Some((last, inner)) = more.split_last() else {
            return Some(!self.to_the_end || rest.is_empty());
        };
        let inner = if self.to_the_end { inner } else { more };
        for part in inner {
            let end = memmem::find(rest, part).map(|at| at + part.len());
            steps.take(end.unwrap_or(rest.len()) + part.len() + 1)?;
            let Some(end) = end else { return Some(false) };
            rest = &rest[end..];
        }
        Some(!self.to_the_end || rest.ends_with(last))
    }
}

/// Returns the name of a client in files: the beginning of its `User-Agent`.
fn product_token(user_agent: &[u8]) -> &[u8] {
    let is_part = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    let end = user_agent.iter().position(|byte| !is_part(byte)).unwrap_or(user_agent.len());
    &user_agent[..end]
}

/// Returns the octets of a path or pattern, in which both are compared.
fn decoded(text: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let high_and_low = after.first().and_then(digit).zip(after.get(1).and_then(digit));
        if let Some((high, low)) = high_and_low.filter(|_| first == b'%') {
            octets.push((high * 16 + low) as u8);
            rest = &after[2..];
        } else {
            octets.push(first);
            rest = after;
        }
    }
    octets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, path: &str, expected: bool) {
        let robots = Robots::parse(file.as_bytes(), "tamis/1.0 (+https://example.com)");
        let url = Url::parse("https://a.test").unwrap().join(path).unwrap();
        assert_eq!(robots.refusal(&url).is_none(), expected, "{path} by {file:?}");
    }

    fn check_rules(rules: &str, path: &str, expected: bool) {
        check(&format!("User-agent: *\n{rules}"), path, expected);
    }

    #[test]
    fn the_group_of_the_client_counts_or_that_of_all() {
        let file = "user-agent: other\nallow: /\n\nUser-Agent: *\nDisallow: /\n\n\
            User-agent: Tamis # ours\nDisallow: /mine\n\nUser-agent: x\nUSER-AGENT: TAMIS/2\n\
            disallow : /more\r\nSitemap: https://a.test/s.xml\nDisallow: /last";
        for (path, expected) in
            [("/", true), ("/mine", false), ("/more", false), ("/last", false), ("/x", true)]
        {
            check(file, path, expected);
        }
        check("User-agent: *\nDisallow: /\nUser-agent: tamis\nDisallow:", "/x", true);
        check("User-agent: *\nUser-agent: x\nDisallow: /a", "/a", false);
        check("User-agent: tamisbot\nDisallow: /", "/a", true);
        check("Disallow: /", "/a", true);
        check("\u{feff}User-agent: *\nDisallow: /", "/a", false);
        check("", "/a", true);
        check("<html>not found</html>", "/a", true);
    }

    #[test]
    fn the_longest_match_counts_and_allow_before_disallow() {
        let rules = "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /same\nDisallow: /same";
        for (path, expected) in [
            ("/a", false),
            ("/a/b", true),
            ("/a/b/c/d", false),
            ("/ab", false),
            ("/b", true),
            ("/same", true),
        ] {
            check_rules(rules, path, expected);
        }
        check_rules("Disallow: /", "/robots.txt", true);
        check_rules("Allow: /page\nDisallow: /*.htm", "/page.htm", false);
        check_rules("Allow: /$\nDisallow: /", "/", true);
        check_rules("Allow: /$\nDisallow: /", "/page.htm", false);
    }

    #[test]
    fn wildcards_and_the_end() {
        for (pattern, path, matches) in [
            ("/fish*", "/fish.html", true),
            ("/fish*", "/Fish.asp", false),
            ("/*.php", "/index.php?x", true),
            ("/*.php$", "/folder/file.php", true),
            ("/*.php$", "/file.php?x", false),
            ("/*.php$", "/file.php5", false),
            ("/a*b*c", "/a-b-b-c", true),
            ("/a*b*c", "/a-c-b", false),
            ("/a*aa$", "/aa", false),
            ("/a*aa$", "/aaa", true),
            ("*/x", "/y/x", true),
            ("/exact$", "/exact", true),
            ("/exact$", "/exact/", false),
            ("/price$s", "/price$s", true),
        ] {
            check_rules(&format!("Disallow: {pattern}"), path, !matches);
        }
    }

    /// Source: RFC 9309, 2.2.2, the table.
    #[test]
    fn octets_are_compared() {
        for (pattern, path) in [
            ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
            ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
            ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
            ("/foo/bar/%E3%83%84", "/foo/bar/ツ"),
            ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
            ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
            ("/path/foo-%24", "/path/foo-$"),
        ] {
            check_rules(&format!("Disallow: {pattern}"), path, false);
        }
        check_rules("Disallow: /a-%2A.html", "/a-b.html", true);
        check_rules("Disallow: /a%zz%", "/a%zz%", false);
    }

    /// Many rules with wildcards cannot be matched with a long path in reasonable time.
    #[test]
    fn matching_has_a_budget() {
        for (pattern, part, is_cheap) in [
            ("/*x*yy", "xy", false),
            ("/*aaab*", "baa", false),
            ("/*x*y", "a", true),
            ("/*a*b*c*d$", "?ab", true),
            ("/*a*b*cc*d$", "?dcba", false),
            ("*/%61*%62%62", "%61b", false),
            ("/*zz$", "a", true),
            ("/*a*a*a", "a", true),
            ("/fish", "a", true),
        ] {
            let line = format!("Disallow: {pattern}\n");
            let file = format!("User-agent: *\n{}", line.repeat(MAX_BYTES / line.len()));
            let robots = Robots::parse(file.as_bytes(), "tamis");
            let refuses = |count| {
                let path = format!("https://a.test/{}", part.repeat(count));
                let reason = robots.refusal(&Url::parse(&path).unwrap());
                reason.is_some_and(|reason| reason.contains("takes too long"))
            };
            assert_eq!(refuses(60_000 / part.len()), !is_cheap, "{pattern} with a long path");
            assert!(!refuses(30), "{pattern} with a short path");
        }
    }

    /// Rules with an octet that the path has not are passed over, and need no steps.
    #[test]
    fn rules_without_a_chance_are_passed_over() {
        let file = format!("User-agent: *\n{}Disallow: /", "Disallow: /*a*x\n".repeat(30_000));
        let robots = Robots::parse(file.as_bytes(), "tamis");
        let Robots::Rules(rules) = &robots else { panic!("it can be read") };
        assert_eq!(rules.groups.len(), 2);
        let path = "a".repeat(60_000);
        let refusal = robots.refusal(&Url::parse(&format!("https://a.test/{path}")).unwrap());
        assert_eq!(refusal.as_deref(), Some("the robots.txt of the site does not allow it"));
        for (set, other, has_all) in
            [("abc", "ac", true), ("abc", "", true), ("a12", "b", false), ("/012389", "x", false)]
        {
            let sets = [set, other].map(|text| OctetSet::of(text.as_bytes()));
            assert_eq!(sets[0].has_all(sets[1]), has_all, "{set} {other}");
        }
    }

    #[test]
    fn the_rest_of_a_long_file_is_not_read() {
        let long = format!("Disallow: /a\n#{}\nDisallow: /b", "x".repeat(MAX_BYTES));
        check_rules(&long, "/a", false);
        check_rules(&long, "/b", true);
    }
}
