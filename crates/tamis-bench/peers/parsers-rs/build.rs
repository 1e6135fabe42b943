//! Compiles lexbor, whose source is in the folder `LEXBOR_SOURCE`, with the optimization of its own
//! release.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=LEXBOR_SOURCE");
    println!("cargo::rerun-if-changed=src/lexbor.c");
    let source = PathBuf::from(env::var("LEXBOR_SOURCE")?);
    let mut files = vec![PathBuf::from("src/lexbor.c")];
    collect(&source.join("lexbor"), &mut files)?;
    cc::Build::new()
        .files(files)
        .include(source)
        .define("LEXBOR_STATIC", None)
        .opt_level(3)
        .std("c99")
        .warnings(false)
        .compile("lexbor");
    Ok(())
}

/// Adds the files of a folder, without those for Windows.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("windows_nt") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "c") {
            files.push(path);
        }
    }
    Ok(())
}
