"""The program `tamis` of the package."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import archives
import pytest

import tamis

SENTENCE = "Bread rises slowly, then it is baked. "
PAGE = f"<html lang=en><title>Bread</title><nav>Home</nav><p>{SENTENCE * 20}"

Done = subprocess.CompletedProcess[str]

SCRIPT = Path(sysconfig.get_path("scripts"), "tamis.exe" if os.name == "nt" else "tamis")


def run(*args: str | Path, page: str = "", cwd: Path | None = None) -> Done:
    """Runs the program in a process of its own."""
    command = [sys.executable, "-m", "tamis", *map(str, args)]
    return subprocess.run(command, input=page, capture_output=True, text=True, cwd=cwd)


@pytest.mark.parametrize("command", [[str(SCRIPT)], [sys.executable, "-m", "tamis"]])
def test_command(command: list[str]) -> None:
    """The command and the module are the program."""
    done = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"tamis {tamis.__version__}\n")
    done = subprocess.run(command, input=PAGE, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(SENTENCE)


def test_status_and_messages(tmp_path: Path) -> None:
    """The status is that of the program, and messages go to standard error."""
    assert run(page="<p>").returncode == 1
    missing = run(tmp_path / "missing.html")
    assert missing.returncode == 2
    assert "missing.html" in missing.stderr
    wrong = run("--formatt", "json")
    assert wrong.returncode == 2
    assert "--format" in wrong.stderr
    assert "Usage: tamis" in wrong.stderr
    assert run("--help").stdout.startswith("Prints the main content")


def test_formats(tmp_path: Path) -> None:
    """Files are read and formats are written."""
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    row = json.loads(run("--format", "json", page).stdout)
    assert row["title"] == "Bread"
    book = tmp_path / "book.epub"
    assert run("epub", page, "--merge", book).returncode == 0
    assert book.read_bytes().startswith(b"PK")


def test_isolated_processes(tmp_path: Path) -> None:
    """A batch starts this program again, also where a folder has its name."""
    archive = archives.write(tmp_path / "pages.warc.gz", 3)
    (tmp_path / "tamis").mkdir()
    (tmp_path / "tamis" / "__init__.py").write_text("raise SystemExit('not the package')")
    command = [str(SCRIPT), "batch", "--isolate", "--format", "jsonl", str(archive), "-o", "out"]
    if sys.version_info < (3, 11):
        (tmp_path / "tamis" / "__init__.py").unlink()
        (tmp_path / "tamis").rmdir()
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [line for part in (tmp_path / "out").glob("*.jsonl") for line in part.open()]
    assert len(rows) == 3


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
def test_interrupt() -> None:
    """Ctrl-C ends the program while it waits for its input."""
    command = [sys.executable, "-m", "tamis"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT
