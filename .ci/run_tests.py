"""Runs all tests of the workspace, two programs at a time, with the tests that are ignored.

run_tests.py ARGUMENT...: the arguments go to each program after `--include-ignored`. The programs
must be built. Many have one long test that uses one core or waits for a browser, and `cargo test`
runs one program after the other. A program that passes prints one line: its time, its CPU time with
that of the programs that it has waited for, and the number of its tests. A program that fails prints
all. Fails if a program fails.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUILD = ["cargo", "test", "--workspace", "--locked"]
# Those that take longest begin first, or one of them runs alone at the end.
LONGEST = [
    "program",
    "chromium",
    "pages",
    "suite",
    "quality_gate",
    "volumes",
    "justext_parity",
    "linear",
    "html",
]


def programs() -> Iterator[tuple[str, Path, list[str]]]:
    """Returns the name, the folder and the command of each program, the longest first."""
    build = [*BUILD, "--no-run", "--message-format=json"]
    lines = subprocess.run(build, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    tests = [
        (message["target"]["name"], Path(message["manifest_path"]).parent, message["executable"])
        for message in messages
        if message.get("executable") and message.get("profile", {}).get("test")
    ]
    place = {name: place for place, name in enumerate(LONGEST)}
    tests.sort(key=lambda test: place.get(test[0], len(LONGEST)))
    for name, folder, executable in tests:
        command = [executable, "--include-ignored", *sys.argv[1:]]
        yield f"{folder.name} {name}", folder, command
    # Cargo makes the programs of the examples in documents.
    yield "documents", Path(), [*BUILD, "--doc"]


def run(test: tuple[str, Path, list[str]]) -> bool:
    """Runs a program. Returns true if it passes."""
    name, folder, command = test
    begin = time.monotonic()
    environment = dict(os.environ)
    # As cargo sets it. Cargo itself must not see it: build scripts that read it would run again, and
    # everything that depends on them, which is half of the workspace.
    if command[0] != "cargo":
        environment["CARGO_MANIFEST_DIR"] = str(folder.absolute())
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    )  # fmt: skip
    with process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds, cpu = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
    count = sum(map(int, re.findall(r"^test result: ok\. (\d+) passed", printed, re.M)))
    failed = process.returncode != 0
    text = f"failed with status {process.returncode}\n{printed}" if failed else "passed"
    print(f"{seconds:5.0f} s {cpu:5.0f} s CPU {count:5} {name}: {text}", flush=True)
    return not failed


def main() -> None:
    with ThreadPoolExecutor(2) as threads:
        passed = list(threads.map(run, programs()))
    print(f"{sum(passed)} of {len(passed)} test programs passed", flush=True)
    if not all(passed):
        sys.exit(1)


if __name__ == "__main__":
    main()
