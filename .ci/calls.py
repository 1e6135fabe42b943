"""The calls of the compiler that `rustc.sh` keeps while the tests are built, to be repeated with other
tools. They find all libraries built, and so need none of the time that cargo takes to check the
dependencies once more for each tool.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What of an environment the tools and the macros of a crate read.
VARIABLES = ("CARGO", "OUT_DIR", "PATH", "HOME", "RUSTUP", "LD_LIBRARY_PATH", "CLIPPY")
# Cargo's place to wait for a free core, which is gone.
JOBS = "CARGO_MAKEFLAGS"

# Options that say what is written, in one argument or in two.
OUTPUT = ("--emit", "--error-format", "--json", "--diagnostic-width")
CODE = ("incremental", "linker", "link-arg")


class Call:
    """A call of the compiler: its folder, its arguments without those about its output, and its
    environment."""

    def __init__(self, path: Path):
        self.path = path
        arguments, environment = path.read_bytes().decode().split("\0\0", 1)
        self.folder, _, *arguments = arguments.split("\0")
        self.arguments = list(self.without_output(iter(arguments)))
        pairs = (line.split("=", 1) for line in environment.split("\0") if "=" in line)
        self.environment = {
            name: value for name, value in pairs if name.startswith(VARIABLES) and name != JOBS
        }

    @staticmethod
    def without_output(arguments: Iterator[str]) -> Iterator[str]:
        for argument in arguments:
            if argument == "--out-dir":
                next(arguments)
            elif argument == "-C":
                option = next(arguments)
                if not option.startswith(CODE):
                    yield from ("-C", option)
            elif not argument.startswith(OUTPUT):
                yield argument

    def after(self, option: str) -> str:
        """The argument after an option. Empty if there is none."""
        at = self.arguments.index(option) if option in self.arguments else -2
        return "".join(self.arguments[at + 1 : at + 2])

    def run(self, command: list[str], **variables: str) -> tuple[bool, str]:
        """Runs a command in the call's place. Returns true if it passes, and what it prints."""
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment | variables,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        return done.returncode == 0, done.stdout


def repeat(folder: str, again: Callable[[Call], tuple[bool, str] | None]) -> None:
    """Repeats the calls in a folder, as many at once as there are cores, and prints what they print.
    Ends the program with a failure if one fails. Those for which there is nothing to do are `None`."""
    calls = [Call(path) for path in sorted(Path(folder).iterdir()) if path.is_file()]
    if not calls:
        sys.exit(f"{folder} has no calls: set LINT_CALLS while the tests are built")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [result for result in pool.map(again, calls) if result is not None]
    print("".join(text for _, text in results), end="")
    failed = sum(not passed for passed, _ in results)
    print(f"{len(results)} calls, {failed} failed")
    if failed:
        sys.exit(1)
