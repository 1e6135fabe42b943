//! The collector that readers of a page add candidates to.

use tamis_dom::{Document, NodeId};

use super::candidate::{Candidate, Origin};
use super::field::Field;
use super::hints::{HintCache, Hints};
use super::trust::Trust;
use super::value::{Value, one_line};
use crate::page::Page;

/// The most candidates of one field.
const MAX_CANDIDATES: usize = 128;

/// The longest value in bytes; a longer one is cut.
const VALUE_BYTES: usize = 4096;

/// The candidates found so far, and the elements that later steps read.
pub(super) struct Collector<'p> {
    pub(super) page: &'p Page,
    pub(super) document: &'p Document,
    pub(super) candidates: Vec<Candidate>,
    /// Scripts of JSON-LD.
    pub(super) scripts: Vec<NodeId>,
    /// The first `<title>`.
    pub(super) title: Option<NodeId>,
    /// The `href` of the first `<base>` that has one.
    pub(super) base: Option<&'p str>,
    /// `<h1>` elements.
    pub(super) headings: Vec<NodeId>,
    /// `<h2>` and `<h3>` elements.
    pub(super) subheadings: Vec<NodeId>,
    /// `<time>` elements.
    pub(super) times: Vec<NodeId>,
    /// Short elements whose classes, ids or links hint at an author or a date.
    pub(super) hinted: Vec<(NodeId, Hints)>,
    /// True if the last `twitter:label1` says that `twitter:data1` is the author.
    pub(super) label_is_author: bool,
    /// The hints of classes that were read already.
    pub(super) class_hints: HintCache<'p>,
    trust: Trust,
    /// The number of candidates of each field.
    counts: [usize; Field::COUNT],
}

impl<'p> Collector<'p> {
    pub(super) fn new(page: &'p Page, trust: Trust) -> Collector<'p> {
        Collector {
            page,
            document: page.document(),
            candidates: Vec::new(),
            scripts: Vec::new(),
            title: None,
            base: None,
            headings: Vec::new(),
            subheadings: Vec::new(),
            times: Vec::new(),
            hinted: Vec::new(),
            label_is_author: false,
            class_hints: HintCache::new(),
            trust,
            counts: [0; Field::COUNT],
        }
    }

    /// Adds a candidate, its text in one line. Nothing is added if the text is empty, or the field
    /// has its most candidates already.
    pub(super) fn add(&mut self, field: Field, text: &str, origin: Origin) {
        let count = &mut self.counts[field as usize];
        if *count == MAX_CANDIDATES {
            return;
        }
        let text = &text[..text.floor_char_boundary(VALUE_BYTES)];
        let Some(text) = one_line(text) else { return };
        *count += 1;
        let Origin { place, description, node, standing, schema_type, tiebreak } = origin;
        self.candidates.push(Candidate {
            field,
            value: Value::at(place, text, description),
            standing,
            trust: self.trust.of(field, place),
            node,
            place,
            schema_type,
            tiebreak,
        });
    }

    /// Adds a candidate again for another field.
    pub(super) fn add_as(&mut self, field: Field, candidate: Candidate) {
        let trust = self.trust.of(field, candidate.place);
        self.candidates.push(Candidate { field, trust, ..candidate });
    }

    /// The candidates of a field.
    pub(super) fn of(&self, field: Field) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(move |candidate| candidate.field == field)
    }

    /// The candidates of a field, to change them.
    pub(super) fn of_mut(&mut self, field: Field) -> impl Iterator<Item = &mut Candidate> {
        self.candidates.iter_mut().filter(move |candidate| candidate.field == field)
    }

    /// The number of visible characters before a node.
    pub(super) fn chars_before(&self, id: NodeId) -> u32 {
        self.page.sums.before(id).text_chars
    }
}
