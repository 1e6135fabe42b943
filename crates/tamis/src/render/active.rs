//! Text that readers of Markdown make active: addresses of links that run, and attributes.
//!
//! Text of a page may spell both. In most places an escape prevents that a reader finds them; these
//! functions tell where one is needed. For example, the text `[x] (javascript:y())` is a link for
//! showdown, and with the extension `attr_list` of Python-Markdown, the line `{: onclick=y() }`
//! makes the paragraph above it run something.

/// The schemes of addresses that a browser runs or shows as a page.
const ACTIVE_SCHEMES: [&str; 3] = ["javascript:", "vbscript:", "data:"];

/// The number of characters at the beginning of an address in which an active scheme shows, or a
/// character reference that may stand for a part of one: `java&#115;cript:`.
const SCHEME_CHARS: usize = 16;

/// The number of characters after a `{` in which a `}` shows that no attribute list begins. Bounded
/// so that the time is linear in the text.
const LIST_CHARS: usize = 64;

/// Returns true if an address that begins with this word may run.
///
/// `before_space` is false if anything may follow the word.
pub(super) fn may_run(word: &str, before_space: bool) -> bool {
    let word = word.trim_start_matches(char::is_control);
    let begins = |text: &str, with: &str| {
        text.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with))
    };
    // Some readers decode the references in an address twice.
    word.bytes().take(SCHEME_CHARS).any(|byte| byte == b'&')
        || ACTIVE_SCHEMES
            .iter()
            .any(|scheme| begins(word, scheme) || !before_space && begins(scheme, word))
}

/// Returns true if text after a `]` begins with an address in parentheses that may run. Some
/// readers allow spaces before it, and some remove control characters.
pub(super) fn begins_target(text: &str) -> bool {
    let trimmed = |text| {
        str::trim_start_matches(text, |char: char| char.is_whitespace() || char.is_control())
    };
    let address = trimmed(text).strip_prefix('(');
    address.is_some_and(|address| may_run(trimmed(address), true))
}

/// Returns true if the brace at the begin of a text may begin an attribute list, of which some
/// readers make attributes of the element around or before it. If it is closed before a `=`, it
/// sets nothing.
///
/// Sources: the extension `attr_list` of Python-Markdown; kramdown, "Inline Attribute Lists";
/// Pandoc, `header_attributes` and `fenced_divs`.
pub(super) fn begins_attributes(text: &str) -> bool {
    let is_sign = |char: &char| matches!(char, '=' | '}');
    text.chars().take(LIST_CHARS).find(is_sign) != Some('}')
}

/// Returns true if a text contains something that sets an attribute with a script, for example
/// `onclick=`.
pub(super) fn sets_handlers(text: &str) -> bool {
    text.match_indices('=').any(|(at, _)| {
        let name = text[..at].rsplit(|char: char| !char.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        name.starts_with("on") && name.len() > "on".len()
            || matches!(&*name, "href" | "src" | "srcdoc" | "action" | "formaction")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_known_in_their_spellings() {
        for word in ["javascript:x()", "JavaScript:x()", "\u{1}javascript:x", "java&#115;cript:x"] {
            assert!(may_run(word, true), "{word}");
        }
        assert!(may_run("java", false) && !may_run("java", true));
        assert!(!may_run("see", false) && !may_run("https://a.example/?b&c", true));
        assert!(begins_target("(javascript:x)") && begins_target(" ( javascript:x )"));
        assert!(!begins_target(" (see javascript:x)") && !begins_target("javascript:x"));
    }

    #[test]
    fn braces_that_set_something_begin_attributes() {
        assert!(["{onclick=x}", "{:", "{.a b=c}"].into_iter().all(begins_attributes));
        assert!(!["{name}", "{}=x", "{a b}"].into_iter().any(begins_attributes));
        assert!(sets_handlers("{a onClick=x}") && sets_handlers("{href=x}"));
        assert!(!sets_handlers("x_{i=1} on = y") && !sets_handlers("once"));
    }
}
