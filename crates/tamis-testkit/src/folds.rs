//! Folds of pages by domain, so that a model is tested on other sites than it was fitted to.

/// The number of folds.
pub const FOLDS: usize = 5;

/// The fold of a page by its address, 0 to 4: the same for all pages of a registrable domain.
///
/// An address without a host is a domain of its own.
///
/// ```
/// use tamis_testkit::folds::fold;
///
/// assert_eq!(fold("https://www.example.co.uk/a"), fold("http://shop.example.co.uk/b?c"));
/// ```
pub fn fold(url: &str) -> usize {
    // FNV-1a: the same on every machine.
    let hash = domain(url).bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((hash >> 32) % FOLDS as u64) as usize
}

/// Returns the registrable domain of an address: the last two labels of its host. It is three
/// labels if the second last is a usual name under a country (`co.uk`) or a host of many sites
/// (`blogspot.com`).
pub fn domain(url: &str) -> String {
    const SHARED: [&str; 16] = [
        "ac",
        "blogspot",
        "co",
        "com",
        "edu",
        "github",
        "gov",
        "livejournal",
        "ne",
        "net",
        "or",
        "org",
        "substack",
        "tumblr",
        "typepad",
        "wordpress",
    ];
    let behind_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = behind_scheme.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_shared = labels.len() > 2 && SHARED.contains(&labels[labels.len() - 2]);
    let kept = labels.len().min(if is_shared { 3 } else { 2 });
    labels[labels.len() - kept..].join(".").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        for (url, expected) in [
            ("https://www.example.com/a", "example.com"),
            ("https://example.com:80", "example.com"),
            ("http://a.b.example.co.uk/?q", "example.co.uk"),
            ("https://bread.blogspot.com/2024/", "bread.blogspot.com"),
            ("hard::example.html", "hard"),
            ("", ""),
        ] {
            assert_eq!(domain(url), expected, "{url}");
        }
    }

    #[test]
    fn every_fold_is_used() {
        let mut folds: Vec<usize> =
            (0..100).map(|number| fold(&format!("https://site{number}.com/"))).collect();
        folds.sort_unstable();
        folds.dedup();
        assert_eq!(folds, [0, 1, 2, 3, 4]);
    }
}
