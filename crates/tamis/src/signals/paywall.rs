//! Content for subscribers only.

use memchr::memmem;
use tamis_dom::{Document, NodeId, name};

use super::Flag;
use crate::page::Page;

const NOT_FREE: &str = "the page's data say that it is not free";
const WALL: &str = "an element is a paywall by its class or id";
const TIER: &str = "the page's tier of content is locked or metered";

/// Texts that classes and ids of paywalls contain.
const WALLS: [&str; 6] = [
    "paywall",
    "subscriber-only",
    "subscribers-only",
    "premium-content-locked",
    "piano-offer",
    "regwall",
];

/// Adds the signs of a paywall at an element.
pub(super) fn note(page: &Page, id: NodeId, flag: &mut Flag) {
    let document = page.document();
    match document.name(id) {
        Some(name::SCRIPT) => {
            let texts = document.children(id);
            let mut texts = texts.map(|text| document.text(text));
            flag.set_if(is_data(document, id) && texts.any(says_not_free), NOT_FREE);
        }
        Some(name::META) => {
            let named = |names: &[&str]| {
                let name = document.attr(id, name::NAME).or(document.attr(id, name::PROPERTY));
                name.is_some_and(|name| {
                    names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                })
            };
            let content = document.attr(id, name::CONTENT).unwrap_or_default().trim();
            let locked =
                ["locked", "metered"].iter().any(|tier| content.eq_ignore_ascii_case(tier));
            flag.set_if(locked && named(&["article:content_tier"]), TIER);
            let not_free = content.eq_ignore_ascii_case("false");
            flag.set_if(not_free && named(&["isAccessibleForFree"]), NOT_FREE);
        }
        // An empty element does not count, because many sites have one on every page and fill it if
        // it is needed.
        Some(name::DIV | name::SECTION | name::ASIDE) if page.stats(id).text_chars > 0 => {
            let names = [document.attr(id, name::CLASS), document.attr(id, name::ID)];
            let is_wall = names
                .into_iter()
                .flatten()
                .any(|names| WALLS.iter().any(|wall| names.contains(wall)));
            flag.set_if(is_wall, WALL);
        }
        _ => {}
    }
}

/// Returns true if a script is JSON-LD.
fn is_data(document: &Document, script: NodeId) -> bool {
    document
        .attr(script, name::TYPE)
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
}

/// Returns true if `isAccessibleForFree` is false in this JSON, which may be invalid.
///
/// Source: schema.org.
fn says_not_free(json: &str) -> bool {
    let key = b"\"isAccessibleForFree\"";
    memmem::find_iter(json.as_bytes(), key).any(|at| {
        let value = json[at + key.len()..].trim_start();
        let value = value.strip_prefix(':').unwrap_or_default().trim_start();
        let value = value.strip_prefix('"').unwrap_or(value);
        value.get(..5).is_some_and(|value| value.eq_ignore_ascii_case("false"))
    })
}
