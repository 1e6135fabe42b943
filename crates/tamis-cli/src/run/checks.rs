//! Checks that options go together. An option that would do nothing is an error.

use std::path::Path;

use anyhow::bail;
use tamis_run::inputs::Inputs;

use crate::cli::{Cli, Embeds, Format, JsonPart, Links, NameBy, StrategyChoice, Tables};

/// Checks the options of a run. `output` is the file to print to.
///
/// # Errors
///
/// If options contradict each other, or one of them would do nothing.
pub fn check(cli: &Cli, inputs: &Inputs, output: Option<&Path>) -> anyhow::Result<()> {
    let several = inputs.are_several();
    // With a file per page, each output is that of a single page.
    let share_output = several && cli.files.output_dir.is_none();
    inputs.check_stdin()?;
    inputs.check_output(output)?;
    inputs.check_url(cli.input.reading.url.as_deref())?;
    check_format(cli)?;
    check_single_page(cli, share_output)?;
    check_files(cli)?;
    check_chunks(cli)?;
    check_markup(cli)?;
    check_window(cli, several)?;
    #[cfg(feature = "browser")]
    cli.drawing.check(several)?;
    check_following(cli)?;
    check_engine_all(cli)
}

/// Checks `--follow-pages`, which needs to know where further pages are.
fn check_following(cli: &Cli) -> anyhow::Result<()> {
    #[cfg(feature = "browser")]
    let (is_drawn, drawn) = (cli.drawing.is_used(), " or --render auto or always");
    #[cfg(not(feature = "browser"))]
    let (is_drawn, drawn) = (false, "");
    if cli.addition.follow_pages && cli.content.site_rules.is_none() && !is_drawn {
        bail!("--follow-pages goes with --site-rules{drawn}");
    }
    Ok(())
}

/// Checks options that go with some formats only.
fn check_format(cli: &Cli) -> anyhow::Result<()> {
    let output = &cli.output;
    if output.front_matter && output.format != Format::Markdown {
        bail!("--front-matter goes with --format markdown");
    }
    if output.list_markers && (output.format != Format::Text || output.readerable) {
        bail!("--list-markers goes with --format text");
    }
    if !output.with.is_empty() && !output.format.is_json() {
        bail!("--with goes with --format json or jsonl");
    }
    if output.fragment && output.format != Format::Html {
        bail!("--fragment goes with --format html");
    }
    if output.no_names && !matches!(output.format, Format::Text | Format::Markdown | Format::Html) {
        bail!("--no-names goes with --format text, markdown or html");
    }
    if output.readerable && output.format.is_rendered() {
        bail!("--readerable goes with --format text, json or jsonl");
    }
    Ok(())
}

fn check_files(cli: &Cli) -> anyhow::Result<()> {
    if cli.files.skip_existing && cli.files.name_by != NameBy::Source {
        bail!("--skip-existing goes with --name-by source: other names are known too late");
    }
    Ok(())
}

/// Checks formats that are one document, if several pages share the output.
fn check_single_page(cli: &Cli, share_output: bool) -> anyhow::Result<()> {
    let output = &cli.output;
    if !share_output {
        return Ok(());
    }
    if output.front_matter {
        bail!(
            "--front-matter is for a single page, since it must be at the beginning of a file; \
             for several pages, add --output-dir"
        );
    }
    if output.format == Format::Html && !output.fragment {
        bail!(
            "--format html makes one whole page; for several pages, add --output-dir or --fragment"
        );
    }
    if matches!(output.format, Format::Xml | Format::Tei) {
        bail!("XML is one document; for several pages, add --output-dir or print JSON");
    }
    Ok(())
}

fn check_chunks(cli: &Cli) -> anyhow::Result<()> {
    let Cli { output, writing, .. } = cli;
    if !writing.chunks {
        return Ok(());
    }
    if !matches!(output.format, Format::Text | Format::Jsonl) {
        bail!("--chunks prints JSON Lines; leave out --format");
    }
    if output.readerable || !output.with.is_empty() || !output.print.is_empty() {
        bail!("--chunks cannot be combined with --readerable, --with or --print");
    }
    Ok(())
}

/// Checks options for markup that the format does not have.
fn check_markup(cli: &Cli) -> anyhow::Result<()> {
    let Cli { output, writing, .. } = cli;
    let is_markdown = writing.chunks
        || output.format == Format::Markdown
        || output.with.contains(&JsonPart::Markdown);
    let has_markup =
        is_markdown || output.format.is_rendered() || output.with.contains(&JsonPart::Html);
    let of_markup = [
        (writing.links != Links::Inline, "--links"),
        (writing.no_images, "--no-images"),
        (writing.embeds != Embeds::Link, "--embeds"),
        (writing.no_formatting, "--no-formatting"),
    ];
    if let Some((_, name)) = of_markup.iter().find(|(is_set, _)| *is_set && !has_markup) {
        bail!("{name} does nothing for plain text; choose another --format");
    }
    let of_markdown = [
        (writing.tables != Tables::Auto, "--tables"),
        (writing.plain_headings, "--plain-headings"),
        (writing.links == Links::References, "--links references"),
    ];
    if let Some((_, name)) = of_markdown.iter().find(|(is_set, _)| *is_set && !is_markdown) {
        bail!("{name} goes with Markdown: --format markdown, --with markdown or --chunks");
    }
    let is_html = output.format == Format::Html || output.with.contains(&JsonPart::Html);
    if writing.embeds == Embeds::Frame && !is_html {
        bail!("--embeds frame goes with HTML: --format html or --with html");
    }
    if writing.line_width.is_some() && !is_markdown && output.format != Format::Text {
        bail!("--line-width goes with text and Markdown");
    }
    Ok(())
}

/// Checks the options for a part of the content.
fn check_window(cli: &Cli, several: bool) -> anyhow::Result<()> {
    let Cli { output, writing, addition, .. } = cli;
    if writing.cursor.is_some() && several {
        bail!("--cursor goes with a single page");
    }
    if writing.max_chars.is_none() {
        return Ok(());
    }
    let is_text = matches!(output.format, Format::Text | Format::Markdown);
    if !writing.chunks && !is_text && !output.format.is_json() {
        bail!("--max-chars goes with text, Markdown and JSON, and with --chunks");
    }
    if output.with.iter().any(|part| matches!(part, JsonPart::Markdown | JsonPart::Html)) {
        bail!("--max-chars cuts the text only; leave out --with markdown and --with html");
    }
    if addition.comments && output.format.is_json() {
        bail!("--max-chars cuts the text only; in JSON it cannot be combined with --comments");
    }
    Ok(())
}

/// Checks `--strategy all`, which prints several answers about each page.
fn check_engine_all(cli: &Cli) -> anyhow::Result<()> {
    if cli.content.strategy != StrategyChoice::All {
        return Ok(());
    }
    if cli.output.format.is_rendered() {
        bail!("--strategy all goes with --format text, json or jsonl");
    }
    let of_one_answer = [
        (cli.output.list_markers, "--list-markers"),
        (cli.addition.comments, "--comments"),
        (cli.addition.follow_pages, "--follow-pages"),
    ];
    if let Some((_, name)) = of_one_answer.iter().find(|(is_set, _)| *is_set) {
        bail!("{name} cannot be combined with --strategy all");
    }
    Ok(())
}
