//! The columns: one table makes the schemas, the writers and the documentation.
//!
//! A column is needed in several places: the schema of Parquet and Arrow, the writer of JSON, the
//! value of a row, the list that the program prints. If each had its own list, they would soon
//! differ. So a column is one line of a table with its name, type, description and value.

use std::fmt;

use tamis::Strategy;

use crate::row::{Content, Row};

/// The version of the columns. It rises when a column is removed or changes its meaning, not when
/// one is added. It is in the metadata of every file.
pub const SCHEMA_VERSION: u32 = 1;

/// A column of the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    kind: Of,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Known(&'static Spec),
    /// The text of a strategy other than the first.
    Text(Strategy),
}

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueType {
    /// UTF-8 text.
    Text,
    /// A signed integer of 64 bits.
    Integer,
    /// A floating-point number of 64 bits.
    Float,
    /// A list of texts, never null.
    List,
    /// True or false.
    Boolean,
}

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'r> {
    Text(Option<&'r str>),
    Integer(Option<i64>),
    Float(Option<f64>),
    List(&'r [String]),
    Boolean(bool),
}

/// A row of the table of columns.
struct Spec {
    name: &'static str,
    value_type: ValueType,
    doc: &'static str,
    value: for<'r> fn(&'r Row) -> Value<'r>,
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn text(value: Option<&String>) -> Value<'_> {
    Value::Text(value.map(String::as_str))
}

fn integer(value: Option<u64>) -> Value<'static> {
    Value::Integer(value.and_then(|value| i64::try_from(value).ok()))
}

fn of_content<'r>(row: &'r Row, get: fn(&'r Content) -> Option<&'r str>) -> Value<'r> {
    Value::Text(row.content.as_ref().and_then(get))
}

fn list(row: &Row, get: fn(&Content) -> &[String]) -> Value<'_> {
    Value::List(row.content.as_ref().map_or(&[], get))
}

fn float(row: &Row, get: fn(&Content) -> Option<f64>) -> Value<'_> {
    Value::Float(row.content.as_ref().and_then(get))
}

fn count(row: &Row, get: fn(&Content) -> u64) -> Value<'_> {
    integer(row.content.as_ref().map(get))
}

macro_rules! columns {
    ($($name:literal $type:ident $doc:literal $value:expr;)*) => {
        &[$(Spec { name: $name, value_type: ValueType::$type, doc: $doc, value: $value },)*]
    };
}

/// All columns in their order, without those of further strategies.
const COLUMNS: &[Spec] = columns! {
    "id" Text "WARC-Record-ID without angle brackets; null if the record has none"
        |row| text(row.id.as_ref());
    "url" Text "WARC-Target-URI; null if it is not known"
        |row| text(row.url.as_ref());
    "date" Text "WARC-Date: the time of the capture, such as 2026-01-02T03:04:05Z"
        |row| text(row.date.as_ref());
    "status" Text "what became of the record: one of the statuses above"
        |row| Value::Text(Some(row.status.as_str()));
    "error" Text "a sentence about the status, if there is no text because of it"
        |row| text(row.error.as_ref());
    "http_status" Integer "status of the HTTP response"
        |row| integer(row.http_status.map(u64::from));
    "text" Text "main content by the first strategy; null if there is no page, empty if the page has none"
        |row| of_content(row, |content| content.texts.first().map(|(_, text)| text.as_str()));
    "markdown" Text "main content as Markdown"
        |row| of_content(row, |content| content.markdown.as_deref());
    "html" Text "main content as safe HTML"
        |row| of_content(row, |content| content.html.as_deref());
    "title" Text "title of the page"
        |row| of_content(row, |content| content.title.as_deref());
    "authors" List "names of the authors"
        |row| list(row, |content| &content.authors);
    "published" Text "day or time of publication, in the form of ISO 8601"
        |row| of_content(row, |content| content.published.as_deref());
    "modified" Text "day or time of the last change, in the form of ISO 8601"
        |row| of_content(row, |content| content.modified.as_deref());
    "description" Text "summary that the page states"
        |row| of_content(row, |content| content.description.as_deref());
    "site_name" Text "name of the site"
        |row| of_content(row, |content| content.site_name.as_deref());
    "canonical_url" Text "address that the page states for itself"
        |row| of_content(row, |content| content.canonical_url.as_deref());
    "image" Text "address of the page's image"
        |row| of_content(row, |content| content.image.as_deref());
    "categories" List "sections of the site"
        |row| list(row, |content| &content.categories);
    "tags" List "keywords of the page"
        |row| list(row, |content| &content.tags);
    "license" Text "licence that the page states"
        |row| of_content(row, |content| content.license.as_deref());
    "price" Text "price of the product that the page is about: digits, and a point before the fraction"
        |row| of_content(row, |content| content.price.as_deref());
    "currency" Text "currency of `price`, as a code of ISO 4217"
        |row| of_content(row, |content| content.currency.as_deref());
    "language" Text "language of the page, declared or detected, as a BCP 47 tag"
        |row| of_content(row, |content| content.language.as_deref());
    "encoding" Text "encoding of the page, as the Encoding standard names it"
        |row| of_content(row, |content| Some(&content.encoding));
    "strategy_used" Text "engine that decided about `text`"
        |row| of_content(row, |content| Some(&content.strategy_used));
    "page_type" Text "article, forum, product, collection, listing, documentation or service; null without the learned model"
        |row| of_content(row, |content| content.page_type.as_deref());
    "confidence" Float "confidence that `text` is the main content and all of it, 0 to 1"
        |row| float(row, |content| Some(content.confidence));
    "outcome" Text "found, or the likely reason why there is no content"
        |row| of_content(row, |content| Some(&content.outcome));
    "words" Integer "words of `text`, between white space"
        |row| count(row, |content| content.flags.words);
    "text_chars" Integer "length of `text` in Unicode scalar values"
        |row| count(row, |content| content.flags.text_chars);
    "html_bytes" Integer "length of the page in bytes, as the server sent it, without compression"
        |row| count(row, |content| content.html_bytes);
    "stopword_density" Float "share of stopwords among the words, 0 to 1; null if the language has no stoplist"
        |row| float(row, |content| content.flags.stopword_density);
    "link_density" Float "share of the kept paragraphs' characters in links, 0 to 1"
        |row| float(row, |content| content.flags.link_density);
    "duplicate_line_share" Float "share of characters in lines that repeat an earlier line, 0 to 1"
        |row| float(row, |content| Some(content.flags.duplicate_line_share));
    "text_hash" Text "first 128 bits of the SHA-256 of `text`"
        |row| of_content(row, |content| content.flags.text_hash.as_deref());
    "warnings" List "doubts about the page and the text, one sentence each"
        |row| list(row, |content| &content.warnings);
    "rendered" Boolean "true if the text is that of the page as a browser draws it"
        |row| Value::Boolean(row.is_drawn);
    "content_type" Text "media type that the archive states"
        |row| text(row.content_type.as_ref());
    "digest" Text "WARC-Payload-Digest"
        |row| text(row.digest.as_ref());
    "warc_file" Text "archive, as it was named"
        |row| Value::Text(Some(&row.warc_file));
    "offset" Integer "position of the record in the archive, in bytes"
        |row| integer(Some(row.offset));
    "length" Integer "length of the record in the archive, in bytes; null if the archive is one compressed stream"
        |row| integer(row.length);
};

