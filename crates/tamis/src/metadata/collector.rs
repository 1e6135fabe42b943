//! The collector that readers of a page add candidates to.

use tamis_dom::{Document, NodeId};

use super::candidate::{Candidate, Origin};
use super::field::Field;
use super::hints::Hints;
use super::references::ShownReferences;
use super::trust::Trust;
use super::value::{Value, one_line};
use crate::page::Page;

/// The most candidates of one field.
const MAX_CANDIDATES: usize = 128;

/// The longest value in bytes; a longer one is cut.
const VALUE_BYTES: usize = 4096;

/// A page, and what was found on it.
pub(super) struct Collector<'p> {
    pub(super) page: &'p Page,
    pub(super) document: &'p Document,
    pub(super) references: ShownReferences<'p>,
    pub(super) found: Found,
}

/// The candidates found so far, and the elements that later steps read.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// Scripts of JSON-LD.
    pub(super) scripts: Vec<NodeId>,
    /// The first `<title>`.
    pub(super) title: Option<NodeId>,
    /// The first `<base>` that has an `href`.
    pub(super) base: Option<NodeId>,
    /// The first `<main>`.
    pub(super) main: Option<NodeId>,
    /// Links to the front page.
    pub(super) homes: Vec<NodeId>,
    /// `<h1>` elements.
    pub(super) headings: Vec<NodeId>,
    /// `<h2>` and `<h3>` elements.
    pub(super) subheadings: Vec<NodeId>,
    /// `<time>` elements.
    pub(super) times: Vec<NodeId>,
    /// Scripts that write a date where they stand.
    pub(super) writers: Vec<NodeId>,
    /// Short elements whose classes, ids or links hint at an author or a date.
    pub(super) hinted: Vec<(NodeId, Hints)>,
    /// True if the last `twitter:label1` says that `twitter:data1` is the author.
    pub(super) label_is_author: bool,
    trust: Trust,
    /// The number of candidates of each field.
    counts: [usize; Field::COUNT],
}

impl Found {
    /// Returns what the classes and the id of a short element hint.
    pub(super) fn hints_at(&self, id: NodeId) -> Hints {
        let first = self.hinted.partition_point(|&(hinted, _)| hinted < id);
        let own = self.hinted[first..].iter().take_while(|&&(hinted, _)| hinted == id);
        own.fold(Hints::NONE, |hints, &(_, more)| hints.with(more))
    }
}

impl<'p> Collector<'p> {
    pub(super) fn new(page: &'p Page, trust: Trust) -> Collector<'p> {
        let found = Found {
            candidates: Vec::new(),
            scripts: Vec::new(),
            title: None,
            base: None,
            main: None,
            homes: Vec::new(),
            headings: Vec::new(),
            subheadings: Vec::new(),
            times: Vec::new(),
            writers: Vec::new(),
            hinted: Vec::new(),
            label_is_author: false,
            trust,
            counts: [0; Field::COUNT],
        };
        Collector::with(page, found)
    }

    /// Returns a collector that goes on with what was found on the page.
    pub(super) fn with(page: &'p Page, found: Found) -> Collector<'p> {
        let references = ShownReferences::of(page);
        Collector { page, document: page.document(), references, found }
    }

    /// Adds a candidate, with its text in one line. Nothing is added if the text is empty, or if
    /// the field has [`MAX_CANDIDATES`] already, so that a page made of dates takes no more time
    /// than another one.
    pub(super) fn add(&mut self, field: Field, text: &str, origin: Origin) {
        let count = &mut self.found.counts[field as usize];
        if *count == MAX_CANDIDATES {
            return;
        }
        let text = &text[..text.floor_char_boundary(VALUE_BYTES)];
        let Some(text) = one_line(text) else { return };
        *count += 1;
        let Origin {
            place,
            description,
            node,
            standing,
            schema_type,
            tiebreak,
            is_foreign,
            is_own,
        } = origin;
        self.found.candidates.push(Candidate {
            field,
            value: Value::at(place, text, description),
            standing,
            trust: self.found.trust.of(field, place),
            node,
            place,
            schema_type,
            tiebreak,
            is_foreign,
            is_own,
        });
    }

    /// Returns true if no more candidates of a field are added.
    pub(super) fn is_full(&self, field: Field) -> bool {
        self.found.counts[field as usize] == MAX_CANDIDATES
    }

    /// Adds a candidate again for another field.
    pub(super) fn add_as(&mut self, field: Field, candidate: Candidate) {
        let trust = self.found.trust.of(field, candidate.place);
        self.found.candidates.push(Candidate { field, trust, ..candidate });
    }

    /// Returns the candidates of a field.
    pub(super) fn of(&self, field: Field) -> impl Iterator<Item = &Candidate> {
        self.found.candidates.iter().filter(move |candidate| candidate.field == field)
    }

    /// Returns the candidates of a field, to change them.
    pub(super) fn of_mut(&mut self, field: Field) -> impl Iterator<Item = &mut Candidate> {
        self.found.candidates.iter_mut().filter(move |candidate| candidate.field == field)
    }

    /// Returns the number of visible characters before a node.
    pub(super) fn chars_before(&self, id: NodeId) -> u32 {
        self.page.sums.before(id).text_chars
    }
}
