"""A paragraph of jusText."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tamis.compat.justext.utils import normalize_whitespace

if TYPE_CHECKING:
    from tamis.compat.justext.core import PathInfo

__all__ = ["Paragraph"]

_HEADING = re.compile(r"\bh\d\b")


class Paragraph:
    """A block of text, its position, its counts and its classes.

    >>> from tamis.compat.justext.core import PathInfo
    >>> paragraph = Paragraph(PathInfo().append("body").append("h2"))
    >>> paragraph.append_text("The  sea")
    'The sea'
    >>> paragraph.text, paragraph.is_heading, paragraph.stopwords_density({"the"})
    ('The sea', True, 0.5)
    """

    dom_path: str
    """The names of the elements around its beginning, such as ``html.body.div.p``."""
    xpath: str
    """The same with positions, such as ``/html[1]/body[1]/div[2]/p[1]``."""
    text_nodes: list[str]
    """The runs of text between inline tags, with white space collapsed."""
    chars_count_in_links: int
    """The characters of the runs that are in links."""
    tags_count: int
    """The inline tags."""
    class_type: str
    """``good``, ``bad``, or before the last step ``neargood`` or ``short``. At first empty."""
    cf_class: str
    """The context-free class, once it is set."""
    heading: bool
    """True if it counts as a heading, once it is set."""

    def __init__(self, path: PathInfo) -> None:
        self.dom_path = path.dom
        self.xpath = path.xpath
        self.text_nodes = []
        self.chars_count_in_links = 0
        self.tags_count = 0
        self.class_type = ""

    @property
    def is_heading(self) -> bool:
        """True if it is in a heading."""
        return bool(_HEADING.search(self.dom_path))

    @property
    def is_boilerplate(self) -> bool:
        """True unless its class is good."""
        return self.class_type != "good"

    @property
    def text(self) -> str:
        """The text, with white space collapsed and trimmed."""
        return normalize_whitespace("".join(self.text_nodes).strip())

    def __len__(self) -> int:
        """Returns the number of characters of the text."""
        return len(self.text)

    def __repr__(self) -> str:
        """Returns the class and the text."""
        return f"<Paragraph {self.class_type or 'unclassified'} {self.text!r}>"

    @property
    def words_count(self) -> int:
        """The number of words."""
        return len(self.text.split())

    def contains_text(self) -> bool:
        """Returns true if it has any run of text."""
        return bool(self.text_nodes)

    def append_text(self, text: str) -> str:
        """Adds a run of text, and returns it with white space collapsed."""
        text = normalize_whitespace(text)
        self.text_nodes.append(text)
        return text

    def stopwords_count(self, stopwords: Iterable[str]) -> int:
        """Returns the number of words that are in the list, which is in lower case."""
        words = stopwords if isinstance(stopwords, (set, frozenset)) else frozenset(stopwords)
        return sum(word.lower() in words for word in self.text.split())

    def stopwords_density(self, stopwords: Iterable[str]) -> float:
        """Returns the fraction of the words that are in the list."""
        words = self.words_count
        return self.stopwords_count(stopwords) / words if words else 0

    def links_density(self) -> float:
        """Returns the fraction of the characters that are in links."""
        length = len(self.text)
        return self.chars_count_in_links / length if length else 0
