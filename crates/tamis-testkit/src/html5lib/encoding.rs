//! The encoding suite: which encoding a page is read in.

use anyhow::Result;

use super::{RawCase, needs_scripts, read_cases};
use crate::corpus::Corpus;

/// A case of the encoding suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingCase {
    /// `file.dat:line`, the line of its `#data`.
    pub id: String,
    /// The bytes of the page.
    pub data: Vec<u8>,
    /// A label of the encoding it is to be read in, in any case.
    pub encoding: String,
    /// True if a script of the page writes the declaration.
    pub needs_scripts: bool,
}

/// Every case of the encoding suite.
///
/// # Errors
///
/// If a file cannot be read or a case lacks a section.
pub fn encoding_cases(corpus: &Corpus) -> Result<Vec<EncodingCase>> {
    read_cases(corpus, "encoding/", parse)
}

fn parse(file: &str, case: &RawCase) -> Result<EncodingCase> {
    Ok(EncodingCase {
        id: format!("{file}:{}", case.line),
        data: case.content("#data")?,
        encoding: String::from_utf8(case.content("#encoding")?)?,
        needs_scripts: needs_scripts(file),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html5lib::{NAME, split};

    #[test]
    fn bytes_that_are_not_utf8_are_kept() {
        let cases = split(b"#data\n<meta charset='\xfe'>\n#errors or not\n#encoding\nBig5\n\n#data\n#encoding\nutf-8\n");
        let cases: Vec<_> = cases.iter().map(|case| parse("a.dat", case).unwrap()).collect();
        assert_eq!(cases[0].data, b"<meta charset='\xfe'>\n#errors or not");
        assert_eq!((cases[0].id.as_str(), cases[0].encoding.as_str()), ("a.dat:1", "Big5"));
        assert_eq!((cases[1].data.as_slice(), cases[1].encoding.as_str()), (&b""[..], "utf-8"));
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn every_case_is_read() {
        let corpus = Corpus::required(NAME);
        let cases = encoding_cases(&corpus).unwrap();
        assert_eq!(cases.len(), 83);
        assert_eq!(cases.iter().filter(|case| case.needs_scripts).count(), 1);
        assert!(cases.iter().all(|case| !case.encoding.is_empty() && !case.data.is_empty()));
    }
}
