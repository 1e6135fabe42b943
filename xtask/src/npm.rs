//! `cargo xtask npm`: builds the npm package in `npm/`, ready for `npm pack`.
//!
//! The repository has the files that people write. This adds what is made from them: the
//! WebAssembly modules with their glue, the files for `require`, their types, the licences.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{checkout, wasm};

/// The folder of the package.
const PACKAGE: &str = "npm";

/// The module, in the package.
const MODULE: &str = "wasm/tamis.wasm";

/// The version of `wasm-bindgen` in the workspace: its program takes modules of the same version
/// alone.
const BINDGEN: &str = "0.2.129";

/// The programs of the npm registry that the build needs, outside of the package.
const TOOLS: [&str; 3] = ["binaryen@132.0.0", "esbuild@0.28.2", "typescript@7.0.2"];
const TOOLS_FOLDER: &str = "target/npm-tools";

/// The compiler's flags. All runtimes that the package supports have SIMD.
const RUSTFLAGS: &str = "-C target-feature=+simd128";

/// The instructions that the compiler uses, by the options of `wasm-opt` that allow them.
const FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The folder in which the package is installed to be tested, and what its tests need there.
const TEST_FOLDER: &str = "target/npm-test";
const TEST_PACKAGES: [&str; 6] = [
    "bun@1.4.5",
    "deno@2.9.6",
    "esbuild@0.28.2",
    "linkedom@0.18.15",
    "miniflare@4.20260730.0",
    "vite@8.3.4",
];
const TESTS: [&str; 4] =
    ["extract.test.js", "dropins.test.js", "program.test.js", "runtimes.test.js"];

/// The licences, from the root.
const LICENCES: [(&str, &str); 4] = [
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("NOTICE", "NOTICE"),
    ("crates/tamis-stoplists/LICENSE-justext", "LICENSE-justext"),
];

/// The entries that `require` knows, too.
const ENTRIES: [&str; 3] = ["index", "readability", "defuddle"];

/// The level of optimization, for cargo and for `wasm-opt`. With 3, the level for speed, the module
/// has 3.00 million bytes after gzip instead of 2.66.
const LEVEL: (&str, &str) = ("z", "-Oz");

/// The most bytes of the module after gzip.
const BUDGET: usize = 2_500_000;

/// Builds the package. `--test` runs its tests then, and compares the module with its budget.
///
/// # Errors
/// When a tool cannot be installed, or a build or a test fails.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let tests = match args {
        [] => false,
        [flag] if flag == "--test" => true,
        _ => bail!("npm takes --test only, but got {}", args.join(" ")),
    };
    build_package()?;
    if tests {
        test()?;
        check_size()?;
    }
    Ok(())
}

fn build_package() -> anyhow::Result<()> {
    install_tools()?;
    build_module()?;
    for (from, name) in LICENCES {
        fs::copy(from_root(from), in_package(name)).with_context(|| format!("copy {from}"))?;
    }
    common_js()
}

fn from_root(path: &str) -> std::path::PathBuf {
    checkout::root().join(path)
}

fn in_package(path: &str) -> std::path::PathBuf {
    from_root(PACKAGE).join(path)
}

fn install_tools() -> anyhow::Result<()> {
    let mut install = checkout::command(".ci/install-tool.sh");
    checkout::run(install.args(["wasm-bindgen-cli", BINDGEN]))?;
    let mut npm = checkout::command("npm");
    npm.args(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund"]);
    npm.args(["--loglevel", "error", "--prefix", TOOLS_FOLDER]);
    checkout::run(npm.args(TOOLS))
}

/// A program of the npm registry.
fn tool(name: &str) -> Command {
    let bin = Path::new(TOOLS_FOLDER).join("node_modules/.bin").join(name);
    checkout::command(checkout::root().join(bin))
}

fn build_module() -> anyhow::Result<()> {
    let built = wasm::library("tamis-wasm", LEVEL.0, RUSTFLAGS)?;
    let mut bindgen = checkout::command(from_root("target/tools/bin/wasm-bindgen"));
    bindgen.args(["--target", "web", "--omit-default-module-path", "--no-typescript"]);
    bindgen.args(["--out-name", "tamis", "--out-dir"]).arg(in_package("wasm"));
    checkout::run(bindgen.arg(built))?;
    let bound = in_package("wasm/tamis_bg.wasm");
    let mut optimize = tool("wasm-opt");
    optimize.arg(LEVEL.1).args(FEATURES).arg(&bound).arg("--output");
    checkout::run(optimize.arg(in_package(MODULE)))?;
    fs::remove_file(bound).context("remove the module that is not optimized")
}

/// Writes the files for `require`. They share one file, and so one module.
fn common_js() -> anyhow::Result<()> {
    let folder = in_package("cjs");
    fs::create_dir_all(&folder).context("make npm/cjs")?;
    let all = ENTRIES.map(|of| format!("export * as {of} from \"./{of}.js\";\n")).concat();
    let entry = in_package("all.js");
    fs::write(&entry, all).context("write npm/all.js")?;
    let mut esbuild = tool("esbuild");
    esbuild.arg(&entry).args([
        "--bundle",
        "--format=cjs",
        "--platform=node",
        "--log-level=warning",
    ]);
    esbuild.arg("--define:import.meta.url=__url");
    esbuild.arg("--banner:js=const __url = require('node:url').pathToFileURL(__filename);");
    esbuild.arg(format!("--outfile={}", folder.join("all.cjs").display()));
    let result = checkout::run(&mut esbuild);
    fs::remove_file(&entry).context("remove npm/all.js")?;
    result?;
    for name in ENTRIES {
        let text = format!("module.exports = require(\"./all.cjs\").{name};\n");
        fs::write(folder.join(format!("{name}.cjs")), text)?;
        let types = fs::read_to_string(in_package(&format!("{name}.d.ts")))?;
        fs::write(in_package(&format!("{name}.d.cts")), types)?;
    }
    Ok(())
}

/// Checks the types, and runs the tests on the package in a folder of its own, installed from the
/// file that would be published.
fn test() -> anyhow::Result<()> {
    checkout::run(tool("tsc").args(["--project", "npm/tsconfig.json"]))?;
    let folder = from_root(TEST_FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("empty the folder of the tests")?;
    }
    fs::create_dir_all(&folder).context("make the folder of the tests")?;
    fs::write(folder.join("package.json"), "{ \"type\": \"module\" }\n")?;
    let mut pack = checkout::command("npm");
    pack.args(["pack", "--loglevel", "error", "--pack-destination"]).arg(&folder);
    checkout::run(pack.arg(in_package("")))?;
    let mut packed = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let packed = packed.find(|path| path.extension().is_some_and(|of| of == "tgz"));
    let mut install = checkout::command("npm");
    install.args(["install", "--no-audit", "--no-fund", "--loglevel", "error", "--prefix"]);
    install.arg(&folder).arg(packed.context("npm pack wrote no file")?);
    checkout::run(install.args(TEST_PACKAGES))?;
    for name in TESTS {
        fs::copy(in_package("tests").join(name), folder.join(name))?;
    }
    checkout::run(checkout::command("node").arg("--test").current_dir(&folder))
}

fn check_size() -> anyhow::Result<()> {
    let bytes = fs::read(in_package(MODULE))?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    std::io::Write::write_all(&mut packed, &bytes)?;
    let packed = packed.finish()?.len();
    println!("{MODULE}: {} bytes, {packed} after gzip, of {BUDGET}", bytes.len());
    if packed > BUDGET {
        bail!("{MODULE} is larger than its budget");
    }
    Ok(())
}
