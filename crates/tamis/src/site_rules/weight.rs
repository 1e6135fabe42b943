//! The weights of classes and ids.
//!
//! Source: fivefilters' Readability (`Readability.php`), `regexps` and `weightAttribute`. It
//! derives from the same script as Mozilla's, but has its own lists and weights; for Mozilla's see
//! `engine::readability::class_words`.

/// Words that are found anywhere in a name. `|` at the beginning or end of a word stands for a word
/// boundary, as `\b` does in a regular expression.
type Words = &'static [&'static str];

const NEGATIVE: Words = &[
    "bottom",
    "stat",
    "info",
    "discuss",
    "email",
    "e-mail",
    "comment",
    "reply",
    "sign",
    "single",
    "combx",
    "com-",
    "contact",
    "_nav",
    "link",
    "media",
    "|out",
    "promo",
    "|ad-",
    "related",
    "scroll",
    "shoutbox",
    "sidebar",
    "sponsor",
    "shopping",
    "teaser",
    "recommend",
];

const POSITIVE: Words = &[
    "read",
    "full",
    "article",
    "body",
    "|content",
    "contain",
    "entry",
    "main",
    "markdown",
    "page",
    "attach",
    "pagination",
    "post",
    "text",
    "blog",
    "story",
];

const UNLIKELY: Words = &[
    "ignore",
    "|info|",
    "|infos|",
    "annoy",
    "clock",
    "date",
    "time",
    "author",
    "intro",
    "links",
    "hide",
    "hidde",
    "about",
    "archive",
    "|print",
    "bookmark",
    "tags",
    "tag-list",
    "share",
    "search",
    "social",
    "robot",
    "published",
    "combx",
    "comment",
    "masthead",
    "subscri",
    "community",
    "category",
    "disqus",
    "extra",
    "head",
    "floor",
    "footer",
    "footnote",
    "menu",
    "tool|",
    "function",
    "nav",
    "remark",
    "rss",
    "shoutbox",
    "widget",
    "meta",
    "banner",
    "sponsor",
    "adsense",
    "innerad",
    "inner-ad",
    "ad-",
    "|adv|",
    "|ads|",
    "agegat",
    "agregat",
    "pager",
    "sidebar",
    "popup",
    "tweet",
    "twitter",
];

const MAYBE: Words = &[
    "article|", "contain", "|content", "column", "general", "detail", "shadow", "lightbox", "blog",
    "body", "entry", "main", "page",
];

/// Returns the weight of the value of a class or an id, −30 to 30.
pub(super) fn weight(names: &str) -> i32 {
    let names = names.trim().to_ascii_lowercase();
    let has = |words: Words| words.iter().any(|word| contains_word(&names, word));
    let mut weight = 0;
    if has(NEGATIVE) || contains_login(&names) {
        weight -= 25;
    }
    if has(POSITIVE) {
        weight += 25;
    }
    if has(UNLIKELY) {
        weight -= 5;
    }
    if has(MAYBE) {
        weight += 5;
    }
    weight
}

fn contains_word(names: &str, word: &str) -> bool {
    let part = word.trim_matches('|');
    names.match_indices(part).any(|(at, _)| {
        let (before, after) = (&names[..at], &names[at + part.len()..]);
        let starts = !word.starts_with('|') || !before.ends_with(is_word);
        let ends = !word.ends_with('|') || !after.starts_with(is_word);
        starts && ends
    })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Implements the reference's expression `log.{2}(n|ed)`: `log`, any two characters, then `n` or
/// `ed`. It does not match `login`, `log-in` or `logged`, which were probably meant.
fn contains_login(names: &str) -> bool {
    names.match_indices("log").any(|(at, word)| {
        let mut rest = names[at + word.len()..].chars();
        let two = rest.next().is_some() && rest.next().is_some();
        two && (rest.as_str().starts_with('n') || rest.as_str().starts_with("ed"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_names() {
        for (names, expected) in [
            ("", 0),
            ("x", 0),
            ("Sidebar", -30),
            ("promo", -25),
            ("post", 25),
            ("article", 30),
            ("articles", 25),
            ("entry-content", 30),
            ("mycontent", 0),
            ("my content", 30),
            ("ad-slot", -30),
            ("lead-slot", -5),
            ("read-slot", 20),
            ("ads", -5),
            ("loads", 0),
            ("log in now", -25),
            ("logged", 0),
            ("logxxed", -25),
            ("about", -5),
        ] {
            assert_eq!(weight(names), expected, "{names}");
        }
    }
}
