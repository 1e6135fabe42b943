"""Trees as callers of other libraries expect them: of lxml if it is installed, else of Python's."""

from __future__ import annotations

import importlib
from typing import Any


def _library() -> Any:
    try:
        return importlib.import_module("lxml.etree")
    except ImportError:
        return importlib.import_module("xml.etree.ElementTree")


_LIBRARY = _library()
_HAS_LXML = hasattr(_LIBRARY, "_Element")

Element = _LIBRARY.Element
SubElement = _LIBRARY.SubElement


def parsed(text: str) -> Any:
    """Returns the root of XML. Raises ``ValueError`` if it is not well-formed or too deep."""
    try:
        if _HAS_LXML:
            parser = _LIBRARY.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)
            return _LIBRARY.fromstring(text, parser)
        return _LIBRARY.fromstring(text)
    except SyntaxError as error:
        raise ValueError(str(error)) from None


def written(root: Any) -> str:
    """Returns an element as XML. Empty elements have no space before their end."""
    text: str = _LIBRARY.tostring(root, encoding="unicode")
    return text if _HAS_LXML else text.replace(" />", "/>")
