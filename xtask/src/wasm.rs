//! `cargo xtask wasm`: the library builds for WebAssembly, with rustup or with Debian's packages,
//! and gives the same answers there.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use crate::{checkout, remap};

/// The package that is built: a program that compares its answers with those of this machine.
const PACKAGE: &str = "tamis-parity";

/// The environment variable with the answers of this machine, for the build of the package.
const FINGERPRINT: &str = "TAMIS_FINGERPRINT";

/// The target folder, below the root. The other builds have another standard library.
const TARGET_FOLDER: &str = "target/wasm";

/// Debian's cargo and compiler of the packages `cargo-web` and `rustc-web`.
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Debian's linker, of the package `lld-19`.
const DEBIAN_LINKER: &str = "wasm-ld-19";

/// The C library of the package `wasi-libc`, which Debian's compiler links for WASI.
const DEBIAN_WASI_LIBC: &str = "/usr/lib/wasm32-wasi";

/// A script that runs the module that its first argument names. It fails if the module does.
const RUN_SCRIPT: &str = "
const bytes = require('node:fs').readFileSync(process.argv[1]);
WebAssembly.compile(bytes).then(async (module) => {
  if (WebAssembly.Module.imports(module).length === 0) {
    const { exports } = await WebAssembly.instantiate(module);
    exports.main(0, 0);
    return;
  }
  const { WASI } = require('node:wasi');
  const wasi = new WASI({ version: 'preview1', returnOnExit: true });
  const status = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
  if (status !== 0) throw new Error('exit status ' + status);
}).catch((error) => { console.error(error); process.exit(1); });
";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Unknown,
    Wasip1,
}

impl Target {
    const ALL: [Self; 2] = [Self::Unknown, Self::Wasip1];

    fn triple(self) -> &'static str {
        match self {
            Self::Unknown => "wasm32-unknown-unknown",
            Self::Wasip1 => "wasm32-wasip1",
        }
    }
}

/// The source of the standard library for the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Toolchain {
    /// Installed together with the compiler in use.
    Rustup,
    /// Built from Debian's source package by Debian's compiler.
    Debian,
}

impl Toolchain {
    fn folder(self) -> &'static str {
        match self {
            Self::Rustup => "rustup",
            Self::Debian => "debian",
        }
    }
}

/// Builds the program for both targets with the answers of this machine, and runs each module with
/// Node, which fails if its answers differ. Without Node the modules are only built.
///
/// `--debian` skips rustup, to test the second way on a machine where the first one works.
///
/// # Errors
/// When no toolchain is found, a build fails, a module gives other answers, or for another
/// argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let only_debian = match args {
        [] => false,
        [flag] if flag == "--debian" => true,
        _ => bail!("wasm takes --debian only, but got {}", args.join(" ")),
    };
    let fingerprint = fingerprint()?;
    for target in Target::ALL {
        let toolchain = toolchain_for(target, only_debian)?;
        checkout::run(build_command(target, toolchain).env(FINGERPRINT, &fingerprint))?;
        run_module(&module_path(target, toolchain))?;
    }
    Ok(())
}

/// Returns the answers of this machine, as the program prints them.
fn fingerprint() -> anyhow::Result<String> {
    let mut program = checkout::command("cargo");
    program.args(["run", "--package", PACKAGE, "--quiet", "--profile", "test"]);
    let out = program.env_remove(FINGERPRINT).output()?;
    let found = String::from_utf8_lossy(&out.stdout).trim().to_owned();
    if !out.status.success() || found.is_empty() {
        bail!("{PACKAGE} failed: {}", String::from_utf8_lossy(&out.stderr).trim());
    }
    println!("the answers of this machine: {found}");
    Ok(found)
}

fn toolchain_for(target: Target, only_debian: bool) -> anyhow::Result<Toolchain> {
    if !only_debian && (has_target(target) || add_target(target)) {
        return Ok(Toolchain::Rustup);
    }
    if Path::new(DEBIAN_CARGO).is_file()
        && Path::new(DEBIAN_RUSTC).is_file()
        && Path::new(DEBIAN_WASI_LIBC).is_dir()
        && checkout::installed(DEBIAN_LINKER)
    {
        return Ok(Toolchain::Debian);
    }
    bail!("no standard library for {}: run .ci/install-wasm.sh", target.triple());
}

/// True if the compiler in use has the standard library of `target`.
fn has_target(target: Target) -> bool {
    let out = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target.triple()])
        .current_dir(checkout::root())
        .output();
    out.is_ok_and(|out| {
        let folder = String::from_utf8_lossy(&out.stdout).trim().to_string();
        out.status.success() && Path::new(&folder).is_dir()
    })
}

