"""The schema of TEI, which this package does not have: a large file that trafilatura ships."""

from __future__ import annotations

import functools
import importlib.metadata
from typing import Any

from tamis.compat import _input


def shipped() -> str | None:
    """Returns the path of the DTD in an installed trafilatura, or ``None``."""
    try:
        files = importlib.metadata.files("trafilatura") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((str(of.locate()) for of in files if of.name == "tei_corpus.dtd"), None)


@functools.lru_cache(2)
def schema(path: str) -> Any:
    """Returns a DTD of lxml."""
    return _input.lxml("validate_tei").etree.DTD(path)
