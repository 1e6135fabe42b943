"""Pages as trees of Python's ``xml.etree``."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, TreeBuilder

from tamis import _native
from tamis._typing import Unpack

_BLOCKS = {"br", "div", "h1", "h2", "h3", "li", "p", "td"}
_NO_TEXT = {"script", "style", "template"}


def tree_of(page: str | bytes, **changes: Unpack[_native.Changes]) -> Element:
    """Returns the tree of a page after changes, as the HTML standard builds it."""
    tree = TreeBuilder()
    tree.start("document", {})
    names: list[str] = []
    for event in _native.tree_events(page, **changes):
        if event is None:
            tree.end(names.pop())
        elif isinstance(event, str):
            tree.data(event)
        else:
            names.append(event[0])
            tree.start(*event)
    tree.end("document")
    return tree.close()


def text_of(element: Element) -> str:
    """Returns the text in an element, with white space collapsed."""
    return " ".join("".join(_texts(element)).split())


def _texts(element: Element) -> Iterator[str]:
    """Returns the runs of text. The stack is a list, because pages may be deep."""
    rest: list[Element | str] = [element]
    while rest:
        node = rest.pop()
        if isinstance(node, str):
            yield node
            continue
        if node.tag in _NO_TEXT:
            continue
        for child in reversed(node):
            rest += [child.tail or "", *([" "] if child.tag in _BLOCKS else []), child]
        if node.tag in _BLOCKS:
            yield " "
        yield node.text or ""


def classes(element: Element) -> set[str]:
    """Returns the classes of an element in lower case."""
    return set(element.get("class", "").lower().split())
