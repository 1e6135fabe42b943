"""Pages as callers of other libraries have them."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from tamis import _native

__all__ = ["decoded", "is_tree", "lxml", "page", "tree"]


def is_tree(html: Any) -> bool:
    """Returns true for an element or a document of lxml."""
    etree = sys.modules.get("lxml.etree")
    return etree is not None and isinstance(html, (etree._Element, etree._ElementTree))


def page(html: Any) -> str | bytes:
    """Returns a page: a text, bytes, a tree of lxml, or an answer of a server with its ``data``.

    Raises ``TypeError`` for anything else.
    """
    if is_tree(html):
        return _serialized(html)
    content = getattr(html, "data", html)
    if isinstance(content, (str, bytes)):
        return content
    if isinstance(content, (bytearray, memoryview)):
        return bytes(content)
    kind = type(html).__name__
    raise TypeError(f"A page is a text, bytes, a tree of lxml or a server's answer, not {kind}.")


def _serialized(tree: Any) -> str:
    etree = sys.modules["lxml.etree"]
    text: str = etree.tostring(tree, method="html", encoding="unicode", with_tail=False)
    return text


def lxml(wanted_by: str) -> Any:
    """Returns the module lxml, or raises ``ImportError`` that says what needs it."""
    try:
        importlib.import_module("lxml.etree")
        importlib.import_module("lxml.html")
    except ImportError as error:
        raise ImportError(f"{wanted_by} makes trees of lxml, so lxml must be installed.") from error
    return sys.modules["lxml"]


def decoded(data: bytes) -> str:
    """Returns a page as text: decoded as it declares or as its bytes look."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_native.metadata(data)["encoding"], "replace")


def tree(text: str, wanted_by: str) -> Any:
    """Returns a page as a tree of lxml, or raises ``ImportError`` that says what needs it."""
    return lxml(wanted_by).html.fromstring(_native.rewrite(text))
