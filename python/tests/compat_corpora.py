"""The corpora that the tests of the drop-in modules read, and the packages they compare with."""

from __future__ import annotations

import gzip
import importlib
import io
import os
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def folder() -> Path:
    """Returns the folder of the corpora: that of the variable, of the checkout or beside it."""
    named = os.environ.get("TAMIS_CORPORA")
    if named:
        return Path(named)
    inside = CHECKOUT / "corpora"
    return inside if inside.is_dir() else CHECKOUT.parent / "shared" / "corpora"


def files(corpus: str, pattern: str = "") -> Iterator[tuple[str, bytes]]:
    """Reads the files of a corpus whose path matches, packed or not, sorted as the archive has
    them. Skips the test if the corpus is absent, or fails if it is required.
    """
    wanted = re.compile(pattern)
    unpacked = folder() / corpus
    packed = folder() / f"{corpus}.tar.gz"
    if unpacked.is_dir():
        for path in sorted(unpacked.rglob("*")):
            name = f"{corpus}/{path.relative_to(unpacked).as_posix()}"
            if path.is_file() and wanted.search(name):
                yield name, path.read_bytes()
    elif packed.is_file():
        with gzip.open(packed) as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                if member.isfile() and wanted.search(member.name):
                    content = archive.extractfile(member)
                    assert content is not None
                    yield member.name, content.read()
    else:
        absent = f"the corpus {corpus} is not in {folder()}"
        if os.environ.get("TAMIS_REQUIRE_CORPORA") == "1":
            pytest.fail(absent)
        pytest.skip(absent)


def lines(corpus: str, name: str) -> Iterator[str]:
    """Reads the lines of one file of a corpus."""
    for _, content in files(corpus, f"{re.escape(name)}$"):
        yield from io.TextIOWrapper(io.BytesIO(content), "utf-8", newline="\n")


def reference(name: str) -> Any:
    """Returns a module of the library to compare with. Skips the test if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"the reference is not installed: {error}")
