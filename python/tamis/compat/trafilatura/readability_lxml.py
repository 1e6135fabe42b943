"""Whether a page is likely to have an article, as Mozilla's Readability tells it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

from tamis.compat import _input, _tree

__all__ = ["is_node_visible", "is_probably_readerable"]

_TEXTS = {"p", "pre", "article"}
_NOT_SHOWN = re.compile(r"display:\s*none", re.IGNORECASE)
# Source: Mozilla's Readability, `REGEXPS` of `Readability-readerable.js`.
_UNLIKELY = re.compile(
    r"-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|"
    r"header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|"
    r"supplemental|ad-break|agegate|pagination|pager|popup|yom-remote"
)
_MAYBE = re.compile(r"and|article|body|column|content|main|shadow")


def is_node_visible(node: Any) -> bool:
    """Returns true for an element that does not say of itself that it is hidden."""
    return not (
        _NOT_SHOWN.search(node.get("style", ""))
        or node.get("hidden") is not None
        or (node.get("aria-hidden") == "true" and "fallback-image" not in node.get("class", ""))
    )


def is_probably_readerable(html: Any, options: dict[str, Any] | None = None) -> bool:
    """Returns true if a page has enough text in its visible paragraphs.

    ``options`` may have ``min_content_length``, the shortest text that counts, ``min_score``, and
    ``visibility_checker``, a function of an element of ``xml.etree``.

    >>> is_probably_readerable("<p>" + "Bread, they say, rises slowly. " * 20)
    True
    >>> is_probably_readerable("<p>Bread")
    False
    """
    options = options or {}
    shortest: int = options.get("min_content_length", 140)
    wanted: float = options.get("min_score", 20)
    is_visible: Callable[[Any], bool] = options.get("visibility_checker", is_node_visible)
    score = 0.0
    for node in _candidates(_tree.tree_of(_input.page(html))):
        if is_visible(node) and _is_likely(node):
            length = len("".join(node.itertext()).strip())
            score += math.sqrt(max(length - shortest, 0))
            if score > wanted:
                return True
    return False


def _candidates(root: Element) -> Iterator[Element]:
    """Returns the elements whose text counts. None is in an item that has paragraphs."""
    for parent in root.iter():
        if parent.tag == "li" and parent.find("p") is not None:
            continue
        for node in parent:
            if node.tag in _TEXTS or (node.tag == "div" and node.find("br") is not None):
                yield node


def _is_likely(node: Element) -> bool:
    words = f"{node.get('class', '')} {node.get('id', '')}".lower()
    return not _UNLIKELY.search(words) or _MAYBE.search(words) is not None
