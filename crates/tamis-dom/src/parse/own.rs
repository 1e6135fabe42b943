//! Parsing with `tamis-html`, which writes the arena directly.
//!
//! The nodes of most pages come in document order, and the arena is the document as it is
//! ([`in_place`]). Only foster parenting, adoption and templates need the last step of
//! [`super::freeze`].
//!
//! The parser is linear by itself, so there is no guard: [`Limits::steps`] only bounds how many
//! formatting elements it repeats.

mod in_place;
mod names;
mod over;
mod sink;
#[cfg(test)]
mod tests;

use tamis_html::{Context, Namespace as HtmlNamespace, Options, QuirksMode as HtmlQuirks};

use self::in_place::finish;
use self::names::NameCache;
use self::sink::ArenaSink;
use super::builder::Builder;
use crate::document::{Document, QuirksMode};
use crate::limits::{Limits, Warning};
use crate::node::Namespace;

/// Steps of [`Limits::steps`] that a repeated formatting element costs.
const STEPS_PER_REPEATED: usize = 512;

/// A parser of `tamis-html` with the names that it met.
pub(super) struct OwnParser {
    parser: tamis_html::Parser,
    names: NameCache,
    limits: Limits,
}

impl OwnParser {
    /// Returns a parser with these limits, which are clamped.
    pub(super) fn new(limits: &Limits) -> OwnParser {
        let bounds = tamis_html::Limits::default()
            .depth(limits.depth)
            .repeated(limits.steps / STEPS_PER_REPEATED)
            .attributes(limits.attributes_per_element);
        let options = Options::default().empty_frames(true).limits(bounds);
        OwnParser {
            parser: tamis_html::Parser::new(options),
            names: NameCache::default(),
            limits: *limits,
        }
    }

    /// Parses a page or the content of an element into the empty document, and returns the builder.
    pub(super) fn parse(
        &mut self,
        html: &str,
        context: Option<(&str, Namespace)>,
        builder: Builder,
        document: &mut Document,
        warnings: &mut Vec<Warning>,
    ) -> Builder {
        // A byte-order mark at the start of the page is not text.
        let text = html.strip_prefix('\u{feff}').unwrap_or(html);
        self.names.start_page();
        let mut sink = ArenaSink::new(builder, &mut self.names, &self.limits);
        let outcome = match context {
            None => self.parser.parse(text, &mut sink),
            Some((name, namespace)) => {
                let namespace = match namespace {
                    Namespace::Html | Namespace::Other => HtmlNamespace::Html,
                    Namespace::Svg => HtmlNamespace::Svg,
                    Namespace::MathMl => HtmlNamespace::MathMl,
                };
                self.parser.parse_fragment(text, &Context::new(namespace, name), &mut sink)
            }
        };
        if sink.attributes_cut || outcome.warnings.attributes {
            warnings.push(Warning::AttributesLimited);
        }
        if outcome.warnings.depth {
            warnings.push(Warning::DepthLimited);
        }
        if sink.is_over() {
            warnings.push(Warning::NodesLimited);
        } else if outcome.warnings.formatting {
            warnings.push(Warning::StepsLimited);
        }
        let attributes_moved = sink.attributes_moved;
        let mut builder = sink.into_builder();
        builder.quirks = match outcome.quirks_mode {
            HtmlQuirks::None => QuirksMode::None,
            HtmlQuirks::Limited => QuirksMode::Limited,
            HtmlQuirks::Quirks => QuirksMode::Full,
        };
        finish(&mut builder, document, attributes_moved);
        document.sources.skip(html.len() - text.len());
        builder
    }
}
