//! The packed lists of `tamis-stoplists`, made from the source package of jusText.
//!
//! The format is told in `crates/tamis-stoplists/src/packed.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use crate::checkout;

const PACKED: &str = "crates/tamis-stoplists/data/stoplists.bin";
const MAGIC: &[u8] = b"tamis-stoplists 2\n";
const REQUIREMENT: &str = "justext==3.0.2";

/// The SHA-256 of the source's lists, sorted by name, one after the other: for each the line `NAME
/// SIZE`, SIZE being the number of bytes, then the file as it is.
const SOURCE_SHA256: &str = "be8e33a1745c268cfab14219c942d92a6e87e30cfe5d59db44122b77aace8340";

/// The first byte that may be a part of a word, and the number that a byte of its own follows.
const FIRST_OF_WORDS: u8 = b' ';
const LONG: usize = 31;

/// The files of the source by name, without `.txt`.
type Source = BTreeMap<String, Vec<u8>>;

/// Writes the packed lists, or with `--check` compares them with what the source gives.
///
/// `--from PATH` names the source package, packed (`.tar.gz`) or as a folder; without it `pip`
/// fetches the package.
///
/// # Errors
/// Another option; a source that cannot be read or is not that of jusText 3.0.2; with `--check` a
/// packed file that differs.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let (check, from) = options(args)?;
    let source = match from {
        Some(path) if path.is_dir() => read_folder(&path)?,
        Some(path) => read_archive(&path)?,
        None => fetch()?,
    };
    let digest = source_digest(&source);
    ensure!(
        digest == SOURCE_SHA256,
        "this is not the source of {REQUIREMENT}: {} lists with SHA-256 {digest}",
        source.len()
    );
    let packed = pack(&source)?;
    let path = checkout::root().join(PACKED);
    if check {
        let committed = fs::read(&path).with_context(|| format!("read {PACKED}"))?;
        ensure!(
            committed == packed,
            "{PACKED} is not what the source gives; write it anew with `cargo xtask stoplists`"
        );
        println!("{PACKED}: as the source gives it");
    } else {
        fs::write(&path, &packed).with_context(|| format!("write {PACKED}"))?;
        println!("{PACKED}: {} lists, {} bytes", source.len(), packed.len());
    }
    Ok(())
}

/// True to check only, and the source.
fn options(args: &[String]) -> anyhow::Result<(bool, Option<PathBuf>)> {
    let (mut check, mut from) = (false, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--check" => check = true,
            "--from" => {
                let path = args.next().context("--from needs a folder or a .tar.gz file")?;
                from = Some(PathBuf::from(path));
            }
            other => bail!("stoplists takes --check and --from PATH, but got {other}"),
        }
    }
    Ok((check, from))
}

fn fetch() -> anyhow::Result<Source> {
    let folder = tempfile::tempdir().context("make a temporary folder")?;
    let mut pip = checkout::command("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "justext", "--dest"]);
    checkout::run(pip.arg(folder.path()).arg(REQUIREMENT))?;
    for entry in folder.path().read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "gz") {
            return read_archive(&path);
        }
    }
    bail!("pip has fetched no .tar.gz of {REQUIREMENT}")
}

/// The lists in an unpacked source package.
fn read_folder(root: &Path) -> anyhow::Result<Source> {
    let folder = root.join("justext").join("stoplists");
    let entries = folder.read_dir().with_context(|| format!("read {}", folder.display()))?;
    let mut source = Source::new();
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = list_name(&path) {
            source.insert(name, fs::read(&path)?);
        }
    }
    Ok(source)
}

/// The lists in a source package, a gzipped tar.
fn read_archive(path: &Path) -> anyhow::Result<Source> {
    let file = File::open(path).with_context(|| format!("open {}", path.display()))?;
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let mut source = Source::new();
    for entry in archive.entries()? {
        let mut entry = entry.with_context(|| format!("read {}", path.display()))?;
        let path = entry.path()?.into_owned();
        let in_folder = path.parent().is_some_and(|folder| folder.ends_with("justext/stoplists"));
        if let Some(name) = list_name(&path).filter(|_| in_folder) {
            let mut data = Vec::new();
            entry.read_to_end(&mut data)?;
            source.insert(name, data);
        }
    }
    Ok(source)
}

/// The list's name from that of its file; other files have none.
fn list_name(path: &Path) -> Option<String> {
    let is_list = path.extension().is_some_and(|extension| extension == "txt");
    path.file_stem().filter(|_| is_list)?.to_str().map(str::to_string)
}

