//! Addresses of e-mail that Cloudflare hides from programs.
//!
//! In the place of an address, such a page has a link with the text "[email protected]" and the
//! address in an attribute, each byte combined with a key. A script of the page shows it. Without
//! the script, a text has "[email protected]" in the place of a contact, so the address is decoded
//! here. For example, with the key `42`, the letter `a` (`61`) is stored as `23`.
//!
//! Source: Cloudflare's `email-decode.min.js`.

use tamis_dom::{Document, NodeId, name};

/// The place that links lead to instead of an address.
const PLACE: &str = "/cdn-cgi/l/email-protection";

/// Returns the address that a page shows in the place of a text, or `None` for an ordinary text.
pub(crate) fn shown_email(document: &Document, text: NodeId) -> Option<String> {
    let around = document.parent(text).filter(|&id| document.first_child(id) == Some(text))?;
    decode(document.attr(around, name::DATA_CFEMAIL)?)
}

/// Returns true if a link leads to the place of hidden addresses.
pub(super) fn is_hidden(address: &str) -> bool {
    address.contains(PLACE)
}

/// Returns the hidden address that a link is for, or `None` if it does not say which.
pub(super) fn linked_email(address: &str) -> Option<String> {
    decode(address.split_once(PLACE)?.1.strip_prefix('#')?)
}

/// Returns the address in a number of pairs of hexadecimal digits, of which the first is the key of
/// the others. `None` for anything else.
fn decode(digits: &str) -> Option<String> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(pair).collect();
    let bytes = bytes?;
    let (key, hidden) = bytes.split_first()?;
    let address = String::from_utf8(hidden.iter().map(|byte| byte ^ key).collect()).ok()?;
    let is_sign = |sign: char| {
        sign.is_alphanumeric() || sign.is_ascii_punctuation() && !"<>\"'()[]\\".contains(sign)
    };
    (address.contains('@') && address.chars().all(is_sign)).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        let hidden = "54351431".to_owned() + "2c35392438317a373b39";
        assert_eq!(decode(&hidden).as_deref(), Some("a@example.com"));
        let link = format!("https://e.com/cdn-cgi/l/email-protection#{hidden}");
        assert_eq!(linked_email(&link).as_deref(), Some("a@example.com"));
        assert_eq!(linked_email("/cdn-cgi/l/email-protection"), None);
        assert!(is_hidden("/cdn-cgi/l/email-protection") && !is_hidden("/cdn-cgi/l/other"));
        for digits in ["", "5", "zz", "5435", "543514683d3a247a"] {
            assert_eq!(decode(digits), None, "{digits}");
        }
    }
}
