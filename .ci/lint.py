"""Runs Clippy on all that `rustc.sh` has compiled, with the libraries that are built already.

lint.py FOLDER: the calls of the compiler that `rustc.sh` kept. `cargo clippy` checks all dependencies
once more, which takes twice as long as the lints. `cargo xtask full` runs it with all features.
"""

import sys

from calls import Call, repeat


def lint(call: Call) -> tuple[bool, str]:
    """Runs Clippy for one call, which writes no code."""
    out = call.path.parent / "out" / call.path.name
    out.mkdir(parents=True, exist_ok=True)
    output = ["--emit=metadata", "--out-dir", str(out.absolute()), "-D", "warnings"]
    return call.run(["clippy-driver", *call.arguments, *output])


repeat(sys.argv[1], lint)
