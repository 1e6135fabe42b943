//! The metadata of the article.

use url::Url;

use super::writer::XmlWriter;
use crate::metadata::{Metadata, Value};
use crate::page::Page;
use crate::render::html::day;

/// Returns the metadata as attributes with trafilatura's names. Source: trafilatura 2.3.1,
/// `xml.py`, `META_ATTRIBUTES`.
pub(super) fn attributes(page: &Page, metadata: &Metadata) -> Vec<(&'static str, String)> {
    let text = |value: &Option<Value>| value.as_deref().unwrap_or_default().to_owned();
    let all = [
        ("sitename", text(&metadata.site_name)),
        ("title", text(&metadata.title)),
        ("author", joined(&metadata.authors, "; ")),
        ("date", metadata.published.as_deref().map(day).unwrap_or_default().to_owned()),
        ("url", address(page, metadata).to_owned()),
        ("hostname", text(&metadata.hostname)),
        ("description", text(&metadata.description)),
        ("categories", joined(&metadata.categories, ";")),
        ("tags", joined(&metadata.tags, ";")),
        ("license", text(&metadata.license)),
        ("language", text(&metadata.language)),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn joined(values: &[Value], between: &str) -> String {
    values.iter().map(Value::as_str).collect::<Vec<_>>().join(between)
}

/// Returns the page's address, else its canonical one, else an empty text.
fn address<'m>(page: &'m Page, metadata: &'m Metadata) -> &'m str {
    let address = page.url().map(Url::as_str);
    address.or(metadata.canonical.as_deref()).unwrap_or_default()
}

/// Writes the header of a TEI document.
///
/// Source: trafilatura 2.3.1, `xml.py`, `write_fullheader`. Deviations: there is no fingerprint and
/// no date of download, which the library does not know. The language is added.
pub(super) fn write(page: &Page, metadata: &Metadata, writer: &mut XmlWriter) {
    writer.open("teiHeader", &[], false);
    write_file(page, metadata, writer);
    write_profile(metadata, writer);
    writer.open("encodingDesc", &[], false);
    writer.open("appInfo", &[], false);
    let version = env!("CARGO_PKG_VERSION");
    writer.open("application", &[("version", version), ("ident", "Tamis")], false);
    writer.element("label", &[], "Tamis");
    for _ in ["application", "appInfo", "encodingDesc", "teiHeader"] {
        writer.close();
    }
}

/// Writes the description of the text and its source.
fn write_file(page: &Page, metadata: &Metadata, writer: &mut XmlWriter) {
    let date = metadata.published.as_deref().map(day).unwrap_or_default();
    let publisher = publisher(metadata);
    writer.open("fileDesc", &[], false);
    write_title(metadata, writer);
    writer.open("publicationStmt", &[], false);
    match metadata.license.as_deref() {
        Some(license) => {
            writer.element("publisher", &[], &publisher);
            writer.open("availability", &[], false);
            writer.element("p", &[], license);
            writer.close();
        }
        // The statement must not be empty.
        None => writer.element("p", &[], ""),
    }
    writer.close();
    writer.open("sourceDesc", &[], false);
    let name = |parts: &[Option<&str>]| {
        let known = parts.iter().copied().flatten().filter(|part| !part.is_empty());
        known.collect::<Vec<_>>().join(", ")
    };
    let site = metadata.site_name.as_deref();
    let whole = name(&[metadata.title.as_deref(), site, Some(date)]);
    writer.element("bibl", &[], &whole);
    writer.element("bibl", &[("type", "sigle")], &name(&[site, Some(date)]));
    writer.open("biblFull", &[], false);
    write_title(metadata, writer);
    writer.open("publicationStmt", &[], false);
    writer.element("publisher", &[], &publisher);
    let address = address(page, metadata);
    if !address.is_empty() {
        writer.element("ptr", &[("type", "URL"), ("target", address)], "");
    }
    writer.element("date", &[], date);
    for _ in ["publicationStmt", "biblFull", "sourceDesc", "fileDesc"] {
        writer.close();
    }
}

fn write_title(metadata: &Metadata, writer: &mut XmlWriter) {
    writer.open("titleStmt", &[], false);
    writer.element("title", &[("type", "main")], metadata.title.as_deref().unwrap_or_default());
    for author in &metadata.authors {
        writer.element("author", &[], author);
    }
    writer.close();
}

/// Returns the site's name and host, or one of them, or `N/A`.
fn publisher(metadata: &Metadata) -> String {
    match (metadata.site_name.as_deref(), metadata.hostname.as_deref()) {
        (Some(site), Some(host)) => format!("{site} ({host})"),
        (site, host) => site.or(host).unwrap_or("N/A").to_owned(),
    }
}

/// Writes the description, the language and the keywords.
fn write_profile(metadata: &Metadata, writer: &mut XmlWriter) {
    writer.open("profileDesc", &[], false);
    writer.open("abstract", &[], false);
    writer.element("p", &[], metadata.description.as_deref().unwrap_or_default());
    writer.close();
    if let Some(language) = metadata.language.as_deref() {
        writer.open("langUsage", &[], false);
        writer.element("language", &[("ident", language)], language);
        writer.close();
    }
    let keywords = [("categories", &metadata.categories), ("tags", &metadata.tags)];
    if keywords.iter().any(|(_, values)| !values.is_empty()) {
        writer.open("textClass", &[], false);
        writer.open("keywords", &[], false);
        for (kind, values) in keywords {
            for value in values {
                writer.element("term", &[("type", kind)], value);
            }
        }
        writer.close();
        writer.close();
    }
    writer.close();
}
