"""Writes the documentation of the published libraries as JSON, which `cargo xtask public-api` reads,
with the libraries that are built already.

document.py FOLDER OUT: the calls of the compiler that `rustc.sh` kept, and the folder of the JSON.
A library that was not built anew keeps its JSON. `cargo doc` checks all dependencies once more. The
features are those of the build; `cargo xtask full` compares the public items with all features.
"""

import sys
from pathlib import Path

from calls import Call, repeat

LIBRARIES = {path.stem.replace("-", "_") for path in Path("docs/public-api").iterdir()}

JSON = ["-Z", "unstable-options", "--output-format", "json"]


def document(call: Call) -> tuple[bool, str] | None:
    """Runs rustdoc for the call of a library, but not for that of its tests. rustdoc takes no options
    for code."""
    is_library = any(argument.endswith("src/lib.rs") for argument in call.arguments)
    name = call.after("--crate-name")
    if not is_library or "--test" in call.arguments or name not in LIBRARIES:
        return None
    arguments = [
        argument
        for option, argument in zip(["", *call.arguments], call.arguments)
        if "-C" not in (option, argument)
    ]
    command = ["rustdoc", *arguments, *JSON, "--out-dir", str(Path(sys.argv[2]).absolute())]
    return call.run(command, RUSTC_BOOTSTRAP="1")


repeat(sys.argv[1], document)
