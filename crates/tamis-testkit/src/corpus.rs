//! Finds a corpus and reads its files, packed (`NAME.tar.gz`) or unpacked (`NAME/`).

mod archive;

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The environment variable that names the folder of the corpora.
pub const ROOT_VARIABLE: &str = "TAMIS_CORPORA";

/// The environment variable that, set to `1`, asks for whole corpora instead of seeded samples.
pub const FULL_VARIABLE: &str = "TAMIS_FULL";

/// True if `TAMIS_FULL` asks for whole corpora.
pub fn is_full() -> bool {
    env::var_os(FULL_VARIABLE).is_some_and(|value| value == "1")
}

/// A corpus that was found, and how to read its files.
///
/// An unpacked folder has priority over the archive of the same name, because it is faster to read.
#[derive(Debug, Clone)]
pub struct Corpus {
    name: String,
    store: Store,
}

#[derive(Debug, Clone)]
enum Store {
    Unpacked(PathBuf),
    Packed(PathBuf),
}

/// A file of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path in the corpus, with `/` between folders and without the corpus's own name:
    /// `html/0001.html`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A corpus that is not there, and where it was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    name: String,
    looked_in: Vec<PathBuf>,
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corpus {0} is absent: neither {0}/ nor {0}.tar.gz lies in", self.name)?;
        for (index, root) in self.looked_in.iter().enumerate() {
            write!(f, "{} {}", if index == 0 { "" } else { " or" }, root.display())?;
        }
        write!(f, "; {ROOT_VARIABLE} names another folder")
    }
}

impl std::error::Error for Absent {}

impl Corpus {
    /// Finds the corpus in the folder that `TAMIS_CORPORA` names. If the variable is not set, looks
    /// in `corpora/` of the checkout, then in `../shared/corpora` next to the checkout.
    ///
    /// # Errors
    ///
    /// [`Absent`] when none of these folders has it.
    pub fn find(name: &str) -> Result<Self, Absent> {
        Self::find_in(name, &roots(env::var_os(ROOT_VARIABLE).map(PathBuf::from)))
    }

    /// The corpus of this name in the first of `roots` that has it.
    ///
    /// # Errors
    ///
    /// [`Absent`] when none has it.
    pub fn find_in(name: &str, roots: &[PathBuf]) -> Result<Self, Absent> {
        let store = roots.iter().find_map(|root| {
            let folder = root.join(name);
            let archive = root.join(format!("{name}.tar.gz"));
            if folder.is_dir() {
                Some(Store::Unpacked(folder))
            } else {
                archive.is_file().then_some(Store::Packed(archive))
            }
        });
        match store {
            Some(store) => Ok(Self { name: name.to_owned(), store }),
            None => Err(Absent { name: name.to_owned(), looked_in: roots.to_vec() }),
        }
    }

    /// Finds a corpus that a test needs. Such a test has `#[ignore = "needs a corpus"]`, so that it
    /// runs only if it is asked for.
    ///
    /// ```no_run
    /// use tamis_testkit::Corpus;
    ///
    /// for page in Corpus::required("wcxb-dev").entries(&["html/"]).unwrap() {
    ///     assert!(!page.unwrap().bytes.is_empty());
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// If the corpus is absent.
    #[track_caller]
    pub fn required(name: &str) -> Self {
        match Self::find(name) {
            Ok(corpus) => corpus,
            Err(absent) => panic!("{absent} (see docs/corpora.md)"),
        }
    }

    /// The name it was found by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder of its files, or `None` where it is packed.
    pub fn folder(&self) -> Option<&Path> {
        match &self.store {
            Store::Unpacked(folder) => Some(folder),
            Store::Packed(_) => None,
        }
    }

    /// Returns the files whose path starts with one of `prefixes`. They are sorted by path in a
    /// folder, and come in the archive's order from an archive. Only one file at a time is in
    /// memory, or a few of an archive.
    ///
    /// # Errors
    ///
    /// If the folder or the archive cannot be opened; each item if a file cannot be read.
    pub fn entries(&self, prefixes: &[&str]) -> Result<Box<dyn Iterator<Item = Result<Entry>>>> {
        match &self.store {
            Store::Unpacked(folder) => {
                let mut paths = Vec::new();
                list(folder, "", &mut paths)?;
                paths.retain(|path| prefixes.iter().any(|prefix| path.starts_with(prefix)));
                paths.sort_unstable();
                let folder = folder.clone();
                Ok(Box::new(paths.into_iter().map(move |path| {
                    let bytes = read_file(&folder.join(&path))?;
                    Ok(Entry { path, bytes })
                })))
            }
            Store::Packed(archive) => {
                let prefixes = prefixes.iter().map(|prefix| (*prefix).to_owned()).collect();
                Ok(Box::new(archive::entries(archive, &self.name, prefixes)?))
            }
        }
    }

