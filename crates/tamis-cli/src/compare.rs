//! `tamis compare`: where engines agree about a page, and where they differ.

use anyhow::bail;
use tamis::{Config, Strategy};
use tamis_run::explain::comparison::{Comparison, explanation};
use tamis_run::explain::room::{Layout, Room};
use tamis_run::terminal::shown;

use crate::cli::{CompareArgs, CompareFormat, stopwords};
use crate::message::warn_cut;
use crate::output;
use crate::single_page;
use crate::status::Status;

/// Compares the engines and prints the result. The status is [`Status::Found`] if one of
/// them found content.
///
/// # Errors
///
/// If the page cannot be read, the options are not valid, or the output cannot be written.
pub fn run(args: &CompareArgs) -> anyhow::Result<Status> {
    let [_, _, ..] = args.engines.as_slice() else {
        bail!("name at least two engines to compare, such as --engines justext,readability");
    };
    let config = Config::default().stopwords(stopwords(&args.language));
    // Only the page is used and not the text, so the fastest strategy is enough.
    let of_page = config.clone().strategy(Strategy::Density);
    let (_, extraction) = single_page::extract(&args.page, of_page, args.output.as_deref())?;
    let page = extraction.parsed_page();
    let explanation = explanation(page, &args.engines, &config)?;
    let source = &args.page.page;
    let max_bytes = page.output_bytes();
    let layout = match args.format {
        CompareFormat::Text => Layout::Text,
        CompareFormat::Json => Layout::Json,
        CompareFormat::Html => Layout::Html,
    };
    let room = Room { layout, max_bytes };
    let (comparison, are_all) = Comparison::of(source, &args.engines, &explanation, room);
    let (text, are_all) = match args.format {
        CompareFormat::Text => (shown(&comparison.text()?).into_owned(), are_all),
        CompareFormat::Json => (comparison.json()?, are_all),
        CompareFormat::Html => comparison.html(&extraction, &explanation, room),
    };
    if !are_all {
        warn_cut(source, max_bytes);
    }
    output::write(args.output.as_deref(), &text)?;
    Ok(Status::of(comparison.has_content()))
}
