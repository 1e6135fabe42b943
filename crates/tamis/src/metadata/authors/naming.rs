//! The tests that tell names from other texts.

use crate::metadata::months::month;
use crate::metadata::title::squash;

/// Texts in the place of a name that are not names, squashed.
const NO_NAMES: &[&str] = &[
    "abouttheauthor",
    "admin",
    "administrator",
    "allposts",
    "anonymous",
    "author",
    "authors",
    "autor",
    "bio",
    "byline",
    "comment",
    "comments",
    "contributor",
    "contributors",
    "contributorstowikimediaprojects",
    "default",
    "editor",
    "editorial",
    "editors",
    "follow",
    "guest",
    "guestauthor",
    "guestpost",
    "home",
    "joined",
    "last",
    "lastupdated",
    "login",
    "member",
    "moderator",
    "moreposts",
    "na",
    "newsdesk",
    "none",
    "null",
    "owner",
    "posts",
    "profile",
    "published",
    "readmore",
    "redacción",
    "redaction",
    "redaktion",
    "register",
    "root",
    "share",
    "signin",
    "signup",
    "siteadmin",
    "staff",
    "superuser",
    "support",
    "team",
    "undefined",
    "unknown",
    "updated",
    "user",
    "viewallposts",
    "viewprofile",
    "webmaster",
    "website",
    "writer",
    "written",
];

/// Degrees and the like, which belong to the name before them. In lower case and without dots.
const DEGREES: &[&str] = &[
    "phd", "md", "mba", "rd", "rdn", "ms", "msc", "bsc", "ma", "ba", "bs", "rn", "dvm", "dds",
    "vmd", "cpa", "cfp", "cfa", "esq", "jr", "sr", "dacvb", "lcsw", "psyd", "frcpc", "pa-c",
    "faad", "mph", "edd", "jd", "llm", "do", "np", "ldn", "cscs", "mbe", "obe",
];

/// Words for what a person is or does, in lower case: parts of bylines that are not names.
const ROLES: &[&str] = &[
    "editor",
    "writer",
    "reporter",
    "correspondent",
    "contributor",
    "author",
    "founder",
    "ceo",
    "cto",
    "manager",
    "director",
    "analyst",
    "journalist",
    "columnist",
    "photographer",
    "freelance",
    "professor",
    "specialist",
    "expert",
    "strategist",
    "consultant",
    "engineer",
    "producer",
    "staff",
    "co-founder",
    "cofounder",
    "redakteur",
    "redakteurin",
    "developer",
    "president",
    "officer",
    "lead",
    "marketer",
    "blogger",
    "researcher",
    "coach",
    "therapist",
    "dietitian",
    "dietician",
];

/// The most words and characters of a name.
const NAME_WORDS: usize = 6;
const NAME_CHARS: usize = 60;

/// True if a text can be a name, however it is spelled.
pub(super) fn is_name(name: &str) -> bool {
    let squashed = squash(name);
    let words = name.split(' ').count();
    let chars = name.chars().count();
    (2..=NAME_CHARS).contains(&chars)
        && words <= NAME_WORDS
        && squashed.chars().any(char::is_alphabetic)
        && !NO_NAMES.contains(&squashed.as_str())
        && !is_address(name)
        && !is_account(name)
        && !is_organization(name)
        && !name.contains(['?', '!', '{', '}', '<', '>', '=', '©', '§', '#'])
}

/// The ends of the names of hosts.
const HOST_ENDS: [&str; 5] = [".cn", ".com", ".de", ".net", ".org"];

/// True if a text is the name of a host, which many pages give as their author.
pub(in crate::metadata) fn is_host(name: &str) -> bool {
    let lower = name.trim().to_ascii_lowercase();
    !lower.contains(' ') && HOST_ENDS.iter().any(|end| lower.ends_with(end))
}

/// True for the account of a program or of a site, and for the name of an element.
fn is_account(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let is_one_word = !lower.contains(' ');
    words.clone().any(|word| matches!(word, "drupal" | "joomla" | "wordpress"))
        || is_one_word && words.any(|word| matches!(word, "admin" | "author" | "authors"))
}

/// The ends of the names of organizations in Chinese: network, company, technology, newspaper,
/// group, software, contributors.
const ORGANIZATIONS: [&str; 9] =
    ["网", "網", "网络", "公司", "科技", "报社", "集团", "软件", "贡献者"];

/// True for the name of an organization in Chinese. No other authors of a page end like them.
fn is_organization(name: &str) -> bool {
    name.chars().nth(2).is_some() && ORGANIZATIONS.iter().any(|end| name.ends_with(end))
}

/// True if a text is written like a name: its words have capitals, except some such as "van", and
/// no digits. A single word can be almost anything, because members of a site choose their names.
pub(super) fn looks_like_name(name: &str) -> bool {
    const PARTICLES: &[&str] = &[
        "van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "du", "la", "le",
        "bin", "al", "el", "ten", "ter", "zu", "of", "the", "for",
    ];
    let mut words = name.split(' ').filter(|word| !word.is_empty());
    if words.clone().count() == 1 {
        // "Sat", "Mon"
        let is_short_day = name.len() == 3 && name.chars().next().is_some_and(char::is_uppercase);
        return !is_short_day
            && month(name).is_none()
            && !name.ends_with('.')
            && !name.ends_with("ing");
    }
    let is_capital = |word: &str| {
        word.trim_start_matches(['(', '"', '“', '\''])
            .chars()
            .next()
            .is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
    };
    words.clone().next().is_some_and(is_capital)
        && words.clone().next_back().is_some_and(is_capital)
        && words.all(|word| is_capital(word) || PARTICLES.contains(&word))
        && !name.contains(|c: char| c.is_ascii_digit())
}

/// True if a text is a web address.
pub(super) fn is_address(name: &str) -> bool {
    let lower = name.trim().to_ascii_lowercase();
    let is_one_word = !lower.contains(' ');
    lower.starts_with("http:")
        || lower.starts_with("https:")
        || lower.starts_with("www.")
        || is_one_word
            && (lower.starts_with('/') || lower.contains("://") || lower.contains(".com/"))
}

/// True if a text is a degree.
pub(super) fn is_degree(name: &str) -> bool {
    let plain: String = name.chars().filter(|&c| c != '.').flat_map(char::to_lowercase).collect();
    DEGREES.contains(&plain.as_str())
}

/// True if a text says what a person is or does.
pub(super) fn is_role(name: &str) -> bool {
    name.split(' ').any(|word| {
        let word = word.to_ascii_lowercase();
        ROLES.contains(&word.as_str())
    })
}

/// True if a text is the title of a person without the person: a single word, or one that says of
/// what rank the person is.
pub(super) fn is_bare_role(name: &str) -> bool {
    const RANKS: [&str; 9] = [
        "senior",
        "former",
        "chief",
        "managing",
        "deputy",
        "associate",
        "assistant",
        "contributing",
        "certified",
    ];
    let first = name.split(' ').next().unwrap_or_default();
    is_role(name) && (first == name || RANKS.iter().any(|rank| first.eq_ignore_ascii_case(rank)))
}
