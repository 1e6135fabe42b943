"""Texts in the data that a page has for search engines, and in that of Discourse.

For example a page of a shop whose body is drawn by a script may have its whole text in
``{"@type": "Article", "articleBody": "..."}``.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from tamis import _native
from tamis.compat import _tree
from tamis.compat.trafilatura._document import clean_text

# What holds the text of its object, and what holds steps, answers or ingredients of it.
_BODIES = ("articleBody", "reviewBody", "recipeInstructions", "recipeIngredient", "step")
_PARTS = ("name", "text", "itemListElement", "acceptedAnswer", "steps", "step")
_MARKUP = re.compile(
    r"</?(?:p|div|br|b|i|a|ul|ol|li|h\d|strong|em|span)(?:\s[^<>]*=[^<>]*)?\s*/?>", re.I
)
_DESCRIBED = {"product", "videoobject"}


@dataclass
class Texts:
    """The paragraphs of bodies, and those of descriptions."""

    bodies: list[str] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)


def texts(page: str | bytes) -> Texts:
    """Returns the texts in the data of a page, each once."""
    found = Texts()
    root = _tree.tree_of(page)
    for script in root.iter("script"):
        if "ld+json" in script.get("type", "").lower():
            for item in _objects(_parsed(script.text or "")):
                _read(item, found)
    for element in root.iter():
        if preloaded := element.get("data-preloaded"):
            found.bodies += _posts(preloaded)
    found.bodies = _without_repeats(found.bodies)
    found.descriptions = _without_repeats(found.descriptions)
    return found


def _parsed(text: str) -> Any:
    """Returns what JSON says, or ``None`` if it is damaged. Line breaks in texts are allowed."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _objects(data: Any) -> Iterator[dict[str, Any]]:
    """Returns all objects in data, the outer ones first."""
    rest = deque([data])
    while rest:
        item = rest.popleft()
        if isinstance(item, dict):
            yield item
            rest += item.values()
        elif isinstance(item, list):
            rest += item


def _read(item: dict[str, Any], found: Texts) -> None:
    for name in _BODIES:
        found.bodies += _paragraphs(item.get(name))
    kinds = item.get("@type")
    stated = kinds if isinstance(kinds, list) else [kinds]
    kinds = {of.lower() for of in stated if isinstance(of, str)}
    if "faqpage" in kinds:
        found.bodies += _paragraphs(item.get("mainEntity"))
    if kinds & _DESCRIBED:
        found.descriptions += _paragraphs(item.get("description"))


def _paragraphs(value: Any) -> Iterator[str]:
    """Returns the paragraphs in a value: a text, perhaps of HTML, or objects with parts."""
    rest = [value]
    while rest:
        item = rest.pop()
        if isinstance(item, str):
            yield from _lines(item)
        elif isinstance(item, list):
            rest += reversed(item)
        elif isinstance(item, dict):
            rest += [item[name] for name in reversed(_PARTS) if name in item]


def _lines(text: str) -> Iterator[str]:
    text = unescape(text)
    if _MARKUP.search(text):
        text = _native.whole_text(text)
        lines = text.split("\n\n")
    else:
        lines = [text]
    for line in lines:
        if line := clean_text(" ".join(line.split())):
            yield line


def _posts(preloaded: str) -> Iterator[str]:
    """Returns the texts of the posts that Discourse keeps for its program."""
    data = _parsed(preloaded)
    values = data.values() if isinstance(data, dict) else []
    for value in values:
        for item in _objects(_parsed(value) if isinstance(value, str) else value):
            if isinstance(item.get("cooked"), str):
                yield from _lines(item["cooked"])


def _without_repeats(paragraphs: list[str]) -> list[str]:
    return list(dict.fromkeys(paragraphs))
