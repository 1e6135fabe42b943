//! The reference's own code, as a process that answers one request at a time.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tamis::engine::justext::{ClassType, Paragraph};
use tamis::stoplists::Stoplist;

/// A request to the reference.
#[derive(Serialize)]
pub struct Request<'r> {
    pub events: Vec<String>,
    /// The name of the stoplist; `None` for the language-independent mode.
    pub language: Option<&'r str>,
    pub options: Options,
}

/// Parameters that differ from the default, with the reference's names.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_low: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_high: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopwords_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopwords_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_link_density: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_heading_distance: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_headings: Option<bool>,
}

/// A paragraph with all fields of the reference, and the results of its methods.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub text: String,
    pub text_nodes: Vec<String>,
    pub class_type: String,
    pub cf_class: String,
    pub heading: bool,
    pub is_heading: bool,
    pub is_boilerplate: bool,
    pub dom_path: String,
    pub xpath: String,
    pub words_count: usize,
    pub tags_count: i64,
    pub chars_count_in_links: usize,
    pub stopwords_count: usize,
}

impl Answer {
    /// Returns the same for one of our paragraphs.
    pub fn of(paragraph: &Paragraph, stoplist: &Stoplist) -> Answer {
        let word = |class: Option<ClassType>| class.map_or("", ClassType::as_str).to_string();
        Answer {
            text: paragraph.text.clone(),
            text_nodes: paragraph.text_nodes.clone(),
            class_type: word(paragraph.class_type),
            cf_class: word(paragraph.cf_class),
            heading: paragraph.heading,
            is_heading: paragraph.is_heading(),
            is_boilerplate: paragraph.is_boilerplate(),
            dom_path: paragraph.dom_path.clone(),
            xpath: paragraph.xpath.clone(),
            words_count: paragraph.words_count,
            tags_count: paragraph.tags_count,
            chars_count_in_links: paragraph.chars_count_in_links,
            stopwords_count: paragraph.stopwords_count(stoplist),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Paragraphs(Vec<Answer>),
    Error(String),
}

/// A running process.
pub struct Reference {
    process: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

impl Reference {
    pub fn start(python: &OsString) -> Result<Reference> {
        let program =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/justext_reference.py");
        let mut process = Command::new(python)
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("start {}", python.display()))?;
        let requests = process.stdin.take();
        let replies = process.stdout.take().context("the process has no output")?;
        Ok(Reference { process, requests, replies: BufReader::new(replies) })
    }

    /// Returns the reference's paragraphs.
    pub fn ask(&mut self, request: &Request<'_>) -> Result<Vec<Answer>> {
        let requests = self.requests.as_mut().context("the process takes no input")?;
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        requests.write_all(&line).context("write to the reference")?;
        requests.flush()?;
        let mut reply = String::new();
        if self.replies.read_line(&mut reply)? == 0 {
            bail!("the reference ended without an answer");
        }
        match serde_json::from_str(&reply)? {
            Reply::Paragraphs(paragraphs) => Ok(paragraphs),
            Reply::Error(error) => bail!("the reference: {error}"),
        }
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // Closing its input ends the process. Its exit status does not matter any more.
        self.requests = None;
        let _ = self.process.wait();
    }
}
