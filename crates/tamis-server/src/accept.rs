//! The format of an answer: by its name, or by what the client accepts.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use serde::Deserialize;

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Markdown,
    Text,
    Html,
    Json,
    Xml,
    Tei,
    Epub,
}

/// The formats with the media types that ask for them. The first of each format is that of the
/// answer, and the first of all is what a client gets that accepts anything.
const MEDIA_TYPES: [(&str, Format); 9] = [
    ("text/markdown", Format::Markdown),
    ("text/plain", Format::Text),
    ("text/html", Format::Html),
    ("application/xhtml+xml", Format::Html),
    ("application/json", Format::Json),
    ("application/xml", Format::Xml),
    ("text/xml", Format::Xml),
    ("application/tei+xml", Format::Tei),
    ("application/epub+zip", Format::Epub),
];

impl Format {
    /// Returns the media type of an answer.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Format::Markdown => "text/markdown; charset=utf-8",
            Format::Text => "text/plain; charset=utf-8",
            Format::Html => "text/html; charset=utf-8",
            Format::Json => "application/json",
            Format::Xml => "application/xml; charset=utf-8",
            Format::Tei => "application/tei+xml; charset=utf-8",
            Format::Epub => "application/epub+zip",
        }
    }

    /// Returns the format that the client prefers. `None` if it accepts none of ours.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Format> {
        let mut ranges = Vec::new();
        for value in headers.get_all(ACCEPT) {
            ranges.extend(value.to_str().unwrap_or_default().split(',').filter_map(range));
        }
        preferred(&ranges)
    }
}

/// A media range with its weight, for example `text/*` with .5.
type Range = (String, f32);

/// Returns the range of one part of the header. `None` if it has no type.
fn range(part: &str) -> Option<Range> {
    let mut parts = part.split(';').map(str::trim);
    let name = parts.next()?.to_ascii_lowercase();
    let weight = parts.find_map(|parameter| parameter.strip_prefix("q="));
    let weight = weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0));
    name.contains('/').then_some((name, weight))
}

fn preferred(ranges: &[Range]) -> Option<Format> {
    if ranges.is_empty() {
        return Some(MEDIA_TYPES[0].1);
    }
    let mut best: Option<(f32, usize, Format)> = None;
    for &(media_type, format) in &MEDIA_TYPES {
        // The most specific range decides. Source: RFC 9110, 12.5.1.
        let matching = ranges.iter().enumerate();
        let matching = matching.filter_map(|(at, range)| {
            let (specificity, weight) = match_of(range, media_type)?;
            Some((specificity, weight, at))
        });
        let Some((_, weight, at)) = matching.max_by_key(|(specificity, _, _)| *specificity) else {
            continue;
        };
        // The first of those with the greatest weight.
        let is_better = best.is_none_or(|(other, other_at, _)| {
            weight > other || weight.total_cmp(&other).is_eq() && at < other_at
        });
        if weight > 0.0 && is_better {
            best = Some((weight, at, format));
        }
    }
    best.map(|(_, _, format)| format)
}

/// Returns how specific a range is that has this media type, and its weight.
fn match_of((name, weight): &Range, media_type: &str) -> Option<(u8, f32)> {
    let kind = media_type.split('/').next()?;
    let specificity = match name.strip_suffix("/*") {
        _ if name == media_type => 2,
        Some("*") => 0,
        Some(of) if of == kind => 1,
        _ => return None,
    };
    Some((specificity, *weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_chooses_by_weight_and_order() {
        for (accept, expected) in [
            ("", Some(Format::Markdown)),
            ("*/*", Some(Format::Markdown)),
            ("text/*", Some(Format::Markdown)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Some(Format::Html)),
            ("application/json, text/plain, */*", Some(Format::Json)),
            ("text/plain;q=0.5, text/html;q=0.7", Some(Format::Html)),
            ("text/markdown;q=0, text/*", Some(Format::Text)),
            ("application/tei+xml", Some(Format::Tei)),
            ("application/epub+zip", Some(Format::Epub)),
            ("TEXT/Plain; charset=utf-8", Some(Format::Text)),
            ("image/png", None),
            ("image/*;q=1, */*;q=0", None),
        ] {
            let mut headers = HeaderMap::new();
            if !accept.is_empty() {
                headers.insert(ACCEPT, accept.parse().unwrap());
            }
            assert_eq!(Format::accepted(&headers), expected, "{accept}");
        }
    }

    #[test]
    fn the_first_media_type_of_a_format_is_that_of_the_answer() {
        for (index, (media_type, format)) in MEDIA_TYPES.iter().enumerate() {
            if MEDIA_TYPES[..index].iter().all(|(_, other)| other != format) {
                assert_eq!(format.media_type().split(';').next(), Some(*media_type));
            }
        }
    }
}
