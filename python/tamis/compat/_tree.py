"""Pages as trees of Python's ``xml.etree``."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

from tamis import _native

_VOID = set("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = {"br", "div", "h1", "h2", "h3", "li", "p", "td"}
_NO_TEXT = {"script", "style", "template"}


def tree_of(page: str | bytes) -> Element:
    """Returns the tree of a page, as the HTML standard builds it."""
    return _built(_native.rewrite(page))


def _built(html: str) -> Element:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    builder.tree.end("document")
    return builder.tree.close()


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


class _Builder(HTMLParser):
    """Builds a tree of HTML that is nested well."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = TreeBuilder()
        self.tree.start("document", {})
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.tree.end(tag)
        else:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self.tree.end(self._open.pop())
        elif tag in self._open:
            while self._open:
                last = self._open.pop()
                self.tree.end(last)
                if last == tag:
                    break

    def handle_data(self, data: str) -> None:
        self.tree.data(data)

    def close(self) -> None:
        super().close()
        while self._open:
            self.tree.end(self._open.pop())
