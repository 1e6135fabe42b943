"""What counts as a page."""

from __future__ import annotations

import re

_TAG = (re.compile(r"<[!?/]?[A-Za-z]"), re.compile(rb"<[!?/]?[A-Za-z]"))
_START_TAG = (re.compile(r"<[A-Za-z]"), re.compile(rb"<[A-Za-z]"))


def has_tag(page: str | bytes) -> bool:
    """Returns true if there is any sign of HTML."""
    text, data = _TAG
    return bool(text.search(page) if isinstance(page, str) else data.search(page))


def elements(page: str | bytes) -> int:
    """Returns the number of start tags."""
    text, data = _START_TAG
    return len(text.findall(page) if isinstance(page, str) else data.findall(page))
