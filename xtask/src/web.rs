//! `cargo xtask web`: the page for trying Tamis, as a folder that any server of files can serve.
//!
//! The folder has the files of the page of `tamis serve`, with those of `web/` in place of the ones
//! that ask a server, those of the npm package that they import, the pages of `testdata/pages`, and
//! a service worker that knows all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{checkout, npm};

/// The folders of the page, and where it is built. A file of the second takes the place of one of
/// the first that has its name.
const PAGE: &str = "crates/tamis-server/ui";
const SOURCE: &str = "web";
const BUILT: &str = "target/web";

/// The files of the npm package that the page imports.
const PACKAGE: [&str; 7] =
    ["core.js", "error.js", "manual.js", "simd.js", "values.js", "wasm/tamis.js", npm::MODULE];

/// The page that needs another address to be one that is kept for use without a network.
const START: &str = "index.html";
const SERVICE_WORKER: &str = "service-worker.js";

/// Where the tests run, and what they need there.
const TEST_FOLDER: &str = "target/web-test";
const TEST_PACKAGES: [&str; 2] = ["axe-core@4.14.1", "playwright-core@1.65.1"];
const TESTS: [&str; 4] = ["extension.test.js", "playground.test.js", "serve.js", "xss.test.js"];

/// The extension among the examples, and what it is to write of a page.
const EXTENSION: &str = "npm/examples/save-as-markdown";
const EXPECTED: &str = "testdata/pages/news-harbour/expected.md";

/// A page that the user can choose.
#[derive(Serialize)]
struct Page {
    name: String,
    title: String,
}

/// Builds the folder, with the module that `cargo xtask npm` has made, or else makes it. `--test`
/// runs the page's tests in Chromium then.
///
/// # Errors
/// If the module cannot be built, a file cannot be written, or a test fails.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let tests = match args {
        [] => false,
        [flag] if flag == "--test" => true,
        _ => bail!("web takes --test only, but got {}", args.join(" ")),
    };
    build()?;
    if tests { test() } else { Ok(()) }
}

fn from_root(path: &str) -> PathBuf {
    checkout::root().join(path)
}

fn build() -> anyhow::Result<()> {
    let package = from_root(npm::PACKAGE);
    if !package.join(npm::MODULE).is_file() {
        npm::run(&[])?;
    }
    let folder = from_root(BUILT);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("empty the folder of the page")?;
    }
    let mut own = BTreeMap::new();
    for source in [PAGE, SOURCE] {
        for path in checkout::project_files(&from_root(source))? {
            if !path.starts_with("tests/") && path != SERVICE_WORKER {
                let bytes = read(&from_root(source).join(&path))?;
                own.insert(path, bytes);
            }
        }
    }
    let mut files: Vec<_> = own.into_iter().collect();
    for path in PACKAGE {
        files.push((format!("tamis/{path}"), read(&package.join(path))?));
    }
    files.extend(pages()?);
    files.push((SERVICE_WORKER.to_owned(), service_worker(&files)?.into_bytes()));
    for (path, bytes) in &files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(&path, bytes).with_context(|| format!("write {}", path.display()))?;
    }
    println!("{BUILT}: {} files", files.len());
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("read {}", path.display()))
}

/// The pages that the user can choose, and their list.
fn pages() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let folder = from_root("testdata/pages");
    let mut names = Vec::new();
    for entry in folder.read_dir().context("read testdata/pages")? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort_unstable();
    let (mut files, mut list) = (Vec::new(), Vec::new());
    for name in names {
        let html = read(&folder.join(&name).join("page.html"))?;
        let title = title(&String::from_utf8_lossy(&html)).unwrap_or_else(|| name.clone());
        files.push((format!("pages/{name}.html"), html));
        list.push(Page { name, title });
    }
    files.push(("pages.json".to_owned(), serde_json::to_vec(&list)?));
    Ok(files)
}

/// The title of one of our own pages.
fn title(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    Some(title.replace("&amp;", "&"))
}

/// The service worker, which begins with the names of all files and a version that changes with
/// each of them.
fn service_worker(files: &[(String, Vec<u8>)]) -> anyhow::Result<String> {
    let script = fs::read_to_string(from_root(SOURCE).join(SERVICE_WORKER))?;
    let mut hash = Sha256::new_with_prefix(&script);
    for (path, bytes) in files {
        hash.update(path);
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    }
    let version = hash.finalize();
    let version =
        version.iter().take(8).fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let mut names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    // Servers answer with it for the folder's own address.
    for name in &mut names {
        if *name == START {
            *name = "./";
        }
    }
    let names = serde_json::to_string(&names)?;
    Ok(format!("const FILES = {names};\nconst VERSION = \"{version}\";\n{script}"))
}

#[derive(Deserialize)]
struct Vectors {
    vector: Vec<Vector>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    html: String,
    repeat: Option<Repeat>,
}

#[derive(Deserialize)]
struct Repeat {
    text: String,
    times: usize,
}

/// The HTML of `testdata/xss` as JSON: names and texts.
fn vectors() -> anyhow::Result<String> {
    let mut all = Vec::new();
    for entry in from_root("testdata/xss").read_dir()? {
        let file: Vectors = toml::from_str(&fs::read_to_string(entry?.path())?)?;
        all.extend(file.vector.into_iter().map(|Vector { name, html, repeat }| match repeat {
            Some(of) => (name, html.replace("{repeat}", &of.text.repeat(of.times))),
            None => (name, html),
        }));
    }
    all.sort_unstable();
    Ok(serde_json::to_string(&all)?)
}

fn test() -> anyhow::Result<()> {
    let folder = from_root(TEST_FOLDER);
    fs::create_dir_all(&folder).context("make the folder of the tests")?;
    fs::write(folder.join("package.json"), "{ \"type\": \"module\" }\n")?;
    npm::install_packages(TEST_FOLDER, &TEST_PACKAGES)?;
    fs::write(folder.join("vectors.json"), vectors()?)?;
    for name in TESTS {
        fs::copy(from_root(SOURCE).join("tests").join(name), folder.join(name))?;
    }
    let mut node = checkout::command("node");
    node.args(["--test", "--test-concurrency=1"]).env("TAMIS_WEB", from_root(BUILT));
    node.env("TAMIS_EXTENSION", from_root(EXTENSION)).env("TAMIS_EXPECTED", from_root(EXPECTED));
    checkout::run(node.current_dir(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_arguments_are_refused() {
        assert!(run(&["--fast".to_string()]).unwrap_err().to_string().contains("--fast"));
    }

    #[test]
    fn the_version_changes_with_a_file() {
        let of = |text: &str| service_worker(&[(START.to_owned(), text.into())]).unwrap();
        assert!(of("a").starts_with("const FILES = [\"./\"];\n"));
        assert_ne!(of("a"), of("b"));
    }

    #[test]
    fn titles_are_those_of_the_pages() {
        assert_eq!(title("<title>A &amp; B</title>").as_deref(), Some("A & B"));
        assert_eq!(title("<p>x"), None);
        assert!(vectors().unwrap().contains("fire()"));
    }
}