fn source_digest(source: &Source) -> String {
    let mut hash = Sha256::new();
    for (name, data) in source {
        hash.update(format!("{name} {}\n", data.len()));
        hash.update(data);
    }
    hash.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

/// The whole packed file.
fn pack(source: &Source) -> anyhow::Result<Vec<u8>> {
    let mut file = MAGIC.to_vec();
    file.push(u8::try_from(source.len()).context("more than 255 lists")?);
    let mut blocks = Vec::new();
    for (name, data) in source {
        let coded = words(data).and_then(|words| front_code(&words));
        let block = deflate(&coded.with_context(|| format!("the list {name}"))?)?;
        file.push(u8::try_from(name.len()).context("a name of more than 255 bytes")?);
        file.extend_from_slice(name.as_bytes());
        file.extend_from_slice(&u32::try_from(block.len())?.to_le_bytes());
        blocks.extend_from_slice(&block);
    }
    file.extend_from_slice(&blocks);
    Ok(file)
}

/// The words of a list as the reference reads them: the lines, lower-cased, nothing stripped.
///
/// Source: `justext.utils.get_stoplist`. Rust's lower-casing and that of Python 3.11 agree on every
/// word of the source: the counts and digests in the crate's tests are Python's.
fn words(data: &[u8]) -> anyhow::Result<BTreeSet<String>> {
    let lines = split_lines(data).into_iter();
    lines.map(|line| Ok(std::str::from_utf8(line)?.to_lowercase())).collect()
}

/// The lines as Python's `bytes.splitlines` gives them: cut at `\n`, `\r` and `\r\n`; the empty
/// text behind the last cut is no line.
fn split_lines(data: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = data;
    while !rest.is_empty() {
        let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        lines.push(line);
        rest = tail.strip_prefix(b"\r\n").or_else(|| tail.get(1..)).unwrap_or_default();
    }
    lines
}

/// Each word as the bytes that it does not share with the one before, and the number of its bytes
/// that the next one does not share.
fn front_code(words: &BTreeSet<String>) -> anyhow::Result<Vec<u8>> {
    let mut coded = Vec::new();
    let mut shared = 0;
    let mut words = words.iter().map(String::as_bytes).peekable();
    while let Some(word) = words.next() {
        ensure!(word.iter().all(|byte| *byte >= FIRST_OF_WORDS), "a word has a control character");
        coded.extend_from_slice(&word[shared..]);
        let next = words.peek().copied().unwrap_or(word);
        shared = word.iter().zip(next).take_while(|(a, b)| a == b).count();
        let dropped = word.len() - shared;
        let number = u8::try_from(dropped).context("a word of more than 255 bytes")?;
        if dropped + 1 < LONG {
            coded.push(number + 1);
        } else {
            coded.extend([LONG as u8, number]);
        }
    }
    Ok(coded)
}

/// The smallest deflate stream that a long search finds: the file is made seldom and read often.
fn deflate(data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, data, &mut packed)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_as_in_python() {
        for (data, expected) in [
            ("", vec![]),
            ("\n", vec![""]),
            ("a", vec!["a"]),
            ("a\n", vec!["a"]),
            ("a\r\nb\rc\n\nd", vec!["a", "b", "c", "", "d"]),
            ("a\n\r", vec!["a", ""]),
            (" a \u{85}\u{2028}b\x0bc\n", vec![" a \u{85}\u{2028}b\x0bc"]),
        ] {
            let expected: Vec<&[u8]> = expected.iter().map(|line| line.as_bytes()).collect();
            assert_eq!(split_lines(data.as_bytes()), expected, "{data:?}");
        }
    }

    #[test]
    fn words_are_lower_cased_and_stand_once() {
        let words = words("The\nthe\nİlk\n of".as_bytes()).unwrap();
        assert_eq!(words.iter().collect::<Vec<_>>(), [" of", "i\u{307}lk", "the"]);
        assert!(super::words(b"\xff\n").is_err());
    }

    #[test]
    fn a_word_is_coded_by_what_it_does_not_share() {
        let coded = |words: &[&str]| front_code(&words.iter().map(ToString::to_string).collect());
        let long = "x".repeat(40);
        let mut expected = b"the\x01n\x05".to_vec();
        expected.extend_from_slice(long.as_bytes());
        expected.extend_from_slice(b"\x1f\x28\xc3\xa8\x02\xa9\x01");
        assert_eq!(coded(&["the", "then", "é", "è", &long]).unwrap(), expected);
        assert_eq!(coded(&["", "a"]).unwrap(), b"\x01a\x01");
        assert!(coded(&["a\tb"]).is_err());
        assert!(coded(&[&"x".repeat(300), "y"]).is_err());
    }

    #[test]
    fn a_pack_is_the_same_each_time_and_starts_with_its_directory() {
        let source = Source::from([("B".to_string(), b"b\n".to_vec()), ("A".to_string(), vec![])]);
        let packed = pack(&source).unwrap();
        assert_eq!(packed, pack(&source).unwrap());
        assert!(packed.starts_with(b"tamis-stoplists 2\n\x02\x01A"));
    }

    #[test]
    fn a_wrong_source_and_unknown_options_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let lists = folder.path().join("justext/stoplists");
        fs::create_dir_all(&lists).unwrap();
        fs::write(lists.join("English.txt"), "the\n").unwrap();
        let run = |args: &[&str]| {
            let args: Vec<String> = args.iter().map(ToString::to_string).collect();
            run(&args).unwrap_err().to_string()
        };
        let from = folder.path().to_str().unwrap();
        assert!(run(&["--check", "--from", from]).contains("1 lists"));
        assert!(run(&["--from"]).contains("--from needs"));
        assert!(run(&["--fast"]).contains("--fast"));
    }

    #[test]
    fn an_archive_and_a_folder_give_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let lists = folder.path().join("justext/stoplists");
        fs::create_dir_all(&lists).unwrap();
        fs::write(lists.join("English.txt"), "the\n").unwrap();
        fs::write(lists.join("README"), "no list").unwrap();
        let packed = folder.path().join("sdist.tar.gz");
        let gzip = flate2::write::GzEncoder::new(
            File::create(&packed).unwrap(),
            flate2::Compression::fast(),
        );
        let mut tar = tar::Builder::new(gzip);
        tar.append_dir_all("justext-3.0.2/justext", folder.path().join("justext")).unwrap();
        tar.into_inner().unwrap().finish().unwrap();
        let source = read_folder(folder.path()).unwrap();
        assert_eq!(source, Source::from([("English".to_string(), b"the\n".to_vec())]));
        assert_eq!(read_archive(&packed).unwrap(), source);
    }
}
