"""The options of an extraction."""

from __future__ import annotations

import datetime
import difflib
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

from tamis._errors import ConfigError
from tamis._typing import TypedDict

Strategy = Literal["auto", "smart", "justext", "readability", "selectors", "density"]
"""An engine, or a blend of engines (``auto`` and ``smart``)."""


class Options(TypedDict, total=False):
    """The keywords of every extraction. All have defaults that suit most pages.

    strategy: The strategy that chooses the content. Default ``auto``.
    language: The language of the stopwords, such as ``German`` or ``de``. Default: the page's
        own.
    stopwords: Stopwords of your own. None at all for engines that work independently of the
        language.
    favor: The measure that ``auto`` favours. Default ``balanced``.
    fast: True to run ``auto`` without Readability. Default False.
    title: The place of the title in the content. Default: ``strip`` for the blends.
    comments: True to look for readers' comments. Default False.
    page_json: The use of text from a page's own JSON. Default ``auto``.
    latest_date: The last day that a page's date can be. Default: no last day.
    encoding_rules: The rules by which the encoding of a page is determined. Default
        ``evidence``.
    fix_mojibake: True to repair text that was read in the wrong encoding and saved. Default
        False.
    drop_hidden: True to leave out all text that readers do not see, also if it is long or an inline
        style makes it unreadable. For texts that a model reads. Default False.
    site_rules: Rules for single sites: a folder of rule files, or their names and texts.
    select: CSS selectors of the elements that are the content. Default: none, and the content is
        found.
    drop: CSS selectors of elements that are no part of the page. Default: none.
    limits: Limits on the cost of a page, such as ``{"depth": 512}``.
    justext: Parameters of jusText, such as ``{"length_low": 70}``.
    readability: Parameters of Readability.
    selectors: Parameters of the selector engine.
    density: Parameters of the density engine.
    smart: Parameters of the blend ``smart``.
    """

    strategy: Strategy
    language: str | None
    stopwords: Iterable[str] | None
    favor: Literal["balanced", "precision", "recall"]
    fast: bool
    title: Literal["keep", "add", "strip"] | None
    comments: bool
    page_json: Literal["auto", "never"]
    latest_date: datetime.date | str | None
    encoding_rules: Literal["evidence", "standard"]
    fix_mojibake: bool
    drop_hidden: bool
    site_rules: str | os.PathLike[str] | Mapping[str, str] | None
    select: str | Sequence[str] | None
    drop: str | Sequence[str] | None
    limits: Mapping[str, int]
    justext: Mapping[str, Any]
    readability: Mapping[str, Any]
    selectors: Mapping[str, Any]
    density: Mapping[str, Any]
    smart: Mapping[str, Any]


def prepare(options: Mapping[str, Any], of: Callable[..., Any] | None = None) -> dict[str, Any]:
    """Returns options as the native part takes them.

    ``of`` is the function whose further keywords they are. A mistyped one may be meant for it.
    """
    prepared = dict(options)
    for name in prepared:
        if name not in Options.__annotations__:
            raise ConfigError(_unknown(name, of))
    day = prepared.get("latest_date")
    if isinstance(day, datetime.datetime):
        prepared["latest_date"] = day.date()
    for name in ("select", "drop"):
        if isinstance(selectors := prepared.get(name), str):
            prepared[name] = [selectors]
        elif selectors is not None:
            prepared[name] = _listed(name, selectors, "a CSS selector, or several")
    words = prepared.get("stopwords")
    if words is not None:
        prepared["stopwords"] = _listed("stopwords", words, "words")
    rules = prepared.get("site_rules")
    if rules is not None:
        is_folder = not isinstance(rules, Mapping)
        prepared["site_rules"] = {"is_folder": is_folder, "files": _site_rules(rules)}
    return prepared


def _unknown(name: str, of: Any) -> str:
    """Returns the message about a keyword that is no option."""
    own = getattr(of, "__kwdefaults__", None) or {}
    near = difflib.get_close_matches(name, [*Options.__annotations__, *own], 1)
    hint = f", did you mean `{near[0]}`?" if near else "."
    return f"unknown option `{name}`{hint} The options: {', '.join(Options.__annotations__)}"


def _listed(name: str, values: Any, expected: str) -> list[Any]:
    """Returns the values of an option that takes several."""
    if isinstance(values, Iterable) and not isinstance(values, str):
        return list(values)
    raise ConfigError(f"`{name}`: expected {expected}, not {type(values).__name__}")


def listed_names(name: str, values: Any) -> list[str]:
    """Returns the names that an argument lists."""
    names = _listed(name, values, "names")
    for wrong in names:
        if not isinstance(wrong, str):
            raise ConfigError(f"`{name}`: expected names, not {type(wrong).__name__}")
    # Half a surrogate pair is in no name, and has no UTF-8.
    return [of.encode("utf-8", "replace").decode() for of in names]


@overload
def number(name: str, value: int, least: int = 1) -> int: ...
@overload
def number(name: str, value: int | None, least: int = 1) -> int | None: ...
def number(name: str, value: int | None, least: int = 1) -> int | None:
    """Returns a number of things. More than any machine has become as many as it can count."""
    if value is None:
        return None
    try:
        count = operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise ConfigError(f"`{name}`: expected a whole number, not {kind}") from None
    if count < least:
        raise ConfigError(f"`{name}`: expected at least {least}, not {count}")
    return min(count, sys.maxsize)


def _site_rules(rules: Any) -> list[tuple[str, str]]:
    """Returns the names and texts of files with rules, sorted by name."""
    if isinstance(rules, Mapping):
        files = list(rules.items())
        if not all(isinstance(part, str) for file in files for part in file):
            raise ConfigError("`site_rules`: expected names and texts of files")
        return sorted(files)
    if not isinstance(rules, str | os.PathLike):
        kind = type(rules).__name__
        raise ConfigError(f"`site_rules`: expected a folder, or names and texts, not {kind}")
    endings = (".txt", ".toml")
    try:
        paths = sorted(path for path in Path(rules).iterdir() if path.suffix in endings)
        return [(path.name, path.read_text("utf-8")) for path in paths]
    except ValueError as error:
        # A path with a null character, or a file that is not UTF-8.
        raise ConfigError(f"`site_rules`: {error}") from None
