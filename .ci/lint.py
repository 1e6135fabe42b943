"""Runs Clippy on all that `rustc.sh` has compiled, with the libraries that are built already.

lint.py FOLDER: the calls of the compiler that `rustc.sh` kept. `cargo clippy` checks all dependencies
once more, which takes twice as long as the lints. `cargo xtask full` runs it with all features.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What of an environment Clippy and the macros of a crate read.
VARIABLES = ("CARGO", "OUT_DIR", "PATH", "HOME", "RUSTUP", "LD_LIBRARY_PATH", "CLIPPY")
# Cargo's place to wait for a free core, which is gone.
JOBS = "CARGO_MAKEFLAGS"


def command(arguments: list[str], out: Path) -> list[str]:
    """Returns the call with Clippy in place of the compiler, which writes no code."""
    changed, rest = ["clippy-driver"], iter(arguments)
    for argument in rest:
        if argument == "--out-dir":
            next(rest)
        elif argument == "-C":
            option = next(rest)
            if not option.startswith(("incremental", "linker", "link-arg")):
                changed += ["-C", option]
        elif not argument.startswith(("--emit", "--error-format", "--json", "--diagnostic-width")):
            changed.append(argument)
    return [*changed, "--emit=metadata", "--out-dir", str(out), "-D", "warnings"]


def lint(call: Path) -> tuple[bool, str]:
    """Runs Clippy for one call. Returns true if it passes, and what it prints."""
    arguments, environment = call.read_bytes().decode().split("\0\0", 1)
    folder, _, *rest = arguments.split("\0")
    pairs = (line.split("=", 1) for line in environment.split("\0") if "=" in line)
    kept = {name: value for name, value in pairs if name.startswith(VARIABLES) and name != JOBS}
    out = call.parent / "out" / call.name
    out.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        command(rest, out), cwd=folder, env=kept,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    return done.returncode == 0, done.stdout


def main() -> None:
    """Prints what Clippy says. Fails if it says something."""
    calls = sorted(path for path in Path(sys.argv[1]).iterdir() if path.is_file())
    if not calls:
        sys.exit(f"{sys.argv[1]} has no calls: set LINT_CALLS while the tests are built")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lint, calls))
    print("".join(text for _, text in results), end="")
    failed = sum(not passed for passed, _ in results)
    print(f"{len(calls)} calls, {failed} failed")
    sys.exit(failed > 0)


main()
