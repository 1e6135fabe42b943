//! Addresses of e-mail that a page hides from programs, and a script of the page shows.

/// Returns a page without the attribute that has the hidden addresses, so that renderers write the
/// texts of its source.
///
/// ```
/// use tamis_testkit::email::without_addresses;
/// let html = b"<i data-cfemail=54>[email&#160;protected]</i>";
/// assert_eq!(without_addresses(html), b"<i data-none=54>[email&#160;protected]</i>");
/// ```
pub fn without_addresses(html: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(html).replace("data-cfemail", "data-none").into_bytes()
}
