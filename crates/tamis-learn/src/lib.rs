//! Learns rules for a web site from some of its pages.
//!
//! A [`Learner`] takes pages of one site and what engines of [`tamis`] say about them. It writes a
//! file of [rules](Learned::to_toml) that [`SiteRules`](tamis::site_rules::SiteRules) reads. It
//! needs no labels. To correct the result, name elements that
//! [are content](Learner::keep) or that [are not](Learner::leave_out).
//!
//! ```
//! use tamis::{Config, Extractor};
//! use tamis_learn::Learner;
//!
//! let mut extractor = Extractor::new(Config::default())?;
//! let mut learner = Learner::default();
//! for (topic, place) in [("Bread", "oven"), ("Cheese", "cellar"), ("Wine", "barrel")] {
//!     let story = format!("{topic} takes its time, and the cook at the {place} knows it well. ");
//!     let page = extractor.page(&format!(
//!         "<div class=top>All our stories, every day anew</div><div class=story><p>{}</div>",
//!         story.repeat(5)
//!     ));
//!     let judgement = extractor.decide(&page);
//!     learner.add(&page, std::iter::once(&judgement.verdict).chain(&judgement.others));
//! }
//! let learned = learner.learn(&["example.com"])?;
//! assert_eq!(learned.rules()[0].selector, "div.story");
//! assert_eq!(learned.success_rate(), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Method
//!
//! 1. **Votes.** Each engine votes for the paragraphs it keeps, with its confidence as weight. A
//!    paragraph's share of the votes estimates the probability that it is content.
//! 2. **Template.** A text that occurs word for word on half of the pages belongs to the site's
//!    template, and its probability is 0. There is one exception: a text with a large majority of
//!    the votes, such as a product in several lists, is content. A text that occurs once on every
//!    page is always template.
//! 3. **Content.** Candidates are CSS selectors that are likely to hold on further pages: an id, a
//!    class, a landmark element, an attribute such as `itemprop`, or a short path. For each one the
//!    learner computes the F1 to expect of the text in its elements, without what the library's own
//!    rules exclude. The best one becomes the rule for content; among equals, the most general and
//!    shortest one. It may score a little below the best engine, because that engine is itself
//!    among the voters. The learner searches further rules for the pages on which the first finds
//!    nothing.
//! 4. **Exclusions.** Elements inside the content whose text is template, or has hardly any vote,
//!    become exclusions one selector at a time, as long as the expected F1 rises. Template texts
//!    that no selector covers are stored as hashes.
//!
//! Titles, authors and dates are not learned. A rule for them that is added to a file by hand takes
//! precedence over the page's own metadata.
//!
//! The time is linear in the number of pages. Everything is counted in a fixed order: the same
//! pages in the same order give the same file.
//!
//! Source: a site's template is what recurs across its pages, after Bar-Yossef and Rajagopalan,
//! "Template Detection via Data Mining and its Applications" (2002), and Yi, Liu and Li,
//! "Eliminating Noisy Information in Web Pages for Data Mining" (2003). The votes, the candidate
//! selectors and the measure are our own. Constants that were tuned on labelled pages say so.

mod case;
mod digest;
mod error;
mod estimate;
mod learned;
mod learner;
mod search;
mod selectors;

pub use error::{Error, MIN_PAGES};
pub use learned::{Learned, LearnedRule};
pub use learner::Learner;

/// The example of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