/// True if rustup could add `target`. False also without rustup or network.
fn add_target(target: Target) -> bool {
    let added = checkout::command("rustup").args(["target", "add", target.triple()]).status();
    added.is_ok_and(|status| status.success()) && has_target(target)
}

/// A library for the web.
pub struct Library<'l> {
    pub package: &'l str,
    /// The level of optimization.
    pub level: &'l str,
    pub rustflags: &'l str,
    /// What follows the name of the target folder. Builds with other flags need another folder, in
    /// which they do not replace each other.
    pub folder: &'l str,
}

impl Library<'_> {
    /// Builds the library, and returns its module.
    ///
    /// # Errors
    /// When no toolchain is found or the build fails.
    pub fn build(&self) -> anyhow::Result<PathBuf> {
        let target = Target::Unknown;
        let toolchain = toolchain_for(target, false)?;
        let folder =
            PathBuf::from(format!("{TARGET_FOLDER}/{}{}", toolchain.folder(), self.folder));
        let mut command = cargo_build(target, toolchain, &folder);
        command
            .args(["--package", self.package, "--profile", "wasm"])
            .env("CARGO_PROFILE_WASM_OPT_LEVEL", self.level)
            .env("CARGO_ENCODED_RUSTFLAGS", remap::rust_flags(self.rustflags)?);
        checkout::run(&mut command)?;
        let name = self.package.replace('-', "_");
        let folder = checkout::root().join(folder).join(target.triple());
        Ok(folder.join("wasm").join(format!("{name}.wasm")))
    }
}

/// Builds the program. It runs only once, so it is hardly optimized.
fn build_command(target: Target, toolchain: Toolchain) -> Command {
    let mut command = cargo_build(target, toolchain, &target_folder(toolchain));
    command
        .args(["--package", PACKAGE, "--release"])
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    command
}

/// Cargo's build for a target, with a toolchain, in a folder.
fn cargo_build(target: Target, toolchain: Toolchain, folder: &Path) -> Command {
    let mut command = match toolchain {
        Toolchain::Rustup => checkout::command("cargo"),
        Toolchain::Debian => debian_cargo(target),
    };
    command.args(["build", "--target", target.triple(), "--target-dir"]).arg(folder);
    if toolchain == Toolchain::Debian {
        command.args(["-Z", "build-std=std,panic_abort"]);
    }
    command
}

/// Debian's cargo, without the variables of the rustup toolchain that runs this program.
/// `RUSTC_BOOTSTRAP` lets a stable compiler build the standard library.
fn debian_cargo(target: Target) -> Command {
    let mut command = checkout::command(DEBIAN_CARGO);
    for variable in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTDOC", "RUSTC_WRAPPER"] {
        command.env_remove(variable);
    }
    command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    match target {
        Target::Unknown => {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
        }
        Target::Wasip1 => {
            let flags = format!("-L {DEBIAN_WASI_LIBC} -C link-self-contained=no");
            command.env("CARGO_TARGET_WASM32_WASIP1_LINKER", DEBIAN_LINKER);
            command.env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags);
        }
    }
    command
}

fn target_folder(toolchain: Toolchain) -> PathBuf {
    Path::new(TARGET_FOLDER).join(toolchain.folder())
}

fn module_path(target: Target, toolchain: Toolchain) -> PathBuf {
    target_folder(toolchain).join(target.triple()).join("release").join(format!("{PACKAGE}.wasm"))
}

/// Runs a module with Node, if it is installed.
fn run_module(module: &Path) -> anyhow::Result<()> {
    if !checkout::installed("node") {
        println!("{}: not run, Node is not installed", module.display());
        return Ok(());
    }
    let mut node = checkout::command("node");
    node.args(["--no-warnings", "--eval", RUN_SCRIPT, "--"]).arg(module);
    let out = node.output()?;
    if !out.status.success() {
        let reason = String::from_utf8_lossy(&out.stderr);
        bail!("{} fails under Node: {}", module.display(), reason.trim());
    }
    println!("{}: the same answers", module.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_its_own_folder_and_only_one_builds_the_standard_library() {
        for target in Target::ALL {
            let rustup = checkout::shown(&build_command(target, Toolchain::Rustup));
            let debian = checkout::shown(&build_command(target, Toolchain::Debian));
            assert!(!rustup.contains("build-std") && debian.contains("build-std"));
            assert_ne!(
                module_path(target, Toolchain::Rustup),
                module_path(target, Toolchain::Debian)
            );
        }
    }

    #[test]
    fn other_arguments_are_refused() {
        assert!(run(&["--fast".to_string()]).unwrap_err().to_string().contains("--fast"));
    }

    #[test]
    fn a_file_that_is_no_module_fails() {
        if checkout::installed("node") {
            assert!(run_module(Path::new("Cargo.toml")).is_err());
        }
    }
}
