"""The options of an extraction."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    import datetime

Strategy = Literal["auto", "smart", "justext", "readability", "selectors", "density"]
"""An engine, or a blend of engines (``auto`` and ``smart``)."""


class Options(TypedDict, total=False):
    """The keywords of every extraction. All have defaults that suit most pages."""

    strategy: Strategy
    """The strategy that chooses the content. Default ``auto``."""
    language: str | None
    """The language of the stopwords, such as ``German`` or ``de``. Default: the page's own."""
    stopwords: Iterable[str] | None
    """Stopwords of your own. None at all for engines that work independently of the language."""
    favor: Literal["balanced", "precision", "recall"]
    """The measure that ``auto`` favours. Default ``balanced``."""
    fast: bool
    """True to run ``auto`` without Readability. Default False."""
    title: Literal["keep", "add", "strip"] | None
    """The place of the title in the content. Default: ``strip`` for the blends."""
    comments: bool
    """True to look for readers' comments. Default False."""
    page_json: Literal["auto", "never"]
    """The use of text from a page's own JSON. Default ``auto``."""
    latest_date: datetime.date | str | None
    """The last day that a page's date can be. Default: no last day."""
    encoding_rules: Literal["evidence", "standard"]
    """The rules by which the encoding of a page is determined. Default ``evidence``."""
    fix_mojibake: bool
    """True to repair text that was read in the wrong encoding and saved. Default False."""
    site_rules: str | os.PathLike[str] | Mapping[str, str] | None
    """Rules for single sites: a folder of rule files, or their names and texts."""
    limits: Mapping[str, int]
    """Limits on the cost of a page, such as ``{"depth": 512}``."""
    justext: Mapping[str, Any]
    """Parameters of jusText, such as ``{"length_low": 70}``."""
    readability: Mapping[str, Any]
    """Parameters of Readability."""
    selectors: Mapping[str, Any]
    """Parameters of the selector engine."""
    density: Mapping[str, Any]
    """Parameters of the density engine."""
    smart: Mapping[str, Any]
    """Parameters of the blend ``smart``."""


def prepare(options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns options as the native part takes them."""
    prepared = dict(options)
    words = prepared.get("stopwords")
    if words is not None:
        prepared["stopwords"] = list(words)
    rules = prepared.get("site_rules")
    if rules is not None:
        prepared["site_rules"] = sorted(_site_rules(rules))
    return prepared


def _site_rules(
    rules: str | os.PathLike[str] | Mapping[str, str],
) -> list[tuple[str, str]]:
    if isinstance(rules, Mapping):
        return [(name, text) for name, text in rules.items()]
    endings = (".txt", ".toml")
    files = sorted(path for path in Path(rules).iterdir() if path.suffix in endings)
    return [(path.name, path.read_text("utf-8")) for path in files]
