//! The cases of `testdata/cases/render`: small pages that are kept as a whole, in each format.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::render::{self, EmbedStyle, HtmlOptions, LinkStyle, MarkdownOptions, TextOptions};
use tamis::{Metadata, Page, Url};
use tamis_testkit::cases::{Case, Cases, Expectation};

/// The options that a case can set.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    links: Option<bool>,
    images: Option<bool>,
    emphasis: Option<bool>,
    list_markers: Option<bool>,
    /// `link`, `frame` or `none`.
    embeds: Option<String>,
}

impl Options {
    fn markdown(&self) -> MarkdownOptions {
        let options = MarkdownOptions::default();
        options
            .links(if self.links == Some(false) { LinkStyle::Omitted } else { LinkStyle::Inline })
            .images(self.images.unwrap_or(true))
            .embeds(self.embeds() != EmbedStyle::Omitted)
            .emphasis(self.emphasis.unwrap_or(true))
    }

    fn text(&self) -> TextOptions {
        TextOptions::default().list_markers(self.list_markers.unwrap_or(false))
    }

    fn html(&self) -> HtmlOptions {
        let options = HtmlOptions::default().fragment(true);
        options
            .links(self.links.unwrap_or(true))
            .images(self.images.unwrap_or(true))
            .embeds(self.embeds())
    }

    fn embeds(&self) -> EmbedStyle {
        match self.embeds.as_deref() {
            None | Some("link") => EmbedStyle::Link,
            Some("frame") => EmbedStyle::Frame,
            Some("none") => EmbedStyle::Omitted,
            Some(other) => panic!("no form of embeds: {other}"),
        }
    }
}

fn cases() -> Cases {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases/render");
    Cases::load(&folder).unwrap()
}

/// Returns the page of a case, and a verdict that keeps all of it.
fn whole(case: &Case) -> Result<(Page, Verdict)> {
    let url = case.url.as_deref().map(Url::parse).transpose().context("the case's address")?;
    let document = Parser::default().parse(&case.html);
    let page = match url {
        Some(url) => Page::measure(document).with_url(url),
        None => Page::measure(document),
    };
    let mut all = Verdict::nothing("all", &page);
    all.kept.fill(true);
    all.has_labels = true;
    Ok((page, all))
}

fn check(case: &Case, expected: &Expectation) -> Result<()> {
    let options: Options = case.options()?;
    let (page, all) = whole(case)?;
    ensure!(expected.paragraphs.is_none(), "renderers have no paragraphs");
    expected.check_text(&render::text_with(&page, &all, &options.text()))?;
    expected.check_markdown(&render::markdown_with(&page, &all, &options.markdown()))?;
    expected.check_html(&render::html_with(&page, &all, &Metadata::of(&page), &options.html()))
}

#[test]
fn renderers() {
    let cases = cases();
    let plan = cases.plan("render");
    assert!(plan.skipped.is_empty(), "{plan}");
    plan.check(check).unwrap();
}