    /// The content of one file. An archive is read up to it.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it cannot be read.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        if let Store::Unpacked(folder) = &self.store {
            return read_file(&folder.join(path));
        }
        for entry in self.entries(&[path])? {
            let entry = entry?;
            if entry.path == path {
                return Ok(entry.bytes);
            }
        }
        bail!("corpus {} has no file {path}", self.name)
    }

    /// Returns the lines of one UTF-8 file without their line ends, one at a time, for files that
    /// are too large for the memory.
    ///
    /// # Errors
    ///
    /// If the file or the archive cannot be opened. Each item, if a line cannot be read or an
    /// archive has no such file.
    pub fn lines(&self, path: &str) -> Result<Box<dyn Iterator<Item = Result<String>>>> {
        match &self.store {
            Store::Unpacked(folder) => {
                let path = folder.join(path);
                let file = File::open(&path).with_context(|| format!("open {}", path.display()))?;
                Ok(Box::new(
                    BufReader::new(file)
                        .lines()
                        .map(move |line| line.with_context(|| format!("read {}", path.display()))),
                ))
            }
            Store::Packed(archive) => {
                Ok(Box::new(archive::lines(archive, &self.name, path.to_owned())?))
            }
        }
    }
}

fn roots(named: Option<PathBuf>) -> Vec<PathBuf> {
    if let Some(root) = named {
        return vec![root];
    }
    let checkout = checkout();
    let mut roots = vec![checkout.join("corpora")];
    roots.extend(checkout.parent().map(|beside| beside.join("shared/corpora")));
    roots
}

/// The root of the checkout that this crate was compiled in.
pub fn checkout() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

fn list(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("list {}", folder.display()))? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
            bail!("{} is not UTF-8", entry.path().display());
        };
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{path}/"), paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};

    fn packed_and_unpacked() -> (tempfile::TempDir, [Corpus; 2]) {
        let files = [("b/2.txt", "two\nzwei\n"), ("b/1.txt", "one"), ("top.txt", "")];
        let root = tempfile::tempdir().expect("a folder");
        let mut archive = tar::Builder::new(GzEncoder::new(
            File::create(root.path().join("packed.tar.gz")).expect("an archive"),
            Compression::fast(),
        ));
        for (path, text) in files {
            let file = root.path().join("unpacked").join(path);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(&file, text).expect("a file");
            archive
                .append_path_with_name(&file, format!("packed/{path}"))
                .expect("an archived file");
        }
        archive.into_inner().and_then(GzEncoder::finish).expect("a whole archive");
        let roots = [root.path().to_owned()];
        let corpora = ["packed", "unpacked"].map(|name| Corpus::find_in(name, &roots).expect(name));
        (root, corpora)
    }

    #[test]
    fn packed_reads_as_unpacked() {
        let (_root, corpora) = packed_and_unpacked();
        assert!(corpora[0].folder().is_none());
        assert!(corpora[1].folder().is_some());
        for corpus in &corpora {
            let mut entries: Vec<_> =
                corpus.entries(&["b/"]).unwrap().collect::<Result<_>>().unwrap();
            entries.sort_by(|a, b| a.path.cmp(&b.path));
            let paths: Vec<_> = entries.iter().map(|entry| entry.path.as_str()).collect();
            assert_eq!(paths, ["b/1.txt", "b/2.txt"], "{}", corpus.name());
            assert_eq!(entries[0].bytes, b"one");
            assert_eq!(corpus.read("top.txt").unwrap(), b"");
            let lines: Vec<_> = corpus.lines("b/2.txt").unwrap().collect::<Result<_>>().unwrap();
            assert_eq!(lines, ["two", "zwei"], "{}", corpus.name());
        }
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let (_root, corpora) = packed_and_unpacked();
        for corpus in &corpora {
            assert!(corpus.read("b/3.txt").is_err(), "{}", corpus.name());
            let read = corpus.lines("b/3.txt").and_then(|mut lines| lines.next().transpose());
            assert!(read.is_err(), "{}", corpus.name());
        }
    }

    #[test]
    fn an_archive_may_be_left_half_read() {
        let (_root, [packed, _]) = packed_and_unpacked();
        let first = packed.entries(&[""]).unwrap().next().unwrap().unwrap();
        assert_eq!(first.path, "b/2.txt");
    }

    #[test]
    fn absence_says_where_it_looked() {
        let roots = [PathBuf::from("/nowhere/a"), PathBuf::from("/nowhere/b")];
        let absent = Corpus::find_in("wcxb-dev", &roots).unwrap_err();
        assert_eq!(
            absent.to_string(),
            "corpus wcxb-dev is absent: neither wcxb-dev/ nor wcxb-dev.tar.gz lies in /nowhere/a or /nowhere/b; \
             TAMIS_CORPORA names another folder"
        );
    }

    #[test]
    #[should_panic(expected = "corpus no-such-corpus is absent")]
    fn the_absence_of_a_required_corpus_fails() {
        Corpus::required("no-such-corpus");
    }

    #[test]
    fn a_named_root_is_the_only_one() {
        assert_eq!(roots(Some("/named".into())), [PathBuf::from("/named")]);
        let unnamed = roots(None);
        assert!(unnamed[0].ends_with("corpora"));
        assert!(unnamed[1].ends_with("shared/corpora"));
        assert!(checkout().join("Cargo.toml").is_file());
    }
}
