//! The texts that a system gave for pages, read from a file or a folder.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// The text of each page, by the page's id.
#[derive(Debug, Clone, Default)]
pub struct Predictions {
    by_id: HashMap<String, String>,
}

/// A line of a file of predictions, in one of the three shapes that are met.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Text { id: String, text: String },
    Good { id: String, good: Vec<String> },
    Paragraphs { id: String, paragraphs: Vec<Paragraph> },
}

#[derive(Deserialize)]
struct Paragraph {
    text: String,
    class_type: String,
}

impl Predictions {
    /// Reads the predictions of a folder (`ID.txt` each) or of a file with one JSON object on a
    /// line.
    ///
    /// An object has an `id` and a `text`. Instead of the text it may have, as in
    /// `justext-reference`, a list `good` of texts, or a list `paragraphs` of which those with the
    /// `class_type` `good` count. These are joined by line ends.
    ///
    /// # Errors
    ///
    /// If the file or folder cannot be read, a line has none of these shapes, or two have one id.
    pub fn load(path: &Path) -> Result<Self> {
        let by_id = if path.is_dir() { read_folder(path) } else { read_file(path) };
        let by_id = by_id.with_context(|| format!("predictions {}", path.display()))?;
        Ok(Self { by_id })
    }

    /// The text of a page, or `None` where the system has no answer.
    pub fn get(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(String::as_str)
    }

    /// The number of pages with a prediction.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// True if no page has a prediction.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}

fn read_folder(folder: &Path) -> Result<HashMap<String, String>> {
    let mut by_id = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let Some(id) = path.file_stem().and_then(|stem| stem.to_str()) else {
            bail!("{} is not UTF-8", path.display());
        };
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        by_id.insert(id.to_owned(), text);
    }
    Ok(by_id)
}

fn read_file(path: &Path) -> Result<HashMap<String, String>> {
    let mut by_id = HashMap::new();
    for (index, line) in BufReader::new(File::open(path)?).lines().enumerate() {
        let (id, text) = read_line(&line?).with_context(|| format!("line {}", index + 1))?;
        ensure!(!by_id.contains_key(&id), "line {}: {id} has a text already", index + 1);
        by_id.insert(id, text);
    }
    Ok(by_id)
}

fn read_line(line: &str) -> Result<(String, String)> {
    Ok(match serde_json::from_str(line)? {
        Line::Text { id, text } => (id, text),
        Line::Good { id, good } => (id, good.join("\n")),
        Line::Paragraphs { id, paragraphs } => {
            let good = paragraphs.into_iter().filter(|paragraph| paragraph.class_type == "good");
            (id, good.map(|paragraph| paragraph.text).collect::<Vec<_>>().join("\n"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.jsonl");
        let lines = [
            r#"{"id": "1", "text": "a b"}"#,
            r#"{"id": "2", "good": ["a", "b"]}"#,
            r#"{"id": "3", "paragraphs": [{"text": "a", "class_type": "good", "heading": false},
                {"text": "b", "class_type": "bad"}, {"text": "c", "class_type": "good"}]}"#,
        ];
        let lines = lines.map(|line| line.replace('\n', " "));
        fs::write(&file, lines.join("\n")).unwrap();
        let predictions = Predictions::load(&file).unwrap();
        let texts: Vec<_> = ["1", "2", "3", "4"].map(|id| predictions.get(id)).into();
        assert_eq!(texts, [Some("a b"), Some("a\nb"), Some("a\nc"), None]);

        fs::write(&file, format!("{0}\n{0}", lines[0])).unwrap();
        assert!(Predictions::load(&file).is_err());
        fs::write(&file, r#"{"id": "1"}"#).unwrap();
        assert!(Predictions::load(&file).is_err());
        assert!(Predictions::load(&folder.path().join("absent")).is_err());
    }

    #[test]
    fn a_folder_is_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.html.txt"), "text").unwrap();
        fs::write(folder.path().join("notes"), "no prediction").unwrap();
        let predictions = Predictions::load(folder.path()).unwrap();
        assert_eq!((predictions.len(), predictions.get("a.html")), (1, Some("text")));
        assert!(!predictions.is_empty());
    }
}
