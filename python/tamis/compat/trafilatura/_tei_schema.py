"""The schema of TEI, which this package does not have: a large file that trafilatura ships."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

from tamis.compat import _input


def shipped() -> str | None:
    """Returns the path of the DTD in an installed trafilatura, or ``None``."""
    # Its name may mean our module, so that it is no help to import it.
    places = (Path(folder, "trafilatura", "data", "tei_corpus.dtd") for folder in sys.path)
    return next((str(place) for place in places if place.is_file()), None)


@functools.lru_cache(2)
def schema(path: str) -> Any:
    """Returns a DTD of lxml."""
    return _input.lxml("validate_tei").etree.DTD(path)
