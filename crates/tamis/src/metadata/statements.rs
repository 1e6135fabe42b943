//! The statements of a page with its title. Its other metadata is chosen later.

use tamis_dom::NodeId;

use super::candidate::{Candidate, Standing};
use super::collector::{Collector, Found};
use super::date::{Date, Range};
use super::field::Field;
use super::page_traits::PageTraits;
use super::site_names::{SiteNames, owners};
use super::title;
use super::trust::Trust;
use super::{Metadata, Value, byline, choose, credit, own_line, published, walk};
use super::{add_root, base_url, complete, hostname, text_ratio};
use crate::page::Page;

/// The statements of a page about itself, as far as its title needs them. Authors and dates in the
/// text, which take most of the time, are only found for [`Statements::metadata`].
#[derive(Clone, Debug)]
pub(crate) struct Statements {
    found: Found,
    /// The heading that shows the title.
    heading: Option<NodeId>,
}

impl Statements {
    /// Returns the statements of a page.
    pub(crate) fn of(page: &Page) -> Statements {
        Statements::with_trust(page, Trust::default())
    }

    pub(super) fn with_trust(page: &Page, trust: Trust) -> Statements {
        let mut collector = walk::collect(page, trust);
        add_root(&mut collector);
        let heading = title::add_titles(&mut collector);
        Statements { found: collector.found, heading }
    }

    /// Returns the title that the [metadata](Statements::metadata) have.
    pub(crate) fn title(&self) -> Option<&Value> {
        let titles = self.choosable(Field::Title).filter(|title| !title.value.is_empty());
        titles.min_by_key(|title| title.order()).map(|title| &title.value)
    }

    /// Returns the image that the [metadata](Statements::metadata) have.
    pub(crate) fn image(&self, page: &Page) -> Option<Value> {
        let mut images: Vec<Candidate> = self.choosable(Field::Image).cloned().collect();
        images.sort_by_key(Candidate::order);
        let base = base_url(page, &self.found);
        let image = images
            .into_iter()
            .find_map(|mut image| complete(&mut image, base.as_ref()).then_some(image));
        image.map(|image| image.value)
    }

    /// Returns the candidates of a field that can be chosen.
    fn choosable(&self, field: Field) -> impl Iterator<Item = &Candidate> {
        self.found.candidates.iter().filter(move |candidate| {
            candidate.field == field && candidate.standing != Standing::Excluded
        })
    }

    /// Returns the metadata of the page that these statements are of. See [`Metadata::until`].
    pub(crate) fn metadata(&self, page: &Page, latest: Option<Date>) -> Metadata {
        let mut collector = Collector::with(page, self.found.clone());
        walk::find_hints(&mut collector);
        byline::add_authors(&mut collector, self.heading);
        credit::add_credits(&mut collector, self.heading);
        own_line::unmark_lists(&mut collector);
        let traits = PageTraits::of(&collector);
        published::add_dates(&mut collector, self.heading, traits, Range { latest });
        let sites = SiteNames::of(&collector);
        let base = base_url(page, &collector.found);
        let mut candidates = collector.found.candidates;
        candidates.retain_mut(|candidate| complete(candidate, base.as_ref()));
        candidates.sort_by_key(Candidate::order);
        let mut metadata = Metadata { text_ratio: text_ratio(page), ..Metadata::default() };
        let owners = owners(page);
        choose::choose(&mut metadata, &candidates, (&sites, &owners), traits);
        metadata.hostname = hostname(page, metadata.canonical.as_ref());
        metadata.candidates = candidates;
        debug_assert_eq!(metadata.title.as_ref(), self.title());
        debug_assert_eq!(metadata.image, self.image(page));
        metadata
    }
}
