"""Pages that are parsed once."""

from __future__ import annotations

from dataclasses import dataclass

from tamis import _native
from tamis.compat import _tree

__all__ = ["HTMLTree"]


@dataclass(frozen=True)
class Node:
    """The document of a page."""

    html: str
    """The page as HTML, as it was parsed."""

    @property
    def text(self) -> str:
        """All text, without what is in scripts and styles."""
        return _native.whole_text(self.html)

    def __str__(self) -> str:
        """Returns the page as HTML."""
        return self.html


class HTMLTree:
    """A page as :func:`extract_plain_text` takes it. Other methods of the reference are missing.

    >>> HTMLTree.parse("<title>Tea</title>").title
    'Tea'
    """

    def __init__(self, page: str | bytes) -> None:
        self.document = Node(_native.rewrite(page))

    @classmethod
    def parse(cls, document: str) -> HTMLTree:
        """Parses a text."""
        if not isinstance(document, str):
            raise TypeError(f"document is a text (str), not {type(document).__name__}.")
        return cls(document)

    @classmethod
    def parse_from_bytes(
        cls, document: bytes, encoding: str = "utf-8", errors: str = "ignore"
    ) -> HTMLTree:
        """Parses bytes in an encoding."""
        return cls(document.decode(encoding, errors))

    @property
    def title(self) -> str | None:
        """The text of the title, or ``None`` if there is none."""
        found = _tree.tree_of(self.document.html).find(".//title")
        return None if found is None else _tree.text_of(found)

    def __str__(self) -> str:
        """Returns the page as HTML."""
        return self.document.html
