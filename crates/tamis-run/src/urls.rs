//! A table with the addresses of saved pages.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, anyhow, bail};
use tamis::Url;

/// The number of cells of a line.
const CELLS: usize = 2;

/// The addresses of saved pages.
#[derive(Debug, Default)]
pub struct Urls {
    /// Keyed by file.
    addresses: HashMap<PathBuf, String>,
    /// The folder of the table.
    folder: PathBuf,
    /// The number of pages that it had an address for.
    found: AtomicUsize,
}

impl Urls {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a line has no file and address: the error has its number.
    pub fn read(path: &Path) -> anyhow::Result<Urls> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read --urls {name}"))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| anyhow!("--urls {name}: expected text in UTF-8"))?;
        let addresses = table(&text).map_err(|reason| anyhow!("--urls {name}, {reason}"))?;
        if addresses.is_empty() {
            bail!("--urls {name}: it has no line with a file and its URL");
        }
        let folder = plain(path.parent().unwrap_or(Path::new("")));
        Ok(Urls { addresses, folder, found: AtomicUsize::new(0) })
    }

    /// Returns the address of a file: by its path, by its path from the folder of the table, or by
    /// its path below the folder that was named (`below`).
    pub fn find(&self, file: &Path, below: &Path) -> Option<&str> {
        let file = plain(file);
        let of_table = file.strip_prefix(&self.folder).ok();
        let address = self
            .addresses
            .get(&file)
            .or_else(|| self.addresses.get(of_table?))
            .or_else(|| self.addresses.get(&plain(below)))?;
        self.found.fetch_add(1, Ordering::Relaxed);
        Some(address)
    }

    /// Returns true if the table had an address for none of the pages, which is probably a mistake.
    pub fn is_unused(&self) -> bool {
        self.found.load(Ordering::Relaxed) == 0
    }
}

/// Returns the path without `.`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// Reads the lines of a table. A first line whose second cell is not an address is the header, for
/// example `file,url`. An error is a phrase with the number of the line.
fn table(text: &str) -> Result<HashMap<PathBuf, String>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let has_tabs = first.contains('\t');
    let mut addresses = HashMap::new();
    let mut is_first = true;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let at = |reason: &str| format!("line {number}: {reason}");
        let cells = if has_tabs { tab_cells(line) } else { comma_cells(line).map_err(at)? };
        let [file, address] = <[String; CELLS]>::try_from(cells).map_err(|cells| {
            let reason = "expected a file and its URL, but it has";
            let hint = "put one with a comma in quotation marks";
            match cells.len() {
                1 => at(&format!("{reason} 1 cell")),
                more if has_tabs => at(&format!("{reason} {more} cells")),
                more => at(&format!("{reason} {more} cells ({hint})")),
            }
        })?;
        let is_header = std::mem::take(&mut is_first) && !address.contains("://");
        if is_header {
            continue;
        }
        let is_web = Url::parse(&address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        if !is_web {
            return Err(at(&format!(
                "expected a URL such as https://example.com/, got `{address}`"
            )));
        }
        if file.is_empty() {
            return Err(at("expected a file before the URL"));
        }
        let earlier = addresses.insert(plain(Path::new(&file)), address.clone());
        if earlier.is_some_and(|earlier| earlier != address) {
            return Err(at(&format!("{file} has another URL in a line before")));
        }
    }
    Ok(addresses)
}

fn tab_cells(line: &str) -> Vec<String> {
    line.split('\t').map(|cell| cell.trim().to_owned()).collect()
}

/// Returns the cells of a line of CSV. Source: RFC 4180, without cells of several lines.
fn comma_cells(line: &str) -> Result<Vec<String>, &'static str> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let cell;
        (cell, rest) = if let Some(quoted) = rest.trim_start().strip_prefix('"') {
            quoted_cell(quoted)?
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            (rest[..end].trim().to_owned(), &rest[end..])
        };
        cells.push(cell);
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None if rest.trim().is_empty() => return Ok(cells),
            None => return Err("expected a comma after a quotation mark"),
        }
    }
}

/// Returns a cell after its first quotation mark, and what follows its last one.
fn quoted_cell(text: &str) -> Result<(String, &str), &'static str> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('"').ok_or("a quotation mark is missing")?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Ok((cell, after.trim_start_matches(' '))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[(&str, &str)], &str>) {
        let found = table(text).map(|addresses| {
            let mut lines: Vec<_> = addresses
                .into_iter()
                .map(|(file, url)| (file.to_string_lossy().into_owned(), url))
                .collect();
            lines.sort();
            lines
        });
        let found = match &found {
            Ok(lines) => Ok(lines.iter().map(|(file, url)| (&**file, &**url)).collect::<Vec<_>>()),
            Err(reason) => Err(reason.as_str()),
        };
        assert_eq!(found, expected.map(<[_]>::to_vec), "{text}");
    }

    #[test]
    fn tables_of_both_kinds() {
        let one = &[("a.html", "https://e.com/a")][..];
        for text in [
            "a.html,https://e.com/a",
            "\u{feff}file,url\r\n\r\n./a.html , https://e.com/a\r\n",
            "file\turl\na.html\thttps://e.com/a\n",
            "a.html\thttps://e.com/a",
            "\"a.html\",\"https://e.com/a\"",
        ] {
            check(text, Ok(one));
        }
        check(
            "\"a \"\"b\"\", c.html\",\"http://e.com/?x=1,2\"\nd,http://e.com/d",
            Ok(&[("a \"b\", c.html", "http://e.com/?x=1,2"), ("d", "http://e.com/d")]),
        );
        check("x\thttp://e.com/1,2", Ok(&[("x", "http://e.com/1,2")]));
        check("file,url\n", Ok(&[]));
    }

    #[test]
    fn bad_lines_are_named_by_their_numbers() {
        for (text, reason) in [
            ("a,http://e.com/\nb", "line 2: expected a file and its URL, but it has 1 cell"),
            (
                "f,u\n\na,http://e.com/?1,2",
                "line 3: expected a file and its URL, but it has 3 cells \
                 (put one with a comma in quotation marks)",
            ),
            ("f,u\na,e.com", "line 2: expected a URL such as https://example.com/, got `e.com`"),
            (
                "a,ftp://e.com/",
                "line 1: expected a URL such as https://example.com/, got `ftp://e.com/`",
            ),
            (",http://e.com/", "line 1: expected a file before the URL"),
            ("a,http://e.com/\na,http://e.com/b", "line 2: a has another URL in a line before"),
            ("\"a,http://e.com/", "line 1: a quotation mark is missing"),
            ("\"a\"b,http://e.com/", "line 1: expected a comma after a quotation mark"),
            ("a\thttp://e.com/\tb", "line 1: expected a file and its URL, but it has 3 cells"),
        ] {
            check(text, Err(reason));
        }
    }
}
