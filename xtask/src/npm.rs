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
pub const PACKAGE: &str = "npm";

/// The module, in the package.
pub const MODULE: &str = "wasm/tamis.wasm";

/// The glue between JavaScript and the modules, which is the same for all.
const GLUE: &str = "wasm/tamis.js";

/// A module of the package.
struct Module {
    /// Its path in the package.
    path: &'static str,
    /// True if it has the instructions for vectors.
    simd: bool,
    /// The most bytes after gzip.
    budget: usize,
}

/// The module with SIMD, which nearly all runtimes have, and one for the others.
const MODULES: [Module; 2] = [
    Module { path: MODULE, simd: true, budget: 2_500_000 },
    Module { path: "wasm/tamis-baseline.wasm", simd: false, budget: 2_500_000 },
];

/// The version of `wasm-bindgen` in the workspace: its program takes modules of the same version
/// alone.
const BINDGEN: &str = "0.2.129";

/// The programs of the npm registry that the build needs, outside of the package.
const TOOLS: [&str; 3] = ["binaryen@132.0.0", "esbuild@0.28.2", "typescript@7.0.2"];
const TOOLS_FOLDER: &str = "target/npm-tools";

/// The instructions that the compiler uses, by the options of `wasm-opt` that allow them.
const FEATURES: [&str; 6] = [
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
const TESTS: [&str; 7] = [
    "extract.test.js",
    "documents.test.js",
    "dropins.test.js",
    "memory.test.js",
    "native.test.js",
    "program.test.js",
    "runtimes.test.js",
];

/// The corpora, and the program whose answers the package's are compared with.
const CORPORA: &str = "../shared/corpora";
const PROGRAM: &str = "target/debug/tamis";

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

/// Builds the package. `--test` runs its tests then.
///
/// # Errors
/// When a tool cannot be installed, a build or a test fails, or a module is larger than its budget.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let tests = match args {
        [] => false,
        [flag] if flag == "--test" => true,
        _ => bail!("npm takes --test only, but got {}", args.join(" ")),
    };
    build_package()?;
    if tests { test() } else { Ok(()) }
}

fn build_package() -> anyhow::Result<()> {
    install_tools()?;
    for module in &MODULES {
        module.build()?;
        module.check_size()?;
    }
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
    install_packages(TOOLS_FOLDER, &TOOLS)
}

/// Installs packages of the npm registry into a folder.
///
/// # Errors
/// If one cannot be installed.
pub fn install_packages(folder: &str, packages: &[&str]) -> anyhow::Result<()> {
    let mut npm = checkout::command("npm");
    npm.args(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund"]);
    npm.args(["--loglevel", "error", "--prefix", folder]);
    checkout::run(npm.args(packages))
}

/// A program of the npm registry.
fn tool(name: &str) -> Command {
    let bin = Path::new(TOOLS_FOLDER).join("node_modules/.bin").join(name);
    checkout::command(checkout::root().join(bin))
}

impl Module {
    fn build(&self) -> anyhow::Result<()> {
        let Module { path, simd, .. } = *self;
        let (rustflags, folder) =
            if simd { ("-C target-feature=+simd128", "") } else { ("", "-baseline") };
        let built = wasm::Library { package: "tamis-wasm", level: LEVEL.0, rustflags, folder };
        let built = built.build()?;
        let bound = from_root(&format!("target/npm-bindgen{folder}"));
        let mut bindgen = checkout::command(from_root("target/tools/bin/wasm-bindgen"));
        bindgen.args(["--target", "web", "--omit-default-module-path", "--no-typescript"]);
        bindgen.args(["--out-name", "tamis", "--out-dir"]).arg(&bound);
        checkout::run(bindgen.arg(built))?;
        let glue = fs::read_to_string(bound.join("tamis.js")).context("read the glue")?;
        fs::create_dir_all(in_package("wasm"))?;
        if path == MODULE {
            fs::write(in_package(GLUE), glue)?;
        } else if fs::read_to_string(in_package(GLUE))? != glue {
            bail!("{path} needs another glue than {MODULE}");
        }
        let mut optimize = tool("wasm-opt");
        optimize.arg(LEVEL.1).args(FEATURES).args(simd.then_some("--enable-simd"));
        optimize.arg(bound.join("tamis_bg.wasm")).arg("--output");
        checkout::run(optimize.arg(in_package(path)))
    }

    fn check_size(&self) -> anyhow::Result<()> {
        let Module { path, budget, .. } = *self;
        let bytes = fs::read(in_package(path))?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        std::io::Write::write_all(&mut packed, &bytes)?;
        let packed = packed.finish()?.len();
        println!("{path}: {} bytes, {packed} after gzip, of {budget}", bytes.len());
        if packed > budget {
            bail!("{path} is larger than its budget");
        }
        Ok(())
    }
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
    let mut program = checkout::command("cargo");
    checkout::run(program.args(["build", "--profile", "test", "--package", "tamis-cli"]))?;
    let mut node = checkout::command("node");
    node.arg("--test").current_dir(&folder).env("TAMIS_PROGRAM", from_root(PROGRAM));
    if std::env::var_os("TAMIS_CORPORA").is_none() {
        node.env("TAMIS_CORPORA", from_root(CORPORA));
    }
    checkout::run(&mut node)
}