/// Columns about the record of an archive, which other pages do not have.
const OF_RECORDS: [&str; 8] =
    ["id", "date", "http_status", "content_type", "digest", "warc_file", "offset", "length"];

/// Columns that cost time and space and are written on request only.
const ON_REQUEST: [&str; 2] = ["markdown", "html"];

/// The column about the browser. Without one, it is written on request only.
pub(crate) const RENDERED: &str = "rendered";

impl Column {
    /// Returns all columns for these strategies, in their order. The texts of further strategies
    /// follow the first one's: `text_justext` and so on.
    pub fn all(strategies: &[Strategy]) -> Vec<Column> {
        let mut columns = Vec::new();
        for spec in COLUMNS {
            columns.push(Column { kind: Of::Known(spec) });
            if spec.name == "text" {
                let further = strategies.iter().skip(1);
                columns.extend(further.map(|&of| Column { kind: Of::Text(of) }));
            }
        }
        columns
    }

    /// Returns the columns that are written by default: all but `markdown`, `html` and `rendered`.
    /// If pages are drawn by a browser, `rendered` is written too.
    ///
    /// ```
    /// use tamis::Strategy;
    /// use tamis_batch::Column;
    /// let columns = Column::default_for(&[Strategy::Auto, Strategy::Justext]);
    /// let names: Vec<String> = columns.iter().map(|column| column.name()).collect();
    /// assert!(names.starts_with(&["id".into(), "url".into(), "date".into(), "status".into()]));
    /// assert!(names.contains(&"text_justext".into()) && !names.contains(&"html".into()));
    /// ```
    pub fn default_for(strategies: &[Strategy]) -> Vec<Column> {
        let mut columns = Column::all(strategies);
        let is_on_request = |name: &str| name == RENDERED || ON_REQUEST.contains(&name);
        columns.retain(|column| !is_on_request(&column.name()));
        columns
    }

    /// Returns true if the column is about the record of an archive. Rows of
    /// [`Pages`](crate::Pages) have no such column.
    pub fn is_of_record(&self) -> bool {
        matches!(self.kind, Of::Known(spec) if OF_RECORDS.contains(&spec.name))
    }

    /// Returns the name.
    pub fn name(&self) -> String {
        match self.kind {
            Of::Known(spec) => spec.name.to_owned(),
            Of::Text(strategy) => format!("text_{strategy}"),
        }
    }

    /// Returns the type of the values.
    pub fn value_type(&self) -> ValueType {
        match self.kind {
            Of::Known(spec) => spec.value_type,
            Of::Text(_) => ValueType::Text,
        }
    }

    /// Returns a description of the values.
    pub fn doc(&self) -> String {
        match self.kind {
            Of::Known(spec) => spec.doc.to_owned(),
            Of::Text(strategy) => format!("main content by the strategy `{strategy}`"),
        }
    }

    /// Returns the value of a row.
    pub(crate) fn value<'r>(&self, row: &'r Row) -> Value<'r> {
        match self.kind {
            Of::Known(spec) => (spec.value)(row),
            Of::Text(strategy) => {
                Value::Text(row.content.as_ref().and_then(|content| content.text(strategy)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_given_once_and_documented() {
        let columns = Column::all(Strategy::ALL);
        let names: HashSet<String> = columns.iter().map(Column::name).collect();
        assert_eq!(names.len(), columns.len());
        assert!(columns.iter().all(|column| column.doc().len() > 8));
        // The README has the table for its readers.
        let readme = include_str!("../README.md");
        for column in Column::all(&[Strategy::Auto]) {
            let name = column.name();
            let line = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let line = line.unwrap_or_else(|| panic!("the README does not describe {name}"));
            assert!(line.ends_with(&format!("| {} |", column.doc())), "{line}");
        }
        assert!(ON_REQUEST.iter().chain(&OF_RECORDS).all(|name| names.contains(*name)));
    }
}
