"""Addresses, by the library that the reference has for them."""

from __future__ import annotations

import importlib
from typing import Any


def courlan() -> Any:
    """Returns the module courlan, or raises ``ImportError`` that says what needs it."""
    try:
        return importlib.import_module("courlan")
    except ImportError as error:
        raise ImportError(
            "Feeds, sitemaps and crawls judge addresses by courlan, so it must be installed: "
            "pip install 'tamis[compat]'."
        ) from error


def absolute(base: str, link: str) -> str:
    """Returns the address that a link means on a site, and ``""`` if it is malformed."""
    try:
        address: str = courlan().fix_relative_urls(base, link)
    except ValueError:
        return ""
    return address
